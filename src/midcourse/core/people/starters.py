"""Programs by what they do with their arguments: take them as data, start what they name, or read them as code of their own."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

READERS = frozenset(
    ("ls", "cat", "head", "tail", "grep", "less", "more", "wc", "file", "stat", "du", "df", "diff", "echo", "man", "which")
)
"""Programs that look and change nothing."""
PLACERS = frozenset(("cp", "mv", "mkdir", "touch", "tee", "ln", "install", "cd", "pushd", "unzip", "gzip", "rm", "rmdir"))
"""Programs that change the places they are given, and start nothing."""
PLAIN = frozenset(
    ("printf", "true", "false", "test", "[", "basename", "dirname", "realpath", "pwd", "date", "seq", "cut", "tr", "uniq", "nl",
     "jq", "egrep", "fgrep", "cmp", "comm", "column", "md5sum", "sha1sum", "sha256sum", "sleep", "whoami", "id", "uname", "curl",
     "ruff", "mypy", "pyright", "pytest", "black", "eslint", "tsc", "for", "case", "cal", "bc", "expr", "type")
)  # fmt: skip
"""Programs that take every word as a value, and start nothing that it names."""
TASKED = frozenset(
    ("git", "make", "cargo", "go", "just", "gh", "glab", "hg", "svn", "gcc", "cc", "cmake", "ninja", "mvn", "gradle")
)
"""Programs whose words are tasks and names of their own; what stands behind a sign, or has several words, may be a command."""
_SCRIPT = re.compile(r"\.(?:py|sh|js|ts|rb|pl|php|lua)$")
"""At the end of a program's name: a script that can be read, and the rest is for it."""
_EDITS = frozenset(("sed", "gsed", "awk", "gawk", "mawk", "nawk"))
"""Programs with a language of their own, in which text is turned into text."""
FEEDERS = frozenset(("xargs", "parallel", "socat", "nc", "ncat", "netcat"))
"""Programs that hand on to what they start whatever comes to them."""
_TEXTS = re.compile(r"--(?:message|title|body|description|comment|notes?|summary|author|grep|format|pretty|date|reason|text)")
"""Options whose value is text for people."""
_GIT_DATA = frozenset(
    ("add", "am", "apply", "blame", "branch", "cat-file", "checkout", "cherry-pick", "commit", "describe", "diff", "grep", "init",
     "log", "ls-files", "ls-tree", "merge", "mv", "notes", "reflog", "reset", "restore", "rev-list", "rev-parse", "revert", "rm",
     "shortlog", "show", "stash", "status", "switch", "tag")
)  # fmt: skip
_GIT_STARTS = frozenset(("bisect", "submodule", "filter-branch", "difftool", "mergetool", "for-each-repo", "hook"))
_GIT_VALUED = ("-C", "--git-dir", "--work-tree", "--namespace")
_MAN_READS = re.compile(r"-[kfwa]+|--(?:apropos|whatis|where|all|help|version)|[^-].*", re.DOTALL)
_KEYED = re.compile(r"^(?:-+\w[\w-]*\s+|[A-Z][a-z]+[A-Z]\w*\s+|[.\\]\w+\s+)")
_MEANT = re.compile(
    r"PAGER|EDITOR|VISUAL|COMMAND|CMD|SHELL|BROWSER|EXEC|PROGRAM|ASKPASS|RSH|SSH|FILTER|HOOK|ALIAS|WRAPPER|SYSTEM|ACTION|EVAL|EXTERNAL"
    r"|PACK|HTML|-PRE$|ENV$"
)
"""In the name of a variable or an option: its value is a program."""
_GIT_CODE = re.compile(
    r"core\.(?:hookspath|fsmonitor|sshcommand)|filter\..*|diff\..*\.(?:textconv|command)|include(?:if\..*)?\.path", re.IGNORECASE
)
"""Settings of git that name code which it runs later."""
_MODULE = re.compile(r"-[bBdEhiIOPqRsSuvVx?]*m(.*)", re.DOTALL)
_PYTHON_VALUED = re.compile(r"-[bBdEhiIOPqRsSuvVx?]*[WX]|--check-hash-based-pycs")
"""Options of Python with a value behind them."""
_RUN_CODE = frozenset(("timeit", "pdb", "code"))
"""Modules of Python that take code as an argument."""
_RUN_MODULES = frozenset(
    ("cProfile", "profile", "trace", "pdb", "coverage", "runpy", "timeit", "debugpy", "scalene", "viztracer", "pyinstrument",
     "kernprof", "memory_profiler", "tracemalloc")
)  # fmt: skip
"""Modules of Python that run other ones."""
_TAR_RUNS = ("--to-c", "--checkpoint-a")
"""Options of tar that start a program for files or by the way, and how they may be shortened."""
_AWK_RUNS = re.compile(r"system\s*\(|getline|\||@")
_AWK_PRINTS = re.compile(r"\bprintf?\b")
_SED_ADDRESS = r"(?:\d+(?:~\d+)?|\$|/(?:\\.|[^/\\])*/[IM]*)"
_SED_PART = r"(?:\\.|(?!(?P=sign))[^\\])*(?P=sign)"
_SED_STEP = re.compile(
    rf"[\s;{{}}]*(?:{_SED_ADDRESS}(?:,(?:{_SED_ADDRESS}|[+~]\d+))?)?\s*!?\s*"
    rf"(?:\{{|(?:s(?P<sign>[^\w\s\\]){_SED_PART}{_SED_PART}[gpIiMm\d]*|y/(?:\\.|[^/\\])*/(?:\\.|[^/\\])*/"
    rf"|[pPdDnNgGhHxl=qQ]|[aic]\s*\\?[^\n]*|(?=[}}]|\Z))\s*(?=[;}}\n#]|\Z))",
    re.DOTALL,
)
"""A step of a script of sed that writes no file and starts nothing."""


