"""A planner's request as a problem to search."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ...core.gates.approvals import outside
from ...core.gates.request import PlanRequest
from ...core.history.ledger import lost_skills
from ...core.logic.conditions import Literal, coverage, parse
from ...core.people.patterns import fits
from ...core.plans.calls import act_digest
from ...core.plans.contracts import contract_of
from ...core.plans.plan import Act
from .acts import Op
from .closed import Failed
from .problem import Problem


def problem_of(
    request: PlanRequest, menu: Sequence[Act] | None = None, also: Sequence[Act] = (), *, whole: bool = False
) -> Generator[None, None, Problem]:
    """The request as a problem, without what people forbid and skills that are lost; the `whole` of it has these too."""
    lost = {} if whole else lost_skills(request.attempts)
    skills = [skill for skill in request.skills if skill.name not in lost]
    watched = {str(v) for a in request.attempts if not a.forgiven for v in (*a.args.values(), a.target) if v != ""}
    problem = yield from Problem.build(
        skills,
        request.facts | request.view.assumed,
        coverage(request.view.covers),
        parse(request.done_when),
        menu=menu,
        also=also,
        watched=watched,
        dashed=_dashed(request),
    )
    if (request.bounds.forbids or request.bounds.refused or request.bounds.only) and not whole:
        problem.ops = [op for op in problem.ops if not forbidden(op, request)]
    return problem


def _dashed(request: PlanRequest) -> set[Literal]:
    """What acts needed that failed because the world is not as was hoped."""
    skills = {skill.name: skill for skill in request.skills}
    failed = (a for a in request.attempts if a.kind == "changed" and not a.forgiven)
    return {lit for a in failed for lit in contract_of(Act(a.skill, a.args, a.target), skills).needs if not lit.negated}


def forbidden(op: Op, request: PlanRequest) -> bool:
    """Whether people forbid the act."""
    if any(fits(pattern, op.skill, op.args, op.target) for pattern in request.bounds.forbids):
        return True
    skills = {skill.name: skill for skill in request.skills}
    if outside(request.bounds.only, op.skill, op.args, op.target, skills):
        return True
    return bool(request.bounds.refused) and act_digest(op.skill, op.args, op.target, skills) in request.bounds.refused


def closed_by_failures(request: PlanRequest, problem: Problem) -> Failed:
    """The acts of a problem that earlier failures close, state by state."""
    skills = {skill.name: skill for skill in request.skills}
    volatile = {kind.name for kind in request.view.vocabulary if kind.volatile}
    return Failed(problem, request.attempts, skills, volatile, request.bounds.retries)
