"""Promise 9: replay gives the same state and, in the same release, the same decisions, with no world and no model."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from midcourse.core import whatif
from midcourse.core.errors import JournalError
from midcourse.core.evolve import replay
from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.entries import decode, encode
from midcourse.core.whatif import first_difference
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import Chaos, Mix, SymbolicWorld
from tests.support import disturbed, domains, lab, mixes, the, under, whens


@given(domains(), mixes, st.integers(0, 999), st.sampled_from(["menu", "whimsy"]), whens)
def test_a_journal_adds_up_to_the_same_run_and_is_decided_alike(domain, mix, seed, planner, when):
    made = disturbed(domain, mix, seed, planner, settings=under(replan=when, backoff=0.01, max_replans=6))
    made.clock._tick = 0.001
    run = made.run()
    written = [decode(encode(entry)) for entry in made.entries]
    assert written == made.entries
    assert replay(written) == run
    assert first_difference(written) is None


def test_what_if_names_the_first_decision_that_differs():
    skills = [Skill("a", makes="p", complete=True), Skill("b", makes="q", complete=True)]
    chaos = Chaos(SymbolicWorld(skills), Mix(fail_for_good=1.0, most=1), 1)
    made = lab(chaos, ScriptedPlanner([Act("a")], [Act("b")]), "q")
    made.settings = under(backoff=0.01)
    # Plan 1 leads nowhere near q, so the gateway would refuse it: let it be a segment.
    from midcourse.core.plans.plan import Replan

    made.planner = ScriptedPlanner([Act("a"), Replan()], [Act("b")])
    run = made.run()
    assert the(run.ending).success and run.spent.replans == 1
    found = first_difference(made.entries, under(made.settings, max_replans=0))
    assert found is not None
    assert found.was == "plan replan" and found.now == "stop replan_exhausted"
    assert "unreachable" in found.sentence()


def test_a_journal_of_another_policy_is_shown_but_not_decided_again():
    made = lab(SymbolicWorld([Skill("a", makes="p")]), ScriptedPlanner([Act("a")]), "p")
    made.run()
    first = made.entries[0]
    old = [replace(first, event=replace(first.event, policy=0)), *made.entries[1:]]
    assert the(replay(old).ending).success
    with pytest.raises(JournalError, match="policy 0"):
        first_difference(old)


def test_what_was_decided_by_the_clock_is_decided_alike():
    chaos = Chaos(SymbolicWorld([Skill("a", makes="p", complete=True)]), Mix(fail=1.0, most=3), 1)
    made = lab(chaos, ScriptedPlanner([Act("a")]), "p", settings=under(backoff=5.0))
    made.clock._tick = 0.25
    assert the(made.run().ending).success
    assert sum(e.command == "wait" for e in made.entries) == 3
    assert first_difference(made.entries) is None


def test_a_journal_that_no_rule_can_decide_is_refused_and_not_a_traceback(monkeypatch):
    made = lab(SymbolicWorld([Skill("a", makes="q")]), ScriptedPlanner([Act("a")]), "q")
    made.run()

    def stumble(run, now):
        raise KeyError("s9")

    monkeypatch.setattr(whatif, "decide", stumble)
    with pytest.raises(JournalError, match="nothing before it is called 's9'"):
        first_difference(made.entries)
