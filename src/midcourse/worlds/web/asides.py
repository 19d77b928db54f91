"""What stands in a form and is no part of it, such as a tip: a sign on it that bears no word does not send the form."""

from __future__ import annotations

from .reading import Node, Reading
from .texts import Texts

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
FIELDS = frozenset({"input", "textarea", "select"})
SAID = ("aria-label", "title", "alt", "value")
PRESSED = frozenset({"a", "button", "label"})
"""What a text is written on that belongs to something else than the part of the page around it."""


def is_aside(reading: Reading, texts: Texts, place: int, form: int) -> bool:
    """Whether a button without a word lies in a part of a form that has no field, and a heading of its own, or something to read
    before and behind the button."""
    nodes, node = reading.nodes, reading.nodes[place]
    if node.name.strip() or texts.inside(place) or any(node.attributes.get(name, "").strip() for name in SAID):
        return False
    fields = [i for i in range(form, texts.end(form)) if _is_field(nodes[i])]
    inside = [p for p in reading.parents(place) if form < p < place]
    alone = [p for p in inside if not any(p < field < texts.end(p) for field in fields)]
    if not fields or not alone:
        return False
    part = range(min(alone), texts.end(min(alone)))
    if any(nodes[i].tag in HEADINGS or nodes[i].role == "heading" for i in part):
        return True
    read = [i for i in part if nodes[i].text.strip() and nodes[i].box is not None and not _is_on_another(reading, i)]
    return any(i < place for i in read) and any(i > place for i in read)


def _is_field(node: Node) -> bool:
    hidden = node.attributes.get("type", "").lower() in ("hidden", "submit", "button", "image", "reset")
    edits = node.attributes.get("contenteditable", "false") != "false" or node.role in ("textbox", "combobox", "listbox")
    return node.box is not None and not hidden and (node.tag in FIELDS or edits)


def _is_on_another(reading: Reading, place: int) -> bool:
    return any(reading.nodes[p].tag in PRESSED or reading.nodes[p].role == "button" for p in reading.parents(place)[:4])
