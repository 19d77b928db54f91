"""Who gives the plan: a person's list, a planner that says its list again, one that goes on, one that gives stretches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from midcourse.core.gates.request import NothingToDo, PlanRequest, Reply
from midcourse.core.plans.plan import Achieve, Act, Draft, Replan, Step
from midcourse.core.protocols import Planner
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner

from .drawing import Drawn


class Counted:
    """A planner whose calls are counted outside the engine."""

    def __init__(self, planner: Planner) -> None:
        self._planner = planner
        self.calls = 0
        self.planned = 0
        """Calls that a `replan` or `achieve` step asked for."""

    async def plan(self, request: PlanRequest) -> Reply:
        """The inner planner's answer."""
        self.calls += 1
        self.planned += request.purpose in ("segment", "achieve")
        return await self._planner.plan(request)


class Restates:
    """Gives its whole list each time, with another skill in place of one that is known to fail for good."""

    def __init__(self, steps: Sequence[Act], others: dict[str, str]) -> None:
        self._steps, self._others = steps, others

    async def plan(self, request: PlanRequest) -> Reply:
        """The list."""
        return Draft(self._list(request), author="restates")

    def _list(self, request: PlanRequest) -> tuple[Act, ...]:
        """The whole list: what was done stands in it as it was done."""
        done = Counter((d.step.skill, repr(d.step.args)) for d in request.progress.done if isinstance(d.step, Act))
        given: list[Act] = []
        for step in self._steps:
            key = (step.skill, repr(step.args))
            done[key] -= 1
            given.append(step if done[key] >= 0 else self._swapped(request, step))
        return tuple(given)

    def _swapped(self, request: PlanRequest, step: Act) -> Act:
        dead = {a.skill for a in request.attempts if a.kind == "structural"}
        known = {s.name for s in request.skills}
        other = self._others.get(step.skill, "")
        return replace(step, skill=other) if step.skill in dead and other in known else step


class Continues(Restates):
    """Gives what is not done yet, as far as it is told."""

    async def plan(self, request: PlanRequest) -> Reply:
        """The rest of the list."""
        rest = self.rest(request)
        return Draft(tuple(rest), author="continues") if rest else NothingToDo("all of it is done")

    def rest(self, request: PlanRequest) -> list[Act]:
        """The steps that are not done; references to done ones go by their lifelong ids."""
        done = Counter[str]()
        ids: dict[str, list[str]] = {}
        for d in request.progress.done:
            if isinstance(d.step, Act):
                key = _key(d.step.skill.removesuffix("_other"), d.step.args, {})
                done[key] += 1
                ids.setdefault(key, []).append(d.id)
        rest: list[Act] = []
        names: dict[str, str] = {}
        for step in self._steps:
            key = _key(step.skill, step.args, names)
            if done[key] > 0:
                done[key] -= 1
                names[step.id] = ids[key].pop(0)
                continue
            args = {k: f"${names.get(v[1:], v[1:])}" if _refers(v) else v for k, v in step.args.items()}
            rest.append(self._swapped(request, replace(step, args=args)))
        return rest


class Segments(Continues):
    """Gives the next few steps, then `replan`."""

    def __init__(self, steps: Sequence[Act], others: dict[str, str], length: int) -> None:
        super().__init__(steps, others)
        self._length = length

    async def plan(self, request: PlanRequest) -> Reply:
        """One stretch."""
        rest = self.rest(request)
        if not rest:
            return NothingToDo("all of it is done")
        if len(rest) <= self._length:
            return Draft(tuple(rest), author="segments")
        return Draft((*rest[: self._length], Replan("to see the next stretch")), author="segments")


class Achieves(Restates):
    """Its list names a goal in place of one act, and the act when it is asked how to reach that."""

    def __init__(self, steps: Sequence[Act], others: dict[str, str], place: int, condition: str) -> None:
        super().__init__(steps, others)
        self._place, self._condition = place, condition

    async def plan(self, request: PlanRequest) -> Reply:
        """The list, or the way to the goal in it."""
        steps: list[Step] = list(self._list(request))
        if request.purpose == "achieve":
            return Draft((replace(self._swapped(request, self._steps[self._place]), id=""),), author="achieves")
        steps[self._place] = Achieve(f"have {self._condition}", self._condition, id=self._steps[self._place].id)
        return Draft(tuple(steps), author="achieves")


def _refers(value: object) -> bool:
    return isinstance(value, str) and value.startswith("$")


def _key(skill: str, args: dict[str, object], names: dict[str, str]) -> str:
    shown = {k: f"${names.get(v[1:], v[1:])}" if isinstance(v, str) and _refers(v) else v for k, v in args.items()}
    return f"{skill} {sorted(shown.items())}"


def planner_of(drawn: Drawn) -> Counted:
    """The planner that was drawn."""
    steps, others, kind = drawn.steps, drawn.others, drawn.knobs.planner
    used = {f"$d{d.uses}" for d in drawn.deeds if d.uses >= 0}
    places = [i for i, d in enumerate(drawn.deeds) if d.skill.startswith("make") and d.uses < 0 and f"$d{i}" not in used]
    if kind == "list":
        return Counted(Restates(steps, others) if drawn.knobs.trouble == "for good, other way" else ScriptedPlanner(steps))
    if kind == "continue":
        return Counted(Continues(steps, others))
    if kind == "segments":
        return Counted(Segments(steps, others, 1 + drawn.seed % 3))
    if kind == "achieve" and places:
        place = places[drawn.seed % len(places)]
        return Counted(Achieves(steps, others, place, drawn.deeds[place].makes[0]))
    if kind == "search":
        return Counted(SearchPlanner())
    return Counted(Restates(steps, others))
