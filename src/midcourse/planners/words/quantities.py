"""`Two of each: tea, bread`, `order 3 items that are vegan`: so many of what a page lists, each with a button that adds one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .clicking import sender
from .finding import norm
from .language import Clause
from .records import spoken
from .screen import Part, Screen

COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
ADDING = ("+", "＋", "add", "increase", "plus", "increment", "add one", "more")
"""What is written on what adds one."""
MOST = 50
_COUNT = r"(?P<count>\d+|" + "|".join(COUNTS) + r")"
EACH = re.compile(rf"^{_COUNT} of each(?: (?:item|thing|product|kind))?\s*:?\s*(?P<names>.+)$", re.IGNORECASE)
SUCH = re.compile(rf"^{_COUNT} (?:\w+ )?(?:that|which) (?:are|is|contain|contains|have|has) (?P<such>.+)$", re.IGNORECASE)


def added(asked: Asked, clause: Clause) -> list[Act] | None:
    """Press what adds one as often as it is said; None where no number of things is asked for, or nothing adds one of them."""
    screen = asked.screen
    adders = [t for t in screen.of("button", "item", "link", "image") if norm(t.label) in ADDING or t.label.strip() in ADDING]
    adders = [t for t in adders if t.id in screen.among]
    text = re.sub(r"\s+([,;.])", r"\1", clause.text).strip(" .")
    if len(adders) < 2:
        return None
    wanted: list[tuple[Target, int]] = []
    if found := EACH.match(text):
        whole = [_of(screen, adders, name) for name in re.split(r",\s*(?:and\s+)?", found["names"])]
        each = (
            whole
            if all(whole)
            else [_of(screen, adders, name) for name in re.split(r",\s*(?:and\s+)?|\s+and\s+", found["names"])]
        )
        wanted += [(t, _count(found["count"])) for t in each if t is not None]
        if len(wanted) < len(each):
            return None
    elif found := SUCH.match(text):
        such = spoken(found["such"].replace("-", " "))
        fit = [t for t in adders if such <= spoken(screen.among[t.id].replace("-", " "))]
        if not such or not fit:
            return None
        wanted.append((fit[0], _count(found["count"])))
    else:
        return None
    acts: list[Act] = []
    for target, count in wanted:
        done = sum(act.skill == "click" and act.target == target.id for act in screen.done[asked.since :])
        acts += [Act("click", {}, target.id, again=True)] * (min(count, MOST) - done)
    if acts:
        return Part(acts)
    button = sender(screen, [clause.verb])
    return asked.once("click", button) if button is not None and norm(button.label) == clause.verb else []


def _of(screen: Screen, adders: Sequence[Target], name: str) -> Target | None:
    """What adds one of what is called so."""
    said = norm(name)
    fit = [t for t in adders if re.search(rf"(?<!\w){re.escape(said)}(?!\w)", screen.among[t.id].lower())]
    return fit[0] if len(fit) == 1 else None


def _count(said: str) -> int:
    return COUNTS.get(said.lower()) or int(said)
