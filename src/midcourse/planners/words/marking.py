"""Clauses about a stretch of text: to mark it, or to give it a style."""

from __future__ import annotations

from ...core.model import Target
from ...core.plans.plan import Act
from ...core.plans.quoting import verbatim
from .asked import Asked
from .finding import norm
from .language import Clause, stem
from .looks import COLOURS
from .screen import Part, Screen
from .values import the_only_text

STYLES = {
    **dict.fromkeys(("bold", "bolded"), "bold"),
    **dict.fromkeys(("italic", "italics", "italicized"), "italic"),
    **dict.fromkeys(("underline", "underlined"), "underline"),
    **dict.fromkeys(("strikethrough", "struck"), "strike"),
}
"""What people want of a text, and what the button for it is called."""
WHOLE = frozenset(("all", "everything", "entire", "whole"))


def mark(asked: Asked, clause: Clause) -> list[Act] | None:
    """Mark the text that is quoted, or the paragraph that is meant."""
    screen = asked.screen
    text = _text(screen, clause)
    if "mark" not in screen.skills or not text:
        return None
    if screen.did("mark", "", asked.since) >= 0:
        asked.since = screen.did("mark", "", asked.since) + 1
        return []
    return [Act("mark", {"text": text if text in screen.request.goal else verbatim(text)})]


def style(asked: Asked, clause: Clause) -> list[Act] | None:
    """`make "wood" bold`: mark it, then press what makes it so; None where no style is named."""
    screen = asked.screen
    low = [w.lower() for w in clause.words if w not in clause.quoted]
    name = next((STYLES[w] for w in low if w in STYLES), "")
    colour = next((w for w in low if w in COLOURS), "")
    if not name and not colour:
        return None
    button = _button(screen, name) if name else None
    swatch = next((t for t in screen.targets if colour and norm(t.label).split()[:1] == [colour]), None)
    opener = _button(screen, "color") or _button(screen, "colour")
    pressed = button if name else swatch or opener
    editor = next((t for t in screen.fields if "multiline" in t.state), None)
    if pressed is None or (not clause.quoted and editor is None):
        return None
    acts: list[Act] = []
    if screen.did("mark", "", asked.since) < 0 and (editor is None or screen.did("press", editor.id, asked.since) < 0):
        if clause.quoted:
            acts = mark(asked, clause) or []
            if not acts:
                return None
        elif WHOLE & set(low) and editor is not None:
            acts = [Act("press", {"keys": "Control+A"}, editor.id)]
        else:
            return None
    last = asked.once("click", pressed)
    return [*acts, *last] if name or swatch is not None else Part([*acts, *last])


def _button(screen: Screen, name: str) -> Target | None:
    things = screen.of("button", "item", "image", "link", "checkbox", "combobox")
    return next((t for t in things if stem(name) in {stem(w) for w in norm(t.label).split()}), None)


def _text(screen: Screen, clause: Clause) -> str:
    if clause.quoted:
        return clause.quoted[0]
    last = max(screen.paragraphs, default=0)
    number = clause.number if clause.number is not None else 1 if last == 1 else 0
    told = screen.paragraphs.get(number if number > 0 else last + 1 + number if number else 0, "")
    return told or (the_only_text(screen) or "" if clause.number is None else "")
