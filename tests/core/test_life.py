"""A task's life is one state machine: checked on random runs, and drawn in the docs as it is."""

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.run.life import MOVES, allowed, life
from midcourse.interfaces.render import history
from midcourse.testing import ScriptedPeople
from tests.support import disturbed, domains, mixes, under, whens


@given(
    domains(),
    mixes,
    st.integers(0, 999),
    st.sampled_from(["menu", "whimsy"]),
    whens,
    st.lists(st.sampled_from([True, False, None])),
)
def test_no_event_moves_a_task_where_it_may_not_go(domain, mix, seed, planner, when, answers):
    settings = under(replan=when, backoff=0.01, max_replans=6, question_seconds=1.0)
    made = disturbed(domain, mix, seed, planner, settings=settings, approver=ScriptedPeople(answers), patient=True)
    end = made.run().ending
    before = None
    for entry, run in history(made.entries):
        now = life(run)
        assert before is None or allowed(before, now), f"{before} -> {now} by {entry.event}"
        before = now
    assert before in ("done", "failed", "cancelled") or (before == "waiting" and end is not None and end.can_go_on)


def test_what_has_ended_stays_ended():
    assert all(MOVES[end] == () for end in ("done", "failed", "cancelled"))
    assert all("failed" in MOVES[s] and "cancelled" in MOVES[s] for s in ("planned", "running", "waiting", "replanning"))


def test_the_table_in_the_docs_is_the_machine():
    page = (Path(__file__).parents[2] / "docs" / "failing-well.md").read_text()
    rows = re.findall(r"^\| ([\w, ]+) \| [^|]+ \| ([\w, ]+) \|$", page[page.index("## The life of a task") :], re.MULTILINE)
    ends = ("done", "failed", "cancelled")
    words = {"an end": ends, "none": ()}
    told = {
        state: {n for word in after.split(", ") for n in words.get(word, (word,))}
        for states, after in rows[1:]
        for state in states.split(", ")
    }
    assert told == {state: set(after) for state, after in MOVES.items()}
