"""Does a call fit its skill, and which act is it? The same answers for plans before they are accepted and for worlds before they
begin."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from math import isfinite
from typing import cast

from msgspec.structs import replace

from ..errors import choices
from ..model import Call, Failed, Json, Parameter, Skill, secret_name
from .plan import Achieve, Act, Step, digest, is_plain, reference, references, rename_references, transform

_TYPES: dict[str, tuple[type, ...]] = {
    "str": (str,),
    "int": (int,),
    "float": (int, float),
    "bool": (bool,),
    "list": (list, tuple),
    "dict": (dict,),
    "none": (type(None),),
}


def wrong_arguments(skill: Skill, args: Mapping[str, Json], typed: bool = True) -> str:
    """What is wrong with these arguments, with the signature that would be right; or ''. Types count only if `typed`."""
    known = {p.name: p for p in skill.named}
    for name in args:
        if name not in known and len(known) == len(skill.parameters):
            return f"no argument {name!r}; {choices(name, known)}; the call is {skill.signature()}"
    for name, value in args.items():
        if isinstance(value, float) and not isfinite(value):
            return f"{name}={value!r} is no number that can be written down; give it as a text"
    for parameter in known.values():
        if parameter.name not in args:
            if parameter.required:
                return f"the argument {parameter.name!r} is missing; the call is {skill.signature()}"
            continue
        value = args[parameter.name]
        if typed and reference(value) is None and secret_name(value) is None and not _fits(parameter, value):
            return (
                f"{parameter.name}={value!r} is {type(value).__name__}, not {_wanted(parameter)}; the call is {skill.signature()}"
            )
    return ""


def as_called(steps: Sequence[Step], skills: Mapping[str, Skill]) -> tuple[Step, ...]:
    """The steps as their skills take them: `id` and `target` are arguments, where a skill has one of that name and was not given
    it. An id that another step refers to is the step's."""
    used = {id for step in steps if isinstance(step, Act) for id in (*step.after, *references(step.args))}
    return tuple(_called(step, skills.get(step.skill), used) if isinstance(step, Act) else step for step in steps)


def _called(step: Act, skill: Skill | None, used: Collection[str]) -> Act:
    """`1` as an id may be a number that a skill takes; as the name of a step it is a text."""
    own = {p.name for p in skill.named} - step.args.keys() if skill is not None and (step.target or step.id) else ()
    if "target" in own and step.target:
        step = replace(step, args={**step.args, "target": step.target}, target="")
    if "id" in own and step.id and step.id not in used:
        step = replace(step, args={**step.args, "id": step.id}, id="")
    return replace(step, id=str(step.id)) if step.id and type(step.id) is not str else step


def misfit(skills: Iterable[Skill], call: Call) -> Failed | None:
    """Why a world cannot begin a call: it has no such skill, or the arguments do not fit it."""
    known = {skill.name: skill for skill in skills}
    if call.skill not in known:
        return Failed("unknown_skill", f"no skill {call.skill!r}; {choices(call.skill, known)}")
    problem = wrong_arguments(known[call.skill], call.args)
    return Failed("bad_arguments", problem) if problem else None


def act_digest(skill: str, args: Mapping[str, Json], target: str, skills: Mapping[str, Skill]) -> str:
    """What a yes, a no and a ban are bound to: what would be done, however the call spells it. No step id, no plan version.

    A default is the same spelt out or left out, 1 is 1.0, and where a number is wanted so is "1".
    """
    known = skills.get(skill)
    if known is None:
        return digest((skill, _by_value(dict(args)), target))
    meant = dict(args)
    for p in known.named:
        may_be_left_out = not p.required and not p.opaque
        if p.name in meant:
            meant[p.name] = _as_typed(p, meant[p.name])
        elif may_be_left_out:
            meant[p.name] = _as_typed(p, p.default)
        if may_be_left_out and p.default is None and meant[p.name] is None:
            del meant[p.name]
    return digest((skill, _by_value(meant), target))


def step_digest(step: Step, skills: Mapping[str, Skill]) -> str:
    """What an act is, however its arguments are spelt; '' for any other step, or where an argument is an output."""
    if not isinstance(step, Act) or not is_plain(step.args):
        return ""
    return act_digest(step.skill, step.args, step.target, skills)


def deeds_digest(steps: Iterable[Step], skills: Mapping[str, Skill]) -> str:
    """What a no to a whole plan is bound to: what its steps would do, one after the other, however that is spelt."""
    steps = tuple(steps)
    places = {step.id: f"step{i}" for i, step in enumerate(steps) if step.id}
    return digest(["deeds", *(_deed(step, places, skills) for step in steps)])


def _deed(step: Step, places: Mapping[str, str], skills: Mapping[str, Skill]) -> str:
    if isinstance(step, Act):
        return act_digest(step.skill, rename_references(step.args, places), step.target, skills)
    return digest(("achieve", step.goal, step.condition) if isinstance(step, Achieve) else "replan")


def undoes(act: Act, step: Step, skills: Mapping[str, Skill]) -> bool:
    """Whether an act takes back just this step: the step's skill names it as its undo, and arguments and target are the same."""
    skill = skills.get(step.skill) if isinstance(step, Act) else None
    if skill is None or not isinstance(step, Act) or skill.undo != act.skill or step.target != act.target:
        return False
    return all(step.args.get(name) == value for name, value in act.args.items())


def same_value(one: Json, other: Json) -> bool:
    """Whether two values are the same, however a number is written. True is not 1."""
    return digest(_by_value(one)) == digest(_by_value(other))


_KEEPS_ITS_FORM = frozenset((str, int, bool))


def _by_value(value: Json) -> Json:
    mapping = cast("dict[str, Json]", value) if isinstance(value, dict) else None
    if mapping is not None and _KEEPS_ITS_FORM.issuperset(map(type, mapping.values())):
        return mapping  # most do, and this is asked at every act
    return transform(value, lambda leaf: _plain_number(leaf) if isinstance(leaf, float) else leaf)


def _plain_number(value: float) -> Json:
    if not isfinite(value):
        return [repr(value)]  # in JSON it would be the same as nothing
    return int(value) if value.is_integer() and abs(value) < 2**63 else value


def _as_typed(parameter: Parameter, value: Json) -> Json:
    """The value as its type takes it, where the type leaves no choice."""
    if type(value).__name__ == parameter.type:  # most are, and this is asked at every act
        return value
    wanted = _types(parameter.type)
    if wanted == frozenset(("bool",)) and isinstance(value, int | float) and value in (0, 1):
        return bool(value)
    if not wanted or not wanted <= frozenset(("int", "float")) or not isinstance(value, str | int):
        return value
    if not isinstance(value, str):
        return int(value)
    plain = value.strip()
    if re.fullmatch(r"-?[0-9]+", plain):
        return int(plain)
    return float(plain) if re.fullmatch(r"-?[0-9]+\.[0-9]+", plain) else value  # no number, whatever is wanted


@lru_cache(maxsize=256)
def _types(written: str) -> frozenset[str]:
    return frozenset(written.split(" | ")) - {"none"}


def _wanted(parameter: Parameter) -> str:
    return f"one of {', '.join(parameter.choices)}" if parameter.choices else parameter.type


def _fits(parameter: Parameter, value: Json) -> bool:
    if parameter.choices:
        return str(value) in parameter.choices
    for name in parameter.type.split(" | "):
        types = _TYPES.get(name)
        # A type outside the table is the world's own (an object kind): the world checks it.
        if types is None or (isinstance(value, types) and not (isinstance(value, bool) and bool not in types)):
            return True
    return False
