"""Promise 1: every run ends, with one Ending, in a number of events bounded by its budget."""

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.run.budget import most_events
from midcourse.core.run.events import Ended, Heard, Resumed
from midcourse.testing import Mix
from tests.support import disturbed, domains, mixes, under, whens


@given(domains(), mixes, st.integers(0, 999), st.sampled_from(["menu", "whimsy"]), whens)
def test_every_run_ends_once_within_its_bound(domain, mix, seed, planner, when):
    settings = under(replan=when, max_steps=25, max_planner_calls=12, max_replans=4, max_questions=6, backoff=0.01)
    made = disturbed(domain, mix, seed, planner, settings=settings)
    run = made.run()
    entries = made.entries
    assert run.ending is not None
    assert sum(isinstance(e.event, Ended) for e in entries) == 1
    assert isinstance(entries[-1].event, Ended)
    heard = sum(isinstance(e.event, Heard) for e in entries)
    resumed = sum(isinstance(e.event, Resumed) for e in entries)
    assert len(entries) <= most_events(settings, heard, resumed)


@given(domains(), st.integers(0, 999), st.sampled_from(["menu", "whimsy"]))
def test_even_a_budget_of_nothing_ends(domain, seed, planner):
    settings = under(max_steps=0, max_planner_calls=0, max_replans=0, max_questions=0)
    made = disturbed(domain, Mix(), seed, planner, settings=settings)
    run = made.run()
    assert run.ending is not None
    assert run.ending.final_reason in ("already_done", "budget_exhausted")
