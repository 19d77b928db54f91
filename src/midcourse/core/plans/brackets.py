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


def in_brackets(args: Mapping[str, Json]) -> str:
    """The arguments. A text stands in quotes where it could be taken for more than one, for another kind of value, or for one
    with characters that are written as codes."""
    return ", ".join(f"{name}={_written(value)}" for name, value in args.items())


def _written(value: Json) -> str:
    if not isinstance(value, str):
        return f"{value}"
    if _ONE_TEXT.fullmatch(value) and not _ANOTHER_KIND.fullmatch(value) and printable(value) == value:
        return value
    return msgspec.json.encode(value).decode()
