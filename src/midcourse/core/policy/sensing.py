"""At the end of a plan, a part of the goal that no look has shown is looked for, where an act that changes nothing shows it."""

from __future__ import annotations

import re
from typing import Final

from ..gates.gateway import admit
from ..logic.conditions import Literal, parse
from ..model import Json, Parameter, Skill
from ..plans.calls import act_digest, wrong_arguments
from ..plans.contracts import contract_of
from ..plans.plan import Act, Cause, Draft, Plan
from ..run.budget import seconds_left
from ..run.commands import Command, Note
from ..run.events import Planned
from ..run.state import Run

UNSEEN_GOAL: Final = "a part of the goal was not seen"
"""The cause of a plan of one look, made without asking the planner."""
ENGINE = "engine"

_HOLE = re.compile(r"\{(\w+)\}")


def look_for_the_goal(run: Run, now: float) -> Command | None:
    """Do each such look once. The planner is not asked: nothing of the world is changed by it."""
    if (
        run.trouble.failure is not None
        or run.acting.doubt is not None
        or run.acting.aside
        or run.seen.blind
        or run.seen.acts_since_look
    ):
        return None
    used_up = run.spent.steps >= run.setup.settings.limits.max_steps or seconds_left(run.setup.settings, run.elapsed(now)) <= 0
    if used_up or run.setup.settings.consent.autonomy == 0:
        return None  # it may cost nothing: no question, and no verdict that was good without it
    for literal in run.known.goal:
        if run.seen.belief.holds_freshly((literal,)) is None and literal.text not in run.seen.sightings:
            for act in _looks_at(run, literal):
                plan = admit(run, Draft((act,), ENGINE, afresh=True), Cause(UNSEEN_GOAL, literal.text))
                if isinstance(plan, Plan):
                    return Note(Planned(plan))
    return None


def _looks_at(run: Run, literal: Literal) -> list[Act]:
    """Harmless acts whose look tells of the literal, that may begin, and that were not done for it before."""
    tried = {
        act_digest(s.skill, s.args, s.target, run.known.skills)
        for plan in run.work.plans
        if plan.cause.rule == UNSEEN_GOAL
        for s in plan.steps
        if isinstance(s, Act)
    }
    looks: list[Act] = []
    for skill in run.known.skills.values():
        if skill.risk != "harmless" or not skill.senses:
            continue
        for pattern in parse(skill.senses):
            args = _bound(skill, pattern, literal)
            if args is None or wrong_arguments(skill, args) or act_digest(skill.name, args, "", run.known.skills) in tried:
                continue
            act = Act(skill.name, args)
            if run.seen.belief.holds(contract_of(act, run.known.skills, {}).needs) is not False:
                looks.append(act)
    return looks


def _bound(skill: Skill, pattern: Literal, literal: Literal) -> dict[str, Json] | None:
    """The arguments under which the pattern speaks of the literal; None if it never does."""
    endless = pattern.args[-1:] == ("*",) and len(literal.args) >= len(pattern.args)
    if pattern.name != literal.name or not (endless or len(pattern.args) == len(literal.args)):
        return None
    parameters = {p.name: p for p in skill.parameters}
    args: dict[str, Json] = {}
    for wanted, value in zip(pattern.args, literal.args, strict=False):
        hole = _HOLE.fullmatch(wanted)
        if hole is None:
            if wanted not in ("*", value):
                return None
        elif hole[1] in parameters:
            read = _as(parameters[hole[1]], value)
            if value == "*" or args.get(hole[1], read) != read:
                return None
            args[hole[1]] = read
    return args


def _as(parameter: Parameter, text: str) -> Json:
    """A fact's argument as the value that the skill takes."""
    try:
        return {"int": int, "float": float}.get(parameter.type, str)(text)
    except ValueError:
        return text
