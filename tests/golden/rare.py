"""Kinds of runs whose journals are golden: so that every rule and every guard of the policy has decided in one of them."""

from __future__ import annotations

from midcourse import Act, Call, Cost, Failed, GoOn, LookFailed, Pause, Replan, ScriptedPlanner, SearchPlanner, Skill
from midcourse.testing import AnswersAll, DictMemory, FrozenClock, ScriptedPeople, SymbolicWorld
from tests.golden.usual import A2, DOORS, RING, SEND, WHOLE, A, B, C, Kind, Opener, Remembering, Rusty
from tests.support import Lab, lab, under


class Waking(FrozenClock):
    """Somebody says go on as soon as the run sleeps."""

    made: Lab

    async def sleep(self, seconds: float) -> None:
        await super().sleep(seconds)
        await self.made.store.send(self.made.run_id, GoOn())


class Pausing(SymbolicWorld):
    """Somebody pauses the run while its first act is under way."""

    made: Lab

    async def act(self, call: Call):
        result = await super().act(call)
        if len(self.calls) == 1:
            await self.made.store.send(self.made.run_id, Pause())
        return result


class Flaky(SymbolicWorld):
    """Is busy for long, then works."""

    async def act(self, call: Call):
        if len(self.calls) < 6:
            self.calls.append(call)
            return Failed("unavailable", "busy")
        return await super().act(call)


class Dark(SymbolicWorld):
    """Cannot be seen."""

    async def observe(self):
        raise LookFailed("it is dark")


class Dear(ScriptedPlanner):
    """Its answers may cost more than anybody has."""

    def most(self, request: object) -> Cost:
        return Cost(money=1000.0)


def paused() -> Lab:
    world, clock = Pausing([A, B]), Waking()
    world.made = clock.made = lab(world, ScriptedPlanner([Act("a"), Act("b")]), "q", clock=clock, patient=True)
    return world.made


def nobody_answered() -> Lab:
    planner = ScriptedPlanner([Act("a"), Act("send")], [Act("send")])
    settings = under(question_seconds=5.0)
    return lab(SymbolicWorld([A, SEND]), planner, "sent", approver=ScriptedPeople([None]), settings=settings, patient=True)


def gave_in_to_what_may_pass() -> Lab:
    return lab(Flaky([A]), SearchPlanner(), "p", settings=under(retries=3, backoff=1.0))


def nothing_can_be_seen() -> Lab:
    return lab(Dark([A]), ScriptedPlanner([Act("a")]), "p")


def too_dear() -> Lab:
    return lab(SymbolicWorld([A]), Dear([Act("a")]), "p")


def in_circles() -> Lab:
    return lab(SymbolicWorld([A, RING]), ScriptedPlanner(*[[Replan("later")]] * 6), "p")


def plan_agreed_to() -> Lab:
    settings = under(approve_plans="all")
    return lab(SymbolicWorld([A, B]), ScriptedPlanner([Act("a"), Act("b")]), "q", settings=settings, approver=AnswersAll(True))


def looked_and_still_unknown() -> Lab:
    peek = Skill("peek", senses="p", risk="harmless", repeatable=True)
    world = SymbolicWorld([peek, B], ["p"], covers=("q",))
    return lab(world, ScriptedPlanner([Act("peek"), Act("b")], [Act("b")]), "q")


def plan_took_too_long() -> Lab:
    settings = under(plan_seconds=1.5, look_cost=9.0, auto_replanning_trigger_high=True)
    return lab(SymbolicWorld([A, B, C]), ScriptedPlanner(WHOLE, [Act("b"), Act("c")], [Act("c")]), "r", settings=settings)


def failed_after_the_goal() -> Lab:
    world = SymbolicWorld([A, B], broken={"b": Failed("unreachable", "a wall")})
    return lab(world, ScriptedPlanner([Act("a"), Act("b")]), "p")


def no_replan_left() -> Lab:
    world = SymbolicWorld([A, A2], broken={"a": Failed("unreachable", "a wall")})
    return lab(world, ScriptedPlanner([Act("a")], [Act("a2")]), "p", settings=under(max_replans=0))


def ended_on_an_act_that_nobody_saw() -> Lab:
    return lab(SymbolicWorld([A, B, C]), ScriptedPlanner(WHOLE), "r", settings=under(replan="fixed", max_steps=2))


def goal_reached_with_a_fix_that_no_look_shows() -> Lab:
    world = Rusty(DOORS, covers=("light", "oiled(*)"), hidden={"open": "light"})
    plain = lab(world, Opener("front"), "light")
    made = Remembering(plain.world, plain.planner, plain.task, plain.settings)
    made.memory = DictMemory()
    return made


RARE: tuple[Kind, ...] = (
    paused,
    nobody_answered,
    gave_in_to_what_may_pass,
    nothing_can_be_seen,
    too_dear,
    in_circles,
    plan_agreed_to,
    looked_and_still_unknown,
    plan_took_too_long,
    failed_after_the_goal,
    no_replan_left,
    ended_on_an_act_that_nobody_saw,
    goal_reached_with_a_fix_that_no_look_shows,
)
