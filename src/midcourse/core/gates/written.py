"""Plans that people wrote, checked against a world before anything is done, while nothing is lost by asking them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from ..errors import BadInput, TaskError, choices
from ..model import FactKind, Json, Parameter, Skill
from ..plans.calls import as_called, wrong_arguments
from ..plans.plan import Achieve, Act, Replan, Step, references, title, transform
from ..run.budget import LONGEST
from .checks import kinds_of, strange_kind

_LIFELONG = re.compile(r"s\d+")
"""The ids that a run gives to steps."""


class Word(str):
    """`on`, `off`, `yes` or `no`, which older YAML takes for true and false: what is meant depends on who takes it."""

    __slots__ = ()

    @property
    def truth(self) -> bool:
        """What YAML takes it for."""
        return self.lower() in ("on", "yes")


def fitted(steps: Iterable[Step], skills: Iterable[Skill]) -> tuple[Step, ...]:
    """The steps with every such word as its skill takes it: a text, or yes or no; a target as an argument, where it is one."""
    by_name = {skill.name: skill for skill in skills}
    known = {name: {p.name: p for p in skill.parameters} for name, skill in by_name.items()}
    called = as_called(tuple(steps), by_name)
    return tuple(_fitted(step, known.get(step.skill, {})) if isinstance(step, Act) else step for step in called)


def _fitted(step: Act, known: Mapping[str, Parameter]) -> Act:
    words: list[Json] = []
    transform(step.args, lambda leaf: words.append(leaf) if isinstance(leaf, Word) else None)
    if not words:
        return step
    return replace(step, args={name: _meant(value, known.get(name)) for name, value in step.args.items()})


def _meant(value: Json, parameter: Parameter | None) -> Json:
    if isinstance(value, Word) and parameter is not None and _takes_text(parameter, value):
        return str(value)
    return transform(value, lambda leaf: leaf.truth if isinstance(leaf, Word) else leaf)


def _takes_text(parameter: Parameter, word: Word) -> bool:
    if parameter.choices:
        return str(word) in parameter.choices
    kinds = parameter.type.split(" | ")
    return "bool" not in kinds and "any" not in kinds


def check_written(plans: Sequence[Sequence[Step]], skills: Sequence[Skill], vocabulary: Sequence[FactKind]) -> None:
    """TaskError for the first step that this world cannot take, with its place."""
    known, kinds = {skill.name: skill for skill in skills}, kinds_of(skills, vocabulary)
    for number, plan in enumerate(plans):
        if len(plan) > LONGEST:
            told = f"a plan of {len(plan)} steps, and one plan has at most {LONGEST}"
            raise TaskError(f"{told}; end it with a replan step, and give the rest as the next plan", f"$.plans[{number}]")
        names = [step.id for step in plan if step.id]
        before: set[str] = set()
        for i, step in enumerate(plan):
            for part, problem in _problems(step, known, kinds, _seen_before(step, before, names, first=number == 0)):
                if problem := problem or _without_a_way(step, last=number == len(plans) - 1):
                    which = f"step {i + 1}" if len(plans) == 1 else f"step {i + 1} of plan {number + 1}"
                    raise TaskError(f"{which}, {title(step)}: {problem}", f"$.plans[{number}][{i}].{part}")
            # A step of the first plan may also be spoken of by the id that the run will give it.
            before |= {step.id, *([f"s{i + 1}"] if number == 0 else [])} - {""}


def _without_a_way(step: Step, *, last: bool) -> str:
    """What is wrong with a goal that no later plan can be the way to, and that no look can show to be reached."""
    if not last or not isinstance(step, Achieve) or step.condition:
        return ""
    return "nothing is written on how to reach it; write its acts, write them as the next of `plans`, or name a planner"


def _problems(step: Step, skills: Mapping[str, Skill], kinds: Collection[str], order: str) -> Iterable[tuple[str, str]]:
    """What is wrong with one step, with the part of it where that stands."""
    match step:
        case Act():
            skill = skills.get(step.skill)
            if skill is None:
                yield "do", f"no skill {step.skill!r}; {choices(step.skill, skills)}"
                return
            outcomes = [o.name for o in skill.outcomes]
            if step.outcome and step.outcome not in outcomes:
                yield "do", f"no outcome {step.outcome!r}; {choices(step.outcome, outcomes)}"
            yield "with", wrong_arguments(skill, step.args)
            yield "expects", _unreadable(step.expects, kinds)
            yield "needs", _unreadable(step.needs, kinds)
        case Achieve():
            yield "until", _unreadable(step.condition, kinds)
        case Replan():
            pass
    yield "after" if step.after else "with", order


def _unreadable(condition: str, kinds: Collection[str]) -> str:
    try:
        return strange_kind(condition, kinds)
    except BadInput as error:
        return str(error)


def _seen_before(step: Step, before: Collection[str], names: Sequence[str], *, first: bool) -> str:
    """What is wrong with the order: a name given twice, or one that no earlier step has."""
    if step.id[:1].isdigit():
        return f"its id {step.id!r} begins with a digit; an id begins with a letter, since ${step.id} is a text"
    if step.id and step.id in before and names.count(step.id) > 1:
        return f"two steps are called {step.id!r}; each needs a name of its own"
    uses = {*step.after, *(references(step.args) if isinstance(step, Act) else ())}
    for name in sorted(uses - set(before)):
        if not first and _LIFELONG.fullmatch(name):
            continue  # a step of an earlier plan
        if name in names:
            return f"it depends on step {name!r}, which does not come before it"
        text = "" if name in step.after else f"; for the text itself write $${name}"
        return f"it depends on step {name!r}, and no step is called so; {choices(name, names)}{text}"
    return ""
