"""What stands in the brackets of a call, as people read it: what is asked for is never shown as something else."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from ..language.printable import printable
from ..model import Json

_ONE_TEXT = re.compile(r"\{\w+\}|[^\s,;()=\[{\"'`\\\x00-\x1f](?:[^,;()=\\\x00-\x1f]*[^\s,;()=\\\x00-\x1f])?")
_ANOTHER_KIND = re.compile(
    r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[-+]?\d+)?|true|false|none|null|nan|[-+]?inf(?:inity)?", re.IGNORECASE
)
_NAME = re.compile(r"[^\W\d][\w.-]*")
_ONE_TARGET = re.compile(r"[^\s,;()={\"'`\\?!\x00-\x1f](?:(?!\.\s)[^,;()=\\?!\x00-\x1f])*(?<!\s)")


def in_brackets(args: Mapping[str, Json]) -> str:
    """The arguments. A text stands in quotes where it could be taken for more than one, for another kind of value, or for one
    with characters that are written as codes; a name where it holds more than letters, digits, dots and strokes."""
    return ", ".join(f"{_quoted_unless(_NAME, name)}={_written(value)}" for name, value in args.items())


def on_target(target: str) -> str:
    """` on TARGET`, or '' for none. It stands in quotes where it could be taken for arguments or for the end of a sentence."""
    return f" on {_quoted_unless(_ONE_TARGET, target)}" if target else ""


def _quoted_unless(plain: re.Pattern[str], text: str) -> str:
    return text if plain.fullmatch(text) and printable(text) == text else msgspec.json.encode(text).decode()


def _written(value: Json) -> str:
    if not isinstance(value, str):
        return f"{value}"
    if _ONE_TEXT.fullmatch(value) and not _ANOTHER_KIND.fullmatch(value) and printable(value) == value:
        return value
    return msgspec.json.encode(value).decode()
