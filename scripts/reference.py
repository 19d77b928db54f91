"""Writes docs/reference.md from the code: settings, final reasons, failure reasons, commands.

.venv/bin/python scripts/reference.py            write the page
.venv/bin/python scripts/reference.py --check    exit with 1 if the page is out of date
"""

from __future__ import annotations

import ast
import inspect
import sys
import typing
from collections.abc import Iterator
from pathlib import Path

import typer

from midcourse import run
from midcourse.core.failing.failures import KIND_OF_REASON, LADDER, tries_allowed
from midcourse.core.run.ending import Ending, FinalReason, SoFar
from midcourse.core.run.groups import field_places
from midcourse.core.run.settings import Settings
from midcourse.inputs.config import variable
from midcourse.interfaces.cli import app
from midcourse.interfaces.results import result_of

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "reference.md"

FINAL_REASONS: dict[str, tuple[str, str]] = {
    "plan_complete": ("success", "The goal holds after at least one act, or a judge says so."),
    "already_done": ("success", "The goal held before the first act."),
    "done_unproven": (
        "done_unproven",
        "Every step of the last plan returned without an error, but no look can show whether the goal is reached.",
    ),
    "not_reached": ("failed", "The plan ended with a failed or uncertain step, or a look shows that the goal is not reached."),
    "replan_exhausted": ("failed", "Another plan is needed, and a limit or a person does not allow it."),
    "structural": ("failed", "A step cannot work here, and the planner knows no other way."),
    "impossible": ("failed", "The planner says that the goal cannot be reached."),
    "at_a_loss": ("failed", "The planner has no idea left. Another planner may find a way."),
    "stuck": ("failed", "The run repeats itself without a new result."),
    "planner_failed": ("failed", "The planner's answers cannot be used, even after objections."),
    "planner_unreachable": ("failed", "The planner's service does not answer. The run can be resumed."),
    "budget_exhausted": ("failed", "A limit of calls, segments, seconds, tokens or money is reached."),
    "max_steps": ("failed", "The limit of acts is reached."),
    "denied": ("failed", "An act or a plan was refused, and there is no way around it."),
    "environment": ("failed", "The world cannot be seen or used, or nobody could say whether an act happened."),
    "cancelled": ("failed", "A person cancelled the run."),
    "waiting": ("not ended", "The run waits for a person."),
    "unfinished": ("not ended", "The run was interrupted. It can be resumed."),
}
"""Final reason -> its verdict and what it means. `reasons_in_the_code` says whether the list is whole."""

RESULT: dict[str, str] = {
    "run": "The id of the run.",
    "goal": "The goal of the task, in words.",
    "ended": "False while the run waits or was interrupted.",
    "success": "The goal was seen to hold, or a judge said so.",
    "verdict": "`success`, `done_unproven` or `failed`.",
    "life": "Where the task is in its life: `planned`, `running`, `waiting`, `replanning`, `done` and so on.",
    "final_reason": "Why the run ended, from the table above.",
    "final_detail": "The same in words, or the question that the run waits for.",
    "root_cause": "The failure that the ending came from.",
    "said_by": "Who or what showed that the goal is reached.",
    "next_safe_action": "What may safely be done now.",
    "certificate": "Why there is no way, if that was worked out.",
    "steps": "Acts that were begun, retries included.",
    "replans": "Plans that were asked for because something was not as planned.",
    "planner_calls": "Requests to the planner.",
    "versions": "Plans that were accepted.",
    "wall_seconds": "Seconds from the start to the end, with the time that people took.",
    "confirmed": "Ids of steps that were seen to be done.",
    "assumed": "Ids of steps that returned without an error, and that nothing shows.",
    "undone": "Ids of steps that were done, and that the world took back.",
    "uncertain": "Ids of steps that were begun, and of which nobody knows whether they happened.",
    "left": "Ids of steps of the last plan that were not done.",
    "owed": "Values that were changed during a search and were not restored.",
    "segments": "For each plan: how many steps are on a target (`visual`), on the keyboard (`command`) or `replan`.",
    "outputs": "What each step returned.",
    "steps_in_full": "Each step: what it is, its state and attempts; after a failure also its reason, detail, kind, severity,"
    " category and type, and whether it worked later.",
    "analyses": "Each failure that a plan was made for: root cause, contributing factors, similar failures.",
    "finding": "What local planning did, in figures; `null` if it was not at work.",
    "guide": "The coarse plan: its goals and which are reached, revisions, dropped goals; `null` without one.",
    "cost": "Tokens, money, answers without a price, calls of models, looks (by tier), and what looking cost.",
    "price_note": "What to know about the money, such as a price that is not known.",
    "failed_replans": "Replans that brought nothing.",
    "notes": "What was odd although nothing failed.",
    "met": "The failures of the run, for later runs.",
}
"""Field of result.json -> what it says. `fields_of_a_result` says whether the list is whole."""

