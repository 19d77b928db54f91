"""The library's front: start a run, follow it, speak to it, or just run it and take the outcome."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import msgspec

from . import wiring
from .core.errors import TaskError
from .core.gates.checks import check_settings
from .core.model import Json, Task
from .core.people.messages import Message, Question
from .core.plans.plan import Achieve, Act, Replan, Step
from .core.policy.endings import standing
from .core.protocols import Approver, Blobs, Clock, Judge, Memory, Model, Planner, World
from .core.run.ending import Ending, Verdict
from .core.run.entries import Entry
from .core.run.settings import Settings
from .core.run.state import Run
from .director.loop import Director, Watcher
from .engine.blobs import FolderBlobs
from .engine.memory import MemoryStore
from .engine.sqlite import SqliteStore
from .planners.written import WrittenPlanner
from .recovery.lessons import SqliteLessons
from .wiring import Store, as_world, assemble

Plans = Planner | Sequence[Step]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a run stands when nothing more can be done now."""

    run: Run
    entries: tuple[Entry, ...]

    def __repr__(self) -> str:
        ending = self.ending
        state = f"verdict={ending.verdict!r}, final_reason={ending.final_reason!r}"
        return f"Outcome({state}, run={self.run.id!r}, events={len(self.entries)})"

    @property
    def ending(self) -> Ending:
        """How it ended; while it waits for people, how it stands, with the reason `waiting`."""
        return self.run.ending or standing(self.run)

    @property
    def ended(self) -> bool:
        """Whether it has ended; else it waits for people, or was interrupted."""
        return self.run.ending is not None

    @property
    def success(self) -> bool:
        """The goal was seen to hold, or a judge said so under its name."""
        return self.run.ending is not None and self.run.ending.success

    @property
    def verdict(self) -> Verdict:
        """`success`, `done_unproven` (every step answered well, and nothing shows more), or `failed`."""
        return self.ending.verdict

    @property
    def outputs(self) -> dict[str, Json]:
        """Step -> what it returned."""
        return self.run.work.outputs

    @property
    def waiting_for(self) -> Question | None:
        """The open question, if the run waits for an answer."""
        return self.run.people.question if self.run.ending is None else None


class Session:
    """A run under way: follow its events, speak to it, wait for its outcome.

    async with Session("tidy up", world=desk, planner=planner) as session:
        async for entry in session.events():
            ...
    """

    def __init__(
        self,
        task: Task | str,
        *,
        world: World | Any,
        planner: Plans | None = None,
        model: Model | str | None = None,
        done_when: str = "",
        settings: Settings | None = None,
        approver: Approver | None = None,
        judge: Judge | None = None,
        store: Store | None = None,
        blobs: Blobs | None = None,
        clock: Clock | None = None,
        memory: Memory | None = None,
        run_id: str | None = None,
        patient: bool = False,
        on_event: Callable[[Entry, Run], None] | None = None,
    ) -> None:
        if isinstance(task, str):
            task = Task(task, done_when)
        elif done_when:
            raise TaskError("give done_when in the Task, or a goal in words and done_when, not both")
        self.task, self.settings = _checked_task(task), check_settings(settings or Settings())
        self.run_id = run_id or new_run_id()
        self.store = store or MemoryStore()
        made = as_world(*world) if isinstance(world, list | tuple) else as_world(world)  # pyright: ignore[reportUnknownArgumentType]
        model = wiring.open_model(model) if isinstance(model, str) else model
        parts = assemble(
            made,
            _planner(planner, model),
            approver=approver,
            judge=judge,
            store=self.store,
            blobs=blobs,
            clock=clock,
            memory=memory,
            model=model,
        )
        self._entries: list[Entry] = []
        self._news: list[asyncio.Queue[Entry | None]] = []
        watchers: list[Watcher] = [self._note, *([on_event] if on_event else [])]
        self._director = Director(parts, patient, watchers)
        self._work: asyncio.Task[Run] | None = None

    async def __aenter__(self) -> Session:
        self._begin(self._director.start(self.run_id, self.task, self.settings))
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._work is not None and not self._work.done():
            self._work.cancel()
            await asyncio.wait([self._work])

    def resumed(self) -> Session:
        """Take the run up from the store instead of starting it."""
        self._begin(self._director.resume(self.run_id))
        return self

    def _begin(self, work: Any) -> None:
        task: asyncio.Task[Run] = asyncio.ensure_future(work)
        task.add_done_callback(lambda _: [queue.put_nowait(None) for queue in self._news])
        self._work = task

    def _note(self, entry: Entry, run: Run) -> None:
        self._entries.append(entry)
        for queue in self._news:
            queue.put_nowait(entry)

    async def events(self) -> AsyncIterator[Entry]:
        """Every event from the first, as it happens, until the run ends or waits. Many may listen."""
        queue: asyncio.Queue[Entry | None] = asyncio.Queue()
        for entry in self._entries:
            queue.put_nowait(entry)
        if self._work is None or self._work.done():
            queue.put_nowait(None)
        self._news.append(queue)
        while (entry := await queue.get()) is not None:
            yield entry

    async def send(self, message: Message) -> None:
        """Say something to the run: an answer, a constraint, another goal, pause, cancel."""
        await self.store.send(self.run_id, message)

    async def outcome(self) -> Outcome:
        """How it ended, once it has, or how it stands when it waits for people and is not patient."""
        assert self._work is not None, "use `async with`, or resumed()"
        run = await self._work
        return Outcome(run, tuple(await self.store.read(self.run_id)))


