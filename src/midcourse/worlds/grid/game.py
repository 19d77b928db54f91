"""The home of minigrid: everything untyped ends here.

A `Game` gives the agent's own picture of the level (seven by seven cells, walls and closed doors hide what is behind them), where
it stands, and the game's verdict. What the picture does not show never leaves this file.
"""

# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownParameterType=false, reportMissingTypeStubs=false
# pyright: reportAttributeAccessIssue=false

from __future__ import annotations

import contextlib
import importlib
import io
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from ...core.errors import TaskError
from .mission import STEPS, Beginning, Description, Mission, Part, Place, Verb

Verdict = Literal["", "won", "lost", "time_up"]
LEFT, RIGHT, FORWARD, PICK_UP, DROP, TOGGLE = range(6)
WIDE = 7
"""Cells of the agent's view, each way; it stands in the middle of the nearest row."""

_DOOR_STATES = ("open", "closed", "locked")


@dataclass(frozen=True, slots=True)
class Cell:
    """What one cell is seen to hold: floor, wall, door, key, ball, box, goal or lava; doors have a state."""

    kind: str
    colour: str = ""
    state: str = ""

    @property
    def is_thing(self) -> bool:
        """Something that can be carried."""
        return self.kind in ("key", "ball", "box")

    @property
    def is_free(self) -> bool:
        """The agent can stand there."""
        return self.kind in ("floor", "goal") or self.state == "open"

    @property
    def is_clear(self) -> bool:
        """The agent sees past it."""
        return self.kind != "wall" and (self.kind != "door" or self.state == "open")


FLOOR = Cell("floor")


@dataclass(frozen=True, slots=True)
class View:
    """What the agent sees at one moment."""

    at: Place
    heading: int
    cells: dict[Place, Cell]
    """The cells in sight, its own left out."""
    carried: Cell | None


def _minigrid() -> Any:
    """The package that makes environments, with minigrid's levels in it."""
    try:
        import gymnasium

        importlib.import_module("minigrid")  # its levels are known once it is imported
    except ImportError as error:
        raise TaskError("Grid games need minigrid: pip install 'midcourse[games]'") from error
    return gymnasium


def make_env(level: str, seed: int) -> Any:
    """A level as minigrid has it, begun from a seed. `GoToRedBall` and `BabyAI-GoToRedBall-v0` are the same."""
    gymnasium = _minigrid()
    name = level if "-" in level else f"BabyAI-{level}-v0"
    if name not in gymnasium.registry:
        raise TaskError(f"no level {level!r}; levels are named as in minigrid, such as GoToRedBall or PutNextLocal")
    env = gymnasium.make(name, disable_env_checker=True)
    with contextlib.redirect_stdout(io.StringIO()):  # it prints the missions that it tried and gave up
        env.reset(seed=seed)
    if not hasattr(env.unwrapped, "instrs"):
        raise TaskError(f"{name} has no mission in parts: only BabyAI levels do")
    return env


def make_key(colour: str) -> Any:
    """A key that is nowhere yet."""
    from minigrid.core.world_object import Key

    return Key(colour)


