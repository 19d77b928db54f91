"""Texts read from a picture without a model. The only file that knows rapidocr."""

# pyright: reportMissingImports=false, reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import asyncio
import re
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ...core.errors import TaskError
from ...core.seeing.zones import Area, Drawn, Zone, is_same_label
from ..onlooker import NotRead
from .driver import Frame
from .frames import as_png, cropped, widened
from .readers import BESIDE, LABELLED_OUTSIDE, PAD

SURE = 0.6
"""How sure the reader must be of a text, 0 to 1."""
APART = 0.6
"""Of the height of a line: signs that are further apart belong to two texts."""
LARGEST = 960
"""Pixels: a larger picture is read at this size."""


class Ocr:
    """Texts and where they stand. What they belong to is not told: each may be a button, or only be meant to be read."""

    tier = "ocr"

    def __init__(self) -> None:
        if find_spec("rapidocr_onnxruntime") is None:
            raise TaskError("Reading texts from pictures needs rapidocr-onnxruntime: pip install 'midcourse[ocr]'")

    @cached_property
    def _engine(self) -> Any:
        made = import_module("rapidocr_onnxruntime").RapidOCR
        return made(intra_op_num_threads=1, det_limit_type="max", det_limit_side_len=LARGEST, use_cls=False)

    async def read(self, picture: Frame) -> Drawn:
        """Every text, as an item. NotRead when there is none."""
        zones = await asyncio.to_thread(self._texts, picture)
        if not zones:
            raise NotRead("no text is seen")
        return Drawn(tuple(zones))

    async def is_there(self, picture: Frame, zone: Zone) -> bool | None:
        """Whether a zone's label stands in its box, or beside it where fields have it; None where no text is to be read."""
        inside = [z.label for z in await asyncio.to_thread(self._texts, cropped(picture, widened(zone.box, PAD, picture)))]
        if is_same_label(zone.label, inside):
            return True
        if zone.role not in LABELLED_OUTSIDE:
            return False if inside else None
        if inside and not is_same_label(zone.value, inside):
            return False
        around = await asyncio.to_thread(self._texts, cropped(picture, widened(zone.box, BESIDE, picture)))
        return any(is_same_label(zone.label, [z.label]) for z in around)

    def _texts(self, picture: Frame) -> list[Zone]:
        found, _ = self._engine(as_png(picture), return_word_box=True)
        return [zone for line in found or () if line[2] >= SURE for zone in _apart(line[0], line[3], line[4], picture)]


def _apart(corners: Any, places: Any, signs: Any, picture: Frame) -> list[Zone]:
    """The texts of one line: those far apart are not one, as the entries of a menu bar."""
    _, top, _, height = _box(corners, picture)
    groups: list[tuple[str, int, int]] = []
    blank = ""
    for place, sign in zip(places, signs, strict=True):
        left, right = int(min(x for x, _ in place)), int(max(x for x, _ in place)) + 1
        if not sign.strip():
            blank = " "
        elif groups and left - groups[-1][2] < APART * height:
            text, begin, _ = groups[-1]
            groups[-1], blank = (text + blank + sign, begin, right), ""
        else:
            groups, blank = [*groups, (sign, left, right)], ""
    edge = picture.width
    groups = [(_without_icon(text), left, right) for text, left, right in groups]
    return [Zone(text, (max(0, left), top, max(1, min(edge, right) - max(0, left)), height)) for text, left, right in groups]


def _without_icon(text: str) -> str:
    """A text without the signs that icons at its ends are read as; a sign that is all of it stays."""
    return re.sub(r"^[^\w\s/.(\"'<>+*-]+\s*|\s*[^\w\s/.)!?:;,\"'<>+*%-]+$", "", text) or text


def _box(corners: Any, picture: Frame) -> Area:
    across, down = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    left, top = max(0, int(min(across))), max(0, int(min(down)))
    return left, top, min(picture.width, int(max(across)) + 1) - left, min(picture.height, int(max(down)) + 1) - top
