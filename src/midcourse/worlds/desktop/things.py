"""Which elements of a screen can be acted on, what they are called, and in which window they are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from .driver import Box, Element, Key, Window

ROLES = {
    "push button": "button",
    "push button menu": "button",
    "toggle button": "button",
    "link": "link",
    "check box": "checkbox",
    "radio button": "radio",
    "switch": "switch",
    "text": "textbox",
    "entry": "textbox",
    "password text": "textbox",
    "autocomplete": "textbox",
    "editbar": "textbox",
    "document text": "textbox",
    "spin button": "spinbutton",
    "slider": "slider",
    "combo box": "combobox",
    "menu": "menuitem",
    "menu item": "menuitem",
    "check menu item": "menuitem",
    "radio menu item": "menuitem",
    "page tab": "tab",
    "list item": "option",
    "tree item": "treeitem",
    "table cell": "item",
    "icon": "item",
}
"""What AT-SPI calls things, and what pages do: planners know the latter."""
TYPED = frozenset({"text", "entry", "password text", "autocomplete", "editbar", "document text"})
FIELDS = frozenset({"textbox", "combobox", "spinbutton", "slider"})
OPENING = frozenset({"menu", "menu item", "combo box"})
DIALOGS = frozenset({"dialog", "alert", "file chooser", "color chooser", "font chooser"})
TOPS = DIALOGS | {"frame", "window", "internal frame"}
SAYING = frozenset({"label", "static", "heading", "paragraph", "tool tip", "notification", "info bar", "status bar"})
INNER = frozenset({"frame", "internal frame"})
"""What a window inside another one is called, which has a title."""
DRAWING = frozenset({"panel", "canvas", "drawing area", "filler"})
"""What toolkits call something that draws itself, unless something lies in it."""
DRAWN = (("button", "button"), ("button", "combobox"), ("item", "item"))
"""What is a part of the thing that it lies in: a button in a button, the picture and the text of a cell."""
FRAME = frozenset({"Minimize", "Maximize", "Restore", "Close"})
"""What the buttons of a window's frame are called."""
NEAR = 260
"""Pixels: a text further away does not name a field."""
_AROUND = re.compile(r"(?:\s|:|\.\.\.|…|\*)*")
LONGEST = 60
MENU = "Menu"
"""What a button is called that shows no more than a sign, and opens a menu."""
DOCUMENT = "text"
"""What the large field of an editor is called, that has no name."""


ZONE = "zone"
"""What the keys of elements begin with that were read from a picture: no program can be asked about them."""


def is_zone(key: Key) -> bool:
    """Whether an element was read from a picture."""
    return key[0] == ZONE


class Thing(NamedTuple):
    """Something that can be acted on, before it has an id."""

    place: int
    key: Key
    role: str
    label: str
    box: Box
    contexts: tuple[str, ...]
    window: int
    """The window that it is in; 0 if that is not known."""
    top: int
    """The place of the window or dialog that it is in, as its program tells it; -1 if that is not known."""


@lru_cache(2048)  # hundreds of labels are the same in the next look
def clean(text: str) -> str:
    """A label without what forms and menus put around it; a sign that is all of it stays."""
    whole = " ".join(re.sub(r"</?[A-Za-z][^<>]*>", " ", text.replace("_", "")).split())
    around = _AROUND.match(whole[::-1])  # from the end: each sign is looked at once, however many a program puts there
    return (whole[: len(whole) - (around.end() if around else 0)] or whole)[:LONGEST].strip()


