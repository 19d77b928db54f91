"""What local planning is compared with: a forward loop with the same small helps, and revert/retain as it was first written."""

from __future__ import annotations

from dataclasses import replace

from .screens import Element
from .user import OLD, InUse, Shown, has_next


def looked_twice(use: InUse) -> Shown:
    """Two looks as one: a look misses a thing now and then."""
    first, second = use.look(), use.look()
    if first.over:
        return first
    shown = {e.key for e in (*first.elements, *second.elements)}
    return replace(second, elements=[e for e in use.screen.elements if e.key in shown])


def forward(use: InUse, acts: int) -> None:
    """Ask for one act, do it, look; no closeness, no map. It has every help that local planning has: it is told what it tried on
    this very screen (by its true number), it looks twice, an act that slipped is tried once more, values that the goal does not
    name are not offered, the thing that it names is acted on where it is seen, interruptions are dismissed, values are put back,
    and leave is asked for."""
    shown, tried, misses, leaves = looked_twice(use), set[tuple[int, int]](), dict[tuple[int, int], int](), 0
    refused, debts = set[tuple[int, int]](), dict[tuple[int, int], tuple[str, int]]()
    while use.acts < acts and not use.is_met:
        here = shown.screen
        if shown.over:
            use.act(next(e for e in shown.elements if e.kind == ("ok" if shown.over == "discard" else "close")).key)
            shown = looked_twice(use)
            continue
        due = next((s for s, (old, goes) in debts.items() if s[0] == here and goes < 3 and shown.values.get(s[1]) != old), None)
        if due is not None and any(e.key == due[1] for e in shown.elements):
            debts[due] = (debts[due][0], debts[due][1] + 1)
            use.act(due[1], debts[due][0])
            shown = looked_twice(use)
            continue
        off = frozenset[int]()
        if not has_next(shown):
            off = frozenset(e.key for e in shown.elements if e.kind in ("toggle", "field") and e.key != use.wish.element)
        named = [e for e in shown.elements if e.key == use.wish.element and (here, e.key) not in tried | refused]
        proposed = named or use.propose(shown, off | {key for s, key in tried | refused if s == here}, 1)
        if not proposed:
            tried = {spot for spot in tried if spot[0] != here}  # everything was tried here: begin anew
            misses = {spot: n for spot, n in misses.items() if spot[0] != here}
            proposed = use.propose(shown, off | {key for s, key in refused if s == here}, 1)
            if not proposed:
                return
        element, spot, allowed = proposed[0], (here, proposed[0].key), False
        if use.needs_leave(element):
            allowed = leaves < 2 and use.gives_leave(element.key)
            leaves += 1
            if not allowed:
                refused.add(spot)
                continue
        before, old = shown, shown.values.get(element.key, "")
        use.act(element.key, allowed=allowed)
        shown = looked_twice(use)
        if shown.screen == here and shown.values == before.values:
            misses[spot] = misses.get(spot, 0) + 1
            if misses[spot] >= 2:
                tried.add(spot)
        elif not shown.over:
            tried.add(spot)
            if shown.screen == here and element.kind == "field":
                for other in shown.elements:
                    if has_next(shown) and other.kind == "nav":
                        tried.discard((here, other.key))
                        misses.pop((here, other.key), None)
            if shown.screen == here and (element.kind == "toggle" or old):
                debts[spot] = (old, 0)


def as_first_written(use: InUse, tries: int) -> None:
    """Closeness before and after each act decides: retain, explore, revert blindly, or cancel when a screen comes again."""
    shown, hint = use.look(), None
    seen: list[tuple[int, ...]] = []
    gains: list[float] = []
    left: list[Element] = []
    for _ in range(tries):
        proposed = [hint] if hint is not None else use.propose(shown, most=1)
        hint = None
        if not proposed:
            return
        before = shown
        use.act(proposed[0].key)
        shown = use.look()
        if use.is_met:
            return
        gain = use.closeness(shown) - use.closeness(before)
        use.calls += 1
        left = use.propose(shown, most=3)
        seen, gains = [*seen[-2:], shown.title], [*gains[-2:], gain]
        if len(set(seen)) < len(seen) or (len(gains) == 3 and all(g < -0.5 for g in gains)):
            return
        if gain > 0:
            continue
        if left:
            hint = left[0]
            continue
        undo = _undo(shown, proposed[0])
        if undo is not None:
            use.act(undo.key, "")
        shown = before


def _undo(shown: Shown, element: Element) -> Element | None:
    if element.kind in ("toggle", "field"):
        return element
    return next((e for e in shown.elements if e.kind == "close"), None)


__all__ = ["OLD", "as_first_written", "forward"]
