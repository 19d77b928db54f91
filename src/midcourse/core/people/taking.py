"""Words of a command line that take something away for good, or bring in code of others, in any place of a subcommand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from .interpreters import interpreter_named
from .starters import TASKED, behind_globals, takes_words_as_data, without_texts

TAKES = frozenset(
    ("delete", "destroy", "remove", "rm", "rmi", "rb", "purge", "prune", "wipe", "erase", "drop", "terminate", "uninstall",
     "undefine", "unregister", "unregistervm", "deregister", "deprovision", "deallocate", "unpublish", "publish", "flush",
     "flushall", "flushdb", "truncate", "revoke", "forget", "obliterate", "discard", "kill", "stop", "disable", "reset")
)  # fmt: skip
"""Subcommands after which something is gone, off, or out for good."""
_PROGRAMS = frozenset(("rm", "kill", "truncate"))
"""Those that are programs of their own: a program that may start another one is already said to start them."""
_OPTIONS = re.compile(
    r"--(?:delete|destroy|purge|wipe|erase|drop|prune|terminate|uninstall|remove(?=$|-source|-f(?:i|$)))(?![a-z])"
)
"""Options that do the same."""
_METHOD = re.compile(r"(?:-[A-Za-z#]*X|--(?:req(?:u(?:e(?:s(?:t)?)?)?)?|method)=)\s*DELETE", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][A-Za-z_:-]*")
_PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_SWITCH = re.compile(r"-[yvqf]+|--(?:yes|force|quiet|verbose|debug|all|recursive|no-[\w-]+)|--[\w-]+=.*", re.DOTALL)
"""Options without a value behind them."""
_SEEKERS = frozenset(
    ("rg", "ag", "ack", "fd", "locate", "tree", "bat", "apropos", "whatis", "tldr", "dig", "host", "nslookup", "ping", "pgrep",
     "notify-send", "say", "tput", "strings", "jest", "vitest", "mocha", "rspec", "tox", "nox", "ctest", "phpunit", "behave")
)  # fmt: skip
"""Programs whose words are what is sought, said or tested."""
_OWN_WORDS = {"cargo": ("test", "nextest", "bench", "run", "doc"), "go": ("test", "run", "doc"), "gh": ("search", "help")}
"""Subcommands whose further words are names: of tests, of what one's own program is told, of what is sought."""
_BUILDERS = frozenset(("make", "ninja", "cmake", "meson", "mvn", "gradle", "just"))
"""Programs that install only what is built here."""
_BRINGS = {
    "uv": ("add", "tool"), "poetry": ("add",), "pdm": ("add",), "rye": ("add",), "bun": ("add", "x", "create"), "deno": ("add",),
    "composer": ("require",), "dotnet": ("add", "tool"), "nix": ("run", "profile"),
}  # fmt: skip
_OWN_TAKES = {
    "rclone": ("sync", "bisync", "move", "moveto", "cleanup", "dedupe", "deletefile", "rmdir", "rmdirs"),
    "hg": ("strip", "debugstrip", "rollback", "revert", "histedit"), "svn": ("revert",), "bzr": ("revert", "uncommit"),
    "fossil": ("revert",), "jj": ("abandon",), "zfs": ("rollback",), "pulumi": ("up", "update"), "tofu": ("apply",),
    "terragrunt": ("apply", "run-all"), "cmake": ("remove", "remove_directory"),
}  # fmt: skip
"""Words of one program alone after which something is gone."""
_INSTALLERS = frozenset(("xbps-install", "emerge", "pkg_add", "cpan", "cpanm"))
"""Programs that bring in whatever they are told."""
_INSTALLS = {
    "nix-env": re.compile(r"-[iu]\w*|--install|--upgrade"),
    "rpm": re.compile(r"-[iUF]\w*|--install|--upgrade|--freshen"),
}
"""Programs that do so by an option."""
_ERASES = {"nix-env": re.compile(r"-e\w*|--uninstall|--delete-generations"), "rpm": re.compile(r"-e\w*|--erase")}
_PLAYS = frozenset(("ansible", "ansible-playbook", "ansible-pull", "ansible-console", "salt", "salt-call", "salt-ssh", "puppet",
    "chef-client", "chef-solo"))  # fmt: skip
"""Programs that do what a file says, on other machines."""
_TELLS = re.compile(r"-C|-h|--(?:check|syntax-check|list-\w+|version|help|noop|why-run)|(?:test\.)?(?:ping|version)")
"""What tells such a program to look, and to change nothing."""
_WITH = re.compile(r"--with(?:-editable)?(?:=.*)?", re.DOTALL)
"""How uv is told to bring in something for this one run."""
_FETCHED = re.compile(r"https?://|npm:|jsr:|data:")
_LOADS = re.compile(r"^(?:--(?:import|require|loader|experimental-loader|preload)|-r)=([^=]*)")
"""An option by which something is run before a script."""

_GIT = {
    "push": ("fd", ("--force", "--force-with-lease", "--force-if-includes", "--mirror", "--prune", "--delete")),
    "reset": ("", ("--hard", "--merge")),
    "branch": ("DMCf", ("--force",)),
    "tag": ("df", ("--delete", "--force")),
    "checkout": ("fB", ("--force",)),
    "switch": ("fC", ("--force", "--discard-changes", "--force-create")),
    "rm": ("f", ("--force",)),
    "gc": ("", ("--prune",)),
    "update-ref": ("d", ("--stdin",)),
    "symbolic-ref": ("d", ("--delete",)),
}
"""Letters and options with which a task of git drops what it cannot bring back, here or for others."""
_GIT_WORDS = {
    "stash": ("drop", "clear"), "reflog": ("expire", "delete"), "worktree": ("remove",), "remote": ("remove", "rm"),
    "submodule": ("deinit",), "notes": ("remove", "prune"), "lfs": ("prune",),
}  # fmt: skip
_GIT_ALWAYS = frozenset(("prune", "filter-branch", "filter-repo"))
SPOKEN_OF = frozenset(("aws", "gcloud", "az", "kubectl", "helm", "terraform", "docker", "podman", "npm", "pip"))
"""Further programs that a skill may be named for, to be given nothing but arguments."""


