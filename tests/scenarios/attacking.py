"""What attacks share: a world with strange answers, a payment, and messages sent while a run waits."""

from __future__ import annotations

import asyncio

from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import ScriptedPeople, SymbolicWorld
from tests.support import lab


def pays(world) -> int:
    return sum(call.skill == "pay" for call in world.done)


class Strange(SymbolicWorld):
    """Acts, then gives an answer of another kind the first time."""

    def __init__(self, skills, answer, facts=(), **more):
        super().__init__(skills, facts, **more)
        self._answer = answer

    async def act(self, call):
        result = await super().act(call)
        return self._answer if call.skill == "pay" and pays(self) <= 1 else result


PAY = Skill("pay", makes="paid", complete=True, risk="irreversible")


def story(world, *messages, wait=0.0, settings=None):
    made = lab(world, ScriptedPlanner([Act("pay")]), "paid", approver=ScriptedPeople([None]))
    made.settings = settings or made.settings

    async def go():
        await made.director().start("r1", made.task, made.settings)
        await made.clock.sleep(wait)
        for message in messages:
            await made.store.send("r1", message)
        return await made.director().resume("r1")

    return asyncio.run(go())
