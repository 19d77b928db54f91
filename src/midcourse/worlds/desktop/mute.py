"""Windows that tell nothing about themselves, and what was read from their pictures, as elements."""

from __future__ import annotations

from collections.abc import Sequence

from ...core.seeing.zones import Zone
from .driver import Element, Key, Window
from .things import ZONE, Screenful

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
