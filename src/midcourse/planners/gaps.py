"""A planner behind a proof-reader: what is missing in its plans, or out of order, is put right where the contracts show how.

A plan is played through. Where it breaks off, a short way is sought from there into the rest of it, or to the goal; what comes of
it is played through again before it is offered. A plan that cannot be put right goes on as it is, to be objected to.
"""

from __future__ import annotations

from collections.abc import Generator

from msgspec.structs import replace

from ..core.gates.request import PlanRequest, Reply
from ..core.plans.plan import Act, Draft, references
from ..core.protocols import Planner
from .around import Around
from .search import breathing
from .search.acts import Op
from .search.asked import closed_by_failures, problem_of
from .search.best_first import Effort
from .search.closed import DeadEnds, either
from .search.precautions import as_steps
from .search.relaxed import Relaxed
from .search.way_back import known_in, places_in, way_back

DOGGED = 20.0
"""States looked at for each act that a way promises to have: another answer is dearer than a longer search."""


class GapsPlanner(Around):
    """Closes the gaps in another planner's plans; asks it only once."""

    def __init__(self, planner: Planner, *, nodes: int = 400) -> None:
        super().__init__(planner)
        self._nodes = nodes

    async def plan(self, request: PlanRequest) -> Reply:
        """The planner's answer, put right if it is a plan of acts that break off."""
        reply = await self._planner.plan(request)
        if not isinstance(reply, Draft) or not request.done_when or not _is_open_to_view(request, reply):
            return reply
        return await breathing(self._put_right(request, reply)) or reply

    def _put_right(self, request: PlanRequest, draft: Draft) -> Generator[None, None, Draft | None]:
        """The plan with its gaps closed; None if it has none, or they cannot be closed."""
        acts = [step for step in draft.steps if isinstance(step, Act)]
        problem = yield from problem_of(request, None, acts)
        if problem.missing:
            return None
        relaxed = Relaxed(problem)
        dead = DeadEnds(relaxed)
        closed = either(closed_by_failures(request, problem), dead)
        known = known_in(problem, acts)
        sound: list[Op] = []
        state = problem.start
        for op in known:
            if op is None or not problem.holds(op, state) or (closed is not None and closed(op, state)):
                break
            sound.append(op)
            state = problem.after(op, state)
        if len(sound) == len(known) and problem.holds(problem.aim, state):
            return None
        rest = [op for op in known[len(sound) :] if op is not None]
        places = places_in(relaxed, state, rest, len(rest))
        way = yield from way_back(relaxed, sound, rest, places, closed, dead, Effort(self._nodes), DOGGED)
        if way is None:
            return None
        made = as_steps(problem, problem.start, [*sound, *way.acts, *rest[way.at :]], closed)
        kept = [replace(old, needs=new.needs or old.needs) for old, new in zip(acts, made[: len(sound)], strict=False)]
        why = f"put right after step {len(sound)}: {draft.why}".rstrip(": ")
        return replace(draft, steps=(*kept, *made[len(sound) :]), why=why)


def _is_open_to_view(request: PlanRequest, draft: Draft) -> bool:
    """Whether the contracts tell all that the plan does: else what looks like a gap may be none."""
    told = {skill.name for skill in request.skills if skill.complete}
    return all(isinstance(s, Act) and not s.after and not references(s.args) and s.skill in told for s in draft.steps)