def own_code(program: str, args: Sequence[str]) -> bool:
    """Whether a program with a language of its own is given more in it than what only turns text into text."""
    if "awk" in program and program in _EDITS:
        return any(_AWK_RUNS.search(arg) or any(map(_prints_elsewhere, re.split(r"[;}\n]", arg))) for arg in args)
    if program in _EDITS:
        return not all(_only_edits(script) for script in _sed_scripts(args))
    if program in ("test", "[", "[["):
        return any("$(" in arg or "`" in arg for arg in args)  # an index is worked out, whatever the quotes around it
    if program == "printf":
        return any(arg.startswith("-v") for arg in args) and any("$(" in arg or "`" in arg for arg in args)  # an index, too
    if program == "git":
        return _sets_code(args)
    if program == "hash":
        return any(arg.startswith("-p") for arg in args)  # from then on a name means another program
    if program in ("tar", "gtar", "bsdtar"):
        return any(arg.startswith(_TAR_RUNS) for arg in args)
    if program in ("mongo", "mongosh"):
        return any(arg.startswith("--eval") for arg in args)
    return program.startswith("python") and bool(_RUN_CODE.intersection(modules_of(args)))


def module_of(args: Sequence[str]) -> list[str]:
    """The module that Python is told to run, and what stands behind it; [] for none. `-m` may stand behind other letters, and the
    name right behind it."""
    rest = list(args)
    while rest and rest[0].startswith("-") and rest[0] != "-":
        first = rest.pop(0)
        if found := _MODULE.fullmatch(first):
            return [*filter(None, found.groups()), *rest]
        if _PYTHON_VALUED.fullmatch(first):
            rest = rest[1:]
    return list(args[args.index("-m") + 1 :]) if "-m" in args else []


def modules_of(args: Sequence[str]) -> list[str]:
    """The modules that Python is told to run, one through the other: `-m cProfile -m timeit` runs both."""
    found: list[str] = []
    rest = module_of(args)
    while rest:
        name, *rest = rest
        found.append(name)
        rest = (rest if name == "runpy" else module_of(rest)) if name in _RUN_MODULES else []
    return found


def _sets_code(args: Sequence[str]) -> bool:
    """Whether git is told to run code later, or in this very call (`-c`)."""
    if any(arg == "-c" and _GIT_CODE.fullmatch(value.partition("=")[0]) for arg, value in pairwise(args)):
        return True
    rest = args[args.index("config") + 1 :] if "config" in args else ()
    name, value, *_ = *(arg for arg in rest if not arg.startswith("-") and arg != "set"), "", ""
    return bool(value) and (_GIT_CODE.fullmatch(name) is not None or (name.startswith("alias.") and value.startswith("!")))


def _prints_elsewhere(statement: str) -> bool:
    """Whether a statement of awk prints into a file."""
    printing = _AWK_PRINTS.search(statement)
    return printing is not None and ">" in statement[printing.end() :]


def _sed_scripts(args: Sequence[str]) -> list[str]:
    scripts: list[str] = []
    words: list[str] = []
    rest = iter(args)
    named = False
    for arg in rest:
        if arg in ("-e", "--expression", "-f", "--file"):
            scripts += [value for value in [next(rest, "")] if arg.lstrip("-")[0] == "e"]
            named = True
        elif arg.startswith("--"):
            option, _, value = arg.partition("=")
            scripts += [value] if "--expression".startswith(option) and len(option) > 2 else []
            named = named or (bool(value) and not "--in-place".startswith(option))
        elif re.match(r"-[nErsuz]*e", arg):
            scripts.append(arg.partition("e")[2] or next(rest, ""))
            named = True
        elif not arg.startswith("-"):
            words.append(arg)
    return scripts if named else words[:1]


