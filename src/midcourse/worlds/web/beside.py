"""What a field without a name of its own is called: the text that its author laid beside it."""

from __future__ import annotations

from collections.abc import Mapping

from .reading import Node, Reading
from .texts import Texts, clean

FIELDS = frozenset({"textbox", "combobox", "listbox", "spinbutton", "slider", "radiogroup", "tree"})
"""What holds a value."""
FILLED = FIELDS | {"checkbox", "switch", "radio", "file"}
"""What a value can be for."""
WIDE = frozenset({"body", "form", "main", "section", "article", "html", "#document"})
"""Parts of a page that hold more than one field and its label, even where they hold just one."""
ALONE = 2
"""So many parts of a page around a field may be its own, with its label in them."""
OWN = 6
"""So many may hold it with a label that is pressed, as one that opens a menu is."""
CLOSE = 40
"""Pixels that such a label may lie above or below the field."""
NEAR = 200
"""Pixels: a text further away does not name a field."""


def text_beside(reading: Reading, texts: Texts, place: int, chosen: Mapping[int, str]) -> str:
    """A text before a field, on its line or just above: forms are often labelled by nothing else."""
    box = reading.nodes[place].box
    if box is None:
        return ""
    for i in texts.before(place):
        near = reading.nodes[i].box
        around = reading.parents(i)[:6]
        said = clean(reading.nodes[i].text)
        if near is None or any(p in chosen for p in around[:3]) or any(_is_ornament(reading.nodes[p]) for p in around):
            continue
        if not said:
            continue  # a sign that it must be filled in
        if _is_in_it(reading, i, place, chosen):
            continue
        if any(_is_of_another(reading, texts, p, i, place, chosen) for p in around if reading.nodes[p].tag == "label"):
            continue
        same_line = abs((near[1] + near[3] / 2) - (box[1] + box[3] / 2)) < max(near[3], box[3])
        above = 0 <= box[1] - (near[1] + near[3]) < 30 and near[0] < box[0] + box[2]
        if (same_line and 0 <= box[0] - (near[0] + near[2]) < NEAR) or above:
            return said
    return ""


def text_alone_with(reading: Reading, texts: Texts, place: int, chosen: Mapping[int, str]) -> str:
    """The one text that the author laid into one small part of the page with a field, above or below it; '' where there is more
    than that in it."""
    for part in reading.parents(place)[:ALONE]:
        if reading.nodes[part].tag in WIDE:
            return ""
        inside = [i for i in chosen if part < i < texts.end(part)]
        if any(chosen[i] in FILLED and i != place for i in inside):
            return ""
        written = texts.within([part]) - texts.within(inside) - reading.drawn
        written = {i for i in written if not any(_is_ornament(reading.nodes[p]) for p in reading.parents(i)[:6])}
        written = {i for i in written if not _is_in_it(reading, i, place, chosen)}
        if written:
            near, box = reading.nodes[min(written)].box, reading.nodes[place].box
            close = near is not None and box is not None and -CLOSE < near[1] - box[1] < box[3] + CLOSE
            return clean(reading.nodes[min(written)].text) if len(written) == 1 and close else ""
    return ""


def text_pressed(reading: Reading, texts: Texts, place: int, chosen: Mapping[int, str]) -> str:
    """The text above a field on which a script listens for clicks, where it is all that is written in the part of the page that
    holds this field and no other; '' where there is none."""
    for part in reading.parents(place)[:OWN]:
        if reading.nodes[part].tag in WIDE:
            return ""
        if any(chosen[i] in FILLED and i != place for i in chosen if part < i < texts.end(part)):
            return ""
        written = sorted(texts.within([part]) - texts.within([place]) - reading.drawn)
        if written:
            near, box = reading.nodes[written[0]].box, reading.nodes[place].box
            pressed = {chosen[p] for p in reading.parents(written[0]) if p > part and p in chosen}
            above = near is not None and box is not None and -4 <= box[1] - (near[1] + near[3]) < CLOSE and near[0] <= box[0]
            return clean(reading.nodes[written[0]].text) if len(written) == 1 and pressed == {"item"} and above else ""
    return ""


def _is_of_another(reading: Reading, texts: Texts, label: int, text: int, place: int, chosen: Mapping[int, str]) -> bool:
    """Whether a label is that of another field, and the browser calls it so: one that lies in it, or that it is for. Ids alone do
    not tell, for each shadow tree has its own."""
    if label < place < texts.end(label):
        return False
    said, meant = clean(reading.nodes[text].text), reading.nodes[label].attributes.get("for", "")
    others = (o for o, role in chosen.items() if o != place and role in FILLED and said in clean(reading.nodes[o].name))
    return any(
        label < other < texts.end(label) if not meant else reading.nodes[other].attributes.get("id") == meant for other in others
    )


def _is_ornament(node: Node) -> bool:
    """Whether its author says that nobody needs to be told of it, such as the numbers of an editor's lines."""
    return node.attributes.get("aria-hidden") == "true"


def text_after(reading: Reading, texts: Texts, place: int) -> str:
    """A text just behind a box, on its line: boxes are often labelled so."""
    box = reading.nodes[place].box
    i = texts.after(place)
    near = reading.nodes[i].box if i is not None else None
    if box is None or near is None or i is None:
        return ""
    same_line = abs((near[1] + near[3] / 2) - (box[1] + box[3] / 2)) < max(near[3], box[3])
    return clean(reading.nodes[i].text) if same_line and -4 <= near[0] - (box[0] + box[2]) < 40 else ""


def described(reading: Reading, texts: Texts, place: int) -> str:
    """What a field itself names as what is to be read out of it beside its name."""
    told = set(reading.nodes[place].attributes.get("aria-describedby", "").split())
    return next((texts.inside(i) for i, node in enumerate(reading.nodes) if node.attributes.get("id", "") in told), "")


def _is_in_it(reading: Reading, text: int, place: int, chosen: Mapping[int, str]) -> bool:
    """Whether a text over a list that one can type in is what was chosen there, or what it says when empty."""
    node, near = reading.nodes[place], reading.nodes[text].box
    if chosen.get(place) != "combobox" or node.tag != "input" or node.box is None or near is None:
        return False
    told = set(node.attributes.get("aria-describedby", "").split())
    says = any(reading.nodes[p].attributes.get("id", "") in told for p in reading.parents(text)[:2])
    (left, top, _, height), (x, y, wide, high) = node.box, near
    middle = top + height / 2
    return says or (x <= left + 4 and left < x + wide and y < middle < y + high)
