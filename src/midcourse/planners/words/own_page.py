"""The page of one thing: whether this is it, the menu that it declares, and what only looks like a way on from it."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from ...core.model import Target
from ...core.plans.plan import Act
from .purposes import MENU
from .records import record_of, spoken
from .revealing import at_menu
from .screen import Screen
from .verbs import CHANGING

ASIDE = re.compile(r"\[[^\]]*\]|\([^)]*\)")
"""What stands in brackets in a heading: how the thing is, and not what it is called."""


def is_headed_by(screen: Screen, name: Collection[str], said: Collection[str]) -> bool:
    """Whether the page is headed by a name, and by no word that nobody said: it is about nothing else."""
    words = spoken(ASIDE.sub(" ", screen.headed))
    return set(name) <= words and all(word.isdigit() for word in words - set(said))


def holds_name(screen: Screen, names: Collection[str]) -> bool:
    """Whether just one field of a form holds a name, and nobody entered it: the form is about the record of that name."""
    own = [t for t in screen.of("textbox") if screen.values.get(t.id, "").strip() in names and t.id not in screen.hidden]
    kept = [t for t in own if screen.parts.get(t.id, "").startswith("form") and screen.did("fill", t.id) < 0]
    return len(own) == len(kept) == 1


def declared_menu(screen: Screen) -> Act | None:
    """What says by itself that it opens a menu, for the page and not for anything that it lists, nor for the whole site."""
    shut = [t for t in screen.of("button") if "hasPopup" in t.state and "submit" not in t.state and t.id not in screen.hidden]
    mine = (t for t in shut if not record_of(screen, t) and screen.parts.get(t.id, "") != "navigation")
    return next((act for t in mine if (act := at_menu(screen, t, MENU)) is not None), None)


def does_something(screen: Screen, target: Target) -> bool:
    """Whether a link asks the page on which it stands to do something, by one word behind its own address (`?take`), and does not
    say that it opens what changes it."""
    leads, here = urlsplit(screen.leads.get(target.id, "")), urlsplit(screen.page)
    there = (leads.netloc, leads.path) == (here.netloc, here.path) and leads.query != here.query
    return there and re.fullmatch(r"[^=&]+", leads.query) is not None and not spoken(f"{target.label} {leads.query}") & CHANGING


def names_another(screen: Screen, target: Target, about: Collection[str], plain: Collection[str]) -> bool:
    """Whether a link in a row names and opens what only belongs to the row, such as who delivers it: something else in the row
    bears words of the goal, and can be opened too. `plain`: words that say what is done with the row itself."""
    part = screen.parts.get(target.id, "")
    said, meant = spoken(target.label), spoken(" ".join(about))
    if (
        target.role != "link"
        or not part.startswith("row")
        or not said
        or said & (meant | set(plain))
        or not screen.leads.get(target.id, "")
    ):
        return False
    beside = (t for t in screen.of("link", "item") if t.id != target.id and screen.parts.get(t.id, "") == part)
    return any(spoken(t.label) & meant for t in beside)
