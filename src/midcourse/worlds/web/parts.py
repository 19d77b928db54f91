"""Which part of a page a thing belongs to: the form, dialog, search, navigation or row it lies in, and what sends that form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .asides import is_aside
from .covering import dialogs_in
from .reading import Node, Reading
from .stood_in import labels, replaced_by, shown_at
from .texts import Texts
from .things import Thing, hinted

SUBMITS = frozenset({"submit", "image"})
ENTERED = frozenset({"textbox", "spinbutton", "searchbox", "combobox", "listbox", "slider", "Date", "DateTime", "InputTime"})
LONGEST_ROW = 80
KINDS = {"date": "date", "time": "time", "datetime-local": "date", "email": "email", "tel": "phone", "url": "url"}
"""What a field is for, by its type."""


class Belonging:
    """The parts of one page."""

    def __init__(self, reading: Reading, texts: Texts) -> None:
        self._nodes, self._reading, self._texts = reading.nodes, reading, texts
        self._forms = [i for i, n in enumerate(self._nodes) if n.tag == "form" or n.role == "form"]
        self._by_id = {self._nodes[i].attributes.get("id", ""): i for i in self._forms if self._nodes[i].attributes.get("id")}
        self._dialogs = dialogs_in(reading, texts)
        self._names: dict[int, str] = {}

    def of(self, place: int) -> str:
        """The part that a thing lies in; '' for the page itself."""
        place = shown_at(self._reading, place)
        owner = self._owner(place) if self._nodes[place].role != "link" else -1  # a link belongs to no form, but to its row
        if owner >= 0:
            return self._named(owner)
        for p in self._reading.parents(place):
            if told := self._named(p):
                return told
        return ""

    def submits(self, place: int) -> bool:
        """Whether it is a button that sends its form."""
        node = self._nodes[place]
        kind = node.attributes.get("type", "").lower()
        if node.tag not in ("button", "input") or (node.tag == "input" and kind not in SUBMITS):
            return False
        return (node.tag == "input" or kind in ("", "submit")) and self._owner(place) >= 0

    def is_aside(self, place: int) -> bool:
        """Whether it is a sign on what stands in a form and is no part of it."""
        owner = self._owner(place) if self._nodes[place].role == "button" else -1
        return owner >= 0 and is_aside(self._reading, self._texts, place, owner)

    def _owner(self, place: int) -> int:
        """The form that a thing belongs to: the one it names, else the one it lies in; -1 for none."""
        named = self._nodes[place].attributes.get("form", "")
        if named in self._by_id:
            return self._by_id[named]
        return next((p for p in self._reading.parents(place) if self._nodes[p].tag == "form"), -1)

    def _named(self, place: int) -> str:
        if place not in self._names:
            self._names[place] = self._name(place, self._nodes[place])
        return self._names[place]

    def _name(self, place: int, node: Node) -> str:
        if place in self._dialogs:
            return f"dialog {self._dialogs[place]}".strip()
        if node.tag == "form" or node.role == "form":
            return f"{'search' if self._asks(place) else 'form'} {self._forms.index(place) + 1}"
        if node.tag == "search" or node.role == "search":
            return "search"
        if node.tag == "nav" or node.role in ("navigation", "menubar", "tablist"):
            return "navigation"
        if node.tag == "tr" or node.role == "row":
            return f"row {self._texts.inside(place, LONGEST_ROW)}".strip()
        return ""

    def _asks(self, place: int) -> bool:
        """Whether a form only asks for something to be shown: a search, or one that is sent as an address."""
        node = self._nodes[place]
        inside = self._nodes[place : self._texts.end(place)]
        if any(n.secret for n in inside):
            return False
        if node.attributes.get("method", "").lower() == "get" or node.attributes.get("role") == "search":
            return True
        fields = [n for n in inside if n.role in ENTERED and n.box is not None and n.box[2] > 0]
        return len(fields) == 1 and fields[0].role == "searchbox"


def called(text: str) -> str:
    """What an author called a field, as words."""
    return " ".join(text.replace("_", " ").replace("-", " ").replace("[]", "").split())[:60]


def other_names(things: Sequence[Thing], reading: Reading) -> Mapping[int, tuple[str, ...]]:
    """What else a field is called, by its place: what it says when empty, its title, and what its author called it."""
    found: dict[int, tuple[str, ...]] = {}
    before: Thing | None = None
    told_by, typed = labels(reading), _by_type(things, reading)
    for thing in things:
        node = reading.nodes[thing.place]
        told = [
            told_by[i]
            for p in (thing.place, *reading.parents(thing.place))
            if (i := reading.nodes[p].attributes.get("id")) in told_by
        ]
        told += [node.attributes.get(name, "") for name in ("placeholder", "title", "aria-label", "name", "id", "autocomplete")]
        told += [thing.beside, node.name if thing.role == "file" else ""]
        if (field := replaced_by(reading, thing.place)) is not None:
            own = field.attributes
            told += [told_by.get(own.get("id", ""), ""), *(own.get(name, "") for name in ("placeholder", "name", "id"))]
        if thing.place in typed:  # nothing names it, but the browser takes nothing else there
            told.append(typed[thing.place])
        if node.secret:
            told.append("password")
            if before is not None:  # what is asked for just before a password is who somebody is
                found[before.place] = (*found.get(before.place, ()), "username", "user name", "login")
        words = (called(text) for text in told)
        found[thing.place] = tuple(dict.fromkeys(w for w in words if w and w != thing.label))
        before = thing if thing.role == "textbox" and not node.secret else None
    return found


def _by_type(things: Sequence[Thing], reading: Reading) -> dict[int, str]:
    """What fields without a name are for, by their type, where there is one of it."""
    unnamed = [t for t in things if not reading.nodes[t.place].name and t.label in ("", hinted(reading.nodes[t.place]))]
    kinds = {t.place: KINDS.get(reading.nodes[t.place].attributes.get("type", "").lower(), "") for t in unnamed}
    return {place: kind for place, kind in kinds.items() if kind and list(kinds.values()).count(kind) == 1}
