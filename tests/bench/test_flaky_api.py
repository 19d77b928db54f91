"""The quick form of the benchmark with a flaky service: the ledger is true, the loops do as loops do, the engine doubles nothing."""

import contextlib

import flaky_api
import pytest
from flaky_ways.client import CUSTOMERS, Api
from flaky_ways.service import AFTER, HANGS, WORKS, WRITES, Ledger, Service


def fates(seed: int, thing: str, calls: int) -> list[str]:
    ledger = Ledger(seed, honours_keys=False)
    return [ledger.fate(thing, WRITES) for _ in range(calls)]


def test_fates_come_from_the_seed_and_four_tries_get_through():
    assert fates(5, "c01", 200) == fates(5, "c01", 200) != fates(6, "c01", 200)
    drawn = fates(5, "c01", 200)
    assert set(drawn) == set(WRITES)
    assert all(WORKS in drawn[i : i + 4] for i in range(197))


@pytest.mark.parametrize("honours", [True, False])
def test_a_key_does_its_work_once_where_keys_are_honoured(honours):
    with Service(1, honours) as service:
        for _ in range(12):
            with contextlib.suppress(OSError):
                Api(service.address).post("c01", key="one")
        acted = sum(service.ledger.fates[fate] for fate in (WORKS, HANGS, AFTER))
    assert acted > 1
    assert service.ledger.times["c01"] == (1 if honours else acted)


@pytest.fixture(scope="module")
def results():
    return flaky_api.measure(["plain", "plain_looks", "plain_keyed", "bare", "seen"], [3], [0, 2], 4)


def test_the_loops_are_given_their_best(results):
    assert all(r.right and r.success for r in results if r.way in ("plain_looks", "plain_keyed"))
    assert all(r.moved == len(CUSTOMERS) and r.doubled for r in results if r.way == "plain")  # or the count would be no count


def test_the_engine_doubles_nothing_and_claims_no_more_than_is_so(results):
    ours = [r for r in results if not r.way.startswith("plain")]
    assert all(r.harmless for r in ours)
    assert not any(r.success and not r.right for r in ours)
    assert all(r.right or r.questions for r in ours if r.way == "bare")


def test_an_observer_costs_twenty_lines_at_most():
    assert flaky_api.lines("seen") - flaky_api.lines("plain") <= 20
