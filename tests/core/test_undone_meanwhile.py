"""Work that somebody undoes while a later act fails: it is done again where the plan says so, and the act is tried once more."""

import pytest

from midcourse import Grant, Task, act, fail, observer, run, skill
from midcourse.core.model import Risk

QUICK = {"settle_seconds": 0, "backoff": 0.01, "auto_replanning_min_interval_seconds": 0.01, "max_seconds": 60}
"""No waits: what is decided does not depend on them."""


def refuse():
    raise ConnectionRefusedError("nobody listens")


FAILURES = {
    "of its own kind": lambda: fail("no_reservation", "there is none"),
    "changed": lambda: fail("gone", "there is none", kind="changed"),
    "structural": lambda: fail("unreachable", "no reservation"),
    "raised": lambda: {}["reservation"],
    "passing": refuse,
}


def shipping(failure, *, always=False, risk: Risk = "reversible", grants=()):
    """Reserve and ship, by a planner that always gives the whole list; how the run ends, and what was called."""
    there, calls = {"reserved": False, "shipped": False}, []

    @skill(makes="reserved", risk=risk)
    def reserve() -> None:
        calls.append("reserve")
        there["reserved"] = True

    @skill(makes="shipped")
    def ship() -> None:
        calls.append("ship")
        if always or calls.count("ship") == 1:
            there["reserved"] = False  # somebody else's hand, or its own
        if not there["reserved"]:
            failure()
        there["shipped"] = True

    @observer("reserved", "shipped")
    def look() -> list[str]:
        return [name for name, is_there in there.items() if is_there]

    def plan(request):
        return [act("reserve"), act("ship")]

    return run(Task("ship it", "shipped", grants=grants), world=[reserve, ship, look], planner=plan, settings=QUICK), calls


@pytest.mark.parametrize("failure", FAILURES)
def test_what_was_undone_is_done_again_and_what_failed_for_the_lack_of_it_is_tried_once_more(failure):
    outcome, calls = shipping(FAILURES[failure])
    assert outcome.success and calls[-2:] == ["reserve", "ship"] and calls.count("reserve") == 2, (calls, outcome.ending)


@pytest.mark.parametrize("failure", ["changed", "structural", "raised"])
def test_an_act_that_fails_so_twice_is_taken_for_the_one_that_undoes_it(failure):
    outcome, calls = shipping(FAILURES[failure], always=True)
    assert not outcome.success and calls == ["reserve", "ship", "reserve", "ship"], (calls, outcome.ending)


def test_what_cannot_be_undone_is_not_done_again_without_a_yes():
    once, calls = shipping(FAILURES["raised"], risk="irreversible", grants=(Grant("reserve()"),))
    assert not once.success and calls == ["reserve", "ship"], once.ending
    twice, calls = shipping(FAILURES["raised"], risk="irreversible", grants=(Grant("reserve()", count=2),))
    assert twice.success and calls == ["reserve", "ship", "reserve", "ship"], twice.ending