REMEDIES = {
    "retry": "retry after a pause",
    "rebind": "find the target again",
    "re-enter": "continue the plan at another step",
    "replan": "ask for another plan",
    "ask": "ask a person",
}

FIRST: dict[str, str] = {"uncertain": "look whether the act happened, and ask a person if no look can show it; if it did not:"}
"""Kind -> what comes before its remedies."""
LAST: dict[str, str] = {"structural": "stop with a certificate"}
"""Kind -> what follows where no remedy helps."""


def docstrings(struct: type) -> dict[str, str]:
    """Field -> the text under it."""
    [definition] = ast.parse(inspect.getsource(struct)).body
    assert isinstance(definition, ast.ClassDef)
    found: dict[str, str] = {}
    for field, text in zip(definition.body, definition.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(text, ast.Expr):
            found[field.target.id] = " ".join(str(ast.literal_eval(text.value)).split())
    return found


def values_of(hint: object) -> str:
    """The values that a type allows, in words."""
    limits = ""
    if typing.get_origin(hint) is typing.Annotated:
        hint, *metas = typing.get_args(hint)
        low = next((m.ge for m in metas if m.ge is not None), None)
        above = next((m.gt for m in metas if m.gt is not None), None)
        high = next((m.le for m in metas if m.le is not None and m.le < 1e9), None)
        start = f"{low}" if low is not None else f"above {above}"
        limits = f"{start} to {high}" if high is not None else f"{start} or more" if low is not None else start
    if typing.get_origin(hint) is typing.Literal:
        return ", ".join(f"`{value}`" for value in typing.get_args(hint))
    kinds: dict[object, str] = {bool: "true or false", int: "a number", float: "a number"}
    return limits or kinds.get(hint, str(hint))


def settings() -> Iterator[str]:
    """One row for each setting."""
    yield "| setting | default | values | meaning |"
    yield "|---|---|---|---|"
    for name, (group, field) in field_places(Settings).items():
        home = typing.get_type_hints(Settings)[group] if group else Settings
        hint = typing.get_type_hints(home, include_extras=True)[field.name]
        yield f"| `{name}` | `{field.default!r}` | {values_of(hint)} | {docstrings(home)[field.name]} |"


def reasons_in_the_code() -> set[str]:
    """Every final reason that a run can end with, and what stands in its place before."""
    return {*typing.get_args(FinalReason), *typing.get_args(SoFar)}


def final_reasons() -> Iterator[str]:
    """One row for each final reason."""
    yield "| final reason | verdict | meaning |"
    yield "|---|---|---|"
    for reason, (verdict, meaning) in FINAL_REASONS.items():
        yield f"| [`{reason}`](troubleshooting.md#{reason}) | {verdict} | {meaning} |"


def fields_of_a_result() -> set[str]:
    """Every field that `result.json` can have."""
    outcome = run("nothing", world=[lambda: None], planner=[])
    return {*result_of(outcome.run), *field_places(Ending)}


def result_fields() -> Iterator[str]:
    """One row for each field."""
    yield "| field | meaning |"
    yield "|---|---|"
    for name, meaning in RESULT.items():
        yield f"| `{name}` | {meaning} |"


def failure_reasons() -> Iterator[str]:
    """One row for each kind of failure."""
    yield "| kind | remedies, in order | known reasons |"
    yield "|---|---|---|"
    for kind, ladder in LADDER.items():
        known = " ".join(f"`{reason}`" for reason, its in sorted(KIND_OF_REASON.items()) if its == kind)
        words = REMEDIES | ({"retry": "retry once after a pause"} if tries_allowed(kind, 9) == 2 else {})
        remedies = "; ".join((*(words[str(remedy.value)] for remedy in ladder), *filter(None, [LAST.get(kind)])))
        first = f"{FIRST[kind]} " if kind in FIRST else ""
        yield f"| {kind} | {first}{remedies} | {known or 'every reason that is not listed here'} |"


def commands() -> Iterator[str]:
    """One row for each command."""
    yield "| command | what it does |"
    yield "|---|---|"
    yield from _rows(typer.main.get_command(app), "midcourse")


def _rows(command: typing.Any, name: str) -> Iterator[str]:
    children: dict[str, typing.Any] = getattr(command, "commands", {})
    if name != "midcourse":
        yield f"| `{name}` | {_first_line(command.help)} |"
    for child in sorted(children):
        yield from _rows(children[child], f"{name} {child}")


def _first_line(text: str | None) -> str:
    return " ".join((text or "").split("\n\n")[0].split())


def page() -> str:
    """The whole page."""
    sections = {
        "Settings": (
            "[Running](running.md#settings) says where a setting can be given. In the environment a setting is in upper case with"
            f" the prefix `MIDCOURSE_`: `{variable('max_steps')}`. The settings about automatic replanning have no prefix:"
            f" `{variable('auto_replanning_max_attempts')}`.",
            settings(),
        ),
        "Final reasons": (
            "`outcome.ending.final_reason` says why a run ended. Each reason links to what you can do about it.",
            final_reasons(),
        ),
        "Failure reasons": (
            "A step that fails has a reason, and each reason has a kind. The kind decides what the engine tries:"
            " the second column lists it in order ([more](concepts.md#the-ladder))."
            ' Your own reasons are of the kind `unexpected` unless you name another: `fail(reason, detail, kind="transient")`.'
            " The table is for reasons that a world names itself. The kind of an exception comes from the"
            ' [shipped rules](failing-well.md#classifying-a-failure): `fail("connection_reset")` is transient, but a'
            " `ConnectionResetError` is uncertain.",
            failure_reasons(),
        ),
        "Fields of result.json": (
            "Every run of the command line leaves `result.json` in its folder, also while it waits. A field that has nothing to"
            " say may be missing.",
            result_fields(),
        ),
        "Commands": ("`midcourse COMMAND --help` lists the options of a command.", commands()),
    }
    text = "# Reference\n\nThis page is generated from the code by `scripts/reference.py`. Do not edit it.\n"
    for title, (lead, rows) in sections.items():
        text += f"\n## {title}\n\n{lead}\n\n" + "\n".join(rows) + "\n"
    return text


def main() -> int:
    """Write the page, or check it."""
    missing = reasons_in_the_code() ^ set(FINAL_REASONS)
    if missing:
        sys.stderr.write(f"FINAL_REASONS and the code differ: {', '.join(sorted(missing))}\n")
        return 1
    if missing := fields_of_a_result() ^ set(RESULT):
        sys.stderr.write(f"RESULT and the code differ: {', '.join(sorted(missing))}\n")
        return 1
    if "--check" in sys.argv[1:]:
        fresh = PAGE.exists() and PAGE.read_text(encoding="utf-8") == page()
        sys.stderr.write("" if fresh else "docs/reference.md is out of date: run scripts/reference.py\n")
        return 0 if fresh else 1
    PAGE.write_text(page(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
