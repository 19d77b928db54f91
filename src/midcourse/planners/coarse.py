"""Goals on the way, made by a planner that may be another one than acts: what says how is sent back."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from ..core.errors import BadInput, ConditionError, PlannerUnreachable
from ..core.gates.request import PlanRequest
from ..core.local.guide import Guide, told, too_fine
from ..core.logic.conditions import parse
from ..core.model import Cost
from ..core.plans.plan import Achieve, Draft
from ..core.protocols import Planner
from ..core.run.events import Objection
from .around import Bill

GOES = 3
"""How often it is asked for goals that can be used."""


class Made(NamedTuple):
    """Goals on the way, each with its condition or '', and what they cost."""

    goals: list[tuple[str, str]]
    cost: Cost


async def make_goals(planner: Planner, request: PlanRequest, guide: Guide) -> Made:
    """The goals, or those of a coarse plan that are not reached yet, from the present look. None where it has no idea."""
    advice = [*request.insight.advice, told(guide), *(f"called impossible: {goal}" for goal in guide.dropped)]
    insight = replace(request.insight, advice=tuple(line for line in advice if line))
    asked = replace(request, brief=replace(request.brief, wanted="coarse"), insight=insight, objections=())
    bill, goals = Bill(), list[tuple[str, str]]()
    for _ in range(GOES):
        try:
            reply = await bill.for_answer(planner.plan(bill.left(asked)))
        except PlannerUnreachable:
            return Made([], bill.paid())  # a suggestion is worth no waiting: the run goes on without one
        except BadInput as error:
            bill.add(getattr(error, "cost", Cost()))
            asked = replace(asked, objections=(*asked.objections, Objection("malformed", str(error))))
            continue
        if not isinstance(reply, Draft):
            return Made([], bill.paid())
        goals = [(step.goal, step.condition) for step in reply.steps if isinstance(step, Achieve)]
        wrong = [text for goal in goals if (text := why_not(*goal))]
        if goals and not wrong:
            return Made(goals, bill.paid())
        text = "; ".join(wrong) or "these are acts: give goals on the way"
        asked = replace(asked, objections=(*asked.objections, Objection("malformed", text)))
    return Made(list(_usable(goals)), bill.paid())


def why_not(goal: str, condition: str) -> str:
    """Why a goal cannot guide; '' if it can."""
    if fine := too_fine(goal):
        return f"the goal {goal!r} says how ({fine!r}): say what is to be found or reached"
    try:
        parse(condition)
    except ConditionError as error:
        return f"the condition of {goal!r}: {error}"
    return ""


def _usable(goals: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    """Those that can guide; a condition that cannot be read is left out, and a judge may still say."""
    for goal, condition in goals:
        if not why_not(goal, condition):
            yield goal, condition
        elif not too_fine(goal):
            yield goal, ""