class Screenful:
    """The elements and windows of one moment, with what belongs to what."""

    def __init__(self, elements: Sequence[Element], windows: Sequence[Window], size: tuple[int, int]) -> None:
        self.elements, self.windows, self.size = elements, windows, size
        self.below: dict[int, list[int]] = {}
        for i, element in enumerate(elements):
            self.below.setdefault(element.parent, []).append(i)
        self._tops: dict[int, int] = {}
        for i, element in enumerate(elements):
            up = element.parent
            self._tops[i] = i if up < 0 or elements[up].role == "application" else self._tops[up]
        self.window_of = {i: self._window(i) for i in set(self._tops.values()) if elements[i].role != "application"}
        """Top elements, by place, and their windows."""
        self._labels = [
            e for e in elements if e.role in ("label", "static") and e.box is not None and clean(e.name) and "showing" in e.states
        ]

    def top(self, place: int) -> int:
        """The window or dialog that an element is in, by place."""
        return self._tops[place]

    def parents(self, place: int) -> Iterable[int]:
        """What an element lies in, the nearest first."""
        up = self.elements[place].parent
        while up >= 0:
            yield up
            up = self.elements[up].parent

    def inside(self, place: int) -> Iterable[int]:
        """All that lies in an element."""
        left = list(self.below.get(place, ()))
        while left:
            each = left.pop(0)
            yield each
            left = [*self.below.get(each, ()), *left]

    def is_dialog(self, top: int) -> bool:
        """Whether a top element is a dialog."""
        window = self.window_of.get(top)
        return self.elements[top].role in DIALOGS or (window is not None and window.kind == "dialog")

    def title(self, top: int) -> str:
        """What a window or a dialog is called: its title, else the first that it says."""
        element = self.elements[top]
        window = self.window_of.get(top)
        return element.name.strip() or (window.title if window else "") or next(iter(self.says(top)), "")

    def says(self, top: int) -> list[str]:
        """The texts in a window, in order."""
        return [line for i in self.inside(top) for line in self.lines(i)]

    def lines(self, place: int) -> list[str]:
        """The lines of text that an element shows. What draws itself and has a name shows it, as the display of a calculator, and
        so does a window inside a window."""
        element = self.elements[place]
        if "showing" not in element.states:
            return []
        says = element.role in SAYING or element.role in INNER or (element.role in DRAWING and not self.below.get(place))
        told = [element.name] if says else _shown(element)
        return [line.strip() for line in told if line.strip()]

    def _window(self, place: int) -> Window | None:
        element = self.elements[place]
        if is_zone(element.key):
            return next((w for w in self.windows if str(w.id) == element.key[1].partition("/")[0]), None)
        same = [w for w in self.windows if w.process == element.process and w.kind not in ("menu", "tooltip")]
        titled = [w for w in same if w.title == element.name]
        if len(titled) == 1 or (titled and element.box is None):
            return titled[-1]
        if element.box is None:
            return None
        near = max(titled or same, key=lambda w: likeness(w.box, element.box), default=None)
        return near if near is not None and (titled or likeness(near.box, element.box) > 0) else None

    # --- things ---------------------------------------------------------------------------------------------------------

    def things(self) -> list[Thing]:
        """Everything that can be acted on, in order; what is not shown cannot."""
        found: list[Thing] = []
        for i, element in enumerate(self.elements):
            role = self._role(i)
            if not role or element.box is None or "showing" not in element.states:
                continue
            label = self.label(i, role)
            if (role in ("item", "option", "treeitem", "menuitem") and not label) or (role == "button" and self._is_of_frame(i)):
                continue
            top = self.top(i)
            window = self.window_of.get(top)
            if window is not None and window.kind == "hidden":
                continue
            own = element.window or (window.id if window else 0)
            found.append(Thing(i, element.key, role, label, element.box, self._contexts(i, top), own, top))
        return found

    def _role(self, place: int) -> str:
        element = self.elements[place]
        role = ROLES.get(element.role, "")
        if element.role in TYPED and not element.states & {"editable"}:
            return ""
        around = ROLES.get(self.elements[element.parent].role, "") if element.parent >= 0 else ""
        if (role, around) in DRAWN:
            return ""  # it is how the one around it is drawn
        if element.role in ("frame", "icon") and self.below.get(place):
            return ""
        if element.role == "icon" and not element.states & {"focusable", "selectable"}:
            return ""
        if role == "textbox" and any(
            self.elements[p].role in ("combo box", "spin button") for p in list(self.parents(place))[:1]
        ):
            return "" if self.elements[self.elements[place].parent].role == "spin button" else role
        if element.role == "combo box" and any(self.elements[c].role in TYPED for c in self.below.get(place, ())):
            return ""  # what can be typed into it is the field
        return role

    def _is_of_frame(self, place: int) -> bool:
        """Whether it is a button of a frame that a program draws itself, beside others of these."""
        beside = {clean(self.elements[i].name) for i in self.below[self.elements[place].parent]}
        return clean(self.elements[place].name) in FRAME and len(beside & FRAME) > 1 and beside <= FRAME | {""}

    def opens(self, place: int) -> bool:
        """Whether a menu comes up when it is pressed: it says so, or it is a button around the one that is pressed."""
        element = self.elements[place]
        inside = (self.elements[i].role for i in self.below.get(place, ()))
        around = element.role == "push button" and any(ROLES.get(role) == "button" for role in inside)
        return around or element.role == "menu" or "has popup" in element.states or bool(self.offers(place))

    def label(self, place: int, role: str) -> str:
        """What people call an element."""
        element = self.elements[place]
        if role in FIELDS:
            named = clean(element.name) if element.role != "combo box" else ""
            near = named or self._beside(element)
            return near or (DOCUMENT if "multi line" in element.states else clean(element.tip))
        told = clean(element.name)
        if told or element.role == "menu":  # what is in a menu does not name it
            return told
        inside = next((text for i in self.inside(place) if (text := clean(self.elements[i].name))), "")
        return inside or clean(element.tip) or (MENU if role == "button" and self.opens(place) else "")

    def _beside(self, element: Element) -> str:
        """A text on the line of a field, before it, or just above it."""
        box = element.box
        assert box is not None
        best: tuple[int, str] | None = None
        for label in self._labels:
            near = label.box
            assert near is not None
            if label.process != element.process or ("multi line" in element.states and label.parent != element.parent):
                continue  # what is written above an editor is seldom its name, unless it belongs to it
            away = box[0] - (near[0] + near[2])
            level = abs((near[1] + near[3] // 2) - (box[1] + box[3] // 2)) < max(near[3], box[3]) // 2 + 4
            above = box[1] - (near[1] + near[3])
            if level and 0 <= away < NEAR and (best is None or away < best[0]):
                best = (away, clean(label.name))
            elif 0 <= above < 24 and abs(near[0] - box[0]) < 24 and (best is None or above + 100 < best[0]):
                best = (above + 100, clean(label.name))
        return best[1] if best else ""

    def _contexts(self, place: int, top: int) -> tuple[str, ...]:
        """What it lies in: named groups, then its dialog, or its program, whose name stays while titles change."""
        named = [clean(self.elements[p].name) for p in self.parents(place) if self.elements[p].role not in ("application", *TOPS)]
        program = next((self.elements[p].name for p in self.parents(place) if self.elements[p].role == "application"), "")
        window = self.window_of.get(top)
        whole = clean(self.title(top)) if self.is_dialog(top) else clean(program or (window.program if window else ""))
        return tuple(dict.fromkeys(text for text in (*named[:2], whole) if text))[:3]

    def panes(self, place: int) -> list[tuple[int, int]]:
        """What an element may be scrolled out of, the nearest first, each with the bar that scrolls it up and down."""
        found: list[tuple[int, int]] = []
        for p in self.parents(place):
            inside = [i for child in self.below.get(p, ()) for i in (child, *self.below.get(child, ()))]
            bars = (i for i in inside if self.elements[i].role == "scroll bar" and "showing" in self.elements[i].states)
            bar = next((i for i in bars if (box := self.elements[i].box) is not None and box[3] > box[2]), None)
            if bar is not None and self.elements[p].box is not None and all(bar != other for _, other in found):
                found.append((p, bar))
        return found

    # --- menus and lists --------------------------------------------------------------------------------------------------

    def offers(self, place: int, deep: int = 3) -> list[str]:
        """What a menu or a list offers, open or not; what is in a menu inside it as `Convert > To Uppercase`."""
        if self.elements[place].role not in OPENING or deep == 0:
            return []
        found: list[str] = []
        for i in self._entries(place):
            label = clean(self.elements[i].name)
            inner = self.offers(i, deep - 1)
            found += ([f"{label} > {each}" for each in inner] or [label]) if label else []
        return list(dict.fromkeys(found))

    def _entries(self, place: int) -> list[int]:
        """What is directly in a menu, whatever boxes are around it."""
        found: list[int] = []
        for i in self.below.get(place, ()):
            role = self.elements[i].role
            if role in ("popup menu", "list", "filler") or (role == "menu" and self.elements[place].role == "combo box"):
                found += self._entries(i)
            elif role in ("menu", "menu item", "check menu item", "radio menu item", "list item"):
                found.append(i)
        return found


def _shown(element: Element) -> list[str]:
    """The lines of a field that can only be read, as a calculator has it."""
    shows = element.role in TYPED and "editable" not in element.states and element.role != "password text"
    return (element.text or "").splitlines() if shows else []


def likeness(a: Box, b: Box | None) -> float:
    """How much two boxes are one: what they share, of all that they take up, 0 to 1."""
    if b is None:
        return 0.0
    shared = shared_area(a, b)
    return shared / (a[2] * a[3] + b[2] * b[3] - shared) if shared else 0.0


def shared_area(a: Box, b: Box) -> int:
    """The pixels that two boxes share."""
    shared = shared_box(a, b)
    return shared[2] * shared[3] if shared is not None else 0


def shared_box(a: Box, b: Box) -> Box | None:
    """The part that two boxes share; None for none."""
    left, top = max(a[0], b[0]), max(a[1], b[1])
    right, bottom = min(a[0] + a[2], b[0] + b[2]), min(a[1] + a[3], b[1] + b[3])
    return (left, top, right - left, bottom - top) if right > left and bottom > top else None


def centre(box: Box) -> tuple[int, int]:
    """The middle of a box."""
    return box[0] + box[2] // 2, box[1] + box[3] // 2


def holds(box: Box, point: tuple[int, int]) -> bool:
    """Whether a point is in a box."""
    return box[0] <= point[0] < box[0] + box[2] and box[1] <= point[1] < box[1] + box[3]
