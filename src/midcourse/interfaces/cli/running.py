"""Commands that drive a run."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Generator, Sequence
from pathlib import Path
from time import monotonic
from typing import Annotated, NamedTuple, TypeVar

import msgspec
import typer
from rich.console import Console

from ...approval.console import ConsoleApprover
from ...core.errors import TaskError, choices
from ...core.evolve import replay
from ...core.gates.checks import check_ours
from ...core.protocols import Approver, Model, Summary
from ...core.run.settings import Settings
from ...core.run.state import Run
from ...director.alone import run_alone
from ...director.loop import Director
from ...front import new_run_id
from ...inputs import config
from ...inputs.settings_text import override
from ...inputs.taskfile import TaskFile, located, read_task
from ...wiring.homes import open_store, parts_of
from ...wiring.names import PLANNERS, approver_named, is_world, world_choices
from ...wiring.preparing import Prepared, prepare
from ..live import LiveView, PlainView
from ..prices import caveat, caveat_of, most_of
from ..results import Recipe, folder, read_recipe, result_of, write_recipe, write_result
from .common import AsJson, MaxReplans, MaxSteps, Replan, RunId, Set, StopEarly, entries_of, flags, say, the, warn

T = TypeVar("T")
INTERRUPTED = 130
"""What the process ends with when it is told to stop."""
ONE_KEYPRESS = 0.5
"""Seconds in which a signal that comes twice is one: a terminal and the program that started us may both pass it on."""


Strict = Annotated[bool, typer.Option("--strict", help="exit with 0 only for success, with 1 for `done, not proven`")]


def run(
    task: Annotated[
        str,
        typer.Argument(help="a task file, a PDDL domain, a world with a task (grid:LEVEL), or the goal in words (with --world)"),
    ],
    problem: Annotated[str, typer.Argument(help="the PDDL problem, after a domain")] = "",
    world: Annotated[str, typer.Option(help=world_choices())] = "",
    planner: Annotated[str, typer.Option(help=f"one of {', '.join(PLANNERS)}")] = "",
    model: Annotated[str, typer.Option(help="provider:name of a language model")] = "",
    record: Annotated[
        Path | None, typer.Option(help="store every exchange with the model in a file, for --model replay:FILE")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="look once, and print the most that the run may cost")] = False,
    done_when: Annotated[str, typer.Option(help="the goal as a condition")] = "",
    seed: Annotated[int, typer.Option(help="the seed of PDDL acts with chances and of grid games")] = 0,
    approver: Annotated[str, typer.Option(help="console, inbox or refuse; console in a terminal, else inbox")] = "",
    replan: Replan = None,
    stop_early: StopEarly = None,
    max_replans: MaxReplans = None,
    max_steps: MaxSteps = None,
    set_: Set = None,
    set_value: Annotated[
        list[str] | None, typer.Option("--set-value", help="another value for the task's `values`: --set-value Name=Ada")
    ] = None,
    json: AsJson = False,
    strict: Strict = False,
    afresh: Annotated[bool, typer.Option("--afresh", help="forget the failed replans of earlier runs of this task")] = False,
) -> None:
    """Run a task."""
    set_ = [*(set_ or []), "afresh=true"] if afresh else set_
    if model and planner:
        raise TaskError(f"--model {model} is a planner; give it, or --planner {planner}, not both")
    planner = f"model:{model}" if model else planner
    file, base = _read(task, problem, world, seed)
    file.planner, file.done_when = planner or file.planner, done_when or file.done_when
    _set_values(file, set_value or [])
    given = flags(replan, stop_early, max_replans, max_steps, set_)
    loaded = config.load_settings()
    settings = override(file.over(loaded.settings), given)
    home, run_id, shown = config.home(), new_run_id(), _shown(approver, json)
    source = Path(task) if _is_task_file(task) else None
    with open_store(home) as store:
        made = prepare(
            file.task(),
            world=file.world,
            planner=file.planner,
            settings=settings,
            plans=file.scripts(),
            base=base,
            keep=folder(home, run_id),
            record=record,
            **parts_of(home, store, shown.approver),
        )
        if not made.task.goal and is_world(task):
            run_alone(made.release())
            raise TaskError(f"{task} asks for nothing by itself; say what is wanted: midcourse run GOAL --world '{task}'")
        _tell_note(made, loaded.note)
        if dry_run:
            with _in_file(source, done_when):
                _tell_most(made)
            return
        recipe = Recipe(file.world, str(base.resolve()), file.planner, str(source.resolve()) if source else "")

        async def go(director: Director) -> Run:
            write_recipe(home, run_id, recipe)
            with _in_file(source, done_when):
                return await director.start(run_id, made.task, made.settings)

        _tell_price(made.model, settings)
        _tell_left(run_alone(store.runs()), made.task.goal)
        ended = _drive(go, made, shown, home, run_id)
    _tell_end(ended, home, json, strict)


def _tell_left(runs: Sequence[Summary], goal: str) -> None:
    """A run with the same goal was left in the middle: what it did may be done a second time by a new one."""
    left = next((run for run in runs if run.goal == goal and run.state in ("left", "interrupted", "waiting")), None)
    if left is not None:
        word = "waits for an answer" if left.state == "waiting" else "was left in the middle"
        warn(f"run {left.id} with the same goal {word}; this is a new run. To continue that one: midcourse resume {left.id}")


def _set_values(file: TaskFile, given: list[str]) -> None:
    """Put other values in place of the task's own."""
    for text in given:
        name, found, value = text.partition("=")
        if not found or name not in file.values:
            raise TaskError(f"--set-value {text}: expected NAME=VALUE; {choices(name, file.values)}")
        file.values[name] = value


