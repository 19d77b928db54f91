"""`Open the third result`: one of what a page lists, by its number, over all pages of the list."""

from __future__ import annotations

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .clicking import onward_to
from .finding import best
from .language import Clause
from .screen import Part, Screen

LISTED = frozenset(("result", "entry", "post", "article", "record", "hit", "match", "row", "message", "story", "listing"))
"""What people call things of a list, whatever is written on them."""
KINDS = ("click", "expand", "double click")
PARTS = ("navigation", "search", "form", "dialog")


def nth_listed(asked: Asked, clause: Clause) -> list[Act] | None:
    """A click on it, or on what leads to its page; None where no such number is said, or something is called so."""
    number = clause.number
    said = {w.lower().rstrip("s") for w in clause.words} & LISTED
    if clause.kind not in KINDS or number is None or number < 1 or not said or clause.quoted:
        return None
    screen = asked.screen
    if best(Clause(clause.kind, clause.verb, [w for w in clause.words if w.lower() in said]), screen.targets):
        return None
    for i in range(asked.since, len(screen.done)):
        if screen.done[i].description == TAKEN:
            asked.since = i + 1
            return []
    group = _the_list(screen)
    turned = sum(act.description == FURTHER for act in screen.done[asked.since :])
    place = number - 1 - turned * len(group)
    if 0 <= place < len(group):
        return [Act("click", {}, group[place].id, description=TAKEN)]
    onward = onward_to(screen)
    return Part([Act("click", {}, onward[0].id, description=FURTHER, again=True)]) if group and onward and place > 0 else None


TAKEN, FURTHER = "the one of that number", "the next page of what is listed"
"""What the acts of such a clause are for, as they are known by later."""


def _the_list(screen: Screen) -> list[Target]:
    """The largest group of links that lie below each other, in their order."""
    onward = {t.id for t in onward_to(screen)}
    lines: dict[tuple[str, int], list[Target]] = {}
    for target in screen.of("link", "item"):
        apart = target.id in onward or screen.parts.get(target.id, "").startswith(PARTS) or target.id in screen.hidden
        if target.box is not None and target.label.strip() and not target.label.strip().isdigit() and not apart:
            lines.setdefault((target.role, target.box[0] // 4), []).append(target)
    group = max(lines.values(), key=len, default=list[Target]())
    return sorted(group, key=lambda t: t.box[1] if t.box else 0)
