"""An oracle: breadth-first search, slow and certain, to hold the search planner against."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from midcourse.core.gates.request import AtALoss, NothingToDo, NoWay, PlanRequest, Reply
from midcourse.core.history.ledger import is_banned, rests_on
from midcourse.core.logic.conditions import coverage, parse
from midcourse.core.people.patterns import fits
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.contracts import Contract, Imagined, contract_of
from midcourse.core.plans.plan import Act, Draft


class BreadthFirst:
    """The shortest sequence of these acts that reaches the goal, around what failed and what people forbade."""

    def __init__(self, menu: Sequence[Act] | None = None, *, nodes: int = 20_000) -> None:
        self._menu, self._nodes = menu, nodes

    async def plan(self, request: PlanRequest) -> Reply:
        """A shortest plan; impossible when the menu holds none; stuck when the search was cut off."""
        skills = {skill.name: skill for skill in request.skills}
        menu = self._menu if self._menu is not None else [Act(s.name) for s in request.skills if not s.parameters]
        acts = [(act, contract_of(act, skills)) for act in menu if act.skill in skills and not _unwanted(act, request)]
        goal = parse(request.done_when)
        start = Imagined(request.facts, coverage(request.view.covers))
        failed = {a.digest for a in request.attempts if not a.forgiven}
        queue: deque[tuple[Imagined, tuple[Act, ...]]] = deque([(start, ())])
        seen = {frozenset(start.facts)}
        while queue:
            world, path = queue.popleft()
            if all(world.truth(lit) is not False for lit in goal):
                return Draft(path, author="menu") if path else NothingToDo("the goal holds as far as is known")
            if len(seen) > self._nodes:
                return AtALoss(f"no plan within {self._nodes} states")
            for act, contract in acts:
                if not _may(world, contract) or self._is_closed(act, contract, world, request, failed):
                    continue
                after = Imagined(world.facts, coverage(request.view.covers))
                after.apply(contract)
                key = frozenset(after.facts)
                if key not in seen:
                    seen.add(key)
                    queue.append((after, (*path, act)))
        return NoWay("no sequence of the known acts reaches the goal from here")

    def _is_closed(self, act: Act, contract: Contract, world: Imagined, request: PlanRequest, failed: set[str]) -> bool:
        digest = act_digest(act.skill, act.args, act.target, {})
        if digest not in failed:
            return False
        rests = rests_on(act.args, act.target, contract, world)
        return is_banned(request.attempts, digest, rests, request.bounds.retries) is not None


def _may(world: Imagined, contract: Contract) -> bool:
    return all(world.truth(lit) is not False for lit in contract.needs)


def _unwanted(act: Act, request: PlanRequest) -> bool:
    if act_digest(act.skill, act.args, act.target, {}) in request.bounds.refused:
        return True
    return any(fits(pattern, act.skill, act.args, act.target) for pattern in request.bounds.forbids)
