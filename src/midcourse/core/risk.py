"""How risky is this act, and may it run, must it ask, or is it refused?

Weighed is what the act really touches: the places and things among its resolved arguments and effects, the programs it starts,
whole words of its name. Text that it merely carries (a message, a file's contents) is not what it touches.
"""

from __future__ import annotations

import posixpath
import re
import shlex
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Literal as Choice

from .conditions import parse
from .model import Json, Risk, Skill, Value
from .plan import transform

Verdict = Choice["run", "ask", "refuse"]

BASE: dict[Risk, float] = {"harmless": 0.0, "reversible": 0.2, "irreversible": 0.6}
"""What a skill's declared risk weighs by itself."""
UNDECLARED = 0.1
"""What it adds that a skill may do more than it says."""
HIGH, EXTREME, TRUSTED = 0.7, 0.9, 0.8
AUTONOMY = (
    "asks before every act",
    "asks before every act that changes anything",
    "asks before what cannot be undone, and before critical operations",
    "as 2, but a trusted agent does critical operations of less than high risk by itself",
    "asks before what cannot be undone, and before what is of extreme risk",
)
"""The levels of the setting `autonomy`, from 0."""

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_CARRIED = frozenset(("text", "body", "content", "contents", "message", "subject", "comment", "note", "description", "prompt"))
"""Names of arguments that an act carries along and does not touch."""
_COMMAND = frozenset(("command", "cmd", "commandline", "argv", "shell", "script"))
_STARTS = frozenset(("run", "exec", "execute", "shell", "bash", "sh", "spawn", "launch", "system"))
_WRAPPERS = frozenset(("sudo", "doas", "env", "nohup", "nice", "time", "xargs", "exec", "command"))


class RiskRule(Value, frozen=True):
    """One kind of operation that people want to know about.

    It speaks of an act that `does` one of these `to` one of those, that touches one of the `paths`, or starts one of the
    `commands`. Patterns as in file names; `/etc/**` is the folder and all in it.
    """

    group: str
    score: float = HIGH
    then: Choice["ask", "refuse", "note"] = "ask"
    """`note` only weighs."""
    does: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    reading: bool = False
    """It speaks of looking as well, not only of changing."""


class Weighed(Value, frozen=True):
    """An act's risk, 0 to 1, the groups it belongs to, and what about it says so."""

    score: float
    declared: Risk
    groups: tuple[str, ...] = ()
    why: str = ""
    critical: bool = False
    refused: bool = False


def weigh(skill: Skill, args: Mapping[str, Json], target: str, rules: Sequence[RiskRule]) -> Weighed:
    """The risk of an act with just these arguments."""
    harmless = skill.risk == "harmless"
    score = BASE[skill.risk] + (0.0 if harmless or skill.complete else UNDECLARED)
    hits: list[tuple[RiskRule, str]] = []
    if rules:
        touched = _touched(skill, args, target)
        hits = [(rule, what) for rule in rules if rule.reading or not harmless if (what := _hit(rule, touched))]
    return Weighed(
        score=min(1.0, max([score, *(rule.score for rule, _ in hits)])),
        declared=skill.risk,
        groups=tuple(dict.fromkeys(rule.group for rule, _ in hits)),
        why="; ".join(f"{rule.group}: {what}" for rule, what in hits),
        critical=any(rule.then == "ask" for rule, _ in hits),
        refused=any(rule.then == "refuse" for rule, _ in hits),
    )


def judge(weighed: Weighed, autonomy: int, trust: float) -> tuple[Verdict, str]:
    """Run, ask or refuse, and why. More autonomy never asks more; what cannot be undone always asks."""
    if weighed.refused:
        return "refuse", weighed.why
    if weighed.declared == "irreversible":
        return "ask", "it cannot be undone" + (f" ({weighed.why})" if weighed.why else "")
    risky = f"risk {weighed.score:.1f}" + (f", {weighed.why}" if weighed.why else "")
    match autonomy:
        case 0:
            asks = True
        case 1:
            asks = weighed.declared != "harmless" or weighed.critical or weighed.score >= HIGH
        case 2:
            asks = weighed.critical or weighed.score >= HIGH
        case 3:
            asks = weighed.score >= HIGH or (weighed.critical and trust < TRUSTED)
        case _:
            asks = weighed.score >= EXTREME
    return ("ask", f"autonomy {autonomy}; {risky}") if asks else ("run", risky)


