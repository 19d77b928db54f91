"""What must be typed before something is taken away: the name of what the goal names, where the question has it."""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from ...core.model import Target
from .final import UNDOING
from .records import spoken
from .screen import Screen

QUOTES = "\"'“”„«»‘’`.,:;!?()"
QUOTED = re.compile(r"[\"'“„«‘`](\w+)[\"'”“»’`]")


def typed_first(screen: Screen, from_page: str) -> Target | None:
    """The one field that a question has which a click on this page brought up: a dialog, what it laid over the page, or another
    page; None where it has none, several, or asks for a password."""
    fields = [t for t in screen.of("textbox") if t.id not in screen.hidden and "readonly" not in t.state]
    asked = [t for t in fields if screen.parts.get(t.id, "").startswith("dialog")]
    led = urlsplit(from_page).path != urlsplit(screen.page).path
    if not asked and (screen.hidden or led):
        asked = [t for t in fields if not screen.parts.get(t.id, "").startswith("search")]
    return asked[0] if len(asked) == 1 and not {"password", "multiline"} & set(asked[0].state) else None


def name_in(screen: Screen, field: Target, name: Collection[str], said: Collection[str], lines: Collection[str]) -> str:
    """The name that a question wants typed, in its own letters: one of the lines that are to go, or words of the goal, that stand
    with the field just so; '' where none does. `name`: the words it must have; `said`: all that it may have."""
    told = [field.label, *screen.called.get(field.id, ())]
    told += [line for line in screen.texts if field.label and field.label in line]
    whole = [line for line in lines if any(_stands_in(line, text) for text in told)]
    if whole:
        return max(whole, key=len)
    found = {part for text in told for part in _parts(text) if _stands_in(part, screen.request.goal)}
    fit = [part for part in found if set(name) <= spoken(part) <= set(said)]
    return min(fit, key=len, default="") or _word_in(told, set(said))


def _word_in(told: Collection[str], said: Collection[str]) -> str:
    """The one word for what the goal does that a question has in quotes: `Type "DELETE" to confirm`."""
    words = {word for text in told for word in QUOTED.findall(text)}
    fit = {word for word in words if (own := spoken(word)) and own <= UNDOING & set(said)}
    return fit.pop() if len(fit) == 1 else ""


def _stands_in(part: str, text: str) -> bool:
    return re.search(rf"(?<![\w/-]){re.escape(part)}(?![\w/-])", text) is not None


def _parts(text: str) -> set[str]:
    """All that stands together in a text, word by word."""
    words = text.split()
    return {" ".join(words[i:j]).strip(QUOTES) for i in range(len(words)) for j in range(i + 1, len(words) + 1)} - {""}
