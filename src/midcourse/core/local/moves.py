"""What the local law decides on, one at a time."""

from __future__ import annotations

from typing import Literal as Choice
from typing import NamedTuple

Word = Choice["retain", "explore", "revert"]
"""How a move stands to the one before, as journal, view and picture call it."""


class Try(NamedTuple):
    """Act on a thing here that was not tried yet, and look."""

    key: str
    """The thing."""
    word: Word
    """`retain` goes on from what was gained, `explore` tries another option, `revert` closes or leaves what was opened."""


class Back(NamedTuple):
    """One act on the way to a known place where something better is left to try; the look says whether it led there."""

    key: str
    """The thing."""
    toward: int
    """The place that this act should lead to."""


class Restore(NamedTuple):
    """Put a value back that was changed and did not help."""

    key: str
    """The thing."""
    value: str
    """What it was before."""


class Dismiss(NamedTuple):
    """Clear away what came by itself."""

    key: str
    """The thing to act on."""


class LookAgain(NamedTuple):
    """Look once more before anything is decided: a look may miss a thing."""


class Measure(NamedTuple):
    """Ask how near this place is to the goal."""

    times: int
    """How often: twice while the noise of the answers is not known."""


class Propose(NamedTuple):
    """Ask what to try here."""

    without: frozenset[str]
    """Things that are not to be offered: they were tried, are refused, or cannot help."""


class AskLeave(NamedTuple):
    """Ask whether a thing may be acted on that cannot be undone or commits."""

    key: str
    """The thing."""


class Reconsider(NamedTuple):
    """Nothing is left to try: give what only slipped another chance."""


class GiveUp(NamedTuple):
    """Give up, and hand up what was found."""

    why: Choice["acts", "tries", "exhausted"]
    """The acts or the tries are used up, or nothing is left to try."""


Move = Try | Back | Restore | Dismiss | LookAgain | Measure | Propose | AskLeave | Reconsider | GiveUp
Doing = Try | Back | Restore | Dismiss
"""Moves that act."""
