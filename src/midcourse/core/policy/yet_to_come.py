"""Effects that may still come: how long what a look does not show proves nothing."""

from __future__ import annotations

from typing import Final

from ..logic.conditions import Condition
from ..model import Skill
from ..plans.contracts import TARGET
from ..run.commands import Command, Wait
from ..run.events import Intended
from ..run.state import Run
from ..run.waits import WaitsFor

MAY_COME: Final = "an effect may still come"
SOON: Final = 0.25
"""Seconds before the first of the looks that wait for an effect."""


def watch(run: Run, now: float, why: WaitsFor, since: float, until: float) -> Wait:
    """Wait for an effect, with looks between that come ever later: what comes is noticed soon, and the looks are few."""
    dear = run.setup.settings.looking.look_cost > 0
    return Wait(why, until if dear else min(until, now + max(SOON, now - since)))


def settled_at(run: Run, skill: Skill | None) -> float:
    """From when on a look may say that an act which was called done has no effect."""
    return run.acting.answered_at + (run.patience(skill) if skill is not None else 0.0)


def unsettled(run: Run, now: float, lacking: Condition) -> Command | None:
    """An act was called done a moment ago, and nothing has shown its effect: what is not seen yet may still come.

    A world that shows targets waits for them itself.
    """
    act = run.acting.intent
    if act is None or now >= run.acting.to_come.latest or all(lit.name == TARGET for lit in lacking):
        return None
    if any(_is_open(run, id) for id in (act.step, *run.acting.to_come.untold)) or _is_to_come(run, lacking):
        return watch(run, now, MAY_COME, run.acting.answered_at, run.acting.to_come.latest)
    return too_early(run, now)


def end_may_come(run: Run, now: float) -> Command | None:
    """At the end of a plan: what was done a moment ago may do more than it says, or counts what the goal names. What is still
    lacking may be only late."""
    act = run.acting.intent
    if act is None or run.course.next_step is not None or run.trouble.failure is not None or act.step not in run.work.deeds[-1:]:
        return None
    skill, until = run.known.skills.get(act.skill), run.acting.to_come.early
    if skill is not None and (_counts_for_the_goal(run) or not run.contract(run.work.records[act.step].step).complete):
        until = max(until, run.acting.answered_at + run.grace(skill))
    return watch(run, now, MAY_COME, run.acting.answered_at, until) if now < until else None


def view_may_answer(run: Run, now: float) -> Command | None:
    """At the end of a plan: a view gave no answer, and part of the goal is not seen. It is looked at again for a while."""
    goal, until = run.known.goal, run.acting.answered_at + run.setup.settings.looking.settle_seconds
    unseen = any(run.seen.belief.holds_freshly((lit,)) is None for lit in goal)
    if not run.seen.belief.stale or not unseen or run.acting.intent is None:
        return None
    return watch(run, now, "looking again", run.acting.answered_at, until) if now < until else None


def _counts_for_the_goal(run: Run) -> bool:
    wanted = {(lit.name, lit.args[:-1]) for lit in run.known.goal}
    return any((c.name, c.args[:-1]) in wanted for id in run.work.deeds for c in run.contract(run.work.records[id].step).counts)


def too_early(run: Run, now: float) -> Command | None:
    """The last look may show what was before an act of ours that may do more than it says: another is taken first."""
    early = run.acting.to_come.early
    return watch(run, now, MAY_COME, run.acting.answered_at, early) if run.is_early and now < early else None


def outstanding(run: Run, now: float) -> Command | None:
    """An act was called done and is not seen to be so yet: whoever plans now would take for undone what is only late."""
    if now >= run.acting.to_come.latest or not any(run.seen_false(id) for id in run.work.unconfirmed if _is_open(run, id)):
        return None
    return watch(run, now, MAY_COME, run.acting.answered_at, run.acting.to_come.latest)


def _is_open(run: Run, step_id: str) -> bool:
    return run.work.records[step_id].state == "assumed"


def only_late(run: Run, act: Intended, now: float) -> Command | None:
    """The act was called done before, must not be done twice, and nothing ever showed its effect: it may only be late."""
    step = run.work.records[act.step].step
    if act.digest not in run.work.times or now >= run.acting.to_come.latest or run.known.may_repeat(step):
        return None
    if not run.seen_false(act.step) or any(lit.text in run.work.effects for lit in run.expected(step)):
        return None
    return watch(run, now, MAY_COME, run.acting.answered_at, run.acting.to_come.latest)


def _is_to_come(run: Run, lacking: Condition) -> bool:
    """Whether an earlier act that was called done, and that nothing has shown since, brings something of it about."""
    called = (run.work.records[id] for id in run.work.deeds)
    return any(run.contract(r.step).gives(lit) for r in called if r.state == "assumed" for lit in lacking)
