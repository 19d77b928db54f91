"""What is drawn in a page: shapes by colour, kind and what is written in them, also those that take no clicks."""

from __future__ import annotations

import re

from .colours import colour_name
from .reading import Node, Reading
from .texts import clean

MOST_DRAWN = 60
"""Shapes that nobody can click on; a page with more shows a chart or a map."""
SMALLEST_DRAWING = 60
"""Pixels: what is smaller is an icon, which is no drawing of things."""
CORNERS = {3: "triangle", 4: "rectangle", 5: "pentagon", 6: "hexagon", 7: "heptagon", 8: "octagon", 9: "nonagon", 10: "decagon"}
"""What shapes are called by how many corners they have."""
KINDS = {"rect": "rectangle", "text": "", "polyline": "line"}
DRAWN = frozenset({"circle", "rect", "ellipse", "polygon", "line", "text"})
_NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
_STRAIGHT = re.compile(rf"(?:[ML][\s,]*{_NUMBER}[\s,]+{_NUMBER}[\s,]*)+[Zz]?", re.IGNORECASE)
"""A path of straight lines alone."""
_STROKE = re.compile(r"(?:^|[;\s])stroke:\s*([^;]+)")


def is_drawn(reading: Reading, place: int) -> bool:
    """Whether a shape is part of a drawing: it is in a picture as large as people draw in, and no part of an icon."""
    node = reading.nodes[place]
    if node.tag not in DRAWN or (node.tag == "text" and len(_written(reading, place)) > 2):
        return False
    whole = next((reading.nodes[p] for p in reading.parents(place) if reading.nodes[p].tag == "svg"), None)
    return whole is not None and whole.box is not None and min(whole.box[2:]) >= SMALLEST_DRAWING


def shape_name(node: Node, text: str) -> str:
    """A drawn shape is called by its colour, kind and what is written in it."""
    filled = node.attributes.get("fill") or node.style.get("fill") or node.style.get("background-color", "")
    stroke = node.attributes.get("stroke") or "".join(_STROKE.findall(node.attributes.get("style", ""))[:1])
    colour = colour_name(stroke if filled == "none" and stroke else filled)
    return clean(" ".join(filter(None, (colour, _kind(node), text))))


def _kind(node: Node) -> str:
    """What kind of shape it is: many corners have names, whoever drew them."""
    corners = 0
    if node.tag == "polygon":
        corners = len(re.findall(_NUMBER, node.attributes.get("points", ""))) // 2
    elif node.tag == "path" and _STRAIGHT.fullmatch(path := node.attributes.get("d", "").strip()):
        points = re.findall(rf"{_NUMBER}[\s,]+{_NUMBER}", path)
        corners = len(points) - (len(points) > 1 and points[0] == points[-1])
    return CORNERS.get(corners, KINDS.get(node.tag, node.tag))


def _written(reading: Reading, place: int) -> str:
    """What a text of a drawing says."""
    said: list[str] = []
    inside = {place}
    for i in range(place + 1, len(reading.nodes)):
        if reading.nodes[i].parent not in inside:
            break
        inside.add(i)
        said.append(reading.nodes[i].text)
    return "".join(said).strip()
