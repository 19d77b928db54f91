"""Why there is no way: goal facts that nothing can make, or the fewest bans that, if lifted, would open one."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ...core.gates.request import AtALoss, NoWay, PlanRequest
from ...core.history.ledger import OF_THE_SKILL, Attempt, Certificate
from ...core.logic.conditions import parse
from ...core.model import Skill
from ...core.people.patterns import fits
from ...core.plans.calls import act_digest
from ...core.plans.plan import Act
from .acts import Op
from .asked import problem_of
from .best_first import Effort, search
from .problem import Problem
from .relaxed import Relaxed

MOST_LIFTED = 3
MOST_BANS = 12
NODES = 500
"""States looked at to see whether lifting one ban opens a way."""


@dataclass(frozen=True, slots=True)
class Ban:
    """One thing that closes acts, in words and as a test."""

    text: str
    closes: Callable[[Op], bool]
    for_good: bool = True
    """Nothing that is done first can lift it."""


def no_way(request: PlanRequest, menu: Sequence[Act] | None) -> Generator[None, None, NoWay | AtALoss]:
    """The answer "impossible" with its certificate; at a loss where a failure stands in the way whose cause no contract tells."""
    problem = yield from problem_of(request, menu, whole=True)
    missing = problem.missing or _out_of_reach(problem, request)
    bans = _bans(request)
    if missing:
        certificate = Certificate(tuple(b.text for b in bans), missing)
        return NoWay(f"nothing can make {', '.join(missing)}", certificate=certificate)
    lifted = (yield from _fewest(problem, bans)) or bans
    certificate = Certificate(tuple(b.text for b in lifted))
    why = "; ".join(certificate.bans) or "every state within reach was looked at, and the goal is in none"
    if any(not ban.for_good for ban in lifted):
        return AtALoss(f"no way while this stands: {why}")
    return NoWay(f"no way while this stands: {why}" if lifted else why, certificate=certificate)


def _out_of_reach(problem: Problem, request: PlanRequest) -> tuple[str, ...]:
    """The goal's literals that even all acts, without taking away, cannot bring about."""
    relaxed = Relaxed(problem)
    prices = relaxed.prices(problem.start)
    found: list[str] = []
    for literal in parse(request.done_when):
        aim = problem.aim_at((literal,))
        if aim is None or relaxed.price_of(aim, prices) is None:
            found.append(literal.text)
    return tuple(found)


def _bans(request: PlanRequest) -> list[Ban]:
    """Failures that stand, the latest of each act; and what people forbid."""
    standing = {a.digest: a for a in request.attempts if not a.forgiven}
    skills = {skill.name: skill for skill in request.skills}
    bans = [_ban(attempt, skills) for attempt in standing.values()]
    bans += [Ban(f"{pattern} is forbidden", _fits(pattern)) for pattern in request.bounds.forbids]
    told = {a.digest for a in standing.values()}
    for digest in sorted(request.bounds.refused - told):
        bans.append(Ban("a person refused it", _is(digest, skills)))
    return bans[-MOST_BANS:]


def _ban(attempt: Attempt, skills: dict[str, Skill]) -> Ban:
    if attempt.reason in OF_THE_SKILL:
        return Ban(attempt.sentence(), lambda op: op.skill == attempt.skill)
    skill = skills.get(attempt.skill)
    tells_all = skill is not None and bool(skill.needs)
    return Ban(attempt.sentence(), _is(attempt.digest, skills), tells_all or attempt.kind in ("structural", "denied"))


def _is(digest: str, skills: dict[str, Skill]) -> Callable[[Op], bool]:
    return lambda op: act_digest(op.skill, op.args, op.target, skills) == digest


def _fits(pattern: str) -> Callable[[Op], bool]:
    return lambda op: fits(pattern, op.skill, op.args, op.target)


def _fewest(problem: Problem, bans: list[Ban]) -> Generator[None, None, list[Ban]]:
    """The smallest set of bans whose lifting opens a way: by reach first, then by search."""
    closed = {op: {i for i, ban in enumerate(bans) if ban.closes(op)} for op in problem.ops} if bans else {}
    for size in range(1, min(MOST_LIFTED, len(bans)) + 1):
        for chosen in combinations(range(len(bans)), size):
            yield
            lifted = set(chosen)
            relaxed = Relaxed(problem, [op for op in problem.ops if closed[op] <= lifted])
            if relaxed.estimate(problem.start, problem.aim) is None:
                continue
            found = yield from search(relaxed, problem.start, problem.aim, Effort(NODES))
            if found.plan is not None:
                return [bans[i] for i in chosen]
    return []
