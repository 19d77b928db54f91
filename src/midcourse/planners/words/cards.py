"""Lines and cards that show what can be done with them only to whoever points at them."""

from __future__ import annotations

from collections.abc import Collection

from ...core.plans.plan import Act
from .records import is_called, spoken
from .revealing import POINTED
from .screen import Screen

CARD = "card"


def pointed_at_card(screen: Screen, name: Collection[str]) -> Act | None:
    """Point at the one line or card that has a name: it changes nothing. None where several have it, or it was done."""
    cards = [t for t in screen.of(CARD) if t.id not in screen.hidden]
    said = {t.id: spoken(t.label) for t in cards}
    shared = {w for words in said.values() for w in words if len(cards) > 1 and all(w in other for other in said.values())}
    own = set(name) - shared
    mine = [t for t in cards if own and own <= said[t.id]]
    mine = [t for t in mine if len(mine) == 1 or is_called(screen, t.label, set(name))]
    fresh = len(mine) == 1 and "hover" in screen.skills and not screen.tried("hover", mine[0].id)
    return Act("hover", {}, mine[0].id, description=POINTED) if fresh else None
