"""Programs that run whatever code they are handed: as an argument, or through a pipe. No rule can read what that code does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .starters import module_of, own_code


class Interpreter(NamedTuple):
    """How a program takes code."""

    code: str
    """Letters of the options behind which code stands: `c` for `-c`, also among others, as in `-lc`."""
    valued: str = ""
    """Letters of the options behind which a value stands that is no code and no script."""
    words: tuple[str, ...] = ()
    """Options and subcommands in full that take code."""


SHELL = Interpreter("c", "oO", ("--command",))
_RUBY, _NODE = Interpreter("e", "rIC"), Interpreter("ep", "r", ("--eval", "--print", "eval"))
INTERPRETERS: dict[str, Interpreter] = {
    **dict.fromkeys(("sh", "bash", "zsh", "dash", "ksh", "ash", "csh", "tcsh", "fish", "mksh", "rbash"), SHELL),
    **dict.fromkeys(("python", "pythonw", "pypy", "ipython"), Interpreter("c", "WXQ")),
    **dict.fromkeys(("ruby", "jruby", "elixir", "groovy", "scala", "lua", "luajit", "r", "rscript"), _RUBY),
    **dict.fromkeys(("node", "nodejs", "deno", "bun"), _NODE),
    "perl": Interpreter("eE", "I"),
    "php": Interpreter("rBRE", "dcz", ("--run",)),
    "julia": Interpreter("eE", "Lp", ("--eval", "--print")),
    "osascript": Interpreter("e", "ls"),
    "swift": Interpreter("e"),
    "expect": Interpreter("c"),
    "tclsh": Interpreter("\0"),
    **dict.fromkeys(("vim", "vi", "nvim", "ex"), Interpreter("cS", "u", ("--cmd", "+"))),
    "emacs": Interpreter("\0", "", ("--eval", "-eval", "--execute")),
    "gdb": Interpreter("\0", "", ("-ex", "--eval-command", "--ex")),
    "erl": Interpreter("\0", "", ("-eval",)),
    "ghc": Interpreter("e"),
    **dict.fromkeys(("guile", "racket", "ghci", "clojure", "sbcl", "octave"), Interpreter("ec", "", ("--eval", "-eval"))),
    **dict.fromkeys(("ed", "at", "batch", "gnuplot", "irb", "jshell"), Interpreter("\0")),
}

_VALUED = frozenset(
    ("--rcfile", "--init-file", "--check-hash-based-pycs", "--require", "--import", "--loader", "--experimental-loader",
     "--conditions", "--title", "--input-type", "--env-file", "--cwd")
)  # fmt: skip
"""Options in full behind which a value stands that is no code and no script."""
_SSH_VALUED = re.compile(r"-[A-Za-z]*[BbcDEeFIiJLlmOopQRSWw]")


def interpreter_named(program: str) -> Interpreter | None:
    """How a program takes code, if it is one that does: `python3.11` is python."""
    return INTERPRETERS.get(_bare(program))


def _bare(program: str) -> str:
    """The name without a version; each number is looked at once, however long it is."""
    return re.sub(r"(?<![\d.])[\d.]+$", "", program.removesuffix(".exe"))


def handed_code(program: str, args: Sequence[str], fed: bool) -> str:
    """How a program runs code that it is handed, in words: `bash with code`, `sh from a pipe`; '' if it does not.

    `fed`: something is piped into it.
    """
    name = _bare(program)
    if name in ("powershell", "pwsh"):
        return "" if any(arg.lower().startswith("-f") for arg in args) else f"{program} with code"
    if name == "cmd":
        return f"{program} with code" if any(arg.lower().startswith(("/c", "/k")) for arg in args) else ""
    if own_code(name, args):
        return f"{program} with code"
    known = interpreter_named(program)
    if name.startswith("python") and (module := module_of(args)) and module[0].lower() in INTERPRETERS:
        return handed_code(module[0].lower(), module[1:], fed)
    if fed and _reads_code(name, args):
        return f"{program} from a pipe"
    if fed and (name in ("at", "batch", "ed") or (name in ("make", "gmake") and any(arg in ("-", "-f-") for arg in args))):
        return f"{program} from a pipe"
    if known is None:
        return "source from a pipe" if fed and program in ("source", ".") else ""
    is_value = False
    for arg in args:
        if is_value:
            is_value = False
        elif arg.partition("=")[0] in known.words or re.match(rf"-[A-Za-z]*[{known.code}]", arg) or arg[:1] in known.words:
            return f"{program} with code"
        elif arg == "-m" or (not arg.startswith("-") and arg != "/dev/stdin"):
            return ""  # a module or a script, and the rest is for it
        elif known is SHELL and re.match(r"-[A-Za-z]*s", arg):
            break
        else:
            is_value = (len(arg) == 2 and arg[1] in known.valued) or arg in _VALUED
    return f"{program} from a pipe" if fed else ""


def _reads_code(program: str, args: Sequence[str]) -> bool:
    """Whether a program that is no interpreter itself runs what is piped into it."""
    if program in ("sudo", "doas"):
        return any(re.match(r"-[A-Za-z]*[si]|--(?:shell|login)", arg) for arg in args)
    if program == "su":
        return not any(re.match(r"-[A-Za-z]*c|--(?:session-)?command", arg) for arg in args)
    if program == "ssh":
        valued = {i + 1 for i, arg in enumerate(args) if _SSH_VALUED.fullmatch(arg)}
        return sum(not arg.startswith("-") for i, arg in enumerate(args) if i not in valued) < 2
    return program in ("deno", "uv", "bun", "tsx", "ts-node") and "-" in args