def _checked_task(task: Task) -> Task:
    try:
        return msgspec.convert(msgspec.to_builtins(task), Task)
    except msgspec.ValidationError as error:
        raise TaskError(f"the task: {error}") from None


def _planner(planner: Any, model: Model | None) -> Planner:
    if planner is None:
        if model is None:
            raise TaskError("who plans? Give planner= a planner or a list of steps, or model= a language model, provider:name")
        return wiring.model_planner(model)
    if isinstance(planner, list | tuple):
        for step in planner:  # pyright: ignore[reportUnknownVariableType]
            if not isinstance(step, Act | Achieve | Replan):
                raise TaskError(f"{step!r} is no step; write act({step!r}), or Act, Achieve, Replan")
        return WrittenPlanner(cast("Sequence[Step]", planner))
    if isinstance(planner, type):
        raise TaskError(f"{planner.__name__} is a class; give an instance: {planner.__name__}()")
    if not hasattr(planner, "plan"):
        raise TaskError(f"{planner!r} is no planner: give an object with `async def plan(request)`, or a list of steps")
    return planner


def new_run_id() -> str:
    """A name that no other run has."""
    return f"r-{uuid.uuid4().hex[:10]}"


async def run_async(task: Task | str, **options: Any) -> Outcome:
    """Like `run`, inside an event loop."""
    async with Session(task, **options) as session:
        return await session.outcome()


def run(task: Task | str, **options: Any) -> Outcome:
    """Run a task and return its outcome; the options are those of Session."""
    _outside_a_loop("run")
    return asyncio.run(run_async(task, **options))


async def resume_async(run_id: str, **options: Any) -> Outcome:
    """Like `resume`, inside an event loop."""
    return await Session("", run_id=run_id, **options).resumed().outcome()


def resume(run_id: str, **options: Any) -> Outcome:
    """Take up a run from its store, after a crash or a wait; `store=` is where it was kept."""
    _outside_a_loop("resume")
    return asyncio.run(resume_async(run_id, **options))


def _outside_a_loop(name: str) -> None:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return
    raise TaskError(f"an event loop runs here, as in a notebook: use `await {name}_async(…)` in place of {name}(…)")


def open_store(path: str | Path) -> SqliteStore:
    """The store in this SQLite file; made when first used."""
    return SqliteStore(Path(path))


def open_lessons(path: str | Path) -> SqliteLessons:
    """The lessons in this SQLite file; made when first used."""
    return wiring.open_lessons(Path(path))


def open_blobs(folder: str | Path) -> FolderBlobs:
    """The blobs in this folder."""
    return FolderBlobs(Path(folder))
