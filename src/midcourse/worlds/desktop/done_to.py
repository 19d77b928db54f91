"""What an input of a person was done to: from a point or a key and a look, to an act of ours."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal as Choice
from typing import NamedTuple

from msgspec.structs import replace

from ...core.model import Target
from ..shown import Deed
from .driver import Key, Struck, Window
from .sight import Sight, is_in_menu
from .things import FIELDS, centre, clean, holds

BOXES = ("checkbox", "radio", "switch")
USED = ("button", "link", "menuitem", "tab", *BOXES)
"""What Enter or Space uses as a click does."""
TICKED = frozenset({"checked", "selected", "pressed"})
OPENING = ("menu", "menu item", "combo box")
ENTER, SPACE = ("Return", "KP_Enter"), ("space", " ")
MOVING = ("Left", "Right", "Up", "Down", "Home", "End", "Prior", "Next", "Page_Up", "Page_Down")
WRITING = ("BackSpace", "Delete", "Insert", *MOVING)
LEADING_ON = ("Tab", "ISO_Left_Tab")
OF_TEXT = ("A", "C", "V", "X", "Y", "Z", "Backspace", "Insert")
"""Shortcuts, with Control, that a field understands itself."""
NOTHING = Target("")
Meaning = Choice["writes", "uses", "commands", ""]


class Act(NamedTuple):
    """Something that was done, and when."""

    at: float
    deed: Deed
    key: Key | None = None
    """The field whose text it gives; None for anything else."""


class Seen(NamedTuple):
    """A look, with when it began and ended."""

    began: float
    ended: float
    sight: Sight


def thing_at(sight: Sight, point: tuple[int, int], window: int) -> str:
    """The id of what lies at a point of a window, the smallest first; '' for nothing."""
    menus = {w.id for w in sight.screen.windows if w.kind == "menu"}
    known = {w.id for w in sight.screen.windows} - menus
    found: list[tuple[int, str]] = []
    for id, thing in sight.things.items():
        in_menu = is_in_menu(sight.screen, thing) and window not in known
        if holds(thing.box, point) and (in_menu or window in (0, thing.window) or thing.window == 0):
            found.append((thing.box[2] * thing.box[3], id))
    return min(found)[1] if found else ""


def focused(sight: Sight) -> str:
    """The id of what the keyboard goes to; '' if no look tells. In an open menu it is the entry that is marked."""
    active = sight.active
    things = [id for id, thing in sight.things.items() if active is None or thing.window in (0, active.id)]
    if is_menu_open(sight):
        marked = [i for i in things if is_in_menu(sight.screen, sight.things[i]) and "selected" in sight.element(i).states]
        return marked[-1] if marked else ""
    return next((id for id in things if "focused" in sight.element(id).states), "")


def is_menu_open(sight: Sight) -> bool:
    """Whether keys go to a menu or a list that was opened."""
    return any(window.kind == "menu" and not proposes(sight, window) for window in sight.screen.windows)


def proposes(sight: Sight, window: Window) -> bool:
    """Whether a window that popped up is only what a field proposes while it is typed into: it has no entries to choose."""
    entries = (t for t in sight.things.values() if t.role in ("menuitem", "option") and is_in_menu(sight.screen, t))
    return window.kind == "menu" and not any(holds(window.box, centre(entry.box)) for entry in entries)


def struck_in(struck: Struck, sights: Sequence[Sight], looks: Sequence[Seen], inputs: Sequence[float]) -> Sight | None:
    """The look that tells where a key went; None where none does.

    An input since the look before it may have led the keyboard elsewhere. Then a letter, which may be of a password, goes to a
    thing that takes no text only if the look after it shows the same.
    """
    sight = next((s for s in sights if focused(s) or is_menu_open(s)), sights[0])
    id = focused(sight)
    if not struck.character or struck.held or is_menu_open(sight) or not id or sight.things[id].role in FIELDS:
        return sight
    before = next((seen for seen in reversed(looks) if seen.ended <= struck.at), None)
    after = next((seen.sight for seen in looks if seen.began > struck.at), None)
    if before is None or not any(before.began < at < struck.at for at in inputs):
        return sight
    later = after.things.get(focused(after)) if after is not None else None
    if later is not None and later.role in FIELDS:
        return after
    return sight if later is not None and later.key == sight.things[id].key else None


def meaning(sight: Sight, id: str, struck: Struck) -> Meaning:
    """Whether a key writes into what the keyboard goes to, uses it as a click does, or commands something; '' for neither."""
    role = sight.things[id].role if id else ""
    key = struck.keys.rpartition("+")[2]
    plain = not struck.held
    if role in FIELDS:
        lines = "multi line" in sight.element(id).states
        if struck.held and struck.keys.startswith("Ctrl+") and key.capitalize() in (*OF_TEXT, *MOVING):
            return "writes"
        if plain and (key in WRITING or (key in ENTER and lines) or (key not in ENTER and struck.character)):
            return "writes"
    if plain and (key in LEADING_ON or (key in MOVING and is_menu_open(sight))):
        return ""
    if plain and role in USED and (key in ENTER or (key in SPACE and role != "link")):
        return "uses"
    return "commands"


def act_on(sight: Sight, id: str, at: float) -> Act | str:
    """What a click on a thing does; a text for what cannot be written down, '' for what only opens a menu or a list."""
    target = next(t for t in sight.targets if t.id == id)
    thing, element = sight.things[id], sight.element(id)
    if is_in_menu(sight.screen, thing) or sight.screen.offers(thing.place):
        return _chosen(sight, id, at)
    if id in sight.final:
        return Act(at, Deed("confirm", target, {"question": sight.final[id]}))
    if thing.role in BOXES:
        ticked = bool(element.states & TICKED)
        return Act(at, Deed("uncheck" if ticked and thing.role != "radio" else "check", target, {}))
    return Act(at, Deed("click", target, {}))


def _chosen(sight: Sight, id: str, at: float) -> Act | str:
    """An entry of a menu or a list, with the way to it."""
    screen, thing = sight.screen, sight.things[id]
    if screen.offers(thing.place):
        return ""
    above = [p for p in screen.parents(thing.place) if screen.elements[p].role in OPENING]
    places = {t.place: each for each, t in sight.things.items()}
    root = next((p for p in reversed(above) if p in places), None)
    if root is None:
        return f"a choice of {thing.label!r} in a menu that belongs to nothing in sight"
    names = [clean(screen.elements[p].name) for p in reversed(above[: above.index(root)])]
    path = " > ".join(name for name in (*names, thing.label) if name)
    target = next(t for t in sight.targets if t.id == places[root])
    return Act(at, Deed("select", target, {"option": path}))


def keys_on(sight: Sight, id: str, struck: Struck) -> Deed:
    """Keys that were struck, on what has the keyboard."""
    target = next((t for t in sight.targets if t.id == id), None)
    return Deed("press", target, {"keys": struck.keys}) if target is not None else Deed("hotkey", NOTHING, {"keys": struck.keys})


def field_among(sights: Sequence[Sight], key: Key) -> Target | None:
    """The field of this key as it was seen last. One that once was for a password is for one, also while its text is shown."""
    found = [target for sight in sights if (target := field_of(sight, key)) is not None]
    if not found or "password" in found[-1].state or not any("password" in target.state for target in found):
        return found[-1] if found else None
    return replace(found[-1], state=(*found[-1].state, "password"))


def field_of(sight: Sight, key: Key) -> Target | None:
    """The field of this key as a target; one for a password says so."""
    id = next((id for id, thing in sight.things.items() if thing.key == key and thing.role in FIELDS), "")
    if not id:
        return None
    target = next(t for t in sight.targets if t.id == id)
    is_secret = sight.element(id).role == "password text"
    return replace(target, state=(*target.state, "password")) if is_secret else target
