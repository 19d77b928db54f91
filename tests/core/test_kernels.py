"""Kernels against brute force: exact under the declared model, and the same however they were reached."""

import itertools
import random

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.logic.conditions import coverage, parse
from midcourse.core.plans.contracts import Contract, Imagined
from midcourse.core.plans.kernels import Kernels

ALL = coverage(("*",))
FACTS = [f"p{i}" for i in range(6)]

literals = st.lists(st.sampled_from(FACTS), max_size=2, unique=True).map(lambda fs: parse(" and ".join(fs)))
contracts = st.builds(
    lambda needs, makes, breaks: Contract(needs, makes, tuple(b for b in breaks if b not in makes), True),
    literals,
    literals,
    literals,
)
goals = st.lists(st.sampled_from(FACTS), min_size=1, max_size=2, unique=True).map(lambda fs: parse(" and ".join(fs)))
worlds = st.frozensets(st.sampled_from(FACTS))


def suffix_works(plan, goal, facts, j):
    world = Imagined(facts, ALL)
    for contract in plan[j:]:
        if any(world.truth(lit) is False for lit in contract.needs):
            return False
        world.apply(contract)
    return all(world.truth(lit) is not False for lit in goal)


@given(st.lists(contracts, min_size=1, max_size=6), goals, worlds, worlds)
def test_a_kernel_without_ghosts_holds_exactly_when_the_rest_of_the_plan_works(plan, goal, start, now):
    kernels = Kernels.build(plan, goal, start, ALL)
    if kernels.ghosts:
        return
    kernels = kernels.seen_anew(now, ALL)
    for j in range(len(plan) + 1):
        assert kernels.holds(j) == suffix_works(plan, goal, now, j), j


@given(st.lists(contracts, min_size=1, max_size=6), goals, st.lists(worlds, min_size=2, max_size=6))
def test_following_changes_one_by_one_gives_the_same_as_reading_all_anew(plan, goal, looks):
    kernels = Kernels.build(plan, goal, looks[0], ALL)
    for before, now in itertools.pairwise(looks):
        kernels = kernels.seen(sorted(before ^ now), now, ALL)
        fresh = Kernels.build(plan, goal, now, ALL, kernels.ghosts)
        assert (list(kernels.violated), list(kernels.unmet)) == (list(fresh.violated), list(fresh.unmet))


@given(st.lists(contracts, min_size=1, max_size=6), goals, worlds, worlds, st.integers(0, 6))
def test_the_furthest_place_is_one_from_which_the_plan_works(plan, goal, start, now, at):
    kernels = Kernels.build(plan, goal, start, ALL)
    at = min(at, len(plan))
    place = kernels.seen_anew(now, ALL).furthest(at)
    if not kernels.ghosts:
        works = [j for j in range(len(plan) + 1) if suffix_works(plan, goal, now, j)]
        assert (place is None) == (not works)
        if works:
            assert place in works and place == max(works)


def test_an_irrelevant_change_costs_nothing():
    plan = [Contract(parse("a"), parse("b"), (), True)]
    kernels = Kernels.build(plan, parse("b"), {"a"}, ALL)
    assert kernels.seen(["clock(1)", "advert(2)"], {"a", "clock(1)", "advert(2)"}, ALL) is kernels


def test_what_nobody_declares_to_make_is_a_ghost_until_somebody_is_seen_to_make_it():
    plan = [Contract((), parse("a"), (), False), Contract(parse("warm"), parse("b"), (), False)]
    kernels = Kernels.build(plan, parse("b"), set(), ALL)
    assert {g.text for g in kernels.ghosts} == {"warm"}
    assert kernels.holds(0)
    after = kernels.seen(["a", "warm"], {"a", "warm"}, ALL)
    learned = after.learned(0, after.ghosts, {"a", "warm"}, ALL)
    assert not learned.ghosts and learned.holds(1)
    cold = learned.seen(["warm"], {"a"}, ALL)
    assert not cold.holds(1), "now that its maker is known, its loss is noticed"


def test_stars_are_followed_too():
    plan = [Contract(parse("not locked(*)"), parse("open"), (), True)]
    kernels = Kernels.build(plan, parse("open"), {"shut"}, ALL)
    assert kernels.holds(0)
    locked = kernels.seen(["locked(front)"], {"shut", "locked(front)"}, ALL)
    assert not locked.holds(0)
    assert locked.seen(["locked(front)"], {"shut"}, ALL).holds(0)


def test_redoing_what_was_undone_skips_what_still_holds():
    chain = [
        Contract((), parse("a"), (), True),
        Contract((), parse("b"), (), True),
        Contract(parse("a and b"), parse("c"), (), True),
    ]
    kernels = Kernels.build(chain, parse("c"), set(), ALL).seen_anew({"b"}, ALL)
    assert kernels.furthest(2) == 0
    assert kernels.seen(["a"], {"a", "b"}, ALL).furthest(1) == 2


def test_seeded_walks_never_lose_count():
    chance = random.Random(7)
    plan = [Contract(parse(chance.choice(FACTS)), parse(chance.choice(FACTS)), (), True) for _ in range(12)]
    facts: set[str] = set()
    kernels = Kernels.build(plan, parse("p0 and not p5"), facts, ALL)
    for _ in range(500):
        fact = chance.choice(FACTS)
        facts = facts ^ {fact}
        kernels = kernels.seen([fact], facts, ALL)
        assert min(kernels.violated) >= 0 and min(kernels.unmet) >= 0
