"""What follows from a look: what is believed, what was sighted, what went by itself, what a planner may reconsider."""

import pytest

from midcourse.core.evolve.looking import looked, not_seen
from midcourse.core.model import Cost, Done, FactKind, Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Looked, NotSeen, PlannerSaid
from tests.core.policy.stories import BOTH, DID_A
from tests.support import FIRST, LOOK, A, plan, story, then, tried, under


def test_a_look_is_believed_and_no_other_is_due():
    run = looked(story(), Looked(added=("p",), picture="pic", stale="a part is old"))
    assert run.seen.belief.facts == {"p"} and run.seen.look_wanted == "" and run.seen.kinds_seen == {"p"}
    assert (run.seen.belief.picture, run.seen.belief.stale) == ("pic", "a part is old")


def test_a_look_that_failed_is_tried_again_then_the_run_goes_on_blind():
    run = story(LOOK, settings=under(look_retries=2, backoff=1.0))
    once = not_seen(run, NotSeen("dark"))
    assert once.seen.look_failures == 1 and once.seen.look_again_at == run.at + 1.0 and once.seen.blind == 0
    gone = then(run, *[NotSeen("dark")] * 3)
    assert (gone.seen.look_failures, gone.seen.blind, gone.seen.belief.stale) == (0, 1, "dark")
    assert then(gone, LOOK).seen.blind == 0


def test_a_world_that_changes_with_nothing_done_drifts_and_a_clock_does_not_count():
    kinds = (FactKind("time", volatile=True), FactKind("rain"))
    assert story(LOOK, Looked(added=("rain",)), vocabulary=kinds).seen.drifts
    assert not story(LOOK, Looked(added=("time(1)",)), vocabulary=kinds).seen.drifts
    assert not story(LOOK, *BOTH, *DID_A).seen.drifts


def test_a_done_act_after_which_nothing_changed_is_noted_until_its_effect_comes_late():
    run = story(LOOK, *BOTH, *tried("s1", "a", Done()), LOOK)
    assert run.work.unmoved == {"s1"} and then(run, Looked(added=("p",))).work.unmoved == frozenset()


def test_what_comes_after_an_act_that_may_do_more_may_be_ours():
    events = (LOOK, *plan(Act("a", id="s1")), *tried("s1", "a", Done()), Looked(added=("p", "smoke")))
    assert story(*events, skills=(Skill("a", makes="p"),)).seen.perhaps_ours == {"p": "s1", "smoke": "s1"}
    assert story(*events, skills=(A,)).seen.perhaps_ours == {}


def test_a_part_of_the_goal_that_was_seen_is_kept_when_looks_show_other_things():
    run = story(Looked(added=("q",), covers=("q",)), Looked(covers=("p",)))
    assert set(run.seen.sightings) == {"q"} and run.seen.sightings["q"].look == 1
    assert then(run, Looked(covers=("q",), removed=("q",)), Looked(covers=("p",))).seen.sightings == {}


def test_our_own_act_takes_a_sighting_back():
    takes = Skill("a", makes="not q", complete=True)
    first = (Looked(added=("q",), covers=("q",)), Looked(covers=("p",)), *plan(Act("a", id="s1")))
    run = story(*first, *tried("s1", "a", Done()), Looked(covers=("p",)), skills=(takes,))
    assert run.seen.sightings == {}


@pytest.mark.parametrize(("seen", "again"), [(Looked(added=("p",)), True), (Looked(added=("rain",)), False), (LOOK, False)])
def test_a_planner_that_gave_up_is_asked_again_if_what_matters_looks_otherwise_now(seen, again):
    run = story(LOOK, FIRST, PlannerSaid("impossible"), seen)
    assert run.talk.reconsidered is again and (run.talk.said is None) is again


def test_what_went_and_nobody_speaks_of_is_remembered_unless_its_like_took_its_place():
    run = story(Looked(added=("lamp(on)", "time(1)", "p")), Looked(removed=("lamp(on)", "time(1)", "p"), added=("time(2)",)))
    assert run.seen.gone_before == {"lamp(on)"}


def test_any_other_world_than_predicted_surprises_until_a_plan_is_made_for_it():
    settings = under(replan="any-change")
    run = story(LOOK, *BOTH, *tried("s1", "a", Done()), Looked(added=("p", "w1", "w2", "w3", "w4")), settings=settings)
    assert run.seen.surprised == "w1, w2, w3 and 1 more"
    assert then(run, LOOK).seen.surprised and not then(run, *plan(Act("b", id="s3"), version=2)).seen.surprised


def test_what_a_look_costs_is_spent_and_each_way_of_looking_is_counted():
    run = story(
        Looked(("p",), tier="accessibility"), Looked(tier="vision", cost=Cost(1200, 0.002)), Looked(tier="vision", cost=Cost(-5))
    )
    assert run.spent.tiers == {"accessibility": 1, "vision": 2} and run.spent.looking.tokens == 1200
    assert run.spent.cost == Cost(1200, 0.002) and run.spent.model_calls == 1
    assert story(LOOK).spent.tiers == {}