# --- what an act touches ------------------------------------------------------------------------------------------------


class _Touched(Value, frozen=True):
    """What rules are held against."""

    words: frozenset[str]
    """Of the skill's name."""
    things: frozenset[str]
    """Kinds of things: words of the name, and of the facts it makes or breaks."""
    paths: tuple[str, ...]
    commands: tuple[str, ...]


def _touched(skill: Skill, args: Mapping[str, Json], target: str) -> _Touched:
    words, things, changed = _declared(skill.name, skill.makes, skill.breaks)
    paths: list[str] = []
    commands: list[str] = []
    for name, value in {**args, "target": target}.items():
        for text in _texts(value):
            if not text:
                continue
            if name.lower() in _COMMAND or (words & _STARTS and name.lower() not in _CARRIED and " " in text):
                programs, places = _command(text)
                commands += programs
                paths += places
            elif name in changed or name.lower() not in _CARRIED:
                paths += _path(text)
    return _Touched(words, things, tuple(paths), tuple(commands))


@lru_cache(maxsize=1024)
def _declared(name: str, makes: str, breaks: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """(words of the name, kinds of things, arguments that appear in effects)."""
    words = frozenset(_split(name))
    effects = (*parse(makes), *parse(breaks))
    things = frozenset(word for literal in effects for word in _split(literal.name))
    changed = frozenset(hole for literal in effects for arg in literal.args for hole in re.findall(r"{(\w+)}", arg))
    return words, words | things, changed


def _split(name: str) -> list[str]:
    """Whole words, small, without a plural's s."""
    found = [word.lower() for word in _WORDS.findall(name)]
    return [word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in found]


def _texts(value: Json) -> list[str]:
    found: list[str] = []
    transform(value, lambda leaf: found.append(leaf) if isinstance(leaf, str) else None)
    return found


def _path(text: str) -> list[str]:
    """The place that a value names, without its detours; nothing where it names none."""
    if "\n" in text or "://" in text or not ("/" in text or text.startswith(("~", "."))):
        return []
    return [posixpath.normpath(re.sub(r"^/+", "/", text))]


def _command(text: str) -> tuple[list[str], list[str]]:
    """(programs, places) of a command line, through wrappers such as sudo and every part of a pipe."""
    programs: list[str] = []
    places: list[str] = []
    for part in re.split(r"[;&|\n]+|\$\(|`", text):
        try:
            words = shlex.split(part)
        except ValueError:
            words = part.split()
        while words and (words[0] in _WRAPPERS or "=" in words[0] or words[0].startswith("-")):
            words = words[1:]
        if words:
            programs.append(posixpath.basename(words[0]))
            places += [place for word in words[1:] for place in _path(word)]
    return programs, places


def _hit(rule: RiskRule, touched: _Touched) -> str:
    """What about the act the rule speaks of, or ''."""
    if rule.commands:
        for program in touched.commands:
            if any(fnmatchcase(program, pattern) for pattern in rule.commands):
                return f"it runs {program}"
    if rule.paths:
        for place in touched.paths:
            if any(_within(place, pattern) for pattern in rule.paths):
                return f"it touches {place}"
    if rule.does:
        verb = next((word for word in rule.does if word in touched.words), None)
        if verb and not rule.to:
            return f"its name says {verb}"
        thing = next((word for word in rule.to if word in touched.things), None)
        if verb and thing:
            return f"it is to {verb} {thing}"
    return ""


def _within(place: str, pattern: str) -> bool:
    home = re.sub(r"^(/home/[^/]+|/root|/Users/[^/]+)(?=/|$)", "~", place) if pattern.startswith("~") else place
    if pattern.endswith("/**"):
        folder = pattern[:-3]
        return home == folder or home.startswith(folder + "/") or fnmatchcase(home, pattern[:-1])
    return fnmatchcase(home, pattern) or fnmatchcase(posixpath.basename(home), pattern)
