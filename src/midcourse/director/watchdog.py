"""Work that keeps the event loop for itself: nothing else can run, no timer can fire, and so a thread watches from outside.

It can break into the main thread alone, which is where an event loop usually runs: a signal ends even a call that sleeps.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any, TypeVar

T = TypeVar("T")
EVERY = 0.25
"""Seconds between two looks at who has the loop."""
_SIGNAL = getattr(signal, "SIGURG", None)
"""One that means nothing to a process that does not ask for it; None on systems without it."""

_until: dict[int, float] = {}
"""Thread -> the moment by which the work that has its event loop must give it back."""
_watcher: threading.Thread | None = None


def watched(work: Callable[[Any], T], given: Any, until: float) -> T:
    """One stretch of work between two waits; TimeoutError in the midst of it if it lasts too long."""
    here = threading.get_ident()
    outer = _until.get(here)
    _until[here] = until
    if _watcher is None:
        _watch()
    try:
        return work(given)
    finally:
        if outer is None:
            del _until[here]
        else:
            _until[here] = outer


def _watch() -> None:
    global _watcher
    if _SIGNAL is None or threading.current_thread() is not threading.main_thread():
        return
    if signal.getsignal(_SIGNAL) is not signal.SIG_DFL:
        return  # somebody else has a use for it
    signal.signal(_SIGNAL, _break_in)
    _watcher = threading.Thread(target=_look_now_and_then, name="midcourse-watchdog", daemon=True)
    _watcher.start()


def _look_now_and_then() -> None:
    main = threading.main_thread().ident
    assert main is not None and _SIGNAL is not None
    while True:
        sleep(EVERY)
        if monotonic() > _until.get(main, float("inf")) and signal.getsignal(_SIGNAL) is _break_in:
            signal.pthread_kill(main, _SIGNAL)


def _break_in(_number: int, _frame: Any) -> None:
    until = _until.get(threading.get_ident())
    if until is not None and monotonic() > until:  # else it has given the loop back by itself meanwhile
        raise TimeoutError("it kept the event loop for all its time; a function without `async` gets a thread of its own")


def _forget() -> None:
    """A forked child has no watcher."""
    global _watcher
    _watcher = None
    _until.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
