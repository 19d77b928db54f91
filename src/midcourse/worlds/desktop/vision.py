"""A language model that is shown a picture: its answer is checked against the form, priced, and asked for within the budget."""

from __future__ import annotations

import asyncio
from importlib.resources import files

from ...core.language.prompts import Completion, Prompt
from ...core.language.text import Unreadable
from ...core.model import Cost
from ...core.seeing.zones import Drawn, Zone, is_same_label, label_in, zones_in
from ..onlooker import NotRead, Onlooker
from .driver import Frame
from .frames import as_png, cropped, framed, widened
from .readers import BESIDE, LABELLED_OUTSIDE, PAD

LONGEST, SHORT = 4000, 200
"""Tokens of an answer about a whole window, and about one thing."""


def _role(name: str) -> str:
    return files(__package__ or "").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8").strip()


class Vision(Onlooker):
    """Reads the picture of a window by asking a model."""

    tier = "vision"

    @property
    def most_each(self) -> Cost:
        """The most that one answer may cost."""
        return self.most(_asked("zones", b"", "x" * 200, LONGEST))

    async def read(self, picture: Frame) -> Drawn:
        """The zones of a window."""
        size = (picture.width, picture.height)
        told = await self._ask("zones", picture, f"The picture is {size[0]} pixels wide and {size[1]} high.", LONGEST)
        try:
            return zones_in(told.text, size, told.cut)
        except Unreadable as error:
            raise NotRead(str(error)) from None

    async def is_there(self, picture: Frame, zone: Zone) -> bool | None:
        """A second reading, of this part of the picture alone: the model is not told what should be there."""
        outside = zone.role in LABELLED_OUTSIDE
        around = widened(zone.box, BESIDE if outside else PAD, picture)
        part = cropped(framed(picture, zone.box) if outside else picture, around)
        told = await self._ask("one_thing", part, "What is in the red frame?" if outside else "What is this?", SHORT)
        try:
            return is_same_label(zone.label, [label_in(told.text, told.cut)])
        except Unreadable as error:
            raise NotRead(str(error)) from None

    async def _ask(self, role: str, picture: Frame, question: str, longest: int) -> Completion:
        return await self.ask(_asked(role, await asyncio.to_thread(as_png, picture), question, longest))


def _asked(role: str, picture: bytes, question: str, longest: int) -> Prompt:
    return Prompt("look", _role(role), question, (picture,), longest)
