"""Places and programs in the arguments of an act: what a path really names, what a command line really starts and touches."""

from __future__ import annotations

import posixpath
import re
import shlex
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from .databases import CLIENTS, taken_away
from .interpreters import SHELL, handed_code, interpreter_named, substitutes
from .starters import FEEDERS, PLACERS, READERS, fed_program, meant_by, meant_for, module_of
from .taking import harms_of
from .variables import loads_code

SETTERS = frozenset(("env", "export", "declare", "sudo", "doas", "nohup", "setsid"))
"""Programs that set variables for others among their arguments."""
SPEAKERS = frozenset(("echo", "printf", "grep", "egrep", "fgrep"))
"""Programs whose plain words are text."""
HARMLESS = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty")
COPIERS = frozenset(("cp", "install", "ln", "rsync", "scp"))
"""Programs whose last argument alone is changed."""
_SIGNS = re.compile(r"[<>]\(|\|\||\|&|&&|;;|[();|]|[<>&]+")
_STARTS = r"(?:[Ff][Ii][Ll][Ee]:/|~[\w.-]*/|\$\{?HOME\}?/|[A-Za-z]:[\\/]|[/\\])"
_PLACES = re.compile(rf"(?:(?<![\w/\\.~$}}-])|(?<=\s-\w)|(?<=^-\w)){_STARTS}[^\s,;'\"`<>|&()]*")
_ELSEWHERE = re.compile(r"\b(?![Ff][Ii][Ll][Ee]:)[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s,;'\"<>]*")
_BETWEEN = frozenset(
    (";", "<(", ">(", "&", "&&", "|", "||", "(", ")", "{", "}", "then", "do", "else", "elif", "if", "while", "until", "coproc",
     "!", ";;", "|&")
)  # fmt: skip
_SETS = re.compile(r"(?:^|[;&|\s(])([A-Za-z_]\w*)=('[^'$`]*'|\"[^\"$`]*\"|[^\s;&|'\"$`()]*)(?=[\s;&|]|$)")
_QUOTED = re.compile(r"""(\\.|'[^']*'|"(?:\\.|[^"\\])*"|(?<!\S)\#[^\n]*)""", re.DOTALL)
"""What means itself in a command line, and remarks."""
_HELD = re.compile(r"(?<=[^$])\$(?:\{\w+\}|\w+)")
LONGEST_VALUE = 200
"""Characters of such a value."""
LONGEST_LINE = 4096
"""Characters of a line inside another one; a longer one is code that nobody has read."""
LONGEST = 10_000
"""Characters of a line; a longer one is not read either."""
MOST_WORDS = 300
"""Words for a program that may start any of them: each is read with all that stand behind it."""
LONG = "a long line with code"
MOST_VALUES = 20
"""Variables of a line whose values are looked at."""
_FILE = re.compile(r"[._]")
"""In a name: it may be a file's."""
_WILD = re.compile(r"[*?\[]")
_BRACES = re.compile(r"\{([^{}]*)\}")
_FIND_WRITES = ("-exec", "-ok", "-delete", "-fprint", "-fls")
DEEP = 4
"""How many command lines inside command lines are looked into."""


class CommandLine(NamedTuple):
    """What a command line starts and touches."""

    programs: list[str]
    """Names in small letters, without folders; of a wrapper such as sudo, every word that may be what it starts. `sh with code`,
    `sh from a pipe`, `find -exec` and `$(…)` stand for code that nobody has read."""
    changes: list[str]
    """Places that may be changed, as `place_of` gives them: whatever is not known to be only read."""
    reads: list[str]
    """Places that are only read, as `place_of` gives them."""


HOMES = ("/root", "/home/someone")
_BEHIND_ANYTHING = re.compile(r"^(?:.*\*[^/]*|\$\{?\w+\}?)(?:/\.\.)+/")
"""From somewhere that nobody knows upwards: that may lead to the root."""


def place_of(text: str) -> list[str]:
    """The place or plain name that a value stands for, without its detours; nothing where it is a sentence."""
    text = re.sub(r"^//[?.]/", "", text.strip().replace("\\", "/"))
    text = unquote(text) if text[:5].lower() == "file:" else text
    text = re.sub(r"^file:/(?!/)", "/", text, flags=re.IGNORECASE)
    text = re.sub(r"^(?:file|sftp|scp|ssh|ftp)://[^/]*", "", text, flags=re.IGNORECASE)
    if not text or "\n" in text or "://" in text or len(text) > 4096:
        return []
    text = re.sub(r"^[\w.@-]{2,}:(?=[/~])", "", text)  # host:/path
    text = re.sub(r"^(?:~[\w.-]*|\$\{?HOME\}?)(?=/|$)", "~", text)
    if "/" not in text and not text.startswith(("~", ".")):
        return [text.lower()] if re.fullmatch(r"[\w.@+*?\[\]-]{1,255}", text) else []
    text = re.sub(r"^/+", "/", _HELD.sub("*", text))  # a variable on the way may be anything
    if text.startswith("~/"):  # it may leave a home, and homes lie one or two folders below the root
        forms = [home + text[1:] for home in HOMES]
    else:
        forms = [text, *([left] if (left := _BEHIND_ANYTHING.sub("/", text)) != text else [])]
    return list(dict.fromkeys(map(_without_detours, forms)))


