"""Numbers in facts: the last argument of `fuel(car, 5)`, compared by `>=2` and `<=9`, counted by `+=1` and `-=1`."""

from __future__ import annotations

from math import isfinite

COMPARISONS = (">=", "<=")
COUNTS = ("+=", "-=")
MARKS = (*COMPARISONS, *COUNTS)


def number(text: str) -> float | None:
    """The number that a text is, if it is one."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value if isfinite(value) else None


def as_written(value: float) -> str:
    """A number as it stands in a fact: a whole one without a point."""
    return str(int(value)) if isinstance(value, int) or value.is_integer() else repr(value)


def bound(arg: str) -> tuple[str, float] | None:
    """(`>=`, 2.0) for `>=2`; None for anything else."""
    if arg[:2] not in COMPARISONS:
        return None
    value = number(arg[2:])
    return None if value is None else (arg[:2], value)


def count(arg: str) -> float | None:
    """1.0 for `+=1`, -1.0 for `-=1`; None for anything else."""
    if arg[:2] not in COUNTS:
        return None
    value = number(arg[2:])
    return None if value is None else value if arg[0] == "+" else -value


def compares(arg: str, value: str) -> bool:
    """Whether a value lies on the right side of a bound."""
    limit, is_now = bound(arg), number(value)
    if limit is None or is_now is None:
        return False
    return is_now >= limit[1] if limit[0] == ">=" else is_now <= limit[1]


def cannot_tell(arg: str, value: str) -> bool:
    """Whether nobody can say on which side of a bound a value lies, since it is no number."""
    return bound(arg) is not None and number(value) is None
