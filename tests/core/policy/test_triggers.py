"""When to replan: without a plan, when people want something else, in circles, when the rest does not hold."""

import pytest
from msgspec.structs import replace

from midcourse.core.history.stuck import Turn
from midcourse.core.model import Done, Skill
from midcourse.core.people.messages import ChangeGoal
from midcourse.core.plans.plan import Act, Replan
from midcourse.core.policy.triggers import in_circles, no_plan, outdated, still_unknown, validity
from midcourse.core.run.commands import MakePlan, Note, label
from midcourse.core.run.events import Doubted, Flagged, Heard, Looked, Missed, PlanRequested, Reentered
from tests.core.policy.stories import BOTH, DID_A
from tests.support import LOOK, NOW, PEEK, A, B, plan, story, the, then, tried

PAY = Skill("pay", needs="p", makes="q", risk="irreversible")


def moved(command) -> Reentered:
    return the(the(command, Note).event, Reentered)


def test_a_run_begins_with_a_plan():
    assert the(no_plan(story(LOOK), NOW), MakePlan).purpose == "first" and no_plan(story(LOOK, *BOTH), NOW) is None


def repeating(run):
    turns = (Turn("x", "done", "x", 1, news=False),) * 3
    return replace(run, history=replace(run.history, turns=turns))


def test_going_in_circles_is_told_once_and_then_ends_the_run():
    end = story(LOOK, *plan(Act("a", id="s1")), *DID_A)
    assert in_circles(end, NOW) is None
    assert label(the(in_circles(repeating(end), NOW))) == "note flagged"
    flagged = repeating(
        then(end, Flagged("cycle", "round"), *plan(Act("b", id="s2"), version=2), *tried("s2", "b", Done()), LOOK)
    )
    assert label(the(in_circles(flagged, NOW))) == "stop stuck"


def test_what_repeated_is_over_where_the_next_act_is_another():
    assert in_circles(repeating(story(LOOK, *BOTH)), NOW) is None
    assert in_circles(then(story(LOOK, *BOTH), Flagged("cycle", "round")), NOW) is None, "it is told already"


def test_plans_that_lead_to_no_act_are_a_circle():
    run = story(LOOK, *plan(Replan(id="s1")), *plan(Replan(id="s2"), version=2))
    assert the(the(in_circles(run, NOW), Note).event, Flagged).pattern == "idle"


@pytest.mark.parametrize(
    ("event", "steps", "purpose"),
    [
        (Heard(ChangeGoal("other", "r")), (Act("a", id="s1"),), "segment"),
        (Flagged("cycle", "round"), (Act("a", id="s1"),), "replan"),
        (Flagged("cycle", "round"), (Replan(id="s1"),), "segment"),
    ],
)
def test_an_outdated_plan_is_made_anew(event, steps, purpose):
    run = story(LOOK, *plan(*steps))
    assert outdated(run, NOW) is None and the(outdated(then(run, event, LOOK), NOW), MakePlan).purpose == purpose


def test_while_the_rest_holds_it_goes_on():
    assert validity(story(LOOK, *BOTH), NOW) is None and validity(story(LOOK, *BOTH, *DID_A), NOW) is None


def test_work_that_others_did_is_skipped_and_work_that_was_undone_is_redone():
    skipped = moved(validity(story(LOOK, *BOTH, Looked(added=("p",))), NOW))
    assert (skipped.position, skipped.skipped) == (1, ("s1",))
    redone = moved(validity(story(LOOK, *BOTH, *DID_A, Looked(removed=("p",))), NOW))
    assert (redone.position, redone.redone) == (0, ("s1",)) and redone.because == "p does not hold"


def test_a_planned_replan_is_no_failure_whatever_is_seen():
    run = story(LOOK, *plan(Act("a", id="s1"), Replan(id="s2"), Act("b", id="s3")), *DID_A, Looked(removed=("p",)))
    assert validity(run, NOW) is None


def needs_seen_false(skill: Skill):
    return story(LOOK, *plan(Act(skill.name, id="s1")), skills=(skill,))


def test_a_need_that_is_seen_false_is_told_once_and_then_the_contract_gives_way():
    run = needs_seen_false(B)
    told = the(validity(run, NOW), MakePlan)
    assert told.cause.detail == "b() needs p"
    again = then(run, PlanRequested("replan", told.cause), *plan(Act("b", id="s2"), version=2))
    assert the(the(validity(again, NOW), Note).event, Doubted).literal == "p"


def test_what_cannot_be_undone_never_starts_against_its_needs():
    run = needs_seen_false(PAY)
    cause = the(validity(run, NOW), MakePlan).cause
    again = then(run, PlanRequested("replan", cause), *plan(Act("pay", id="s2"), version=2))
    assert the(the(validity(again, NOW), Note).event, Missed).reason == "needs_not_met"


def test_what_was_sensed_for_and_is_still_unknown_is_looked_for_further():
    def sensed(*covers: str):
        seen = Looked(covers=covers)
        steps = plan(Act("peek", id="s1"), Act("b", id="s2"))
        return story(seen, *steps, *tried("s1", "peek", Done()), seen, skills=(A, B, PEEK))

    assert the(still_unknown(sensed("q"), NOW), MakePlan).cause.step == "s2"
    assert still_unknown(sensed("q", "p"), NOW) is None and still_unknown(sensed("*"), NOW) is None
    blindly = story(Looked(covers=("q",)), *plan(Act("b", id="s1")), skills=(A, B, PEEK))
    assert still_unknown(blindly, NOW) is None, "nothing looked for it: it is hoped for"
