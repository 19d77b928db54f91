"""What makes go what lies over a page: never by what takes away, ends or pays something, whatever word it begins with."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from time import monotonic
from typing import Any

from .gestures import Unfit
from .texts import Texts
from .things import Thing

PRESSED = ("button", "link", "item", "image")
NO = "close dismiss × x ✕ ✖ hide skip no_thanks not_now later cancel decline reject no"
YES = "ok okay got_it i_understand continue accept agree allow yes i_accept accept_all"
CLOSERS = tuple(frozenset(word.replace("_", " ") for word in words.split()) for words in (NO, YES))
"""What buttons that make a cover go are called; those that agree to nothing first."""
_LOSES = (
    r"delet\w*|remov\w*|discard\w*|eras\w*|destroy\w*|purg\w*|wip(?:e|ing)|overwrit\w*|revok\w*|uninstall\w*|unsubscrib\w*|"
    r"deactivat\w*|terminat\w*|log(?:ging)? ?out|sign(?:ing)? ?out"
)
_PAYS = r"pay|paying|payments?|buy|buying|purchase|order|subscribe|upgrade|donate|transfer"
HARMS = re.compile(rf"\b(?:{_LOSES}|{_PAYS})\b", re.IGNORECASE)
"""What is written on things that do more than make a cover go."""
ENDS = re.compile(
    r"\b(?:close|cancel)\b.*\b(?:account|subscription|membership|contract|booking|reservation|plan)\b", re.IGNORECASE
)
"""The same by what is closed."""
DENIES = re.compile(r"^(?:no|not|don.?t|do not|never|skip|decline|reject)\b", re.IGNORECASE)
"""How a label begins that declines what it goes on to name."""
ASKS = re.compile(
    rf"\b(?:{_LOSES}|{_PAYS})\b[^.!?]{{0,60}}\?|cannot be undone|can.?t be undone|sure you want|will be (?:lost|charged)",
    re.IGNORECASE,
)
"""What a cover says that asks for more than to be closed: no yes is said to it."""
PASSING = 10.0
"""Seconds in which something over the page that has no button, such as a note that it loads, may go by itself."""
SHUTTING = 0.3
"""Seconds in which a menu that came up where one pointed may go when one points elsewhere."""
SAID = 2000
"""Characters of a cover that are read."""


def closer(texts: Texts, place: int, things: Mapping[str, Thing], overlays: set[int]) -> str:
    """The id of what makes a cover go: in the cover itself, or in another that lies on top; '' where there is none."""
    for root in (place, *sorted(overlays - {place}, reverse=True)):
        inside = {id: t.label for id, t in things.items() if root <= t.place < texts.end(root) and t.role in PRESSED}
        if found := choice(inside, texts.inside(root, SAID)):
            return found
    return ""


def choice(labels: Mapping[str, str], said: str) -> str:
    """The id of what only makes a cover go that says this, by what is written on things; '' where none does."""
    fit = {id: label.lower() for id, label in labels.items() if DENIES.match(label) or not harms(label)}
    kinds = CLOSERS[:1] if ASKS.search(said) else CLOSERS
    whole = (id for words in kinds for id, label in fit.items() if label.strip(" .!") in words)
    among = (id for words in kinds for id, label in fit.items() if set(label.split()) & words)
    denies = (id for id, label in fit.items() if DENIES.match(label))
    return next(whole, "") or next(denies, "") or next(among, "")


def harms(label: str) -> bool:
    """Whether what is written on a thing says that it takes away, ends or pays something."""
    return bool(HARMS.search(label) or ENDS.search(label))


async def moved_away(page: Any, stays: Callable[[], Awaitable[bool]]) -> bool:
    """Point at nothing, and tell whether a cover went with that."""
    await page.mouse.move(0, 0)
    await asyncio.sleep(SHUTTING)
    return not await stays()


async def gone(page: Any, cover: str, stays: Callable[[], Awaitable[bool]]) -> str:
    """What made a cover go that nothing closes; Unfit where it stays."""
    await page.keyboard.press("Escape")
    until = monotonic() + PASSING
    while await stays():
        if monotonic() > until:  # as often as it is tried
            raise Unfit("no_effect", f"{cover} has nothing to close it, and stays", "changed")
        await asyncio.sleep(0.1)
    return "Escape, or by itself"
