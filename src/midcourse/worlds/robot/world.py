"""An arm at a table as a world: facts from what is seen and felt, skills that check themselves."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import hypot
from pathlib import Path
from threading import Event, Lock
from typing import Protocol, runtime_checkable

from ...core.gates.checks import check_skills
from ...core.gates.lookers import Affords
from ...core.logic.conditions import fact
from ...core.model import Call, Cost, Done, Failed, Observation, Result, Skill, Uncertain
from ...core.plans.calls import misfit
from ...core.protocols import Model as LanguageModel
from .arm import Arm, Halted
from .beginning import Beginning, reset_to
from .building import build
from .contracts import SKILLS, VOCABULARY
from .engine import mujoco
from .keeping import Kept, check_keep, load, save
from .perception import Perception, Remembering, Seen, TrueSight, blocks, lies_in, lies_on, on_table
from .pictures import Studio, png
from .pointing import FIND, FOUND, Pointer
from .scene import HOME, Scene, check_scene, read_scene
from .skills import CLOSE, Hands, Trouble

CELL = 0.05
"""Metres: `place` facts tell where a thing lies in steps of this size."""
Listener = Callable[[str, str], None]


@runtime_checkable
class Closing(Protocol):
    """A perception that holds something to be given back."""

    def close(self) -> None:
        """Give it back."""
        ...


class RobotWorld:
    """A Franka arm with a two-finger gripper, in physics. One act at a time; looking costs no time in it."""

    def __init__(
        self,
        scene: Scene | str | Path,
        sight: Callable[[Scene], Perception] = TrueSight,
        *,
        pictures: bool = False,
        keep: Path | None = None,
        resets: bool = False,
        wanted_model: str | None = None,
    ) -> None:
        """`wanted_model`: a model of this name is to be lent, which points at things; '' is the run's own."""
        self.scene = check_scene(scene) if isinstance(scene, Scene) else read_scene(Path(scene))
        self.model = build(self.scene, visual=False)
        self.data = mujoco.MjData(self.model)
        self.arm = Arm(self.model, self.data)
        self.sight = sight(self.scene)
        self.studio = Studio(self.scene)
        self.listeners: list[Listener] = []
        """Told about every phase of every skill, with the thing it is about."""
        self.hands = Hands(self.arm, self.scene, self.sight, self._tell)
        self._pictures = pictures
        self._cells: dict[str, tuple[float, float]] = {}
        self.vocabulary = VOCABULARY if wanted_model is None else (*VOCABULARY, FOUND)
        self.wanted_model = wanted_model
        self._pointer: Pointer | None = None
        self._found: dict[str, str] = {}
        """What was asked for -> the thing that the model pointed at."""
        self._keep = keep
        """Where the state is kept, so that it outlives the process."""
        self._busy = Lock()
        """One act at a time, and no look while one is under way."""
        self.arm.let(0.2)
        laid = self.facts_of(TrueSight(self.scene).see(self.data))
        self._beginning = Beginning.of(self.data, self._cells)
        more = [*([reset_to(laid)] if resets else []), *([FIND] if wanted_model is not None else [])]
        self._skills = (*SKILLS, *more)
        """With `reset` if the task may go back to the beginning: a real table cannot. With `find` if a model looks."""
        if keep is not None:
            check_keep(keep)
        if keep is not None and keep.is_file():
            self._restore(keep)

    @property
    def most_each(self) -> Cost:
        """The most that one answer of the model that points may cost."""
        return self._pointer.most_each if self._pointer is not None else Cost()

    def keep_within(self, affords: Affords) -> None:
        """Ask the model for nothing that this does not allow."""
        if self._pointer is not None:
            self._pointer.affords = affords

    def lend(self, model: LanguageModel) -> None:
        """Let this model point at things."""
        self._pointer, self.wanted_model = Pointer(model), None

    async def skills(self) -> Sequence[Skill]:
        """What the arm can do."""
        check_skills(self._skills)
        return self._skills

    async def observe(self) -> Observation:
        """What is seen on the table, and what the hand feels."""
        with self._busy:
            self._tell("look", "")
            picture = png(self.studio.picture(self.data)) if self._pictures else None
            facts = frozenset(self.facts_of(self.hands.look()))
            cost = self._pointer.settle() if self._pointer is not None else Cost()
            return Observation(facts, picture=picture, source="robot", cost=cost)

    async def act(self, call: Call) -> Result:
        """Do it in physics, away from the event loop. If it is called off, the arm stops where it is."""
        if wrong := misfit(self._skills, call):
            return wrong
        if call.skill == FIND.name:
            return await self._find(str(call.args["what"]))
        called_off = Event()
        try:
            return await asyncio.to_thread(self._do, call, called_off)
        except asyncio.CancelledError:
            called_off.set()
            raise

    async def _find(self, what: str) -> Result:
        """Which thing is meant by a description, as far as model and depth agree."""
        if self._pointer is None:
            return Failed("unavailable", "no model was lent to this world", kind="environment")
        self._found.pop(what, None)
        try:
            thing = await self._pointer.find(what, self.data, self.studio, self.hands.look)
        except Trouble as trouble:
            return Failed(trouble.reason, trouble.detail)
        self._found[what] = thing.name
        return Done({"thing": thing.name})

    def _do(self, call: Call, called_off: Event) -> Result:
        with self._busy:
            self.arm.called_off = called_off
            try:
                self.arm.go_on()
                self._tell("begins", call.skill)
                return self._reset() if call.skill == "reset" else self.hands.do(call.skill, call.args)
            except Halted:
                return Uncertain("interrupted", f"{call.skill} was called off on the way")
            finally:
                if self._keep is not None:
                    with suppress(OSError):  # what was done is done, whether or not it can be written down
                        self._save(self._keep)

    def _reset(self) -> Result:
        """Everything as it was before the first act; what was known of the things is no longer so."""
        self._beginning.restore(self.data)
        self.hands.held = ""
        self._cells = dict(self._beginning.cells)
        self._found.clear()
        if isinstance(self.sight, Remembering):
            self.sight.remember({thing.name: thing for thing in TrueSight(self.scene).see(self.data)})
        mujoco.mj_forward(self.model, self.data)
        return Done()

    def _save(self, path: Path) -> None:
        qpos, qvel, ctrl = ([float(v) for v in part] for part in (self.data.qpos, self.data.qvel, self.data.ctrl))
        known = self.sight.remembered() if isinstance(self.sight, Remembering) else {}
        save(path, Kept(self.scene, qpos, qvel, ctrl, self.hands.held, known, self._cells))

    def _restore(self, path: Path) -> None:
        kept = load(path, self.scene, self.data)
        self.hands.held, self._cells = kept.held, kept.cells
        if isinstance(self.sight, Remembering) and kept.known:
            self.sight.remember(kept.known)
        mujoco.mj_forward(self.model, self.data)

    def _tell(self, phase: str, about: str) -> None:
        for listener in self.listeners:
            listener(phase, about)

    # --- facts --------------------------------------------------------------------------------------------------------------

    def facts_of(self, seen: Sequence[Seen]) -> set[str]:
        """What holds, by what is seen and what the hand feels."""
        held = self.hands.between(seen)
        facts = {fact("bin", name) for name in self.scene.bins}
        facts.add(fact("holding", held) if held else "hand_empty")
        if self.at_rest():
            facts.add("arm_home")
        facts |= {fact("found", what, name) for what, name in self._found.items() if any(t.name == name for t in seen)}
        lying = [thing for thing in seen if thing.name != held]
        for thing in seen:
            facts.add(fact("object", thing.name))
            if thing.name != held and not any(other.name != thing.name and lies_on(other, thing) for other in lying):
                facts.add(fact("clear", thing.name))
        for thing in lying:
            facts.add(fact("on", thing.name, self._below(thing, lying)))
            facts.add(fact("place", thing.name, *self._cell(thing)))
        for spot, (x, y) in self.scene.spots.items():
            near = [t for t in lying if hypot(t.x - x, t.y - y) <= CLOSE and on_table(t)]
            facts |= {fact("at", t.name, spot) for t in near}
            facts |= {fact("blocks", t.name, spot) for t in lying if blocks(t, x, y)} or {fact("free", spot)}
        return facts

    def _below(self, thing: Seen, lying: Sequence[Seen]) -> str:
        for other in lying:
            if other.name != thing.name and lies_on(thing, other):
                return other.name
        for name, box in self.scene.bins.items():
            if lies_in(thing, box):
                return name
        return "table" if on_table(thing) else "something"

    def _cell(self, thing: Seen) -> tuple[int, int]:
        """Where it lies, roughly; it must move by half a step before that changes, so that noise does not count."""
        x, y = self._cells.get(thing.name, (9.0, 9.0))
        if hypot(thing.x - x, thing.y - y) > CELL / 2:
            x, y = self._cells[thing.name] = (thing.x, thing.y)
        return round(x / CELL), round(y / CELL)

    def at_rest(self) -> bool:
        """Whether the arm is where it rests."""
        return all(abs(self.data.joint(f"joint{i + 1}").qpos[0] - HOME[i]) < 0.05 for i in range(7))

    def close(self) -> None:
        """Give back what drawing holds."""
        self.studio.close()
        if isinstance(self.sight, Closing):
            self.sight.close()
