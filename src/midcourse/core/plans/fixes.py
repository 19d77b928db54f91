"""A fix as a value: a typed edit of the plan, of an act's arguments, or of the constraints.

Values in an edit are written in terms of the failed act: `{door}` is its argument, `{fits(?, door)}` is what the one fact of
that form names beside the argument, and a `Change` says how a new value comes from the old one.
"""

from __future__ import annotations

from typing import Literal as Choice

from ..model import Json, Value
from .brackets import in_brackets
from .plan import Act


class ArgumentChange(Value, frozen=True):
    """How an argument's new value comes from its old one."""

    how: Choice["set", "replace", "before", "behind", "lower", "upper", "strip"]
    """`set` a value, `replace` a part, put text `before` or `behind`, write it in `lower` or `upper` case, `strip` blanks."""
    old: str = ""
    """The part that `replace` takes out, which the old value must hold just once; '' for every other way."""
    new: Json = ""
    """What is set or put there; '' for `lower`, `upper` and `strip`."""


class Insert(Value, tag="insert", frozen=True):
    """Do these first, then the failed act again."""

    acts: tuple[Act, ...]
    """In the order in which they are done, before the failed act."""


class Rewrite(Value, tag="rewrite", frozen=True):
    """The same act with other arguments."""

    changes: dict[str, ArgumentChange]
    """Argument of the failed act -> how its value changes; all others stay."""
    throughout: bool = False
    """Later acts that name the old value name the new one instead."""


class Instead(Value, tag="instead", frozen=True):
    """Other acts in place of the failed one."""

    acts: tuple[Act, ...]
    """In the order in which they are done; none of them is the failed act."""


class Forbid(Value, tag="forbid", frozen=True):
    """A constraint: no act that fits the pattern."""

    pattern: str
    """Such as `delete(path=/etc/*)`. The planner is told; no plan is mended by it."""


Edit = Insert | Rewrite | Instead | Forbid


def say(edit: Edit) -> str:
    """The edit in words."""
    match edit:
        case Insert(acts=acts):
            return "first " + ", ".join(map(_call, acts)) + ", then again"
        case Rewrite(changes=changes):
            later = ", there and in what follows" if edit.throughout else ""
            return "with " + ", ".join(f"{name} {_said(change)}" for name, change in changes.items()) + later
        case Instead(acts=acts):
            return "instead " + ", ".join(map(_call, acts))
        case Forbid(pattern=pattern):
            return f"never {pattern}"


def _call(act: Act) -> str:
    return f"{act.skill}({in_brackets(act.args)})"


def _said(change: ArgumentChange) -> str:
    match change.how:
        case "set":
            return f"= {change.new}"
        case "replace":
            return f"having {change.new!r} for {change.old!r}"
        case "before" | "behind":
            return f"with {change.new!r} {change.how} it"
        case "lower" | "upper" | "strip":
            return f"in {change.how}" if change.how != "strip" else "without blanks around it"
