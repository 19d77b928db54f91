"""What can only be found by trying: a number that is guessed, what lies on the back of cards. What was learnt is told by the acts."""

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
GUESS, BEHIND = "guess between ", "to see what is behind it; known: "
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
    word, sign = superlative(clause.text)
    if not sign or not any(w.lower() in ("number", "value", "card", "cards", "price", "score") for w in clause.words):
        return None
    things = _of_one_size(screen)
    known = _known(screen)
    if len(things) < 2 or not (known or all("wordless" in t.state for t in things)):
        return None
    last = next((a for a in reversed(screen.done[asked.since :]) if a.description.startswith(BEHIND)), None)
    open_now = [(_place(t), float(NUMBER.findall(t.label)[-1])) for t in things if NUMBER.search(t.label)]
    known |= dict(open_now)
    left = [t for t in things if _place(t) not in known]
    if left and (last is None or open_now):
        return Part([_turn(left[0], known)])
    if not known or left:
        return None
    most = max(known, key=lambda place: known[place] * sign)
    if most in dict(open_now):
        return []
    return Part([_turn(next(t for t in things if _place(t) == most), known)])


def _turn(thing: Target, known: dict[str, float]) -> Act:
    told = " ".join(f"{place}={number:g}" for place, number in sorted(known.items()))
    return Act("click", {}, thing.id, description=f"{BEHIND}{told}", again=True)


def _known(screen: Screen) -> dict[str, float]:
    """What was seen on each so far, by its place, as the last such act tells."""
    told = next((a.description for a in reversed(screen.done) if a.description.startswith(BEHIND)), "")
    pairs = (pair.split("=") for pair in told.removeprefix(BEHIND).split())
    return {place: float(number) for place, number in pairs}


def _place(thing: Target) -> str:
    return f"{thing.box[0]},{thing.box[1]}" if thing.box else thing.id


def _of_one_size(screen: Screen) -> list[Target]:
    """The largest group of things of one size that can be clicked on."""
    sizes: dict[tuple[int, int], list[Target]] = {}
    for thing in screen.of("item", "shape", "image"):
        if thing.box is not None and thing.id not in screen.hidden:
            sizes.setdefault((thing.box[2], thing.box[3]), []).append(thing)
    return max(sizes.values(), key=len, default=[])
