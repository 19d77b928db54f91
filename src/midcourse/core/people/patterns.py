"""Patterns of acts, such as `send(to=*@example.com)`: tight where they allow, wide where they forbid.

A yes must not be stretched: in a pattern that allows, a wildcard stops at everything that separates, addresses and paths are
compared as such, and what the pattern does not name is as the skill has it by default. A no must not be slipped past: a pattern
that forbids fits if any part of an argument does, in any of its spellings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fnmatch import fnmatchcase
from functools import lru_cache
from posixpath import normpath
from typing import NamedTuple, cast
from unicodedata import category, normalize
from urllib.parse import unquote

from ..errors import TaskError
from ..logic.conditions import as_text
from ..model import Json
from ..plans.calls import same_value
from ..plans.plan import BLOB
from .addresses import (
    AROUND,
    PORTS,
    bare_mail,
    host_fits,
    host_spellings,
    hosts_named,
    mail_parts,
    mails_named,
    web_address,
    web_spellings,
    without_scheme,
)
from .globs import glob
from .places import lies_within, place_of

_PATTERN = re.compile(r"\s*([\w.*?\-\[\]]+)\s*(?:\((.*)\))?\s*")
_SINGLE, _MARKS = re.compile(r"[*?]"), re.compile(r"\*")
_NAME = re.compile(r"[\w.-]{2,}")
_FOLDERS = re.compile(r"[/\\]")
_DETOURS = ("", ".", "..")
_HOSTS = re.compile(r"host|domain|server", re.IGNORECASE)
"""In the name of an argument: its value is a host."""
_AT_HOST = re.compile(r"[^/]+://[^/]*[\w-]\.[\w-]")
"""A pattern of web addresses that names a host."""
_WRITTEN_OUT = re.compile(r"-?\d+\.\d+")
"""A number with its point, which as an argument may be written without."""
_HOSTLIKE = re.compile(r"\[?(?:[\w-]+(?:\.[\w-]+)+\.?|[0-9a-f:.]*:[0-9a-f:.]+|[0-9]{6,}|0x[0-9a-f]+)\]?", re.IGNORECASE)


class ActPattern(NamedTuple):
    """A pattern of acts, read."""

    skill: str
    """The name of the skill, with wildcards."""
    args: tuple[tuple[str, str], ...]
    """Argument or `target` -> pattern of its value."""
    rest: bool
    """Whatever it does not name may be anything: there are no brackets, or `*` stands in them by itself."""


@lru_cache(maxsize=512)
def read_pattern(text: str) -> ActPattern:
    """`delete(path=/etc/*)` -> ("delete", (("path", "/etc/*"),), False); TaskError if it cannot be read."""
    match = _PATTERN.fullmatch(text)
    if not match:
        raise TaskError(f"cannot read the pattern {text!r}: expected skill or skill(argument=value, …), with * for any")
    args: list[tuple[str, str]] = []
    rest = match[2] is None
    for part in (match[2] or "").split(","):
        if part.strip() in ("", "*"):
            rest = rest or part.strip() == "*"
            continue
        name, sign, value = part.partition("=")
        if not sign:
            raise TaskError(f"cannot read {part.strip()!r} in the pattern {text!r}: expected argument=value")
        args.append((name.strip(), value.strip()))
    return ActPattern(match[1], tuple(args), rest)


# --- a yes --------------------------------------------------------------------------------------------------------------


def allows(pattern: str, skill: str, args: Mapping[str, Json], target: str, usual: Mapping[str, Json]) -> bool:
    """Whether a pattern that allows speaks of this act: every value in it. `target` may be named like an argument.

    `usual` are the skill's defaults. An argument that the pattern does not name must have its own.
    """
    read = read_pattern(pattern)
    if not fnmatchcase(skill, read.skill.replace("[", "[[]")):
        return False
    named = dict(read.args)
    if not read.rest:
        unnamed = (name for name in args if name not in named)
        if (target and "target" not in named) or not all(n in usual and same_value(args[n], usual[n]) for n in unnamed):
            return False
    given = {**usual, **args}
    for key, wish in read.args:
        values = [*([given[key]] if key in given else []), *([target] if key == "target" else [])]
        if not values or not all(_allowed(value, wish, _HOSTS.search(key) is not None) for value in values):
            return False
    return True


def _allowed(value: Json, pattern: str, is_host: bool) -> bool:
    if pattern in ("*", "**"):
        return True
    if isinstance(value, int | float) and not isinstance(value, bool) and _WRITTEN_OUT.fullmatch(pattern):
        return Decimal(as_text(value)) == Decimal(pattern)  # 4.0 is 4, whoever wrote it
    texts = list(_texts(value)) or [as_text(value)]
    if any(text.startswith(BLOB) for text in texts):
        return False  # what is not here to be read
    if any(normalize("NFKC", text) != normalize("NFC", text) for text in texts if text != pattern):
        return False  # letters that look like others, and become them somewhere
    if is_host and _SINGLE.search(pattern) and "/" not in pattern and "@" not in pattern:
        return all(host_fits(text, pattern) for text in texts)
    return all(_is_within(text, pattern) for text in texts)


def _is_within(text: str, pattern: str) -> bool:
    """Whether one value is what a pattern with wildcards allows."""
    if web_address(wanted := re.sub(r"^([^/]*://[^/*]+)\*+$", r"\1/**", pattern)):
        return _is_web_within(text, wanted)
    if text == pattern and not _SINGLE.search(pattern):
        return True
    if "@" in pattern:
        return _is_at_host(text, pattern)
    return _globbed(text, pattern)


def _is_web_within(text: str, pattern: str) -> bool:
    given, wanted = web_address(text), web_address(pattern)
    return (
        given is not None
        and wanted is not None
        and (given.scheme in ("http", "https") if "*" in wanted.scheme else given.scheme == wanted.scheme)
        and host_fits(given.host, wanted.host)
        and given.port == (PORTS.get(given.scheme) if wanted.port is None else wanted.port)
        and (_globbed(given.path, wanted.path) or _is_folder_within(given.path, wanted.path))
        and _globbed(given.tail, wanted.tail, single=False)
    )


def _is_folder_within(path: str, pattern: str) -> bool:
    """Whether the address of a folder, which ends with a stroke, is of those in `/a/**`, or `/a/` itself."""
    if not (path.endswith("/") and pattern.endswith("/**")):
        return False
    return path[:-1] == pattern[:-3] or _globbed(path[:-1], pattern)


def _is_at_host(text: str, pattern: str) -> bool:
    """Mail addresses, and `user@host:path`: a wildcard cannot stretch the host to another one."""
    before, host, after = _parted(pattern)
    if not after:
        text = bare_mail(text)
    mine, at, further = _parted(text)
    if "@" not in text or (before and not mine):
        return False
    return _globbed(mine, before) and host_fits(at, host) and _globbed(further, after)


def _parted(text: str) -> tuple[str, str, str]:
    """What stands before the last @, the host behind it, and the rest."""
    before, _, behind = text.rpartition("@")
    host = re.match(r"[^:/]*", behind)
    length = host.end() if host else 0
    return before, behind[:length], behind[length:]


def _globbed(text: str, pattern: str, single: bool = True) -> bool:
    """Whether a text fits. `*` and `?` stand for plain signs, `**` for folders too; detours only for themselves."""
    if text == pattern and not (_SINGLE if single else _MARKS).search(pattern):
        return True
    first, *names = _FOLDERS.split(text)
    if first in (".", "..") or any(name in _DETOURS for name in names):
        return False
    if text.startswith("-") and pattern.startswith(("*", "?")):
        return False  # an option, where a value was meant
    return glob(pattern, single).fits(text)


# --- a no ---------------------------------------------------------------------------------------------------------------


def fits(pattern: str, skill: str, args: Mapping[str, Json], target: str) -> bool:
    """Whether a pattern that forbids speaks of this act: any value in an argument, in any of its spellings."""
    read = read_pattern(pattern)
    if not _wide(skill, read.skill):
        return False
    for key, wish in read.args:
        values = [*([args[key]] if key in args else []), *([target] if key == "target" else [])]
        if not any(_touches(value, wish, _HOSTS.search(key) is not None) for value in values):
            return False
    return True


def _touches(value: Json, pattern: str, is_host: bool) -> bool:
    texts = [*_texts(value), as_text(value)]
    if any(text.startswith(BLOB) for text in texts):
        return True  # what is not here to be read is forbidden rather than allowed
    wishes = _spellings(pattern)
    forms = [form for text in texts for form in (*_spellings(text), *(hosts_named(text) if is_host else ()))]
    if _AT_HOST.match(pattern):  # where no host is named, a file `notes.md` is not taken for one
        forms += [form for text in texts for form in without_scheme(text)]
    return any(_wide(form, wish) or _may_become(form, wish) for form in forms for wish in wishes)


def _may_become(form: str, pattern: str) -> bool:
    """Whether a shell may make a forbidden place of one with wildcards."""
    return "/" in pattern and "/" in form and re.search(r"[*?\[]", form) is not None and lies_within(form.lower(), pattern)


@lru_cache(maxsize=4096)
def _spellings(text: str) -> tuple[str, ...]:
    """All that a text may be taken for: itself, each part of a list, each place and address in it, without detours."""
    parts = [text, *re.split(r"[,;\x00-\x1f]", text), *mails_named(text)]
    parts += [form for part in parts if (form := "".join(c for c in part if category(c) != "Cf").strip(AROUND)) != part]
    parts += [_unbraced(text)] if "{" in text and "/" in text else []
    parts += [part for part in re.split(r"[\s,;=<>\"'|&(){}]+", text) if re.search(r"[@/\\:]", part)]
    found: list[str] = [text]
    for part in dict.fromkeys(part.strip() for part in (*parts, *(normalize("NFKC", part) for part in parts))):
        found.append(part)
        if number := _number(part):
            found.append(number)
        if _HOSTLIKE.fullmatch(part):
            found += host_spellings(part)
        if _NAME.fullmatch(part):
            found.append(f"{part}/")  # it may be a folder, and that is all that is in it
        if re.search(r"[@/\\:.%]", part):
            plain = unquote(part).replace("\\", "/").strip("\"'<>")
            found += [part.lower(), plain, plain.lower(), *place_of(plain), *web_spellings(part)]
            if "/" in plain:
                way = normpath(re.sub(r"^/+", "/", plain))
                found += [way, f"{way}/"]  # a folder is all that is in it
            found += mail_parts(part)
            name, sign, host = plain.rpartition("@")
            found += [
                f"{user}{sign}{form}".lower()
                for form in host_spellings(host.strip())
                for user in (name, name.strip(' "'))
                if sign
            ]
    return tuple(dict.fromkeys(found))


def _unbraced(text: str) -> str:
    """A place with wildcards for braces that may stand for several names, `/{a,b}/x`."""
    return re.sub(r"\{[^{}]*\}", "*", text)


def _number(text: str) -> str:
    """A number as it is written most plainly; '' for other text."""
    try:
        value = float(text)
    except ValueError:
        return ""
    return repr(int(value)) if value.is_integer() else repr(value)


def _wide(text: str, pattern: str) -> bool:
    """As in file names, whatever the case; brackets may also stand for themselves."""
    if len(pattern) > 1:  # a single letter is a name of its own
        text, pattern = text.casefold(), pattern.casefold()
    return fnmatchcase(text, pattern) or ("[" in pattern and fnmatchcase(text, pattern.replace("[", "[[]")))


def _texts(value: Json) -> Iterator[str]:
    """Every value in an argument, and every name in it."""
    if isinstance(value, Mapping) and value:
        for name, inner in cast("Mapping[str, Json]", value).items():
            yield str(name)
            yield from _texts(inner)
    elif isinstance(value, list | tuple) and value:
        for inner in cast("Sequence[Json]", value):
            yield from _texts(inner)
    else:
        yield as_text(cast("Json", value))
