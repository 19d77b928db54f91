"""How risky is this act, and may it run, must it ask, or is it refused?

Weighed is what the act really touches: the places and things among its resolved arguments and effects, the programs it starts,
whole words of its name. Text that it merely carries (a message, a file's contents) is not what it touches.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import Annotated, cast
from typing import Literal as Choice

from msgspec import Meta

from ..logic.conditions import fill, parse
from ..model import Json, Risk, Skill, Value
from ..plans.plan import BLOB
from .command_lines import read_command
from .databases import SPOKEN, taken_away
from .interpreters import INTERPRETERS
from .one_command import CommandLine
from .places import lies_within, place_of, places_in
from .starters import TASKED
from .taking import SPOKEN_OF
from .variables import LOADED, loads_code, set_in

Verdict = Choice["run", "ask", "refuse"]

BASE: dict[Risk, float] = {"harmless": 0.0, "reversible": 0.2, "irreversible": 0.6}
"""What a skill's declared risk weighs by itself."""
UNDECLARED = 0.1
"""What it adds that a skill may do more than it says."""
HIGH, EXTREME, TRUSTED = 0.7, 0.9, 0.8

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
CARRIED = frozenset(
    ("text", "body", "content", "message", "subject", "comment", "note", "description", "prompt", "query", "search", "term",
     "title", "sentence", "question", "pattern", "regex", "separator", "delimiter", "label", "caption", "reason", "html")
)  # fmt: skip
"""Words in the names of arguments that an act carries along and does not touch."""
SOUGHT = frozenset(("query", "search", "term", "question", "pattern", "regex", "separator", "delimiter"))
"""Those among them that are only looked for: even a path alone is not what the act touches."""
PROGRAMS = frozenset(("command", "cmd", "commandline", "cmdline", "argv", "shell", "script", "program", "executable", "line"))
STARTS = frozenset(
    ("run", "exec", "execute", "shell", "bash", "sh", "spawn", "system", "terminal", "subprocess", "popen", "console")
)
SOURCES = frozenset(("code", "source", "snippet", "expression"))
"""Words in the names of arguments that hold code, where a skill runs something."""
LANGUAGES = frozenset(("python", "node", "js", "javascript", "ruby", "perl", "php", "lua"))
"""Words of a skill that runs what is written in a language other than a shell's."""
STATED = frozenset(("query", "statement", "command", "script", "text"))
"""Words in the names of arguments that hold statements, where a skill speaks of a database."""
EVALUATES = frozenset(("eval", "evaluate", "interpret"))
HANDED = frozenset(("arg", "args", "argument", "flag", "option", "parameter"))
"""Words in the names of arguments that a program, named by the skill itself, is given."""
BESIDE = frozenset(("second", "timeout", "folder", "directory", "dir", "workdir", "cwd"))
"""Words in the names of arguments that say how a program is started, and are not for it."""
FED = frozenset(("stdin", "input"))
"""Words in the names of arguments that a program reads as if piped into it."""
PIECES = 12
"""So many values at most are put together to a path."""
_HIDDEN = re.compile(r"(?:[^/]+/)*\.\w[^/]*/?$")
"""A place whose last name begins with a dot, as those of settings do."""
_SPACE = re.compile(r"\s|://")
WEB = frozenset(("http", "https", "url", "page", "navigate", "route", "request", "api", "browse", "endpoint"))
"""Words that say that what looks like a path is one on a server."""
KEEPS = frozenset(
    ("save", "write", "store", "download", "export", "append", "copy", "move", "delete", "remove", "purge", "upload")
)
"""Words of a skill that does something to files, whatever else its name speaks of."""
PLACED = frozenset(
    ("path", "file", "filename", "folder", "directory", "dir", "location", "place", "root", "url", "uri", "host", "to")
)
"""Words in the names of arguments that hold places: of those, what is too large to be weighed is asked about."""
ROUTES = WEB | {"uri", "path", "href", "link", "address", "resource"}
"""Words in the names of arguments that such a path stands in."""


class RiskRule(Value, frozen=True):
    """One kind of operation that people want to know about.

    It speaks of an act that `does` one of these `to` one of those, that touches one of the `paths`, or starts one of the
    `commands`. Patterns as in file names; `/etc/**` is the folder and all in it.
    """

    group: str
    """The name of the kind of operation, as people see it; several rules may share one."""
    score: Annotated[float, Meta(ge=0, le=1)] = HIGH
    """The least risk of an act that it speaks of, 0 to 1."""
    then: Choice["ask", "refuse", "note"] = "ask"
    """`note` only weighs."""
    does: tuple[str, ...] = ()
    """Verbs, each a whole word of the skill's name in small letters; () where only paths and commands count."""
    to: tuple[str, ...] = ()
    """Things, each one or more words of the skill's name or effects; () where the verb alone is enough."""
    paths: tuple[str, ...] = ()
    """Patterns of places that are changed, or with `reading` also looked at."""
    commands: tuple[str, ...] = ()
    """Patterns of the names of programs that are started."""
    reading: bool = False
    """It speaks of looking as well, not only of changing."""


