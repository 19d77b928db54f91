"""What an editor that a script draws stands in for: a field before it that is not shown any more, and what that one is called."""

from __future__ import annotations

from .reading import Node, Reading
from .texts import clean

FIELDS = frozenset({"input", "select", "textarea"})
HOLD_MORE = frozenset({"html", "body", "#document", "main", "form", "section", "article"})
"""Parts of a page that hold more than one editor."""
AROUND = 6
"""So many parts of a page around an editor may be its own."""
EDITABLE = ("", "true")
NEAREST = 3
"""So near it must be that is no field for a long text: pages hold many that nobody sees."""


def is_framed(reading: Reading, place: int) -> bool:
    """Whether it is the whole of a page in a frame that one can write in, as editors for letters are."""
    node = reading.nodes[place]
    return node.tag == "body" and node.frame != reading.nodes[0].frame and is_editable(node)


def is_editable(node: Node) -> bool:
    """Whether one can write in it, as its author says."""
    return node.attributes.get("contenteditable") in EDITABLE


def replaced_by(reading: Reading, place: int) -> Node | None:
    """The field that an editor took the place of: one that is not shown, before it or before what holds only the editor."""
    editor = _drawn_at(reading, place)
    for p in (editor, *reading.parents(editor)[:AROUND]) if editor >= 0 else ():
        if reading.nodes[p].tag in HOLD_MORE:
            return None
        first, nodes = reading.nodes[p].parent, reading.nodes
        before = [i for i in range(max(first + 1, 0), p) if nodes[i].tag in FIELDS]
        own = next((i for i in reversed(before) if nodes[i].box is None and nodes[i].parent == first), -1)
        if any(nodes[i].box is not None for i in before if i > own):
            return None  # the editor belongs to a field that is shown
        if own >= 0 and (nodes[own].tag == "textarea" or p - own <= NEAREST):
            return nodes[own]
    return None


def label_of(reading: Reading, field: Node) -> str:
    """What a label says that is for a field which nobody sees; the browser names only what is shown."""
    return labels(reading).get(field.attributes.get("id", ""), "")


def labels(reading: Reading) -> dict[str, str]:
    """What labels say, by the id of what they are for: the browser gives their names only to what is a field by its tag."""
    found: dict[str, list[str]] = {}
    for i, node in enumerate(reading.nodes):
        if node.text.strip():
            label = next((reading.nodes[p] for p in reading.parents(i)[:4] if reading.nodes[p].tag == "label"), None)
            if label is not None and (field := label.attributes.get("for")):
                found.setdefault(field, []).append(node.text)
    return {field: clean(" ".join(texts)) for field, texts in found.items()}


def without_hint(reading: Reading, place: int, drawn: str) -> str:
    """What stands in an editor: what its field says when empty is drawn there, and does not stand in it."""
    field = replaced_by(reading, place)
    return "" if field is not None and drawn.strip() == field.attributes.get("placeholder", "").strip() else drawn


def shown_at(reading: Reading, place: int) -> int:
    """Where a thing lies in the page around: an editor that is all of a frame lies where the frame is."""
    return _drawn_at(reading, place) if is_framed(reading, place) else place


def _drawn_at(reading: Reading, place: int) -> int:
    """Where the editor lies that a field is of; -1 for what is shown itself."""
    node = reading.nodes[place]
    if is_framed(reading, place):
        return reading.nodes[reading.parents(place)[-1]].holder
    return node.editor if node.editor >= 0 else place if is_editable(node) else -1
