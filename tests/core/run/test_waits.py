"""What a run lets time pass for."""

import typing

import msgspec
import pytest

from midcourse.core.run.events import Waited
from midcourse.core.run.waits import WaitsFor
from tests.support import LOOK, story

WRITTEN = (
    "people",
    "back-off",
    "looking again",
    "an effect may still come",
    "an act in doubt may still take effect",
    "what failed may pass",
    "the same failure was just replanned for",
    "the planner is unreachable",
)
"""What journals hold: none of these may ever be called otherwise."""


def read(why: str) -> Waited:
    return msgspec.json.decode(msgspec.json.encode({"type": "waited", "why": why, "took": 7.0}), type=Waited)


@pytest.mark.parametrize("why", WRITTEN)
def test_every_reason_that_stands_in_a_journal_is_read(why):
    assert read(why).why == why and why in typing.get_args(WaitsFor)


def test_no_other_reason_is_read():
    with pytest.raises(msgspec.ValidationError, match="tired"):
        read("tired")


def test_only_time_given_to_people_costs_nothing():
    away, waited = story(LOOK, read("people")), story(LOOK, read("back-off"))
    assert away.spent.idle == 7.0 and waited.spent.idle == 0.0
    assert away.seen.look_wanted == waited.seen.look_wanted == "after waiting"
