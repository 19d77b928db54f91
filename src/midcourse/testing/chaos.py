"""Chaos: a wrapper that makes any world misbehave, by a declared mix and a seed.

Every disturbance is written to `log`, which the run never sees: a judge outside the engine knows the truth by it.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, runtime_checkable

import msgspec

from ..core.errors import LookFailed
from ..core.logic.conditions import fact
from ..core.model import Call, Done, FactKind, Failed, Observation, Result, Skill, Target, Uncertain
from ..core.plans.calls import act_digest
from ..core.protocols import Spoken, World

Chance01 = float

OUTCOMES = ("fail", "fail_for_good", "hang", "late", "lie", "die_before", "die_after")
"""What may happen instead of an act: at most one of them."""
EVENTS = ("undo", "help", "irrelevant", "capability", "move", "rename", "remove", "goal", "blind")
"""What may happen after an act: each by its own chance."""


class Mix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How often each disturbance comes, as a chance per act."""

    fail: Chance01 = 0.0
    """Refused with a reason that passes."""
    fail_for_good: Chance01 = 0.0
    """Refused now and for ever, with a reason that does not pass."""
    hang: Chance01 = 0.0
    """Never answers, does nothing."""
    late: Chance01 = 0.0
    """Acts, and gives no answer in time."""
    lie: Chance01 = 0.0
    """Says done, does nothing."""
    die_before: Chance01 = 0.0
    """The process dies before the effect."""
    die_after: Chance01 = 0.0
    """The process dies after the effect and before the answer."""
    undo: Chance01 = 0.0
    """Something done is taken back."""
    help: Chance01 = 0.0
    """Something is done by somebody else."""
    irrelevant: Chance01 = 0.0
    """Something changes that no plan cares for."""
    capability: Chance01 = 0.0
    """A skill is gone."""
    move: Chance01 = 0.0
    """A target is elsewhere."""
    rename: Chance01 = 0.0
    """A target has another id."""
    remove: Chance01 = 0.0
    """A target is gone."""
    goal: Chance01 = 0.0
    """People want something else."""
    blind: Chance01 = 0.0
    """The next look fails."""
    most: int = 1_000_000
    """At most so many disturbances in all."""


class Disturbance(msgspec.Struct, frozen=True):
    """One thing that chaos did, for the judge outside."""

    act: int
    kind: str
    skill: str
    detail: str = ""


class Died(BaseException):
    """The process is gone. Not an Exception: nothing inside the run may catch it."""


@runtime_checkable
class Disturbable(Protocol):
    """A world that can be disturbed from outside."""

    def disturb(self, kind: str, chance: random.Random) -> str:
        """Do one thing of this kind; what it was, or '' if nothing of the kind can be done now."""
        ...


