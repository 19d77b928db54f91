"""Promise 1: every run ends, with one Ending, in a number of events bounded by its budget."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse import act, fail, observer, run, run_async
from midcourse.core.run.budget import most_events
from midcourse.core.run.events import Ended, Heard, Resumed
from midcourse.testing import FrozenClock, Mix
from tests.support import disturbed, domains, mixes, under, whens


@given(domains(), mixes, st.integers(0, 999), st.sampled_from(["menu", "whimsy"]), whens)
def test_every_run_ends_once_within_its_bound(domain, mix, seed, planner, when):
    settings = under(replan=when, max_steps=25, max_planner_calls=12, max_replans=4, max_questions=6, backoff=0.01)
    made = disturbed(domain, mix, seed, planner, settings=settings)
    ran = made.run()
    entries = made.entries
    assert ran.ending is not None
    assert sum(isinstance(e.event, Ended) for e in entries) == 1
    assert isinstance(entries[-1].event, Ended)
    heard = sum(isinstance(e.event, Heard) for e in entries)
    resumed = sum(isinstance(e.event, Resumed) for e in entries)
    assert len(entries) <= most_events(settings, heard, resumed)


@given(domains(), st.integers(0, 999), st.sampled_from(["menu", "whimsy"]))
def test_even_a_budget_of_nothing_ends(domain, seed, planner):
    settings = under(max_steps=0, max_planner_calls=0, max_replans=0, max_questions=0)
    made = disturbed(domain, Mix(), seed, planner, settings=settings)
    ran = made.run()
    assert ran.ending is not None
    assert ran.ending.final_reason in ("already_done", "budget_exhausted")


async def waits_for_what_was_cancelled(*_):
    gone = asyncio.get_running_loop().create_future()
    gone.cancel()
    await gone


class Gives:
    """A planner, judge or approver in which something was cancelled."""

    plan = assess = allows = staticmethod(waits_for_what_was_cancelled)


@observer("lit")
async def sees_nothing():
    await waits_for_what_was_cancelled()


def light() -> None:
    """What is to be done."""


@pytest.mark.parametrize(
    ("part", "reason"),
    [
        ({"planner": Gives()}, "planner_failed"),
        ({"judge": Gives()}, "done_unproven"),
        ({"world": [light, sees_nothing]}, "environment"),
    ],
    ids=["planner", "judge", "look"],
)
def test_a_run_ends_also_if_something_that_a_part_waits_for_is_cancelled(part, reason):
    outcome = run("light", **{"world": [light], "planner": [act("light")], "settings": {"backoff": 0.01}, **part})
    assert outcome.ended and outcome.ending.final_reason == reason


def test_a_run_that_is_told_to_stop_while_a_part_thinks_stops():
    class Thinks:
        async def plan(self, request):
            await asyncio.sleep(60)
            raise AssertionError("it was not stopped")

    async def stopped():
        going = asyncio.ensure_future(run_async("light", world=[light], planner=Thinks()))
        await asyncio.sleep(0.05)
        going.cancel()
        await going

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(stopped())


@pytest.mark.parametrize("seconds", [0.1, 0.5, 1.0, 3.0])
def test_a_wait_that_is_cut_to_the_budget_is_the_last(seconds):
    tries = []

    def flaky():
        tries.append(1)
        fail("busy", "later", kind="transient")

    ended = run("go", world=[flaky], planner=[act("flaky")], clock=FrozenClock(), settings={"max_seconds": seconds})
    assert ended.ending.final_reason == "budget_exhausted" and len(ended.entries) < 60
