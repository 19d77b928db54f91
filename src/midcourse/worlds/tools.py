"""Plain Python functions as a world: `@skill` for what can be done, `@observer` for what can be seen.

A function needs no mark at all: then nothing is known of it, and what it answers, and what reading tools show, is all there is.
"""

from __future__ import annotations

import asyncio
import errno
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from ..core.errors import LookFailed, TaskError, choices
from ..core.failing.failures import qualified, slug
from ..core.gates.unplanned import MayCall
from ..core.logic.conditions import parse
from ..core.model import Call, Done, FactKind, Failed, Json, Observation, Result, Skill, Uncertain
from ..core.plans.contracts import settling
from ..core.protocols import World
from .calling import begin, called_by, had_begun, name_of
from .error_values import ErrorValue, error_in, error_line, status_of, weighed
from .found_looks import MAY, MOST, UNREAD, FoundLooks, only_reads
from .functions import (
    EVERYTHING,
    ObserverMark,
    SkillFailed,
    SkillMark,
    Tool,
    converted,
    functions_in,
    is_marked,
    mark_of,
    tool_of,
)
from .observers import check_observer, facts_of

ErrorRule = Callable[[Any], ErrorValue | str | None]
"""What an answer says went wrong; None where nothing did."""
PATIENCE = 30.0
"""Seconds that a look, or another act, waits at most for a function that was given up on and still runs."""
QUICK = 2.0
"""Seconds that a tool may take to serve as a look."""


class ToolsWorld:
    """The skills and observers among some functions, objects or modules.

    `settles`: the time for skills that declare none. `errors`: a rule that says which return values are failures.
    `finds_looks`: without an observer, functions that only read serve as looks, if they take no arguments and return the same
    value twice.
    """

    def __init__(
        self, *sources: object, settles: float | None = None, errors: ErrorRule = error_in, finds_looks: bool = True
    ) -> None:
        self._settles, self._error_in = settles, errors
        self._tools: dict[str, Tool] = {}
        self._observers: list[tuple[ObserverMark, Callable[[], Any]]] = []
        self._unfinished: set[asyncio.Future[Any]] = set()
        self._late: dict[str, tuple[Call, asyncio.Future[Any]]] = {}
        """Key -> a call that was given up on, and the function that may still answer it."""
        self._looks, self._seen = 0, set[str]()
        for function in functions_in(sources):
            mark = mark_of(function)
            if isinstance(mark, SkillMark):
                self._take(tool_of(function, mark))
            else:
                self._observers.append((mark, check_observer(function)))
        if not self._tools:
            raise TaskError("this world has no skill: give at least one function, or mark one with @skill")
        readers = [name for name, tool in self._tools.items() if only_reads(tool.skill, is_marked(tool.function))]
        if self._observers or not finds_looks:
            readers = []
        for name in readers:  # what looks may call again, a step may, too
            tool = self._tools[name]
            self._tools[name] = Tool(replace(tool.skill, repeatable=True), tool.function, tool.types)
        asks = {name for name in readers if any(p.required for p in self._tools[name].skill.parameters)}
        self._found = FoundLooks(
            self._read, [name for name in readers if name not in asks][:MOST], frozenset(asks), self._error_in
        )

    def _take(self, tool: Tool) -> None:
        known = self._tools.setdefault(tool.skill.name, tool)
        if known.function != tool.function:
            raise TaskError(f"two functions are called {tool.skill.name!r}; each needs a name of its own")

    def heed(self, may: MayCall) -> None:
        """Before a function serves as a look, ask this."""
        MAY.set(may)

    @property
    def vocabulary(self) -> Sequence[FactKind]:
        """One kind for each name that the observers cover. Empty if any observer does not say what it covers."""
        if not self._observers and (self._found.names or self._found.readers):
            return ()
        if not all(mark.covers and EVERYTHING not in mark.covers for mark, _ in self._observers):
            return ()
        kinds: dict[str, FactKind] = {}
        for mark, function in self._observers:
            doc = (inspect.getdoc(function) or "").partition("\n")[0]
            for pattern in mark.covers:
                kinds.update({lit.name: FactKind(lit.name, doc, mark.volatile) for lit in parse(pattern)})
        return tuple(kinds.values())

    async def skills(self) -> Sequence[Skill]:
        """The functions."""
        skills = [tool.skill for tool in self._tools.values()]
        return skills if self._settles is None else settling(self._settles, skills)

    # --- seeing -------------------------------------------------------------------------------------------------

    async def observe(self) -> Observation:
        """What all observers say. One that fails leaves its facts unknown; if all fail, so does the look.

        Raises TaskError if an observer returns something other than facts at the first look: such an observer never worked.
        """
        await self._let_end()
        if not self._observers:
            return await self._found.look()
        facts: set[str] = set()
        covers: list[str] = []
        problems: list[str] = []
        looked = False
        for mark, function in self._observers:
            try:
                shown = facts_of(name_of(function), await begin(function, {}), self._seen)
                facts.update(shown)
                covers.extend(mark.covers or shown)  # what it shows is seen; of all else it says nothing
                looked = True
            except TaskError as error:
                if not self._looks:
                    raise
                problems.append(str(error))
            except Exception as error:
                problems.append(f"{name_of(function)}: {type(error).__name__}: {error}")
        if problems and not looked:
            raise LookFailed("; ".join(problems))
        self._looks, self._seen = self._looks + 1, facts
        return Observation(frozenset(facts), tuple(covers), source="tools", stale="; ".join(problems))

    async def _read(self, name: str, args: Mapping[str, Json]) -> Any:
        """What a tool that only reads answers, if it may be called and does so quickly."""
        tool = self._tools[name]
        if not MAY.get()(tool.skill, args):
            return UNREAD
        arguments = converted(tool, args)
        try:
            async with asyncio.timeout(QUICK):
                return UNREAD if isinstance(arguments, Failed) else await begin(tool.function, arguments)
        except Exception:
            return UNREAD

    # --- doing --------------------------------------------------------------------------------------------------

    async def act(self, call: Call) -> Result:
        """Call the function. Its exception, or an answer that says so, is a failure; no answer in time is uncertain."""
        tool = self._tools.get(call.skill)
        if tool is None:
            return Failed("unknown_skill", f"no skill {call.skill!r}; {choices(call.skill, self._tools)}")
        arguments = converted(tool, call.args)
        if isinstance(arguments, Failed):
            return arguments
        if not await self._let_end():
            return Failed("busy", "a function that was given up on is still running", "transient")
        self._found.begun(call)
        with called_by(call):
            work = begin(tool.function, arguments)
            try:
                output = await (asyncio.shield(work) if isinstance(work, asyncio.Future) else work)
            except asyncio.CancelledError:
                # A function in a thread cannot be ended from outside: remember it, so that nothing runs beside it.
                if isinstance(work, asyncio.Future):
                    self._unfinished.add(work)
                    self._late[call.key] = (call, work)
                    work.add_done_callback(self._ended)
                raise
            except Exception as error:
                return _failure(error, call.args)
        return self._result(call, output)

    def _result(self, call: Call, output: Any) -> Result:
        """What an answer amounts to."""
        if isinstance(output, Exception):
            return _failure(output, call.args)  # returned, not raised: it means the same
        wrong = self._error_in(output)
        if wrong is None and self._error_in is error_in and self._tools[call.skill].skill.risk != "harmless":
            wrong = error_line(call.skill, output)
        if isinstance(wrong, ErrorValue) and self._error_in is error_in:
            wrong = weighed(call.skill, wrong)
        if wrong is not None:
            return _error_value(wrong)
        self._found.answered(call, output)
        return Done(output)

    def late_answer(self, key: str) -> Result | None:
        """What a function has answered after its time limit: told once."""
        call, work = self._late.get(key, (None, None))
        if call is None or work is None or not work.done() or work.cancelled():
            return None
        del self._late[key]
        error = work.exception()
        if error is not None and not isinstance(error, Exception):
            return None
        return self._result(call, error or work.result())

    async def _let_end(self) -> bool:
        """Wait for functions that were given up on: while one runs, a look settles nothing and no act may begin beside it."""
        running = {work for work in self._unfinished if not work.done()}
        if running:
            await asyncio.wait(running, timeout=PATIENCE)
        return all(work.done() for work in running)

    def _ended(self, work: asyncio.Future[Any]) -> None:
        self._unfinished.discard(work)
        if not work.cancelled():
            work.exception()


