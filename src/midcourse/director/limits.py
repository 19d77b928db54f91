"""A time limit that holds against work that does not want to end, and that costs nothing where nobody waits."""

from __future__ import annotations

import asyncio
import ctypes
import inspect
import types
from collections.abc import Awaitable, Callable, Coroutine, Generator
from time import monotonic
from typing import Any, TypeVar

from . import watchdog

T = TypeVar("T")
GRACE = 2.0
"""Seconds that work which was told to end has for tidying up."""
EARLY_GRACE = 10.0
"""The same before its time is over: whoever cancelled it may be a limit inside it, which is its own affair."""


async def within(seconds: float, work: Coroutine[Any, Any, T]) -> T:
    """The work's result; TimeoutError if it waits for longer than this, or keeps the event loop for longer.

    Work that was told to end and goes on is left where it stands after a moment of grace. Most looks and acts of a quick world
    end without waiting once; a timer for each would cost more than they do.
    """
    if not inspect.iscoroutine(work):  # a future, or something that cannot be awaited at all, which then says so
        work = _awaited(work)
    until = monotonic() + seconds
    try:
        waiting = watchdog.watched(work.send, None, until)
    except StopIteration as done:
        return done.value
    except _EXITS as error:
        raise _ended(error) from None
    async with asyncio.timeout(seconds):
        return await _rest(work, waiting, until)


async def asked(part: Callable[..., Awaitable[T]], *given: Any) -> T:
    """Call a part that somebody else wrote, async or not. A limit then holds also for what it does before it can be waited for,
    and for putting its exception in words. Something in it that was cancelled is its own affair: the run is not."""
    try:
        answer: Any = part(*given)
        return await answer if inspect.isawaitable(answer) else answer
    except asyncio.CancelledError as error:
        if (task := asyncio.current_task()) is None or task.cancelling():
            raise
        raise RuntimeError(str(error) or "something that it waited for was cancelled") from None
    except Exception as error:
        try:
            str(error)
        except Exception:
            raise RuntimeError(f"{type(error).__name__}, which cannot be put in words") from None
        raise


async def _awaited(work: Awaitable[T]) -> T:
    return await work


@types.coroutine
def _rest(work: Coroutine[Any, Any, T], waiting: Any, until: float) -> Generator[Any, Any, T]:
    """What remains of a coroutine that has begun to wait."""
    task = asyncio.current_task()
    assert task is not None
    last, before = _LastWord(task), task.cancelling()
    try:
        while True:
            go_on: Callable[[Any], Any]
            try:
                got = (yield waiting) if _heeds_at_once(waiting) else (yield from _followed(waiting))
            except asyncio.CancelledError as error:
                if last.said:
                    _leave(work)
                    last.take_back()
                    raise
                if monotonic() >= until:
                    last.say_in(GRACE)
                elif task.cancelling() > before:
                    last.say_in(EARLY_GRACE)
                if not _heeds_at_once(waiting) and waiting.cancel():
                    continue  # it tells the work that it was cancelled, once it is
                go_on, got = work.throw, error
            except BaseException as error:
                go_on, got = work.throw, error
            else:
                go_on = work.send
            try:
                waiting = watchdog.watched(go_on, got, until)
            except StopIteration as done:
                return done.value
            except _EXITS as error:
                raise _ended(error) from None
            if last.is_due and task.cancelling() <= before and monotonic() < until:
                last.unsay()  # the work was cancelled by a limit of its own, and has dealt with that
    finally:
        last.unsay()


def _heeds_at_once(waiting: Any) -> bool:
    """Whether what is waited for ends when it is cancelled. A task, or several together, may take their time, or for ever."""
    return type(waiting) is asyncio.Future or not asyncio.isfuture(waiting)


def _followed(waiting: asyncio.Future[Any]) -> Generator[Any, Any, None]:
    """Wait for a future so that the waiting can be cancelled, whatever the future makes of that."""
    waiting._asyncio_future_blocking = False  # pyright: ignore[reportPrivateUsage]  # a loop does so with what it takes up
    stand_in = asyncio.get_running_loop().create_future()

    def ended(_: object) -> None:
        if not stand_in.done():
            stand_in.set_result(None)

    waiting.add_done_callback(ended)
    try:
        yield from stand_in
    finally:
        waiting.remove_done_callback(ended)


class _LastWord:
    """A second cancellation of the task, for work that did not heed the first."""

    def __init__(self, task: asyncio.Task[Any]) -> None:
        self._task = task
        self._timer: asyncio.TimerHandle | None = None
        self.said = False

    def say_in(self, seconds: float) -> None:
        """From now; not later than was said before."""
        when = asyncio.get_running_loop().time() + seconds
        if self._timer is None or when < self._timer.when():
            self.unsay()
            self._timer = asyncio.get_running_loop().call_at(when, self._say)

    @property
    def is_due(self) -> bool:
        return self._timer is not None

    def _say(self) -> None:
        self.said = True
        self._task.cancel()

    def take_back(self) -> None:
        """It was meant for the work, not for whoever waits for it."""
        self._task.uncancel()

    def unsay(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _leave(work: Coroutine[Any, Any, Any]) -> None:
    """Nobody drives it any more; what it does on its way out is its own affair."""
    try:
        watchdog.watched(lambda _: work.close(), None, monotonic() + GRACE)
    except RuntimeError:  # it does not heed that either, and would be told again, without a loop to wait in, by whoever tidies up
        keep(work)
    except Exception:
        return


def keep(left: object) -> None:
    """Never tidied up: that would wake what does not want to end, or complain about it."""
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(left))


_EXITS = (SystemExit, GeneratorExit)


def _ended(error: BaseException) -> RuntimeError:
    """Whoever wants to end the program ends its own work alone."""
    return RuntimeError(f"{type(error).__name__}: {error}")
