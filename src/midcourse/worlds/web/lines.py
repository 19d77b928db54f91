"""The lines of a page as people read them, and which of them are written on what is pressed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from .reading import Node, Reading
from .texts import before_its_number, is_letter
from .things import INLINE

LONGEST_TEXT = 200
NARROW, WIDE = 2, 0.9
"""Gaps between texts on a line: pixels that a word may have in it, and heights of the line that part columns."""
COUNTED = re.compile(r"(?:\(?\d{1,4}[.)]|#\d{1,6}:?)\s+(?=\S)")
"""The number that counts a line of a list: it is not what the line says."""
PRESSED = frozenset({"button", "menuitem", "menuitemcheckbox", "menuitemradio"})
"""What does something when it is pressed, and is no line of a list."""


def lines_of(reading: Reading, is_told: Callable[[int], bool]) -> Iterable[str]:
    """The texts of the page, by their places, each block of it one line; also those on buttons and links, which are read like any
    other. What stands in an editor is its value, and no text of the page."""
    lines: dict[int, list[Node]] = {}
    edited = set(reading.drawn)
    for i, node in enumerate(reading.nodes):
        if node.parent in edited or node.attributes.get("contenteditable", "false") not in ("false", "inherit"):
            edited.add(i)
        if not node.text or node.box is None or node.box[2] <= 0 or i in edited or not is_told(i):
            continue
        block = node.parent
        while block >= 0 and (reading.nodes[block].style.get("display") in INLINE or is_letter(reading.nodes[block], node)):
            block = reading.nodes[block].parent
        lines.setdefault(block, []).append(node)
    for parts in lines.values():
        yield from _readings([node.text for node in parts], parts)
        if any(node.shown for node in parts):
            yield from _readings([node.shown or node.text for node in parts], parts)
        if name := before_its_number(reading, parts):
            yield name[:LONGEST_TEXT]


def _readings(written: Sequence[str], parts: Sequence[Node]) -> Iterable[str]:
    """How people read a block: as a line, column by column, and without the number that counts it."""
    columns = [" ".join(column.split()) for column in _columns(written, parts)]
    line = " ".join(filter(None, columns))
    if line:
        yield line[:LONGEST_TEXT]
    if counted := COUNTED.match(line):
        yield line[counted.end() :][:LONGEST_TEXT]
    if len(columns) > 1:
        yield from (column[:LONGEST_TEXT] for column in columns if column)


def _columns(written: Sequence[str], parts: Sequence[Node]) -> list[str]:
    """Texts side by side are one; a small gap or a new line begins a new word, and a wide gap a column."""
    columns, right, last = [""], 0.0, 0.0
    for text, node in zip(written, parts, strict=True):
        assert node.box is not None
        left, top, width, height = node.box
        gap = left - right if abs(top - last) < height else NARROW + 1
        if columns[-1] and gap > WIDE * height:
            columns.append("")
        columns[-1] += text if gap <= NARROW else f" {text}"
        right, last = left + width, top
    return columns


def on_buttons(reading: Reading) -> frozenset[int]:
    """The places of what is written on buttons and on the entries of menus."""
    inside: set[int] = set()
    for i, node in enumerate(reading.nodes):
        if node.parent in inside or node.tag == "button" or node.role in PRESSED:
            inside.add(i)
    return frozenset(inside)
