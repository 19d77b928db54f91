"""Ways to goals inside a plan: which were gone to their end, what belongs to them, and how one is put in its place."""

import pytest

from midcourse.core.gates.splicing import gives_back, spliced
from midcourse.core.gates.ways import deeds_of_broken, deeds_that_end, deeds_toward, ends_of_ways, gone_before
from midcourse.core.model import Done, Failed
from midcourse.core.plans.plan import Achieve, Act, Cause, Plan, Replan, goal_digest
from midcourse.core.run.events import Acted, Intended, Looked, Planned, PlanRequested
from tests.support import FIRST, LOOK, story, the, then

PAID, TAKEN, SHIP = Achieve("paid", "p", id="s1"), Achieve("taken", id="s4"), Act("ship", id="s2")
WHOLE = Planned(Plan(1, (PAID, SHIP), digest="x"))


def asks(step):
    return PlanRequested("achieve", Cause("achieve step", step.goal, step.id), toward=step.id)


def way(version, step, *steps):
    cause = Cause("achieve step", step.goal, step.id)
    return asks(step), Planned(Plan(version, steps, cause=cause, digest=f"d{version}"))


def did(id, skill, result=None):
    return Intended(id, skill, {}, "", f"digest of {skill}", 1), Acted(id, result or Done()), LOOK


OUTER = way(2, PAID, Act("a", id="s3"), TAKEN, SHIP)
INNER = way(3, TAKEN, Act("b", id="s5"), SHIP)


def is_broken_off(run, goal):
    return gone_before(run, goal_digest(goal), goal.id)[1] is not None


def test_a_way_is_gone_once_the_goals_inside_it_are_reached():
    begun = story(LOOK, FIRST, WHOLE, *OUTER, *did("s3", "a"), *INNER)
    assert ends_of_ways(begun) == {} and is_broken_off(begun, PAID) and is_broken_off(begun, TAKEN)
    whole = then(begun, *did("s5", "b"))
    assert ends_of_ways(whole) == {"s5": [goal_digest(TAKEN), goal_digest(PAID)]}
    assert not is_broken_off(whole, TAKEN)


def test_what_was_done_for_a_goal_inside_belongs_to_the_way_as_well():
    whole = story(LOOK, FIRST, WHOLE, *OUTER, *did("s3", "a"), *INNER, *did("s5", "b"))
    assert deeds_toward(whole, "paid") == {"s3", "s5"} and deeds_toward(whole, "taken") == {"s5"}


def test_a_way_broke_off_where_an_act_of_it_failed_or_it_was_to_go_on():
    failed = story(LOOK, FIRST, WHOLE, *way(2, PAID, Act("a", id="s3"), SHIP), *did("s3", "a", Failed("x", "no")))
    assert is_broken_off(failed, PAID)
    onward = story(LOOK, FIRST, WHOLE, *way(2, PAID, Act("a", id="s3"), PAID, SHIP), *did("s3", "a"))
    assert is_broken_off(onward, PAID) and ends_of_ways(onward) == {}


def test_a_way_that_is_seen_not_to_have_led_there_counts_as_broken_off():
    gone = story(LOOK, FIRST, WHOLE, *way(2, PAID, Act("a", id="s3"), SHIP), *did("s3", "a"))
    assert is_broken_off(gone, PAID)
    assert not is_broken_off(then(gone, Looked(added=("p",))), PAID)


@pytest.mark.parametrize(
    ("steps", "put"),
    [
        ((Act("a", id="s3"),), (Act("a", id="s3", expects="p"), SHIP)),
        ((Act("a", id="s3"), Replan(id="s4")), (Act("a", id="s3"), PAID, SHIP)),
        ((Act("a", id="s3"), TAKEN), (Act("a", id="s3"), TAKEN, PAID, SHIP)),
        ((TAKEN, Act("a", id="s3")), (TAKEN, Act("a", id="s3"), PAID, SHIP)),
        ((Achieve("taken", "q", id="s4"),), (Achieve("taken", "q and p", id="s4"), SHIP)),
    ],
)
def test_the_end_of_a_way_shows_whether_it_led_to_what_was_to_be_achieved(steps, put):
    assert spliced(story(LOOK, FIRST, WHOLE, asks(PAID)), steps, "s1") == put


def test_a_way_that_leads_nowhere_is_told():
    asked = story(LOOK, FIRST, WHOLE, asks(PAID))
    assert gives_back(asked, (Act("a", id="s3"),), "s1") is None
    assert "reach just that" in the(gives_back(asked, (Achieve("paid", "p", id="s3"),), "s1")).text
    assert "plan again" in the(gives_back(asked, (Replan(id="s3"),), "s1")).text
    assert gives_back(asked, (Replan(id="s3"), Achieve("paid", "p", id="s4")), "s1") is None, "a look, and then the goal again"


def test_a_plan_may_want_the_same_goal_twice_and_each_has_its_own_way():
    again = Achieve("paid", "", id="s7")
    first = Achieve("paid", "", id="s1")
    run = story(
        LOOK,
        FIRST,
        Planned(Plan(1, (first, again, SHIP), digest="x")),
        *way(2, first, Act("a", id="s3"), again, SHIP),
        *did("s3", "a"),
        *way(3, again, Act("b", id="s8"), SHIP),
    )
    assert ends_of_ways(run) == {"s3": [goal_digest(first)]} and is_broken_off(run, again)
    assert deeds_of_broken(then(run, *did("s8", "b", Failed("x", "no"))), again) == set()
    done = then(run, *did("s8", "b"))
    assert ends_of_ways(done) == {"s3": [goal_digest(first)], "s8": [goal_digest(first)]}
    assert deeds_that_end(done, again, "s3") == {"s3"} and deeds_that_end(done, again, "s8") == {"s8"}
