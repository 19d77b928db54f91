"""May this act run? Approvals, standing grants, people's no, and constraints.

An approval is bound to the digest of skill, arguments and target: another argument is another question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from posixpath import normpath
from typing import cast

import msgspec

from ..errors import TaskError
from ..logic.conditions import as_text
from ..model import Grant, Json
from ..plans.plan import BLOB, references
from ..run.state import Run

_PATTERN = re.compile(r"\s*([\w.*?\-\[\]]+)\s*(?:\((.*)\))?\s*")
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://", re.IGNORECASE)
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
    if not fnmatchcase(skill, name):
        return False
    for key, wish in wanted:
        values = [*([args[key]] if key in args else []), *([target] if key == "target" else [])]
        found = [_matches(value, wish, wholly) for value in values]
        if not found or not (all(found) if wholly else any(found)):
            return False
    return True


def _matches(value: Json, pattern: str, wholly: bool) -> bool:
    texts = list(_texts(value)) or [as_text(value)]
    if any(text.startswith(BLOB) for text in texts):
        return not wholly or pattern == "*"  # what is not here to be read is forbidden rather than allowed
    both = [(text, _place(text)) for text in texts]
    if wholly:
        return all(fnmatchcase(text, pattern) and fnmatchcase(place, pattern) for text, place in both)
    return any(fnmatchcase(text, pattern) for pair in (*both, (as_text(value),)) for text in pair)


def _texts(value: Json) -> Iterator[str]:
    """Every value in an argument, and every name in it."""
    if isinstance(value, Mapping):
        for name, inner in cast("Mapping[str, Json]", value).items():
            yield str(name)
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in cast("Sequence[Json]", value):
            yield from _texts(inner)
    else:
        yield as_text(value)


def _place(text: str) -> str:
    """A path without its detours; any other text as it is."""
    return normpath(re.sub(r"^/+", "/", text)) if "/" in text and not _ADDRESS.match(text) else text


def forbidden(run: Run, digest: str, skill: str, args: Mapping[str, Json], target: str, *, planned: bool = False) -> str:
    """Why people do not want this act, or ''. One that is only `planned` may not know all its arguments yet."""
    if digest in run.people.refusals:
        return f"it was refused: {run.people.refusals[digest]}"
    known = run.known.skills.get(skill)
    args = known.complete_args(args) if known is not None else args
    for constraint in run.people.constraints:
        if constraint.forbids and fits(constraint.forbids, skill, args, target):
            return f"a constraint forbids it: {constraint.text}"
    return outside(run.setup.task.only, skill, args, target, planned=planned)


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
    for approval in run.people.approvals:
        if approval.digest == digest and now < approval.until:
            return approval.question
    known = run.known.skills.get(skill)
    args = known.complete_args(args) if known is not None else args
    for i, grant in enumerate(run.people.grants):
        live = grant.count > 0 and (grant.until is None or now < grant.until)
        if live and fits(grant.allows, skill, args, target, wholly=True):
            return f"{GRANT}{i} {grant.allows}"
    return ""


def use(run: Run, permit_id: str, digest: str) -> Run:
    """The run after one use of a permit."""
    if permit_id.startswith(GRANT):
        return msgspec.structs.replace(
            run, people=msgspec.structs.replace(run.people, grants=recount(run.people.grants, permit_id, -1))
        )
    kept = tuple(a for a in run.people.approvals if not (a.question == permit_id and a.digest == digest))
    return msgspec.structs.replace(run, people=msgspec.structs.replace(run.people, approvals=kept))


def recount(grants: tuple[Grant, ...], permit_id: str, change: int) -> tuple[Grant, ...]:
    """The grants with one use more or less left."""
    place = int(permit_id.removeprefix(GRANT).split(" ", 1)[0])
    return tuple(
        msgspec.structs.replace(grant, count=grant.count + change) if i == place else grant for i, grant in enumerate(grants)
    )
