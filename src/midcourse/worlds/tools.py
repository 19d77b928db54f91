"""Plain Python functions as a world: `@skill` for what can be done, `@observer` for what can be seen."""

from __future__ import annotations

import asyncio
import errno
import inspect
import threading
import typing
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, Union, cast

import msgspec

from ..core.calls import wrong_arguments
from ..core.checks import check_skills
from ..core.conditions import parse
from ..core.errors import LookFailed, TaskError, choices
from ..core.failures import qualified, slug
from ..core.model import (
    Call,
    Done,
    FactKind,
    Failed,
    Json,
    Observation,
    Otherwise,
    Parameter,
    Result,
    Risk,
    Skill,
    Uncertain,
    settling,
)
from .observers import facts_of

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "__midcourse__"


class SkillFailed(Exception):
    """Raised by `fail`: the skill says why it did not work, and that it did nothing."""

    def __init__(self, reason: str, detail: str, kind: str) -> None:
        self.reason, self.detail, self.kind = reason, detail, kind
        super().__init__(f"{reason}: {detail}")


def fail(reason: str, detail: str = "", *, kind: str = "") -> NoReturn:
    """End the skill with a reason: `fail("object_not_found", "no cube in view")`. Nothing may have been done yet."""
    raise SkillFailed(reason, detail, kind)


_call: ContextVar[Call] = ContextVar("midcourse_call")


def current_call() -> Call:
    """The call under way, inside a skill. Its `key` is the same for the same intended act, over crashes."""
    return _call.get()


@dataclass(frozen=True, slots=True)
class _SkillMark:
    """What the decorator was told."""

    contract: Skill


@dataclass(frozen=True, slots=True)
class _ObserverMark:
    """What the decorator was told."""

    covers: tuple[str, ...]
    volatile: bool


