"""`Mark the numbers as odd or even`: each of what a page lists is given the label that is true of its number."""

from __future__ import annotations

import re
from collections.abc import Callable

from ...core.plans.plan import Act
from .asked import Asked
from .finding import norm
from .language import Clause

TRUE_OF: dict[str, Callable[[float], bool]] = {
    "odd": lambda n: n % 2 == 1,
    "even": lambda n: n % 2 == 0,
    "positive": lambda n: n > 0,
    "negative": lambda n: n < 0,
    "zero": lambda n: n == 0,
    "whole": lambda n: n == int(n),
}
"""What can be said of a number, and when it is so."""
ONE_OF = re.compile(r"\bas (?:either )?(?P<labels>\w+(?: ?, \w+)*,? or \w+)", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")


def sorted_out(asked: Asked, clause: Clause) -> list[Act] | None:
    """Press what is true of each number; None where no such labels are named, or not every number has one that is true."""
    screen = asked.screen
    found = ONE_OF.search(clause.text)
    labels = [w for w in re.findall(r"\w+", found["labels"].lower()) if w != "or"] if found else []
    if len(labels) < 2 or not all(label in TRUE_OF for label in labels):
        return None
    acts: list[Act] = []
    records: dict[str, set[str]] = {}
    for target in screen.targets:
        numbers = NUMBER.findall(screen.among.get(target.id, ""))
        label = norm(target.label)
        if label not in labels or len(numbers) != 1:
            continue
        mine = records.setdefault(screen.among[target.id], set())
        if TRUE_OF[label](float(numbers[0])):
            mine.add(target.id)
            pressed = screen.did("click", target.id, asked.since) >= 0 or target.id in screen.checked
            acts += [] if pressed else [Act("click", {}, target.id)]
    return acts if records and all(records.values()) else None
