"""Tools that only read, used as looks where nobody wrote an observer: found by their contract, hint or name, and by trying them.

What they answer is kept as facts `answer(tool, …)`. That an answer changed tells something; that it did not proves nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any, cast

from ..core.gates.checks import as_json
from ..core.logic.conditions import fact
from ..core.model import Skill
from .error_values import error_in

ANSWER = "answer"
MOST = 8
"""Tools that a look may call."""
SHORT = 60
"""Letters of an answer that are kept as they are; a longer one is kept by its hash."""
_STATE = r"(status|state|info|information|details|summary|balance|inventory|history|stats|statistics|overview|settings|config)"
_READS = re.compile(rf"(list|is|has|describe)_\w+|ls|pwd|whoami|((get|show|view|display|read|fetch|current)_)?(\w+_)?{_STATE}")
"""Names in words with `_` between them. `get`, `check` and `show` alone tell nothing: one gets a ticket, and checks out."""
_ACTS = re.compile(
    r"(^|_)(and|or|set|add|create|delete|remove|update|send|post|put|pop|next|take|reset|clear|start|stop|run|change|save)(_|$)"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def may_be_a_look(skill: Skill, marked: bool) -> bool:
    """Whether a tool takes no arguments and only reads: by its contract, or, where it has none, by its name beyond doubt."""
    if any(parameter.required for parameter in skill.parameters) or skill.makes or skill.breaks:
        return False
    if marked or skill.risk == "harmless":
        return skill.risk == "harmless"  # whoever wrote a contract could say so
    name = _CAMEL.sub("_", skill.name).lower()
    return _READS.fullmatch(name) is not None and _ACTS.search(name) is None


def facts_from(name: str, output: Any) -> list[str]:
    """What a tool answered, as facts: fields and items one by one, what is long by its hash."""
    if isinstance(output, dict):
        inner = cast("dict[object, Any]", output)
        if 0 < len(inner) <= SHORT:
            return [fact(ANSWER, name, str(key), _short(value)) for key, value in inner.items()]
    if isinstance(output, list | tuple) and len(items := cast("list[Any]", output)) <= SHORT:
        return [fact(ANSWER, name, "length", len(items)), *(fact(ANSWER, name, _short(item)) for item in items)]
    return [fact(ANSWER, name, _short(output))]


def _short(value: Any) -> str:
    text = as_json(value).decode("utf-8", "replace")
    return text if len(text) <= SHORT else hashlib.sha256(text.encode()).hexdigest()[:12]


def steady(answers: Iterable[Any]) -> bool:
    """Whether answers that were given one after the other are the same, and are no errors."""
    told = [as_json(answer) for answer in answers if error_in(answer) is None]
    return len(told) > 1 and len(set(told)) == 1
