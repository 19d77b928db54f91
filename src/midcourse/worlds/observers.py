"""What an observer returned, as facts; or what is wrong with it, and what it should return."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from inspect import Parameter
from typing import Any, TypeVar, cast

from ..core.errors import ConditionError, TaskError
from ..core.logic.conditions import parse_fact
from .calling import name_of, signature_of

F = TypeVar("F", bound=Callable[..., Any])
FREE = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
RIGHT = 'an observer returns a list of facts, such as [fact("exists", "a.txt")], or [] where none holds'


def check_observer(observer: F) -> F:
    """The observer; TaskError if it cannot be called without arguments."""
    try:
        asks = [p.name for p in signature_of(observer).parameters.values() if p.default is p.empty and p.kind not in FREE]
    except (ValueError, TypeError):
        return observer
    if asks:
        raise TaskError(f"the observer {name_of(observer)} asks for {', '.join(asks)}; an observer is called without arguments")
    return observer


def facts_of(observer: str, returned: object, known: Collection[str] = ()) -> list[str]:
    """The facts; TaskError names the observer and what it returned. What is `known` was looked at before."""
    if isinstance(returned, str | bytes | Mapping) or not isinstance(returned, Iterable):
        raise TaskError(f"the observer {observer} returned {_shown(cast(object, returned))}; {RIGHT}")
    facts = list(cast("Iterable[object]", returned))
    for text in facts:
        if not isinstance(text, str):
            raise TaskError(f"the observer {observer} returned {_shown(text)} among its facts; {RIGHT}")
        if text not in known:
            try:
                parse_fact(text)
            except ConditionError as error:
                raise TaskError(f"the observer {observer} returned {_shown(text)}, which is no fact ({error}); {RIGHT}") from None
    return cast("list[str]", facts)


def _shown(value: object) -> str:
    if value is None:
        return "nothing (None)"
    text = repr(value)
    return f"{text if len(text) <= 60 else text[:59] + '…'}, a {type(value).__name__}"
