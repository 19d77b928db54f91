"""What a world and people declare when a run is taken up, beside what they declared before: of two words the stricter counts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import asdict, replace

from ..model import RISKS, Skill
from ..people.risk import RiskRule
from ..run.events import Resumed
from ..run.state import Run


def taken_up(run: Run, epoch: int, skills: Sequence[Skill], risks: Sequence[RiskRule]) -> Resumed:
    """The event with which a run goes on: the skills that the world declares otherwise now, and the rules that are new."""
    before = run.setup.declared
    pairs = [(before.get(skill.name), skill) for skill in skills]
    counting = [(old, _stricter(old, skill) if old is not None else skill) for old, skill in pairs]
    return Resumed(
        epoch,
        skills=tuple(skill for old, skill in counting if old is None or _parts(old) != _parts(skill)),
        risks=tuple(rule for rule in risks if rule not in run.setup.risks),
        changes=tuple(_in_words(pairs, before.keys() - {skill.name for skill in skills})),
    )


def _stricter(old: Skill, new: Skill) -> Skill:
    """The new contract, but no less risky than the old one, and done twice only if both allow that."""
    return replace(
        new,
        risk=max(old.risk, new.risk, key=RISKS.index),
        repeatable=old.repeatable and new.repeatable,
        delivery=replace(new.delivery, keyed=old.delivery.keyed and new.delivery.keyed),
    )


def _in_words(pairs: Iterable[tuple[Skill | None, Skill]], gone: Iterable[str]) -> Iterator[str]:
    for old, new in pairs:
        if old is None:
            yield f"{new.name} is a new skill"
            continue
        was, now = _parts(old), _parts(new)
        differ = [part for part in now if was[part] != now[part]]
        if differ:
            yield f"{new.name} is declared otherwise: " + ", ".join(f"{p} {now[p]!r}, not {was[p]!r}" for p in differ)
        if RISKS.index(new.risk) < RISKS.index(old.risk):
            yield f"{new.name} still counts as {old.risk} in this run"
    for name in sorted(gone):
        yield f"{name} is no longer offered"


def _parts(skill: Skill) -> dict[str, object]:
    """All that is declared, as a journal gives it back."""
    return asdict(msgspec.json.decode(msgspec.json.encode(skill), type=Skill))
