"""What a planner's answer amounts to."""

import pytest

from midcourse.core.gates.replies import read_reply, unusable
from midcourse.core.gates.request import AtALoss, NothingToDo, NoWay
from midcourse.core.model import Cost, FactKind
from midcourse.core.plans.plan import Act, Cause, Draft, Replan, plan_digest
from midcourse.core.run.commands import MakePlan
from midcourse.core.run.events import Looked, Objection, Planned, PlannerSaid, PlanRefused
from tests.support import FIRST, LOOK, story, the, then

ASKED = story(LOOK, FIRST)
COMMAND = MakePlan("first", Cause("first"))
GOOD, BAD = Draft((Act("a"), Act("b")), cost=Cost(7)), Draft((Act("a"), Act("nowhere")))


def test_a_sound_plan_is_taken_with_what_it_cost_and_how_long_it_took():
    event = the(read_reply(ASKED, GOOD, COMMAND, 2.5), Planned)
    assert (event.cost, event.took, event.plan.mends) == (Cost(7), 2.5, False)
    assert the(read_reply(ASKED, GOOD, MakePlan("replan", Cause("failed")), 0.0), Planned).plan.mends


def test_an_unsound_plan_goes_back_with_one_objection():
    event = the(read_reply(ASKED, BAD, COMMAND, 1.0), PlanRefused)
    assert "nowhere" in event.objection.text and event.digest == plan_digest(BAD.steps)


def test_after_an_objection_the_sound_part_of_another_plan_is_taken_but_not_of_the_same():
    told = then(ASKED, PlanRefused(Objection("invalid", "no"), "another"))
    [first, look] = the(read_reply(told, BAD, COMMAND, 0.0), Planned).plan.steps
    assert the(first, Act).skill == "a" and isinstance(look, Replan)
    insists = then(ASKED, PlanRefused(Objection("invalid", "no"), plan_digest(BAD.steps)))
    assert isinstance(read_reply(insists, BAD, COMMAND, 0.0), PlanRefused)


@pytest.mark.parametrize(
    ("reply", "answer"), [(NothingToDo("so"), "done"), (NoWay("so"), "impossible"), (AtALoss("so"), "stuck")]
)
def test_an_answer_that_is_no_plan_is_the_planners_word(reply, answer):
    event = the(read_reply(ASKED, reply, COMMAND, 3.0), PlannerSaid)
    assert (event.answer, event.detail, event.took) == (answer, "so", 3.0)


@pytest.mark.parametrize(
    ("condition", "said"),
    [("q", ""), ("q((", "q(("), ("qq", "no kind of fact 'qq'; did you mean q"), ("p", "p holds already"), ("p and q", "")],
)
def test_a_goal_in_words_is_judged_by_what_reads_is_known_and_is_not_so_yet(condition, said):
    run = story(Looked(added=("p",)), vocabulary=(FactKind("p"), FactKind("q")))
    told = unusable(run, condition)
    assert (said in told) if said else told == ""
