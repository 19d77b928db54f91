"""What a person should know of a run though nothing failed in the end."""

from __future__ import annotations

from collections.abc import Iterator

from ..plans.plan import Act, title
from ..run.state import Run

UNHEARD = ("timeout", "interrupted", "unreadable_answer")
"""Reasons of failures of which only a look said that nothing had happened."""


def oddities(run: Run) -> tuple[str, ...]:
    """All of it, a sentence each."""
    return (*_overlooked(run), *_tried_again(run), *_without_a_sign(run))


def _overlooked(run: Run) -> Iterator[str]:
    """Failures of low severity that the run went on behind."""
    for attempt in run.history.attempts:
        if attempt.severity == "low" and run.work.records[attempt.step].state == "failed":
            yield f"{attempt.step}: {attempt.sentence()}; that is of low severity, and the run went on"


def _tried_again(run: Run) -> Iterator[str]:
    """Acts that must not be done twice, were tried again since nothing showed them, and never showed: were they done twice?"""
    unsure = (
        a
        for a in run.history.attempts
        if a.reason in ("no_effect", *UNHEARD) or (a.finding and not a.clean and not a.finding.clean)
    )
    for id in dict.fromkeys(a.step for a in unsure if a.step in run.work.deeds):
        step, state = run.work.records[id].step, run.work.records[id].state
        if isinstance(step, Act) and state == "assumed" and not run.known.skills[step.skill].may_be_tried_again:
            warning = "was tried again, as its effect was not seen, and has not been seen since: look whether it happened twice"
            yield f"{title(step)} ({id}) {warning}"


def _without_a_sign(run: Run) -> Iterator[str]:
    """Acts after which nothing changed that is seen, though acts of their skill always changed something."""
    by_skill: dict[str, list[str]] = {}
    for id in run.work.deeds:
        step = run.work.records[id].step
        if isinstance(step, Act):
            by_skill.setdefault(step.skill, []).append(id)
    for skill, ids in by_skill.items():
        idle = [id for id in ids if id in run.work.unmoved]
        if len(idle) == 1 and len(ids) > 2:
            yield f"{skill} ({idle[0]}) answered well, and for the first time nothing that is seen changed"
