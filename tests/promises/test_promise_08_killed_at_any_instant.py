"""Promise 8: killed at any instant, a run goes on from its journal; no effect is lost, none is repeated."""

from hypothesis import given
from hypothesis import strategies as st

from midcourse import Replan, act, fact, observer, resume, skill
from midcourse import run as run_it
from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.entries import encode
from midcourse.core.run.events import Intended
from midcourse.engine.memory import MemoryStore
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import Died, FrozenClock, SymbolicWorld
from tests.support import disturbed, domains, lab, mixes, the, under

CHAIN = 10


def chain() -> list[Skill]:
    """Ten steps that must each happen exactly once."""
    skills = [Skill("do0", makes="f0", complete=True)]
    skills += [Skill(f"do{i}", needs=f"f{i - 1}", makes=f"f{i}", complete=True) for i in range(1, CHAIN)]
    return skills


class Mortal(MemoryStore):
    """A journal that dies at its nth append, just before or just after the entries are kept."""

    def __init__(self, at: int, after: bool) -> None:
        super().__init__()
        self._left, self._after = at, after

    async def append(self, run_id, epoch, entries):
        self._left -= 1
        if self._left == 0 and not self._after:
            raise Died
        await super().append(run_id, epoch, entries)
        if self._left == 0:
            raise Died


def story(store: MemoryStore, world: SymbolicWorld):
    made = lab(world, ScriptedPlanner([Act(s.name) for s in chain()]), f"f{CHAIN - 1}", store=store)
    return made, made.run


def test_killed_around_every_commit_every_effect_happens_once():
    quiet = SymbolicWorld(chain())
    made, run = story(MemoryStore(), quiet)
    assert the(run().ending).success
    commits = len(made.entries)
    tried = 0
    for at in range(2, commits):
        for after in (False, True):
            world = SymbolicWorld(chain())
            made, run = story(Mortal(at, after), world)
            assert the(run().ending).success
            tried += made.deaths
            assert sorted(c.skill for c in world.done) == sorted(s.name for s in chain()), (at, after)
    assert tried > 2 * CHAIN


class MortalWorld(SymbolicWorld):
    """Dies at its nth act, just before or just after the effect."""

    def __init__(self, skills, at: int, after: bool) -> None:
        super().__init__(skills)
        self._left, self._after = at, after

    async def act(self, call):
        self._left -= 1
        if self._left == 0 and not self._after:
            raise Died
        result = await super().act(call)
        if self._left == 0:
            raise Died
        return result


def test_killed_around_every_effect_every_effect_happens_once():
    for at in range(1, CHAIN + 1):
        for after in (False, True):
            world = MortalWorld(chain(), at, after)
            made, run = story(MemoryStore(), world)
            assert the(run().ending).success and made.deaths == 1
            assert [c.skill for c in world.done] == [s.name for s in chain()], (at, after)


@given(domains(), mixes, st.integers(0, 999))
def test_no_act_reaches_the_world_without_a_committed_intent(domain, mix, seed):
    made = disturbed(domain, mix, seed, "menu", settings=under(backoff=0.01, max_replans=6))
    act, orphans = made.inner.act, []

    async def watched(call):
        kept = [e.event for e in made.store._entries["r1"] if isinstance(e.event, Intended)]
        if not kept or (kept[-1].skill, kept[-1].key) != (call.skill, call.key):
            orphans.append(call)
        return await act(call)

    made.inner.act = watched
    made.run()
    assert not orphans


@given(domains(), mixes, st.integers(0, 999), st.integers(2, 30), st.booleans())
def test_a_crash_changes_no_count_of_effects_that_may_not_be_repeated(domain, mix, seed, at, after):
    skills = list(domain[0])
    made = disturbed((skills, domain[1], domain[2]), mix, seed, "menu", settings=under(backoff=0.01), store=Mortal(at, after))
    run = made.run()
    assert run.ending is not None or run.people.question is not None
    keys = [call.key for call in made.inner.done]
    assert len(keys) == len(set(keys)), "one intended act took effect twice"


def test_a_doubt_that_nothing_can_settle_is_asked_and_never_guessed():
    skills = [Skill("ring", makes="", risk="reversible"), Skill("note", makes="noted", complete=True)]

    class Once(MortalWorld):
        pass

    world = Once(skills, 1, True)
    made = lab(world, ScriptedPlanner([Act("ring"), Act("note")]), "noted")
    made.approver.__init__(True)
    run = made.run()
    assert the(run.ending).success
    assert [q.kind for q in made.approver.asked] == ["settle"]
    assert [c.skill for c in world.done] == ["ring", "note"]
    assert all(encode(e) for e in made.entries)


def paid_with_a_death_at(at: int) -> list[str]:
    """Who is paid by a script of three lists, in a run that dies at an append and is taken up again."""
    paid: list[str] = []

    @skill(makes="paid({who})")
    def pay(who: str):
        paid.append(who)

    @observer("paid(*)")
    def look():
        return [fact("paid", who) for who in paid]

    lists = ([act("pay", who="ann"), Replan()], [act("pay", who="bob"), Replan()], [act("pay", who="carl")])
    store = Mortal(at, after=False)
    options = {"world": [pay, look], "planner": ScriptedPlanner(*lists), "store": store, "clock": FrozenClock()}
    try:
        run_it("pay the three", run_id="r", **options)
    except Died:
        store.bereave("r")
        resume("r", **options)
    return paid


def test_a_death_while_a_plan_is_asked_for_skips_none_of_several_lists():
    for at in range(2, 30):
        assert paid_with_a_death_at(at) == ["ann", "bob", "carl"], at
