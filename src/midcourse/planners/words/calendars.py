"""Dates: written into a field that takes them, or picked from a calendar, month by month."""

from __future__ import annotations

import re
from calendar import month_name

from ...core.plans.plan import Act
from .finding import norm
from .language import DATE, Clause
from .screen import Part, Screen

MONTHS = {name.lower(): number for number, name in enumerate(month_name) if name}


_MONTH = "|".join((*MONTHS, *(name[:3] for name in MONTHS)))
IN_WORDS = re.compile(
    rf"\b(?:(?P<m1>{_MONTH})\.? (?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?: ?,)? (?P<y1>\d{{4}})"
    rf"|(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? (?P<m2>{_MONTH})\.?(?: ?,)? (?P<y2>\d{{4}}))\b",
    re.IGNORECASE,
)
"""`March 5, 2016`, `5 Mar 2016`."""


def date_in(text: str) -> tuple[tuple[int, int, int], str] | None:
    """(year, month, day) of a date that a text names, and how it is written; None where it names none."""
    if found := DATE.search(text):
        parts = (found[3], found[1], found[2]) if found[3] else (found[4], found[5], found[6])
        return (int(parts[0]), int(parts[1]), int(parts[2])), found[0]
    if found := IN_WORDS.search(text):
        name = (found["m1"] or found["m2"]).lower()
        month = next(number for full, number in MONTHS.items() if full.startswith(name))
        day, year = int(found["d1"] or found["d2"]), int(found["y1"] or found["y2"])
        return (year, month, day), f"{month:02}/{day:02}/{year}"
    return None


def pick_date(screen: Screen, clause: Clause) -> list[Act] | None:
    """The next acts toward a date that a clause names; None where it names none, or no field wants one."""
    dated = date_in(clause.text)
    fields = [f for f in screen.fields if f.role == "textbox"]
    if dated is None or not fields:
        return None
    (year, month, day), said = dated
    field = next((f for f in fields if "date" in norm(f.label)), fields[0])
    if screen.values.get(field.id) == said:
        return []
    shown = _shown(screen)
    if shown is None:
        if "readonly" in field.state or screen.did("click", field.id) >= 0:
            return Part([Act("click", {}, field.id)])
        return [Act("fill", {"text": said}, field.id)]
    away = (year - shown[0]) * 12 + month - shown[1]
    wanted = ("next", ">", "»") if away > 0 else ("prev", "previous", "<", "«")
    if away:
        step = next((t for t in screen.of("link", "button", "item") if norm(t.label) in wanted), None)
        return Part([Act("click", {}, step.id)]) if step is not None else None
    days = [t for t in screen.targets if t.label.strip() == str(day) and t.role not in ("textbox", "option")]
    return [Act("click", {}, days[0].id)] if days else None


def _shown(screen: Screen) -> tuple[int, int] | None:
    """(year, month) of the calendar on the screen."""
    for line in screen.texts:
        match = re.fullmatch(r"([A-Za-z]+)\s+(\d{4})", line.strip())
        if match and match[1].lower() in MONTHS:
            return int(match[2]), MONTHS[match[1].lower()]
    return None