def _without_detours(text: str) -> str:
    text = re.sub(r"^(?:\.\./)+", "/", posixpath.normpath(text))  # enough of them lead to the root
    text = re.sub(r"^(?:/proc/(?:[^/]+/){1,4}?root(?=/|$))+", "", text) or "/"  # a process sees the root there
    return re.sub(r"^(/home/[^/]+|/root|/Users/[^/]+)(?=/|$)", "~", text).lower()


def places_in(text: str) -> list[str]:
    """Every place that stands in a text in full, from the root, a home or a drive: in `--to=/etc/hosts`, in a list, in a line."""
    found: list[str] = _PLACES.findall(_ELSEWHERE.sub(" ", text))
    found += [place[2:] for place in found if place[1:2] == ":"]  # a drive, or something of one letter before a path
    return [form for place in found for form in place_of(place)]


@lru_cache(maxsize=4096)  # the same few places and patterns are asked for at every act
def lies_within(place: str, pattern: str) -> bool:
    """Whether a place, as `place_of` gives it, fits: `/etc/**` is the folder and all in it; a bare name is any file so called.

    A home may lie anywhere on the way of a place, and so may a folder that a pattern names without a root: `.ssh/x` and
    `backup/.ssh/x` fit `~/.ssh/**`. A place with wildcards fits what it may become.
    """
    pattern = pattern.lower()
    if "/" not in pattern:
        named = posixpath.basename(place)
        return _fits_name(named, pattern) or (_WILD.search(named) is not None and _may_be(named, pattern))
    if pattern.startswith("/") or pattern[1:2] == ":":
        return _fits_way(place.split("/"), pattern.split("/"))
    wanted = pattern.removeprefix("~/").split("/")
    parts = place.split("/")
    return any(_fits_way(parts[i:], wanted) for i in range(len(parts)))


def _fits_way(parts: list[str], wanted: list[str]) -> bool:
    """Whether folder by folder fits; `**` in the end is the folder and all in it."""
    deep = wanted[-1] == "**"
    wanted = wanted[:-1] if deep else wanted
    if len(parts) < len(wanted) or (len(parts) > len(wanted) and not deep):
        return False
    return all(_fits_name(part, wish) or _becomes(part, wish) for part, wish in zip(parts, wanted, strict=False))


def _fits_name(name: str, wish: str) -> bool:
    return fnmatchcase(name, wish) or fnmatchcase(name, wish.replace("[", "[[]"))  # brackets may be meant as they are


def _becomes(name: str, wish: str) -> bool:
    """Whether a shell may turn a name with wildcards into the one that is wished."""
    hidden = wish.startswith(".") and not name.startswith((".", "["))
    return _WILD.search(name) is not None and not hidden and fnmatchcase(wish.replace("*", ""), name)


def _may_be(name: str, wish: str) -> bool:
    """Whether a name with wildcards is likely meant for a file so called: half of the letters are there."""
    letters = re.sub(r"[*?\[\]!]", "", name)
    return _becomes(name, wish) and 2 * len(letters) >= len(wish)


@lru_cache(maxsize=1024)
def read_command(text: str, depth: int = 0, fed: bool = False) -> CommandLine:
    """What a command line starts, through pipes, wrappers such as sudo, and text that a program may take for a line of its own.

    `fed`: something is piped into it.
    """
    found = CommandLine([], [], [])
    if len(text) > (LONGEST_LINE if depth else LONGEST):
        return CommandLine([LONG], [], [])
    part: list[str] = []
    here = ""
    filled = _with_values(text)
    if len(filled) > max(len(text), LONGEST_LINE):
        found.programs.append("$(…)")  # it becomes far more than it says
    else:
        text = filled
    for word in (*_words(text), ";"):
        if word not in _BETWEEN:
            part.append(word)
            continue
        here = _read_part(part, found, depth, fed or word == "<(", here)
        part, fed = [], word in ("|", "|&", ">(")
    if CLIENTS.intersection(found.programs) and set("|<") & set(text):
        found.programs.extend(taken_away([text]))  # what is fed to it
    if substitutes(text):
        found.programs.append("$(…)")
        if depth < DEEP:
            _add(found, read_command(re.sub(r"\$\(|[`\"')]", " ; ", text), depth + 1))
    return found


