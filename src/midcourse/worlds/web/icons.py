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
PICTURES = ("i", "svg", "use")
"""What is nothing but a picture, also where it can be clicked on."""
DEEPEST = 8
"""Parts of a button that are looked at."""


def pictured(inside: Sequence[Node]) -> str:
    """What the picture in a part of the page shows; '' where no name of a picture tells."""
    for node in inside[0 if inside[0].tag in PICTURES else 1 : DEEPEST]:
        for name in TELLS:
            told = node.attributes.get(name, "")
            if name in ("aria-label", "title", "alt") and told:
                return told
            if told and MARKED.search(told) and node.tag != "a":
                named = " ".join(NAMED.findall(told)) or told
                words: list[str] = [w.lower() for w in re.findall(r"[A-Z]?[a-z]{2,}|\d+", named)]
                if said := [MEANS.get(w, w) for w in words if not NOISE.fullmatch(w) and not w.isdigit()]:
                    return " ".join(dict.fromkeys(said))
    return ""