def _only_edits(script: str) -> bool:
    at = 0
    while at < len(script):
        step = _SED_STEP.match(script, at)
        if step is None or step.end() == at:
            return not script[at:].strip(" ;}\n")
        at = step.end()
        at += script[at : at + 1] in (";", "}", "\n")
    return True


def meant_for(program: str, args: Sequence[str]) -> tuple[list[str], list[str]]:
    """What a program may start: (words that may each name it, texts that may each be a command line).

    A program that is not known may start whatever its arguments name.
    """
    if program == "man" and not all(_MAN_READS.fullmatch(arg) for arg in args):
        return _plain_words(args), _lines(args)
    if program == "less" and any(arg.startswith("+") for arg in args):
        return [], [arg.lstrip("+!") for arg in args]
    if program == "find" or (program == "cmake" and "-E" in args):
        return _plain_words(args), []
    if program == "rsync" and any(arg.startswith("--del") for arg in args):
        return ["rm"], _lines(args, program)
    if takes_words_as_data(program):
        return [], []
    if program == "git":
        return _of_git(args)
    texts = _lines(without_texts(args, ("-m",) if program in TASKED else ()), program)
    return ([] if program in TASKED else _plain_words(args)), texts


def takes_words_as_data(program: str) -> bool:
    """Whether no word for this program is a command: it reads, places or edits, or is a script that can be read."""
    known = program in READERS or program in PLACERS or program in PLAIN or program in _EDITS
    return known or _SCRIPT.search(program) is not None


def meant_by(name: str, value: str) -> list[str]:
    """What a variable that is set for a program may start."""
    return [value] if _MEANT.search(name.upper()) else _lines([value])


def fed_program(program: str, args: Sequence[str]) -> tuple[str, list[str]]:
    """What xargs or parallel starts, and the arguments that it has so far; `echo` if nothing is named."""
    rest = list(args)
    while rest and rest[0].startswith("-"):
        valued = re.fullmatch(r"-[nIPdLsaEj]", rest[0]) is not None
        rest = rest[2 if valued else 1 :]
    return (posixpath.basename(rest[0]).lower(), rest[1:]) if rest else ("echo", [])


def behind_globals(args: Sequence[str]) -> Sequence[str]:
    """The task of git and what stands behind it, without the options in front of the task."""
    at = 0
    while at < len(args) and args[at].startswith("-"):
        at += 2 if args[at] in ("-c", *_GIT_VALUED) else 1
    return args[at:]


def _of_git(args: Sequence[str]) -> tuple[list[str], list[str]]:
    told = behind_globals(args)
    task, rest = (told[0] if told else ""), list(told[1:])
    texts = _lines(args[: len(args) - len(told)])
    if task == "clean":
        return ["rm"], texts
    if task in _GIT_DATA and not (task == "grep" and any(arg.startswith(("-O", "--op")) for arg in rest)):
        return [], texts
    rest = without_texts(rest, ("-m",))
    return (_plain_words(rest) if task in _GIT_STARTS else []), [*texts, *_lines(rest)]


def _plain_words(args: Sequence[str]) -> list[str]:
    return [arg for arg in args if not arg.startswith("-") and "://" not in arg]


def without_texts(args: Sequence[str], letters: tuple[str, ...]) -> list[str]:
    """The arguments without those that are text for people."""
    kept: list[str] = []
    skips = False
    for arg in args:
        if not skips and not _TEXTS.match(arg):
            kept.append(arg)
        skips = not skips and (arg in letters or _TEXTS.fullmatch(arg) is not None)
    return kept


def _lines(args: Sequence[str], program: str = "") -> list[str]:
    """What may be a command line in the arguments: one of several words, and what stands behind a sign."""
    return [line for arg in args for line in dict.fromkeys(_parts_of(program, arg))]


def _parts_of(program: str, arg: str) -> Iterator[str]:
    if len(arg.split()) > 1:
        yield arg
        yield _KEYED.sub("", arg)
        yield re.sub(r"^-\w", "", arg)
    signs = list(re.finditer(r"[=:!]", arg))
    for i, sign in enumerate(signs):
        end = signs[i + 1].start() if i and i + 1 < len(signs) else len(arg)  # behind the first one all, then part by part
        rest = arg[sign.end() : end].strip()
        if len(rest.split()) > 1 or (
            rest and (sign[0] == "!" or _MEANT.search(program.upper() + " " + arg[: sign.start()].upper()))
        ):
            yield rest
