"""Does a call fit its skill? The same answer for plans before they are accepted and for worlds before they begin."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..errors import choices
from ..model import Call, Failed, Json, Parameter, Skill, secret_name
from .plan import reference

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
    known = {p.name: p for p in skill.parameters}
    for name in args:
        if name not in known:
            return f"no argument {name!r}; {choices(name, known)}; the call is {skill.signature()}"
    for parameter in skill.parameters:
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


def misfit(skills: Iterable[Skill], call: Call) -> Failed | None:
    """Why a world cannot begin a call: it has no such skill, or the arguments do not fit it."""
    known = {skill.name: skill for skill in skills}
    if call.skill not in known:
        return Failed("unknown_skill", f"no skill {call.skill!r}; {choices(call.skill, known)}")
    problem = wrong_arguments(known[call.skill], call.args)
    return Failed("bad_arguments", problem) if problem else None


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
