"""A level changed behind the agent's back: things moved, doors shut or locked. From a seed, at set moves; nobody is told.

They work on the environment itself, so that any agent can be put through the same: `after_move(env, moves)` after each move.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Literal

from .game import make_key
from .mission import Place

Kind = Literal["move", "close", "lock"]
Change = Callable[[Any, random.Random], str]


class Disturbances:
    """Disturbances of one kind after the move `first` and then `every` so many moves, at most `most` of them."""

    def __init__(self, kind: Kind, seed: int, *, first: int = 3, every: int = 8, most: int = 5) -> None:
        self._change = disturbance(kind)
        self._kind, self._seed = kind, seed
        self._moves = {first + every * n for n in range(most)}
        self.done: list[str] = []
        """What was done, in words."""

    def after_move(self, env: Any, moves: int) -> None:
        """Disturb if it is time. The draw depends on the seed and the move alone."""
        if moves in self._moves:
            what = self._change(env, random.Random(f"{self._kind} {self._seed} {moves}"))
            self.done += [what] if what else []


def disturbance(kind: Kind) -> Change:
    """What happens once, for a kind."""
    return {"move": move_thing, "close": close_door, "lock": lock_door}[kind]


def move_thing(env: Any, chance: random.Random) -> str:
    """A thing lies in another free cell of its room; every second time it is one that the mission names."""
    inner = env.unwrapped
    things = _cells(inner, lambda cell: cell.type in ("key", "ball", "box"))
    wanted = {id(o) for desc in _descriptions(inner.instrs) for o in desc.obj_set}
    named = [(p, c) for p, c in things if id(c) in wanted]
    if named and chance.random() < 0.5:
        things = named
    if not things:
        return ""
    place, thing = chance.choice(things)
    free = _free_cells(inner, inner.room_from_pos(*place))
    if not free:
        return ""
    goal = chance.choice(free)
    inner.grid.set(*place, None)
    inner.grid.set(*goal, thing)
    thing.cur_pos = goal
    inner.update_objs_poss()  # the verifier must know the places as they are
    return f"the {thing.color} {thing.type} went from {place} to {goal}"


def close_door(env: Any, chance: random.Random) -> str:
    """An open door is shut."""
    inner = env.unwrapped
    doors = [(p, d) for p, d in _doors(inner) if d.is_open]
    if not doors:
        return ""
    place, door = chance.choice(doors)
    door.is_open = False
    return f"the {door.color} door at {place} was shut"


def lock_door(env: Any, chance: random.Random) -> str:
    """A door is shut and locked, and a key for it lies in the agent's room; not where the mission itself is about such a key."""
    inner = env.unwrapped
    room = inner.room_from_pos(*inner.agent_pos)
    asked = [d for d in _descriptions(inner.instrs) if d.type in ("key", None)]
    doors = [(p, d) for p, d in _doors(inner) if not d.is_locked and not any(a.color in (None, d.color) for a in asked)]
    free = _free_cells(inner, room)
    if not doors or not free:
        return close_door(env, chance)
    place, door = chance.choice(doors)
    keys = [inner.carrying] if inner.carrying else []
    keys += [cell for p, cell in _cells(inner, lambda cell: cell.type == "key") if room.pos_inside(*p)]
    if not any((k.type, k.color) == ("key", door.color) for k in keys):
        key, where = make_key(door.color), chance.choice(free)
        inner.grid.set(*where, key)
        key.init_pos = key.cur_pos = where
    door.is_open, door.is_locked = False, True
    return f"the {door.color} door at {place} was locked"


def _cells(inner: Any, wanted: Callable[[Any], bool]) -> list[tuple[Place, Any]]:
    grid = inner.grid
    places = [(x, y) for x in range(grid.width) for y in range(grid.height)]
    return [(p, cell) for p in places if (cell := grid.get(*p)) is not None and wanted(cell)]


def _doors(inner: Any) -> list[tuple[Place, Any]]:
    """Every door but the one the agent stands in."""
    here = (int(inner.agent_pos[0]), int(inner.agent_pos[1]))
    return [(p, d) for p, d in _cells(inner, lambda cell: cell.type == "door") if p != here]


def _free_cells(inner: Any, room: Any) -> list[Place]:
    """Empty cells of a room that are not the agent's and not in front of a door."""
    (left, top), (width, height) = room.top, room.size
    here = (int(inner.agent_pos[0]), int(inner.agent_pos[1]))
    found: list[Place] = []
    for x in range(left + 1, left + width - 1):
        for y in range(top + 1, top + height - 1):
            around = [inner.grid.get(*p) for p in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))]
            by_door = any(cell is not None and cell.type == "door" for cell in around)
            if (x, y) != here and inner.grid.get(x, y) is None and not by_door:
                found.append((x, y))
    return found


def _descriptions(instr: Any) -> list[Any]:
    """What the mission names, as minigrid has it."""
    if hasattr(instr, "instr_a"):
        return [*_descriptions(instr.instr_a), *_descriptions(instr.instr_b)]
    return [getattr(instr, name) for name in ("desc", "desc_move", "desc_fixed") if hasattr(instr, name)]
