"""A model that is shown the table and points at what is asked for: believed where the depth agrees with a thing that is seen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from importlib.resources import files

from ...core.language.prompts import Prompt
from ...core.language.text import Unreadable, json_in
from ...core.model import Cost, Delivery, FactKind, Parameter, Skill
from ...core.seeing.zones import Area, zones_in
from ..onlooker import NotRead, Onlooker
from .engine import Data
from .eye import Eye
from .perception import Seen
from .pictures import Studio, png
from .skills import Trouble

CAMERA = "above"
"""From there nothing that lies on the table hides another thing beside it."""
LONGEST = 300
"""Tokens of an answer."""
BARE = 0.012
"""Metres: what is lower is the table itself."""
OFF = 0.02
"""Metres by which the depth may miss the upper side of a thing."""
FOUND = FactKind("found", "found(what, thing): in the picture, the model pointed at this thing when asked for that")
FIND = Skill(
    "find",
    "Ask the model that sees the table which thing is meant by a description; gives `thing`, its name, for later steps.",
    (Parameter("what", "str", doc="what it looks like, in words"),),
    senses="found({what}, *)",
    risk="harmless",
    repeatable=True,
    timeout=120.0,
    delivery=Delivery(settles=0.0),
)


class Pointer(Onlooker):
    """Asks a model where in a picture of the table a thing is."""

    @property
    def most_each(self) -> Cost:
        """The most that one answer may cost."""
        return self.most(_asked("x" * 200, b""))

    async def find(self, what: str, data: Data, studio: Studio, look: Callable[[], Sequence[Seen]]) -> Seen:
        """The thing that is meant. Trouble where the model points at none, or where the depth does not agree."""
        colours, depths = await asyncio.to_thread(studio.shot, data, CAMERA)
        size = (int(colours.shape[1]), int(colours.shape[0]))
        try:
            told = await self.ask(_asked(what, png(colours)))
            box = _box(told.text, size, told.cut)
        except (NotRead, Unreadable) as error:
            raise Trouble("unavailable", f"the model did not say where {what!r} is: {error}") from None
        if box is None:
            raise Trouble("object_not_found", f"the model sees nothing on the table that is {what!r}")
        eye = Eye(*await asyncio.to_thread(studio.camera, CAMERA), colours, depths)
        return confirmed(what, box, eye, await asyncio.to_thread(look))


def confirmed(what: str, box: Area, eye: Eye, seen: Sequence[Seen]) -> Seen:
    """The one thing that is seen in the box and is as high as the depth says; Trouble where there is none, or more than one."""
    height = eye.height(box)
    if height < BARE:
        raise Trouble("object_not_found", f"for {what!r} the model points at a bare place of the table")
    there = [thing for thing in seen if eye.shows_within(box, (thing.x, thing.y, thing.z))]
    right = [thing for thing in there if abs(thing.z + thing.size / 2 - height) < OFF]
    if len(right) > 1:
        names = ", ".join(sorted(thing.name for thing in right))
        raise Trouble("ambiguous_object", f"for {what!r} the model points at several things: {names}")
    if not right:
        near = f"; {', '.join(thing.name for thing in there)} is not so high" if there else ""
        where = f"something stands {height * 100:.0f} cm high that is none of the things seen"
        raise Trouble("object_not_found", f"where the model points at for {what!r}, {where}{near}")
    return right[0]


def _box(text: str, size: tuple[int, int], cut: bool) -> Area | None:
    said: object = json_in(text, '{"zones": []}', cut)
    if said == {"zones": []} or said == []:
        return None
    first, *others = zones_in(text, size, cut).zones
    if others:
        raise Unreadable(f"it points at {1 + len(others)} places; one is asked for")
    return first.box


def _asked(what: str, picture: bytes) -> Prompt:
    role = files(__package__ or "").joinpath("prompts", "point.md").read_text(encoding="utf-8").strip()
    return Prompt("look", role, f"Where is this: {what}", (picture,), LONGEST)
