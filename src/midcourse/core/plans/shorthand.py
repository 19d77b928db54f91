"""An act as people write it: like a call of the function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    id: str = "",
    again: bool = False,
    **args: Json,
) -> Act:
    """An act step, written as a call: `act("copy", src="a", dst="b", expects="exists(b)")`. A function stands for its name."""
    name = skill if isinstance(skill, str) else getattr(skill, "__name__", str(skill))
    if in_place:
        shown = f"act({name!r}, {in_place[0]!r})"
        raise TaskError(f"{shown}: an argument needs its name; write act({name!r}, argument={in_place[0]!r})")
    return Act(skill=name, args=args, target=target, expects=expects, needs=needs, id=id, again=again)