def skill(
    function: Callable[..., Any] | None = None,
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
) -> Any:
    """Make a function a skill. Conditions may hold `{argument}`; a harmless skill is repeatable unless you say no.

    `keyed`: what it calls honours `current_call().key`. `settles`: seconds within which its effect shows, if at all.
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
        keyed=keyed,
        timeout=timeout,
        settles=settles,
    )

    def mark(f: Callable[..., Any]) -> Callable[..., Any]:
        setattr(f, _MARK, _SkillMark(contract))
        return f

    return mark if function is None else mark(function)


def observer(*covers: str, volatile: bool = False) -> Callable[[F], F]:
    """Make a function an observer: it returns the facts that hold now, of the kinds that it covers.

    `@observer("exists(*)")`; facts are text, best made with `fact("exists", path)`. Volatile facts change by themselves.
    """

    def mark(f: F) -> F:
        for pattern in covers:
            parse(pattern)
        setattr(f, _MARK, _ObserverMark(covers, volatile))
        return f

    return mark


@dataclass(frozen=True, slots=True)
class _Tool:
    """A skill, its function and the types of its arguments."""

    skill: Skill
    function: Callable[..., Any]
    types: Mapping[str, Any]


class ToolsWorld:
    """The skills and observers among some functions, objects or modules; `settles` for skills that name no time of their own."""

    def __init__(self, *sources: object, settles: float | None = None) -> None:
        self._settles = settles
        self._tools: dict[str, _Tool] = {}
        self._observers: list[tuple[_ObserverMark, Callable[[], Any]]] = []
        self._unfinished: dict[str, asyncio.Future[Any]] = {}
        self._looks, self._seen = 0, set[str]()
        for function in _functions(sources):
            mark = getattr(function, _MARK)
            if isinstance(mark, _SkillMark):
                tool = _tool(function, mark)
                self._tools[tool.skill.name] = tool
            else:
                self._observers.append((mark, function))
        if not self._tools:
            raise TaskError("this world has no skill: mark at least one function with @skill")

    @property
    def vocabulary(self) -> Sequence[FactKind]:
        """One kind for each name that an observer covers; none where one does not say what it covers."""
        if not all(mark.covers for mark, _ in self._observers):
            return ()
        kinds: dict[str, FactKind] = {}
        for mark, function in self._observers:
            doc = (inspect.getdoc(function) or "").partition("\n")[0]
            for pattern in mark.covers:
                kinds.update({lit.name: FactKind(lit.name, doc, mark.volatile) for lit in parse(pattern)})
        return tuple(kinds.values())

    async def skills(self) -> Sequence[Skill]:
        """The marked functions."""
        skills = [tool.skill for tool in self._tools.values()]
        return skills if self._settles is None else settling(self._settles, skills)

    # --- seeing -------------------------------------------------------------------------------------------------

    async def observe(self) -> Observation:
        """What all observers say. One that fails leaves its facts unknown; if all fail, so does the look.

        TaskError if at the first look one returns something else than facts: then it was never right.
        """
        facts: set[str] = set()
        covers: list[str] = []
        problems: list[str] = []
        for mark, function in self._observers:
            try:
                facts.update(facts_of(function.__name__, await _begin(function, {}), self._seen))
                covers.extend(mark.covers)
            except TaskError as error:
                if not self._looks:
                    raise
                problems.append(str(error))
            except Exception as error:
                problems.append(f"{function.__name__}: {type(error).__name__}: {error}")
        if problems and not covers:
            raise LookFailed("; ".join(problems))
        self._looks, self._seen = self._looks + 1, facts
        return Observation(frozenset(facts), tuple(covers), source="tools", stale="; ".join(problems))

    # --- doing --------------------------------------------------------------------------------------------------

    async def act(self, call: Call) -> Result:
        """Call the function. Its exception is a failure with a reason; no answer in time is uncertain."""
        tool = self._tools.get(call.skill)
        if tool is None:
            return Failed("unknown_skill", f"no skill {call.skill!r}; {choices(call.skill, self._tools)}")
        arguments = _converted(tool, call.args)
        if isinstance(arguments, Failed):
            return arguments
        earlier = self._unfinished.get(call.skill)
        if earlier is not None and not earlier.done():
            return Failed("busy", f"an earlier {call.skill} was given up on but is still running", "transient")
        token = _call.set(call)
        work = _begin(tool.function, arguments)
        try:
            output = await (asyncio.shield(work) if isinstance(work, asyncio.Future) else work)
        except asyncio.CancelledError:
            # A function in a thread cannot be ended from outside: remember it, so that it never runs beside itself.
            if isinstance(work, asyncio.Future):
                self._unfinished[call.skill] = work
                work.add_done_callback(_forget_error)
            raise
        except Exception as error:
            return _failure(error)
        finally:
            _call.reset(token)
        return Done(output)


def _forget_error(work: asyncio.Future[Any]) -> None:
    if not work.cancelled():
        work.exception()


def _failure(error: Exception) -> Result:
    if isinstance(error, SkillFailed):
        return Failed(error.reason, error.detail, error.kind)
    if isinstance(error, TimeoutError):
        return Uncertain("timeout", str(error) or "the function gave up waiting")
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
        return Failed("disk_full", str(error), clean=False, error=qualified(error))
    return Failed(slug(type(error).__name__), str(error), clean=False, error=qualified(error))


def _begin(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Awaitable[Any]:
    """Start a function; a sync one gets a thread of its own, so that it can hang without hanging the loop."""
    if inspect.iscoroutinefunction(function):
        return function(**arguments)
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()
    call = _call.get(None)

    def settle(result: Any, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        else:
            done.set_result(result)

    def work() -> None:
        if call is not None:
            _call.set(call)
        try:
            outcome: tuple[Any, BaseException | None] = (function(**arguments), None)
        except Exception as error:
            # A future cannot hold StopIteration: it would end whoever waits for it.
            outcome = (None, RuntimeError(f"StopIteration: {error}") if isinstance(error, StopIteration) else error)
        except BaseException as error:
            outcome = (None, RuntimeError(f"{type(error).__name__}: {error}"))  # sys.exit in a tool ends the tool alone
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=work, name=f"midcourse-{function.__name__}", daemon=True).start()
    return done


# --- reading functions --------------------------------------------------------------------------------------------


def _functions(sources: Iterable[object]) -> Iterable[Callable[..., Any]]:
    for source in sources:
        if hasattr(source, _MARK):
            yield cast("Callable[..., Any]", source)
            continue
        found = [member for _, member in inspect.getmembers(source) if callable(member) and hasattr(member, _MARK)]
        if not found:
            name = getattr(source, "__name__", type(source).__name__)
            raise TaskError(f"{name} has no function marked with @skill or @observer")
        yield from found


def _tool(function: Callable[..., Any], mark: _SkillMark) -> _Tool:
    hints = typing.get_type_hints(function)
    parameters: list[Parameter] = []
    for parameter in inspect.signature(function).parameters.values():
        hint = hints.get(parameter.name, Any)
        kind, options = _type_name(hint)
        required = parameter.default is parameter.empty
        default = None if required else _plain(parameter.default)
        parameters.append(Parameter(parameter.name, kind, required, options, default=default))
    contract = msgspec.structs.replace(
        mark.contract,
        name=function.__name__,
        doc=(inspect.getdoc(function) or "").partition("\n\n")[0],
        parameters=tuple(parameters),
    )
    check_skills([contract])
    return _Tool(contract, function, {p.name: hints.get(p.name, Any) for p in parameters})


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


def _converted(tool: _Tool, args: Mapping[str, Json]) -> dict[str, Any] | Failed:
    """The arguments as the function wants them, or `bad_arguments` with the signature."""
    if problem := wrong_arguments(tool.skill, args):
        return Failed("bad_arguments", problem)
    converted: dict[str, Any] = {}
    for name, value in args.items():
        hint = tool.types[name]
        try:
            converted[name] = msgspec.convert(value, hint, dec_hook=_from_text) if hint is not Any else value
        except (msgspec.ValidationError, TypeError) as error:
            return Failed("bad_arguments", f"{name}={value!r}: {error}; the call is {tool.skill.signature()}")
    return converted


def _from_text(kind: type, value: Any) -> Any:
    if kind is Path and isinstance(value, str):
        return Path(value)
    raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
