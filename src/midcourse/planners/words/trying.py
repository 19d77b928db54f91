"""What can only be found by trying: a number that is guessed, what is on the back of cards. The acts tell what was learnt."""

from __future__ import annotations

import re

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .clicking import sender
from .comparing import superlative
from .language import Clause
from .screen import Part, Screen

RANGE = re.compile(r"(-?\d+)\s*(?:-|–|and|to)\s*(-?\d+)")
HIGHER = re.compile(r"\b(?:higher|greater|larger|bigger|more|above)\b(?: than)?|\btoo (?:low|small)\b", re.IGNORECASE)
LOWER = re.compile(r"\b(?:lower|less|smaller|below)\b(?: than)?|\btoo (?:high|large|big)\b", re.IGNORECASE)
GUESS, BEHIND, AT = "guess between ", "to see what is behind it; known: ", "at "
MOST_TRIES = 15
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def guess(asked: Asked, clause: Clause) -> list[Act] | None:
    """Halve what is left, as the page answers each guess with higher or lower; None where no range or field is there."""
    screen = asked.screen
    found = RANGE.search(clause.text)
    fields = screen.of("spinbutton", "textbox")
    if found is None or len(fields) != 1:
        return None
    low, high = int(found[1]), int(found[2])
    guesses = [act for act in screen.done if act.description.startswith(GUESS)]
    if guesses:
        before = [int(n) for n in NUMBER.findall(guesses[-1].description)]
        tried = int(str(guesses[-1].args.get("text", "0")))
        low, high = before[0], before[1]
        said = [line for line in screen.texts if re.search(rf"(?<!\d){tried}(?!\d)", line) or "too" in line.lower()]
        if any(HIGHER.search(line) for line in said):
            low = tried + 1
        elif any(LOWER.search(line) for line in said):
            high = tried - 1
        elif screen.done and screen.done[-1].description.startswith(GUESS):
            button = sender(screen, ["guess"])
            return Part([Act("click", {}, button.id, again=True)]) if button is not None else None
        else:
            return []
    if low > high or len(guesses) >= MOST_TRIES:
        return []
    told = f"{GUESS}{low} {high}"
    return Part([Act("fill", {"text": str((low + high) // 2)}, fields[0].id, description=told, again=True)])


def turned(asked: Asked, clause: Clause) -> list[Act] | None:
    """`the card with the highest number`, where nothing is written on the cards: each is turned by a click, and then the one that
    is meant. None where no such word is said, or there are no such things."""
    screen = asked.screen
    sign = superlative(clause.text)[1]
    if not sign or not any(w.lower() in ("number", "value", "card", "cards", "price", "score") for w in clause.words):
        return None
    last = next((a for a in reversed(screen.done[asked.since :]) if a.description.startswith(BEHIND)), None)
    things = [t for t in _of_one_size(screen) if "wordless" in t.state]
    if last is None:
        return Part([_turn(things[0], {})]) if len(things) > 1 else None
    known, at = _known(last)
    shown = [line for line in screen.texts if NUMBER.fullmatch(line.strip())]
    if len(shown) == 1:
        known[at] = float(shown[0])
    elif at not in known:
        return None
    left = [t for t in things if _place(t) not in known]
    if left:
        return Part([_turn(left[0], known)])
    most = max(known, key=lambda place: known[place] * sign)
    again = next((t for t in things if _place(t) == most), None)
    return [] if most == at or again is None else Part([_turn(again, known)])


def _turn(thing: Target, known: dict[str, float]) -> Act:
    told = " ".join(f"{place}={number:g}" for place, number in sorted(known.items()))
    return Act("click", {}, thing.id, description=f"{BEHIND}{told} {AT}{_place(thing)}", again=True)


def _known(act: Act) -> tuple[dict[str, float], str]:
    """What was seen on each before such an act, by its place, and the place of what it turned."""
    told, _, at = act.description.removeprefix(BEHIND).partition(AT)
    pairs = (pair.split("=") for pair in told.split())
    return {place: float(number) for place, number in pairs}, at


def _place(thing: Target) -> str:
    return f"{thing.box[0]},{thing.box[1]}" if thing.box else thing.id


def _of_one_size(screen: Screen) -> list[Target]:
    """The largest group of things of one size that can be clicked on."""
    sizes: dict[tuple[int, int], list[Target]] = {}
    for thing in screen.of("item", "shape", "image"):
        if thing.box is not None and thing.id not in screen.hidden:
            sizes.setdefault((thing.box[2], thing.box[3]), []).append(thing)
    return max(sizes.values(), key=len, default=list[Target]())
