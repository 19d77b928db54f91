"""Places and programs in the arguments of an act: what a path really names, what a command line really starts and touches."""

from __future__ import annotations

import posixpath
import re
import shlex
from fnmatch import fnmatchcase
from typing import NamedTuple
from urllib.parse import unquote

from .interpreters import INTERPRETERS, SHELL, handed_code, substitutes

HARMLESS = ("/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty")
READERS = frozenset(
    ("ls", "cat", "head", "tail", "grep", "less", "more", "wc", "file", "stat", "du", "df", "diff", "echo", "man", "which")
)
"""Programs that look and change nothing."""
COPIERS = frozenset(("cp", "install", "ln", "rsync", "scp"))
"""Programs whose last argument alone is changed."""
WRAPPERS = frozenset(
    (
        "sudo",
        "doas",
        "env",
        "nohup",
        "nice",
        "time",
        "timeout",
        "xargs",
        "exec",
        "command",
        "eval",
        "su",
        "ssh",
        "watch",
        "setsid",
        "parallel",
        "busybox",
        "stdbuf",
        "ionice",
        "chroot",
        "flock",
        "unshare",
        "nsenter",
        "runuser",
        "pkexec",
        "strace",
        "script",
        "systemd-run",
        "builtin",
        "trap",
        "fakeroot",
        "taskset",
        "chronic",
        "xvfb-run",
        "setpriv",
        "run0",
        "tmux",
        "screen",
        "capsh",
        "socat",
    )
)
"""Programs that start another one, named somewhere among their arguments."""
FEEDERS = frozenset(("xargs", "parallel"))
"""Wrappers that hand on what is piped into them."""
SHELLS = frozenset(name for name, known in INTERPRETERS.items() if known is SHELL)
_SIGNS = re.compile(r"[<>]\(|\|\||\|&|&&|;;|[();|]|[<>&]+")
_STARTS = r"(?:file:/|~[\w.-]*/|\$\{?HOME\}?/|[A-Za-z]:[\\/]|[/\\])"
_PLACES = re.compile(rf"(?:(?<![\w/\\.~$}}-])|(?<=\s-\w)|(?<=^-\w)){_STARTS}[^\s,;'\"`<>|&()]*")
_ELSEWHERE = re.compile(r"\b(?!file:)[A-Za-z][A-Za-z0-9+.-]+://[^\s,;'\"<>]*")
_BETWEEN = frozenset(
    (
        ";",
        "<(",
        ">(",
        "&",
        "&&",
        "|",
        "||",
        "(",
        ")",
        "{",
        "}",
        "then",
        "do",
        "else",
        "elif",
        "if",
        "while",
        "until",
        "coproc",
        "!",
        ";;",
        "|&",
    )
)
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


def place_of(text: str) -> list[str]:
    """The place or plain name that a value stands for, without its detours; nothing where it is a sentence."""
    text = text.strip().replace("\\", "/")
    text = unquote(text) if text.startswith("file:") else text
    text = re.sub(r"^file:/(?!/)", "/", text)
    text = re.sub(r"^(?:file|sftp|scp|ssh|ftp)://[^/]*", "", text)
    if not text or "\n" in text or "://" in text or len(text) > 4096:
        return []
    text = re.sub(r"^[\w.@-]{2,}:(?=[/~])", "", text)  # host:/path
    text = re.sub(r"^(?:~[\w.-]*|\$\{?HOME\}?)(?=/|$)", "~", text)
    if "/" not in text and not text.startswith(("~", ".")):
        return [text.lower()] if re.fullmatch(r"[\w.@+-]{1,255}", text) else []
    text = posixpath.normpath(re.sub(r"^/+", "/", text))
    text = re.sub(r"^(?:\.\./)+", "/", text)  # enough of them lead to the root
    return [re.sub(r"^(/home/[^/]+|/root|/Users/[^/]+)(?=/|$)", "~", text).lower()]


def places_in(text: str) -> list[str]:
    """Every place that stands in a text in full, from the root, a home or a drive: in `--to=/etc/hosts`, in a list, in a line."""
    places: list[str] = _PLACES.findall(_ELSEWHERE.sub(" ", text))
    places += [place[2:] for place in places if place[1:2] == ":"]  # a drive, or something of one letter before a path
    return [form for place in places for form in place_of(place)]


