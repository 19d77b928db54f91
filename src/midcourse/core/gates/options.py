"""Options given by keyword: where one is misspelt, which was meant and what there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

from ..errors import TaskError, choices

P = ParamSpec("P")
T = TypeVar("T")


def check_options(name: str, given: Iterable[str], valid: Iterable[str]) -> None:
    """TaskError for the first option that `name` does not have."""
    known = tuple(valid)
    for option in given:
        if option not in known:
            raise TaskError(f"{name}() has no option {option!r}; {choices(option, known)}")


def spelt(function: Callable[P, T]) -> Callable[P, T]:
    """The same function; a misspelt option is told with the nearest one, which Python itself does from 3.13 on only."""
    name = function.__qualname__.removesuffix(".__init__")
    valid = [p.name for p in signature(function).parameters.values() if p.kind is p.KEYWORD_ONLY]

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        check_options(name, kwargs, valid)
        return function(*args, **kwargs)

    return checked
