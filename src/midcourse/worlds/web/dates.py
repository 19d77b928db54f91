"""Dates and times as fields of a page want them."""

from __future__ import annotations

import re
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
