"""May this act run? Approvals, standing grants, people's no, and constraints.

An approval is bound to the digest of skill, arguments and target: another argument is another question.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from posixpath import normpath

import msgspec

from .conditions import as_text
from .errors import TaskError
from .model import Grant, Json
from .plan import references, transform
from .state import Run

_PATTERN = re.compile(r"\s*([\w.*?\-\[\]]+)\s*(?:\((.*)\))?\s*")
GRANT = "grant "
"""How the id of a permit begins that comes from a standing grant."""


@lru_cache(maxsize=512)
def read_pattern(text: str) -> tuple[str, tuple[tuple[str, str], ...]]:
    """`delete(path=/etc/*)` -> ("delete", (("path", "/etc/*"),)); wildcards as in file names."""
    match = _PATTERN.fullmatch(text)
    if not match:
        raise TaskError(f"cannot read the pattern {text!r}: expected skill or skill(argument=value, …), with * for any")
    args: list[tuple[str, str]] = []
    for part in (match[2] or "").split(","):
        if not part.strip() or part.strip() == "*":
            continue
        name, sign, value = part.partition("=")
        if not sign:
            raise TaskError(f"cannot read {part.strip()!r} in the pattern {text!r}: expected argument=value")
        args.append((name.strip(), value.strip()))
    return match[1], tuple(args)


def fits(pattern: str, skill: str, args: Mapping[str, Json], target: str, *, wholly: bool = False) -> bool:
    """Whether an act fits the pattern. `target` may be named like an argument.

    A pattern that forbids fits where any value in an argument does, as it is written or as the place it names; one that allows
    must fit `wholly`: every value in it, with its detours taken out.
    """
    name, wanted = read_pattern(pattern)
    values = {"target": target, **args}
    return fnmatchcase(skill, name) and all(k in values and _matches(values[k], v, wholly) for k, v in wanted)


def _matches(value: Json, pattern: str, wholly: bool) -> bool:
    leaves: list[str] = []
    transform(value, lambda leaf: leaves.append(as_text(leaf)))
    places = [_place(leaf) for leaf in leaves]
    if wholly:
        return fnmatchcase(as_text(value), pattern) if not leaves else all(fnmatchcase(p, pattern) for p in places)
    return any(fnmatchcase(text, pattern) for text in (as_text(value), *leaves, *places))


def _place(text: str) -> str:
    """A path without its detours; any other text as it is."""
    return normpath(re.sub(r"^/+", "/", text)) if "/" in text and "://" not in text else text


def forbidden(run: Run, digest: str, skill: str, args: Mapping[str, Json], target: str, *, planned: bool = False) -> str:
    """Why people do not want this act, or ''. One that is only `planned` may not know all its arguments yet."""
    if digest in run.refusals:
        return f"it was refused: {run.refusals[digest]}"
    known = run.skills.get(skill)
    args = known.complete_args(args) if known is not None else args
    for constraint in run.constraints:
        if constraint.forbids and fits(constraint.forbids, skill, args, target):
            return f"a constraint forbids it: {constraint.text}"
    return outside(run.task.only, skill, args, target, planned=planned)


def outside(only: Sequence[str], skill: str, args: Mapping[str, Json], target: str, *, planned: bool = False) -> str:
    """Why an act is none of those that a task may do, or ''."""
    if not only:
        return ""
    if planned and references(args):
        allowed = any(fnmatchcase(skill, read_pattern(pattern)[0]) for pattern in only)
    else:
        allowed = any(fits(pattern, skill, args, target, wholly=True) for pattern in only)
    shown = [p for p in only if read_pattern(p)[0] == skill] or only
    return "" if allowed else f"the task allows only {', '.join(shown[:5])}"


def permit(run: Run, digest: str, skill: str, args: Mapping[str, Json], target: str, now: float) -> str:
    """The live approval or grant under which this act may run, or ''."""
    for approval in run.approvals:
        if approval.digest == digest and now < approval.until:
            return approval.question
    known = run.skills.get(skill)
    args = known.complete_args(args) if known is not None else args
    for i, grant in enumerate(run.grants):
        live = grant.count > 0 and (grant.until is None or now < grant.until)
        if live and fits(grant.allows, skill, args, target, wholly=True):
            return f"{GRANT}{i} {grant.allows}"
    return ""


def use(run: Run, permit_id: str, digest: str) -> Run:
    """The run after one use of a permit."""
    if permit_id.startswith(GRANT):
        return msgspec.structs.replace(run, grants=recount(run.grants, permit_id, -1))
    kept = tuple(a for a in run.approvals if not (a.question == permit_id and a.digest == digest))
    return msgspec.structs.replace(run, approvals=kept)


def recount(grants: tuple[Grant, ...], permit_id: str, change: int) -> tuple[Grant, ...]:
    """The grants with one use more or less left."""
    place = int(permit_id.removeprefix(GRANT).split(" ", 1)[0])
    return tuple(
        msgspec.structs.replace(grant, count=grant.count + change) if i == place else grant for i, grant in enumerate(grants)
    )
