"""Editors that draw their lines themselves: the field that has the keyboard is so small that nobody sees it, and what stands in
the editor is what it draws."""

from __future__ import annotations

from .reading import Node, Reading
from .stood_in import FIELDS, HOLD_MORE, without_hint
from .texts import Texts
from .unseen import shown_of

TINY = 4
"""Pixels wide or high: nobody sees it."""
LEAST = (60, 14)
"""Pixels wide and high that an editor is at least."""
NEAREST = 6
"""So many parts of a page around such a field may be the editor."""
ENOUGH = 3
"""So many whole lines, one below the other, tell that a longer text stands there: an editor draws no more than can be seen."""


def find_editors(reading: Reading, texts: Texts) -> None:
    """Note for each field that nobody sees which editor it is the field of; it counts as lying where that one is drawn."""
    for place, node in enumerate(reading.nodes):
        if node.tag != "textarea" and not (node.role == "textbox" and "multiline" in node.states):
            continue
        if node.box is None or not _is_tiny(reading, place):
            continue
        editor = next((p for p in reading.parents(place)[:NEAREST] if _is_large(reading, p)), -1)
        if editor >= 0 and _is_editor(reading, texts, editor, place):
            node.editor, node.box = editor, reading.nodes[editor].box
            reading.drawn |= {i for i in range(editor, texts.end(editor)) if i != place}


def written_in(reading: Reading, texts: Texts, field: int, ours: str) -> str:
    """What stands in the editor of a field. `ours` is what we entered: it stands there if each line drawn is a line of it."""
    editor = reading.nodes[field].editor
    lines: dict[int, list[tuple[int, str]]] = {}
    for i in range(editor, texts.end(editor)):
        node = reading.nodes[i]
        if node.text and node.box is not None and node.style.get("cursor") == "text" and shown_of(reading, i) is not None:
            middle = node.box[1] + node.box[3] // 2
            line = next((top for top in lines if abs(top - middle) <= node.box[3] // 2), middle)
            lines.setdefault(line, []).append((node.box[0], node.text))
    drawn = [_plain("".join(text for _, text in sorted(lines[top]))) for top in sorted(lines)]
    return (
        ours
        if ours and _stands(drawn, [_plain(line) for line in ours.split("\n")])
        else without_hint(reading, field, "\n".join(drawn).strip("\n"))
    )


def _stands(drawn: list[str], meant: list[str]) -> bool:
    """Whether lines stand there as they were meant: long ones may be broken, and of many those that can be seen must be right."""
    if "".join("".join(meant).split()) == "".join("".join(drawn).split()):
        return _indents(meant) == _indents(drawn)
    shown, whole = [line for line in drawn if line], [line for line in meant if line]
    return len(shown) >= ENOUGH and any(whole[at : at + len(shown)] == shown for at in range(len(whole)))


def _indents(lines: list[str]) -> list[int]:
    return [len(line) - len(line.lstrip()) for line in lines if line.startswith(" ")]


def _plain(line: str) -> str:
    return line.replace("\u00a0", " ").replace("\u200b", "").replace("\u200c", "").rstrip()


def _is_tiny(reading: Reading, place: int) -> bool:
    shown = shown_of(reading, place)
    return shown is None or min(shown[2:]) <= TINY


def _is_large(reading: Reading, place: int) -> bool:
    shown = shown_of(reading, place)
    return shown is not None and shown[2] >= LEAST[0] and shown[3] >= LEAST[1]


def _is_editor(reading: Reading, texts: Texts, editor: int, field: int) -> bool:
    """Whether the mouse is shown over a part of it as it is over text, and no other field lies in it."""
    if reading.nodes[editor].tag in HOLD_MORE:
        return False
    inside = range(editor + 1, texts.end(editor))
    around = {field, *reading.parents(field)}
    others = [i for i in inside if i not in around]
    if any(reading.nodes[i].tag in FIELDS and reading.nodes[i].box is not None for i in others):
        return False
    return any(_is_for_text(reading.nodes[i]) and _is_large(reading, i) for i in others)


def _is_for_text(node: Node) -> bool:
    return node.style.get("cursor") == "text" and not node.text
