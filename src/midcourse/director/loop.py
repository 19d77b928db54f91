"""The loop: decide, do, record, repeat. All choices are in core; all effects go through the protocols."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field, replace
from typing import assert_never

from ..core.errors import TaskError
from ..core.evolve import PEOPLE
from ..core.gates.checks import check_skills
from ..core.gates.redeclaring import taken_up
from ..core.history.past import Past, task_key
from ..core.model import Skill, Task
from ..core.policy import Decision, decide
from ..core.protocols import Records, Spoken
from ..core.run.commands import Ask, Assess, Command, DoAct, Learn, Look, MakePlan, Note, Recall, Reflect, Stop, Wait
from ..core.run.events import POLICY, Ended, Interrupted, Started
from ..core.run.settings import Settings
from ..core.run.state import Run
from . import acting, consulting, speaking
from .limits import asked, within
from .logbook import Logbook, Watcher
from .offering import offers
from .onward import OnwardClock
from .parts import Parts


@dataclass(slots=True)
class Director:
    """Drives one run. Several may share one event loop, one journal, one inbox."""

    parts: Parts
    patient: bool = True
    """Wait for people; else return as soon as only people can help."""
    watchers: list[Watcher] = field(default_factory=list[Watcher])
    _log: Logbook = field(init=False)

    def __post_init__(self) -> None:
        self.parts = replace(self.parts, clock=(clock := OnwardClock(self.parts.clock)))
        self._log = Logbook(self.parts.journal, clock, self.watchers, self.parts.hide)

    @property
    def run(self) -> Run:
        """The run as it stands."""
        return self._log.run

    async def start(self, run_id: str, task: Task, settings: Settings) -> Run:
        """Begin a run and drive it until it ends or must wait."""
        parts = self.parts
        vocabulary = tuple(parts.world.vocabulary) if offers(parts.world, Spoken) else ()
        skills = await self._skills(settings)
        await consulting.check(parts, task, settings, skills, vocabulary)
        now = parts.clock.now()
        past = Past()
        if offers(parts.journal, Records) and not settings.afresh:
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
            policy=POLICY,
            reflects=parts.reflector is not None,
            remembers=parts.memory is not None and settings.learning.lessons != "off",
            past=past,
            risks=parts.risks,
        )
        try:
            await self._log.begin(started, now)
            return await self._drive()
        finally:
            await self._log.close()

    async def resume(self, run_id: str) -> Run:
        """Take a run up from its journal and drive it on; one that has ended stays so, unless only its planner was missing."""
        log = self._log
        try:
            epoch = await log.take_up(run_id)
            if log.run.ending is None or log.run.ending.can_go_on:
                skills = await self._skills(log.run.setup.settings)
                log.record(taken_up(log.run, epoch, skills, self.parts.risks))
                await log.save()
                await consulting.remind(self.parts, log.run)
                if (question := log.run.people.question) is not None:
                    await speaking.put(self.parts, log, question)  # whoever answers now may not be who was asked before
            return await self._drive()
        finally:
            await log.close()

    async def _skills(self, settings: Settings) -> tuple[Skill, ...]:
        """What the world says that it can do."""
        try:
            skills = tuple(await within(settings.looking.look_seconds, asked(self.parts.world.skills)))
        except Exception as error:
            raise TaskError(f"the world cannot say what it can do: {type(error).__name__}: {error}") from error
        check_skills(skills)
        return skills

    async def _drive(self) -> Run:
        log = self._log
        acting.hold(self.parts.world, log)
        try:
            while log.run.ending is None:
                await speaking.hear(self.parts, log)
                decision = decide(log.run, self.parts.clock.now())
                if isinstance(decision.command, Wait) and decision.command.why == PEOPLE and not self.patient:
                    break
                await self._carry_out(decision.command, decision)
            await log.save()
        except asyncio.CancelledError:
            log.record(Interrupted("the process was told to stop"))
            await log.save()
            raise
        return log.run

    async def _carry_out(self, command: Command, why: Decision) -> None:
        parts, log = self.parts, self._log
        match command:
            case Look():
                await acting.look(parts, log, why)
            case MakePlan():
                await consulting.make_plan(parts, log, command, why)
            case DoAct(intent=intent):
                await acting.act(parts, log, intent, why)
            case Assess() | Reflect():
                await consulting.consult(parts, log, command, why)
            case Recall():
                log.record(await consulting.recall(parts, log.run, command, why.at), why)
            case Learn():
                await log.save()  # a trial that was never journalled is not counted
                log.record(await consulting.learn(parts, log.run, command, why.at), why)
            case Ask():
                await speaking.ask(parts, log, command, why)
            case Wait():
                await speaking.wait(parts, log, command, why)
            case Note(event=event):
                log.record(event, why)
            case Stop(ending=ending):
                log.record(Ended(ending), why)
                await log.save()
            case _:
                assert_never(command)
