"""The only file that chooses concrete parts, by name."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from inspect import isawaitable
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from .approval.console import ConsoleApprover
from .approval.critical import read_risks
from .approval.inbox import InboxApprover
from .approval.rules import RulesApprover
from .core.errors import MidcourseError, TaskError, choices
from .core.plans.plan import Step
from .core.protocols import Approver, Blobs, Clock, Judge, Memory, Model, Planner, Reflector, World
from .director.parts import Parts
from .engine.blobs import FolderBlobs, MemoryBlobs
from .engine.clock import SystemClock
from .engine.memory import MemoryStore
from .engine.sqlite import SqliteStore
from .inputs import config
from .judges.facts import FactsJudge
from .judges.model import ModelJudge
from .planners.gaps import GapsPlanner
from .planners.repair import RepairPlanner
from .planners.scripted import ScriptedPlanner
from .planners.search import SearchPlanner
from .planners.segments import SegmentPlanner
from .planners.words import WordsPlanner
from .planners.written import WrittenPlanner
from .recovery import vectors
from .recovery.classify import RulesClassifier, read_rules
from .recovery.lessons import SqliteLessons
from .recovery.reflect import RulesReflector
from .recovery.second_look import ModelReflector
from .release import RELEASE
from .worlds.secrets import WithSecrets
from .worlds.tools import ToolsWorld

if TYPE_CHECKING:
    from .worlds.pddl import PddlTask
    from .worlds.robot.perception import Perception
    from .worlds.robot.scene import Scene

PLANNERS = ("scripted", "search", "words", "up:ENGINE", "model:PROVIDER:NAME")
Store = MemoryStore | SqliteStore
"""A journal and an inbox in one."""

GRID = "grid:"
"""`grid:LEVEL` is a grid game, perhaps with a seed after it."""
ROBOT = "robot:"
"""`robot:SCENE.yaml` is an arm at a table, perhaps with a way of seeing after it: true, noisy or camera."""
WEB = "web:"
"""`web:ADDRESS` is a browser at a page; after it perhaps `allow=ORIGIN`, `pictures`, and `shown` for a window."""
MODEL = "model:"
"""`model:PROVIDER:NAME` is a planner that asks a language model."""
REPLAY = "replay:"
APPROVERS = ("console", "inbox", "refuse")


def open_store(home: Path | None = None) -> SqliteStore:
    """The store of this home."""
    return SqliteStore((home or config.home()) / "journal.db")


def make_world(spec: str, base: Path, keep: Path | None = None) -> World:
    """A world from a Python file (`world.py`, relative to the task), a module (`package.module:name`) or two PDDL files.

    `keep` is a folder where a world that lives in this process alone may keep its state.
    """
    if not spec:
        raise TaskError("the task names no world; give a Python file, package.module:name, or DOMAIN.pddl PROBLEM.pddl")
    if spec.startswith(GRID):
        from .worlds.grid import GridWorld

        return GridWorld(spec.split()[0].removeprefix(GRID), _seed(spec))
    if spec.startswith(ROBOT):
        return _robot(spec.removeprefix(ROBOT).split(), base, keep)
    if spec.startswith(WEB):
        return _web(spec.removeprefix(WEB).split(), keep)
    if is_pddl(spec):
        return pddl_task(spec, base).world(_seed(spec), keep / "world.json" if keep is not None else None)
    module, _, name = spec.partition(":")
    path = base / module
    found = _load_file(path) if module.endswith(".py") else _load_module(module)
    if name:
        if not hasattr(found, name):
            public = [n for n in vars(found) if not n.startswith("_")]
            raise TaskError(f"{module} has no {name!r}; {choices(name, public)}")
        made = getattr(found, name)
    else:
        made = getattr(found, "world", found)
    if isinstance(made, type) or (callable(made) and not hasattr(made, "observe")):
        made = made()
    return cast(World, made) if hasattr(made, "observe") and hasattr(made, "act") else ToolsWorld(made)


def _web(words: list[str], keep: Path | None) -> World:
    from .worlds.web import WebWorld

    if not words or any(not w.startswith("allow=") and w not in ("shown", "pictures") for w in words[1:]):
        raise TaskError(f"web:{' '.join(words)}: expected web:ADDRESS, and perhaps allow=ORIGIN …, pictures, shown")
    allow = [w.removeprefix("allow=") for w in words[1:] if w.startswith("allow=")]
    folder = keep / "browser" if keep is not None else None
    return WebWorld(words[0], allow=allow, keep=folder, pictures="pictures" in words, headless="shown" not in words)


async def release(world: object) -> None:
    """Close what a world holds open, if it holds anything."""
    close = getattr(world, "close", None)
    if close is not None:
        ending = close()
        if isawaitable(ending):
            await ending


def _robot(words: list[str], base: Path, keep: Path | None) -> World:
    from .worlds.robot import NoisySight, RobotWorld, SteadySight, TrueSight

    def camera(scene: Scene) -> Perception:
        from .worlds.robot.camera import CameraSight

        return CameraSight(scene)

    sights: dict[str, Callable[[Scene], Perception]] = {
        "true": TrueSight,
        "noisy": lambda scene: SteadySight(NoisySight(TrueSight(scene))),
        "camera": camera,
    }
    sight = words[1] if len(words) > 1 else "true"
    if not words or sight not in sights:
        raise TaskError(f"robot:{' '.join(words)}: expected robot:SCENE.yaml and a way of seeing; {choices(sight, sights)}")
    return RobotWorld(base / words[0], sights[sight], keep=keep / "table.json" if keep is not None else None)


def is_pddl(spec: str) -> bool:
    """Whether a world's name is that of PDDL files."""
    return spec.split()[0].endswith(".pddl") if spec.strip() else False


