"""One command of a line: its program, what that program starts, and what is touched."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence
from typing import NamedTuple

from .databases import CLIENTS, taken_away
from .interpreters import SHELL, handed_code, interpreter_named
from .lines import Sign
from .places import place_of, places_in
from .starters import FEEDERS, PLACERS, READERS, fed_program, meant_by, meant_for, modules_of
from .taking import harms_of
from .values import DECLARERS, Field, known_value
from .variables import loads_code

SETTERS = frozenset(("env", "export", "declare", "sudo", "doas", "nohup", "setsid"))
"""Programs that set variables for others among their arguments."""
STARTERS = SETTERS | {"xargs", "exec", "command", "builtin", "nice", "time", "timeout", "stdbuf"}
"""Programs that start what their arguments name, and hardly anything else."""
SPEAKERS = frozenset(("echo", "printf", "grep", "egrep", "fgrep"))
"""Programs whose plain words are text."""
HARMLESS = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty")
COPIERS = frozenset(("cp", "install", "ln", "rsync", "scp"))
"""Programs whose last argument alone is changed."""
MOST_WORDS = 300
"""Words for a program that may start any of them: each is read with all that stand behind it."""
LONG = "a long line with code"
UNKNOWN = "$(…)"
"""A program that only the shell knows."""
_FILE = re.compile(r"[._]")
"""In a name: it may be a file's."""
_BRACES = re.compile(r"\{([^{}]*)\}")
_SENT = re.compile(r"@|=<")
"""Before the name of a file whose content is sent."""
_GIVEN, _GIVEN_TO_CURL = re.compile(r"-[A-Za-z]+([.~].*)"), re.compile(r"-(?!-)[A-Za-z#]*?[TKFd](?:[^=]*=<)?(.+)")
"""An option with a file right behind its letter."""
_FIND_WRITES = ("-exec", "-ok", "-delete", "-fprint", "-fls")


class CommandLine(NamedTuple):
    """What a command line starts and touches."""

    programs: list[str]
    """Names in small letters, without folders; of a wrapper such as sudo, every word that may be what it starts. `sh with code`,
    `sh from a pipe`, `find -exec` and `$(…)` stand for code that nobody has read."""
    changes: list[str]
    """Places that may be changed, as `place_of` gives them: whatever is not known to be only read."""
    reads: list[str]
    """Places that are only read, as `place_of` gives them."""


class OneCommand(NamedTuple):
    """What is known behind a command."""

    here: str
    """The folder that the line has gone to, '' for the one it begins in."""
    inner: tuple[str, ...] = ()
    """Texts that may each be a command line of their own."""
    feeds: bool = False
    """Those are fed with something."""
    fed: bool = False
    """Something is piped or redirected into it."""
    program: str = ""
    """Its name; '' for no command, only variables that are set or files that are opened."""
    sets: tuple[tuple[str, str | None, bool], ...] = ()
    """The variables that it sets: (name, value if it is known, whether it is added to what there was)."""
    lasting: bool = False
    """It sets them for what stands behind, not for one program alone."""


def read_one(part: Sequence[Field | Sign], found: CommandLine, fed: bool, here: str) -> OneCommand:
    """Note what one command starts and touches. `fed`: something is piped into it. `here`: the folder that the line has gone to,
    '' for the one it begins in."""
    fed = fed or any(isinstance(item, Sign) and item.text.startswith("<") for item in part)
    given = _without_redirections(part, found, here)
    texts: list[str] = []
    sets: list[tuple[str, str | None, bool]] = []
    while given and given[0].sets:
        sets.append((given[0].sets, known_value(given[0]), given[0].adds))
        name, value = given[0].sets, given[0].text.partition("=")[2]
        texts += meant_by(name, value) if len(given) > 1 else []
        found.programs.extend([f"{name} with code"] if loads_code(name, value) else [])
        given = given[1:]
    if not given:
        return OneCommand(here, fed=fed, sets=tuple(sets), lasting=True)
    words = [field.text for field in given]
    program = posixpath.basename(words[0]).lower()
    rest = words[1:]
    found.programs.append(program)
    if (set(words[0]) & set("*?[{") and words[0] not in ("[", "[[")) or _is_unsure(program, given):
        found.programs.append(UNKNOWN)  # what it starts is known to the shell alone
    if program in ("cd", "pushd"):
        here = posixpath.join(here, next((w for w in rest if not w.startswith("-")), "~"))
    names, lines = meant_for(program, rest)
    if known := interpreter_named(program):
        names, lines = [], lines if known is SHELL else []  # a script, and the rest is for it
    if any(_BRACES.search(w) for w in names):
        found.programs.append(UNKNOWN)
    found.programs.extend(posixpath.basename(w).lower() for w in names)
    found.programs.extend(_by_options(program, rest))
    found.programs.extend(_handed(program, rest, names, fed))
    found.programs.extend(modules_of(rest) if program.startswith("python") else ())
    _touch(words, program, found, here)
    if program in FEEDERS:
        found.reads.extend(p for text in _documents(part) for word in text.split() for p in (*place_of(word), *places_in(word)))
    declares = program in DECLARERS
    for field in given[1:] if declares else ():
        name = field.text.partition("=")[0]
        sets.append((name.removesuffix("+"), known_value(field), name.endswith("+")))
    return OneCommand(here, tuple(dict.fromkeys((*texts, *lines))), program in FEEDERS, fed, program, tuple(sets), declares)


