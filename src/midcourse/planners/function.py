"""A function as a planner: it takes the request, and returns a plan or a list of steps."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import cast

from ..core.gates.request import PlanRequest, Reply
from ..core.plans.plan import Achieve, Act, Draft, Replan, Step

PlanFunction = Callable[[PlanRequest], Reply | Sequence[Step] | Awaitable[Reply | Sequence[Step]]]
"""What somebody writes who needs no class for it."""


class FunctionPlanner:
    """Asks the function each time. One that is not async has a thread of its own, so that a slow answer holds up nothing else."""

    def __init__(self, function: PlanFunction) -> None:
        self._function = function
        self._author = getattr(function, "__qualname__", type(function).__name__)

    async def plan(self, request: PlanRequest) -> Reply:
        """What the function returns; one step, or some, are a plan."""
        answer = self._function(request) if self._is_async else await asyncio.to_thread(self._called, request)
        if inspect.isawaitable(answer):
            answer = await answer
        if isinstance(answer, Act | Achieve | Replan):
            answer = (answer,)
        listed = isinstance(answer, list | tuple) or inspect.isgenerator(answer)
        return Draft(tuple(cast("Iterable[Step]", answer)), author=self._author) if listed else cast("Reply", answer)

    def _called(self, request: PlanRequest) -> object:
        try:
            return self._function(request)
        except StopIteration:  # no future may hold it: whoever waits would wait for ever
            raise RuntimeError("StopIteration: it has no further plan") from None

    @property
    def _is_async(self) -> bool:
        called = self._function if inspect.isroutine(self._function) else getattr(self._function, "__call__", None)  # noqa: B004
        return inspect.iscoroutinefunction(called)
