"""An effect is seen to be missing, or was there already: what follows for the plan."""

import pytest

from midcourse.core.gates.disputed import UNSEEN
from midcourse.core.model import Delivery, Done, Skill
from midcourse.core.plans.plan import Act, Cause
from midcourse.core.policy.effects import already_there, done_before, missing
from midcourse.core.policy.yet_to_come import settled_at
from midcourse.core.run.commands import MakePlan, Note, Wait
from midcourse.core.run.events import Doubted, Looked, Missed, Passed, PlanRequested, Reentered
from midcourse.core.run.settings import Settings
from tests.core.policy.stories import BOTH, DID_A
from tests.support import LOOK, NOW, USUAL, A, plan, story, the, then, tried, under

NOTE = Skill("note")


def called_done(skill: Skill, *looks: Looked, settings: Settings = USUAL, **options):
    steps = plan(Act(skill.name, id="s1"), Act("note", id="s2"), **options)
    return story(LOOK, *steps, *tried("s1", skill.name, Done()), *looks, skills=(skill, NOTE), settings=settings)


def test_an_effect_is_given_its_time_before_it_is_called_missing():
    run = called_done(Skill("a", makes="p", delivery=Delivery(settles=7.0)), LOOK)
    until = settled_at(run, run.known.skills["a"])
    assert until == run.acting.answered_at + 7.0
    assert the(missing(run, until - 0.1), Wait).until == until and not isinstance(missing(run, until), Wait)
    assert settled_at(run, None) == run.acting.answered_at


def test_what_looks_prove_to_have_done_nothing_has_failed():
    event = the(the(missing(called_done(A, LOOK), NOW), Note).event, Missed)
    assert (event.step, event.reason) == ("s1", "no_effect") and "p is seen not to hold" in event.detail


def test_where_nobody_knows_what_it_did_the_planner_is_told_and_then_the_contract_gives_way():
    run = called_done(Skill("a", makes="p"), Looked(added=("rain",)))
    told = the(missing(run, NOW), MakePlan)
    assert told.cause.rule == UNSEEN and told.cause.step == "s1"
    again = then(run, PlanRequested("replan", told.cause))
    event = the(the(missing(again, NOW), Note).event, Doubted)
    assert (event.skill, event.part, event.literal) == ("a", "makes", "p")


def test_nothing_is_missing_that_is_seen_or_cannot_be():
    assert missing(called_done(A, Looked(added=("p",))), NOW) is None
    assert missing(called_done(A, Looked(covers=("x",))), NOW) is None
    assert missing(called_done(NOTE, LOOK), NOW) is None


def test_who_plans_by_contracts_hears_of_a_part_as_of_a_failure():
    run = called_done(Skill("a", makes="p and r"), Looked(added=("p",)), means=True)
    assert the(the(missing(run, NOW), Note).event, Missed).reason == "partial_effect"


def test_a_step_that_was_done_is_passed_and_one_whose_effect_is_gone_is_not():
    done = story(LOOK, *BOTH, *DID_A)
    back = then(done, Reentered(0))
    assert the(the(done_before(back), Note).event, Passed).because == "it was done before, and nothing shows that it was undone"
    assert done_before(done) is None and done_before(then(back, Looked(removed=("p",)))) is None


@pytest.mark.parametrize(
    ("step", "there"),
    [(Act("a", id="s1"), True), (Act("a", id="s1", again=True), False), (Act("note", id="s1"), False)],
)
def test_what_is_seen_to_be_so_already_is_left_out_unless_it_is_meant_again(step, there):
    run = story(Looked(added=("p",)), *plan(step, Act("note", id="s2")), skills=(A, NOTE))
    found = already_there(run, NOW)
    assert (found is not None) is there
    if found is not None:
        event = the(the(found, Note).event, Reentered)
        assert event.skipped == ("s1",) and event.because == "what it makes is already so: p"


def test_what_is_there_is_not_left_out_where_its_output_is_used_or_it_is_our_own_doing():
    used = plan(Act("a", id="s1"), Act("note", {"x": "$s1.out"}, id="s2"))
    assert already_there(story(Looked(added=("p",)), *used, skills=(A, NOTE)), NOW) is None
    twice = (*plan(Act("a", id="s1"), Act("a", id="s2")), *DID_A)
    assert already_there(story(LOOK, *twice, skills=(A, NOTE)), NOW) is None


def test_a_skill_that_was_seen_to_work_is_not_doubted():
    steps = plan(Act("a", id="s1"), Act("a", {"n": 2}, id="s2"))
    loose = Skill("a", makes="p")
    worked = story(LOOK, *steps, *DID_A, *tried("s2", "a", Done()), Looked(removed=("p",)), skills=(loose, NOTE))
    told = then(worked, PlanRequested("replan", Cause(UNSEEN, "", "s1")))
    assert isinstance(missing(told, NOW), MakePlan)
    settings = under(doubts=False)
    never = story(
        LOOK, *plan(Act("a", id="s1")), *tried("s1", "a", Done()), Looked(added=("x",)), skills=(loose,), settings=settings
    )
    assert isinstance(missing(then(never, PlanRequested("replan", Cause(UNSEEN, "", "s1"))), NOW), MakePlan)
