"""What a plan names and no look can show: left out of what is watched, and noted.

A planner may invent kinds of facts. That such a fact is not seen proves nothing, so no step fails for the want of it.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from ..logic.conditions import Literal, parse, show
from .plan import Achieve, Act, Step

TARGET = "target"
"""What every world can show: whether a target is there."""


def watchable(step: Step, kinds: Collection[str]) -> tuple[Step, tuple[str, ...]]:
    """The step with only such conditions as this world can show, and what was left out. No kinds: the world shows all."""
    if not kinds:
        return step, ()
    match step:
        case Act():
            needs, strange = _split(step.needs, kinds)
            expects, other = _split(step.expects, kinds)
            return (replace(step, needs=needs, expects=expects) if strange or other else step), (*strange, *other)
        case Achieve():
            condition, strange = _split(step.condition, kinds)
            return (replace(step, condition=condition) if strange else step), strange
        case _:
            return step, ()


def _split(text: str, kinds: Collection[str]) -> tuple[str, tuple[str, ...]]:
    wanted = parse(text)
    strange = tuple(lit.text for lit in wanted if not _is_shown(lit, kinds))
    return (show(tuple(lit for lit in wanted if _is_shown(lit, kinds))), strange) if strange else (text, ())


def _is_shown(literal: Literal, kinds: Collection[str]) -> bool:
    return literal.name in kinds or literal.name == TARGET
