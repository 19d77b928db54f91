"""The library's front: start a run, follow it, speak to it, or just run it and take the outcome."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from dataclasses import dataclass
from functools import wraps
from inspect import signature
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from .core.errors import TaskError
from .core.evolve import replay
from .core.gates.checks import check_ours
from .core.gates.options import check_options, spelt
from .core.model import Json, Task
from .core.people.messages import Answer, Message, Question
from .core.policy.endings import standing
from .core.protocols import Approver, Blobs, Clock, Judge, Memory, Model, Store
from .core.run.ending import Ending, Verdict
from .core.run.entries import Entry
from .core.run.ids import check_run_id
from .core.run.settings import Settings
from .core.run.state import Run
from .director.alone import run_alone
from .director.loop import Director, Watcher
from .engine.blobs import FolderBlobs
from .engine.memory import MemoryStore
from .engine.sqlite import SqliteStore
from .recovery.lessons import SqliteLessons
from .wiring import homes
from .wiring.preparing import SomePlanner, SomeWorld, prepare

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What `run` returns: how the run ended, or how it stands while it waits for people."""

    run: Run
    entries: tuple[Entry, ...]

    def __repr__(self) -> str:
        ending = self.ending
        state = f"verdict={ending.verdict!r}, final_reason={ending.final_reason!r}"
        return f"Outcome({state}, run={self.run.id!r}, events={len(self.entries)})"

    @property
    def ending(self) -> Ending:
        """How the run ended. While it waits for people: how it stands so far, with the final reason `waiting`."""
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
        """`success`, `done_unproven` (every step of the last plan returned, and no look can show more), or `failed`."""
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

    @spelt
    def __init__(
        self,
        task: Task | str,
        *,
        world: SomeWorld,
        planner: SomePlanner | None = None,
        model: Model | str | None = None,
        done_when: str = "",
        settings: Settings | Mapping[str, object] | None = None,
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
        """World, planner and model may be given or named, as on the command line. `settings` may be a mapping, such as
        `{"max_steps": 5}`. `patient`: wait for people, do not return."""
        if done_when and not isinstance(task, str):
            raise TaskError("give done_when in the Task, or a goal in words and done_when, not both")
        self.run_id = check_run_id(run_id) if run_id is not None else new_run_id()
        self.store = MemoryStore() if store is None else store
        self._prepared = prepare(
            Task(task, done_when) if isinstance(task, str) else task,
            world=world,
            planner=planner,
            model=model,
            settings=settings,
            approver=approver,
            judge=judge,
            store=self.store,
            blobs=blobs,
            clock=clock,
            memory=memory,
        )
        self.task, self.settings = self._prepared.task, self._prepared.settings
        self._entries: list[Entry] = []
        self._news: list[asyncio.Queue[Entry | None]] = []
        watchers: list[Watcher] = [self._note, *([on_event] if on_event else [])]
        self._director = Director(self._prepared.parts, patient, watchers)
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

    def _begin(self, work: Coroutine[Any, Any, Run]) -> None:
        async def to_the_end() -> Run:
            run: Run | None = None
            try:
                run = await work
                return run
            finally:
                await self._prepared.release(run)

        task = asyncio.ensure_future(to_the_end())
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

    async def answer(self, yes: bool, reason: str = "", by: str = "operator") -> None:
        """Answer the open question of the run. TaskError if it asks nothing."""
        asked = check_ours(replay(await self.store.read(self.run_id))).people.question
        if asked is None:
            raise TaskError(f"run {self.run_id} asks nothing now")
        await self.send(Answer(asked.id, yes, by, reason))

    async def outcome(self) -> Outcome:
        """Waits until the run ends and returns its outcome. If the run waits for people and `patient` is off, returns how it
        stands."""
        assert self._work is not None, "use `async with`, or resumed()"
        run = await self._work
        return Outcome(run, tuple(await self.store.read(self.run_id)))


def new_run_id() -> str:
    """A name that no other run has."""
    return f"r-{uuid.uuid4().hex[:10]}"


def _with_options_of(front: Callable[P, object]) -> Callable[[Callable[..., T]], Callable[P, T]]:
    """Written once, known everywhere: the options of `front`, for type checkers, for help() and for whoever misspells one."""
    shown = signature(front)

    def with_options(function: Callable[..., T]) -> Callable[P, T]:
        @wraps(function)
        def checked(*args: P.args, **options: P.kwargs) -> T:
            check_options(function.__name__, shown, len(args), options)
            return function(*args, **options)

        returned = signature(function).return_annotation
        checked.__dict__["__signature__"] = shown.replace(return_annotation=returned)
        return checked

    return with_options


@_with_options_of(Session)
async def run_async(*args: Any, **options: Any) -> Outcome:
    """Like `run`, inside an event loop."""
    async with Session(*args, **options) as session:
        return await session.outcome()


@_with_options_of(Session)
def run(*args: Any, **options: Any) -> Outcome:
    """Run a task and return its outcome; the options are those of Session."""
    _outside_a_loop("run")
    return run_alone(run_async(*args, **options))


@spelt
async def resume_async(
    run_id: str,
    *,
    world: SomeWorld,
    planner: SomePlanner | None = None,
    model: Model | str | None = None,
    approver: Approver | None = None,
    judge: Judge | None = None,
    store: Store,
    blobs: Blobs | None = None,
    clock: Clock | None = None,
    memory: Memory | None = None,
    answer: bool | None = None,
    patient: bool = False,
    on_event: Callable[[Entry, Run], None] | None = None,
) -> Outcome:
    """Like `resume`, inside an event loop."""
    session = Session(
        "",
        run_id=run_id,
        world=world,
        planner=planner,
        model=model,
        approver=approver,
        judge=judge,
        store=store,
        blobs=blobs,
        clock=clock,
        memory=memory,
        patient=patient,
        on_event=on_event,
    )
    if answer is not None:
        await session.answer(answer)
    return await session.resumed().outcome()


@_with_options_of(resume_async)
def resume(*args: Any, **options: Any) -> Outcome:
    """Continue a run after a crash or a wait. `store=` is the store that holds it; task and settings come from there too.

    `answer`: yes or no to the question that the run waits for.
    """
    _outside_a_loop("resume")
    return run_alone(resume_async(*args, **options))


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
    return homes.open_lessons(Path(path))


def open_blobs(folder: str | Path) -> FolderBlobs:
    """The blobs in this folder."""
    return FolderBlobs(Path(folder))
