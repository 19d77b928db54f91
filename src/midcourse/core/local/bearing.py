"""Where a run stands that finds its way on a screen: kept with each plan, so that the journal alone can draw the decisions."""

from __future__ import annotations

from ..model import Json, Value
from .guide import Guide

LOOKS = "look"
"""The word of a decision to look once more, which is no act."""
REACHED = "reached"
"""What came of the act before, where it reached what was looked for then."""


class Debt(Value, frozen=True):
    """A value that was changed on the way and is to be put back."""

    thing: str
    """What holds it."""
    before: str
    """What it was; '' for empty or off."""
    paid_when: str
    """The condition that shows it put back."""

    @property
    def in_words(self) -> str:
        """As people are told."""
        return f"{self.thing} (was {self.before or 'empty or off'})"


class Probe(Value, frozen=True):
    """One decision of local planning: an act, or another look."""

    number: tuple[int, ...]
    """A path: the step of the run, then the act on the way to it. (8, 10) is written 8.10 and comes after 8.9."""
    word: str
    """`retain`, `explore`, `revert`, `dismiss` or `look`."""
    what: str
    """What is acted on; '' for a look."""
    place: int
    """The number of the place in the map."""
    title: str = ""
    """What the place is called."""
    goal: str = ""
    """What is looked for."""
    near: float | None = None
    """How near the goal the place was said to be, 0 far to 10 there; None if nobody measured it."""
    came: str = ""
    """What came of the act before, as this look shows; '' for the very first."""
    owes: tuple[Debt, ...] = ()
    """What is to be put back."""
    until: str = ""
    """The condition that shows what is looked for; '' where there are only words."""

    @property
    def name(self) -> str:
        """Its number as people write it."""
        return ".".join(map(str, self.number))


class Offer(Value, frozen=True):
    """One act that was named as worth trying."""

    skill: str
    """What to do."""
    args: dict[str, Json] = {}
    """The skill's arguments."""
    target: str = ""
    """What it acts on; '' for nothing."""
    description: str = ""
    """What it is held to lead to."""
    hint: str = ""
    """What to look for afterwards."""


class HelperSaid(Value, frozen=True):
    """One answer of those who help local planning."""

    offers: tuple[Offer, ...] | None = None
    """What could be tried here, best first; None where the answer is about closeness."""
    near: tuple[float, ...] = ()
    """Readings of how near the place is; () where nobody could tell."""


class Bearing(Value, frozen=True):
    """What a plan is beside its steps."""

    decision: Probe | None = None
    """The decision of local planning that it carries out."""
    progress: str = ""
    """How far the coarse plan is, as people read it; '' without one."""
    advice: str = ""
    """What the monitor remarked before this plan was chosen; '' for nothing."""
    heard: tuple[HelperSaid, ...] = ()
    """What was said to local planning since its last decision: with it the journal alone gives the search as it stands."""
    guide: Guide | None = None
    """The coarse plan as it stands; None without one."""
    toward: str = ""
    """The goal of the coarse plan that this plan is for: its id, `task` for the task's own, '' for none."""
    lost: str = ""
    """What a process that took the run up could not restore of the search; '' for nothing."""
