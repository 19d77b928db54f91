"""Which file may be given to a page: a planner may believe what the page says, and gives none away that no person spoke of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..plans.plan import Act, references
from ..run.state import Run
from .entrusted import origin_in

GIVES = "upload"
"""The word in the name of a skill that gives a file away."""
WRITTEN = "scripted"
"""The author of plans that people wrote."""


def unnamed_file(run: Run, step: Act) -> str:
    """What an act gives to a page that no person named, in words; '' where there is no page, or a person named all of it. What
    an earlier step brought is no file of a person's."""
    if GIVES not in step.skill.lower() or run.course.plan is None or run.course.plan.author == WRITTEN:
        return ""
    if not origin_in(run.seen.belief.facts):
        return ""
    said = [*_said(run)]
    for argument, value in step.args.items():
        if not isinstance(value, str) or not value or references({argument: value}):
            continue
        if not any(_names(text, value) for text in said):
            return f"nobody spoke of the file {value!r} that {step.skill}.{argument} gives to the page"
    return ""


def _said(run: Run) -> Iterator[str]:
    task = run.setup.task
    yield from (task.goal, task.done_when, *task.values.values(), *(c.text for c in run.people.constraints))
    if run.people.reply is not None:
        yield run.people.reply.reason


def _names(text: str, file: str) -> bool:
    """Whether a text names a file: as it is given, or by its own name if it lies where the run began."""
    here = file.removeprefix("./")
    names = (file, here) if "/" not in here and "\\" not in here else (file,)
    return any(re.search(rf"(?<![\w./\\-]){re.escape(name)}(?!\.?[\w/\\-])", text) for name in names)