@lru_cache(maxsize=4)
def pddl_task(spec: str, base: Path) -> PddlTask:
    """The task of `DOMAIN.pddl PROBLEM.pddl`, perhaps with a seed after them for acts with chances."""
    from .worlds.pddl import read_files

    words = spec.split()
    if len(words) < 2 or not words[1].endswith(".pddl"):
        raise TaskError(f"{spec!r} names one PDDL file; give the domain and the problem: DOMAIN.pddl PROBLEM.pddl")
    return read_files(base / words[0], base / words[1])


def _seed(spec: str) -> int:
    last = spec.split()[-1]
    return int(last) if last.isdigit() else 0


def _load_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise TaskError(f"no world file {path}")
    name = f"midcourse_world_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        spec.loader.exec_module(module)
    except MidcourseError:
        raise
    except Exception as error:
        raise TaskError(f"the world file {path} cannot be loaded: {type(error).__name__}: {error}") from error
    finally:
        sys.path.pop(0)
    return module


def _load_module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise TaskError(f"no world {name!r}: {error}; give a Python file such as world.py, or package.module:name") from None


def make_planner(name: str, scripts: Sequence[Sequence[Step]], world: object, model: Model | None = None) -> Planner:
    """A planner by name. Where the task names none: its plan, the world's own `planner`, or search."""
    own = getattr(world, "planner", None)
    if not name:
        usual = "words" if getattr(world, "has_screen", False) else "search"
        name = "scripted" if scripts else usual if own is None else "own"
    if name == "own" and own is not None:
        return cast(Planner, own)
    if name == "scripted":
        if not scripts:
            raise TaskError("the scripted planner needs a plan: write 'plan:' in the task file")
        return WrittenPlanner(*scripts)
    if name == "search":
        return RepairPlanner(SearchPlanner())
    if name == "words":
        return words_planner()
    if name.startswith(MODEL):
        return model_planner(model or open_model(name.removeprefix(MODEL)))
    if name.startswith("up:"):
        from .planners.unified import UnifiedPlanner

        return RepairPlanner(UnifiedPlanner(name.removeprefix("up:")))
    raise TaskError(f"no planner {name!r}; {choices(name, PLANNERS)}")


def open_model(names: str, record: Path | None = None) -> Model:
    """A language model: `provider:name`, and after commas others for when it cannot be reached; `replay:FILE` for kept answers.

    A model that has no published price may be given one: `provider:name price=IN/OUT`.
    `record` is a file that every exchange is appended to.
    """
    from .models.door import open_door
    from .models.fallback import Fallback
    from .models.recorded import Recorder, Replayer

    words = [name.strip() for name in names.split(",")]
    doors = [Replayer(Path(w.removeprefix(REPLAY))) if w.startswith(REPLAY) else open_door(w) for w in words]
    model = doors[0] if len(doors) == 1 else Fallback(*doors)
    return Recorder(model, record) if record is not None else model


