"""Tools that only read, used as looks where nobody wrote an observer: found by their contract, hint or name, and by trying them.

What they answer is kept as facts `answer(tool, …)`. That an answer changed tells something; that it did not proves nothing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from typing import Any, cast

from ..core.checks import as_json
from ..core.conditions import fact
from ..core.model import Skill
from .error_values import error_in

ANSWER = "answer"
MOST = 8
"""Tools that a look may call."""
SHORT = 60
"""Letters of an answer that are kept as they are; a longer one is kept by its hash."""
_READS = re.compile(
    r"(get|list|show|read|view|display|describe|count|check|is|has|status|state|info|ls|pwd|find|search|query|fetch)(_|[A-Z]|$)"
)
_ACTS = re.compile(
    r"(^|_)(and|or|set|add|create|delete|remove|update|send|post|put|pop|next|take|reset|clear|start|stop|run)(_|$)"
)


def may_be_a_look(skill: Skill) -> bool:
    """Whether a tool takes no arguments and says by its contract or its name that it only reads."""
    if any(parameter.required for parameter in skill.parameters) or skill.makes or skill.breaks:
        return False
    if skill.risk == "harmless":
        return True
    return _READS.match(skill.name) is not None and _ACTS.search(skill.name.lower()) is None


def facts_from(name: str, output: Any) -> list[str]:
    """What a tool answered, as facts: short values one by one, all else by its hash."""
    if isinstance(output, dict):
        inner = cast("dict[object, Any]", output)
        if 0 < len(inner) <= SHORT:
            return [fact(ANSWER, name, str(key), _short(value)) for key, value in inner.items()]
    return [fact(ANSWER, name, _short(output))]


def _short(value: Any) -> str:
    text = as_json(value).decode("utf-8", "replace")
    return text if len(text) <= SHORT else hashlib.sha256(text.encode()).hexdigest()[:12]


def steady(answers: Iterable[Any]) -> bool:
    """Whether answers that were given one after the other are the same, and are no errors."""
    told = [as_json(answer) for answer in answers if error_in(answer) is None]
    return len(told) > 1 and len(set(told)) == 1
