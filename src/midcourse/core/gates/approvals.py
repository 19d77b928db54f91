"""May this act run? Approvals, standing grants, people's no, and constraints.

An approval is bound to the digest of skill, arguments and target: another argument is another question. The same argument in
another spelling is the same question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase

import msgspec

from ..history.ledger import Attempt
from ..model import Grant, Json, Skill
from ..people.patterns import allows, fits, read_pattern
from ..plans.plan import references
from ..run.state import Run

GRANT = "grant "
"""How the id of a permit begins that comes from a standing grant."""


def forbidden(run: Run, digest: str, skill: str, args: Mapping[str, Json], target: str, *, planned: bool = False) -> str:
    """Why people do not want this act, or ''. One that is only `planned` may not know all its arguments yet."""
    if digest in run.people.refusals:
        return f"it was refused: {run.people.refusals[digest]}"
    for constraint in run.people.constraints:
        if constraint.forbids and fits(constraint.forbids, skill, _whole(run.known.skills, skill, args), target):
            return f"a constraint forbids it: {constraint.text}"
    return outside(run.setup.task.only, skill, args, target, run.known.skills, planned=planned)


def outside(
    only: Sequence[str], skill: str, args: Mapping[str, Json], target: str, skills: Mapping[str, Skill], *, planned: bool = False
) -> str:
    """Why an act is none of those that a task may do, or ''."""
    if not only:
        return ""
    if planned and references(args):
        allowed = any(fnmatchcase(skill, read_pattern(pattern)[0]) for pattern in only)
    else:
        allowed = any(allows(pattern, skill, args, target, _usual(skills, skill)) for pattern in only)
    shown = [p for p in only if read_pattern(p)[0] == skill] or only
    return "" if allowed else f"the task allows only {', '.join(shown[:5])}"


def permit(run: Run, digest: str, skill: str, args: Mapping[str, Json], target: str, now: float) -> str:
    """The live approval or grant under which this act may run, or ''."""
    for approval in run.people.approvals:
        if approval.digest == digest and now < approval.until:
            return approval.question
    usual = _usual(run.known.skills, skill)
    for i, grant in enumerate(run.people.grants):
        live = grant.count > 0 and (grant.until is None or now < grant.until)
        if live and allows(grant.allows, skill, args, target, usual):
            return f"{GRANT}{i} {grant.allows}"
    return ""


def _usual(skills: Mapping[str, Skill], skill: str) -> dict[str, Json]:
    return skills[skill].usual() if skill in skills else {}


def _whole(skills: Mapping[str, Skill], skill: str, args: Mapping[str, Json]) -> Mapping[str, Json]:
    return skills[skill].complete_args(args) if skill in skills else args


def use(run: Run, permit_id: str, digest: str) -> Run:
    """The run after one use of a permit."""
    if permit_id.startswith(GRANT):
        return msgspec.structs.replace(
            run, people=msgspec.structs.replace(run.people, grants=recount(run.people.grants, permit_id, -1))
        )
    kept = tuple(a for a in run.people.approvals if not (a.question == permit_id and a.digest == digest))
    return msgspec.structs.replace(run, people=msgspec.structs.replace(run.people, approvals=kept))


def used_after_all(run: Run, failure: Attempt) -> Run:
    """The run once an act that seemed to have done nothing is seen done: the yes that was given back for it is used up."""
    act = run.acting.intent
    if act is None or act.step != failure.step or not act.approval or not failure.clean or failure.kind != "transient":
        return run
    return use(run, act.approval, act.digest)


def recount(grants: tuple[Grant, ...], permit_id: str, change: int) -> tuple[Grant, ...]:
    """The grants with one use more or less left."""
    place = int(permit_id.removeprefix(GRANT).split(" ", 1)[0])
    return tuple(
        msgspec.structs.replace(grant, count=grant.count + change) if i == place else grant for i, grant in enumerate(grants)
    )
