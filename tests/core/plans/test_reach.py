"""What could ever become true: an optimist's answer, which never calls out of reach what can be reached."""

from hypothesis import given

from midcourse.core.logic.conditions import coverage, parse
from midcourse.core.plans.contracts import Contract, Imagined, contract_of
from midcourse.core.plans.plan import Act
from midcourse.core.plans.reach import reachable
from tests.support import domains


def world(*facts: str, covers: str = "*") -> Imagined:
    return Imagined(frozenset(facts), coverage((covers,)))


def doing(needs: str, makes: str, breaks: str = "", counts: str = "") -> Contract:
    return Contract(parse(needs), parse(makes), parse(breaks), counts=parse(counts))


def test_a_chain_is_followed_in_whatever_order_it_is_given():
    reach = reachable(world("a"), [doing("c", "d"), doing("b", "c"), doing("a", "b")])
    assert reach.all_hold(parse("d and b")) and not reach.all_hold(parse("d and e"))


def test_what_nobody_knows_counts_as_in_reach():
    unseen = world(covers="a")
    assert reachable(unseen, []).all_hold(parse("b")) and not reachable(unseen, []).all_hold(parse("a"))


def test_what_is_taken_away_stays_in_reach_and_its_absence_too():
    reach = reachable(world("key"), [doing("key", "open", breaks="key")])
    assert reach.all_hold(parse("open and key and not key"))


def test_a_number_that_can_be_counted_can_be_anything():
    fuel = doing("", "", counts="fuel(car, +=1)")
    assert reachable(world("fuel(car, 0)"), [fuel]).all_hold(parse("fuel(car, >=99)"))
    assert not reachable(world("fuel(car, 0)"), []).all_hold(parse("fuel(car, >=99)"))


@given(domains())
def test_whatever_a_blind_walk_reaches_was_in_reach(domain):
    skills, start, goal = domain
    known = {skill.name: skill for skill in skills}
    contracts = [contract_of(Act(name), known) for name in known]
    reach, walk = reachable(world(*start), contracts), world(*start)
    for contract in contracts * 3:
        if all(walk.truth(lit) for lit in contract.needs):
            walk.apply(contract)
            assert all(reach.holds(lit) for lit in parse(goal) if walk.truth(lit))