def as_world(source: object) -> World:
    """A world as it is, or one made of a function, object or module with skills, or of a list of such."""
    sources: Sequence[object] = tuple(cast("Sequence[object]", source)) if isinstance(source, list | tuple) else (source,)
    for one in sources:
        if isinstance(one, type):
            raise TaskError(f"{one.__name__} is a class; give an instance: {one.__name__}()")
    if len(sources) == 1:
        one = sources[0]
        if isinstance(one, World):
            return one
        if hasattr(one, "observe") and hasattr(one, "act"):  # as tools, its look and its act would be the skills
            raise TaskError(f"{type(one).__name__} has no skills(); a world has skills, observe and act")
    return ToolsWorld(*sources)


def _error_value(wrong: ErrorValue | str) -> Failed:
    """What an answer says went wrong. It was answered, so nothing was done, unless its status or its words say that nobody
    knows."""
    told = ErrorValue(wrong) if isinstance(wrong, str) else wrong
    return Failed("error_value", told.text[:500], clean=not told.in_doubt)


def _failure(error: Exception, args: Mapping[str, Json]) -> Result:
    if isinstance(error, SkillFailed):
        return Failed(error.reason, error.detail, error.kind)
    if isinstance(error, TimeoutError):
        return Uncertain("timeout", str(error) or "the function gave up waiting")
    if isinstance(error, json.JSONDecodeError) and error.doc not in map(str, args.values()):
        return Uncertain("unreadable_answer", f"what came back is no JSON: {error}")  # somebody answered, and may have acted
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS):
        return Failed("disk_full", str(error), clean=False, error=qualified(error), begun=had_begun(error))
    told = str(error)
    status = status_of(error)
    if status is not None and str(status) not in told:
        told = f"HTTP {status}: {told}"
    reason, wait, begun = slug(type(error).__name__), _retry_after(error), had_begun(error)
    return Failed(reason, told, clean=False, error=qualified(error), retry_after=wait, begun=begun)


def _retry_after(error: Exception) -> float | None:
    """Seconds that whoever was called asks us to wait, where the exception brings its headers."""
    headers = getattr(getattr(error, "response", error), "headers", None)
    if not hasattr(headers, "get"):
        return None
    try:
        return max(0.0, float(cast("Mapping[str, str]", headers).get("Retry-After") or ""))
    except (TypeError, ValueError):
        return None
