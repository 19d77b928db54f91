"""What a person types into an editor. Playwright tells it by its text, which changes with every key; looks show where keys go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ...core.logic.conditions import parse_fact
from ...core.model import Observation, Target

TOLD_BY_TEXT = "has-text="
"""How Playwright's selectors tell a thing by the text in it."""
HOLDS = ("textbox", "searchbox", "combobox", "spinbutton", "slider")


def edited(data: Mapping[str, Any], seen: Observation, sure: bool = False) -> list[Target]:
    """The editor that a text was typed into: the one that has the keyboard and shows the text, as far as it was typed. One that
    is still empty may be it, which is not sure."""
    text = squeezed(str(data.get("text", "")))
    facts = [parse_fact(told) for told in seen.facts if told.startswith(("focused(", "value("))]
    focused = {lit.args[0] for lit in facts if lit.name == "focused"}
    shown = {lit.args[0]: squeezed(lit.args[1]) for lit in facts if lit.name == "value" and len(lit.args) == 2}
    editors = [t for t in seen.targets if "multiline" in t.state and t.id in focused]
    editors = [t for t in editors if shown.get(t.id) or not sure]
    return [t for t in editors if text.startswith(shown.get(t.id, "")) or shown[t.id].startswith(text)]


def is_more_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a typing goes on with the one just before it: Playwright tells each key apart where a field is told by its text."""
    if before.get("name") != "fill" or after.get("name") != "fill":
        return False
    old, new = str(before.get("text", "")), str(after.get("text", ""))
    by_text = all(TOLD_BY_TEXT in str(data.get("selector", "")) for data in (before, after))
    return by_text and (new.startswith(old) or old.startswith(new))


def is_nameless(names: list[tuple[str, str]]) -> bool:
    """Whether a thing, told by role and name, has no name of its own: what is told of an editor is the text in it."""
    return not names or names[0][0] not in HOLDS or not names[0][1]


def typed(data: Mapping[str, Any]) -> str:
    """The text as it was typed: between two paragraphs of an editor one key was pressed, though two new lines stand there."""
    text = str(data.get("text", "")).replace("\u00a0", " ")
    if _has_paragraphs(str(data.get("ariaSnapshot", "")), str(data.get("ref", ""))):
        text = re.sub(r"\n\n", "\n", text)
    return text


def _has_paragraphs(snapshot: str, ref: str) -> bool:
    """Whether what has this reference in an accessibility snapshot holds paragraphs."""
    lines = snapshot.splitlines()
    at = next((i for i, line in enumerate(lines) if f"[ref={ref}]" in line), len(lines))
    depth = _depth(lines[at]) if at < len(lines) else 0
    for line in lines[at + 1 :]:
        if _depth(line) <= depth:
            return False
        if line.lstrip().startswith("- paragraph"):
            return True
    return False


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def squeezed(text: str) -> str:
    """A text without its spaces and new lines, as far as looks tell it."""
    return "".join(text.split())[:120]
