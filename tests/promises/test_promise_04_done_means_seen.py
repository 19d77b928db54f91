"""Promise 4: done means seen. Success only when the goal holds in a fresh look; only confirmed steps count."""

from hypothesis import example, given
from hypothesis import strategies as st

from midcourse.core.logic.conditions import parse
from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Intended, Looked
from midcourse.testing import Mix
from tests.support import disturbed, domains, mixes, the, under, whens


def holds(condition: str, facts: set[str]) -> bool:
    return all((lit.fact in facts) != lit.negated for lit in parse(condition))


@given(domains(), mixes, st.integers(0, 999), st.sampled_from(["menu", "whimsy"]), whens)
def test_success_is_true_in_the_world(domain, mix, seed, planner, when):
    made = disturbed(domain, mix, seed, planner, settings=under(replan=when, backoff=0.01, max_replans=8))
    run = made.run()
    if the(run.ending).success:
        assert holds(domain[2], made.inner.truth)
        assert the(run.ending).said_by


OFTEN = tuple(
    Skill(name, makes=makes, risk="harmless", repeatable=False, timeout=0.02)
    for name, makes in (("a0", "p0"), ("a1", "p0"), ("a2", "p0 and p1"))
)


@given(domains(), st.integers(0, 999), st.sampled_from(["menu", "whimsy"]))
@example((OFTEN, ["p0"], "p1"), 0, "whimsy")  # what is left of a doubted contract was there all along
def test_a_world_that_only_says_done_gets_nothing_confirmed(domain, seed, planner):
    made = disturbed(domain, Mix(lie=1.0), seed, planner, settings=under(backoff=0.01, max_replans=3))
    run = made.run()
    before = set(domain[1])
    assert not the(run.ending).success or holds(domain[2], before)
    for id in the(run.ending).fates.confirmed:
        skill = next(s for s in domain[0] if s.name == the(run.work.records[id].step, Act).skill)
        assert holds(skill.makes, before), f"{id} is called confirmed, but nothing ever happened"


@given(domains(), mixes, st.integers(0, 999))
def test_every_confirmed_step_was_seen_after_it_was_done(domain, mix, seed):
    made = disturbed(domain, mix, seed, "menu", settings=under(backoff=0.01, max_replans=8))
    run = made.run()
    facts: set[str] = set()
    done: dict[str, str] = {}
    seen: set[str] = set()
    for entry in made.entries:
        match entry.event:
            case Looked(added=added, removed=removed):
                facts = facts - set(removed) | set(added)
                seen |= {id for id, makes in done.items() if holds(makes, facts)}
            case Intended(step=id, skill=name):
                done[id] = next(s for s in domain[0] if s.name == name).makes
                seen.discard(id)
            case _:
                pass
    assert set(the(run.ending).fates.confirmed) <= seen
