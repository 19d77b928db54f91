"""The loop: decide, do, record, repeat. All choices are in core; all effects go through the protocols."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import assert_never

import msgspec
from msgspec.structs import replace

from . import thinking
from .core.belief import compare, shorten
from .core.budget import affords, cost_left
from .core.checks import as_json, check_look, checked, sound
from .core.commands import Ask, Assess, Command, DoAct, Learn, Look, MakePlan, Note, Recall, Reflect, Stop, Wait, label
from .core.entries import Entry
from .core.errors import TaskError
from .core.events import (
    Acted,
    Asked,
    Ended,
    Event,
    Heard,
    Intended,
    Interrupted,
    Looked,
    NotSeen,
    Objection,
    PlanRefused,
    PlanRequested,
    Resumed,
    Started,
    Unaffordable,
    Waited,
)
from .core.evolve import PEOPLE, begin, evolve, replay
from .core.failures import qualified, slug
from .core.messages import Answer, Question
from .core.model import Call, Cost, Done, Failed, Json, Result, Target, Task, Uncertain
from .core.past import Past, task_key
from .core.plan import BLOB, Act, secrets_in, transform
from .core.policy import Decision, decide
from .core.protocols import Priced, Records, Spoken
from .core.request import request_for
from .core.settings import Settings
from .core.state import Run
from .limits import within
from .parts import Parts

POLL = 0.1
"""Seconds between two looks into the inbox while waiting."""
LARGE = 32_768
"""Outputs of more bytes than this are kept as blobs."""
TARGETS = tuple[Target, ...]

Watcher = Callable[[Entry, Run], None]


@dataclass(slots=True)
class Director:
    """Drives one run. Several may share one event loop, one journal, one inbox."""

    parts: Parts
    patient: bool = True
    """Wait for people; else return as soon as only people can help."""
    watchers: list[Watcher] = field(default_factory=list[Watcher])
    _priced: bool = field(init=False)
    _run: Run | None = None
    _epoch: int = 0
    _unsaved: list[Entry] = field(default_factory=list[Entry])

    def __post_init__(self) -> None:
        self._priced = isinstance(self.parts.planner, Priced)

    # --- front --------------------------------------------------------------------------------------------------

    async def start(self, run_id: str, task: Task, settings: Settings) -> Run:
        """Begin a run and drive it until it ends or must wait."""
        parts = self.parts
        vocabulary = tuple(parts.world.vocabulary) if isinstance(parts.world, Spoken) else ()
        try:
            async with asyncio.timeout(settings.look_seconds):
                skills = tuple(await parts.world.skills())
        except Exception as error:
            raise TaskError(f"the world cannot say what it can do: {type(error).__name__}: {error}") from error
        thinking.check(parts, task, skills, vocabulary)
        now = parts.clock.now()
        past = Past()
        if isinstance(parts.journal, Records) and not settings.afresh:
            past = await parts.journal.past(task_key(task), task.agent, now)
        started = Started(
            run=run_id,
            task=task,
            settings=settings,
            skills=skills,
            vocabulary=vocabulary,
            world=parts.world_name,
            planner=parts.planner_name,
            release=parts.release,
            reflects=parts.reflector is not None,
            remembers=parts.memory is not None and settings.lessons != "off",
            past=past,
            risks=parts.risks,
        )
        first = Entry(1, now, started)
        self._run = begin(first)
        self._epoch = (await parts.journal.open(run_id, new=True)).epoch
        self._unsaved.append(first)
        self._tell(first)
        await self._save()
        return await self._drive()

    async def resume(self, run_id: str) -> Run:
        """Take a run up from its journal and drive it on; one that has ended stays so, unless only its planner was missing."""
        self._epoch, entries = await self.parts.journal.open(run_id)
        self._run = replay(entries)
        if self._run.ending is None or self._run.ending.can_go_on:
            self._record(Resumed(self._epoch))
            await self._save()
            if self._run.question is not None:
                await self._put(self._run.question)  # whoever answers now may not be who was asked before
        return await self._drive()

    @property
    def run(self) -> Run:
        """The run as it stands."""
        assert self._run is not None, "no run was started"
        return self._run

    # --- the loop -----------------------------------------------------------------------------------------------

    async def _drive(self) -> Run:
        try:
            while self.run.ending is None:
                await self._hear()
                decision = decide(self.run, self.parts.clock.now())
                if isinstance(decision.command, Wait) and decision.command.why == PEOPLE and not self.patient:
                    break
                await self._carry_out(decision.command, decision)
            await self._save()
        except asyncio.CancelledError:
            self._record(Interrupted("the process was told to stop"))
            await self._save()
            raise
        finally:
            await self.parts.journal.close(self.run.id, self._epoch)
        return self.run

    async def _carry_out(self, command: Command, why: Decision) -> None:
        match command:
            case Look():
                await self._look(why)
            case MakePlan():
                await self._plan(command, why)
            case DoAct(intent=intent):
                await self._act(intent, why)
            case Assess():
                self._record(await thinking.assess(self.parts, self.run, why.at), why)
            case Reflect():
                await self._save()
                self._record(await thinking.reflect(self.parts, self.run, command, why.at), why)
            case Recall():
                self._record(await thinking.recall(self.parts, self.run, command, why.at), why)
            case Learn():
                await self._save()  # a trial that was never journalled is not counted
                self._record(await thinking.learn(self.parts, command, why.at), why)
            case Ask():
                await self._ask(command, why)
            case Wait():
                await self._wait(command, why)
            case Note(event=event):
                self._record(event, why)
            case Stop(ending=ending):
                self._record(Ended(ending), why)
                await self._save()
            case _:
                assert_never(command)

    # --- effects ------------------------------------------------------------------------------------------------

    async def _look(self, why: Decision) -> None:
        clock, before, settings = self.parts.clock, self.run.belief, self.run.settings
        limit = min(settings.look_seconds, max(1.0, settings.max_seconds))
        try:
            seen = await within(limit, self.parts.world.observe())
            check_look(seen)
            change = compare(before, seen)
            picture = await self.parts.blobs.put(seen.picture) if seen.picture else ""
            targets = None if seen.targets == before.targets else checked(seen.targets, TARGETS, "targets")
        except Exception as error:  # a world that cannot be seen is a finding, whatever it raised
            if isinstance(error, TaskError) and not before.looks:  # one that is wrongly made is an error, before anything is done
                self._record(Interrupted(str(error)))
                await self._save()
                raise
            told = str(error) or f"no look within {limit:g} seconds"
            self._record(NotSeen(f"{type(error).__name__}: {told}", clock.now() - why.at), why)
            return
        looked = Looked(
            change.added, shorten(change.removed), seen.covers, targets, picture, seen.source, seen.stale, clock.now() - why.at
        )
        self._record(looked, why)

    async def _act(self, intent: Intended, why: Decision) -> None:
        self._record(intent, why)
        await self._save()  # what has no committed intent is never started
        await asyncio.sleep(0)  # other runs, and people, get their turn however quick this world is
        limit = self.run.skills[intent.skill].timeout
        began = self.parts.clock.now()
        result: Result
        try:
            args = await self._fetched(intent.args)
            step = self.run.records[intent.step].step
            asked = secrets_in(step.args) if isinstance(step, Act) else frozenset[str]()
            call = Call(intent.skill, args, intent.target, intent.key, limit, asked)
            result = sound(await within(limit, self.parts.world.act(call)))
        except TimeoutError:
            result = Uncertain("timeout", f"no answer in {limit:g} seconds")
        except asyncio.CancelledError as error:
            if (task := asyncio.current_task()) is None or task.cancelling():
                raise
            result = Failed("cancelled", str(error) or "the world gave up", clean=False)
        except Exception as error:
            result = Failed(slug(type(error).__name__), str(error), clean=False, error=qualified(error))
        finding = await thinking.classify(self.parts, self.run, intent.skill, result) if isinstance(result, Failed) else None
        blob = ""
        if isinstance(result, Done) and result.output is not None:
            data = as_json(result.output)
            if len(data) > LARGE:
                blob, result = await self.parts.blobs.put(data), Done()
            else:
                result = Done(msgspec.json.decode(data))  # as a replay will read it
        self._record(Acted(intent.step, result, blob, self.parts.clock.now() - began, finding), at=began)
        await self._save()

    async def _fetched(self, args: dict[str, Json]) -> dict[str, Json]:
        """The arguments with large values brought back from where they are kept."""
        if not self.run.blobs:
            return args
        wanted: set[str] = set()
        transform(args, lambda leaf: wanted.add(leaf) if isinstance(leaf, str) else None)
        kept = [name for name in self.run.blobs if BLOB + name in wanted]
        values = {BLOB + name: msgspec.json.decode(await self.parts.blobs.get(name)) for name in kept}
        return transform(args, lambda leaf: values.get(leaf, leaf) if isinstance(leaf, str) else leaf)

    async def _plan(self, command: MakePlan, why: Decision) -> None:
        planner, clock = self.parts.planner, self.parts.clock
        request = request_for(self.run, command, clock.now())
        request = replace(request, picture=await self._picture())
        try:
            most = checked(planner.most(request), Cost, "a Cost") if self._priced and isinstance(planner, Priced) else Cost()
        except Exception as error:
            self._record(PlanRequested(command.purpose, command.cause, Cost(), command.toward), why)
            self._record(PlanRefused(Objection("malformed", f"the planner cannot name its price: {error}")))
            return
        if not affords(self.run.spent, self.run.settings, most):
            self._record(Unaffordable(most, cost_left(self.run.spent, self.run.settings)), why)
            return
        if thinking.goal_is_words(self.run, planner) and (read := await thinking.read_goal(self.parts, self.run, request, most)):
            self._record(read, why)
            await self._save()
            return
        self._record(PlanRequested(command.purpose, command.cause, most, command.toward), why)
        await self._save()
        began = clock.now()
        self._record(await thinking.plan(self.parts, self.run, command, request, most), at=began)
        await self._save()

    async def _picture(self) -> bytes | None:
        """What the world looked like last, if it is still kept: a run may be resumed where its pictures are not."""
        try:
            return await self.parts.blobs.get(self.run.belief.picture) if self.run.belief.picture else None
        except Exception:
            return None

    async def _ask(self, command: Ask, why: Decision) -> None:
        self._record(Asked(command.question), why)
        await self._save()  # what cannot be stored cannot be answered, and the act does not run
        await self._put(command.question)

    async def _put(self, question: Question) -> None:
        """Put a question to the approver; an answer through the inbox is as good, and ends the asking."""
        began = self.parts.clock.now()
        asking = asyncio.ensure_future(self.parts.approver.allows(question))
        try:
            while not asking.done() and not await self.parts.inbox.receive(self.run.id, self.run.messages):
                await asyncio.wait([asking], timeout=POLL)
            answer = checked(asking.result(), Answer, "an Answer") if asking.done() and asking.result() is not None else None
        except Exception:
            answer = None  # an approver that breaks off has not said yes
        finally:
            asking.cancel()
        if answer is not None:
            self._record(Waited(PEOPLE, self.parts.clock.now() - began), at=began)
            self._record(Heard(answer))
            await self._save()

    async def _wait(self, command: Wait, why: Decision) -> None:
        await self._save()
        clock = self.parts.clock
        while command.until is None or clock.now() < command.until:
            if await self.parts.inbox.receive(self.run.id, self.run.messages):
                break
            await clock.sleep(POLL if command.until is None else min(POLL, max(0.0, command.until - clock.now())))
        self._record(Waited(command.why, clock.now() - why.at), why)

    async def _hear(self) -> None:
        run = self.run
        heard = await self.parts.inbox.receive(run.id, run.messages)
        if heard:
            for id, message in heard:
                self._record(Heard(message, id))
            await self._save()

    # --- recording ----------------------------------------------------------------------------------------------

    def _record(self, event: Event, why: Decision | None = None, at: float | None = None) -> None:
        """Add an event to the run, stamped with the moment of its decision: a replay decides at the same one."""
        run = self.run
        if why is not None:
            entry = Entry(run.seq + 1, why.at, event, why.rule, label(why.command))
        else:
            entry = Entry(run.seq + 1, self.parts.clock.now() if at is None else at, event)
        self._run = evolve(run, entry)
        self._unsaved.append(entry)
        self._tell(entry)

    async def _save(self) -> None:
        """Everything recorded so far is kept for good when this returns."""
        if self._unsaved:
            entries, self._unsaved = self._unsaved, []
            await self.parts.journal.append(self.run.id, self._epoch, entries)

    def _tell(self, entry: Entry) -> None:
        for watcher in self.watchers:
            watcher(entry, self.run)
