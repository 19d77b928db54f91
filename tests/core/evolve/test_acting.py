"""What follows from an act: begun, done by the world's word, failed, in doubt, settled."""

import pytest
from msgspec.structs import replace

from midcourse.core.errors import JournalError
from midcourse.core.evolve import evolve
from midcourse.core.evolve.acting import denied
from midcourse.core.failing.findings import finding_of
from midcourse.core.model import Cost, Delivery, Done, Failed, Skill, Uncertain
from midcourse.core.people.messages import Answer, Question
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.plan import Act, Cause
from midcourse.core.policy.endings import stop
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import (
    Acted,
    Asked,
    Ended,
    Heard,
    Intended,
    Looked,
    Missed,
    PlanRequested,
    Relented,
    Resumed,
    SetAside,
    Settled,
)
from midcourse.core.run.state import Run
from tests.core.policy.stories import BOTH, BUSY, DID_A, WALL
from tests.support import LOOK, NOW, A, plan, story, the, then, tried, under


def state(run: Run, step: str = "s1") -> str:
    return run.work.records[step].state


def test_an_act_that_is_begun_is_under_way_and_counts_as_a_step():
    run = story(LOOK, *BOTH, tried("s1", "a", Done())[0])
    assert state(run) == "intended" and the(run.acting.flight).step == "s1"
    assert run.spent.steps == 1 and run.work.records["s1"].attempts == 1 and run.work.begun == (1,)


def test_done_is_assumed_until_a_look_shows_it():
    run = story(LOOK, *BOTH, *tried("s1", "a", Done({"n": 1})))
    assert state(run) == "assumed" and run.course.position == 1 and run.work.outputs == {"s1": {"n": 1}}
    assert run.work.deeds == ("s1",) and run.seen.acts_since_look == 1
    assert state(then(run, Looked(added=("p",)))) == "confirmed"


def test_a_large_output_is_named_and_kept_elsewhere():
    begun, _ = tried("s1", "a", Done())
    run = story(LOOK, *BOTH, begun, Acted("s1", Done(), blob="b1"))
    assert run.work.outputs == {"s1": "blob:b1"} and run.work.blobs == {"b1"}


def test_a_failure_is_noted_with_when_it_may_be_tried_again():
    run = story(LOOK, *BOTH, *tried("s1", "a", Failed("busy", "later", retry_after=9.0)), settings=under(backoff=1.0))
    failure = the(run.trouble.failure)
    assert (state(run), failure.kind, failure.reason) == ("failed", "transient", "busy")
    assert run.trouble.retry_at == run.at + 9.0 and run.seen.look_wanted == "a step that failed"
    assert run.course.position == 0 and run.history.attempts == (failure,)


@pytest.mark.parametrize(
    ("contract", "result", "becomes"),
    [
        ({}, Uncertain("timeout"), "uncertain"),
        ({}, Failed("runtime", clean=False), "uncertain"),
        ({"repeatable": True}, Failed("runtime", clean=False), "failed"),
        ({"delivery": Delivery(keyed=True)}, Failed("runtime", clean=False), "failed"),
        ({}, Failed("unreachable", clean=False), "failed"),
    ],
)
def test_what_broke_off_and_must_not_happen_twice_is_in_doubt(contract, result, becomes):
    run = story(LOOK, *plan(Act("pay", id="s1")), *tried("s1", "pay", result), skills=(Skill("pay", **contract),))
    assert state(run) == becomes and (run.acting.doubt is not None) is (becomes == "uncertain")


def test_an_outcome_of_what_was_not_begun_is_no_journal():
    with pytest.raises(JournalError, match="which was not intended"):
        story(LOOK, *BOTH, Acted("s1", Done()))


@pytest.mark.parametrize(("happened", "by", "becomes"), [(True, "look", "confirmed"), (True, "a person", "assumed")])
def test_a_doubt_that_is_settled_by_a_look_is_confirmed_and_else_taken_on_trust(happened, by, becomes):
    run = story(LOOK, *BOTH, *tried("s1", "a", Uncertain()), Looked(added=("p",)), Settled("s1", happened, by))
    assert state(run) == becomes and run.acting.doubt is None and run.course.position == 1


def test_a_doubt_settled_as_not_done_is_a_failure_that_may_pass():
    run = story(LOOK, *BOTH, *tried("s1", "a", Uncertain()), LOOK, Settled("s1", False, "look", "p is not so"))
    failure = the(run.trouble.failure)
    assert (state(run), failure.reason, failure.kind, failure.forgiven) == ("failed", "timeout", "uncertain", False)


