"""Windows and parts of windows that tell nothing about themselves, and what was read from their pictures, as elements."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.seeing.zones import Zone
from .driver import Box, Element, Key, Window
from .things import ZONE, Screenful, shared_box

KINDS = frozenset({"", "dialog", "menu", "utility", "splash"})
ROLES = {
    "button": "push button",
    "link": "link",
    "checkbox": "check box",
    "radio": "radio button",
    "textbox": "entry",
    "combobox": "push button",  # what it offers is read once it is open
    "menuitem": "menu item",
    "tab": "page tab",
    "item": "icon",
    "text": "label",
}
SHOWN = frozenset({"showing", "visible", "enabled", "sensitive", "focusable"})
PARTS = frozenset({"panel", "canvas", "drawing area", "layered pane", "directory pane", "viewport", "filler", "unknown"})
"""What toolkits call something of which they know nothing more."""
SMALLEST_PART = 80
SMALLEST = 16
"""Pixels: in a window that is narrower or lower there is nothing to read."""


def mute_windows(screen: Screenful) -> list[Window]:
    """The windows of which no program tells what is in them."""
    told = {w.id for top, w in screen.window_of.items() if w is not None and _tells(screen, top)}
    speaking = {e.process for e in screen.elements}
    return [
        w
        for w in screen.windows
        if w.kind in KINDS and w.id not in told and min(w.box[2:]) >= SMALLEST and (w.kind != "menu" or w.process not in speaking)
    ]


def _tells(screen: Screenful, top: int) -> bool:
    """Whether a window has anything in it, as its program tells it: a thing to use, or a text."""
    return any(
        e.name.strip() or e.text or e.states & {"editable", "focusable"}
        for e in map(screen.elements.__getitem__, screen.inside(top))
    )


def is_unknown(screen: Screenful) -> bool:
    """Whether a window tells nothing of what is in it, or nothing yet: what is not seen there may be there all the same. What
    terminals show is nothing that is looked for."""
    return any(w.kind in ("", "dialog") and not w.terminal for w in mute_windows(screen))


def mute_parts(screen: Screenful) -> dict[int, tuple[Window, Box]]:
    """The windows of which one part tells nothing, though the keyboard can go there: pictures of files, a table that a program
    draws itself. Each with its largest such part, from the window's corner."""
    found: dict[int, tuple[Window, Box]] = {}
    for top, window in screen.window_of.items():
        if window is None or window.kind != "":
            continue
        boxes = [e.box for i in screen.inside(top) if _is_silent(e := screen.elements[i]) and not screen.below.get(i)]
        inside = [part for box in boxes if box is not None and (part := shared_box(box, window.box)) is not None]
        largest = max(inside, key=lambda box: box[2] * box[3], default=None)
        if largest is not None and min(largest[2:]) >= SMALLEST_PART:
            left, above, width, height = largest
            found[window.id] = (window, (left - window.box[0], above - window.box[1], width, height))
    return found


def _is_silent(element: Element) -> bool:
    says = element.name.strip() or element.text
    return element.role in PARTS and {"showing", "focusable"} <= element.states and not says


def as_elements(window: Window, zones: Sequence[Zone], tier: str, offset: int) -> list[Element]:
    """What was read in a window, as a program would tell it. `offset`: how many elements are before it."""
    left, top = window.box[:2]
    program = Element((ZONE, f"{window.id}"), "application", window.program or window.title, SHOWN, None, -1, window.process)
    role = "dialog" if window.kind == "dialog" else "frame"
    frame = Element((ZONE, f"{window.id}/"), role, window.title, SHOWN, window.box, offset, window.process)
    found = [program, frame]
    for key, zone in keyed(window.id, zones):
        box = (left + zone.box[0], top + zone.box[1], zone.box[2], zone.box[3])
        field = zone.role == "textbox"
        states = SHOWN | {tier} | ({"editable"} if field else set[str]())
        text = zone.value if field else None
        found.append(Element(key, ROLES[zone.role], zone.label, states, box, offset + 1, window.process, text))
        if zone.role == "item" and tier == "ocr":  # what is written may be pressed, and may only be meant to be read
            said = (ZONE, f"{key[1]}/said")
            found.append(Element(said, ROLES["text"], zone.label, states, box, offset + 1, window.process))
    return found


def keyed(window: int, zones: Sequence[Zone]) -> list[tuple[Key, Zone]]:
    """Each zone with its key, which stays when the window is read again."""
    counted: dict[tuple[str, str], int] = {}
    found: list[tuple[Key, Zone]] = []
    for zone in zones:
        number = counted[zone.role, zone.label] = counted.get((zone.role, zone.label), 0) + 1
        found.append(((ZONE, f"{window}/{zone.role}/{zone.label}/{number}"), zone))
    return found
