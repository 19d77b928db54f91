"""What is noted of each act, so that circles are noticed."""

from midcourse.core.evolve.turning import note_turn
from midcourse.core.history.stuck import WINDOW
from midcourse.core.model import Done, Skill
from midcourse.core.plans.plan import REPLAN_STEP, Act, Cause, Replan
from midcourse.core.run.events import Looked
from midcourse.core.seeing.belief import Change
from tests.core.policy.stories import BOTH, BUSY, DID_A, WALL
from tests.support import LOOK, PEEK, A, B, plan, story, then, tried

STEP = Cause(REPLAN_STEP, "", "s1")


def stretch(number: int, skill: str, *look: Looked):
    """One act of a plan that the one before asked for."""
    step = f"s{number}"
    return (
        *plan(Act(skill, id=step), Replan(id=f"s{number + 100}"), version=number, cause=STEP, digest=skill),
        *tried(step, skill, Done()),
        *look,
    )


def news(*events) -> list[bool]:
    return [turn.news for turn in story(LOOK, *events, skills=(A, B, PEEK, Skill("push"))).history.turns]


def test_without_an_act_there_is_nothing_to_note():
    assert story(LOOK, LOOK).history.turns == ()


def test_an_act_is_noted_with_its_outcome_and_what_is_left_of_the_goal():
    [turn] = story(LOOK, *BOTH, *DID_A).history.turns
    assert (turn.skill, turn.outcome, turn.unmet, turn.news) == ("a", "done", 1, True)
    [failed] = story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK).history.turns
    assert failed.outcome == "unreachable"


def test_the_same_act_in_the_same_world_is_no_news_the_second_time():
    assert news(*stretch(1, "push", LOOK), *stretch(2, "push", LOOK), *stretch(3, "push", LOOK)) == [True, False, False]


def test_a_fact_that_takes_no_others_place_is_news_and_a_clock_is_not():
    seen = (Looked(added=("file(1)",)), Looked(added=("file(2)",)), Looked(added=("file(3)",)))
    grows = [event for i, look in enumerate(seen, 1) for event in stretch(i, "push", look)]
    assert news(*grows) == [True, True, True]
    ticks = (Looked(added=("time(1)",)), *(Looked(added=(f"time({i})",), removed=(f"time({i - 1})",)) for i in (2, 3)))
    assert news(*(event for i, look in enumerate(ticks, 1) for event in stretch(i, "push", look))) == [True, False, False]


def test_a_retry_that_the_ladder_allows_is_not_noted():
    run = story(LOOK, *BOTH, *tried("s1", "a", BUSY), LOOK)
    assert len(run.history.turns) == 1 and len(then(run, *tried("s1", "a", BUSY, 2), LOOK).history.turns) == 1


def test_an_act_that_only_looks_waits():
    [turn] = story(LOOK, *plan(Act("peek", id="s1")), *tried("s1", "peek", Done()), LOOK).history.turns
    assert turn.waits and not story(LOOK, *BOTH, *DID_A).history.turns[0].waits


def test_only_so_many_turns_are_kept():
    run = story(LOOK, *BOTH, *DID_A)
    for _ in range(WINDOW + 5):
        run = note_turn(run, Change())
    assert len(run.history.turns) == WINDOW


def test_a_plan_may_say_the_same_act_several_times():
    thrice = plan(*(Act("push", id=f"s{i}") for i in (1, 2, 3)))
    pushed = [event for i in (1, 2, 3) for event in (*tried(f"s{i}", "push", Done()), LOOK)]
    assert news(*thrice, *pushed) == [True, True, True]
