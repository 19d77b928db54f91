"""Numbers in facts: the last argument of `fuel(car, 5)`, compared by `>=2` and `<=9`, counted by `+=1` and `-=1`."""

from __future__ import annotations

from decimal import Decimal
from math import isclose, isfinite

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
    if _is_whole(value) and _is_whole(arg[2:]):
        return int(value) >= int(arg[2:]) if limit[0] == ">=" else int(value) <= int(arg[2:])
    return _is_near(is_now, limit[1]) or (is_now > limit[1]) is (limit[0] == ">=")


def number_after(text: str, by: float) -> str:
    """The number that a text is, so much further on, written as it is: 0.10 and 0.2 is 0.30."""
    return format(Decimal(text) + Decimal(as_written(by)), "f")


def sure_number_after(text: str, mark: str) -> str | None:
    """The text that a count such as `+=0.1` makes of a number, where all worlds write it in one way. None where they differ:
    0.1 and 0.2 is 0.30000000000000004 to one that adds as machines do."""
    by = count(mark)
    if by is None or number(text) is None:
        return None
    exact = format(Decimal(text) + Decimal(mark[2:]) * (1 if mark[0] == "+" else -1), "f")
    if _is_whole(text) and by.is_integer():
        return number_after(text, by)
    is_padded = "." in text and text.endswith("0")
    ways = {exact} if is_padded and not text.endswith(".0") else {exact, repr(float(text) + by)}
    ways |= set() if is_padded else {as_written(float(text) + by)}
    return exact if len(ways) == 1 else None


def is_same(one: str, other: str) -> bool:
    """Whether two texts are one number, however it is written, or was added up."""
    a, b = number(one), number(other)
    return a is not None and b is not None and not (_is_whole(one) and _is_whole(other)) and _is_near(a, b)


def _is_whole(text: str) -> bool:
    return text.removeprefix("-").isdecimal()


def _is_near(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=4e-15, abs_tol=1e-12)


def cannot_tell(arg: str, value: str) -> bool:
    """Whether nobody can say on which side of a bound a value lies, since it is no number."""
    return bound(arg) is not None and number(value) is None
