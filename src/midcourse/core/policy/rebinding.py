"""A target that moved or was drawn anew is found again before anything is replanned."""

from __future__ import annotations

from ..model import Target
from ..plans.plan import Act
from ..run.commands import Command, Note
from ..run.events import Rebound
from ..run.state import Run


def rebind(run: Run) -> Command | None:
    """The target of a remaining step is gone; one with its role and label is there, and is not spoken for."""
    if run.course.plan is None or not run.course.bound:
        return None
    there = {t.id for t in run.seen.belief.targets}
    used = {s.target for s in run.course.plan.steps if isinstance(s, Act)}
    for step in run.course.plan.steps[run.course.position :]:
        if not isinstance(step, Act) or not step.target or step.target in there:
            continue
        old = run.course.bound.get(step.target)
        alike = [t for t in run.seen.belief.targets if old and (t.role, t.label) == (old.role, old.label) and t.id not in used]
        if old and alike:
            return Note(Rebound(step.id, step.target, min(alike, key=lambda t: _distance(t, old)).id))
    return None


def _distance(a: Target, b: Target) -> float:
    if a.box is None or b.box is None:
        return 0.0
    return float((a.box[0] - b.box[0]) ** 2 + (a.box[1] - b.box[1]) ** 2)