def test_a_crash_of_our_own_is_in_doubt_and_forgiven_once_it_did_nothing():
    begun, _ = tried("s1", "a", Done())
    run = story(LOOK, *BOTH, begun, Resumed(2))
    assert state(run) == "uncertain" and run.acting.crashed and run.seen.look_wanted == "resumed"
    failure = the(then(run, LOOK, Settled("s1", False, "look")).trouble.failure)
    assert failure.reason == "interrupted" and failure.forgiven


def test_time_away_costs_nothing_and_a_request_under_way_is_paid_for():
    asked = story(LOOK, PlanRequested("first", Cause("first"), Cost(7)))
    run = evolve(asked, Entry(asked.seq + 1, asked.at + 3600.0, Resumed(2)))
    assert run.elapsed(run.at) == asked.elapsed(asked.at) and run.spent.cost == Cost(7) and run.talk.planning is None


def test_what_is_set_aside_leaves_the_plan_outdated_and_only_what_is_in_doubt_can_be():
    doubt = story(LOOK, *BOTH, *tried("s1", "a", Uncertain()), Looked(covers=("x",)))
    run = then(doubt, SetAside("s1", "elsewhere"))
    assert run.acting.doubt is None and run.acting.doubtful == ("s1",) and the(run.course.outdated).rule == "in doubt"
    with pytest.raises(JournalError, match="not in doubt"):
        then(doubt, SetAside("s2", "elsewhere"))
    assert (
        state(then(run, Settled("s1", True, "look"))) == "confirmed"
        and state(then(run, Settled("s1", False, "look"))) == "failed"
    )
    with pytest.raises(JournalError, match="not in doubt"):
        then(run, Settled("s2", True, "look"))


def test_giving_in_forgives_only_what_may_pass():
    both = (*tried("s1", "a", BUSY), LOOK, *tried("s1", "a", WALL), LOOK)
    run = story(LOOK, *BOTH, *both, Relented(("s1",), 5.0))
    assert [a.forgiven for a in run.history.attempts] == [True, False] and run.history.rest_until == run.at + 5.0
    assert run.trouble.failure is None and run.history.relents == 1


def test_a_step_seen_to_have_done_nothing_is_gone_back_to():
    run = story(LOOK, *BOTH, *tried("s1", "a", Done()), LOOK, Missed("s1", "no_effect", "p is not so"))
    assert run.course.position == 0 and the(run.trouble.failure).reason == "no_effect" and run.seen.look_wanted == ""
    assert not the(then(run, Missed("s1", "partial_effect", "half")).trouble.failure).clean


@pytest.mark.parametrize(
    ("result", "kept"), [(Failed("busy"), True), (Failed("connection_reset", clean=False), False), (Done(), False)]
)
def test_a_yes_comes_back_where_nothing_was_done(result, kept):
    pay = Skill("pay", risk="irreversible", makes="paid")
    digest = act_digest("pay", {}, "", {})
    asked = Asked(Question("q1", "approve", "May it?", step="s1", digest=digest, until=NOW))
    begun = Intended("s1", "pay", {}, "", digest, 1, approval="q1")
    run = story(
        LOOK, *plan(Act("pay", id="s1")), asked, Heard(Answer("q1", True, "ann")), begun, Acted("s1", result), skills=(pay, A)
    )
    assert bool(run.people.approvals) is kept


def test_a_run_that_ended_for_want_of_its_planner_goes_on_when_it_is_taken_up():
    run = story(LOOK, *BOTH, *DID_A)
    over = then(run, Ended(stop(run, NOW, "planner_unreachable").ending))
    assert over.ending is not None and then(over, Resumed(2)).ending is None


def test_a_no_is_a_failure_that_no_look_is_needed_for():
    run = denied(story(LOOK, *BOTH), "s1", "", "ann said no")
    failure = the(run.trouble.failure)
    assert (failure.kind, failure.detail, state(run)) == ("denied", "ann said no", "failed") and run.seen.look_wanted == ""
    assert failure.digest == act_digest("a", {}, "", {})


REFUSED = replace(finding_of("connection_refused"), clean=True)


@pytest.mark.parametrize(
    ("failed", "is_in_doubt"),
    [
        (Failed("half_way", "3 of 5 sent, then connection refused", clean=False), True),
        (Failed("connection_refused", "refused", clean=False, error="ConnectionRefusedError", begun=True), True),
        (Failed("connection_refused", "refused", clean=False, error="ConnectionRefusedError"), False),
        (Failed("half_way", "connection refused"), False),
    ],
)
def test_what_an_error_is_called_does_not_outweigh_what_the_world_says_of_the_act(failed, is_in_doubt):
    intended, acted = tried("s1", "a", failed)
    run = story(LOOK, *BOTH, intended, replace(acted, finding=REFUSED), skills=(Skill("a", makes="p"), Skill("b", makes="q")))
    assert state(run) == ("uncertain" if is_in_doubt else "failed")
