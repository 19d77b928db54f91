"""What models are shown of a world, and the JSON in what they say."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from math import isfinite
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


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    """An object whose every name stands in it once."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise Unreadable(f"the answer has {twice!r:.60} twice in one object; say it once")
    return found


def _finite(text: str) -> float:
    """A number that can be written down again."""
    if not isfinite(value := float(text)):
        raise Unreadable(f"the answer holds {text:.20}, which is no number that can be written down")
    return value


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_float=_finite, parse_constant=_finite)
_LENIENT = json.JSONDecoder(object_pairs_hook=_once)
_BEGINS = re.compile(r"[{\[]")


def strict_json(text: str) -> Json:
    """JSON in which every name stands once in its object, and every number can be written down. ValueError, or Unreadable."""
    return _DECODER.decode(text)


def _values_in(text: str) -> Iterable[Json]:
    """Every JSON object or list in a text that lies in no other."""
    at = 0
    for _ in range(PLACES):
        found = _BEGINS.search(text, at)
        if found is None:
            return
        try:
            value, at = _DECODER.raw_decode(text, found.start())
        except (ValueError, RecursionError, Unreadable):
            at = found.end()
            continue
        yield value


def _rivals(one: Json, other: Json) -> bool:
    """Whether two values are answers to one question, and differ: two objects with a name in common, or two lists of objects."""
    if isinstance(one, dict) and isinstance(other, dict):
        named, named_there = cast("dict[str, Json]", one), cast("dict[str, Json]", other)
        return not named.keys().isdisjoint(named_there) and named != named_there
    return _lists_objects(one) and _lists_objects(other) and one != other


def _lists_objects(value: Json) -> bool:
    items = cast("list[Json]", value) if isinstance(value, list) else []
    return isinstance(next(iter(items), None), dict)


def json_in(text: str, form: str, cut: bool = False, *, finite: bool = True) -> Json:
    """The first JSON object or list in a text, whatever stands around it. Unreadable, with the `form` that is wanted.

    `finite`: also where it holds a number that cannot be written down.
    """
    if not text.strip():
        raise Unreadable(f"the answer is empty; answer with {form}")
    text = text[:LONGEST]
    fences = re.findall(r"```(?:json)?[ \t]*\n(.*?)```", text, re.S)
    problem = ""
    for part in (*fences, text):
        for start in islice((m.start() for m in re.finditer(r"[{\[]", part)), PLACES):
            try:
                value, end = (_DECODER if finite else _LENIENT).raw_decode(part, start)
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
                if any(_rivals(value, other) for other in _values_in(text)):
                    raise Unreadable(f"the answer holds two that differ, and nothing tells which is meant; give one {form}")
                return cast("Json", value)
    if cut:
        raise Unreadable(f"the answer breaks off after {len(text)} characters; make it shorter")
    raise Unreadable(
        f"the answer is no JSON ({problem}); answer with {form}" if problem else f"the answer is prose; answer with {form}"
    )
