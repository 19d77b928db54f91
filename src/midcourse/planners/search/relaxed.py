"""How far it is, if nothing were ever taken away: an estimate, the acts to prefer, and a proof when there is no way at all.

Each fact costs what its cheapest maker costs, needs included (h_add); the estimate is the price of a plan put together from
those makers (h_FF). No way without taking away means no way.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from heapq import heappop, heappush
from math import ceil
from typing import NamedTuple

from .acts import Aim, Compare, Op
from .problem import Problem

_BYTES = [[i for i in range(8) if byte >> i & 1] for byte in range(256)]


class Estimate(NamedTuple):
    """What one state promises."""

    distance: float
    summed: float
    """The goal's facts priced one by one: dearer, and blind to what they share, but a second opinion."""
    preferred: list[int]
    """Acts of the relaxed plan that can start now."""
    applicable: list[int]
    """All acts that can start now."""


class Relaxed:
    """The problem without taking away. Nodes are facts, then one for each comparison and each need with a `*`."""

    def __init__(self, problem: Problem, ops: Sequence[Op] | None = None, aims: Sequence[Aim] = ()) -> None:
        self.problem = problem
        self.ops = ops = problem.ops if ops is None else ops
        self._nodes = problem.size + 1
        self._always = problem.size
        """A node that holds everywhere: what needs nothing needs this."""
        self._bytes = (problem.size + 7) // 8
        self._mask = (1 << problem.size) - 1
        self._compare_nodes: dict[Compare, int] = {}
        self._some_nodes: dict[int, int] = {}
        plain = all(op.cost == 1 for op in ops)
        # Where costs differ, one is added to each: an act that costs nothing is still a step.
        self._price: list[float] = [1 if plain else op.cost + 1 for op in ops]
        self._pre = [self._needs(op) or [self._always] for op in ops]
        for aim in (problem.aim, *aims):
            self._needs(aim)
        self._adds: list[list[int]] = []
        self._needed_by: list[list[int]] = [[] for _ in range(self._nodes)]
        for n, pre in enumerate(self._pre):
            for node in pre:
                self._needed_by[node].append(n)
        self._left = [len(pre) for pre in self._pre]
        wanted = {node for node, by in enumerate(self._needed_by) if by}
        for aim in (problem.aim, *aims):
            wanted.update(self._needs(aim))
        for mask in self._some_nodes:
            wanted.update(_ids(mask))
        self._adds = [[node for node in _ids(op.gives) if node in wanted] for op in ops]
        self._either: list[list[int]] = [[] for _ in range(self._nodes)]  # fact -> the "any of these" nodes it makes true
        for mask, node in self._some_nodes.items():
            for one in _ids(mask):
                self._either[one].append(node)
        self._counting = {n for n, op in enumerate(ops) if op.counts or op.sets}

    def _needs(self, aim: Aim | Op) -> list[int]:
        nodes = _ids(aim.needs)
        for mask in aim.some:
            if mask not in self._some_nodes:
                self._some_nodes[mask] = self._nodes
                self._nodes += 1
            nodes.append(self._some_nodes[mask])
        for compare in aim.compares:
            if compare not in self._compare_nodes:
                self._compare_nodes[compare] = self._nodes
                self._nodes += 1
            nodes.append(self._compare_nodes[compare])
        return nodes

    def estimate(self, state: int, aim: Aim, without: Collection[int] = ()) -> Estimate | None:
        """How far the aim is from a state, `without` some acts; None if it cannot be reached."""
        goal = self._needs(aim)
        explored = self._explore(state, goal, without)
        if explored is None:
            return None
        cost, maker, applicable = explored
        distance, chosen = self._relaxed_plan(goal, cost, maker)
        now = set(applicable)
        return Estimate(distance, sum(cost[node] for node in goal), [n for n in chosen if n in now], applicable)

    def prices(self, state: int) -> list[float]:
        """What each node costs from here (h_add); -1 for what cannot be had."""
        explored = self._explore(state, None, ())
        assert explored is not None
        return explored[0]

    def price_of(self, aim: Aim, prices: list[float]) -> float | None:
        """The summed price of an aim."""
        each = [prices[node] for node in self._needs(aim)]
        return None if any(p < 0 for p in each) else sum(each)

    def _true_nodes(self, state: int) -> list[int]:
        nodes = [self._always]
        base = 0
        for byte in (state & self._mask).to_bytes(self._bytes, "little"):
            if byte:
                nodes += [base + i for i in _BYTES[byte]]
            base += 8
        for compare, node in self._compare_nodes.items():
            place, sign, limit = compare
            if (self.problem.value(state, place) - limit) * sign >= 0:
                nodes.append(node)
        for mask, node in self._some_nodes.items():
            if state & mask:
                nodes.append(node)
        return nodes

    def _explore(
        self, state: int, goal: list[int] | None, without: Collection[int]
    ) -> tuple[list[float], list[int], list[int]] | None:
        """Prices and makers of all nodes up to the goal's, cheapest first; and what can start now."""
        cost: list[float] = [-1] * self._nodes
        maker = [-1] * self._nodes
        left = self._left.copy()
        for n in without:
            left[n] = -1  # never comes down to zero
        needed_by, pre, adds, price, either = self._needed_by, self._pre, self._adds, self._price, self._either
        counting = self._counting
        first = self._true_nodes(state)
        for node in first:
            cost[node] = 0
        buckets: dict[float, list[int]] = {0: first}
        keys: list[float] = [0]
        waiting = bytearray(self._nodes)
        missing = -1
        if goal is not None:
            for node in goal:
                waiting[node] = 1
            missing = sum(waiting)
        applicable: list[int] = []
        while keys:
            here = heappop(keys)
            for node in buckets.pop(here):
                if cost[node] != here:
                    continue  # it was had more cheaply
                if waiting[node]:
                    waiting[node] = 0
                    missing -= 1
                for op in needed_by[node]:
                    still = left[op] - 1
                    left[op] = still
                    if still:
                        continue
                    if here == 0:
                        applicable.append(op)
                    paid = price[op]
                    for need in pre[op]:
                        paid += cost[need]
                    for made in adds[op]:
                        if cost[made] < 0 or paid < cost[made]:
                            cost[made] = paid
                            maker[made] = op
                            if paid in buckets:
                                buckets[paid].append(made)
                            else:
                                buckets[paid] = [made]
                                heappush(keys, paid)
                    if op in counting:
                        self._count(state, op, paid, cost, maker, buckets, keys)
                for whole in either[node]:
                    if cost[whole] < 0:
                        cost[whole] = here
                        maker[whole] = -2 - node
                        self._push(buckets, keys, here, whole)
            if missing == 0:
                return cost, maker, applicable
        return (cost, maker, applicable) if missing < 0 else None

    def _push(self, buckets: dict[float, list[int]], keys: list[float], paid: float, node: int) -> None:
        if paid in buckets:
            buckets[paid].append(node)
        else:
            buckets[paid] = [node]
            heappush(keys, paid)

    def _count(
        self,
        state: int,
        op: int,
        paid: float,
        cost: list[float],
        maker: list[int],
        buckets: dict[float, list[int]],
        keys: list[float],
    ) -> None:
        """The comparisons that an act's counting brings about: it may have to be done several times."""
        for (place, sign, limit), node in self._compare_nodes.items():
            times = self.times(state, op, (place, sign, limit))
            if times:
                total = paid + (times - 1) * self._price[op]
                if cost[node] < 0 or total < cost[node]:
                    cost[node], maker[node] = total, op
                    self._push(buckets, keys, total, node)

    def times(self, state: int, op: int, compare: Compare) -> int:
        """How often an act must be done for a comparison to hold; 0 if it does not help."""
        place, sign, limit = compare
        acting = self.ops[op]
        for number, value in acting.sets:
            if number == place and (value - limit) * sign >= 0:
                return 1
        change = sum(c for number, c in acting.counts if number == place) * sign
        short = (limit - self.problem.value(state, place)) * sign
        return max(1, ceil(short / change)) if change > 0 else 0

    def _relaxed_plan(self, goal: list[int], cost: list[float], maker: list[int]) -> tuple[float, list[int]]:
        chosen: dict[int, None] = {}
        distance = 0.0
        done = set(goal)
        stack = list(goal)
        while stack:
            node = stack.pop()
            op = maker[node]
            if cost[node] == 0 or op == -1:
                continue
            needs: Sequence[int]
            if op < -1:
                needs = (-2 - op,)
            elif op in chosen:
                continue
            else:
                chosen[op] = None
                needs = self._pre[op]
                paid = self._price[op]
                if op in self._counting and node > self._always:
                    paid = max(paid, cost[node] - sum(cost[need] for need in needs))
                distance += paid
            for need in needs:
                if need not in done:
                    done.add(need)
                    stack.append(need)
        return distance, list(chosen)


def _ids(mask: int) -> list[int]:
    found: list[int] = []
    base = 0
    for byte in mask.to_bytes((mask.bit_length() + 7) // 8, "little"):
        if byte:
            found += [base + i for i in _BYTES[byte]]
        base += 8
    return found
