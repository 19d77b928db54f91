"""Whether the screen is as it was: byte by byte, but for a caret that blinks."""

from __future__ import annotations

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
    a, b = memoryview(before.pixels), memoryview(now.pixels)
    left, right = before.width, -1
    for y in range(first, last + 1):
        start = y * row
        line, other = a[start : start + row], b[start : start + row]
        if line == other:
            continue
        begin, end = _span(line, other, PIXEL, 0, before.width)
        left, right = min(left, begin), max(right, end)
    return (left, first, right - left + 1, last - first + 1)


def _span(a: bytes | memoryview, b: bytes | memoryview, size: int, low: int, high: int) -> tuple[int, int]:
    """The first and the last of the units in which two differ, found by halving."""
    one, two = memoryview(a), memoryview(b)
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