class Weighed(Value, frozen=True):
    """An act's risk, 0 to 1, the groups it belongs to, and what about it says so."""

    score: float
    """The highest of what the skill declares and what the rules say, 0 to 1."""
    declared: Risk
    """The risk that the skill itself declares: what is `irreversible` asks at every level of autonomy."""
    groups: tuple[str, ...] = ()
    """The groups of the rules that speak of it; `unknown` for an argument too large to be weighed."""
    why: str = ""
    """What each of those rules goes by, in words; '' where none speaks of it."""
    critical: bool = False
    """A rule wants people to be asked."""
    refused: bool = False
    """A rule forbids it: it does not run, whatever people say."""


def weigh(skill: Skill, args: Mapping[str, Json], target: str, rules: Sequence[RiskRule]) -> Weighed:
    """The risk of an act with just these arguments."""
    harmless = skill.risk == "harmless"
    score = BASE[skill.risk] + (0.0 if harmless or skill.complete else UNDECLARED)
    hits: list[tuple[RiskRule, str]] = []
    if rules:
        touched = _touched(skill, args, target)
        hits = [(rule, what) for rule in rules if rule.reading or not harmless if (what := _hit(rule, touched, harmless))]
        if touched.unseen and not harmless:
            hits.append((RiskRule("unknown"), "an argument is too large to be weighed"))
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
    changed: tuple[str, ...] = ()
    """Places and names that it may change."""
    read: tuple[str, ...] = ()
    """Places that it only reads."""
    programs: tuple[str, ...] = ()
    """Names of the programs that it starts, as `read_command` finds them."""
    unseen: bool = False
    """A place in it is too large to be weighed."""


def _touched(skill: Skill, args: Mapping[str, Json], target: str) -> _Touched:
    words, things = _declared(skill.name, skill.makes, skill.breaks)
    started: list[CommandLine] = []
    places: list[str] = []
    pieces: list[str] = []
    unseen = False
    values = [*args.items(), *([("target", target)] if target else [])]
    shell = bool(words & STARTS) and words <= STARTS | PROGRAMS
    beside = BESIDE | CARRIED if any(PROGRAMS.intersection(_split(name)) for name in args) else BESIDE
    coded = bool(words & STARTS) and any(_names_language(name, value) for name, value in values)
    for name, value in values:
        called = frozenset(_split(name))
        texts = _texts(value)
        started += [CommandLine([f"{key} with code"], [], []) for key in (name, *texts) if key in LOADED]
        started += [CommandLine([f"{key} with code"], [], []) for key, held in set_in(value) if loads_code(key, held)]
        if called & SPOKEN or (words & SPOKEN and called & STATED):
            started.append(CommandLine(taken_away(texts), [], []))
        if texts and (
            _holds_code(words, called)
            or (coded and called & (CARRIED | PROGRAMS))
            or (words & LANGUAGES and called & PROGRAMS and not all(map(_is_file, texts)))
        ):
            started.append(CommandLine([f"{name} with code"], [p for text in texts for p in places_in(text)], []))
        elif called & PROGRAMS or (shell and not called & beside):
            line = " ".join((_as_line(value), *(_handed_with(n, v) for n, v in values if n != name)))
            started.append(read_command(line))
            if name.endswith("s") and isinstance(value, list | tuple):  # `commands`: each is a line of its own
                started += map(read_command, texts)
        elif called & HANDED and (own := words & (TASKED | SPOKEN_OF | INTERPRETERS.keys())):
            started += (read_command(f"{program} {_as_line(value)}") for program in sorted(own))
        elif words & WEB and called & ROUTES and not words & KEEPS:
            places += [form for text in texts if not text.lstrip().startswith("/") for form in places_in(text)]
        elif called & CARRIED:
            whole_places = [] if called & SOUGHT and not words & KEEPS else [text for text in texts if len(text.split()) == 1]
            places += [form for text in whole_places for form in places_in(text)]
        else:
            pieces += texts
            speaks_of_places = bool(called & PLACED or words & KEEPS)
            unseen = unseen or (speaks_of_places and any(text.startswith(BLOB) for text in texts))
            places += [form for text in texts for form in (*place_of(text), *places_in(text))]
    for literal in fill((*parse(skill.makes), *parse(skill.breaks)), dict(args)):
        places += [form for arg in literal.args if "/" in arg for form in place_of(arg)]
    return _Touched(
        words=words,
        things=things,
        changed=tuple(dict.fromkeys((*places, *_joined(pieces), *(p for s in started for p in s.changes)))),
        read=tuple(p for s in started for p in s.reads),
        programs=tuple(p for s in started for p in s.programs),
        unseen=unseen,
    )


