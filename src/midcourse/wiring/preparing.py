"""The one door to a run: task, world, planner, model and settings, each given or named, become what a director begins with."""

from __future__ import annotations

import logging
from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol, Unpack, cast, runtime_checkable

import msgspec

from ..core.errors import TaskError
from ..core.gates.checks import check_settings
from ..core.gates.remarks import Guides
from ..core.logic.conditions import parse
from ..core.model import Task
from ..core.plans.plan import Achieve, Act, Replan, Step, secrets_in
from ..core.protocols import BringsPlanner, HasScreen, Model, Planner, Tasked, World
from ..core.run.settings import Limits, Settings
from ..core.run.state import Run
from ..director.limits import within
from ..director.parts import Parts
from ..planners.function import FunctionPlanner, PlanFunction
from ..planners.given import Given
from ..planners.guided import GuidedPlanner
from ..planners.model import ModelPlanner
from ..planners.monitored import MonitoredPlanner
from ..planners.written import WrittenPlanner
from ..recovery import vectors
from ..worlds.closing import close, close_now
from ..worlds.entrusting import LooksFor, Retires
from ..worlds.tools import as_world
from .assembling import Beside, assemble, entrust
from .models import open_model
from .names import MODEL, planner_named, world_named

_log = logging.getLogger(__name__)
CLOSING = 30.0
"""Seconds that a world has to close what it holds open."""
SomeWorld = World | str | object
"""A world; its name; or functions, objects and modules with skills, one or a list of them."""
SomePlanner = Planner | PlanFunction | Sequence[Step] | str
"""A planner; a function that plans; a list of steps; or a planner's name, where '' is the usual one of the task or the world."""


@runtime_checkable
class LooksByModel(Protocol):
    """A world that is to be lent a model to look with."""

    @property
    def wanted_model(self) -> str | None:
        """`provider:name`; '' for the run's own; None if it needs none, or has one."""
        ...

    def lend(self, model: Model) -> None:
        """Look with this one."""
        ...


@dataclass(frozen=True, slots=True)
class Prepared:
    """All that a director needs to begin."""

    task: Task
    settings: Settings
    parts: Parts
    model: Model | None = None
    made: World | None = None
    """The world, if it was made here from its name."""

    async def release(self, run: Run | None = None) -> None:
        """Close what a world that was made here holds open; what does not close in its time is left. `run`: how far it came."""
        is_over = run is not None and run.ending is not None and not run.ending.can_go_on
        if is_over and isinstance(self.made, Retires):
            self.made.retire()
        try:
            await within(CLOSING, close(self.made))
        except TimeoutError:
            return
        except Exception as error:  # the run has ended and is kept: how its world closes changes nothing in it
            _log.warning("the world could not be closed: %s", type(error).__name__)


def prepare(
    task: Task | str,
    *,
    world: SomeWorld,
    planner: SomePlanner | None = None,
    model: Model | str | None = None,
    settings: Settings | Mapping[str, object] | None = None,
    plans: Sequence[Sequence[Step]] = (),
    base: Path = Path(),
    keep: Path | None = None,
    record: Path | None = None,
    **beside: Unpack[Beside],
) -> Prepared:
    """Make the parts of a run. TaskError for what cannot be used, before anything is done.

    `plans`: those that the task brings. `base`: what the files of a world or a planner are relative to; `keep`: a folder where a
    world that lives in this process alone may keep its state. `record`: a file that every exchange with the model is appended to.
    """
    task = _checked(Task(task) if isinstance(task, str) else task)
    task = msgspec.structs.replace(task, secrets=_meant(task, [*(step for steps in plans for step in steps), *_listed(planner)]))
    chosen = _with_room_for(max(map(len, (*plans, _listed(planner)))), settings)
    made = world_named(world, base, keep) if isinstance(world, str) else None
    with _given_back(made):
        there = as_world(world) if made is None else made
        if planner is None or planner == "":
            planner = _usual(there, plans, model, must_be_said=planner is None)
        thinking = _model(planner, model, record)
        if isinstance(there, LooksByModel) and there.wanted_model is not None:
            there.lend(_eyes(there.wanted_model, thinking))
        given = Given(plans, thinking, base, vectors.alike if vectors.is_installed() else None)
        plans_it = planner_named(planner, given) if isinstance(planner, str) else _as_planner(planner)
        if task.guide or task.guided_by:
            plans_it = GuidedPlanner(plans_it, task.guide, maker=_maker(task.guided_by, thinking))
        told = entrust(there, {*task.secrets, *secrets_in(task.values)}, **beside)
        parts = assemble(there, plans_it, thinking, **beside)
        parts = replace(parts, note="; ".join(filter(None, (parts.note, told))))
        if isinstance(plans_it, GuidedPlanner):
            plans_it.ask(parts.judge)
        if isinstance(plans_it, GuidedPlanner) and isinstance(parts.judge, Guides):
            parts = replace(parts, planner=MonitoredPlanner(plans_it, parts.judge))
        task = _filled(task, there)
        if isinstance(there, LooksFor):
            there.look_for(parse(task.done_when))
        return Prepared(task, chosen, parts, thinking, made)


