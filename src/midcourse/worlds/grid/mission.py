"""What a level asks: descriptions of things, and the parts of the mission in their order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ...core.model import Task

Place = tuple[int, int]
"""A cell: column and row."""
Verb = Literal["go_to", "pick_up", "open", "put_next"]
Side = Literal["left", "right", "front", "behind"]

STEPS: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The four directions, in the order in which the agent turns right."""
_SIDES: dict[Side, str] = {
    "left": " on your left",
    "right": " on your right",
    "front": " in front of you",
    "behind": " behind you",
}


@dataclass(frozen=True, slots=True)
class Description:
    """Any thing of a kind and colour, where these are given; `side` is seen from where the agent began, in its first room."""

    kind: str | None = None
    colour: str | None = None
    side: Side | None = None
    movable: bool = False
    """No door is meant, although no kind is given."""

    @property
    def name(self) -> str:
        """How facts call it."""
        kind = self.kind or ("movable object" if self.movable else "object")
        bare = f"{self.colour} {kind}" if self.colour else kind
        return bare + (_SIDES[self.side] if self.side else "")


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where the agent stood at first, which way it looked, and the room around it: left corner, top, width, height."""

    at: Place
    heading: int
    room: tuple[int, int, int, int]

    def on_side(self, side: Side, place: Place) -> bool:
        """Whether a place is on that side, by the game's own rule: within the room, and by half planes."""
        left, top, width, height = self.room
        if not (left <= place[0] < left + width and top <= place[1] < top + height):
            return False
        away = (place[0] - self.at[0], place[1] - self.at[1])
        ahead = STEPS[self.heading]
        forward = away[0] * ahead[0] + away[1] * ahead[1]
        rightward = away[1] * ahead[0] - away[0] * ahead[1]
        return {"left": rightward < 0, "right": rightward > 0, "front": forward > 0, "behind": forward < 0}[side]


@dataclass(frozen=True, slots=True)
class Part:
    """One thing to do."""

    number: int
    verb: Verb
    thing: Description
    beside: Description | None = None
    """What it is to be put next to."""
    after: tuple[int, ...] = ()
    """Parts that must be done before this one counts."""

    @property
    def text(self) -> str:
        """The part in words."""
        tail = f" next to the {self.beside.name}" if self.beside else ""
        verb = {"go_to": "go to", "pick_up": "pick up", "open": "open", "put_next": "put"}[self.verb]
        return f"{verb} the {self.thing.name}{tail}"


@dataclass(frozen=True, slots=True)
class Mission:
    """All that is asked, in the game's words and as parts."""

    text: str
    parts: tuple[Part, ...]

    @property
    def descriptions(self) -> tuple[Description, ...]:
        """Every thing that the mission names, once."""
        named = (d for part in self.parts for d in (part.thing, part.beside) if d is not None)
        return tuple(dict.fromkeys(named))


def task_of(mission: Mission) -> Task:
    """The mission as a task: every part is seen to be done, which only the game's own verdict shows."""
    return Task(mission.text, " and ".join(f"done({part.number})" for part in mission.parts))
