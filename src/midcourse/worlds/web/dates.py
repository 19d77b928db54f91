"""Dates and times as fields of a page want them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

DATES = ("%Y-%m-%d", "%m/%d/%Y", "%d.%m.%Y", "%B %d, %Y", "%d %B %Y", "%b %d, %Y")
TIMES = ("%H:%M", "%I:%M %p", "%I:%M%p", "%H:%M:%S", "%I %p", "%I%p")


def canonical(kind: str, text: str) -> str:
    """A text in the form that a field of this kind holds; as it is where there is none."""
    forms, out = {"date": (DATES, "%Y-%m-%d"), "time": (TIMES, "%H:%M")}.get(kind, ((), ""))
    for form in forms:
        try:
            return datetime.strptime(re.sub(r"\s+", " ", text.strip()), form).strftime(out)
        except ValueError:
            continue
    return text


def is_date(text: str) -> bool:
    """Whether a text is a date as values are written."""
    return re.fullmatch(r"\d{4}-\d{2}-\d{2}", text.strip()) is not None


def part_named(attributes: Mapping[str, str]) -> str:
    """Which part of a date or time a field with a range is: by what it may hold at most, whatever it is called."""
    most = attributes.get("aria-valuemax", "")
    named = attributes.get("data-type", "")
    if named in ("year", "month", "day", "hour", "minute"):
        return named
    sizes = {"12": "month", "23": "hour", "59": "minute"}
    return sizes.get(most, "day" if most in ("28", "29", "30", "31") else "year" if most.isdigit() and int(most) > 59 else "")


def in_parts(fields: Sequence[Mapping[str, str]]) -> str:
    """A date that stands in fields for its parts, as year-month-day; '' while one of them is empty."""
    found = {part_named(f): f.get("aria-valuenow", "") for f in fields}
    year, month, day = (found.get(part, "") for part in ("year", "month", "day"))
    return f"{int(year):04}-{int(month):02}-{int(day):02}" if year.isdigit() and month.isdigit() and day.isdigit() else ""
