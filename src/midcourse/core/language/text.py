"""What models are shown of a world, and the JSON in what they say."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable
from itertools import islice
from typing import Any, cast

from ..errors import BadInput
from .depth import DEEPEST, is_deep

Json = Any
LONGEST = 200_000
"""Characters of an answer that are read."""
PLACES = 50
"""Where JSON may begin in an answer: so many places are tried."""


class Unreadable(BadInput):
    """An answer that cannot be used: what is wrong with it, and what would be right."""


def fenced(lines: Iterable[str], room: int) -> str:
    """Text from a world, at most so many characters of it, between marks that the world cannot write.

    The marks hold a digest of what stands between them: to forge the second one, a text would have to hold its own digest.
    """
    kept: list[str] = []
    for line in lines:
        room -= len(line) + 1
        if room < 0:
            kept.append("(and more)")
            break
        kept.append(line)
    text = "\n".join(kept)
    mark = hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]
    return f"SEEN {mark}\n{text}\nEND SEEN {mark}"


def score_in(said: Json, name: str) -> float | None:
    """A number from 0 to 10 that a model gives under this name; None if it gives none."""
    given = cast("dict[str, Json]", said).get(name) if isinstance(said, dict) else None
    return float(min(10, max(0, given))) if isinstance(given, int | float) and not isinstance(given, bool) else None


def json_in(text: str, form: str, cut: bool = False) -> Json:
    """The first JSON object or list in a text, whatever stands around it. Unreadable, with the `form` that is wanted."""
    if not text.strip():
        raise Unreadable(f"the answer is empty; answer with {form}")
    text = text[:LONGEST]
    fences = re.findall(r"```(?:json)?[ \t]*\n(.*?)```", text, re.S)
    problem = ""
    for part in (*fences, text):
        for start in islice((m.start() for m in re.finditer(r"[{\[]", part)), PLACES):
            try:
                value, end = json.JSONDecoder().raw_decode(part, start)
            except json.JSONDecodeError as error:
                problem = problem or f"{error.msg} at character {error.pos}"
                if error.msg.startswith("Unterminated string") or error.pos >= len(part.rstrip()) - 1:
                    raise Unreadable(f"the answer breaks off after {len(part)} characters; make it shorter") from None
                continue
            except (RecursionError, ValueError) as error:
                raise Unreadable(f"the answer cannot be read ({type(error).__name__}); answer with {form}") from None
            if is_deep(part[start:end]):
                raise Unreadable(f"the answer is nested deeper than {DEEPEST} brackets; answer with {form}")
            if isinstance(value, dict | list) and value:
                return cast("Json", value)
    if cut:
        raise Unreadable(f"the answer breaks off after {len(text)} characters; make it shorter")
    raise Unreadable(
        f"the answer is no JSON ({problem}); answer with {form}" if problem else f"the answer is prose; answer with {form}"
    )
