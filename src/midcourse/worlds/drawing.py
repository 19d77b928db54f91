"""Pictures of a page or a screen with the targets drawn on."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from ..core.model import Target

EDGE, PAPER, INK, BLACK = (214, 40, 40), (255, 240, 150), (20, 20, 20), (0, 0, 0)


def drawn(
    picture: bytes, targets: Sequence[Target], scroll: tuple[float, float], secret: Sequence[tuple[int, int, int, int]] = ()
) -> bytes:
    """The picture with what is secret blacked out, and a numbered frame around every target in view, in their order."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    pen = ImageDraw.Draw(image)
    for left, top, width, height in secret:
        x, y = left - scroll[0], top - scroll[1]
        pen.rectangle((x, y, x + width, y + height), fill=BLACK)
    for number, target in enumerate(targets, 1):
        if target.box is None:
            continue
        x, y = target.box[0] - scroll[0], target.box[1] - scroll[1]
        if not (-target.box[2] < x < image.width and -target.box[3] < y < image.height):
            continue
        pen.rectangle((x, y, x + target.box[2], y + target.box[3]), outline=EDGE)
        label = str(number)
        pen.rectangle((x, y - 10, x + 6 * len(label) + 3, y), fill=PAPER)
        pen.text((x + 2, y - 11), label, fill=INK)
    out = io.BytesIO()
    image.save(out, "PNG", optimize=False)
    return out.getvalue()
