"""The clock of a run: it never goes back."""

import asyncio
from dataclasses import replace

from midcourse.approval.inbox import InboxApprover
from midcourse.core.model import Skill, Task
from midcourse.core.plans.plan import Act
from midcourse.director.loop import Director
from midcourse.director.onward import OnwardClock
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import FrozenClock, SymbolicWorld
from tests.director.writing import parts
from tests.support import the, under

DAY = 86_400.0


def test_it_is_put_ahead_and_never_back():
    clock = OnwardClock(FrozenClock(1000.0))
    clock.reach(1500.0)
    clock.reach(1200.0)
    assert clock.now() == 1500.0
    asyncio.run(clock.sleep(10.0))
    assert clock.now() == 1510.0


def test_a_journal_from_a_clock_a_day_ahead_is_gone_on_with_at_once():
    world = SymbolicWorld([Skill("send", makes="sent", risk="irreversible", complete=True)])
    made = parts(world=world, planner=ScriptedPlanner([Act("send")]), approver=InboxApprover(), clock=FrozenClock(1e6 + DAY))
    waits = asyncio.run(Director(made, patient=False).start("r", Task("send it", "sent"), under(question_seconds=60.0)))
    assert waits.people.question is not None and waits.ending is None
    here = FrozenClock(1e6)
    ended = asyncio.run(Director(replace(made, clock=here)).resume("r"))
    assert not the(ended.ending).success and world.done == []
    assert here.now() - 1e6 < 600.0
    moments = [entry.at for entry in asyncio.run(made.journal.read("r"))]
    assert moments == sorted(moments)
