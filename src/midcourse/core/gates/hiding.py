"""What planners, judges, reflectors, approvers and people say, without secrets: a world's words are freed of them before.

Arguments of acts stay as they are: they are what is done. Who writes a secret's value there, and not its name, shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from ..errors import BadInput
from ..logic.conditions import parse
from ..model import Constraint, Grant
from ..people.messages import Answer, TakeOver
from ..run.events import Asked, Event, Intended, Looked

Hide = Callable[[str], str]
"""The text with every secret in it replaced by its name."""
WORDS = frozenset(
    ("advice", "asks", "author", "bans", "because", "changes", "description", "detail", "doc", "evidence",
     "expected_change", "factors", "failure", "final_detail", "fix", "goal", "lessons", "lines", "missing", "next_safe_action",
     "note", "notes", "owed", "progress", "root_cause", "said_by", "similar", "text", "title", "told", "unheard", "unseen",
     "what", "who", "why")
)  # fmt: skip
"""Fields of events that are words for people or planners."""
CONDITIONS = frozenset(("condition", "done_when", "expects", "needs", "paid_when"))
"""Fields that are held against facts, in which no secret stands either."""
PERSONAL = (Answer, TakeOver, Constraint, Grant)
"""What people say, under their names."""
AS_IT_IS = (Asked, Intended, Looked)
"""What is done, as it is done and as people are asked about it; and what the world showed, which is clean."""


def hidden(event: Event, hide: Hide) -> Event:
    """The event as the journal holds it."""
    return event if isinstance(event, AS_IT_IS) else _inside(event, hide)


def _inside(value: Any, hide: Hide) -> Any:
    if not isinstance(value, msgspec.Struct):
        return _each(value, hide, _inside)
    words = WORDS | {"by", "reason"} if isinstance(value, PERSONAL) else WORDS  # elsewhere they are of a list, which rules go by
    old = {name: getattr(value, name) for name in value.__struct_fields__}
    new = {name: _part(name, part, words, hide) for name, part in old.items()}
    changed = {name: part for name, part in new.items() if part is not old[name]}
    return replace(value, **changed) if changed else value


def _part(name: str, part: Any, words: Set[str], hide: Hide) -> Any:
    if name in words:
        return _said(part, hide)
    if name not in CONDITIONS:
        return _inside(part, hide)
    clean = _said(part, hide)
    try:
        parse(clean)
    except BadInput:  # one that nobody can read would stop the run; it stays as a planner wrote it, like an argument
        return part
    return clean


def _said(value: Any, hide: Hide) -> Any:
    if isinstance(value, str):
        clean = hide(value)
        return value if clean == value else clean
    return _each(value, hide, _said) if isinstance(value, tuple) else _inside(value, hide)


def _each(value: Any, hide: Hide, do: Callable[[Any, Hide], Any]) -> Any:
    """The same, but for parts of a tuple that are said otherwise."""
    if not isinstance(value, tuple):
        return value
    old = cast("tuple[Any, ...]", value)
    new = tuple(do(part, hide) for part in old)
    return old if all(a is b for a, b in zip(old, new, strict=True)) else new
