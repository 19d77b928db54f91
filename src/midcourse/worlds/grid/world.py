"""A grid game as a world: looks show what the agent remembers, acts are options, the game itself is the judge."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ...core.logic.conditions import fact
from ...core.model import Call, FactKind, Failed, Observation, Result, Skill, Task
from ...core.plans.calls import misfit
from .contracts import ALWAYS_COVERED, OPTIONS, VOCABULARY, part_skills
from .disturbances import Disturbances, Kind, disturbance
from .facts import Picture
from .game import Game
from .memory import Memory
from .mission import Description, task_of
from .options import Options

SWEEPS = 3
"""Times that everything is looked through again for one thing before it is held not to be there."""


class GridWorld:
    """A BabyAI level from a seed: `GridWorld("GoToRedBall", 3)`. Its task is `world.task`."""

    def __init__(self, level: str, seed: int, disturbances: Disturbances | None = None) -> None:
        self.game = Game(level, seed, disturbances.after_move if disturbances is not None else None)
        self.memory = Memory(self.game.beginning)
        self._options = Options(self.game, self.memory, self.game.mission.descriptions)
        self._ever_known: set[str] = set()
        self._missing: dict[str, int] = {}
        """Name -> the move at which it was found to be missing."""
        self._sweeps: dict[str, int] = {}
        self.vocabulary: Sequence[FactKind] = VOCABULARY

    @property
    def task(self) -> Task:
        """What the level asks."""
        return task_of(self.game.mission)

    @property
    def won(self) -> bool:
        """The game says that the mission is done."""
        return self.game.verdict == "won"

    async def skills(self) -> Sequence[Skill]:
        """The options, and a skill for each part of the mission."""
        return (*OPTIONS, *part_skills(self.game.mission))

    # --- seeing -------------------------------------------------------------------------------------------------

    async def observe(self) -> Observation:
        """What the agent sees and remembers. Whether a thing exists is unknown until it, or everything, has been seen."""
        self._options.look()
        picture = self._options.picture()
        facts = picture.facts()
        facts |= {fact("done", number) for number in self.game.done_parts()}
        facts |= {fact("asked", p.number, p.thing.name, *([p.beside.name] if p.beside else [])) for p in self.game.mission.parts}
        if self.won:
            facts.add("mission_done")
        if not self.game.verdict:
            facts.add("playing")
        covers = self._note_known(picture, facts)
        return Observation(frozenset(facts | {fact("missing", name) for name in self._missing}), covers, source="grid")

    def _note_known(self, picture: Picture, facts: set[str]) -> tuple[str, ...]:
        """Keep account of what was ever known and is missing now; what this look covers."""
        exhausted, complete = picture.is_exhausted(), picture.is_complete()
        # With locked doors alone left, their keys are looked for again; other things may well be behind those doors.
        keys = {Description("key", d.colour).name for d in self.memory.doors() if d.cell.state == "locked"}
        self._ever_known |= {n for n in (*picture.described(), *self.memory.things) if fact("known", n) in facts}
        for name in picture.described():
            known, gone = fact("known", name) in facts, complete or name in self._ever_known
            wanting = (exhausted and name in keys and picture.is_wanting(name)) or (not known and gone)
            if wanting and self._sweeps.get(name, 0) < SWEEPS:
                self._missing.setdefault(name, self.game.moves)
            else:
                self._missing.pop(name, None)
            if known and not wanting:
                self._sweeps.pop(name, None)
        if complete:
            return (*ALWAYS_COVERED, "known(*)")
        settled = [*self._ever_known, *self._missing]
        return (*ALWAYS_COVERED, *sorted({fact("known", name) for name in settled}))

    # --- doing --------------------------------------------------------------------------------------------------

    async def act(self, call: Call) -> Result:
        """Carry out an option, move by move."""
        if self.game.verdict:
            return Failed("game_over", f"the game ended: {self.game.verdict}", "structural")
        if wrong := misfit(await self.skills(), call):
            return wrong
        return self._options.run(self._option(call.skill, {key: str(value) for key, value in call.args.items()}))

    def _option(self, skill: str, names: dict[str, str]) -> Callable[[], None]:
        options, thing, door = self._options, names.get("thing", ""), names.get("door", "")
        verbs: dict[str, Callable[[], None]] = {
            "explore": options.explore,
            "look_for": lambda: self._look_for(thing),
            "go_to": lambda: options.go_to(thing),
            "pick_up": lambda: options.pick_up(thing),
            "drop": lambda: options.drop(thing),
            "put_next": lambda: options.put_next(names.get("carried", ""), thing),
            "put_aside": lambda: options.put_aside(thing),
            "open": lambda: options.open(door),
            "unlock": lambda: options.open(door),
        }
        for part in self.game.mission.parts:
            if skill in (f"part_{part.number}", f"part_{part.number}_with_key"):
                if part.verb == "put_next":
                    return lambda: options.put_next(thing, names.get("beside", ""))
                return {"go_to": verbs["go_to"], "pick_up": verbs["pick_up"], "open": lambda: options.open(thing)}[part.verb]
        return verbs[skill]

    def _look_for(self, name: str) -> None:
        since = self._missing.pop(name, self.game.moves)
        self._sweeps[name] = self._sweeps.get(name, 0) + 1
        self._options.look_for(name, max(since, 1))

    def disturb(self, kind: Kind, chance: random.Random) -> str:
        """Change the level behind the agent's back; what was done, or '' if nothing could be."""
        return self.game.disturb(disturbance(kind), chance)
