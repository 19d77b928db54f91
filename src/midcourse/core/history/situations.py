"""A failure seen as a situation that may come again, with other names and numbers in it."""

from __future__ import annotations

import re

from ..logic.conditions import as_text
from ..model import Value
from ..plans.plan import digest
from .ledger import Attempt

_HOLES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE), "<id>"),
    (re.compile(r"\b[a-z][a-z0-9+.-]*://\S+", re.IGNORECASE), "<url>"),
    (re.compile(r"[\w.+-]+@[\w-]+\.[\w.]+"), "<address>"),
    (re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|`[^`\n]*`|“[^”\n]*”"), "<name>"),
    (re.compile(r"(?<![\w<])(?:~|\.{1,2})?(?:/[\w.+@%-]+)+/?"), "<path>"),
    (re.compile(r"\b(?:0x)?[0-9a-f]{8,}\b", re.IGNORECASE), "<id>"),
    (re.compile(r"[-+]?\d+(?:[.,:]\d+)*"), "<number>"),
)
LONGEST = 600
"""Letters of a message that are looked at."""
_WORD = re.compile(r"[a-z]{2,}")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


class Situation(Value, frozen=True):
    """What failed, in a form in which a like failure of another day looks the same."""

    skill: str
    """The skill of the failed act."""
    reason: str
    """The slug of the failure, as the world or the engine gave it."""
    shape: str
    """The message with names, numbers and places taken out."""
    args: dict[str, str] = {}
    """Argument -> its value as text; the target stands under `target`."""
    world: str = ""
    """The name of the world it was met in; '' where only the act counts."""
    kind: str = ""
    """The kind of failure: situations of different kinds are never alike."""

    @property
    def exact(self) -> str:
        """The key of the very same failure."""
        return digest((self.skill, self.reason, self.shape, self.args, self.world))

    @property
    def loose(self) -> str:
        """The key without the arguments."""
        return digest((self.skill, self.reason, self.shape, self.world))

    @property
    def bare(self) -> str:
        """The key without the arguments and without the world around."""
        return digest((self.skill, self.reason, self.shape))

    def words(self) -> tuple[str, ...]:
        """The words by which a like situation can be found."""
        text = _CAMEL.sub(" ", f"{self.skill} {self.reason} {self.shape} {' '.join(self.args)}")
        return tuple(dict.fromkeys(_WORD.findall(text.replace("_", " ").lower())))


def shape_of(message: str, names: tuple[str, ...] = ()) -> str:
    """The message without what differs from time to time; `names` are the act's own arguments, wherever they stand."""
    message = message[:LONGEST]
    for name in sorted((n for n in names if 1 < len(n) < LONGEST), key=len, reverse=True):
        message = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "<name>", message)
    for pattern, hole in _HOLES:
        message = pattern.sub(hole, message)
    return " ".join(message.split())[:200]


def situation_of(attempt: Attempt, world: str = "") -> Situation:
    """The situation that a failed act stands for."""
    args = {name: as_text(value) for name, value in attempt.args.items()}
    if attempt.target:
        args["target"] = attempt.target
    shape = shape_of(attempt.detail, tuple(args.values()))
    return Situation(attempt.skill, attempt.reason, shape, args, world, attempt.kind)


def signature(attempt: Attempt) -> str:
    """The same for failures that are alike: same skill, same reason, same words."""
    return situation_of(attempt).bare