def model_of(planner: str, record: Path | None = None) -> Model | None:
    """The model that a planner's name asks for; None if it asks for none."""
    if planner.startswith(MODEL):
        return open_model(planner.removeprefix(MODEL), record)
    if record is not None:
        raise TaskError("there is nothing to record: the planner is no language model; give --model PROVIDER:NAME")
    return None


def model_planner(model: Model) -> Planner:
    """A planner that asks a language model."""
    from .planners.model import ModelPlanner

    return behind_repair(ModelPlanner(model))


def behind_repair(planner: Planner) -> Planner:
    """For planners that have a price and may err: not asked where the contracts show a short way back into the plan, put right
    where these show what is missing, and asked for no more steps than pay."""
    return RepairPlanner(SegmentPlanner(GapsPlanner(planner)))


def words_planner() -> Planner:
    """For screens: a banner in the way is dismissed by search over contracts, all else comes from words and values."""
    return RepairPlanner(WordsPlanner())


def make_approver(name: str) -> Approver:
    """An approver by name."""
    match name:
        case "console":
            return ConsoleApprover()
        case "inbox":
            return InboxApprover()
        case "refuse":
            return RulesApprover(otherwise=False)
        case _:
            raise TaskError(f"no approver {name!r}; {choices(name, APPROVERS)}")


def assemble(
    world: World,
    planner: Planner,
    *,
    approver: Approver | None = None,
    judge: Judge | None = None,
    store: Store | None = None,
    blobs: Blobs | None = None,
    clock: Clock | None = None,
    memory: Memory | None = None,
    model: Model | None = None,
    home: Path | None = None,
    secrets: Mapping[str, str] | None = None,
) -> Parts:
    """All parts of a run. What is not given: nobody to ask, a judge by facts, a store as long as the process, no lessons.

    A `model` judges and looks into failures where facts and rules cannot tell.
    In a `home` people may keep rules of their own: `failures.yaml` and `approval.yaml`.
    """
    store = store or MemoryStore()
    return Parts(
        world=WithSecrets(world, config.secrets() if secrets is None else secrets),
        planner=planner,
        judge=judge or _judge(model, isinstance(planner, ScriptedPlanner)),
        approver=approver or RulesApprover(otherwise=False),
        journal=store,
        inbox=store,
        blobs=blobs or MemoryBlobs(),
        clock=clock or SystemClock(),
        planner_name=type(planner).__name__,
        world_name=type(world).__name__,
        release=RELEASE,
        classifier=RulesClassifier(read_rules(own) if (own := _own(home, "failures.yaml")) else ()),
        reflector=_reflector(model),
        memory=memory,
        risks=read_risks(_own(home, "approval.yaml")),
    )


def _judge(model: Model | None, written: bool) -> Judge:
    """By facts, then by the model; a plan that people have written stands for their goal, one by a model does not."""
    return FactsJudge() if model is None else ModelJudge(model, FactsJudge(trusts_plans=written))


def _reflector(model: Model | None) -> Reflector:
    return RulesReflector() if model is None else ModelReflector(model, RulesReflector())


def _own(home: Path | None, name: str) -> Path | None:
    return home / name if home is not None and (home / name).is_file() else None


def open_lessons(path: Path) -> SqliteLessons:
    """The lessons in this file; found by meaning too, where that is installed."""
    return SqliteLessons(path, vectors.load())


def home_lessons(home: Path) -> SqliteLessons:
    """The lessons of this home."""
    return open_lessons(home / "lessons.db")


def home_blobs(home: Path) -> FolderBlobs:
    """The pictures and large values of this home."""
    return FolderBlobs(home / "blobs")


def as_world(*sources: Any) -> World:
    """A world as it is, or one made of functions, objects or modules with skills."""
    for source in sources:
        if isinstance(source, type):
            raise TaskError(f"{source.__name__} is a class; give an instance: {source.__name__}()")
    if len(sources) == 1 and hasattr(sources[0], "observe") and hasattr(sources[0], "act"):
        return cast(World, sources[0])
    return ToolsWorld(*sources)
