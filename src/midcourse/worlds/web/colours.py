"""What people call a colour."""

from __future__ import annotations

import re

BASIC = {
    "black": (0, 0, 0),
    "white": (255, 255, 255),
    "red": (255, 0, 0),
    "lime": (0, 255, 0),
    "blue": (0, 0, 255),
    "yellow": (255, 255, 0),
    "cyan": (0, 255, 255),
    "magenta": (255, 0, 255),
    "grey": (128, 128, 128),
    "silver": (192, 192, 192),
    "maroon": (128, 0, 0),
    "olive": (128, 128, 0),
    "green": (0, 128, 0),
    "purple": (128, 0, 128),
    "teal": (0, 128, 128),
    "navy": (0, 0, 128),
    "orange": (255, 165, 0),
    "pink": (255, 192, 203),
    "brown": (165, 42, 42),
    "violet": (238, 130, 238),
    "gold": (255, 215, 0),
}
SAME = {"gray": "grey", "aqua": "cyan", "fuchsia": "magenta"}


def colour_name(written: str) -> str:
    """`rgb(250, 10, 10)`, `#f00` or `red` as the nearest word; '' where there is no colour."""
    written = written.strip().lower()
    if written in BASIC or written in SAME:
        return written
    values = _values(written)
    if values is None:
        return ""
    return min(BASIC, key=lambda name: sum((a - b) ** 2 for a, b in zip(BASIC[name], values, strict=True)))


def _values(written: str) -> tuple[int, int, int] | None:
    numbers = re.findall(r"[\d.]+", written) if written.startswith("rgb") else []
    if len(numbers) == 4 and float(numbers[3]) == 0:
        return None
    if len(numbers) >= 3:
        red, green, blue = (int(float(n)) for n in numbers[:3])
        return red, green, blue
    digits = written.removeprefix("#")
    if written.startswith("#") and len(digits) in (3, 6) and re.fullmatch(r"[0-9a-f]+", digits):
        digits = "".join(d * 2 for d in digits) if len(digits) == 3 else digits
        return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)
    return None
