"""Decide a golden journal again, entry by entry: the rule, the command and what it says, prose left out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from midcourse.core.evolve import begin, evolve
from midcourse.core.policy import decide
from midcourse.core.run.commands import Ask, Command, DoAct, MakePlan, Note, Stop, label
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import POLICY, Asked, Ended, Event, GoalRead, PlanRequested, Unaffordable
from midcourse.engine.jsonl import load

HERE = Path(__file__).parent
MEANT = "if this is meant, raise POLICY in core/run/events.py and make them again with `python tests/golden/make.py`"
PROSE = {"because", "detail", "final_detail", "lines", "met", "next_safe_action", "notes", "root_cause", "said_by", "text", "why"}
"""Fields in words: they may be put better without being decided otherwise."""


class Differs(NamedTuple):
    """One decision that comes out otherwise."""

    journal: str
    seq: int
    was: str
    now: str

    def sentence(self) -> str:
        """What it was and is, and what to do about it."""
        return f"{self.journal}, entry {self.seq}: it was {self.was} and is {self.now}; policy {POLICY}: {MEANT}"


def read(path: Path) -> list[Entry]:
    """The journal in a file, whole."""
    found = load(path.read_bytes().splitlines(), path.name)
    assert not found.note, found.note
    return found.entries


def differences(name: str, entries: Sequence[Entry]) -> list[Differs]:
    """Every decision of the journal that this code makes otherwise."""
    found: list[Differs] = []
    run = begin(entries[0])
    for entry in entries[1:]:
        if entry.rule:
            decision = decide(run, entry.at)
            said = _said(decision.command) if not isinstance(entry.event, GoalRead | Unaffordable) else None
            was = _shown(entry.rule, entry.command, _kept(entry.event) if said is not None else None)
            now = _shown(decision.rule, label(decision.command), said)
            if was != now:
                found.append(Differs(name, entry.seq, was, now))
        run = evolve(run, entry)
    return found


def _said(command: Command) -> Any:
    """What the command leads to in the journal, where it alone says so; else None."""
    match command:
        case Note(event=event):
            return _kept(event)
        case DoAct(intent=intent):
            return _kept(intent)
        case Ask(question=question):
            return _kept(Asked(question))
        case Stop(ending=ending):
            return _kept(Ended(ending))
        case MakePlan():
            return _kept(PlanRequested(command.purpose, command.cause, toward=command.toward))
        case _:
            return None


def _kept(event: Event) -> Any:
    if isinstance(event, PlanRequested):
        event = PlanRequested(event.purpose, event.cause, toward=event.toward)  # what is set aside is the planner's word
    return _without_prose(msgspec.json.decode(msgspec.json.encode(event)))


def _without_prose(value: Any) -> Any:
    """The value without words, and without values in which everything is as by default: those may be left out."""
    if isinstance(value, dict):
        kept = {key: _without_prose(inner) for key, inner in value.items() if key not in PROSE}
        return {key: inner for key, inner in kept.items() if inner != {}}
    return [_without_prose(inner) for inner in value] if isinstance(value, list) else value


def _shown(rule: str, command: str, said: Any) -> str:
    return f"'{command}' by the rule '{rule}'" + (f" {msgspec.json.encode(said).decode()}" if said is not None else "")
