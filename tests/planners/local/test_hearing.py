"""What local planning asks of its helpers, and what it tells them."""

from __future__ import annotations

import asyncio

from midcourse import run
from midcourse.core.gates.request import AtALoss
from midcourse.core.local.bearing import HelperSaid
from midcourse.core.local.figures import LocalSettings
from midcourse.core.model import Cost, Target
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.hearing import Hearing
from midcourse.planners.local.roles import Option, Options
from midcourse.testing.contracts.planner import request
from tests.planners.local.rooms import Rooms
from tests.planners.local.test_local_planner import LIMITS, SEEDED, Script

SKILLS = asyncio.run(Rooms().skills())


class Says:
    """Readings in their order."""

    is_free = False

    def __init__(self, *readings):
        self._readings = iter(readings)

    async def near(self, request):
        return next(self._readings), Cost(1)


class Notes(Script):
    """A proposer that notes what it is told."""

    def __init__(self):
        super().__init__(**SEEDED._orders)
        self.told = []

    async def options(self, request, without, told):
        self.told.append(tuple(told))
        return await super().options(request, without, told)


def test_exactly_nothing_is_read_once_more():
    asked = request()
    assert asyncio.run(Hearing(SEEDED, Says(0.0, 0.0, 7.0)).near(asked, 2)) == [7.0]
    assert asyncio.run(Hearing(SEEDED, Says(0.0, 4.0)).near(asked, 2)) == [0.0, 4.0]
    assert asyncio.run(Hearing(SEEDED, Says(0.0, None)).near(asked, 1)) == [0.0]
    assert asyncio.run(Hearing(SEEDED, None).near(asked, 2)) == []


def test_what_was_said_is_kept_with_its_cost_and_said_once_more_for_nothing():
    hearing, asked = Hearing(SEEDED, Says(3.0)), request()
    assert asyncio.run(hearing.near(asked, 1)) == [3.0]
    heard, cost = hearing.taken()
    assert heard == (HelperSaid(near=(3.0,)),) and cost == Cost(1)
    hearing.repeat(heard)
    assert asyncio.run(hearing.near(asked, 1)) == [3.0] and hearing.taken() == (heard, Cost())


def test_the_proposer_is_told_what_was_tried():
    proposer = Notes()
    run("get there", done_when="screen(Columns)", world=Rooms(), planner=LocalPlanner(proposer), settings=LIMITS)
    assert proposer.told[0] == () and proposer.told[1] == ("1.1 retain menuitem File at Main",)


def twice(planner, asked):
    """What a planner answers once it has looked twice."""
    looks = asyncio.run(planner.plan(asked))
    assert [type(step) for step in looks.steps] == [Replan]
    return asyncio.run(planner.plan(asked))


class Commits:
    async def options(self, request, without, told):
        return Options((Option(Act("click", {}, "button Send")),))


def test_what_needs_leave_is_tried_only_so_often():
    send = Target("button Send", "button", "Send", ("asks",))
    asked = request(goal="send it", done_when="sent", targets=(send,), skills=SKILLS, facts=frozenset({"screen(Main)"}))
    replies = [twice(LocalPlanner(Commits(), settings=LocalSettings(leaves=most)), asked) for most in (1, 0)]
    assert isinstance(replies[0], Draft) and isinstance(replies[1], AtALoss)