class Chaos:
    """Any world, disturbed. The same seed, mix and calls give the same disturbances."""

    def __init__(
        self,
        world: World,
        mix: Mix,
        seed: int,
        *,
        change_goal: Callable[[random.Random], Awaitable[str]] | None = None,
        die: Callable[[], None] | None = None,
    ) -> None:
        self._world, self._mix = world, mix
        self._chance = random.Random(seed)
        self._change_goal, self._die = change_goal, die or _die
        self._acts = 0
        self._ticks = 0
        self._closed: set[str] = set()
        self._renamed: dict[str, str] = {}
        self._removed: set[str] = set()
        self._moved: dict[str, int] = {}
        self._blind = False
        self.log: list[Disturbance] = []

    @property
    def vocabulary(self) -> Sequence[FactKind]:
        """That of the world inside, and the kind of fact that irrelevant change is made of."""
        inner = tuple(self._world.vocabulary) if isinstance(self._world, Spoken) else ()
        return (*inner, FactKind("tick", "irrelevant change")) if inner and self._mix.irrelevant else inner

    async def skills(self) -> Sequence[Skill]:
        """Those of the world inside."""
        return await self._world.skills()

    # --- seeing -------------------------------------------------------------------------------------------------

    async def observe(self) -> Observation:
        """What the world inside shows, with targets moved, renamed and removed."""
        if self._blind:
            self._blind = False
            raise LookFailed("chaos: nothing is to be seen")
        seen = await self._world.observe()
        targets = tuple(self._disguise(t) for t in seen.targets if t.id not in self._removed)
        facts, covers = seen.facts, seen.covers
        if self._ticks:
            facts = facts | {fact("tick", self._ticks)}
            covers = covers if "*" in covers else (*covers, "tick(*)")
        return msgspec.structs.replace(seen, facts=facts, covers=covers, targets=targets)

    def _disguise(self, target: Target) -> Target:
        shift = self._moved.get(target.id, 0)
        box = (target.box[0] + shift, *target.box[1:]) if target.box else None
        return msgspec.structs.replace(target, id=self._renamed.get(target.id, target.id), box=box)

    # --- doing --------------------------------------------------------------------------------------------------

    async def act(self, call: Call) -> Result:
        """Do it, or not, or more than it."""
        self._acts += 1
        draw = self._chance.random()
        digest = act_digest(call.skill, call.args, call.target, {})
        if digest in self._closed:
            return Failed("unreachable", "chaos: this can never be done again")
        for kind in OUTCOMES:
            share = getattr(self._mix, kind)
            if draw < share and len(self.log) < self._mix.most:
                self._note(kind, call)
                return await self._instead(kind, call, digest)
            draw -= share
        result = await self._inner(call)
        await self._afterwards(call)
        return result

    async def _instead(self, kind: str, call: Call, digest: str) -> Result:
        match kind:
            case "fail":
                return Failed("unavailable", "chaos: not now")
            case "fail_for_good":
                self._closed.add(digest)
                return Failed("unreachable", "chaos: this can never be done")
            case "hang":
                await asyncio.sleep(call.timeout * 10 + 1)
                return Failed("unavailable", "chaos: hung")
            case "late":
                await self._inner(call)
                return Uncertain("timeout", "chaos: no answer in time")
            case "lie":
                return Done()
            case "die_before":
                self._die()
                raise Died
            case _:
                await self._inner(call)
                self._die()
                raise Died

    async def _inner(self, call: Call) -> Result:
        back = {new: old for old, new in self._renamed.items()}
        if call.target in self._removed or call.target in self._renamed:
            return Failed("target_not_found", f"there is no {call.target} any more")
        return await self._world.act(msgspec.structs.replace(call, target=back.get(call.target, call.target)))

    async def _afterwards(self, call: Call) -> None:
        for kind in EVENTS:
            if self._chance.random() < getattr(self._mix, kind) and len(self.log) < self._mix.most:
                detail = await self._event(kind)
                if detail:
                    self._note(kind, call, detail)

    async def _event(self, kind: str) -> str:
        match kind:
            case "irrelevant":
                self._ticks += 1
                return f"tick {self._ticks}"
            case "move" | "rename" | "remove":
                return await self._touch_target(kind)
            case "goal":
                return await self._change_goal(self._chance) if self._change_goal else ""
            case "blind":
                self._blind = True
                return "the next look fails"
            case _:
                return self._world.disturb(kind, self._chance) if isinstance(self._world, Disturbable) else ""

    async def _touch_target(self, kind: str) -> str:
        seen = await self._world.observe()
        there = [t.id for t in seen.targets if t.id not in self._removed]
        if not there:
            return ""
        chosen = self._chance.choice(sorted(there))
        if kind == "remove":
            self._removed.add(chosen)
        elif kind == "move":
            self._moved[chosen] = self._moved.get(chosen, 0) + 50
        else:
            self._renamed[chosen] = f"{chosen}~{self._acts}"
        return f"target {chosen}: {kind}"

    def _note(self, kind: str, call: Call, detail: str = "") -> None:
        self.log.append(Disturbance(self._acts, kind, call.skill, detail))


def _die() -> None:
    raise Died
