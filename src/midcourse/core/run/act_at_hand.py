"""The act under way or begun last, as a run knows it."""

from __future__ import annotations

from collections.abc import Mapping

from ..logic.conditions import Literal
from ..model import Uncertain, Value
from ..seeing.belief import Belief
from .events import Intended
from .records import Broken, Doubt, LastAct


class Due(Value, frozen=True):
    """When all is there that an act did."""

    usual: float
    """If it is not late."""
    latest: float
    """Until when it may still come."""


class ToCome(Value, frozen=True):
    """When what acts did that were called done is there."""

    usual: float = 0.0
    """If none of it is late: what failed before that was too early."""
    latest: float = 0.0
    """Until when it may still come, for all that looks have shown."""
    untold: dict[str, Due] = {}
    """Acts that may do more than they say -> when that has come: what is confirmed of another tells nothing of it."""

    def with_act(self, untold: str, usual: float, latest: float) -> ToCome:
        """The same with an act that was just called done. `untold`: its step, if it may do more than it says."""
        more = {untold: Due(usual, latest)} if untold else {}
        return ToCome(max(self.usual, usual), max(self.latest, latest), {**self.untold, **more})

    def told(self, step_id: str) -> ToCome:
        """The same once a look has shown all of what an act did, and of those before it that say what they do."""
        untold = {id: due for id, due in self.untold.items() if id != step_id}
        return ToCome(_last_usual(untold), max((due.latest for due in untold.values()), default=0.0), untold)

    @property
    def early(self) -> float:
        """Before this a look may show what was before such an act."""
        return _last_usual(self.untold)


def _last_usual(untold: Mapping[str, Due]) -> float:
    return max((due.usual for due in untold.values()), default=0.0)


class Acting(Value, frozen=True):
    """The act under way or begun last, and the acts of which nobody knows whether they happened."""

    flight: Intended | None = None
    """The act under way."""
    intent: Intended | None = None
    """The act that was begun last."""
    believed: Belief = Belief()
    """What was held to be so when it began."""
    shown_before: frozenset[str] = frozenset()
    """What of its effect was to be seen before it."""
    turns: tuple[tuple[Literal, Literal], ...] = ()
    """Numbers that it counts, or facts that it only takes away: as they were seen before it, and as it is to leave them."""
    sent_at: float = 0.0
    """When it was sent."""
    answered_at: float = 0.0
    """When the world last answered an act, or fell silent."""
    to_come: ToCome = ToCome()
    """Until when effects of acts that were called done may still come."""
    last_act: LastAct | None = None
    """What was done last and what the world said of it."""
    doubt: Intended | None = None
    """The act of which nobody knows whether it happened."""
    broken: Broken | None = None
    """How it broke off, where it did and was not just silent."""
    unsure: Uncertain | None = None
    """How the world said that nobody knows, or a crash did: what the look shows since may come from that alone."""
    crashed: bool = False
    """The doubt comes from a crash of our own process: no reason against the act."""
    aside: tuple[Doubt, ...] = ()
    """Acts in doubt that wait for a look that can tell: none of them may be done again before."""

    def is_one_with(self, act: Intended) -> bool:
        """Whether an act is the last one, tried again under its key: what shows by then may be what that try did."""
        return self.intent is not None and bool(act.key) and (self.intent.step, self.intent.key) == (act.step, act.key)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The steps of which nobody knows whether they happened."""
        return (*([self.doubt.step] if self.doubt is not None else ()), *(d.act.step for d in self.aside))
