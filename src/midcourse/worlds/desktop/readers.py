"""Who reads a picture where a program tells nothing: what they offer, and how they say that they cannot."""

from __future__ import annotations

from typing import Protocol

from ...core.seeing.zones import Drawn, Zone
from .driver import Frame

PAD = (4, 4, 4, 4)
"""Pixels around a box that are looked at with it: left, above, right, below."""
BESIDE = (260, 30, 260, 4)
"""The same for things whose label stands beside them."""
LABELLED_OUTSIDE = frozenset({"textbox", "checkbox", "radio", "combobox"})


class Reader(Protocol):
    """One way to read a picture."""

    @property
    def tier(self) -> str:
        """What looks call it."""
        ...

    async def read(self, picture: Frame) -> Drawn:
        """What is to be seen in the picture of a window. NotRead when nothing can be told."""
        ...

    async def is_there(self, picture: Frame, zone: Zone) -> bool | None:
        """Whether a zone is where it was said to be, by its own pixels alone; None if that cannot be told. NotRead likewise."""
        ...
