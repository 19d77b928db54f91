"""Commands about lessons: what was learned from failures, and what is to be forgotten."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from ...core.errors import TaskError
from ...core.history.lessons import Found, Lesson, worth
from ...core.language.printable import printable
from ...core.plans.brackets import in_brackets
from ...core.plans.edits import say as edit_in_words
from ...inputs import config
from ...plain_files import open_plain
from ...private import write_out
from ...recovery.lessons import SqliteLessons
from ...wiring.homes import home_lessons
from .common import AsJson, say

Id = Annotated[str, typer.Argument(help="the lesson, as 'midcourse lessons' lists it, or the beginning of its id")]

app = typer.Typer(
    add_completion=False,
    invoke_without_command=True,
    help="List the lessons from failures; show, export, import or forget them.",
)


def _open() -> SqliteLessons:
    return home_lessons(config.home())


def _tells_of(lesson: Lesson, words: str) -> bool:
    """Whether each of the words stands somewhere in a lesson."""
    situation = lesson.situation
    told = (situation.skill, situation.reason, situation.kind, situation.shape, *situation.args.values(), situation.world)
    text = " ".join(map(str, (*told, edit_in_words(lesson.edit), lesson.why, lesson.agent, lesson.team))).casefold()
    return all(word in text for word in words.casefold().split())


@app.callback()
def listed(
    context: typer.Context,
    find: Annotated[str, typer.Option(help="only those in which each of these words stands", metavar="WORDS")] = "",
    json: AsJson = False,
) -> None:
    """List the lessons, the most helpful first."""
    if context.invoked_subcommand is not None:
        return
    known = _open().all()
    lessons = [lesson for lesson in known if _tells_of(lesson, find)]
    if json:
        say(msgspec.json.encode([{"id": k.id, **msgspec.to_builtins(k)} for k in lessons]).decode())
        return
    for lesson in lessons:
        aside = ("  put aside" if lesson.quarantined else "") + ("  from elsewhere" if lesson.foreign else "")
        say(f"{lesson.id}  +{lesson.helped:.1f} -{lesson.harmed:.1f}  {lesson.scope:<5}  {lesson.sentence()}{aside}")
    if known and not lessons:
        say(f"none of {len(known)} lessons tells of {find}")
    if not known:
        say(f"no lessons in {config.home()} yet: they come from failures that were seen to be mended")


@app.command()
def show(id: Id) -> None:
    """Show a lesson: the situation, the fix, its record."""
    lesson = _open().get(id)
    now = datetime.now().timestamp()
    situation = lesson.situation
    say(
        f"lesson {lesson.id}, scope {lesson.scope}, by agent {lesson.agent or '?'}"
        + (f" of {lesson.team}" if lesson.team else "")
    )
    say(f"  when:      {situation.skill} fails with {situation.reason} ({situation.kind}): {situation.shape}")
    say(f"  arguments: {in_brackets(situation.args) or 'none'}; world {situation.world or 'any'}")
    say(f"  do:        {edit_in_words(lesson.edit)}")
    say(f"  because:   {lesson.why}")
    last = f"{datetime.fromtimestamp(lesson.at):%Y-%m-%d %H:%M}"
    aside = "; put aside since it did harm" if lesson.quarantined else ""
    aside += "; from elsewhere, and not yet seen to help here" if lesson.foreign else ""
    say(f"  fared:     helped {lesson.helped:.1f}, harmed {lesson.harmed:.1f}, last {last}")
    say(f"  relied on: {worth(Found(lesson, 'exact'), now):.2f} of 1{aside}")


@app.command()
def export(file: Annotated[Path, typer.Argument(help="a file of JSON lines")]) -> None:
    """Write all lessons to a file."""
    lessons = _open().all()
    try:
        write_out(file, "".join(printable(msgspec.json.encode(lesson).decode()) + "\n" for lesson in lessons).encode())
    except OSError as error:
        raise TaskError(f"cannot write {file}: {error.strerror or error}") from None
    say(f"wrote {len(lessons)} lessons to {file}")


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="a file that 'midcourse lessons export' wrote")],
    scope: Annotated[str, typer.Option(help="agent, team or all; as they are if left out")] = "",
) -> None:
    """Read lessons from a file. The engine tells the planner about them, and tries one only after it is seen to help here."""
    try:
        with open_plain(file) as opened:
            lines = opened.read().splitlines()
    except OSError as error:
        raise TaskError(f"cannot read {file}: {error.strerror or error}") from None
    lessons: list[Lesson] = []
    for number, line in enumerate(filter(bytes.strip, lines), 1):
        try:
            data = msgspec.json.decode(line)
            lessons.append(msgspec.convert({**data, **({"scope": scope} if scope else {})}, Lesson))
        except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
            raise TaskError(f"{file}:{number}: not a lesson: {error}") from None
    new = _open().put(lessons)
    say(f"read {len(lessons)} lessons, {new} of them new")


@app.command()
def forget(id: Id) -> None:
    """Delete a lesson."""
    lessons = _open()
    lesson = lessons.get(id)
    lessons.forget(lesson.id)
    say(f"forgot {lesson.id}: {lesson.sentence()}")
