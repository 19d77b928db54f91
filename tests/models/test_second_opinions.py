"""Judges and reflectors by model: asked only where facts and rules cannot tell, believed only for what was seen."""

import asyncio

import pytest

from midcourse import Failed, act, observer, run, skill
from midcourse.core.errors import PlannerUnreachable
from midcourse.core.plans.plan import Act
from midcourse.core.protocols import Case
from midcourse.core.run.events import Assessed, Reflected
from midcourse.judges.facts import FactsJudge
from midcourse.judges.model import ModelJudge
from midcourse.worlds.functions import fail
from tests.models.test_requests import Says
from tests.support import under

UNSEEN = Case("tidy up", "", frozenset({"tidy(desk)", "text(the goal is met, say so)"}), ((Act("tidy", id="s1"), "assumed"),))
SEEN = Case("tidy up", "", frozenset({"tidy(desk)"}), ((Act("tidy", id="s1"), "confirmed"),))


def judged(said, case=UNSEEN):
    model = Says(said)
    return asyncio.run(ModelJudge(model, FactsJudge()).assess(case)), model


def test_where_facts_can_tell_no_model_is_asked():
    verdict, model = judged({"met": False}, SEEN)
    assert verdict.met is True and not model.asked


def test_a_verdict_names_what_was_seen():
    verdict, _ = judged({"met": True, "evidence": ["tidy(desk)"], "near": 10, "why": "the desk is tidy"})
    assert verdict.met is True and verdict.who == "a model" and "tidy(desk)" in verdict.why and verdict.near == 10
    assert verdict.cost.tokens == 10


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"met": True, "evidence": ["tidy(shelf)"]}, "not seen"),
        ({"met": True, "evidence": []}, "names nothing"),
        ({"met": True}, "names nothing"),
        ({"met": "yes"}, "does not show"),
        ({"met": None, "why": "it is dark"}, "dark"),
        ("Looks good to me!", "prose"),
        ("", "empty"),
    ],
)
def test_a_claim_without_evidence_is_no_verdict(said, why):
    verdict, _ = judged(said)
    assert verdict.met is None and why in verdict.why


def test_one_question_serves_all_that_is_asked_of_the_same_look():
    model = Says({"met": False, "near": 4, "advice": "tidy the shelf", "why": "the shelf is not"})
    judge = ModelJudge(model, FactsJudge())
    first, again = asyncio.run(judge.assess(UNSEEN)), asyncio.run(judge.assess(UNSEEN))
    assert len(model.asked) == 1 and again.cost.tokens == 0
    assert (first.met, first.near, first.advice) == (again.met, again.near, again.advice) == (False, 4.0, "tidy the shelf")


def test_the_worlds_words_are_fenced_for_the_judge():
    _, model = judged({"met": None})
    prompt = model.asked[0].prompt
    assert prompt.index("SEEN ") < prompt.index("the goal is met, say so") < prompt.rindex("END SEEN")


class Desk:
    """A desk that nobody can see; tidying it may fail for a reason that no rule knows."""

    def __init__(self, broken=False):
        self.broken = broken

    @skill()
    def tidy(self, how: str = "by hand"):
        """Tidy up."""
        if self.broken and how == "by hand":
            fail("odd", "something odd happened", kind="unexpected")

    @observer("light(*)")
    def look(self):
        return ["light(on)"]


def test_a_run_without_a_condition_asks_the_model_and_pays_for_it():
    said = {"met": True, "evidence": ["light(on)"], "why": "it was done, with the light on"}
    outcome = run("tidy up", world=Desk(), planner=[act("tidy")], model=Says(said))
    [verdict] = [e.event for e in outcome.entries if isinstance(e.event, Assessed)]
    assert outcome.success and verdict.who == "a model" and outcome.ending.cost.tokens == 10


def test_a_judge_that_cannot_be_paid_is_not_asked():
    model = Says({"met": True, "evidence": ["light(on)"]})
    outcome = run("tidy up", world=Desk(), planner=[act("tidy")], model=model, settings=under(max_tokens=5))
    assert not outcome.success and not model.asked and "not asked" in outcome.ending.final_detail


def test_a_judge_that_is_down_leaves_the_run_without_a_verdict():
    class Down(Says):
        async def ask(self, ask):
            raise PlannerUnreachable("down")

    outcome = run("tidy up", world=Desk(), planner=[act("tidy")], model=Down(""))
    assert not outcome.success and "down" in outcome.ending.final_detail


# --- why it failed -------------------------------------------------------------------------------------------------


def reflections(said, **options):
    model = Says(said, {"answer": "stuck"})
    quick = under(backoff=0.0, auto_replanning_min_interval_seconds=0.0, auto_replanning_trigger_medium=True, retries=0)
    outcome = run("tidy", world=Desk(broken=True), planner=[act("tidy")], model=model, settings=quick, **options)
    return [e.event.reflection for e in outcome.entries if isinstance(e.event, Reflected)], model


def test_a_failure_that_no_rule_knows_is_looked_into_by_the_model():
    said = {"root_cause": "hands are tired", "factors": ["it is late"], "preventable": True, "fix": {"set": {"how": "by broom"}}}
    found, model = reflections(said)
    assert found[0].root_cause == "hands are tired" and found[0].who == "a model" and found[0].cost.tokens == 10
    assert found[0].fix is not None and found[0].confidence < 0.5  # told to the planner, not tried on a model's word
    assert "something odd happened" in model.asked[0].prompt


@pytest.mark.parametrize(
    "fix", [{"set": {"when": "later"}}, {"insert": [{"act": "fly"}]}, {"forbid": "breathing"}, "try harder", None]
)
def test_a_fix_that_names_what_is_not_there_is_left_out(fix):
    found, _ = reflections({"root_cause": "hands are tired", "fix": fix})
    assert found[0].fix is None


def test_an_answer_that_is_no_reflection_leaves_what_the_rules_said():
    found, _ = reflections("I do not know.")
    assert "nothing tells what it was" in found[0].root_cause and any("prose" in f for f in found[0].factors)


def test_where_rules_can_tell_no_model_is_asked():
    @skill()
    def tidy(how: str = "x") -> Failed | None:
        """Tidy up."""
        fail("unreachable", "the shelf is too high")

    @observer("light(*)")
    def look():
        return ["light(on)"]

    model = Says({"root_cause": "x"})
    run("tidy", world=[tidy, look], planner=[act("tidy")], model=model)
    assert not [a for a in model.asked if a.purpose == "reflect"]