@contextlib.contextmanager
def _in_file(source: Path | None, done_when: str) -> Generator[None]:
    """What is wrong with a task, with the line of its file; not where an option takes that line's place."""
    try:
        yield
    except TaskError as error:
        if source is None or not error.place or (done_when and error.place == "$.done_when"):
            raise
        raise located(source, error) from None


def _tell_note(made: Prepared, of_settings: str = "") -> None:
    """What people are to know before anything is done."""
    if note := "; ".join(filter(None, (of_settings, made.parts.note))):
        warn(note)


def _tell_price(model: Model | None, settings: Settings) -> None:
    """Which limits hold, where the model's price is unknown."""
    if model is not None and (note := caveat_of(model, settings)):
        warn(note)


def _tell_most(made: Prepared) -> None:
    """The most that the run may cost; nothing is done."""
    most = run_alone(_released(most_of(made.parts, made.task, made.settings), made))
    for line in most.lines():
        say(line)
    if note := caveat(most.asked, made.settings):
        say(note)


def _is_task_file(task: str) -> bool:
    return task.endswith((".yaml", ".yml")) or (Path(task).is_file() and not task.endswith(".pddl"))


def _read(task: str, problem: str, world: str, seed: int) -> tuple[TaskFile, Path]:
    """The task that is meant, and what its files are relative to: two PDDL files, a world that asks by itself, a file, words."""
    if problem or task.endswith(".pddl"):
        return _read_pddl(task, problem, seed), Path()
    if is_world(task) and not world:
        return TaskFile(goal="", world=f"{task} {seed}" if seed else task), Path()
    if _is_task_file(task):
        file, base = read_task(Path(task)), Path(task).parent
    else:
        if not world:
            raise TaskError(f"{task!r} is no task file; a goal in words needs --world: {world_choices()}")
        file, base = TaskFile(goal=task), Path()
    if world:
        file.world, base = world, Path()
    return file, base


def _read_pddl(domain: str, problem: str, seed: int) -> TaskFile:
    for name in (domain, problem):
        if not name.endswith(".pddl"):
            what = f"{name!r} is no .pddl file" if name else "the problem is missing"
            raise TaskError(f"{what}; for PDDL give two files: midcourse run DOMAIN.pddl PROBLEM.pddl")
    domain, problem = str(Path(domain).resolve()), str(Path(problem).resolve())
    return TaskFile(goal=f"solve {Path(problem).stem}", world=f"{domain} {problem} {seed}")


def resume(
    run_id: RunId,
    approver: Annotated[str, typer.Option(help="console, inbox or refuse")] = "",
    json: AsJson = False,
    strict: Strict = False,
) -> None:
    """Continue a run after a crash, an interruption or a wait."""
    home, shown = config.home(), _shown(approver, json)
    run_id = the(run_id)
    begun = check_ours(replay(entries_of(run_id)))
    recipe = read_recipe(home, run_id)
    file = read_task(Path(recipe.task_file)) if recipe.task_file else TaskFile(goal="")
    with open_store(home) as store:
        made = prepare(
            file.task(),
            world=recipe.world,
            planner=recipe.planner or file.planner,
            plans=file.scripts(),
            base=Path(recipe.base),
            keep=folder(home, run_id),
            **parts_of(home, store, shown.approver),
        )
        _tell_note(made)
        _tell_price(made.model, begun.setup.settings)
        ended = _drive(lambda director: director.resume(run_id), made, shown, home, run_id)
    _tell_end(ended, home, json, strict)


