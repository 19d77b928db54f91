"""Texts that parts and people give are freed of secrets before a journal holds them."""

from midcourse.core.gates.hiding import hidden
from midcourse.core.model import Failed, Uncertain
from midcourse.core.people.messages import Answer, Question
from midcourse.core.plans.plan import Achieve, Act, Plan, Replan
from midcourse.core.run.events import Acted, Asked, Assessed, Heard, Looked, Objection, Planned, PlannerSaid, PlanRefused

VALUE = "hunter2-horse-battery"


def hide(text: str) -> str:
    return text.replace(VALUE, "secret:BANK")


def test_what_a_planner_a_judge_a_person_or_a_failure_says_is_said_without_the_secret():
    steps = (
        Act("post", {"text": "hi"}, expects=f"posted({VALUE})", description=f"with {VALUE}", expected_change=VALUE, id="s1"),
        Achieve(f"know {VALUE}", f"known({VALUE})", id="s2", description=VALUE),
        Replan(f"because {VALUE}", id="s3"),
    )
    for event in (
        Planned(Plan(1, steps, author=VALUE, unseen=(VALUE,), evidence=(f"so: {VALUE}",))),
        PlanRefused(Objection("malformed", f"not {VALUE}"), author=VALUE),
        PlannerSaid("stuck", VALUE, asks=VALUE),
        Assessed(True, VALUE, VALUE),
        Heard(Answer("q1", False, VALUE, VALUE)),
        Acted("s1", Failed("no", f"it was {VALUE}")),
    ):
        said = hidden(event, hide)
        assert VALUE not in repr(said) and "secret:BANK" in repr(said)


def test_what_is_done_and_what_people_are_shown_of_it_stays_as_it_is():
    step = Act("post", {"text": VALUE}, VALUE, id="s1")
    asked = Asked(Question("q1", "approve", f"May post({VALUE}) run?", args={"text": VALUE}))
    looked = Looked((VALUE,))
    assert hidden(Planned(Plan(1, (step,), digest=VALUE)), hide) == Planned(Plan(1, (step,), digest=VALUE))
    assert hidden(asked, hide) is asked and hidden(looked, hide) is looked


def test_what_rules_go_by_stays_as_it_is_though_a_secret_has_the_same_letters():
    def hides(text: str) -> str:
        return text.replace("timeout", "secret:X").replace('", b', "secret:X")

    timeout, odd = Acted("s1", Uncertain("timeout", "a timeout")), Planned(Plan(1, (Act("a", expects='p("a", b)', id="s1"),)))
    assert hidden(timeout, hides) == Acted("s1", Uncertain("timeout", "a secret:X"))
    assert hidden(odd, hides) == odd, "a condition that nobody could read any more would stop the run"