def _with_values(text: str) -> str:
    """The line with the values of the variables that it sets itself, and with what stands in for others: `${X:-/etc}`."""
    text = re.sub(r"\$\{\w+:?[-=+]([^{}$`]*)\}", r"\1", text)
    for name, value in _SETS.findall(text)[:MOST_VALUES]:
        plain = value.strip("'\"")[:LONGEST_VALUE].replace("\\", r"\\")
        text = re.sub(rf"\$(?:\{{{name}\}}|{name}\b)", plain, text)
    return text


def _add(found: CommandLine, inner: CommandLine) -> None:
    for mine, theirs in zip(found, inner, strict=True):
        mine.extend(theirs)


def _lines_as_parts(text: str) -> str:
    """The text with `;` where a line ends, but for lines within quotes: those are one text, of code or of a query. A remark may
    hold half a quote."""
    parts = _QUOTED.split(text)
    kept = ("" if part.startswith("#") else part for part in parts[1::2])
    return "".join(a + b for a, b in zip((part.replace("\n", " ; ") for part in parts[::2]), (*kept, ""), strict=True))


def _words(text: str) -> list[str]:
    text = _lines_as_parts(text.replace("\\\n", ""))
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        words = list(lexer)
        return [part for word in words for part in (_SIGNS.findall(word) if word and set(word) <= set("();<>|&") else [word])]
    except ValueError:
        return text.split()  # quotes that do not close


def _read_part(words: list[str], found: CommandLine, depth: int, fed: bool, here: str) -> str:
    """One command: its program, what that program starts, what is touched. `fed`: something is piped into it.

    `here` is the folder that the line has gone to, '' for the one it begins in; given back is where it goes on.
    """
    fed = fed or any(word.startswith("<") for word in words)
    comment = next((i for i, word in enumerate(words) if word.startswith("#")), len(words))
    words = _without_redirections(words[:comment], found, here)
    texts: list[str] = []
    while words and re.fullmatch(r"\w+=.*", words[0], re.DOTALL):
        name, _, value = words[0].partition("=")
        texts += meant_by(name, value) if len(words) > 1 else []
        found.programs.extend([f"{name} with code"] if loads_code(name, value) else [])
        words = words[1:]
    if not words:
        return here
    program = posixpath.basename(words[0]).lower()
    found.programs.append(program)
    if set(words[0]) & set("*?[{") and words[0] not in ("[", "[["):
        found.programs.append("$(…)")  # what it starts is known to the shell alone
    rest = words[1:]
    if program in ("cd", "pushd"):
        here = posixpath.join(here, next((w for w in rest if not w.startswith("-")), "~"))
    names, lines = meant_for(program, rest)
    if known := interpreter_named(program):
        names, lines = [], lines if known is SHELL else []  # a script, and the rest is for it
    if any(_BRACES.search(w) for w in names):
        found.programs.append("$(…)")
    found.programs.extend(posixpath.basename(w).lower() for w in names)
    if program == "find":
        found.programs.extend(["rm"] if "-delete" in rest else [])
        found.programs.extend(["find -exec"] if any(w.startswith(("-exec", "-ok")) for w in rest) else [])
    if program in SETTERS:
        pairs = (word.partition("=") for word in rest if "=" in word)
        found.programs.extend(f"{name} with code" for name, _, value in pairs if loads_code(name, value))
    if program in CLIENTS:
        found.programs.extend(taken_away(rest))
    found.programs.extend(_handed(program, rest, names, fed))
    if depth < DEEP:
        for line in dict.fromkeys((*texts, *lines)):
            _add(found, read_command(line, depth + 1, program in FEEDERS))
    found.programs.extend(module_of(rest)[:1] if program.startswith("python") else ())
    _touch(words, program, found, here)
    return here


def _touch(words: list[str], program: str, found: CommandLine, here: str) -> None:
    """Note the places that a command names, and the folder that it stands in."""
    rest = words[1:]
    values = [v for w in rest for v in _unbraced(w.partition("=")[2] if w.startswith("--") else w)]
    values += [w.rpartition("@")[2] for w in rest if "@" in w]  # a file whose content is sent
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
    return [f"{word[: first.start()]}{part}{rest}" for part in first[1].split(",")]


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
        script = interpreter_named(name) is not None and any(not arg.startswith("-") for arg in args)
        if name in PLACERS or (meant_for(name, ["x"]) != ([], []) and not script):
            found.append(f"{program} from a pipe")  # what it touches or starts comes through the pipe
    return found


def _without_redirections(words: list[str], found: CommandLine, here: str) -> list[str]:
    """The words without `> file` and `< file`, which are noted."""
    kept: list[str] = []
    into: list[str] | None = None
    for word in words:
        if word and set(word) <= set("<>&"):
            into = found.reads if word.startswith("<") and ">" not in word else found.changes  # `<>` opens for both
            if kept and kept[-1].isdigit():
                kept.pop()
        elif into is not None:
            into.extend(p for form in _unbraced(word) for p in _from(here, form) if p not in HARMLESS)
            into = None
        else:
            kept.append(word)
    return kept
