"""Pictures of the screen: whether it is as it was, byte by byte but for a caret that blinks; parts of it; and as a PNG."""

from __future__ import annotations

import io
from collections.abc import Iterable

from .driver import Box, Frame

CARET = (4, 48)
"""Pixels: the widest and the tallest that a caret may be."""
PIXEL = 4


def same(before: Frame | None, now: Frame, fields: Iterable[Box] = ()) -> bool:
    """Whether nothing changed but a caret in one of these fields."""
    if before is None or (before.width, before.height) != (now.width, now.height):
        return False
    if before.pixels == now.pixels:
        return True
    box = changed_box(before, now, CARET[1])
    return box is not None and box[2] <= CARET[0] and any(_inside(box, field) for field in fields)


def changed_box(before: Frame, now: Frame, tallest: int) -> Box | None:
    """The part that differs; None where it is taller than this, so that a large change costs little."""
    row = before.width * PIXEL
    first, last = _span(before.pixels, now.pixels, row, 0, before.height)
    if last - first >= tallest:
        return None
    a, b = before.pixels, now.pixels
    left, right = before.width, -1
    for y in range(first, last + 1):
        start = y * row
        line, other = a[start : start + row], b[start : start + row]
        if line == other:
            continue
        begin, end = _span(line, other, PIXEL, 0, before.width)
        left, right = min(left, begin), max(right, end)
    return (left, first, right - left + 1, last - first + 1)


def _span(one: bytes, two: bytes, size: int, low: int, high: int) -> tuple[int, int]:
    """The first and the last of the units in which two differ, found by halving. Parts of bytes are copied and then compared at
    once; views would be compared byte by byte, which takes ten times as long."""
    begin, end = low, high
    while end - begin > 1:
        middle = (begin + end) // 2
        begin, end = (begin, middle) if one[begin * size : middle * size] != two[begin * size : middle * size] else (middle, end)
    first = begin
    begin, end = first, high
    while end - begin > 1:
        middle = (begin + end) // 2
        begin, end = (middle, end) if one[middle * size : end * size] != two[middle * size : end * size] else (begin, middle)
    return first, begin


def _inside(box: Box, field: Box) -> bool:
    return (
        field[0] <= box[0]
        and field[1] <= box[1]
        and box[0] + box[2] <= field[0] + field[2]
        and box[1] + box[3] <= field[1] + field[3]
    )


def cropped(frame: Frame, box: Box) -> Frame:
    """A part of a picture, which lies inside it."""
    left, top, width, height = box
    row, pixels = frame.width * PIXEL, memoryview(frame.pixels)
    lines = (pixels[y * row + left * PIXEL : y * row + (left + width) * PIXEL] for y in range(top, top + height))
    return Frame(b"".join(lines), width, height)


def widened(box: Box, more: Box, frame: Frame) -> Box:
    """A box with so much more on the left, above, on the right and below, as far as the picture goes."""
    left, top = max(0, box[0] - more[0]), max(0, box[1] - more[1])
    right, bottom = min(frame.width, box[0] + box[2] + more[2]), min(frame.height, box[1] + box[3] + more[3])
    return (left, top, right - left, bottom - top)


def painted(frame: Frame, boxes: Iterable[Box], colour: bytes = b"\0\0\0\0") -> Frame:
    """The picture with these boxes in one colour, as far as they lie in it."""
    pixels = bytearray(frame.pixels)
    for left, top, width, height in boxes:
        begin, end = max(0, left), min(frame.width, left + width)
        for y in range(max(0, top), min(frame.height, top + height)):
            pixels[(y * frame.width + begin) * PIXEL : (y * frame.width + max(begin, end)) * PIXEL] = colour * max(0, end - begin)
    return Frame(bytes(pixels), frame.width, frame.height)


def framed(frame: Frame, box: Box, width: int = 2) -> Frame:
    """The picture with a red frame around a box."""
    left, top, across, down = box
    outer = (left - width, top - width, across + 2 * width, down + 2 * width)
    sides = (
        (outer[0], outer[1], outer[2], width),
        (outer[0], top + down, outer[2], width),
        (outer[0], outer[1], width, outer[3]),
        (left + across, outer[1], width, outer[3]),
    )
    return painted(frame, sides, b"\0\0\xff\0")


def as_png(frame: Frame) -> bytes:
    """A picture as a PNG."""
    from PIL import Image

    out = io.BytesIO()
    Image.frombytes("RGB", (frame.width, frame.height), bytes(frame.pixels), "raw", "BGRX").save(out, "PNG", compress_level=1)
    return out.getvalue()
