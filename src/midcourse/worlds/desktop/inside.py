"""Programs that tell where things are inside their windows, not on the screen, and what is visible, not what is shown: GTK 4.

They cannot know more: the toolkit does not learn where its windows are. What the X server knows of them makes up for it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from .driver import Box, Element, Key, Window

TYPE = re.compile(r"[A-Z][a-z0-9]+(?:[A-Z]+[a-z0-9]*)+")
"""What a toolkit calls a thing that nobody named: `GtkMenuButton`."""
PRESSED = ("push button", "toggle button", "check box", "radio button", "menu item")
"""What is called by its label and by its tip at once, also where these are the same."""
LOOSE = ("menu", "tooltip", "popup_menu", "dropdown_menu", "combo", "utility")


class Shift(NamedTuple):
    """From a place inside a window to the screen: the window, and how far its inside begins from its corner."""

    window: int
    right: int
    down: int

    def moved(self, box: Box, corner: Box) -> Box:
        """A box on the screen, while the window is there."""
        return (box[0] + corner[0] + self.right, box[1] + corner[1] + self.down, box[2], box[3])


def is_inside(toolkit: str, version: str) -> bool:
    """Whether programs of this toolkit tell places inside their windows."""
    return toolkit.lower() == "gtk" and version.partition(".")[0].isdigit() and int(version.partition(".")[0]) >= 4


def shown_inside(states: frozenset[str]) -> frozenset[str]:
    """States of which `visible` means that it is shown, where all around it is."""
    return states | {"showing"} if "visible" in states else states - {"showing"}


def own_name(role: str, name: str) -> str:
    """The name that people gave: no name of a type, and what is told twice is told once."""
    if role not in ("label", "frame", "dialog", "application") and TYPE.fullmatch(name):
        return ""
    plain = name.replace("_", "")
    half = len(plain) // 2
    return plain[:half] if role in PRESSED and len(plain) % 2 and plain[:half] == plain[half + 1 :] else name


def placed(
    elements: Sequence[Element], windows: Sequence[Window], inside: Collection[int], margins: Mapping[int, Sequence[int]]
) -> tuple[list[Element], dict[Key, Shift]]:
    """The elements where they are on the screen, and how each came there. `inside`: the processes whose places are to be moved;
    `margins`: what windows draw around themselves, left, right, above and below."""
    found: list[Element] = []
    shifts: dict[Key, Shift] = {}
    by_place: dict[int, Shift] = {}
    corners = {w.id: w.box for w in windows}
    free = [w for w in windows if w.kind in LOOSE and w.process in inside]
    for place, element in enumerate(elements):
        if element.process not in inside or element.role == "application":
            found.append(element)
            continue
        shift = by_place.get(element.parent)
        if shift is None:
            shift = _of_top(element, windows, margins)
        elif element.box is not None and (own := next((w for w in free if w.box[2:] == element.box[2:]), None)) is not None:
            free.remove(own)  # it has a window of its own, as a menu does
            shift = Shift(own.id, -element.box[0], -element.box[1])
        if shift is None:
            found.append(element._replace(box=None))
            continue
        by_place[place] = shifts[element.key] = shift
        box = shift.moved(element.box, corners[shift.window]) if element.box is not None else None
        found.append(element._replace(box=box, window=shift.window))
    return found, shifts


def _of_top(top: Element, windows: Sequence[Window], margins: Mapping[int, Sequence[int]]) -> Shift | None:
    """The window of a top element: of those with its title, else of all of its program, the one that is as large."""
    if top.box is None:
        return None
    wide, high = top.box[2:]
    own = [w for w in windows if w.process == top.process and w.kind not in (*LOOSE, "hidden") and w.box[2] >= wide]
    alike = [w for w in own if w.title == top.name] or own
    window = min(alike, key=lambda w: abs(w.box[2] - wide) + abs(w.box[3] - high), default=None)
    if window is None:
        return None
    more = (window.box[2] - wide, window.box[3] - high)
    margin = margins.get(window.id, ())
    if len(margin) == 4 and (margin[0] + margin[1], margin[2] + margin[3]) == more:
        return Shift(window.id, margin[0] - top.box[0], margin[2] - top.box[1])
    return Shift(window.id, more[0] // 2 - top.box[0], more[1] // 2 - top.box[1])
