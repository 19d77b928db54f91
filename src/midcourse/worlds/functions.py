"""Plain functions as skills and observers: how they are marked, and what their signatures say."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, Union, cast, overload

import msgspec

from ..core.errors import TaskError
from ..core.gates.checks import check_skills
from ..core.gates.options import spelt
from ..core.logic.conditions import parse
from ..core.model import FURTHER, Delivery, Failed, Json, Otherwise, Parameter, Risk, Skill
from ..core.plans.calls import wrong_arguments
from .calling import name_of, signature_of

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "__midcourse__"
EVERYTHING = "*"
"""What an observer covers that shows all there is."""


class SkillFailed(Exception):
    """Raised by `fail`: the skill says why it did not work, and that it did nothing."""

    def __init__(self, reason: str, detail: str, kind: str) -> None:
        self.reason, self.detail, self.kind = reason, detail, kind
        super().__init__(f"{reason}: {detail}")


def fail(reason: str, detail: str = "", *, kind: str = "") -> NoReturn:
    """End the skill with a reason: `fail("object_not_found", "no cube in view")`. Call it only before the skill has done
    anything."""
    raise SkillFailed(reason, detail, kind)


@dataclass(frozen=True, slots=True)
class SkillMark:
    """What the decorator was told."""

    contract: Skill


@dataclass(frozen=True, slots=True)
class ObserverMark:
    """What the decorator was told."""

    covers: tuple[str, ...]
    volatile: bool


@overload
def skill(function: F, /) -> F: ...


@overload
def skill(
    *,
    needs: str = ...,
    makes: str = ...,
    breaks: str = ...,
    complete: bool = ...,
    outcomes: Sequence[Otherwise] = ...,
    senses: str = ...,
    cost: float | str = ...,
    undo: str = ...,
    risk: Risk = ...,
    repeatable: bool | None = ...,
    keyed: bool = ...,
    timeout: float = ...,
    settles: float | None = ...,
) -> Callable[[F], F]: ...


@spelt
def skill(
    function: Callable[..., Any] | None = None,
    /,
    *,
    needs: str = "",
    makes: str = "",
    breaks: str = "",
    complete: bool = False,
    outcomes: Sequence[Otherwise] = (),
    senses: str = "",
    cost: float | str = 1.0,
    undo: str = "",
    risk: Risk = "reversible",
    repeatable: bool | None = None,
    keyed: bool = False,
    timeout: float = 60.0,
    settles: float | None = None,
) -> Callable[..., Any]:
    """Make a function a skill. Conditions may hold `{argument}`; a harmless skill is repeatable unless you say no.

    `keyed`: the service that it calls honours the idempotency key `current_call().key`. `settles`: an effect that has not
    shown after so many seconds did not happen.
    """
    contract = Skill(
        name="",
        needs=needs,
        makes=makes,
        breaks=breaks,
        complete=complete,
        outcomes=tuple(outcomes),
        senses=senses,
        cost=cost,
        undo=undo,
        risk=risk,
        repeatable=risk == "harmless" if repeatable is None else repeatable,
        timeout=timeout,
        delivery=Delivery(keyed=keyed, settles=settles),
    )

    def mark(f: Callable[..., Any]) -> Callable[..., Any]:
        return _marked(f, SkillMark(contract))

    return mark if function is None else mark(function)


@overload
def observer(function: F, /) -> F: ...


@overload
def observer(*covers: str, volatile: bool = ...) -> Callable[[F], F]: ...


def observer(*covers: Any, volatile: bool = False) -> Any:
    """Make a function an observer: it returns the facts that hold now, of the kinds that it covers.

    `@observer("exists(*)")`; facts are text, best made with `fact("exists", path)`. `"*"` covers everything; without a pattern,
    the facts that it returns hold, and nothing is said of others. Volatile facts change by themselves.
    """
    if len(covers) == 1 and callable(covers[0]):
        return _marked(covers[0], ObserverMark((), volatile))
    for pattern in covers:
        if pattern != EVERYTHING:
            parse(pattern)

    def mark(f: F) -> F:
        return _marked(f, ObserverMark(covers, volatile))

    return mark


def _marked(f: F, mark: SkillMark | ObserverMark) -> F:
    """The function with its mark, also where `staticmethod` or `classmethod` stands between."""
    setattr(getattr(f, "__func__", f), _MARK, mark)
    return f


@dataclass(frozen=True, slots=True)
class Tool:
    """A skill, its function and the types of its arguments."""

    skill: Skill
    function: Callable[..., Any]
    types: Mapping[str, Any]


# --- reading functions --------------------------------------------------------------------------------------------


def functions_in(sources: Iterable[object]) -> Iterable[Callable[..., Any]]:
    """The functions themselves, marked or not; of objects and modules the marked ones, or if none is, all that are public. A list
    stands for what is in it."""
    for source in sources:
        if type(source) in (list, tuple):
            yield from functions_in(cast("Iterable[object]", source))
            continue
        if hasattr(source, _MARK) or inspect.isroutine(source) or isinstance(source, partial):
            yield cast("Callable[..., Any]", source)
            continue
        if isinstance(source, str | bytes | int | float | dict | set | frozenset | None):
            what = f"{cast('object', source)!r:.60} ({type(cast('object', source)).__name__})"
            raise TaskError(f"{what} is no world; give functions, an object or a module that has some, or a list of these")
        members = [(name, getattr(source, name, None)) for name in dir(source) if not _is_computed(source, name)]
        members = [(name, member) for name, member in members if callable(member)]
        found = [member for _, member in members if hasattr(member, _MARK)]
        found = found or [member for name, member in members if _is_its_own(source, name, member)]
        if not found:
            name = getattr(source, "__name__", type(source).__name__)
            raise TaskError(f"{name} has no public function, and none marked with @skill or @observer")
        yield from found


def _is_computed(source: object, name: str) -> bool:
    """Whether only asking for the member already runs code of it."""
    return isinstance(inspect.getattr_static(source, name, None), property | cached_property)


def _is_its_own(source: object, name: str, member: Any) -> bool:
    """Whether a member is a public function of the object or module itself, not one that it borrows."""
    if name.startswith("_") or not inspect.isroutine(member):
        return False
    return not inspect.ismodule(source) or getattr(member, "__module__", "") == source.__name__


def is_marked(function: Callable[..., Any]) -> bool:
    """Whether somebody wrote a contract for it: a decorator that was told nothing says nothing."""
    mark = getattr(function, _MARK, None)
    return mark is not None and mark != SkillMark(Skill(""))


def mark_of(function: Callable[..., Any]) -> SkillMark | ObserverMark:
    """What the decorator was told; a function without one is a skill of which nothing is known."""
    return getattr(function, _MARK, None) or SkillMark(Skill(""))


def tool_of(function: Callable[..., Any], mark: SkillMark) -> Tool:
    """A function as a skill, with its parameters as its signature says."""
    hints = _hints(function)
    parameters: list[Parameter] = []
    for parameter in _signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            parameters.append(Parameter(f"{FURTHER}{parameter.name}", required=False))
            continue
        several = parameter.kind is parameter.VAR_POSITIONAL
        hint = list[hints.get(parameter.name, Any)] if several else hints.get(parameter.name, Any)
        kind, options = _type_name(hint)
        required = parameter.default is parameter.empty and not several
        default: Json = [] if several else None if required else _plain(parameter.default)
        opaque = not required and not several and default is None and parameter.default is not None
        parameters.append(Parameter(parameter.name, kind, required, options, default=default, opaque=opaque))
    contract = msgspec.structs.replace(
        mark.contract,
        name=name_of(function),
        doc=(inspect.getdoc(function) or "").partition("\n\n")[0],
        parameters=tuple(parameters),
    )
    check_skills([contract])
    return Tool(contract, function, {p.name: hints.get(p.name, Any) for p in parameters})


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    try:
        return signature_of(function)
    except (ValueError, TypeError) as error:  # some functions that are not written in Python do not tell
        raise TaskError(f"{function!r} does not say what it takes: {error}; put a Python function around it") from None


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of its arguments, as far as they can be read: a name that is not there is no reason to refuse a function."""
    try:
        return typing.get_type_hints(function)
    except Exception:
        return {}