def harms_of(program: str, args: Sequence[str]) -> list[str]:
    """What a program is told to take away or to bring in, in words: `git push --force, which takes away`; [] for nothing."""
    program = program.removesuffix(".exe")
    if program == "git":
        return [f"git {what}, which takes away" for what in _of_git(args)]
    if any(_METHOD.fullmatch(part) for arg, value in pairwise((*args, "")) for part in (arg, f"{arg}={value}", arg + value)):
        return [f"{program} DELETE, which takes away"]
    if fetched := _fetches(program, args):
        return [f"{program} {fetched}, which brings in code"]
    if program in _SEEKERS or takes_words_as_data(program):
        return []
    if program in _PLAYS and not any(map(_TELLS.fullmatch, args)):
        return [f"{program} with code"]
    runs_scripts = interpreter_named(program) is not None
    found = [] if runs_scripts else [f"{program} {word}, which takes away" for word in _taking(program, args)]
    return found + [f"{program} {word}, which brings in code" for word in _bringing(program, args, runs_scripts)]


def _taking(program: str, args: Sequence[str]) -> Iterator[str]:
    words = [arg for arg in args if not arg.startswith("-")]
    yield from (word for word in _OWN_TAKES.get(program, ()) if word in words[:3])
    yield from (arg for arg in args if program in _ERASES and _ERASES[program].fullmatch(arg))
    if program == "hg" and {"-C", "--clean"} & set(args) and {"update", "up", "checkout", "co"} & set(words):
        yield "update --clean"
    before = ""
    for arg in without_texts(args, ("-m",) if program in TASKED else ()):
        named = before.startswith("-") and not _SWITCH.fullmatch(before)  # perhaps the value of that option
        if arg in _OWN_WORDS.get(program, ()) and not named:
            return
        if _OPTIONS.match(arg):
            yield arg
        elif _WORD.fullmatch(arg) and not (named and (program in TASKED or arg.lower() not in TAKES)):
            parts = [part.lower() for part in _PARTS.findall(arg)]
            if TAKES.intersection(parts[:1] if program in TASKED else parts) and (program in TASKED or arg not in _PROGRAMS):
                yield arg
        before = arg


def _bringing(program: str, args: Sequence[str], runs_scripts: bool) -> Iterator[str]:
    words = [arg for arg in args if not arg.startswith("-")]
    if "install" in words and program not in _BUILDERS and not (runs_scripts and program not in _BRINGS):
        yield "install"
    yield from (word for word in _BRINGS.get(program, ()) if word in words[:1])
    if program == "uv" and words[:1] == ["run"]:
        yield from (arg for arg in args if _WITH.fullmatch(arg))
    yield from (arg for arg in args if program in _INSTALLS and _INSTALLS[program].fullmatch(arg))
    yield from words[:1] if program in _INSTALLERS else ()


def _fetches(program: str, args: Sequence[str]) -> str:
    """What a program that runs scripts and modules takes from a server to run it; '' for nothing."""
    words = [arg for arg in args if not arg.startswith("-")]
    if program == "go":
        return next((word for word in words[1:2] if "@" in word and words[0] == "run"), "")
    if program not in ("deno", "bun", "node", "uv"):
        return ""
    loaded = (value for arg, behind in pairwise((*args, "")) for value in _LOADS.findall(f"{arg}={behind}"))
    return next((word for word in (*words[:2], *loaded) if _FETCHED.match(word)), "")


def _of_git(args: Sequence[str]) -> Iterator[str]:
    task, *rest = *behind_globals(args), ""
    rest = without_texts(rest, ("-m",))
    letters, options = _GIT.get(task, ("", ()))
    for arg in rest:
        option = arg.partition("=")[0]
        shortened = len(option) > 3 and any(name.startswith(option) for name in options)  # git takes a beginning for the whole
        lettered = re.fullmatch(r"-[A-Za-z]+", arg) and set(arg[1:]) & set(letters)
        named = arg in _GIT_WORDS.get(task, ()) or (task == "push" and re.match(r"[+:].", arg))
        if shortened or lettered or named:
            yield f"{task} {arg}"
    if task in _GIT_ALWAYS:
        yield task
    if (task == "checkout" and _takes_files_out(rest)) or (task == "restore" and _restores_files(rest)):
        yield f"{task} of files"


def _takes_files_out(args: Sequence[str]) -> bool:
    """Whether `git checkout` writes over files: `.`, what stands behind `--`, and what stands behind a commit."""
    makes_branch = any(arg in ("--orphan", "--track", "--detach") or re.fullmatch(r"-[a-z]*[bBtd]", arg) for arg in args)
    names = [arg for arg in args if arg and not arg.startswith("-")]
    return bool({"--", "."} & set(args)) or (len(names) > 1 and not makes_branch)


def _restores_files(args: Sequence[str]) -> bool:
    """Whether files lose what was written into them since; what is only no longer marked for a commit loses nothing."""
    staged = any(arg == "-S" or arg == "--staged" for arg in args)
    return not staged or any(arg in ("-W", "-SW", "-WS", "--worktree") for arg in args)
