"""All parts of a run, from a world and a planner: what is not given has a default."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import TypedDict, TypeVar, Unpack

from ..approval.accepting import RULES, choose_rules
from ..approval.rules import refuse_all
from ..core.errors import TaskError
from ..core.protocols import Approver, Blobs, Clock, Judge, Memory, Model, Planner, Reflector, Store, World
from ..director.parts import Parts
from ..engine.blobs import MemoryBlobs
from ..engine.clock import SystemClock
from ..engine.memory import MemoryStore
from ..inputs import config
from ..judges.facts import FactsJudge
from ..judges.model import ModelJudge
from ..planners.scripted import ScriptedPlanner
from ..recovery.accepting import FAILURES, choose_failures
from ..recovery.classify import RulesClassifier
from ..recovery.reflect import RulesReflector
from ..recovery.second_look import ModelReflector
from ..release import RELEASE
from ..worlds.entrusting import Entrusted
from ..worlds.secrets import WithSecrets, check_secrets

T = TypeVar("T")


class Beside(TypedDict, total=False):
    """The parts beside a world and a planner; each may be left out."""

    approver: Approver | None
    """Who may say no; without one, what needs a yes is refused."""
    judge: Judge | None
    """Who says whether the goal is met; without one, facts do."""
    store: Store | None
    """Where the run is kept; without one, as long as the process."""
    blobs: Blobs | None
    clock: Clock | None
    memory: Memory | None
    """Lessons of earlier runs; without it, none."""
    home: Path | None
    """Where people may keep rules of their own: `failures.yaml` and `approval.yaml`."""
    secrets: Mapping[str, str] | None
    """Name -> value; without them, those of the environment."""


ROLES = {
    "approver": ("allows", "ConsoleApprover()"),
    "judge": ("assess", "an object with `async def assess(case)`"),
    "store": ("append", "open_store(path)"),
    "blobs": ("put", "open_blobs(folder)"),
    "clock": ("sleep", "an object with `now()` and `async def sleep(seconds)`"),
    "memory": ("recall", "open_lessons(path)"),
}
"""Part -> what it must be able to do, and where one comes from."""


def assemble(world: World, planner: Planner, model: Model | None = None, **beside: Unpack[Beside]) -> Parts:
    """All parts of a run. A `model` judges and looks into failures where facts and rules cannot tell."""
    _check(beside)
    store, home = _or(beside.get("store"), MemoryStore), beside.get("home")
    chosen = choose_rules(_own(home, RULES), config.own_folder())
    failures = choose_failures(_own(home, FAILURES), config.own_folder())
    secrets = _or(beside.get("secrets"), config.secrets)
    inside = WithSecrets(world, secrets)
    return Parts(
        world=inside,
        planner=planner,
        judge=_or(beside.get("judge"), lambda: _judge(model, isinstance(planner, ScriptedPlanner))),
        approver=_or(beside.get("approver"), refuse_all),
        journal=store,
        inbox=store,
        blobs=_or(beside.get("blobs"), MemoryBlobs),
        clock=_or(beside.get("clock"), SystemClock),
        planner_name=type(planner).__name__,
        world_name=type(world).__name__,
        release=RELEASE,
        classifier=RulesClassifier(failures.rules),
        reflector=_reflector(model),
        memory=beside.get("memory"),
        risks=chosen.rules,
        hide=inside.hide if any(secrets.values()) else None,
        note="; ".join(filter(None, (chosen.note, failures.note, check_secrets(secrets)))),
    )


def entrust(world: World, used: Collection[str], **beside: Unpack[Beside]) -> str:
    """Give a world what it needs before its first act. What people should know of it; TaskError for what is missing."""
    if not isinstance(world, Entrusted):
        return ""
    home = _or(beside.get("home"), config.home)
    return world.entrust(_or(beside.get("secrets"), config.secrets), str(home), used)


def _check(beside: Mapping[str, object]) -> None:
    """TaskError for a part that cannot be one."""
    for role, (method, such) in ROLES.items():
        part = beside.get(role)
        if part is not None and (isinstance(part, type) or not hasattr(part, method)):
            raise TaskError(f"{role}={part!r:.60} cannot be used as {role}; give {such}")


def _or(given: T | None, otherwise: Callable[[], T]) -> T:
    """What is given, even if it is empty and so counts as false, as a new store may."""
    return otherwise() if given is None else given


def _judge(model: Model | None, written: bool) -> Judge:
    """By facts, then by the model; a plan that people have written stands for their goal, one by a model does not."""
    return FactsJudge() if model is None else ModelJudge(model, FactsJudge(trusts_plans=written))


def _reflector(model: Model | None) -> Reflector:
    return RulesReflector() if model is None else ModelReflector(model, RulesReflector())


def _own(home: Path | None, name: str) -> Path | None:
    path = None if home is None else home / name
    return path if path is not None and (path.exists() or path.is_symlink()) else None
