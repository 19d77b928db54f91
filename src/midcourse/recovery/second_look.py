"""A second look at a failure, by a language model, where rules found neither its cause nor a way to mend it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Any, cast

from msgspec.structs import replace

from ..core.history.ledger import Attempt
from ..core.history.reflections import Reflection
from ..core.language.prompts import Completion
from ..core.language.text import Unreadable, fenced, json_in
from ..core.model import Cost
from ..core.opinions import Opinions
from ..core.plans.calls import wrong_arguments
from ..core.plans.edits import ArgumentChange, Edit, Forbid, Insert, Rewrite
from ..core.plans.plan import Act, title
from ..core.protocols import Model, Reflector
from ..core.run.entries import Entry
from ..core.run.state import Run

FORM = '{"root_cause": "…", "factors": [], "preventable": null, "fix": null}'
LONGEST = 500
"""Tokens of an answer."""
SURE = 0.4
"""How sure a model's fix is taken to be: told to the planner, and not tried before it is asked."""
LINE, MOST_STEPS = 300, 20
"""Characters of a line that are told, and steps."""


def _role() -> str:
    return files(__package__ or "").joinpath("prompts", "reflect.md").read_text(encoding="utf-8").strip()


class ModelReflector:
    """Asks `first`, and the model only where that has no answer."""

    def __init__(self, model: Model, first: Reflector, *, tokens: int = 3000) -> None:
        self._first = first
        self._opinions = Opinions[Reflection](model, "reflect", _role(), tokens=tokens, longest=LONGEST)

    @property
    def most_each(self) -> Cost:
        """The most that one answer may cost."""
        return self._opinions.most_each

    async def reflect(self, run: Run, failure: Attempt, entries: Sequence[Entry]) -> Reflection:
        """Why it failed."""
        found = await self._first.reflect(run, failure, entries)
        if found.fix is not None or found.preventable is not None:
            return found
        about = (failure.digest, failure.reason, failure.detail, sorted(run.seen.belief.facts))
        return await self._opinions.on(about, lambda: self._prompt(run, failure), lambda told: _said(run, failure, told, found))

    def _prompt(self, run: Run, failure: Attempt) -> str:
        room = self._opinions.room
        skills = "\n".join(f"- {s.signature()}; {s.doc}; needs {s.needs or 'nothing'}" for s in run.known.skills.values())
        told = f"Goal:\n- {run.setup.task.goal}\n\nSkills:\n{skills}"[: room // 2]
        plan = run.course.plan.steps if run.course.plan is not None else ()
        # Steps name things of the world, and what it says of a failure is as much its text as what it shows.
        seen = [
            f"failed: {title(run.work.records[failure.step].step)}",
            f"failure: {failure.sentence()}",
            *(f"plan: {s.id} {title(s)}" for s in plan[:MOST_STEPS]),
            *sorted(run.seen.belief.facts),
        ]
        return f"{told}\n\n{fenced((' '.join(line.split())[:LINE] for line in seen), max(400, room - len(told) - 100))}"


def _said(run: Run, failure: Attempt, told: Completion, by_rules: Reflection) -> Reflection:
    """What the model says; what cannot be read is told beside what the rules found."""
    try:
        said = json_in(told.text, FORM, told.cut)
        answer = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
        found = _reflection(run, failure, answer, by_rules)
    except Unreadable as error:
        found = replace(by_rules, factors=(*by_rules.factors, f"{told.model} was asked: {error}"))
    return replace(found, who=told.model)


def _reflection(run: Run, failure: Attempt, answer: Mapping[str, Any], by_rules: Reflection) -> Reflection:
    cause = str(answer.get("root_cause") or "").strip()
    if not cause:
        raise Unreadable(f"the answer names no root_cause; answer with {FORM}")
    factors = answer.get("factors")
    told = tuple(str(f) for f in cast("list[Any]", factors)) if isinstance(factors, list) else ()
    preventable = answer.get("preventable")
    fix = _fix(run, failure, answer.get("fix"))
    return Reflection(
        cause,
        (*told, *by_rules.factors),
        preventable if isinstance(preventable, bool) else None,
        fix,
        SURE if fix is not None else 0.0,
    )


def _fix(run: Run, failure: Attempt, written: object) -> Edit | None:
    """The edit, if it names only what there is."""
    if not isinstance(written, dict):
        return None
    said = cast("dict[str, Any]", written)
    skill = run.known.skills.get(failure.skill)
    match said:
        case {"insert": [*steps]}:
            acts = [_act(run, step) for step in cast("list[object]", steps)]
            return Insert(tuple(a for a in acts if a is not None)) if acts and None not in acts else None
        case {"set": values} if skill is not None and isinstance(values, dict):
            changed = cast("dict[str, Any]", values)
            if not changed or wrong_arguments(skill, {**failure.args, **changed}):
                return None
            return Rewrite({name: ArgumentChange("set", new=value) for name, value in changed.items()})
        case {"forbid": str() as pattern} if pattern.partition("(")[0] in run.known.skills:
            return Forbid(pattern)
        case _:
            return None


def _act(run: Run, written: object) -> Act | None:
    if not isinstance(written, dict):
        return None
    said = cast("dict[str, Any]", written)
    name, args = str(said.get("act") or ""), cast("object", said.get("args") or {})
    skill = run.known.skills.get(name)
    if skill is None or not isinstance(args, dict) or skill.risk == "irreversible":
        return None
    known = cast("dict[str, Any]", args)
    return None if wrong_arguments(skill, known) else Act(name, known, str(said.get("target") or ""))