def _plain(default: Any) -> Json:
    """A default as JSON can hold it; None where it cannot."""
    if isinstance(default, Path):
        return str(default)
    try:
        return msgspec.json.decode(msgspec.json.encode(default))
    except (TypeError, msgspec.MsgspecError):
        return None


def _type_name(hint: Any) -> tuple[str, tuple[str, ...]]:
    """The name of an argument's type and, for a closed set, its choices."""
    origin = typing.get_origin(hint)
    if origin is typing.Literal:
        return "choice", tuple(str(a) for a in typing.get_args(hint))
    if origin in (Union, UnionType):
        return " | ".join(_type_name(a)[0] for a in typing.get_args(hint)), ()
    if hint in (str, int, float, bool, dict, list):
        return hint.__name__, ()
    if hint is NoneType:
        return "none", ()
    if hint is Path:
        return "str", ()
    if origin in (list, dict, tuple, set):
        return "dict" if origin is dict else "list", ()
    return "any", ()


def converted(tool: Tool, args: Mapping[str, Json]) -> dict[str, Any] | Failed:
    """The arguments as the function wants them, as far as they can be read so; `bad_arguments` if one is missing or unknown."""
    if problem := wrong_arguments(tool.skill, args, typed=False):
        return Failed("bad_arguments", problem)
    converted: dict[str, Any] = {}
    for name, value in args.items():
        hint = tool.types.get(name, Any)
        try:
            converted[name] = msgspec.convert(value, hint, dec_hook=_read_as) if hint is not Any else value
        except (msgspec.ValidationError, TypeError):
            converted[name] = value  # a hint may be wrong, or a type that only the function itself can read
    return converted


def _read_as(kind: type, value: object) -> Any:
    """A value as a type that only its own library can read: a path, or a model with its fields."""
    if kind is Path and isinstance(value, str):
        return Path(value)
    reads = getattr(kind, "model_validate", None)
    if callable(reads) and isinstance(value, dict):
        try:
            return reads(cast("dict[str, Any]", value))
        except Exception as error:  # what its library says of a value that does not fit
            raise TypeError(str(error)) from None
    raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
