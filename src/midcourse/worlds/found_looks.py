"""Tools that only read, used as looks where nobody wrote an observer: found by their contract, hint or name, and by trying them.

What they answer is kept as facts `answer(tool, …)`. That an answer changed tells something; that it did not proves nothing.
A tool without arguments is read at every look. One that the plan itself called with arguments is read again after an act that
names the same thing.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, cast

from ..core.gates.checks import as_json
from ..core.gates.unplanned import MayCall
from ..core.logic.conditions import as_text, fact
from ..core.model import Call, Json, Observation, Skill
from .error_values import error_in

ANSWER = "answer"
MOST = 8
"""Tools that a look may call."""
SHORT = 60
"""Letters of an answer that are kept as they are; a longer one is kept by its hash."""
_STATE = r"(status|state|info|information|details|summary|balance|stats|statistics|overview)"
_THING = (
    r"(inventory|history|settings|config|\w*list|account|profile|cart|basket|contents?|logs?|location|position|level"
    r"|temperature|pressure|speed|budget|schedule)"
)
_ASKS = r"(get|show|view|display|read|fetch|current)_"
_OF = (
    r"(account|authentication|battery|booking|car|connection|device|engine|flight|job|login|message|network|posting|server"
    r"|service|session|system|task|ticket|trading|travel|user|vehicle)_"
)
"""Words before a state that are no verbs: `transfer_balance` and `wipe_state` act."""
_READS = re.compile(
    rf"(is|has|describe)_\w+|list_(\w+_)?\w+s|ls|pwd|whoami|{_STATE}|inventory|({_OF}){{1,2}}{_STATE}"
    rf"|({_OF})?{_ASKS}(\w+_)?({_STATE}|{_THING})"
)
"""Names in words with `_` between them. `get`, `check` and `show` alone tell nothing: one gets a ticket, and checks out."""
_ACTS = re.compile(
    r"(^|_)(and|or|set|add|create|delete|remove|update|send|post|put|pop|next|take|reset|clear|start|stop|run|change|save"
    r"|rid|for|out|off|away|to|into|on|back|then)(_|$)"
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def only_reads(skill: Skill, marked: bool) -> bool:
    """Whether a tool changes nothing: by its contract, or, where it has none, by its name beyond doubt."""
    if skill.makes or skill.breaks:
        return False
    if marked or skill.risk == "harmless":
        return skill.risk == "harmless"  # whoever wrote a contract could say so
    name = _CAMEL.sub("_", skill.name).lower()
    return _READS.fullmatch(name) is not None and _ACTS.search(name) is None


def facts_from(name: str, output: Any, *about: str) -> frozenset[str]:
    """What a tool answered, as facts: fields and items one by one, what is long by its hash. `about`: what it was asked about."""
    if isinstance(output, dict):
        inner = cast("dict[object, Any]", output)
        if 0 < len(inner) <= SHORT:
            return frozenset(fact(ANSWER, name, *about, str(key), _short(value)) for key, value in inner.items())
    if isinstance(output, list | tuple) and len(items := cast("list[Any]", output)) <= SHORT:
        length = fact(ANSWER, name, *about, "length", len(items))
        return frozenset((length, *(fact(ANSWER, name, *about, _short(item)) for item in items)))
    return frozenset((fact(ANSWER, name, *about, _short(output)),))


def _short(value: Any) -> str:
    text = as_json(value).decode("utf-8", "replace")
    return text if len(text) <= SHORT else hashlib.sha256(text.encode()).hexdigest()[:12]


def steady(answers: Iterable[Any]) -> bool:
    """Whether answers that were given one after the other are the same, and are no errors."""
    told = [as_json(answer) for answer in answers if error_in(answer) is None]
    return len(told) > 1 and len(set(told)) == 1


MAY: ContextVar[MayCall] = ContextVar("midcourse_may_call", default=lambda skill, args: True)
"""What the run that looks lets its world call; runs that share a world may differ."""
UNREAD = object()
"""What stands for an answer that did not come."""
Read = Callable[[str, Mapping[str, Json]], Awaitable[Any]]
"""Calls a tool, quickly or not at all."""


@dataclass(slots=True)
class Reading:
    """A question that the plan itself put to a tool, and what was answered."""

    tool: str
    args: Mapping[str, Json]
    facts: frozenset[str]
    touched: bool = False
    """An act has named the same thing since."""
    tried: bool = False
    """It was asked again with nothing done in between, and answered the same."""


@dataclass(slots=True)
class FoundLooks:
    """The tools of one world that serve as looks."""

    read: Read
    names: list[str]
    """Those without arguments; the ones that do not answer the same twice are left out at the first look."""
    readers: frozenset[str]
    """Those with arguments that only read."""
    error_in: Callable[[Any], object]
    _readings: list[Reading] = field(default_factory=list[Reading])
    _looks: int = 0

    async def look(self) -> Observation:
        """What they answer now."""
        if not self._looks:
            self.names = [name for name in self.names if steady([await self.read(name, {}), await self.read(name, {})])]
        self._looks += 1
        answers = {name: await self.read(name, {}) for name in self.names}
        told = {name: answer for name, answer in answers.items() if self._is_told(answer)}
        self._readings = [r for r in self._readings if await self._is_kept(r)]
        facts = [facts_from(name, answer) for name, answer in told.items()]
        used = dict.fromkeys((*told, *(r.tool for r in self._readings)))
        source = f"tools; looks found by themselves: {', '.join(used)}" if used else "tools"
        covers = tuple(f"{ANSWER}({name}, *)" for name in used)
        return Observation(frozenset[str]().union(*facts, *(r.facts for r in self._readings)), covers, source=source)

    def begun(self, call: Call) -> None:
        """An act begins: what was answered about the things that it names is to be asked again."""
        if call.skill not in self.readers:
            for reading in self._readings:
                reading.touched = reading.touched or _name_the_same(reading.args, call.args)

    def answered(self, call: Call, output: Any) -> None:
        """An act was answered: if it only asked something, that is remembered."""
        if call.skill in self.readers and call.args and self._is_told(output):
            about = _about(call.args)
            rest = [r for r in self._readings if (r.tool, r.args) != (call.skill, call.args)]
            self._readings = [*rest, Reading(call.skill, dict(call.args), facts_from(call.skill, output, *about))][-MOST:]

    async def _is_kept(self, reading: Reading) -> bool:
        """Whether a question still serves, asked again where that is due. One that answers otherwise by itself does not."""
        if reading.tried and not reading.touched:
            return True
        answer = await self.read(reading.tool, reading.args)
        if not self._is_told(answer):
            return False
        facts = facts_from(reading.tool, answer, *_about(reading.args))
        if not reading.touched and facts != reading.facts:
            return False
        reading.facts, reading.touched, reading.tried = facts, False, True
        return True

    def _is_told(self, answer: Any) -> bool:
        return answer is not UNREAD and self.error_in(answer) is None


def _about(args: Mapping[str, Json]) -> tuple[str, ...]:
    return tuple(_short(value) if isinstance(value, dict | list) else as_text(value) for value in args.values())


def _name_the_same(asked: Mapping[str, Json], done: Mapping[str, Json]) -> bool:
    """Whether a question and an act have a value in common: under the same name, or a text that is no mere number or word."""
    texts = {as_text(value) for value in done.values() if len(as_text(value)) > 2}
    return any(done.get(name) == value or as_text(value) in texts for name, value in asked.items())
