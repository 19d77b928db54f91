"""Variables of the environment that change what a program runs, whatever its command line says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from ..model import Json

LOADED = frozenset(
    ("LD_PRELOAD", "LD_AUDIT", "DYLD_INSERT_LIBRARIES", "BASH_ENV", "PYTHONSTARTUP", "PERL5DB", "GIT_EXEC_PATH",
     "GIT_TEMPLATE_DIR", "ZDOTDIR", "CDPATH")
)  # fmt: skip
"""Variables that name code which a program runs before its own, or in place of it."""
_OPTIONS = {
    "NODE_OPTIONS": re.compile(r"(?:^|\s)(?:-r|--require|--import|--(?:experimental-)?loader)"),
    "PERL5OPT": re.compile(r"-\w*[Mmd]"),
    "RUBYOPT": re.compile(r"-\w*r"),
    "PS4": re.compile(r"\$\(|`"),
    **dict.fromkeys(
        ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS"), re.compile(r"-javaagent|-agent|-Xbootclasspath|(?:^|\s)@")
    ),
}
"""Variables that hold options, and those among the options that load code; what `set -x` shows before each line may run some."""
_SEARCHED = frozenset(
    ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PYTHONPATH", "PYTHONHOME", "NODE_PATH", "PERL5LIB", "RUBYLIB", "CLASSPATH", "HOME",
     "XDG_CONFIG_HOME", "XDG_CONFIG_DIRS")
)  # fmt: skip
"""Variables that say where code, or settings that name code, are looked for first."""
_SHARED = re.compile(r"(?:^|[:;])/*(?:private/)?(?:tmp|var/tmp|dev/shm)(?![^/:;])")
"""A folder into which everyone may write."""
_GIT_CONFIG = re.compile(r"GIT_CONFIG(?:_GLOBAL|_SYSTEM|_PARAMETERS|_COUNT|_KEY_\d+)?")


def loads_code(name: str, value: str) -> bool:
    """Whether a program that starts with this variable may run other code than it would without.

    `PATH` does unless it is only made longer behind: what stands in front is found first.
    """
    if name == "PATH":
        return re.match(r"\$(?:PATH|\{PATH\})(?=:|$)", value) is None
    if name in _SEARCHED:
        return _SHARED.search(value) is not None
    if name in _OPTIONS:
        return _OPTIONS[name].search(value) is not None
    return name in LOADED or (_GIT_CONFIG.fullmatch(name) is not None and value != "/dev/null")


def set_in(value: Json) -> Iterator[tuple[str, str]]:
    """(name, value) for all that an argument may set: entries of a mapping, and `NAME=value` in a list."""
    if isinstance(value, Mapping):
        for name, inner in cast("Mapping[object, Json]", value).items():
            yield str(name), inner if isinstance(inner, str) else ""
            yield from set_in(inner)
    elif isinstance(value, list | tuple):
        for inner in cast("Sequence[Json]", value):
            if isinstance(inner, str):
                name, sign, rest = inner.partition("=")
                yield from [(name, rest)] if sign else []
            else:
                yield from set_in(inner)
