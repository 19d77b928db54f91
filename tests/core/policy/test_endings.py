"""How a run is closed: what was seen, what is left, and what may safely be done next."""

import pytest

from midcourse.core.history.ledger import Certificate
from midcourse.core.history.reflections import Reflection
from midcourse.core.model import Done, Failed, Skill, Uncertain
from midcourse.core.people.messages import Pause, Question
from midcourse.core.plans.plan import Act
from midcourse.core.policy.endings import certificate, standing, stop
from midcourse.core.run.events import Asked, Heard, Looked, PlannerSaid, Reflected
from tests.core.policy.stories import BOTH, DID_A, WALL
from tests.support import LOOK, NOW, plan, story, then, tried

HALF = story(LOOK, *BOTH, *DID_A)
WALLED = story(LOOK, *BOTH, *DID_A, *tried("s2", "b", WALL), LOOK)


def test_an_ending_tells_what_was_confirmed_what_is_left_and_what_it_took():
    ending = stop(HALF, NOW, "cancelled", "enough").ending
    assert (ending.fates.confirmed, ending.fates.assumed, ending.fates.left, ending.steps) == (("s1",), (), ("s2",), 1)
    assert ending.wall_seconds == 100.0 and ending.final_detail == "enough" and not ending.success


def test_a_step_that_is_seen_to_have_come_to_nothing_is_not_called_done():
    run = story(LOOK, *BOTH, *tried("s1", "a", Done()), LOOK)
    assert stop(run, NOW, "cancelled").ending.fates.assumed == ()


def test_what_was_only_a_means_is_not_left_undone_by_success():
    run = story(LOOK, *plan(Act("a", id="s1"), Act("b", id="s2"), means=True), *DID_A)
    assert stop(run, NOW, "plan_complete", success=True).ending.fates.left == ()
    assert stop(run, NOW, "cancelled").ending.fates.left == ("s2",)


def test_the_root_cause_is_the_failure_or_what_was_found_out_about_it_and_none_for_success():
    assert stop(WALLED, NOW, "structural").ending.root_cause == "b failed: unreachable — a wall"
    told = then(WALLED, Reflected("s2", Reflection("snow", who="rules")))
    assert stop(told, NOW, "structural").ending.root_cause == "snow (b failed: unreachable — a wall)"
    assert stop(told, NOW, "plan_complete", success=True).ending.root_cause == ""


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        ("denied", "the refused act was not run"),
        ("planner_unreachable", "resume this run"),
        ("environment", "start a new run when it is mended; what is done would be seen"),
        ("max_steps", "raise the limit and run again; what is done would be seen"),
        ("stuck", "read the timeline"),
        ("structural", "look at the goal and the skills"),
        ("done_unproven", ""),
    ],
)
def test_each_reason_says_what_may_safely_be_done_next(reason, said):
    action = stop(HALF, NOW, reason).ending.next_safe_action
    assert action.startswith(said) if said else action == ""


def test_an_act_in_doubt_comes_before_every_other_advice_even_after_success():
    run = story(LOOK, *BOTH, *tried("s1", "a", Uncertain()), LOOK)
    assert stop(run, NOW, "denied").ending.next_safe_action == "look whether s1 happened before doing it again"
    assert stop(run, NOW, "plan_complete", success=True).ending.next_safe_action.startswith("look whether s1")


def test_work_that_no_look_shows_is_named_before_anybody_runs_it_again():
    run = story(LOOK, *plan(Act("pay", id="s1")), *tried("s1", "pay", Done()), LOOK, skills=(Skill("pay"),))
    assert stop(run, NOW, "max_steps").ending.next_safe_action.endswith("since no look shows it: s1 pay()")
    twice = story(LOOK, *plan(Act("ring", id="s1")), *tried("s1", "ring", Done()), LOOK, skills=(Skill("ring", repeatable=True),))
    assert stop(twice, NOW, "max_steps").ending.next_safe_action.endswith("; what is done may be done again")
    nothing = story(LOOK, *plan(Act("pay", id="s1")), skills=(Skill("pay"),))
    assert stop(nothing, NOW, "max_steps").ending.next_safe_action.endswith("; nothing was done")


def test_what_is_done_and_not_proven_leaves_nothing_to_do_but_says_what_a_new_run_would_repeat():
    run = story(LOOK, *plan(Act("pay", id="s1")), *tried("s1", "pay", Done()), LOOK, skills=(Skill("pay"),))
    told = stop(run, NOW, "done_unproven").ending.next_safe_action
    assert told == "nothing is left to do; a new run would do this once more, since no look shows it: s1 pay()"


@pytest.mark.parametrize("kind", ["changed", "underspecified", "denied", "structural"])
@pytest.mark.parametrize("halfway", [True, False])
def test_what_failed_on_the_way_may_have_acted_unless_it_says_that_it_did_nothing(kind, halfway):
    broke = Failed("key", "'id'", kind, clean=not halfway)
    run = story(LOOK, *plan(Act("pay", id="s1")), *tried("s1", "pay", broke), LOOK, skills=(Skill("pay"),))
    told = stop(run, NOW, "planner_failed").ending.next_safe_action
    assert told.endswith("since it failed on the way: s1 pay()") if halfway else told.endswith("nothing was done")


def test_a_certificate_names_what_stands_in_the_way_and_the_planners_own_goes_first():
    found = certificate(WALLED)
    assert found.bans == ("b failed: unreachable — a wall",)
    action = stop(WALLED, NOW, "structural", certificate=found).ending.next_safe_action
    assert action.startswith("mend this: b failed")
    own = Certificate(missing=("moon",))
    assert certificate(then(WALLED, PlannerSaid("impossible", certificate=own), LOOK)) == own
    assert "makes moon" in stop(WALLED, NOW, "impossible", certificate=own).ending.next_safe_action


def test_a_run_that_goes_on_says_how_it_stands():
    assert standing(HALF).final_reason == "unfinished" and standing(HALF).next_safe_action == "resume it"
    asked = standing(then(HALF, Asked(Question("q1", "approve", "May it?"))))
    assert (asked.final_reason, asked.final_detail) == ("waiting", "May it?")
    assert asked.next_safe_action == "answer q1, then resume"
    assert standing(then(HALF, Heard(Pause()))).final_reason == "waiting"


def test_looks_before_the_end_are_what_counts():
    undone = then(HALF, Looked(removed=("p",)))
    assert stop(undone, NOW, "cancelled").ending.fates.undone == ("s1",)
    assert stop(undone, NOW, "max_steps").ending.next_safe_action.endswith("; what was done does not stand any more")
