"""What follows for the present plan: another place in it, a step passed, a contract that gives way."""

from midcourse.core.evolve.course import with_kernels
from midcourse.core.model import Done, Target
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Doubted, Looked, Passed, Rebound, Reentered
from midcourse.core.run.state import Run
from tests.core.policy.stories import BOTH, DID_A, WALL
from tests.support import LOOK, plan, story, the, then, tried

HALF = story(LOOK, *BOTH, *DID_A)


def states(run: Run) -> list[str]:
    return [record.state for record in run.work.records.values()]


def test_skipped_steps_are_marked_and_done_ones_stay_done():
    run = then(HALF, Reentered(2, skipped=("s1", "s2")))
    assert states(run) == ["confirmed", "skipped"] and run.course.position == 2


def test_going_back_is_counted_by_place_and_reason():
    back = Reentered(0, redone=("s1",), because="p does not hold")
    run = then(HALF, back, back, Reentered(0, redone=("s1",), because="r does not hold"))
    assert run.course.redos == {"s1 p does not hold": 2, "s1 r does not hold": 1} and run.course.position == 0
    assert states(run)[0] == "confirmed"


def test_a_failed_step_that_is_skipped_was_done_after_all():
    walled = story(LOOK, *BOTH, *tried("s1", "a", WALL), Looked(added=("p",)))
    run = then(walled, Reentered(1, skipped=("s1",)))
    assert states(run)[0] == "confirmed" and run.work.deeds == ("s1",) and run.trouble.failure is None


def test_a_passed_step_needs_nothing_more():
    run = then(story(LOOK, *BOTH), Passed("s1", "it holds"))
    assert states(run)[0] == "passed" and run.course.position == 1
    failed = then(story(LOOK, *BOTH, *tried("s1", "a", WALL), LOOK), Passed("s1", "it is a trifle"))
    assert states(failed)[0] == "failed" and failed.trouble.failure is None


def test_a_doubted_effect_is_struck_and_no_longer_waited_for():
    run = then(story(LOOK, *BOTH, *tried("s1", "a", Done()), LOOK), Doubted("a", "makes", "p", "never seen"))
    assert run.known.skills["a"].makes == "" and run.known.doubted == {"a"} and run.work.contracts["s1"].makes == ()


def test_a_need_that_gave_way_is_kept_in_mind_until_it_is_known_who_was_right():
    run = then(story(LOOK, *BOTH), Doubted("b", "needs", "p", "the planner insists"))
    assert run.known.skills["b"].needs == "" and run.known.gave_way == {"b": "p"} and not run.known.doubted
    worked = then(run, *tried("s1", "a", Done()), Looked(added=("p",)), *tried("s2", "b", Done()))
    assert worked.known.gave_way == {}, "it worked without: the need was wrong"
    failed = then(run, *tried("s1", "a", Done()), Looked(added=("p",)), *tried("s2", "b", WALL))
    assert failed.known.gave_way == {"b": None} and failed.known.skills["b"].needs == "p", "the contract was right"


def test_a_target_found_again_is_the_steps_target_from_now_on():
    shown = Looked(targets=(Target("b1", "button", "Save"),))
    run = then(story(shown, *plan(Act("a", target="b1", id="s1"))), Rebound("s1", "b1", "b7"))
    assert the(the(run.course.plan).steps[0], Act).target == the(run.work.records["s1"].step, Act).target == "b7"


def test_reading_a_plan_anew_changes_nothing_where_nothing_is_new():
    assert with_kernels(HALF).work.contracts == HALF.work.contracts
