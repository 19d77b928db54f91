"""Must people agree to a plan as a whole before any of it is done?

A yes is bound to the plan's content. It is no yes to the acts in it that ask by themselves: each of those still asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher

from ..people.risk import Weighed, weigh
from ..plans.calls import act_digest
from ..plans.plan import ACHIEVE_STEP, REPLAN_STEP, Act, Plan, Step, title
from ..run.commands import Ask, Command
from ..run.records import DONE_BY_US
from ..run.state import Run
from .endings import stop
from .questions import question
from .sensing import UNSEEN_GOAL

AS_PLANNED = (REPLAN_STEP, ACHIEVE_STEP)
"""Causes of plans that the plan before asked for itself."""


def unapproved(run: Run, now: float) -> Command | None:
    """A plan that people want to see waits for their yes before its first act."""
    plan = run.course.plan
    if (
        run.setup.settings.consent.approve_plans == "never"
        or plan is None
        or plan.version in run.work.begun
        or run.course.next_step is None
    ):
        return None
    if plan.cause.rule == UNSEEN_GOAL:
        return None  # it only looks
    if plan.digest in run.people.refusals:
        return stop(run, now, "denied", f"plan {plan.version}: {run.people.refusals[plan.digest]}")
    if not _is_asked_about(run, plan) or any(a.digest == plan.digest and now < a.until for a in run.people.approvals):
        return None
    because = f"{plan.cause.rule}: {plan.cause.detail}" if plan.cause.detail else plan.cause.rule
    weighed = _weighed(run, plan.steps)
    text = f"May plan {plan.version} be carried out? It was made because: {because}. {_risk(weighed)}"
    worst = max(weighed, key=lambda w: w.score, default=None)
    return Ask(question(run, now, "plan", text, weighed=worst, digest=plan.digest, lines=_difference(run, plan)))


def _is_asked_about(run: Run, plan: Plan) -> bool:
    consent = run.setup.settings.consent
    match consent.approve_plans:
        case "never":
            return False
        case "changed":
            return _changes(run, plan)
        case "widened":
            return _widens(run, plan)
        case "all":
            return True


def _before(run: Run, plan: Plan) -> Plan | None:
    """The plan that this one replaces: the last of which something was begun."""
    return next((p for p in reversed(run.work.plans) if p.version < plan.version and p.version in run.work.begun), None)


def _left(run: Run, plan: Plan | None) -> list[Step]:
    return [s for s in plan.steps if run.work.records[s.id].state not in DONE_BY_US] if plan else []


def _ahead(run: Run, plan: Plan) -> list[Step]:
    return [s for s in plan.steps if s.id not in run.course.restated]


def _changes(run: Run, plan: Plan) -> bool:
    """Whether it does otherwise than what was left of the plan before; to plan on where that was planned is no change."""
    before = _before(run, plan)
    if before is None or plan.cause.rule in AS_PLANNED:
        return False
    return _acts(run, _left(run, before)) != _acts(run, _ahead(run, plan))


def _widens(run: Run, plan: Plan) -> bool:
    """Whether it reaches further than all plans before: a skill that none of them had, or more risk."""
    earlier = [s for p in run.work.plans if p.version < plan.version and p.version in run.work.begun for s in p.steps]
    if not earlier:
        return False
    known = {s.skill for s in earlier if isinstance(s, Act)}
    new = {s.skill for s in plan.steps if isinstance(s, Act)} - known
    return bool(new) or _worst(_weighed(run, plan.steps)) > _worst(_weighed(run, earlier))


def _acts(run: Run, steps: Iterable[Step]) -> list[str]:
    return [act_digest(s.skill, s.args, s.target, run.known.skills) for s in steps if isinstance(s, Act)]


def _weighed(run: Run, steps: Iterable[Step]) -> list[Weighed]:
    acts = [(run.known.skills[s.skill], s) for s in steps if isinstance(s, Act) and s.skill in run.known.skills]
    return [weigh(skill, skill.complete_args(s.args), s.target, run.setup.risks) for skill, s in acts]


def _worst(weighed: list[Weighed]) -> float:
    return max((w.score for w in weighed), default=0.0)


def _risk(weighed: list[Weighed]) -> str:
    final = sum(w.declared == "irreversible" for w in weighed)
    ask = f"; {final} of its acts cannot be undone, and each will ask by itself" if final else ""
    return f"Its highest risk is {_worst(weighed):.1f} of 1{ask}."


def _difference(run: Run, plan: Plan) -> tuple[str, ...]:
    """Line by line: what stays (=), goes (-) and comes (+) of what was left to do; what is done and not repeated (✓)."""
    old, new = [title(s) for s in _left(run, _before(run, plan))], [title(s) for s in _ahead(run, plan)]
    lines = [f"✓ {title(s)}" for s in plan.steps if s.id in run.course.restated]
    for tag, i, j, k, m in SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag == "equal":
            lines += [f"= {text}" for text in old[i:j]]
        else:
            lines += [*(f"- {text}" for text in old[i:j]), *(f"+ {text}" for text in new[k:m])]
    return tuple(lines)
