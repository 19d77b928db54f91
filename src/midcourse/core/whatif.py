"""Decide a journal again, under the same settings or others, with no world and no model."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from .errors import JournalError
from .evolve import fold
from .model import Value
from .policy import Decision, decide
from .run.commands import Stop, label
from .run.entries import Entry, unfitting
from .run.events import POLICY, Started
from .run.settings import Settings
from .run.state import Run


class Differs(Value, frozen=True):
    """The first decision that comes out otherwise."""

    seq: int
    """The number of the entry that the decision led to."""
    at: float
    """When it was decided, in seconds since the epoch."""
    was_rule: str
    """The rule that decided then, as the journal names it."""
    was: str
    """The command that was decided on then, as the journal names it."""
    rule: str
    """The rule that decides now."""
    now: str
    """The command that is decided on now, in the journal's words."""
    detail: str = ""
    """How the run would end, in words, where it would stop now; else ''."""

    def sentence(self) -> str:
        """The difference in words."""
        text = f"at event {self.seq} the run decided '{self.was}' (rule: {self.was_rule}); "
        text += f"it would now decide '{self.now}' (rule: {self.rule})"
        return text + (f": {self.detail}" if self.detail else "")


def first_difference(entries: Sequence[Entry], settings: Settings | None = None) -> Differs | None:
    """The first decision of the journal that these settings would make otherwise; None if there is none."""
    head = entries[0].event if entries else None
    if not isinstance(head, Started):
        raise JournalError("the journal is empty or does not begin with 'started'")
    if head.policy != POLICY:
        raise JournalError(
            f"this journal was decided by policy {head.policy}; this release has policy {POLICY}: "
            "it can be shown, not decided again"
        )
    run = fold(None, replace(entries[0], event=replace(head, settings=settings or head.settings)))
    for entry in entries[1:]:
        if entry.rule:
            decision = _decided(run, entry)
            found = label(decision.command)
            if (decision.rule, found) != (entry.rule, entry.command):
                detail = decision.command.ending.final_detail if isinstance(decision.command, Stop) else ""
                return Differs(entry.seq, entry.at, entry.rule, entry.command, decision.rule, found, detail)
        run = fold(run, entry)
    return None


def _decided(run: Run, entry: Entry) -> Decision:
    """What would be decided at an entry of a journal that was read, which anybody may have edited."""
    try:
        return decide(run, entry.at)
    except Exception as error:
        raise unfitting(entry, error) from error
