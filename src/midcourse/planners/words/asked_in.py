"""What a form asks for beside a password, and what the field asks for that a click brought up."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ...core.model import Target
from .finding import norm, spelled_out
from .language import stem
from .screen import Screen

PLAIN = frozenset({"password", "multiline", "readonly", "disabled"})
"""What a field for a name is not."""


def part_of(screen: Screen, target: Target) -> str:
    """The form, search or dialog that a thing belongs to; '' for the page."""
    part = screen.parts.get(target.id, "")
    return part if part.startswith(("form", "search", "dialog")) else ""


def is_asked(screen: Screen, target: Target, taken: Collection[str]) -> bool:
    """Whether a field wants a text that is no secret. A list in which something is chosen, as a language is, wants none unless a
    value is for it. `taken`: the fields that values are for."""
    chosen = target.role == "combobox" and bool(screen.offers.get(target.id)) and bool(screen.values.get(target.id, "").strip())
    return target.role in ("textbox", "combobox") and "password" not in target.state and (not chosen or target.id in taken)


def asked_by_a_click(
    screen: Screen, names: Sequence[str], free: Sequence[Target], others: Sequence[Target]
) -> list[tuple[str, Target]]:
    """The last value, for the field that our click brought up: the only one of what it laid over the page, where both together
    say its name (`Folder name`, for a field `Name` that `Create folder` brought up), or the one that writes in the page's own
    lines. `others`: all fields that stand with it."""
    click = clicked_last(screen)
    if screen.has_windows or click < 0 or len(names) != 1:
        return []
    if len(others) == 1 and writes_in_place(screen, others[0]):
        return [(names[0], others[0])]
    if len(free) != 1 or free[0].role != "textbox" or not (screen.hidden or part_of(screen, free[0]).startswith("dialog")):
        return []
    wanted, label = spoken_in_full(names[0]), spoken_in_full(free[0].label)
    said = label | spoken_in_full(screen.past(click)[0].label)
    return [(names[0], free[0])] if wanted & label and wanted <= said and "password" not in free[0].state else []


def clicked_last(screen: Screen) -> int:
    """The place of the last click in what was done; -1 where there was none."""
    return next((i for i in range(len(screen.done) - 1, -1, -1) if screen.done[i].skill == "click"), -1)


def writes_in_place(screen: Screen, field: Target) -> bool:
    """Whether a field of no form, without a name, came up in the page's own lines for the name of something: it has the keyboard,
    and is empty, holds a name that the goal has, or what we entered."""
    click, goal = clicked_last(screen), f" {norm(screen.request.goal)} "
    ours = click >= 0 and screen.did("fill", field.id, click) >= 0
    label, shown = f" {norm(field.label)} ", f" {norm(screen.values.get(field.id, ''))} "
    if click < 0 or field.role != "textbox" or part_of(screen, field) or PLAIN & set(field.state):
        return False
    held = ours or not shown.strip() or shown in goal
    named = "unnamed" in field.state or (label in goal and (ours or label == shown))  # it is called by what stands in it
    return named and held and (ours or "focused" in field.state)


def spoken_in_full(text: str) -> set[str]:
    """All words of a text as they are compared, also those that say little."""
    return {stem(word) for word in re.findall(r"\w+", spelled_out(text))}
