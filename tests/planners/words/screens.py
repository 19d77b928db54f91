"""Screens for the planner that goes by words: things by their ids, facts, and what was done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from midcourse.core.gates.request import DoneStep
from midcourse.core.model import Target
from midcourse.core.plans.plan import Act
from midcourse.planners.words.asked import Asked
from midcourse.planners.words.language import Clause, read
from midcourse.planners.words.screen import Screen
from tests.support import LOOK, request, story


def thing(id: str, *state: str, box: tuple[int, int, int, int] | None = None) -> Target:
    """`button Save` is a button that says Save."""
    role, _, label = id.partition(" ")
    return Target(id, role, label, state, box)


def screen(*things: str | Target, facts: Sequence[str] = (), done: Sequence[Act] = (), goal: str = "", **more: Any) -> Screen:
    """A screen with these things on it."""
    targets = tuple(t if isinstance(t, Target) else thing(t) for t in things)
    outputs = [*more.pop("outputs", ()), *[None] * len(done)]
    past = tuple(DoneStep(f"s{i}", act.skill, True, outputs[i - 1], act) for i, act in enumerate(done, 1))
    values = more.pop("values", {})
    otherwise = {"targets": targets, "facts": frozenset(facts), "done": past, "goal": goal, "done_when": "", **more}
    made = request(story(LOOK), **otherwise)
    return Screen(replace(made, task=replace(made.task, values=values)))


def asked(*things: str | Target, **more: Any) -> Asked:
    """An instruction at its beginning, on such a screen."""
    return Asked(screen(*things, **more))


def said(instruction: str) -> Clause:
    """The one clause of an instruction."""
    [clause] = read(instruction)
    return clause


def calls(acts: Sequence[Act] | None) -> list[str] | None:
    """Acts in short: `fill textbox Name=Ann`."""
    if acts is None:
        return None
    return [f"{a.skill} {a.target}".strip() + "".join(f"={v}" for v in a.args.values()) for a in acts]
