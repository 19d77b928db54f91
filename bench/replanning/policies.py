"""Who decides when to replan: ours, and the loops it is compared with, all on the same engine and the same planner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from midcourse.core.gates.request import PlanRequest, Reply
from midcourse.core.model import Call, Done, Failed, Observation, Result
from midcourse.core.protocols import Planner
from midcourse.core.run.groups import changed
from midcourse.core.run.settings import Limits, Patience, Settings, When
from midcourse.planners.repair import RepairPlanner
from midcourse.planners.search import SearchPlanner

from .world import BedWorld


def planner(repair: bool, avoid_dead_ends: bool = True) -> Planner:
    """The planner that all policies use."""
    search = SearchPlanner(nodes=6000, seconds=10.0, improve=100, avoid_dead_ends=avoid_dead_ends)
    return RepairPlanner(search) if repair else search


class Banning:
    """A planner that never proposes again what failed once, whatever the reason."""

    def __init__(self, inner: Planner) -> None:
        self._inner = inner

    async def plan(self, request: PlanRequest) -> Reply:
        """The inner planner's answer with every failed act refused."""
        return await self._inner.plan(
            changed(request, {"refused": request.bounds.refused | {a.digest for a in request.attempts}})
        )


class Retrying:
    """A world in which a failed act is tried again a few times before the failure is told."""

    def __init__(self, world: BedWorld, times: int = 3) -> None:
        self._world, self._times = world, times
        self.skills, self.observe = world.skills, world.observe

    async def act(self, call: Call) -> Result:
        """The first success, or the last failure."""
        result: Result = Done()
        for _ in range(1 + self._times):
            result = await self._world.act(call)
            if not isinstance(result, Failed):
                break
        return result


class Stalling:
    """A world that calls a halt when three acts in a row brought the goal no nearer, counted in its facts."""

    def __init__(self, world: BedWorld, most: int = 3) -> None:
        self._world, self._most = world, most
        self._best, self._stalled = 0, 0
        self.skills = world.skills

    async def observe(self) -> Observation:
        """What the world shows."""
        return await self._world.observe()

    async def act(self, call: Call) -> Result:
        """Do it, unless the counter is full."""
        if self._stalled >= self._most:
            self._stalled = 0
            return Failed("stalled", "three acts in a row brought nothing", kind="changed")
        result = await self._world.act(call)
        from midcourse.core.logic.conditions import parse

        met = sum((lit.fact in self._world.truth) != lit.negated for lit in parse(self._world.goal))
        self._stalled = 0 if met > self._best else self._stalled + 1
        self._best = max(self._best, met)
        return result


@dataclass(frozen=True)
class Policy:
    """One way of deciding, by name."""

    name: str
    when: When
    repair: bool = False
    knows: bool = False
    """It is monitored with the true contracts, whatever is declared."""
    stop_early: bool = True
    doubts: bool = False
    wrap_planner: Callable[[Planner], Planner] | None = None
    wrap_world: Callable[[BedWorld], object] | None = None

    def settings(self, length: int) -> Settings:
        """The same generous limits for all."""
        return Settings(
            replan=self.when,
            stop_early=self.stop_early,
            doubts=self.doubts,
            limits=Limits(max_replans=60, max_segments=400, max_planner_calls=400, max_steps=max(60, 8 * length)),
            patience=Patience(backoff=0.01),
        )


OURS = "validity + repair"
DOUBTING = "validity + repair, doubting"
POLICIES = (
    Policy("fixed plan", "fixed"),
    Policy("retry 3, then give up", "fixed", wrap_world=Retrying),
    Policy("on error", "on-error", stop_early=False),
    Policy("on error, ban what failed", "on-error", wrap_planner=Banning),
    Policy("stall counter 3", "on-error", stop_early=False, wrap_world=Stalling),
    Policy("every 3 + on error", "every-k", stop_early=False),
    Policy("any change (FF-Replan)", "any-change", stop_early=False),
    Policy("every step", "every-step", stop_early=False),
    Policy("validity", "validity"),
    Policy(OURS, "validity", repair=True),
    Policy(DOUBTING, "validity", repair=True, doubts=True),
    Policy("oracle", "validity", repair=True, knows=True),
)
