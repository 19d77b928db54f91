"""A planner that needs no model: forward search over the skills' contracts.

Greedy best-first on the length of a relaxed plan, preferred acts first. The same request gives the same answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from heapq import heappop, heappush

from ..core.approvals import fits
from ..core.conditions import coverage, parse
from ..core.contracts import Imagined
from ..core.ledger import is_banned, rests_on
from ..core.plan import Act, Draft
from ..core.request import AtALoss, NothingToDo, NoWay, PlanRequest, Reply
from .ground import Action, Problem, ground

FOR_GOOD = ("structural", "denied")
"""Failures that often mean the skill, not just this call of it."""
OTHERS = 8
"""Every so many states, one that no preferred act led to."""
BREATH = 64
"""States between two pauses in which others get their turn."""


class SearchPlanner:
    """Plans with whatever acts the skills allow, or with a given menu of them."""

    def __init__(self, menu: Sequence[Act] | None = None, *, nodes: int = 20_000) -> None:
        self._menu, self._nodes = menu, nodes

    async def plan(self, request: PlanRequest) -> Reply:
        """A plan; impossible when no act can lead there; stuck when the search was cut off."""
        skills = {skill.name: skill for skill in request.skills}
        menu = self._menu if self._menu is not None else ground(request.skills, request.facts)
        acts = [act for act in menu if act.skill in skills and not _fits_any(act, request.forbids)]
        goal = parse(request.done_when)
        problem = Problem(acts, skills, request.facts, goal, request.covers)
        problem.actions = [a for a in problem.actions if a.digest not in request.refused]
        if problem.is_goal(problem.start):
            return NothingToDo("the goal holds as far as is known")
        return await self._found(problem, request)

    async def _found(self, problem: Problem, request: PlanRequest) -> Reply:
        """A plan without the skills that failed for good, whatever their arguments; with them only if there is none."""
        doubted = {a.skill for a in request.attempts if a.kind in FOR_GOOD and not a.forgiven}
        everything = problem.actions
        if doubted:
            problem.actions = [a for a in everything if a.act.skill not in doubted]
            found = await _Search(problem, request, self._nodes).run()
            if isinstance(found, list):
                return Draft(tuple(action.act for action in found), author="search")
            problem.actions = everything
        found = await _Search(problem, request, self._nodes).run()
        if isinstance(found, list):
            return Draft(tuple(action.act for action in found), author="search")
        return found


def _fits_any(act: Act, patterns: Sequence[str]) -> bool:
    return any(fits(pattern, act.skill, act.args, act.target) for pattern in patterns)


class _Search:
    """One search: two queues, of all successors and of the preferred ones, taken in turn."""

    def __init__(self, problem: Problem, request: PlanRequest, nodes: int) -> None:
        self._problem, self._request, self._nodes = problem, request, nodes
        self._failed = {a.digest for a in request.attempts if not a.forgiven}
        self._covered = coverage(request.covers)
        self._volatile = {kind.name for kind in request.vocabulary if kind.volatile}

    async def run(self) -> list[Action] | NoWay | AtALoss:
        """The acts of a plan, or why there is none."""
        start = self._problem.start
        first = relaxed_plan(self._problem, start, self._open_actions(start))
        if first is None:
            return NoWay("no sequence of the known acts reaches the goal from here")
        queues: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([], [])
        came: dict[int, tuple[int, Action] | None] = {start: None}
        heappush(queues[0], (len(first), 0, start))
        order = expanded = 0
        while queues[0] or queues[1]:
            # Preferred acts first; now and then another one, so that a wrong preference cannot trap the search.
            turn = 0 if expanded % OTHERS == OTHERS - 1 else 1
            _, _, state = heappop(queues[turn] or queues[1 - turn])
            expanded += 1
            if expanded > self._nodes:
                return AtALoss(f"no plan within {self._nodes} states")
            if expanded % BREATH == 0:
                await asyncio.sleep(0)
            options = self._open_actions(state)
            hint = relaxed_plan(self._problem, state, options)
            if hint is None:
                continue
            helpful = {id(a) for a in hint if a.applies(state)}
            for action in options:
                if not action.applies(state):
                    continue
                after = action.after(state)
                if after in came:
                    continue
                came[after] = (state, action)
                if self._problem.is_goal(after):
                    return without_idle_acts(self._problem, _path(came, after))
                order += 1
                # The parent's estimate is a good enough order, and much cheaper than one for every child.
                heappush(queues[1 if id(action) in helpful else 0], (len(hint), order, after))
        return NoWay("every state within reach was looked at, and the goal is in none")

    def _open_actions(self, state: int) -> list[Action]:
        """The acts that no failure closes in this state."""
        actions = self._problem.actions
        if not self._failed:
            return actions
        world: Imagined | None = None
        kept: list[Action] = []
        for action in actions:
            if action.digest in self._failed:
                world = world or Imagined(self._problem.facts_of(state), self._covered)
                rests = rests_on(action.act.args, action.act.target, action.contract, world, self._volatile)
                if is_banned(self._request.attempts, action.digest, rests, self._request.retries):
                    continue
            kept.append(action)
        return kept


def _path(came: dict[int, tuple[int, Action] | None], state: int) -> list[Action]:
    path: list[Action] = []
    while (step := came[state]) is not None:
        state, action = step
        path.append(action)
    return path[::-1]


def without_idle_acts(problem: Problem, plan: list[Action]) -> list[Action]:
    """The plan without acts that it works without: a greedy search picks some up by the way, and each is a risk."""
    i = len(plan) - 1
    while i >= 0:
        shorter = plan[:i] + plan[i + 1 :]
        if _works(problem, shorter):
            plan = shorter
        i -= 1
    return plan


def _works(problem: Problem, plan: Sequence[Action]) -> bool:
    state = problem.start
    for action in plan:
        if not action.applies(state):
            return False
        state = action.after(state)
    return problem.is_goal(state)


def relaxed_plan(problem: Problem, state: int, actions: Sequence[Action]) -> list[Action] | None:
    """Acts that would reach the goal if nothing were ever taken away; None if even they cannot."""
    yes, no = state, ~state
    maker: dict[int, Action] = {}
    unmaker: dict[int, Action] = {}
    waiting = actions
    while not _reached(problem.goal, problem.goal_not, problem.goal_any, yes, no):
        ready = [a for a in waiting if _reached(a.needs, a.needs_not, a.needs_any, yes, no)]
        if not ready:
            return None
        chosen = {id(a) for a in ready}
        waiting = [a for a in waiting if id(a) not in chosen]
        new_yes, new_no = yes, no
        for action in ready:
            for bit in _bits(action.gives & ~new_yes):
                maker[bit] = action
            for bit in _bits(action.takes & ~new_no):
                unmaker[bit] = action
            new_yes |= action.gives
            new_no |= action.takes
        yes, no = new_yes, new_no
    return _extract(problem, state, maker, unmaker)


def _reached(needs: int, needs_not: int, needs_any: tuple[int, ...], yes: int, no: int) -> bool:
    if needs & ~yes or needs_not & ~no:
        return False
    return all(mask & yes for mask in needs_any)


def _extract(problem: Problem, state: int, maker: dict[int, Action], unmaker: dict[int, Action]) -> list[Action]:
    plan: dict[int, Action] = {}
    open_yes = [*_bits(problem.goal), *_first_made(problem.goal_any, state, maker)]
    open_no = list(_bits(problem.goal_not))
    seen_yes, seen_no = set(open_yes), set(open_no)
    while open_yes or open_no:
        action = maker.get(open_yes.pop()) if open_yes else unmaker.get(open_no.pop())
        if action is None or id(action) in plan:
            continue
        plan[id(action)] = action
        for bit in (*_bits(action.needs), *_first_made(action.needs_any, state, maker)):
            if bit not in seen_yes:
                seen_yes.add(bit)
                open_yes.append(bit)
        for bit in _bits(action.needs_not):
            if bit not in seen_no:
                seen_no.add(bit)
                open_no.append(bit)
    return list(plan.values())


def _first_made(masks: Sequence[int], state: int, maker: dict[int, Action]) -> list[int]:
    """For each "any of these": nothing if one holds already, else one that can be made."""
    return [next(b for b in _bits(mask) if b in maker) for mask in masks if not mask & state]


def _bits(mask: int) -> list[int]:
    found: list[int] = []
    while mask:
        bit = mask & -mask
        found.append(bit)
        mask ^= bit
    return found
