"""Whether a field shows a value: pages write dates, numbers and spaces in their own way."""

from __future__ import annotations

import re
from datetime import datetime

DATES = ("%Y-%m-%d", "%Y/%m/%d", "%d.%m.%Y", "%m/%d/%Y", "%d/%m/%Y", "%b %d, %Y", "%B %d, %Y")


def same_value(shown: str, wanted: str) -> bool:
    """Whether a field shows a value, perhaps in its own way: another form of a date or number, other spaces."""
    if " ".join(shown.split()) == " ".join(wanted.split()):
        return _indents(shown) in ([], _indents(wanted))  # what shows none may show them in its own way
    a, b = _number(shown), _number(wanted)
    if a is not None and b is not None:
        return a == b
    days = _days(shown), _days(wanted)
    return (
        bool(days[0]) and bool(days[1]) and (days[0] == days[1] if len(days[1]) == 1 == len(days[0]) else bool(days[0] & days[1]))
    )


def _indents(text: str) -> list[int]:
    """How far in the lines of a text begin; none where all begin at the edge."""
    found = [len(line) - len(line.lstrip()) for line in text.strip().split("\n") if line.strip()]
    return found if any(found) else []


def _number(text: str) -> float | None:
    plain = re.sub(r"[\s\u00a0,'€$£%]", "", text)
    return float(plain) if re.fullmatch(r"[-+]?\d+(\.\d+)?", plain) else None


def _days(text: str) -> set[str]:
    found: set[str] = set()
    for form in DATES:
        try:
            found.add(datetime.strptime(text.strip(), form).date().isoformat())
        except ValueError:
            continue
    return found
