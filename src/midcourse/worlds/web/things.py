"""Which parts of a page can be acted on, and what they are called: role and label, as people would say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, partial
from typing import NamedTuple

from .beside import FIELDS, FILLED, described, text_after, text_alone_with, text_beside, text_pressed
from .colours import colour_name
from .drawings import MOST_DRAWN, is_drawn, shape_name
from .file_names import written_around
from .folded import folded
from .hovered import cards_of
from .icons import pictured
from .reading import Box, Node, Reading
from .settings_rows import first_in_row
from .stood_in import is_editable, is_framed, label_of, replaced_by
from .tables import Tables
from .texts import LONGEST, Texts, clean, is_seen

ROLES = {
    **{role: role for role in ("button", "link", "option", "checkbox", "radio", "switch", "tab", "treeitem", *FIELDS)},
    **dict.fromkeys(("searchbox", "Date", "DateTime", "InputTime"), "textbox"),
    **dict.fromkeys(("menuitem", "menuitemcheckbox", "menuitemradio", "MenuListOption"), "menuitem"),
    "ColorWell": "textbox",
    "DisclosureTriangle": "disclosure",
    "PopUpButton": "combobox",
    "ListBoxOption": "option",
}
SHAPES = frozenset({"circle", "rect", "ellipse", "polygon", "path", "line", "polyline", "text"})
NOT_THINGS = frozenset({"html", "body", "form", "fieldset", "table", "tbody", "thead", "label", "option", "#document", "svg"})
EDITED = frozenset({("aria-readonly", "false")})
"""What a cell says that turns into a field."""
INLINE, TYPED = frozenset({"inline", "contents"}), frozenset({"input", "select", "textarea"})
SCROLLS = frozenset({"auto", "scroll"})
FEW = 4
"""So many things in a clickable box leave it a thing of its own, such as a line of a list with its icons."""
MOVED = re.compile(
    r"(?:^|[\s_-])(?:draggable|sortable[_-]?(?:handle|item)|drag[_-]?(?:handle|item)|droppable|drop[_-]?(?:zone|target|area))(?:$|[\s_-])"
)
"""How scripts mark what can be dragged and where it can be dropped, where a listener further up moves it."""
DRAGGED = frozenset({"draggable", "ondrop", "aria-dropeffect", "aria-grabbed"})
KEY = re.compile(r"F(?:[1-9]|1[0-2])")


class Thing(NamedTuple):
    """Something that can be acted on, before it has an id."""

    place: int
    key: int
    role: str
    label: str
    box: Box
    contexts: tuple[str, ...]
    """The texts of what it lies in, the nearest first: the row, the group, the dialog."""
    beside: str = ""
    """The text beside a field that is called by what it says when empty."""


def find_things(reading: Reading, texts: Texts) -> list[Thing]:
    """Everything on the page that can be acted on, in the order of the document."""
    nodes = reading.nodes
    chosen: dict[int, str] = {}
    for i, node in enumerate(nodes):
        role = _role(reading, i, chosen)
        if role and node.box is not None and node.box[2] > 0 and node.box[3] > 0 and is_seen(node):
            if i in reading.drawn or _is_beside_the_page(reading, i):
                continue
            chosen[i] = role
    for modal in (i for i, node in enumerate(nodes) if "modal" in node.states and node.box is not None):
        inert = [i for i, role in chosen.items() if role == "item" and not modal <= i < texts.end(modal)]
        for i in inert:  # below a modal dialog nothing can be reached, and what it was is not told
            del chosen[i]
    drawn = [i for i, role in chosen.items() if role == "drawing"]
    for i in drawn if len(drawn) > MOST_DRAWN else ():  # a chart, of which nobody names a part
        del chosen[i]
    out_of_reach = unreached(reading)
    chosen = {i: role for i, role in chosen.items() if role != "item" or i not in out_of_reach}
    things: list[Thing] = []
    labels = {
        i: _label(reading, texts, i, role, chosen)
        for i, role in chosen.items()
        if role != "item" or not _only_holds_others(i, chosen, texts)
    }
    tables = Tables(reading, texts.inside)
    for i in labels:  # a field that is called nothing goes by the header over it
        if chosen[i] in FILLED and not clean(nodes[i].name) and (cell := tables.cell(i)) is not None:
            labels[i] = clean(cell.header) or labels[i]
    signs = folded(reading, texts, chosen) - chosen.keys()  # they name no field: a label may have such a menu
    labels = dict(sorted({**labels, **{i: texts.inside(i) for i in signs}}.items()))
    many = {label for label, count in Counter(labels.values()).items() if count > 1}
    written = texts.within(i for i, label in labels.items() if label in many)
    leading = cache(partial(texts.leading, inside=written))
    for i, label in labels.items():
        role = chosen.get(i, "item")
        around = (leading(p) for p in reading.parents(i)[:12])
        contexts = tuple(dict.fromkeys(text for text in around if text and text != label))
        if role == "tab" and label not in many:
            contexts = ()  # around a tab lies whatever is open, and it stays the tab it is
        box = nodes[i].box
        assert box is not None
        hint = role in FILLED and label == clean(nodes[i].attributes.get("placeholder", "")) != ""
        shown = nodes[i].editor if nodes[i].editor >= 0 else i
        beside = ""
        if hint or shown != i:
            beside = text_pressed(reading, texts, i, chosen) or text_beside(reading, texts, shown, chosen)
        things.append(Thing(i, nodes[i].key, role, label, box, contexts[:4], beside))
    cards = [(i, nodes[i].key, nodes[i].box) for i in cards_of(reading, texts, labels)]
    told = [Thing(i, key, "card", texts.inside(i), box, ()) for i, key, box in cards if box is not None]
    return sorted((*things, *told), key=lambda t: t.place) if told else things


def unreached(reading: Reading) -> set[int]:
    """What takes no clicks while the whole page takes none: something that is open keeps them all for itself."""
    places = {i for i, node in enumerate(reading.nodes) if node.style.get("pointer-events") == "none"}
    return places if any(reading.nodes[i].tag == "body" for i in places) else set()


def _role(reading: Reading, place: int, chosen: dict[int, str]) -> str:
    node = reading.nodes[place]
    if node.tag == "input" and node.attributes.get("type") == "file":
        return "file"
    if node.role == "button" and node.attributes.get("aria-haspopup") == "listbox":
        return "combobox"
    role = ROLES.get(node.role, "")
    if role == "link" and any(chosen.get(p) == "tab" for p in reading.parents(place)[:3]) and _stays(reading, node):
        return ""  # a link that makes up a tab is the tab
    if role:
        shows = (
            role == "textbox" and "readonly" in node.states and "combobox" in (chosen.get(p) for p in reading.parents(place)[:3])
        )
        return role if not shows and (role != "tree" or node.name) else ""
    if node.tag == "fieldset" and _holds_only(reading, place, "radio"):
        return "radiogroup"
    if node.role == "group" and node.name and _holds_only(reading, place, "spinbutton"):
        return "textbox"  # a date or time in parts
    if is_framed(reading, place):
        return "textbox"
    if node.text or node.tag in NOT_THINGS or node.tag.startswith("::"):
        return ""
    if is_editable(node):
        return "textbox"
    points = node.style.get("cursor") == "pointer" and not _inside_pointer(reading, place)
    reached = node.attributes.get("tabindex", "-1").lstrip("-") != "1" and not node.role.startswith(("tab", "dialog"))
    opens = node.role == "gridcell" and bool(EDITED & node.attributes.items() or "tabindex" in node.attributes)
    opens = opens or "ondblclick" in node.attributes
    moves = bool(DRAGGED & node.attributes.keys()) or MOVED.search(node.attributes.get("class", "")) is not None
    if not (node.clickable or points or reached or opens or moves):
        return "drawing" if node.tag in SHAPES and is_drawn(reading, place) else ""
    if any(chosen.get(p, "item") not in ("item", "radiogroup", "tree") for p in reading.parents(place)[:6]):
        return ""  # a picture inside a button is the button
    if node.tag in SHAPES:
        return "shape"
    return "image" if node.tag in ("img", "canvas") or node.role == "image" else "item"


def _stays(reading: Reading, link: Node) -> bool:
    """Whether a link leads to the page it is on."""
    return link.url.partition("#")[0] in ("", reading.url.partition("#")[0])


def _holds_only(reading: Reading, place: int, role: str) -> bool:
    """Whether a group of fields is one: several of a role, and nothing else that holds a value."""
    inside = [n for n in within(reading, place) if n.role in ROLES and ROLES[n.role] in FILLED]
    return len(inside) > 1 and all(n.role == role for n in inside)


def within(reading: Reading, place: int) -> Iterable[Node]:
    """What lies in a node, in the order of the document."""
    inside = {place}
    for i in range(place + 1, len(reading.nodes)):
        if reading.nodes[i].parent not in inside:
            return
        inside.add(i)
        yield reading.nodes[i]


def _is_beside_the_page(reading: Reading, place: int) -> bool:
    """Whether it lies where no scrolling leads: left of or above the page, or fixed outside the window. What lies in a box that
    scrolls is where that box is."""
    node = reading.nodes[place]
    assert node.box is not None
    if node.frame != reading.nodes[0].frame:
        return False
    left, top, width, height = node.box
    is_fixed, may_leave = (node.style.get("position") == position for position in ("fixed", "absolute"))
    for around in (reading.nodes[p] for p in reading.parents(place)):
        position = around.style.get("position", "static")
        held = not is_fixed and not (may_leave and position == "static") and around.tag not in ("html", "body")
        if around.box is not None and held:
            if around.style.get("overflow-y") in SCROLLS:
                top, height = around.box[1], around.box[3]
            if around.style.get("overflow-x") in SCROLLS and left >= around.box[0]:
                left, width = around.box[0], around.box[2]
        is_fixed = is_fixed or position == "fixed"
        may_leave = position == "absolute" or (may_leave and position == "static")
    if left + width <= 0 or top + height <= 0:
        return True
    x, y = left - reading.scroll[0], top - reading.scroll[1]
    out = reading.size is not None and (x >= reading.size[0] or y >= reading.size[1] or x + width <= 0 or y + height <= 0)
    return is_fixed and out


def _inside_pointer(reading: Reading, place: int) -> bool:
    parent = reading.nodes[place].parent
    return parent >= 0 and reading.nodes[parent].style.get("cursor") == "pointer"


def _only_holds_others(place: int, chosen: dict[int, str], texts: Texts) -> bool:
    """A clickable box with other things in it is their frame, unless it has words of its own beside a few of them."""
    inner = [other for other in chosen if place < other < texts.end(place)]
    if not inner:
        return False
    return len(inner) > FEW or not texts.beside(place, inner)


def _label(reading: Reading, texts: Texts, place: int, role: str, chosen: dict[int, str]) -> str:
    node = reading.nodes[place]
    if role in ("shape", "drawing"):
        return shape_name(node, texts.inside(place))
    named = clean(node.name)
    if role == "combobox" and node.tag not in TYPED and _bare(named) in ("", _bare(texts.inside(place))):
        beside = text_beside(reading, texts, place, chosen)  # what is written on it is its value
        named = clean(node.attributes.get("aria-label", "")) or beside or named
    if role == "file":
        named = written_around(reading, texts, place, chosen) or named
    if role == "combobox":
        named = _without_value(reading, texts, place, named)
    if role not in FILLED and _is_symbol(named or texts.inside(place)):  # what it is for is told where one points at it
        named = clean(node.attributes.get("title", "")) or named
    if named:
        return named
    if role in FIELDS and (field := replaced_by(reading, place)) is not None and (named := label_of(reading, field)):
        return named
    if role not in FIELDS:
        inside = texts.inside(place)
        if inside:
            return inside
    near = text_after(reading, texts, place) if role in ("checkbox", "radio", "switch") else ""
    place = node.editor if node.editor >= 0 else place
    if role in FIELDS:
        near = text_alone_with(reading, texts, place, chosen) or first_in_row(reading, texts, place)
        near = near or text_pressed(reading, texts, place, chosen)
    near = near or (text_beside(reading, texts, place, chosen) if role in FILLED else "")
    told = near or clean(node.attributes.get("alt") or node.attributes.get("title") or node.attributes.get("placeholder") or "")
    if told or role in FIELDS:
        return told or (described(reading, texts, place) if role == "combobox" else "") or hinted(node)
    if "data-original-title" not in node.attributes and (picture := pictured(reading.nodes[place : texts.end(place)])):
        return clean(picture)
    colour = colour_name(node.style.get("background-color", ""))
    return " ".join(filter(None, (colour if colour != "white" else "", hinted(node))))[:LONGEST] or colour


def _without_value(reading: Reading, texts: Texts, place: int, named: str) -> str:
    """What a list is called, where its author has what is chosen in it read out with its name."""
    ids = set(reading.nodes[place].attributes.get("aria-labelledby", "").split())
    inside = texts.inside(place)
    said = inside and named.endswith(inside) and any(n.attributes.get("id") in ids for n in within(reading, place))
    return clean(named[: -len(inside)]) or named if said else named


def _bare(text: str) -> str:
    return "".join(text.split())


def _is_symbol(text: str) -> bool:
    """Whether a text says nothing by itself: a sign, one letter, or the key that does the same."""
    letter = len(text) == 1 and text.isascii() and text.isalpha()
    return bool(text) and (letter or not any(c.isalnum() for c in text) or KEY.fullmatch(text) is not None)


def hinted(node: Node) -> str:
    """What the page's author called it, where nothing is written on it: better than nothing."""
    tells = ("data-original-title", "name", "id", "class")
    for name in tells if "contenteditable" not in node.attributes else tells[:-1]:  # an editor's classes tell its state
        words = " ".join(re.findall(r"[a-z]{2,}|[A-Z][a-z]+|\d+", node.attributes.get(name, ""))).lower()
        if words:
            return words[:LONGEST]
    return ""
