"""One world of one run: its tools fail as told, and what they really did is counted outside of whoever calls them."""

from __future__ import annotations

import functools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from .box import Box, Call, Facts, Task, is_error, key_of

FAULTS = (
    "none",
    "503 twice",
    "error value twice",
    "silent no-op",
    "for good, other way",
    "time-out after acting",
    "garbled answer",
    "undone by another",
)
MIRROR = "_mirror"
"""Each tool can be reached in a second way, under this name."""
FOR_GOOD = "permanently unavailable"
"""What a tool says that will never work again; every way may read it."""
GARBLED = "\x1f\x8b\x08ÿþ{{{<html><<< 0x00 ??? 3&%"


class HTTPError(Exception):
    """What an HTTP client raises."""


class Fault(NamedTuple):
    """Which call of the solution is struck, and how."""

    kind: str
    call: Call
    answers: bool
    """A silent no-op gives the usual answer; else it gives none."""


class Known(NamedTuple):
    """What an undisturbed run of a task's calls shows."""

    end: Facts
    effects: Counter[str]
    """How often each call changed something."""
    changes: tuple[tuple[Facts, Facts], ...]
    """What each call made and took."""


class Stage:
    """A fresh world, one fault in it, and the ledger of what took effect."""

    def __init__(self, task: Task, fault: Fault | None = None) -> None:
        self.box: Box = task.make()
        self.fault = fault
        self.effects: Counter[str] = Counter()
        self.undone: Counter[str] = Counter()
        self.log: list[str] = []
        self._struck = 0

    def tools(self) -> list[Callable[..., Any]]:
        """Every tool of the library under its own signature, and a mirror of it."""
        return [self._wrapped(name, mirror) for name in self.box.tools for mirror in (False, True)]

    def call(self, tool: str, args: dict[str, Any]) -> Any:
        """Call a tool by its name."""
        return self._do(tool.removesuffix(MIRROR), tool.endswith(MIRROR), args)

    def _wrapped(self, name: str, mirror: bool) -> Callable[..., Any]:
        @functools.wraps(self.box.tools[name])
        def tool(**args: Any) -> Any:
            return self._do(name, mirror, args)

        tool.__name__ = name + MIRROR * mirror
        return tool

    def _do(self, name: str, mirror: bool, args: dict[str, Any]) -> Any:
        shown = key_of(name + MIRROR * mirror, args)
        try:
            answer = self._answer(name, mirror, args)
        except Exception as error:
            self.log.append(f"{shown} raises {type(error).__name__}: {error}")
            raise
        self.log.append(f"{shown} -> {str(answer)[:120]}")
        return answer

    def _answer(self, name: str, mirror: bool, args: dict[str, Any]) -> Any:
        fault = self.fault
        if fault is None or mirror or name != fault.call.tool:
            return self._really(name, args)
        if fault.kind == "for good, other way":
            raise NotImplementedError(f"{name} is {FOR_GOOD}")
        if key_of(name, args) != fault.call.key:
            return self._really(name, args)
        self._struck += 1
        return self._disturbed(fault, name, args)

    def _disturbed(self, fault: Fault, name: str, args: dict[str, Any]) -> Any:
        first, twice = self._struck == 1, self._struck <= 2
        match fault.kind:
            case "503 twice" if twice:
                raise HTTPError("HTTP 503 Service Unavailable")
            case "error value twice" if twice:
                return {"error": "The service is temporarily unavailable."}
            case "silent no-op" if first:
                return self._usual(name, args) if fault.answers else None
            case "time-out after acting" if first:
                self._really(name, args)
                raise TimeoutError("no answer within 30 seconds")
            case "garbled answer" if first:
                self._really(name, args)
                return GARBLED
            case "undone by another" if first:
                return self._undone(name, args)
            case _:
                return self._really(name, args)

    def _really(self, name: str, args: dict[str, Any]) -> Any:
        before = self.box.state()
        try:
            return self.box.tools[name](**args)
        finally:
            if self.box.state() != before:
                self.effects[key_of(name, args)] += 1

    def _usual(self, name: str, args: dict[str, Any]) -> Any:
        """The answer that the tool would give, with nothing done."""
        kept = self.box.keep()
        try:
            return self.box.tools[name](**args)
        finally:
            self.box.put_back(kept)

    def _undone(self, name: str, args: dict[str, Any]) -> Any:
        """Done for real; then somebody makes all as it was before."""
        kept, before = self.box.keep(), self.box.state()
        answer = self._really(name, args)
        if self.box.state() != before:
            self.undone[key_of(name, args)] += 1
            self.box.put_back(kept)
        return answer

    def doubled(self, known: Known) -> int:
        """Effects beyond those planned; one that was undone by another may come once more."""
        extra = self.effects - known.effects - self.undone
        return sum(extra.values())


def know(task: Task) -> Known | None:
    """Play a task's calls undisturbed, twice; None if one fails, nothing changes, or the two plays differ."""
    played = [_play(task) for _ in range(2)]
    if None in played or played[0] != played[1] or not played[0] or not played[0].effects:
        return None
    return played[0]


def _play(task: Task) -> Known | None:
    stage = Stage(task)
    changes: list[tuple[Facts, Facts]] = []
    for call in task.calls:
        before = stage.box.state()
        try:
            if is_error(stage.call(call.tool, call.args)):
                return None
        except Exception:
            return None
        after = stage.box.state()
        changes.append((after - before, before - after))
    return Known(stage.box.state(), stage.effects, tuple(changes))


def choose(task: Task, known: Known, kind: str, seed: int) -> Fault | None:
    """One call that changes something when it is first made; the same for every kind, level and way."""
    if kind == "none":
        return None
    chance = random.Random(f"{seed}/{task.library}/{task.name}")
    first: dict[str, int] = {}
    for place, call in enumerate(task.calls):
        first.setdefault(call.key, place)
    able = [place for place in first.values() if any(known.changes[place])]
    return Fault(kind, task.calls[chance.choice(able)], chance.random() < 0.5)
