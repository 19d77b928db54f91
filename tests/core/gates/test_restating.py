"""What a new plan is beside what was done: the whole list, the rest of it, or a choice among done acts."""

from midcourse.core.gates.deeds import history_of_deeds
from midcourse.core.gates.restating import begins_again, goes_far_back, is_a_choice, is_like_the_whole, is_whole, still_to_do
from midcourse.core.model import Done, Failed
from midcourse.core.plans.plan import REPLAN_STEP, Act, Cause, Replan
from midcourse.core.run.events import Looked, PlanRequested
from tests.support import LOOK, A, B, C, plan, story, then, tried

WALL = Failed("unreachable", "a wall")
PLANNED = plan(Act("a", id="s1"), Act("b", id="s2"), Act("c", id="s3"))
DONE = (*tried("s1", "a", Done()), Looked(added=("p",)), *tried("s2", "b", Done()), Looked(added=("q",)))
STOPPED = story(LOOK, *PLANNED, *DONE, *tried("s3", "c", WALL), LOOK, skills=(A, B, C), done_when="r")
"""a and b are done, c has failed for good."""
NEW_A, NEW_B, NEW_C = Act("a", id="s4"), Act("b", id="s5"), Act("c", id="s6")


def test_a_plan_that_was_asked_for_since_something_failed_may_begin_again():
    assert begins_again(STOPPED, (NEW_A, NEW_C))


def test_what_a_replan_step_asked_for_is_new_unless_it_is_the_very_list_that_the_step_stands_in():
    steps = (Act("a", id="s1"), Replan("how is it?", id="s2"), Act("b", id="s3"))
    run = story(LOOK, *plan(*steps), *tried("s1", "a", Done()), Looked(added=("p",)), skills=(A, B, C))
    asked = then(run, PlanRequested("segment", Cause(REPLAN_STEP, "", "s2")))
    assert begins_again(asked, (NEW_A, Replan("how is it?", id="s7"), NEW_B))
    assert not begins_again(asked, (NEW_A, NEW_C))
    ends = story(LOOK, *plan(*steps[:2]), *tried("s1", "a", Done()), Looked(added=("p",)), skills=(A, B, C))
    round_again = then(ends, PlanRequested("segment", Cause(REPLAN_STEP, "", "s2")))
    assert not begins_again(round_again, (NEW_A, Replan("how is it?", id="s7"))), "it is done round by round"


def test_a_whole_list_leaves_out_nothing_that_was_done():
    history = history_of_deeds(STOPPED)
    assert is_whole(STOPPED, (NEW_B, NEW_A, NEW_C), history) and not is_whole(STOPPED, (NEW_B, NEW_C), history)


def test_it_goes_on_more_like_all_that_was_done_or_like_what_was_left():
    history = history_of_deeds(STOPPED)
    left = still_to_do(STOPPED, (NEW_A, NEW_B, NEW_C))
    whole = [*(deed.what for deed in history), *left]
    assert is_like_the_whole(STOPPED, whole, history, left) and not is_like_the_whole(STOPPED, left, history, left)


def test_done_acts_before_just_what_was_left_are_chosen_unless_another_stands_for_what_is_left_out():
    history, left = history_of_deeds(STOPPED), still_to_do(STOPPED, ())
    assert is_a_choice(STOPPED, (NEW_B, NEW_C), history, left)
    assert not is_a_choice(STOPPED, (NEW_A, NEW_B, NEW_C), history, left)
    assert not is_a_choice(STOPPED, (NEW_B, Act("a", {"n": 2}, id="s8"), NEW_C), history, left)


def test_a_list_that_begins_where_the_run_began_goes_back_over_its_stretches():
    history = history_of_deeds(STOPPED)
    assert goes_far_back(STOPPED, {"s1", "s2"}, (NEW_A, NEW_B, NEW_C), history)
    assert not goes_far_back(STOPPED, {"s1", "s2"}, (NEW_B, NEW_C), history)
