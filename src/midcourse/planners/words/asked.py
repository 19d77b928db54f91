"""An instruction on its way: what was asked for before, what it is about, what of it is done."""

from __future__ import annotations

import re

from ...core.model import Target
from ...core.plans.plan import Act
from .finding import best, making
from .language import Clause
from .screen import Screen


class Asked:
    """An instruction on its way: what was asked for before, and what it was about."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.earlier: list[Clause] = []
        self.context: list[str] = []
        self.used: set[str] = set()
        """Fields that this plan fills already."""
        self.since = 0
        """Acts done before this one belong to earlier clauses."""

    def was_done(self, clause: Clause, *skills: str) -> bool:
        """Whether an act that was done is what this clause asks for; those before it are then behind us."""
        for i in range(self.since, len(self.screen.done)):
            act = self.screen.done[i]
            past = self.screen.past(i)[:1]
            if act.skill in skills and past and (best(_plain(clause), past, self.context) or making(clause, past)):
                self.since = i + 1
                return True
        return False

    def was_left(self, clause: Clause, *skills: str) -> bool:
        """The same, for something that is gone since, or that a dialog lies over: another thing of its name, in another window,
        is not meant."""
        here = {t.id for t in self.screen.targets if t.id not in self.screen.hidden}
        for i in range(self.since, len(self.screen.done)):
            act = self.screen.done[i]
            past = self.screen.past(i)[:1]
            left = act.skill in skills and act.target and act.target not in here
            if left and (best(_plain(clause), past) or making(clause, past)):
                self.since = i + 1
                return True
        return False

    def was_tipped(self, clause: Clause, *skills: str) -> bool:
        """Whether the act after the clause before was on something that this clause calls by its tip."""
        acts = self.screen.done
        i = next((i for i in range(self.since, len(acts)) if acts[i].skill not in ("wait_for", "dismiss")), None)
        if i is None or acts[i].skill not in skills:
            return False
        if not best(clause, [t for t in self.screen.by_other_names() if t.id == acts[i].target]):
            return False
        self.since = i + 1
        return True

    def once(self, skill: str, target: Target, **args: str) -> list[Act]:
        """Such an act, unless it was done since the clause before."""
        place = self.screen.did(skill, target.id, self.since)
        if place >= 0:
            self.since = place + 1
            return []
        return [Act(skill, dict(args), target.id)]


def _plain(clause: Clause) -> Clause:
    """The clause without its ordinal: one thing that was done has no order."""
    return Clause(clause.kind, clause.verb, [w for w in clause.words if not re.fullmatch(r"\d+(st|nd|rd|th)", w)], clause.quoted)
