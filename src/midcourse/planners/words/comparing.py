"""Which of several is the largest, cheapest, shortest, latest …, by the numbers that stand with each."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.model import Target
from .final import is_unsaid
from .language import Clause, stem
from .records import spoken
from .screen import Screen

MORE = ("largest", "greatest", "highest", "biggest", "maximum", "longest", "heaviest", "tallest")
LESS = ("smallest", "lowest", "minimum", "fewest", "shortest", "lightest", "cheapest", "fastest", "quickest")
DEAR = {"most expensive": "priciest", "least expensive": "cheapest", "best rated": "highest", "top rated": "highest"}
"""Words of two that say the same as one."""
WORDS = {**dict.fromkeys(MORE, 1), **dict.fromkeys(LESS, -1), "priciest": 1}
PRICE = re.compile(r"[$€£]\s?(\d[\d,]*(?:\.\d+)?)")
LASTING = re.compile(
    r"(?:(\d+)\s?(?:d|days?)\b\s*)?(?:(\d+)\s?(?:h|hrs?|hours?)\b\s*)?(?:(\d+)\s?(?:m|mins?|minutes?)\b)?", re.IGNORECASE
)
NUMBER = re.compile(r"-?\d+(?:[.,]\d+)*")
PLAIN = frozenset(
    stem(word) for word in ("number", "value", "digit", "figure", "price", "score", "amount", "total", "count", "one")
)
"""Words for numbers themselves, whatever stands beside them."""
PRICED, TIMED = ("cheapest", "priciest"), ("shortest", "longest", "fastest", "quickest")


def superlative(text: str) -> tuple[str, int]:
    """The word by which a text tells which of several is meant, and whether it is the one with more (1) or less (-1); 0: none."""
    low = text.lower()
    for two, one in DEAR.items():
        low = low.replace(two, one)
    word = next((w for w in re.findall(r"[a-z]+", low) if w in WORDS), "")
    return word, WORDS.get(word, 0)


def measure(text: str, word: str) -> float | None:
    """The number in a text that such a word is about: a price, how long it lasts, or the one number there; None where there is
    none, or several are."""
    if word in PRICED:
        found = PRICE.findall(text)
        return float(found[0].replace(",", "")) if len(set(found)) == 1 else None
    if word in TIMED and (lasts := [m.groups() for m in LASTING.finditer(text) if any(m.groups())]):
        days, hours, minutes = (int(part or 0) for part in lasts[0])
        return float((days * 24 + hours) * 60 + minutes) if len(set(lasts)) == 1 else None
    numbers = {float(n.replace(",", "")) for n in NUMBER.findall(text) if n.count(".") < 2}
    return numbers.pop() if len(numbers) == 1 else None


def extreme_of(screen: Screen, targets: Sequence[Target], text: str) -> Target | None:
    """Of some things, the one that a text means by such a word; None where it has none, or not all of them have such a number."""
    word, sign = superlative(text)
    if not sign or len(targets) < 2:
        return None
    known = [(measure(told(screen, t), word), t) for t in targets]
    ranked = [(number * sign, t) for number, t in known if number is not None]
    if len(ranked) < len(known):
        return None
    ranked.sort(key=lambda pair: -pair[0])
    return ranked[0][1] if ranked[0][0] > ranked[1][0] else None


def told(screen: Screen, target: Target) -> str:
    """What stands on a thing and with it."""
    return " ".join((target.label, screen.among.get(target.id, "")))


def best_of_many(screen: Screen, clause: Clause) -> Target | None:
    """The one of several alike things on the screen that a clause means by such a word: things that do the same for each of what
    the page lists, or that bear numbers; None where it names none, or nothing tells which."""
    if not superlative(clause.text)[1]:
        return None
    sets: dict[tuple[str, str], list[Target]] = {}
    for target in screen.of("button", "link", "item", "radio", "image", "shape", "option"):
        apart = target.id in screen.hidden or screen.parts.get(target.id, "").startswith("navigation")
        if not apart and not is_unsaid(target, f"{clause.verb} {clause.text} {clause.whole}"):
            label = "" if target.role in ("radio", "option") else NUMBER.sub("0", target.label)
            sets.setdefault((target.role, label), []).append(target)
    word = superlative(clause.text)[0]
    said = {stem(w) for w in clause.content if w.lower() not in WORDS} - PLAIN
    if said and word not in (*PRICED, *TIMED):  # what is largest among things of another kind is not meant
        sets = {key: group for key, group in sets.items() if any(said & spoken(told(screen, t)) for t in group)}
    verb = clause.verb.lower()
    fit = [t for group in sets.values() if len(group) > 1 and (t := extreme_of(screen, group, clause.text)) is not None]
    named = [t for t in fit if verb in t.label.lower()]
    return (named or (fit if len(fit) == 1 else []) or [None])[0]


def best_offered(screen: Screen, text: str) -> tuple[str, str] | None:
    """(list, option) that a text means by such a word, where one list offers nothing but numbers; None where none does."""
    word, sign = superlative(text)
    found: list[tuple[str, str]] = []
    for id, offered in screen.offers.items() if sign else ():
        known = [(number * sign, option) for option in offered if (number := measure(option, word)) is not None]
        if len(known) == len(offered) > 1:
            found.append((id, max(known)[1]))
    return found[0] if len(found) == 1 else None
