"""Why a plan was sent back, as a model is told it: our words, with what they repeat of the world short and in quotation marks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...core.gates.request import PlanRequest
from ...core.logic.conditions import parse_fact
from ...core.model import Json
from ...core.plans.plan import transform

LONGEST = 600
"""Characters of an objection."""
READ = 20_000
"""Characters of one that are looked at."""
QUOTED = 80
"""Characters of a quotation."""
A_NAME = 24
"""Characters: a text of one word that is no longer is a name, and needs no quotation marks."""
_VALUE = re.compile(rf"(?<==)[^=“”]{{{QUOTED},}}?(?=, \w+=|\))")
"""A long argument of an act: whatever the model has copied into it."""


def objections(request: PlanRequest) -> list[str]:
    """Each objection in one line."""
    if not request.objections:
        return []
    texts = {" ".join(_plain(form).split()) for text in _of_the_world(request) for form in _written(text)}
    long = sorted((text for text in texts if " " in text or len(text) > A_NAME), key=len, reverse=True)
    return [_told(" ".join(_plain(o.text).split()), long) for o in request.objections]


def _told(line: str, texts: list[str]) -> str:
    line = line[:READ]
    there = [re.escape(text) for text in texts if text in line]
    if there:
        line = re.sub(rf"(?<!\w)(?:{'|'.join(there)})(?!\w)", lambda found: quoted(found[0]), line)
    line = _VALUE.sub(lambda found: quoted(found[0]), line)
    if len(line) > LONGEST:
        line = line[: LONGEST - 1] + "…"
        line += "”" if line.count("“") > line.count("”") else ""
    return line


def quoted(text: str) -> str:
    """The text as a quotation, cut to size."""
    return f"“{text if len(text) <= QUOTED else text[: QUOTED - 1] + '…'}”"


def _written(text: str) -> Iterator[str]:
    """The text as it is, and as an error writes it that names it: with codes for its line breaks."""
    yield text
    if not text.isprintable():
        yield from (repr(text)[1:-1], ascii(text)[1:-1])


def _plain(text: str) -> str:
    """Without the marks of a quotation: the world cannot end one."""
    return text.replace("“", '"').replace("”", '"')


def _of_the_world(request: PlanRequest) -> Iterator[str]:
    """Texts of the world that an objection may repeat."""
    for target in request.view.targets:
        yield from (target.id, target.label)
    for attempt in request.attempts:
        yield from (attempt.reason, attempt.detail)
    for text in request.facts:
        yield from parse_fact(text).args
    found: list[str] = []

    def note(leaf: Json) -> None:
        if isinstance(leaf, str):
            found.append(leaf)

    for done in request.progress.done:
        transform(done.output, note)
    yield from found
