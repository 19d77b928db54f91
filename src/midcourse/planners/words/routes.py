"""`From A to B on a day`: the fields of a form that asks for a way or a span, whatever the sentence around them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .calendars import pick_date
from .comparing import best_of_many
from .finding import norm
from .language import DATE, Clause
from .screen import Part, Screen

ROUTE = re.compile(r"\bfrom\s*:?\s*(?P<from>.+?)\s+to\s*:?\s*(?P<to>.+?)(?=\s+(?:on|at|departing|leaving|for|with|by)\b|$)")
ENDS = {
    "from": ("from", "origin", "departure", "start", "leaving from", "depart from", "flying from"),
    "to": ("to", "destination", "arrival", "end", "going to", "arrive at", "flying to"),
}
"""What fields for both ends are called."""
SEARCHING = ("search", "find", "go", "continue", "show", "next")


def routed(asked: Asked, clause: Clause) -> list[Act] | None:
    """Fill in both ends and the day, take what the page suggests for each, search, and take the one that is meant of what is
    found; None where no way is named, or no form asks for one."""
    found = ROUTE.search(clause.text)
    if found is None or clause.kind in ("drag", "sort", "copy"):
        return None
    screen = asked.screen
    fields = {end: _field(screen, names) for end, names in ENDS.items()}
    if not all(fields.values()):
        chosen = best_of_many(screen, clause) if any(_begun(act) for act in screen.done) else None
        return None if chosen is None else asked.once("click", chosen)
    for end, field in fields.items():
        assert field is not None
        value = re.sub(r"\s+([,;.])", r"\1", found[end]).strip(" .,")
        if (acts := _end(screen, field, value)) is not None:
            return acts
    dated = Clause(clause.kind, clause.verb, clause.words)
    if DATE.search(clause.text) and (acts := pick_date(screen, dated)):
        return Part(acts)
    search = [
        t for t in screen.of("button", "link", "item") if norm(t.label).split()[:1] and norm(t.label).split()[0] in SEARCHING
    ]
    fresh = [t for t in search if screen.did("click", t.id, asked.since) < 0]
    return Part([Act("click", {}, fresh[0].id)]) if fresh else None


def _begun(act: Act) -> bool:
    return act.skill == "click"


def _field(screen: Screen, names: Iterable[str]) -> Target | None:
    called = {t.id: (norm(t.label), *map(norm, screen.called.get(t.id, ()))) for t in screen.fields}
    return next((t for name in names for t in screen.fields if name in called[t.id]), None)


def _end(screen: Screen, field: Target, value: str) -> list[Act] | None:
    """What enters one end; None where it stands, as the page suggested it or as it was said."""
    stands = screen.values.get(field.id, "")
    suggested = [t for t in screen.of("menuitem", "option", "item", "link", "button") if _is_it(t.label, value)]
    if norm(stands) != norm(value):
        return None if _is_it(stands, value) else Part([Act("fill", {"text": value}, field.id)])
    if suggested:
        return Part([Act("click", {}, suggested[0].id)])
    return Part([Act("press", {"keys": "ArrowDown"}, field.id)]) if screen.did("press", field.id) < 0 else None


def _is_it(label: str, value: str) -> bool:
    """Whether what a page suggests means what was said: it begins with it, or bears it as its sign: `Ulm (ULM)`."""
    a, b = norm(label), norm(value)
    return a == b or (a.startswith(b) and not a[len(b) : len(b) + 1].isalnum()) or f"({b})" in label.lower()