def _holds_code(words: frozenset[str], called: frozenset[str]) -> bool:
    """Whether a skill with these words in its name runs what stands in an argument with those in its own."""
    return bool(
        (words & (STARTS | LANGUAGES | INTERPRETERS.keys()) and called & SOURCES) or (words & EVALUATES and "code" in called)
    )


def _names_language(name: str, value: Json) -> bool:
    """Whether an argument says in which language something is written that is to run."""
    return "language" in _split(name) and isinstance(value, str) and value.lower() in LANGUAGES | INTERPRETERS.keys()


def _is_file(text: str) -> bool:
    """Whether a text is a script's file, perhaps with arguments, rather than a script."""
    return re.match(r"[\w./\\~-]*\.\w+(?:\s|$)|[\w-]+$", text.strip()) is not None


def _as_line(value: Json) -> str:
    """A command line, or a part of one, in an argument: a text as it is, a list word by word, a mapping without its names."""
    if isinstance(value, Mapping):
        return " ".join(map(_as_line, cast("Mapping[str, Json]", value).values()))
    return shlex.join(_texts(value)) if isinstance(value, list | tuple) else " ".join(_texts(value))


def _handed_with(name: str, value: Json) -> str:
    """What another argument adds to a command line: words for the program, or what it reads."""
    called = frozenset(_split(name))
    if called & FED and (line := _as_line(value)):
        return f" <<< {shlex.quote(line)}"
    return "" if called & (BESIDE | CARRIED) or isinstance(value, Mapping) else _as_line(value)


def _joined(values: Sequence[str]) -> list[str]:
    """The places that values name in pieces: a folder in one, a name in another."""
    texts = [text for text in values if text and len(text) < 256 and not _SPACE.search(text)]
    roots = [text for text in texts if text.startswith(("/", "~", "\\", "file:")) or text[1:2] == ":" or _HIDDEN.match(text)]
    rest = [text for text in texts if text not in roots]
    if not roots or not rest or len(texts) > PIECES:
        return []
    ways = (f"{root}{sign}{text}" for root in roots for text in (*rest, "/".join(rest)) for sign in ("/", ""))
    return [place for way in ways for place in place_of(way)]


@lru_cache(maxsize=1024)
def _declared(name: str, makes: str, breaks: str) -> tuple[frozenset[str], frozenset[str]]:
    """(words of the name, kinds of things it is about)."""
    words = frozenset(_split(name))
    effects = (*parse(makes), *parse(breaks))
    return words, words | frozenset(word for literal in effects for word in _split(literal.name))


def _split(name: str) -> list[str]:
    """Whole words, small, without a plural's s."""
    words = [word.lower() for word in _WORDS.findall(name)]
    return [word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word for word in words]


def _texts(value: Json) -> list[str]:
    """Every text in a value, the keys of mappings among them."""
    texts: list[str] = []
    if isinstance(value, Mapping):
        for key, inner in cast("Mapping[object, Json]", value).items():
            texts += [str(key), *_texts(inner)]
    elif isinstance(value, list | tuple):
        for inner in cast("Sequence[Json]", value):
            texts += _texts(inner)
    elif isinstance(value, str):
        texts.append(value)
    return texts


def _hit(rule: RiskRule, touched: _Touched, harmless: bool) -> str:
    """What about the act the rule speaks of, or ''."""
    for program in touched.programs:
        if any(fnmatchcase(program, pattern) for pattern in rule.commands):
            return f"it runs {program}"
    places = (*touched.changed, *touched.read) if rule.reading else () if harmless else touched.changed
    for place in places:
        if any(lies_within(place, pattern) for pattern in rule.paths):
            return f"it touches {place}"
    verb = next((word for word in rule.does if word in touched.words), None)
    if verb is None:
        return ""
    if not rule.to:
        return f"its name says {verb}"
    thing = next((thing for thing in rule.to if set(thing.split()) <= touched.things), None)
    return f"it is to {verb} {thing}" if thing else ""
