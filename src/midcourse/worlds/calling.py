"""How a plain function is called: by the names of its arguments, off the event loop unless it is async, and to its end."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, cast

from ..core.model import Call

MOST_ITEMS = 100_000
"""Items that are taken from a function which gives them one by one; with more, nobody knows what it came to."""
PLAIN = (type(None), str, int, float, bool, list, dict, tuple)
"""What most functions return, and what promises nothing further."""
_call: ContextVar[Call] = ContextVar("midcourse_call")
_BEGUN = "it had given items before"
"""The note on an exception that says so."""


def current_call() -> Call:
    """The current call; use it inside a skill. Its `key` stays the same over retries, crashes and new plans, until the act is
    done."""
    return _call.get()


@contextmanager
def called_by(call: Call) -> Generator[None]:
    """What runs in here can ask for its call."""
    token = _call.set(call)
    try:
        yield
    finally:
        _call.reset(token)


def begin(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Awaitable[Any]:
    """Start a function; a sync one gets a thread of its own, so that it can hang without hanging the loop.

    What only promises an answer is waited for, and what gives its items one by one is gone through: else the function would have
    been called, and nothing done.
    """
    if _is_async(function):
        return _alone(_in_the_loop(function, arguments))
    loop = asyncio.get_running_loop()
    done: asyncio.Future[Any] = loop.create_future()
    call = _call.get(None)

    def settle(result: Any, error: BaseException | None) -> None:
        if done.done():
            return
        if error is not None:
            done.set_exception(error)
        elif not isinstance(result, PLAIN) and (inspect.isawaitable(result) or inspect.isasyncgen(result)):
            asyncio.ensure_future(_alone(_at_last(result))).add_done_callback(pass_on)
        else:
            done.set_result(result)

    def pass_on(work: asyncio.Future[Any]) -> None:
        if done.done() or work.cancelled():
            done.cancel()
        elif (error := work.exception()) is not None:
            done.set_exception(error)
        else:
            done.set_result(work.result())

    def work() -> None:
        if call is not None:
            _call.set(call)
        try:
            result = _called(function, arguments)
            outcome: tuple[Any, BaseException | None] = (_gone_through(result), None)
        except Exception as error:
            # A future cannot hold StopIteration: it would end whoever waits for it.
            outcome = (None, RuntimeError(f"StopIteration: {error}") if isinstance(error, StopIteration) else error)
        except BaseException as error:
            outcome = (None, RuntimeError(f"{type(error).__name__}: {error}"))  # sys.exit in a tool ends the tool alone
        if not loop.is_closed():
            loop.call_soon_threadsafe(settle, *outcome)

    threading.Thread(target=work, name=f"midcourse-{name_of(function)}", daemon=True).start()
    return done


def name_of(function: Callable[..., Any]) -> str:
    """What a function is called; with some arguments filled in beforehand, it keeps its name."""
    return getattr(function, "__name__", "") or name_of(getattr(function, "func", type(function)))


def signature_of(function: Callable[..., Any]) -> inspect.Signature:
    """What it takes. ValueError or TypeError if it does not tell: some that are not written in Python do not."""
    return inspect.signature(function)


def _is_async(function: Callable[..., Any]) -> bool:
    """Whether it is to be called in the event loop; a wrapper counts as what it wraps."""
    inner = _inner(function)
    return inspect.iscoroutinefunction(inner) or inspect.isasyncgenfunction(inner)


def _inner(function: Callable[..., Any]) -> Callable[..., Any]:
    return (
        inspect.unwrap(function) if hasattr(function, "__wrapped__") else function
    )  # most are not, and it is asked at every act


def _called(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    """Call it with arguments by name, in their place where it takes no names."""
    code = getattr(_inner(function), "__code__", None)
    if code is not None and not code.co_posonlyargcount and not code.co_flags & inspect.CO_VARARGS:
        return function(**arguments)
    try:
        taken = signature_of(function).parameters.values()
    except (ValueError, TypeError):
        return function(**arguments)
    named, in_place = dict(arguments), list[Any]()
    in_order = any(p.kind is p.VAR_POSITIONAL and named.get(p.name) for p in taken)
    for p in taken:
        if p.name not in named or p.kind in (p.KEYWORD_ONLY, p.VAR_KEYWORD):
            continue
        if p.kind is p.VAR_POSITIONAL:
            in_place.extend(_items(named.pop(p.name)))
        elif p.kind is p.POSITIONAL_ONLY or in_order:
            in_place.append(named.pop(p.name))
    return function(*in_place, **named)


def _items(value: Any) -> list[Any]:
    return list(cast("list[Any]", value)) if isinstance(value, list | tuple) else [value]


def had_begun(error: BaseException) -> bool:
    """Whether a function gave items before it failed: it did something, whatever its error says."""
    return _BEGUN in getattr(error, "__notes__", ())


def _gone_through(result: Any) -> Any:
    if not inspect.isgenerator(result):
        return result
    taken: list[Any] = []
    with _marked(taken):
        for item in result:
            taken.append(item)
            _check_length(taken)
    return taken


async def _in_the_loop(function: Callable[..., Any], arguments: Mapping[str, Any]) -> Any:
    return await _at_last(_called(function, arguments))


async def _at_last(result: Any) -> Any:
    """What it comes to, however it is given."""
    if inspect.isawaitable(result):
        result = await result
    return await _gone_through_in_the_loop(result) if inspect.isasyncgen(result) else _gone_through(result)


async def _gone_through_in_the_loop(items: AsyncIterator[Any]) -> list[Any]:
    taken: list[Any] = []
    with _marked(taken):
        async for item in items:
            taken.append(item)
            _check_length(taken)
    return taken


@contextmanager
def _marked(taken: list[Any]) -> Generator[None]:
    """What fails in here tells whether something was given before."""
    try:
        yield
    except BaseException as error:
        if taken:
            error.add_note(_BEGUN)
        raise


def _check_length(taken: list[Any]) -> None:
    if len(taken) > MOST_ITEMS:  # what it would have done after that is not done
        raise RuntimeError(f"it gives more than {MOST_ITEMS:,} items, and was stopped there")


async def _alone(work: Awaitable[Any]) -> Any:
    """What a coroutine gives; an exception of a kind that nobody expects ends it alone."""
    try:
        return await work
    except (Exception, asyncio.CancelledError, KeyboardInterrupt, GeneratorExit, SystemExit):
        raise
    except BaseException as error:
        raise RuntimeError(f"{type(error).__name__}: {error}") from None
