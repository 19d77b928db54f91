"""Places in the arguments of an act: what a path really names, and which pattern it fits."""

from __future__ import annotations

import posixpath
import re
from fnmatch import fnmatchcase
from functools import lru_cache
from urllib.parse import unquote

_STARTS = r"(?:[Ff][Ii][Ll][Ee]:/|~[\w.-]*/|\$\{?HOME\}?/|[A-Za-z]:[\\/]|[/\\])"
_PLACES = re.compile(rf"(?:(?<![\w/\\.~$}}-])|(?<=\s-\w)|(?<=^-\w)){_STARTS}[^\s,;'\"`<>|&()]*")
_ELSEWHERE = re.compile(r"\b(?![Ff][Ii][Ll][Ee]:)[A-Za-z][A-Za-z0-9+.-]{1,30}://[^\s,;'\"<>]*")
_CLASS = re.compile(r"\[[!^]?(?:[^\[\]/]*\[[:.=][^\[\]/]*[:.=]\])+[^\[\]/]*\]")
"""Letters of a kind, `[[:alpha:]]`."""
_HELD = re.compile(r"(?<=[^$])\$(?:\{\w+\}|\w+)")
_WILD = re.compile(r"[*?\[]")
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
    text = _CLASS.sub("?", text).replace("[^", "[!")
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
