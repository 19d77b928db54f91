"""What the picture on a button is called by its author, where nothing is written on it: `trash`, `edit`, `plus`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .reading import Node

TELLS = ("aria-label", "title", "alt", "data-testid", "data-icon", "data-lucide", "data-feather", "xlink:href", "href", "class")
MARKED = re.compile(
    r"(?:^|[\s_#-])(?:icons?|fa[srbld]?|bi|mdi|glyphicon|ti|ri|la[srb]?|lucide|feather|octicon|anticon|pi|codicon)(?=$|[\s_-])|Icon\b"
)
"""How authors of pictures mark that a name is that of a picture."""
NAMED = re.compile(
    r"(?:^|[\s#])(?:fa[srbld]?|bi|mdi|glyphicon|ti|ri|la[srb]?|lucide|octicon|anticon|pi|codicon|feather|icon)-([a-z][a-z0-9-]*)"
)
"""The name of one picture among other marks, as fonts of pictures have it: `mdi-pencil`."""
NOISE = re.compile(
    r"icons?|fa[srbld]?|solid|regular|bi|mdi|glyphicon|ti|ri|la[srb]?|lucide|feather|octicon|anticon|pi|codicon|svg|fw|lg|sm|xs|xl|md"
    r"|fill|outlined?|rounded|sharp|mui|root|font|size|medium|small|large|css|inherit|color|primary|secondary|inline|sprite|symbol"
    r"|white|black|btn|button|can|alt|circle|square"
)
"""What else such names hold: whose picture it is, and how it is drawn."""
MEANS: dict[str, str] = {
    **dict.fromkeys(("pencil", "pen"), "edit"),
    **dict.fromkeys(("trash", "bin", "dustbin", "wastebasket"), "delete"),
    **dict.fromkeys(("floppy", "disk", "diskette"), "save"),
    **dict.fromkeys(("times", "xmark", "cross"), "close"),
    **dict.fromkeys(("bars", "hamburger"), "menu"),
    **dict.fromkeys(("ellipsis", "dots", "kebab"), "more"),
    **dict.fromkeys(("gear", "cog"), "settings"),
    **dict.fromkeys(("magnifier", "glass"), "search"),
    "plus": "add",
}
"""What pictures stand for on buttons everywhere."""
PICTURED = frozenset((*MEANS, *MEANS.values()))
PICTURES = ("i", "svg", "use")
"""What is nothing but a picture, also where it can be clicked on."""
DEEPEST = 8
"""Parts of a button that are looked at."""
DOTS, MORE = 3, "more"
"""So many dots in a line are the sign of a menu, whoever drew them."""
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_STROKES = re.compile(r"([Mm])([^MmLlHhVv]+)")
"""One figure of a path that has no straight line in it, by where it begins."""


def pictured(inside: Sequence[Node]) -> str:
    """What the picture in a part of the page shows: what is said of it, three dots, its name; '' where none of these tells."""
    dots = MORE if _shows_dots(inside[:DEEPEST]) else ""
    for node in inside[0 if inside[0].tag in PICTURES else 1 : DEEPEST]:
        for name in TELLS:
            told = node.attributes.get(name, "")
            if name in ("aria-label", "title", "alt") and told:
                return told
            if told and MARKED.search(told) and node.tag != "a":
                if dots:
                    return dots
                named = " ".join(NAMED.findall(told))
                is_loose = not named and name == "class"  # any word may stand beside the mark that it is a picture
                named = named or told
                words: list[str] = [w.lower() for w in re.findall(r"[A-Z]?[a-z]{2,}|\d+", named)]
                if said := [
                    MEANS.get(w, w) for w in words if not (NOISE.fullmatch(w) or w.isdigit() or (is_loose and w not in PICTURED))
                ]:
                    return " ".join(dict.fromkeys(said))
    return dots


def _shows_dots(inside: Sequence[Node]) -> bool:
    """Whether nothing is drawn in a part of the page but three dots in a line."""
    figures = [node for node in inside if node.tag in ("circle", "path", "rect", "line", "polyline", "polygon", "ellipse")]
    seen = [node for node in figures if node.attributes.get("fill") != "none" or "stroke" in node.attributes]  # no bare frame
    if len(seen) == 1 and seen[0].tag == "path":
        return _are_in_line(_begun(seen[0].attributes.get("d", "")))
    round_ones = [node.attributes for node in seen if node.tag == "circle"]
    alike = len({told.get("r") for told in round_ones}) == 1 and len(round_ones) == len(seen)
    return alike and _are_in_line([(_at(told.get("cx", "")), _at(told.get("cy", ""))) for told in round_ones])


def _at(told: str) -> float:
    return float(told) if _NUMBER.fullmatch(told) else 0.0


def _begun(path: str) -> list[tuple[float, float]]:
    """Where the figures of a path begin; nothing where it has straight lines. A figure ends where it began, as dots do."""
    strokes = _STROKES.findall(path)
    if "".join("".join(stroke) for stroke in strokes) != path.strip():
        return []
    points: list[tuple[float, float]] = []
    for command, numbers in strokes:
        x, y, *_ = (*map(float, _NUMBER.findall(numbers)[:2]), 0.0, 0.0)
        from_here = points[-1] if points and command == "m" else (0.0, 0.0)
        points.append((x + from_here[0], y + from_here[1]))
    return points


def _are_in_line(points: Sequence[tuple[float, float]]) -> bool:
    """Whether there are three points, one above or beside the other."""
    across, down = {x for x, _ in points}, {y for _, y in points}
    return len(points) == DOTS and (1, DOTS) in ((len(across), len(down)), (len(down), len(across)))
