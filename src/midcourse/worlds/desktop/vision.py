"""A language model that is shown a picture: its answer is checked against the form, priced, and asked for within the budget."""

from __future__ import annotations

import asyncio
from importlib.resources import files

from ...core.errors import PlannerUnreachable
from ...core.gates.lookers import Affords
from ...core.language.prompts import Completion, Prompt
from ...core.language.text import Unreadable
from ...core.model import Cost
from ...core.protocols import Model
from ...core.seeing.zones import Drawn, Zone, is_same_label, label_in, zones_in
from .driver import Frame
from .frames import as_png, cropped, framed, widened
from .readers import BESIDE, LABELLED_OUTSIDE, PAD, NotRead

SECONDS = 40.0
"""How long an answer may take."""
LONGEST, SHORT = 4000, 200
"""Tokens of an answer about a whole window, and about one thing."""


def _role(name: str) -> str:
    return files(__package__ or "").joinpath("prompts", f"{name}.md").read_text(encoding="utf-8").strip()


class Vision:
    """Asks a model. What may have been paid is owed until a look tells it."""

    tier = "vision"

    def __init__(self, model: Model, seconds: float = SECONDS) -> None:
        self._model, self.seconds = model, seconds
        self._owed = Cost()
        self.affords: Affords = lambda most: True

    @property
    def most_each(self) -> Cost:
        """The most that one answer may cost."""
        return self._model.most(self._asked("zones", b"", "x" * 200, LONGEST))

    def settle(self) -> Cost:
        """What is owed; from now on nothing."""
        owed, self._owed = self._owed, Cost()
        return owed

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
        ask = self._asked(role, await asyncio.to_thread(as_png, picture), question, longest)
        most = self._model.most(ask)
        if not self.affords(self._owed + most):
            raise NotRead(f"the model is not asked: its answer may cost {most.in_words()}, which the budget does not have")
        self._owed += most  # until it is known; it stays if nobody ever says what it was
        try:
            async with asyncio.timeout(self.seconds):
                told = await self._model.ask(ask)
        except TimeoutError:
            raise NotRead(f"the model gave no answer within {self.seconds:g} seconds") from None
        except PlannerUnreachable as error:
            if not error.asked:
                self._owed -= most
            raise NotRead(str(error)) from None
        self._owed = self._owed - most + told.cost
        return told

    def _asked(self, role: str, picture: bytes, question: str, longest: int) -> Prompt:
        return Prompt("look", _role(role), question, (picture,), longest)
