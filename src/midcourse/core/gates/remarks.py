"""The monitor: what is to be said of a path, or of an act before it is done. It advises, and changes nothing by itself."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec

from ..history.stuck import Turn, find
from ..model import Cost, Value
from ..plans.calls import act_digest
from ..plans.plan import Act, Step, digest, title
from .request import PlanRequest

TIMES = 3
"""How often something must come round before it is called repeating itself."""


class PathSoFar(msgspec.Struct, frozen=True):
    """What a monitor sees."""

    request: PlanRequest
    """The goal, what is seen, what was done and what failed."""
    turns: tuple[Turn, ...]
    """Each act so far with what came of it, oldest first."""
    proposed: tuple[Step, ...]
    """What is to be done next; the steps of a path that is only imagined as well."""


class Advice(Value, frozen=True):
    """What a monitor remarks where something is fundamentally wrong."""

    text: str
    """In words, as the planner and people read it."""
    who: str
    """Who says so: `facts`, or the model's name."""
    cost: Cost = Cost()
    """What it cost; nothing where no model was asked."""


@runtime_checkable
class Guides(Protocol):
    """A judge that also looks at the path."""

    async def guidance(self, path: PathSoFar) -> Advice | None:
        """Advice if there is no progress, if what is proposed makes no sense here, repeats itself or is plainly wrong. Else None:
        another way than the coarse plan's is no fault."""
        ...


def remark(path: PathSoFar) -> str:
    """What facts and the loop detector say; '' if nothing is wrong."""
    first = next((step for step in path.proposed if isinstance(step, Act)), None)
    if first is not None:
        shown = {target.id for target in path.request.view.targets}
        if first.target and shown and first.target not in shown:
            return f"{title(first)} makes no sense here: {first.target} is not to be seen"
        count = _in_vain(path, first)
        if count >= TIMES:
            return f"{title(first)} was done here {count} times and brought nothing new: try something else"
    pattern = find(path.turns, TIMES)
    return f"the path repeats itself or loses ground: {pattern.detail}" if pattern is not None else ""


def _in_vain(path: PathSoFar, act: Act) -> int:
    """How often this act led from such a world to nothing new."""
    known = {skill.name: skill for skill in path.request.skills}
    named, here = act_digest(act.skill, act.args, act.target, known), world_print(path.request)
    return sum(turn.act == named and turn.world == here and not turn.news for turn in path.turns)


def world_print(request: PlanRequest) -> int:
    """What is seen, as a number: the same for the same facts in every process."""
    return int(digest(sorted(request.facts)), 16)
