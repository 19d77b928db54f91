"""An act was sent and its outcome is unknown: the look settles it, then repeatability, then people."""

from __future__ import annotations

from ..commands import Ask, Command, Note
from ..conditions import show
from ..events import Intended, Settled
from ..state import Run
from .questions import question


def settle(run: Run, now: float) -> Command | None:
    """What became of the doubtful act; never guessed."""
    act = run.doubt
    if act is None:
        return None
    happened = None if run.blind else seen_to_happen(run, act)
    if happened is not None:
        wanted = show(run.expected(run.records[act.step].step))
        return Note(Settled(act.step, happened, "look", f"{wanted} is {'seen' if happened else 'not so'}"))
    skill = run.skills.get(act.skill)
    if skill is not None and skill.repeatable:
        return Note(Settled(act.step, False, "repeatable", "unknown whether it happened; it may be done twice"))
    if run.reply is not None and run.reply.question.step == act.step:
        yes = run.reply.yes
        return Note(Settled(act.step, yes, "a person", "a person said that it did" + ("" if yes else " not")))
    text = f"Did {act.skill} ({act.step}) happen? Its result is unknown, nothing shows it, and it must not be done twice."
    return Ask(question(run, now, "settle", text, act))


def seen_to_happen(run: Run, act: Intended) -> bool | None:
    """By the last look: True if all it should bring about is new and there, False if none of it is, else None."""
    news = [lit for lit in run.expected(run.records[act.step].step) if lit.text not in run.shown_before]
    truths = {run.belief.holds_freshly((lit,)) for lit in news}
    return truths.pop() if len(truths) == 1 else None
