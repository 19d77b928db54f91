"""An event loop for one run: what others left on it when the run is over has a moment to end, and does not keep the process."""

from __future__ import annotations

import asyncio
import os
import queue
import sys
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from . import watchdog
from .limits import GRACE, keep

P = ParamSpec("P")
T = TypeVar("T")
THREADS = 32
"""So many calls of `asyncio.to_thread` run at once; the others wait."""


def run_alone(work: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run`, which waits without end for tasks, generators and threads that the code of a world leaves behind."""
    runner = asyncio.Runner()  # never closed: its way of closing is the one that waits
    loop = runner.get_loop()
    loop.set_default_executor(_Threads())
    try:
        return runner.run(work)
    finally:
        with suppress(TimeoutError):  # what keeps the loop even now is broken off
            watchdog.watched(loop.run_until_complete, _tidied_up(loop), monotonic() + 3 * GRACE)
        asyncio.set_event_loop(None)
        loop.close()


def end_within(seconds: float, code: int) -> None:
    """The process is about to end. Python would wait without end for pools, child processes and `atexit` functions of others."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError, AttributeError):  # nobody reads it any more, or somebody closed it
            stream.flush()
    last = threading.Timer(seconds, os._exit, (code,))
    last.daemon = True
    last.start()


async def _tidied_up(loop: asyncio.AbstractEventLoop) -> None:
    """Tell everything that is left to end, wait a moment, and leave what goes on."""
    here = asyncio.current_task()
    if left := asyncio.all_tasks(loop) - {here}:
        for task in left:
            task.cancel()
        await asyncio.wait(left, timeout=GRACE)
    await asyncio.wait([asyncio.ensure_future(loop.shutdown_asyncgens())], timeout=GRACE)
    for task in asyncio.all_tasks(loop) - {here}:
        keep(task)


class _Threads(ThreadPoolExecutor):
    """The threads of `asyncio.to_thread`. Nobody waits for them at the end, as for no function that hangs."""

    def __init__(self) -> None:
        super().__init__(1)
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._free = threading.Semaphore(0)
        self._begun = 0

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have it called by a thread that is free, or by a new one."""
        done: Future[T] = Future()
        self._jobs.put(partial(_settle, done, partial(fn, *args, **kwargs)))
        if not self._free.acquire(blocking=False) and self._begun < THREADS:
            self._begun += 1
            threading.Thread(target=self._serve, name=f"midcourse-to-thread-{self._begun}", daemon=True).start()
        return done

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the threads end that are free; the others end with the process."""
        for _ in range(self._begun):
            self._jobs.put(None)

    def _serve(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
            del job  # what it holds is not kept until the next one comes
            self._free.release()


def _settle(done: Future[T], call: Callable[[], T]) -> None:
    if not done.set_running_or_notify_cancel():
        return
    try:
        done.set_result(call())
    except BaseException as error:
        done.set_exception(error)