@contextmanager
def _given_back(made: World | None) -> Generator[None]:
    """A world may hold something open as soon as it is made: where its run is refused, nobody else closes it."""
    try:
        yield
    except BaseException:
        close_now(made, CLOSING)
        raise


def _checked(task: Task) -> Task:
    try:
        task = msgspec.json.decode(msgspec.json.encode(task), type=Task)
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
        raise TaskError(f"the task: {error}") from None
    parse(task.done_when)
    return task


def _filled(task: Task, world: World) -> Task:
    """What the task leaves open, a world that asks for something fills in."""
    asked: object = world.task if isinstance(world, Tasked) else None
    if not isinstance(asked, Task):
        return task
    return msgspec.structs.replace(task, goal=task.goal or asked.goal, done_when=task.done_when or asked.done_when)


def _meant(task: Task, written: Sequence[object]) -> dict[str, tuple[str, ...]]:
    """What the task's secrets are for: as it says, and wherever a plan that a person wrote puts one.

    Where the task names the origin of a secret, a plan that puts it into a field means a field of that origin.
    """
    meant = dict(task.secrets)
    for step in (step for step in written if isinstance(step, Act)):
        for argument, value in step.args.items():
            for name in sorted(secrets_in({argument: value})):
                if step.target and any("://" in place for place in task.secrets.get(name, ())):
                    continue
                meant[name] = tuple(dict.fromkeys((*meant.get(name, ()), f"{step.skill}.{argument}")))
    return meant


def _usual(world: World, plans: Sequence[Sequence[Step]], model: object, must_be_said: bool) -> Planner | str:
    """Who plans where nobody is named: the model, the task's own plan, the world's planner, or what suits the world."""
    if model is not None:
        return MODEL
    if plans:
        return "scripted"
    own: object = world.planner if isinstance(world, BringsPlanner) else None
    if isinstance(own, Planner):
        return own
    if must_be_said:
        raise TaskError("who plans? Give planner= a planner or a list of steps, or model= a language model, provider:name")
    return "words" if isinstance(world, HasScreen) and world.has_screen else "search"


def _model(planner: SomePlanner, model: Model | str | None, record: Path | None) -> Model | None:
    """The model that is given, or that the planner's name asks for."""
    if model is None and isinstance(planner, str) and planner.startswith(MODEL):
        model = planner.removeprefix(MODEL)
    if isinstance(model, str):
        return open_model(model, record)
    if record is not None:
        raise TaskError("there is nothing to record: the planner is no language model; give --model PROVIDER:NAME")
    return model


def _eyes(named: str, thinking: Model | None) -> Model:
    """The model that a world looks with: one by its name, or the run's own."""
    model = open_model(named) if named else thinking
    if model is None:
        raise TaskError("vision needs a model; give --model PROVIDER:NAME, or write vision=PROVIDER:NAME")
    return model


def _maker(named: str, thinking: Model | None) -> Planner | None:
    """Who makes the coarse plan: the run's own model, or another by its name."""
    if not named:
        return None
    model = open_model(named.removeprefix(MODEL)) if named.startswith(MODEL) else thinking
    if model is None:
        raise TaskError("guide: model needs a model; give --model PROVIDER:NAME, or write guide: model:PROVIDER:NAME")
    return ModelPlanner(model)


def _with_room_for(steps: int, settings: Settings | Mapping[str, object] | None) -> Settings:
    """The settings. Where nobody limits the acts, a list that a person wrote is carried out whole, with as many retries."""
    chosen = check_settings(settings or Settings())
    said = "max_steps" in settings if isinstance(settings, Mapping) else chosen.limits.max_steps != Limits().max_steps
    if said or 2 * steps <= chosen.limits.max_steps:
        return chosen
    return msgspec.structs.replace(chosen, limits=msgspec.structs.replace(chosen.limits, max_steps=2 * steps))


def _listed(planner: object) -> Sequence[Step]:
    """The steps, where the planner is a list of them."""
    return cast("Sequence[Step]", planner) if isinstance(planner, list | tuple) else ()


def _as_planner(planner: object) -> Planner:
    if isinstance(planner, list | tuple):
        for step in cast("Sequence[object]", planner):
            if not isinstance(step, Act | Achieve | Replan):
                raise TaskError(f"{step!r} is no step; write act('skill', argument=value), or Act, Achieve, Replan")
        return WrittenPlanner(_listed(cast("object", planner)))
    if isinstance(planner, type):
        raise TaskError(f"{planner.__name__} is a class; give an instance: {planner.__name__}()")
    if isinstance(planner, Planner):
        return planner
    if callable(planner):
        return FunctionPlanner(cast("PlanFunction", planner))
    raise TaskError(
        f"{planner!r} is no planner: give a list of steps, a function that takes the request, or an object with `plan(request)`"
    )
