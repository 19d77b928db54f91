"""The arm at the table, shown: a cube out of reach under the old loop and under ours, a slip, a person who moves a cube."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from ..core.logic.conditions import coverage, evaluate, parse
from ..core.model import Task
from ..core.plans.shorthand import act
from ..core.protocols import Planner, Store
from ..core.run.settings import Limits, Patience, Settings
from ..director.loop import Director, Watcher
from ..planners.scripted import ScriptedPlanner
from ..wiring.preparing import prepare
from ..worlds.robot import Bin, RobotWorld, Scene, Thing, TrueSight
from ..worlds.robot.building import build
from ..worlds.robot.disturbances import Disturber, put
from ..worlds.robot.pictures import animation, png
from .shown import Shown

FAR = Scene({"red_cube": Thing("red", (1.2, 0.0)), "blue_cube": Thing("blue", (0.5, 0.15))})
TABLE = Scene(
    {"red_cube": Thing("red", (0.5, -0.05)), "blue_cube": Thing("blue", (0.45, 0.2)), "green_cube": Thing("green", (0.6, -0.2))},
    {"left_bin": Bin((0.42, -0.38))},
    {"mark": (0.58, 0.05)},
)
OURS = Settings(patience=Patience(backoff=0.05))
OLD_LOOP = Settings(replan="on-error", stop_early=False, limits=Limits(max_replans=2))
FRAME = 50
"""Steps of physics between two pictures of a film."""
VIEWED = 20
"""Steps of physics between two pictures in the window."""
MOMENTS = ("above", "grasped", "lifted", "laid")


@dataclass(frozen=True)
class Table(Shown):
    """A scene with the arm."""

    true: bool
    """Whether the goal is reached, by the simulator's own word."""


@dataclass(frozen=True)
class Play:
    """A scene to be played."""

    name: str
    title: str
    scene: Scene
    instruction: str
    goal: str
    planner: Planner | str
    settings: Settings = OURS
    disturb: Callable[[RobotWorld, list[str]], object] = lambda world, told: None
    film: bool = False


def _slip(world: RobotWorld, told: list[str]) -> object:
    return Disturber(world, "slips", 2)


def _person(world: RobotWorld, told: list[str]) -> object:
    """A person moves the blue cube while the red one is on its way to it."""

    def hear(phase: str, about: str) -> None:
        if phase == "carried" and about == "red_cube" and not told:
            put(world, "blue_cube", 0.4, -0.15)
            told.append("a person moved the blue cube to (0.40, -0.15)")

    world.listeners.append(hear)
    return hear


PICK = "pick up the red cube"
STUBBORN = ScriptedPlanner([act("pick", object="red_cube")])


PLAYS = (
    Play("old-loop", "a cube out of reach, the replan-on-error loop", FAR, PICK, "holding(red_cube)", STUBBORN, OLD_LOOP),
    Play("unreachable", "the same cube, as Midcourse does it", FAR, PICK, "holding(red_cube)", STUBBORN),
    Play("slip", "a pick that slips and is recovered", TABLE, PICK, "holding(red_cube)", "search", disturb=_slip, film=True),
    Play(
        "stack",
        "two to be stacked, and a person who moves one",
        TABLE,
        "stack the red cube on the blue one",
        "on(red_cube, blue_cube)",
        "search",
        disturb=_person,
        film=True,
    ),
)


async def show(
    play: Play, folder: Path, *, run_id: str, store: Store, watchers: Sequence[Watcher] = (), viewer: bool = False
) -> Table:
    """Play one scene; its pictures are in the folder afterwards."""
    world = RobotWorld(play.scene)
    told: list[str] = []
    disturber = play.disturb(world, told)
    camera = _Camera(world, folder, play.film)
    open_viewer = _viewer(world) if viewer else None
    made = prepare(Task(play.instruction, play.goal), world=world, planner=play.planner, settings=play.settings, store=store)
    run = await Director(made.parts, patient=False, watchers=list(watchers)).start(run_id, made.task, made.settings)
    truth = world.facts_of(TrueSight(world.scene).see(world.data))
    happened = [*told, *(f"{h.thing} {h.detail}" for h in disturber.log)] if isinstance(disturber, Disturber) else told
    pictures = camera.finish()
    if open_viewer is not None:
        open_viewer.close()
    world.close()
    return Table(run, happened, pictures, evaluate(parse(play.goal), truth, coverage(("*",))) is True)


class _Camera:
    """Takes a picture at each key moment, and a film if wanted."""

    def __init__(self, world: RobotWorld, folder: Path, film: bool) -> None:
        self._world, self._folder, self._film = world, folder, film
        self._frames: list[Any] = []
        self._taken: list[Path] = []
        folder.mkdir(parents=True, exist_ok=True)
        world.listeners.append(self._hear)
        before = world.arm.on_step

        def step() -> None:
            if before is not None:
                before()
            if film and world.arm.steps % FRAME == 0:
                self._frames.append(world.studio.picture(world.data))

        world.arm.on_step = step

    def _hear(self, phase: str, about: str) -> None:
        if phase in MOMENTS:
            self._take(f"{phase}-{about}")

    def _take(self, name: str) -> None:
        path = self._folder / f"{len(self._taken) + 1:02}-{name}.png"
        path.write_bytes(png(self._world.studio.picture(self._world.data)))
        self._taken.append(path)

    def finish(self) -> list[Path]:
        """The last picture, and the film; all that was taken."""
        self._take("end")
        if self._frames:
            path = self._folder / "film.gif"
            path.write_bytes(animation(self._frames, len(self._frames) * FRAME * 0.002))
            self._taken.append(path)
        return self._taken


def _viewer(world: RobotWorld) -> Any:
    """MuJoCo's own window, from the side, kept up to date as physics goes on: not faster than the clock on the wall."""
    mujoco, viewer = import_module("mujoco"), import_module("mujoco.viewer")
    model = build(world.scene, visual=True)
    data = mujoco.MjData(model)
    window = viewer.launch_passive(model, data, show_left_ui=False, show_right_ui=False)
    with window.lock():
        window.cam.type, window.cam.fixedcamid = mujoco.mjtCamera.mjCAMERA_FIXED, model.camera("side").id
    before, shown = world.arm.on_step, monotonic()

    def step() -> None:
        nonlocal shown
        if before is not None:
            before()
        if world.arm.steps % VIEWED == 0 and window.is_running():
            data.qpos[:] = world.data.qpos
            mujoco.mj_forward(model, data)
            window.sync()
            sleep(max(0.0, shown + VIEWED * world.model.opt.timestep - monotonic()))
            shown = monotonic()

    world.arm.on_step = step
    return window
