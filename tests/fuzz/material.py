"""What is tried: whole input that was edited, and odd values to edit it with."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

GOLDEN = Path(__file__).parents[1] / "golden"
JOURNALS = [path.read_bytes().splitlines() for path in sorted(GOLDEN.rglob("*.jsonl"))]
ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 10**6, 2**63, 2**64, 10**40, 1e308, -1e308, 0.5, [], {}, [[]], {"a": 1}, ["s1"]),
    *(
        "",
        "x",
        "s1",
        "s99",
        "q1",
        "\ud800",
        "\x1b[2J",
        "\x00",
        "a\nb",
        "a(",
        "not",
        "*",
        "p(*)",
        "$s1.x",
        "{a}",
        "a" * 3000,
        "NaN",
    ),
    *({"type": "done"}, {"type": "started"}, {"skill": 3}, ["\udfff"], {"\ud800": 1}),
]
TASK = """goal: tidy up
done_when: exists(a) and not dirty(*)
world: world.py
plan:
  - do: write
    with: {name: a, deep: [1, {x: &one [2]}], again: *one}
    expects: exists(a)
  - achieve: all is well
    until: fuel(car, >=2)
  - replan
settings: {max_replans: 2, replan: on-error, lessons: off}
constraints: [never, {forbid: "write(name=b)", because: no}]
grants: ["write(name=*)", {allow: write, times: 2}]
only: [write]
values: {n: 3}
"""
ANSWERS = [
    '{"answer": "plan", "why": "so", "steps": [{"act": "write", "target": "t", "args": {"name": "a"}}, {"replan": "why"}]}',
    '[{"skill": "write", "arguments": "{\\"name\\": \\"a\\"}"}, {"achieve": "x", "until": "p"}]',
    '{"steps": [{"zone_id": "z", "action_type": "write", "parameters": {"name": "a"}}, {"zone_id": "__replan__"}]}',
    'Well:\n```json\n{"done": true, "why": "seen"}\n```',
    '{"answer": "impossible", "why": "no"}',
    '{"choose": 1}',
    '{"answer": "plan", "keep": ["s1"], "steps": []}',
]
MESSAGES = [
    {"type": "answer", "question": "q1", "yes": True, "by": "ann", "args": {"name": "b"}},
    {"type": "constraint", "constraint": {"text": "no", "forbids": "write(name=*)"}},
    {"type": "grant", "grant": {"allows": "write", "count": 2}},
    {"type": "goal", "goal": "other", "done_when": "p"},
    *({"type": kind} for kind in ("cancel", "pause", "go on", "take over", "hand back")),
]

marks = st.sampled_from(
    [*"()[]{}\",*:-#&!|>%@`'\\\n\t ", "and", "not", "\ufeff", "\x00", "\x1b", "\u202e", "é", ">=", "$", "[" * 300, "-1"]
)
noise = st.lists(st.one_of(marks, st.text(max_size=5)), max_size=12).map("".join)
"""Text with what the grammars are made of."""


def nested(depth: int, leaf: Any = 1) -> Any:
    """Lists within lists."""
    for _ in range(depth):
        leaf = [leaf]
    return leaf


odd = st.one_of(st.sampled_from(ODD), st.integers(), st.floats(allow_nan=False), noise, st.integers(1, 250).map(nested))


def places(value: Any, so_far: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a JSON value, down to where only depth is left."""
    if len(so_far) > 20:
        return
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield (*so_far, key)
        yield from places(each, (*so_far, key))


def at(value: Any, place: tuple[Any, ...]) -> Any:
    """What stands there."""
    for key in place:
        value = value[key]
    return value


@st.composite
def edited(draw: st.DrawFn, whole: st.SearchStrategy[Any]) -> Any:
    """A JSON value in which something is gone, is something else, or stands where something else belongs."""
    value = deepcopy(draw(whole))
    for _ in range(draw(st.integers(0, 3))):
        everywhere = list(places(value))
        if not everywhere:
            break
        *way, last = draw(st.sampled_from(everywhere))
        around = at(value, tuple(way))
        match draw(st.integers(0, 3)):
            case 0:
                del around[last]
            case 1:
                around[last] = deepcopy(at(value, draw(st.sampled_from(everywhere))))
            case _:
                around[last] = deepcopy(draw(odd))
    return value


@st.composite
def journals(draw: st.DrawFn) -> list[bytes]:
    """A golden journal with lines edited, gone, twice, moved, taken from another, cut or made noise of."""
    lines = [json.loads(line) for line in draw(st.sampled_from(JOURNALS))]
    for _ in range(draw(st.integers(1, 3))):
        i, j = (draw(st.integers(0, len(lines) - 1)) for _ in range(2))
        match draw(st.integers(0, 6)):
            case 0 if len(lines) > 1:
                del lines[i]
            case 1:
                lines.insert(j, deepcopy(lines[i]))
            case 2:
                lines[i], lines[j] = lines[j], lines[i]
            case 3:
                lines.insert(i, json.loads(draw(st.sampled_from(draw(st.sampled_from(JOURNALS))))))
            case _:
                lines[i] = draw(edited(st.just(lines[i])))
    if draw(st.integers(0, 9)):
        lines = [{**line, "seq": n} if isinstance(line, dict) else line for n, line in enumerate(lines, 1)]
    written = [json.dumps(line).encode() + b"\n" for line in lines]
    match draw(st.integers(0, 9)):
        case 0:
            written[-1] = written[-1][: draw(st.integers(0, len(written[-1])))]
        case 1:
            written[draw(st.integers(0, len(written) - 1))] = draw(st.binary(max_size=40)) + b"\n"
        case _:
            pass
    return written


@st.composite
def texts(draw: st.DrawFn, whole: st.SearchStrategy[str]) -> str:
    """A text with pieces cut out, put in twice, or made noise of."""
    text = draw(whole)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 40)))
        text = text[:start] + draw(st.one_of(noise, st.just(text[start:end] * 2), st.just(""))) + text[end:]
    return text