def lies_within(place: str, pattern: str) -> bool:
    """Whether a place, as `place_of` gives it, fits: `/etc/**` is the folder and all in it; a bare name is any file so called."""
    pattern = pattern.lower()
    if pattern.endswith("/**"):
        folder = pattern[:-3]
        return place == folder or place.startswith(folder + "/")
    named = place if "/" in pattern else posixpath.basename(place)
    return fnmatchcase(named, pattern) or fnmatchcase(named, pattern.replace("[", "[[]"))  # brackets may be meant as they are


def read_command(text: str, depth: int = 0) -> CommandLine:
    """What a command line starts, through pipes, wrappers such as sudo, and shells that are given a line of their own."""
    line = CommandLine([], [], [])
    part: list[str] = []
    fed = False
    for word in (*_words(text), ";"):
        if word not in _BETWEEN:
            part.append(word)
            continue
        _read_part(part, line, depth, fed or word == "<(")
        part, fed = [], word in ("|", "|&", ">(")
    if substitutes(text):
        line.programs.append("$(…)")
        if depth < DEEP:
            _add(line, read_command(re.sub(r"\$\(|[`\"')]", " ; ", text), depth + 1))
    return line


def _add(found: CommandLine, inner: CommandLine) -> None:
    for mine, theirs in zip(found, inner, strict=True):
        mine.extend(theirs)


def _words(text: str) -> list[str]:
    text = text.replace("\\\n", "").replace("\n", " ; ")
    lexer = shlex.shlex(text, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    try:
        words = list(lexer)
        return [part for word in words for part in (_SIGNS.findall(word) if word and set(word) <= set("();<>|&") else [word])]
    except ValueError:
        return text.split()  # quotes that do not close


def _read_part(words: list[str], found: CommandLine, depth: int, fed: bool) -> None:
    """One command: its program, what that program starts, what is touched. `fed`: something is piped into it."""
    fed = fed or any(word.startswith("<") for word in words)
    comment = next((i for i, word in enumerate(words) if word.startswith("#")), len(words))
    words = _without_redirections(words[:comment], found)
    while words and re.fullmatch(r"\w+=.*", words[0]):
        words = words[1:]
    if not words:
        return
    program = posixpath.basename(words[0]).lower()
    found.programs.append(program)
    if set(words[0]) & set("*?[{"):
        found.programs.append("$(…)")  # what it starts is known to the shell alone
    rest = words[1:]
    if program in WRAPPERS or program == "find":
        found.programs.extend(posixpath.basename(w).lower() for w in rest if not w.startswith("-"))
        found.programs.extend(["rm"] if "-delete" in rest else [])
        found.programs.extend(["find -exec"] if program == "find" and any(w.startswith(("-exec", "-ok")) for w in rest) else [])
    found.programs.extend(_handed(program, rest, fed))
    if depth < DEEP and (program in SHELLS or program in WRAPPERS):
        for line in (w for w in rest if " " in w):
            _add(found, read_command(re.sub(r"^-\w", "", line), depth + 1))
    if program.startswith("python") and "-m" in rest:
        found.programs.extend(rest[rest.index("-m") + 1 :][:1])
    plain = (p for w in rest for p in place_of(w.partition("=")[2] if w.startswith("--") else w) if "/" in p or p[:1] in "~.")
    places = list(dict.fromkeys((*plain, *(p for w in rest for p in places_in(w)))))
    if "/" in words[0]:
        places += place_of(words[0])
    if program in READERS or (program == "find" and "-delete" not in rest and "-exec" not in rest):
        found.reads.extend(places)
    elif program in COPIERS and not any(w.startswith(("-t", "--target")) for w in rest):
        found.reads.extend(places[:-1])
        found.changes.extend(places[-1:])
    else:
        found.changes.extend(places)


def _handed(program: str, rest: list[str], fed: bool) -> list[str]:
    """The code that the program, or one that it starts, is handed."""
    starts = [(program, rest)]
    if program in WRAPPERS or program == "find":
        starts += [(posixpath.basename(w).lower(), rest[i + 1 :]) for i, w in enumerate(rest) if not w.startswith("-")]
    fed = fed or program in FEEDERS
    return [code for name, args in starts if (code := handed_code(name, args, fed))]


def _without_redirections(words: list[str], found: CommandLine) -> list[str]:
    """The words without `> file` and `< file`, which are noted."""
    kept: list[str] = []
    into: list[str] | None = None
    for word in words:
        if word and set(word) <= set("<>&"):
            into = found.reads if word.startswith("<") else found.changes
            if kept and kept[-1].isdigit():
                kept.pop()
        elif into is not None:
            into.extend(p for p in place_of(word) if p not in HARMLESS)
            into = None
        else:
            kept.append(word)
    return kept