class Shown(NamedTuple):
    """Where a run is seen, and who is asked there."""

    view: LiveView | PlainView
    approver: Approver


def _shown(approver: str, json: bool) -> Shown:
    if sys.stdout.isatty() and sys.stdin.isatty() and not json:
        view = LiveView(Console())
        name = approver or "console"
        return Shown(view, ConsoleApprover(view.prompt, view.print) if name == "console" else approver_named(name))
    return Shown(PlainView(_nowhere if json else None), approver_named(approver or "inbox"))


def _drive(go: Callable[[Director], Awaitable[Run]], made: Prepared, shown: Shown, home: Path, run_id: str) -> Run:
    """Carry a run as far as it goes, and show it."""
    director = Director(made.parts, patient=False, watchers=[shown.view])
    try:
        with shown.view:
            return run_alone(_until_told(_released(go(director), made)))
    except asyncio.CancelledError:
        write_result(home, director.run)
        warn(f"interrupted; go on with: midcourse resume {run_id}")
        sys.exit(INTERRUPTED)


def _tell_end(ended: Run, home: Path, json: bool, strict: bool) -> None:
    """Leave its result, and the exit code that goes with it."""
    path = write_result(home, ended)
    if json:
        say(msgspec.json.encode(result_of(ended)).decode())
    else:
        _report(ended, path)
    raise typer.Exit(_exit_code(ended, strict))


def _exit_code(ended: Run, strict: bool) -> int:
    """0 done, 1 not, 3 waiting. What is done and not proven counts as done, unless a program wants proof."""
    if ended.ending is None:
        return 3
    return 0 if ended.ending.success or (ended.ending.verdict == "done_unproven" and not strict) else 1


async def _released(work: Awaitable[T], made: Prepared) -> T:
    done: T | None = None
    try:
        done = await work
        return done
    finally:
        await made.release(done if isinstance(done, Run) else None)


def _nowhere(line: str) -> None:
    """Where the lines of a run go when a program wants its result alone."""


async def _until_told(work: Awaitable[Run]) -> Run:
    """Ctrl-C or a polite kill cancels the work, which then writes its last event. A second one ends the process where it stands,
    as a kill would: the loop may be held by code that never gives it back."""
    task = asyncio.ensure_future(work)
    loop, first = asyncio.get_running_loop(), 0.0

    def hear(_number: int, _frame: object) -> None:
        nonlocal first
        if first and monotonic() - first > ONE_KEYPRESS:
            os.write(2, b"\nmidcourse: ended at once; 'midcourse runs' names the run, and 'midcourse resume RUN' goes on\n")
            os._exit(INTERRUPTED)
        if loop.is_closed():
            raise KeyboardInterrupt
        first = first or monotonic()
        loop.call_soon_threadsafe(task.cancel)

    with contextlib.suppress(ValueError):  # not in the main thread
        for sig in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sig, hear)
    return await task


def _report(ended: Run, path: Path) -> None:
    ending = ended.ending
    say()
    if ending is None:
        question = ended.people.question
        if ended.people.paused or ended.people.taken_over:
            held, end = ("paused", "go-on") if ended.people.paused else (f"taken over by {ended.people.taken_over}", "hand-back")
            say(f"waiting: {held}")
            say(f"  end it with: midcourse tell {ended.id} {end}")
        if question:
            say(f"waiting: {question.text}")
            for line in question.in_full:
                say(f"  {line}")
            asked = f"{ended.id}/{question.id}"  # another question that is open by then is not answered by it
            say(f"  answer with: midcourse approve {asked} --yes   (or --no --reason TEXT; more: midcourse approvals)")
        say(f"  then:        midcourse resume {ended.id}")
    else:
        say(f"{ending.in_words.upper()}  {ending.final_reason}")
        for note in ending.afterword.notes:
            say(f"  note: {note}")
        for name in ("final_detail", "root_cause", "said_by", "next_safe_action"):
            if text := getattr(ending, name):
                say(f"  {name.replace('_', ' ')}: {text}")
        counts = f"steps {ending.steps}, replans {ending.replans}, planner calls {ending.planner_calls}"
        say(f"  {counts}, looks {ended.seen.belief.looks}, plan versions {ending.versions}, {ending.wall_seconds:.2f} s")
        if ending.cost.tokens or ending.cost.money:
            say(f"  {ending.cost.in_words()}")
    say(f"  run {ended.id}: {path}")


COMMANDS = {"run": run, "resume": resume}