def _is_unsure(program: str, given: Sequence[Field]) -> bool:
    """Whether the name of what is started may be any."""
    return given[0].unsure or (program in STARTERS and any(field.unsure for field in given))


def _by_options(program: str, rest: Sequence[str]) -> list[str]:
    """What is started or taken away by options of a few programs."""
    found: list[str] = []
    if program == "find":
        found += ["rm"] if "-delete" in rest else []
        found += ["find -exec"] if any(w.startswith(("-exec", "-ok")) for w in rest) else []
    if program in SETTERS:
        pairs = (word.partition("=") for word in rest if "=" in word)
        found += [f"{name} with code" for name, _, value in pairs if loads_code(name, value)]
    return found + (taken_away(rest) if program in CLIENTS else [])


def _touch(words: list[str], program: str, found: CommandLine, here: str) -> None:
    """Note the places that a command names, and the folder that it stands in."""
    rest = words[1:]
    values = [v for w in rest for v in _unbraced(w.partition("=")[2] if w.startswith("--") else w)]
    values += [part for w in rest if _SENT.search(w) for part in re.split(r"[;,]", _SENT.split(w)[-1])]
    values += [match[1] for w in rest if (match := (_GIVEN_TO_CURL if program == "curl" else _GIVEN).match(w))]
    plain = (
        p for w in values for p in _from(here, w) if "/" in p or p[:1] in "~." or (program not in SPEAKERS and _FILE.search(p))
    )
    places = list(dict.fromkeys((*plain, *(p for w in (*rest, *values) for p in places_in(w)))))
    if "/" in words[0]:
        places += place_of(words[0])
    if program in READERS or (program == "find" and not any(w.startswith(_FIND_WRITES) for w in rest)):
        found.reads.extend(places)
        return
    if here and program not in PLACERS:
        places += place_of(here)
    if program in COPIERS and not any(w.startswith(("-t", "--target")) for w in rest) and not _BRACES.search(words[-1]):
        found.reads.extend(places[:-1])
        places = places[-1:]
    if program in ("tar", "bsdtar", "gtar") and _takes_out_anywhere(rest):
        places.append("/")
    found.changes.extend("/*" if place == "/" else place for place in places)  # the root is all that is in it


def _takes_out_anywhere(args: list[str]) -> bool:
    """Whether tar takes files out of an archive to wherever their names say."""
    short = "".join(arg.lstrip("-") for i, arg in enumerate(args) if re.fullmatch(r"-[A-Za-z]+" if i else r"-?[A-Za-z]+", arg))
    absolute = "P" in short or any(arg in ("--absolute-names", "--absolute-paths") for arg in args)
    return absolute and ("x" in short or any(arg in ("--extract", "--get") for arg in args))


def _unbraced(word: str) -> list[str]:
    """What a shell makes of a word with braces, `/{etc,srv}/x`; a second pair in it may be anything."""
    first = _BRACES.search(word)
    if first is None:
        return [word]
    rest = _BRACES.sub("*", word[first.end() :])
    parts = ["*" if ".." in part else part for part in first[1].split(",")]  # `{a..z}`
    return [f"{word[: first.start()]}{part}{rest}" for part in parts]


def _from(here: str, word: str) -> list[str]:
    """The place that a word names in a folder."""
    if not here or word.startswith(("-", "~", "$")) or "://" in word:
        return place_of(word)
    return place_of(posixpath.join(here, word))


def _handed(program: str, rest: list[str], names: list[str], fed: bool) -> list[str]:
    """The code that the program, or one that it may start, is handed."""
    if names and len(rest) > MOST_WORDS:
        return [LONG]
    starts = [(program, rest)]
    starts += [(posixpath.basename(w).lower(), rest[i + 1 :]) for i, w in enumerate(rest) if w in names]
    found = [code for name, args in starts if (code := handed_code(name, args, fed or program in FEEDERS))]
    found += [harm for name, args in starts for harm in harms_of(name, args)]
    if program in ("xargs", "parallel"):
        name, args = fed_program(program, rest)
        if program == "parallel" and fed and "echo" not in rest and (name, args) == ("echo", []):
            found.append("parallel from a pipe")
        script = interpreter_named(name) is not None and any(not arg.startswith("-") for arg in args)
        if name in PLACERS or (meant_for(name, ["x"]) != ([], []) and not script):
            found.append(f"{program} from a pipe")  # what it touches or starts comes through the pipe
    return found


def _without_redirections(part: Sequence[Field | Sign], found: CommandLine, here: str) -> list[Field]:
    """The words without `> file` and `< file`, which are noted."""
    kept: list[Field] = []
    into: list[str] | None = None
    opened = ""
    for item in part:
        if isinstance(item, Sign):
            opened = item.text
            into = found.reads if opened.startswith("<") and ">" not in opened else found.changes  # `<>` opens for both
        elif into is None:
            kept.append(item)
        else:
            forms = () if opened in ("<<", "<<-") else _unbraced(item.text)
            into.extend(p for form in forms for p in _from(here, form) if p not in HARMLESS)
            into = None
    return kept


def _documents(part: Sequence[Field | Sign]) -> list[str]:
    """The texts of here-documents."""
    opened = [item.text if isinstance(item, Sign) else "" for item in part]
    return [item.text for sign, item in zip(opened, part[1:], strict=False) if sign in ("<<", "<<-")]
