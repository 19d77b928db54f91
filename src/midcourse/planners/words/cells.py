"""Tables whose cells are fields, or turn into fields: which row is meant, and what opens a cell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.model import Target
from ...core.plans.plan import Act
from .finding import norm
from .language import SMALL, stem
from .purposes import ENTERING
from .screen import Screen

OPENING = ("double_click", "click")
"""What turns a cell into a field, the likeliest first."""


def row_of(target: Target) -> str:
    """The row of a table that a thing lies in; '' where it lies in none."""
    return next((state for state in target.state if state.startswith("row ")), "")


def meant(screen: Screen, targets: Sequence[Target]) -> list[Target]:
    """Without what lies in rows that are not meant: the goal speaks of one, or it is the only one, or the first empty one."""
    rows: dict[str, list[Target]] = {}
    for target in targets:
        if row := row_of(target):
            rows.setdefault(row, []).append(target)
    if len(rows) < 2:
        return list(targets)
    ours = {a.target for a in screen.done if a.skill in ENTERING}
    begun = next((row for row, cells in rows.items() if any(t.id in ours for t in cells)), "")
    empty = next((row for row, cells in rows.items() if _is_empty(screen, cells)), "")
    chosen = _spoken_of(screen, list(rows)) or begun or empty
    return [t for t in targets if row_of(t) in ("", chosen)]


def opened(screen: Screen, names: set[str]) -> Act | None:
    """What turns the cell of a value into a field: the one under its name, in the row that the goal speaks of."""
    cells = [t for t in screen.of("item") if row_of(t) and t.id not in screen.hidden]
    row = _spoken_of(screen, list(dict.fromkeys(row_of(t) for t in cells)))
    for cell in (t for t in cells if row_of(t) == row):
        if any(norm(other) == norm(name) for other in screen.called.get(cell.id, ()) for name in names):
            for skill in OPENING:
                if skill in screen.skills and not screen.tried(skill, cell.id):
                    return Act(skill, {}, cell.id)
    return None


def _spoken_of(screen: Screen, rows: Sequence[str]) -> str:
    """The one row that holds the most words of the goal; '' where none does, or several do."""
    goal = _words(screen.request.goal)
    counts = {row: len(_words(_text(screen, row)) & goal) for row in rows}
    most = max(counts.values(), default=0)
    best = [row for row, count in counts.items() if count == most]
    return best[0] if most and len(best) == 1 else ""


def _text(screen: Screen, row: str) -> str:
    """What stands in a row: its texts, and what its fields hold."""
    mine = [t for t in screen.targets if row_of(t) == row]
    told = [name.partition(" in ")[2] for t in mine for name in screen.called.get(t.id, ()) if " in " in name]
    return " ".join((*told, *(screen.values.get(t.id, "") for t in mine)))


def _words(text: str) -> set[str]:
    return {stem(w) for w in re.findall(r"\w+", text.lower()) if w not in SMALL}


def _is_empty(screen: Screen, cells: Sequence[Target]) -> bool:
    return not any(screen.values.get(t.id, "").strip() or t.id in screen.checked for t in cells)
