"""Options given by keyword: where one is misspelt, which was meant and what there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import Signature, signature
from typing import ParamSpec, TypeVar

from ..errors import TaskError, choices

P = ParamSpec("P")
T = TypeVar("T")


def check_options(name: str, shown: Signature, values: int, given: Iterable[str]) -> None:
    """TaskError where more values stand without a name than `name` takes, and for the first option that it does not have."""
    parameters = shown.parameters.values()
    places = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.name != "self"]
    known = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
    if values > len(places) and not any(p.kind is p.VAR_POSITIONAL for p in parameters):
        raise TaskError(
            f"{name}() takes {', '.join(places)} and then options by name, but {values} values stand without one; "
            f"valid: {', '.join(known)}"
        )
    for option in given:
        if option not in known and option not in places:
            raise TaskError(f"{name}() has no option {option!r}; {choices(option, known)}")


def spelt(function: Callable[P, T]) -> Callable[P, T]:
    """The same function; a misspelt option is told with the nearest one, which Python itself does from 3.13 on only."""
    name = function.__qualname__.removesuffix(".__init__")
    shown = signature(function)

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> T:
        check_options(name, shown, len(args) - ("self" in shown.parameters), kwargs)
        return function(*args, **kwargs)

    return checked