class Game:
    """One level under way. `after_move` is called after every move with the environment and the number of moves made."""

    def __init__(self, level: str, seed: int, after_move: Callable[[Any, int], None] | None = None) -> None:
        self._env = make_env(level, seed)
        self._inner: Any = self._env.unwrapped
        self._after_move = after_move
        self.verdict: Verdict = ""
        self.moves = 0
        self.reward = 0.0
        self.mission = Mission(str(self._inner.mission), tuple(_parts(self._inner.instrs)))
        room = self._inner.room_from_pos(*self._inner.agent_pos)
        self.beginning = Beginning(
            (int(self._inner.agent_pos[0]), int(self._inner.agent_pos[1])),
            int(self._inner.agent_dir),
            (int(room.top[0]), int(room.top[1]), int(room.size[0]), int(room.size[1])),
        )

    def move(self, action: int) -> None:
        """Make one move, unless the game is over."""
        if self.verdict:
            return
        _, reward, terminated, truncated, _ = self._env.step(action)
        self.moves += 1
        self.reward = float(reward)
        if terminated:
            self.verdict = "won" if self.reward > 0 else "lost"
        elif truncated:
            self.verdict = "time_up"
        if self._after_move is not None and not self.verdict:
            self._after_move(self._env, self.moves)

    def look(self) -> View:
        """The agent's own partial picture, placed on the map by where it stands."""
        env = self._inner
        picture: Any = env.gen_obs()["image"]
        at, heading = (int(env.agent_pos[0]), int(env.agent_pos[1])), int(env.agent_dir)
        ahead, right = STEPS[heading], STEPS[(heading + 1) % 4]
        cells: dict[Place, Cell] = {}
        mine: Cell | None = None
        for column in range(WIDE):
            for row in range(WIDE):
                far, aside = WIDE - 1 - row, column - WIDE // 2
                cell = _cell(picture[column, row])
                if cell is None:
                    continue
                if far == 0 and aside == 0:
                    mine = cell if cell.is_thing else None
                    continue
                cells[at[0] + ahead[0] * far + right[0] * aside, at[1] + ahead[1] * far + right[1] * aside] = cell
        return View(at, heading, cells, mine)

    def done_parts(self) -> tuple[int, ...]:
        """The parts of which the game's own verifier says that they are done."""
        if self.verdict == "won":
            return tuple(part.number for part in self.mission.parts)
        done = _verified(self._inner.instrs)
        return tuple(part.number for part, is_done in zip(self.mission.parts, done, strict=True) if is_done)

    def disturb(self, change: Callable[[Any, random.Random], str], chance: random.Random) -> str:
        """Let something change the level behind the agent's back; what was done, or '' if nothing could be."""
        return "" if self.verdict else change(self._env, chance)


def _cell(code: Any) -> Cell | None:
    from minigrid.core.constants import IDX_TO_COLOR, IDX_TO_OBJECT

    kind = str(IDX_TO_OBJECT[int(code[0])])
    if kind == "unseen":
        return None
    if kind in ("empty", "floor"):
        return FLOOR
    state = _DOOR_STATES[int(code[2])] if kind == "door" else ""
    return Cell(kind, "" if kind == "wall" else str(IDX_TO_COLOR[int(code[1])]), state)


# --- missions ---------------------------------------------------------------------------------------------------


def _described(desc: Any, movable: bool = False) -> Description:
    return Description(desc.type, desc.color, desc.loc, movable and desc.type is None)


def _parts(instr: Any, first: int = 1, after: tuple[int, ...] = ()) -> list[Part]:
    """The parts in the order in which the game writes them down; `after` says the order in which they count."""
    name = type(instr).__name__
    if name in ("BeforeInstr", "AfterInstr", "AndInstr"):
        a = _parts(instr.instr_a, first, after)
        b = _parts(instr.instr_b, first + len(a), after)
        if name == "BeforeInstr":
            b = _parts(instr.instr_b, first + len(a), (*after, *(p.number for p in a)))
        elif name == "AfterInstr":
            a = _parts(instr.instr_a, first, (*after, *(p.number for p in b)))
        return [*a, *b]
    verbs: dict[str, Verb] = {"GoToInstr": "go_to", "PickupInstr": "pick_up", "OpenInstr": "open", "PutNextInstr": "put_next"}
    if name not in verbs:
        raise TaskError(f"the mission has a {name}; known are {', '.join(verbs)}, before, after and and")
    if verbs[name] == "put_next":
        return [Part(first, "put_next", _described(instr.desc_move, True), _described(instr.desc_fixed), after)]
    return [Part(first, verbs[name], _described(instr.desc, name == "PickupInstr"), None, after)]


def _verified(instr: Any, whole: bool = False) -> list[bool]:
    """For each part, whether the verifier has it down as done."""
    if not hasattr(instr, "instr_a"):
        return [whole]
    a, b = (getattr(instr, side) == "success" for side in ("a_done", "b_done"))
    return [*_verified(instr.instr_a, whole or a), *_verified(instr.instr_b, whole or b)]
