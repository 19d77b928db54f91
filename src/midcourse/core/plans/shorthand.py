"""An act as people write it: like a call of the function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from ..errors import TaskError
from ..model import Json
from .plan import Act


def act(
    skill: str | Callable[..., Any],
    /,
    *in_place: object,
    expects: str = "",
    needs: str = "",
    target: str = "",
    id: str | int = "",
    again: bool = False,
    **args: Json,
) -> Act:
    """An act step, written as a call: `act("copy", src="a", dst="b", expects="exists(b)")`. A function stands for its name.

    `id` names the step: `$first` is what `act("make", id="first")` returned. `id` and `target` are arguments of the function
    where it has such. One that is called like another word here stands in a mapping: `act("check", {"needs": "visa"})`.
    """
    name = skill if isinstance(skill, str) else getattr(skill, "__name__", str(skill))
    if in_place:
        args = {**_mapping(name, in_place), **args}
    return Act(skill=name, args=args, target=target, expects=expects, needs=needs, id=cast("str", id), again=again)


def _mapping(name: str, in_place: tuple[object, ...]) -> dict[str, Json]:
    """The arguments, by their names."""
    if len(in_place) == 1 and isinstance(in_place[0], Mapping):
        return dict(cast("Mapping[str, Json]", in_place[0]))
    shown = f"act({name!r}, {in_place[0]!r})"
    raise TaskError(f"{shown}: an argument needs its name; write act({name!r}, argument={in_place[0]!r})")
