"""A task that was shown once, as a task file: steps by target, what was entered by name, and where the end shows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import unquote

from ..core.errors import TaskError
from ..core.language.printable import printable
from ..core.logic.conditions import parse_fact
from ..core.model import Observation, Target, secret_name
from .spellings import SHORTEST, Spellings

SECRET = "secret:"
MASKED = "•••"
"""What stands for a password in what a screen shows."""
TEXT = "text"
"""What the value of a field without a name is called."""
PASSWORD = "password"
"""The state of a field whose text is not shown."""
KINDS = ("line", "file", "listed", "row", "text", "title", "window")
"""Facts that tell an end, the best first."""


class Deed(NamedTuple):
    """One thing that a person did."""

    skill: str
    target: Target
    args: Mapping[str, str]
    called: tuple[str, ...] = ()
    """What else the field is called."""
    leads: str = ""
    """Where the link leads."""
    brings: str = ""
    """What was seen to come of it, as a condition."""
    before: str = ""
    """What stands before a value in every run, such as the folder of a file."""
    turn: int = 0
    """How often the same field was used and left before: each time is a value of its own."""

    @property
    def entered(self) -> bool:
        """Whether what it put somewhere is a value of the task; an entry of a menu is none."""
        return self.skill in ("fill", "select") and self.target.role != "menuitem"


def task_of(world: str, deeds: Sequence[Deed], first: Observation, last: Observation) -> dict[str, Any]:
    """The task file that does it again: what was entered becomes a value by the name of its field. TaskError if it cannot be."""
    _no_secrets_named(deeds)
    hush = _passwords(deeds)
    values, names = task_values(deeds), names_of(deeds)
    known = {name: value for name, value in values.items() if len(value) > 1 and not value.startswith(SECRET)}
    steps: list[dict[str, Any]] = []
    places: dict[tuple[str, int], dict[str, Any]] = {}
    for deed in deeds:
        step: dict[str, Any] = {"do": deed.skill}
        if deed.target.id:
            step["on"] = hush.hide(deed.target.id)
        if deed.entered:
            place = (deed.target.id, deed.turn)
            step["with"] = {next(iter(deed.args)): f"{deed.before}{{{names[place]}}}"}
            steps = [s for s in steps if s is not places.get(place)]
            places[place] = step
        elif deed.args:
            step["with"] = {name: _with_names(hush.hide(text), known) for name, text in deed.args.items()}
        if deed.brings:
            step["expects"] = _with_names(hush.hide(deed.brings), known)
        if deed.called and (deed.entered or deed.skill in ("check", "uncheck")):
            step["about"] = "called " + " | ".join(deed.called)
        elif deed.leads:
            step["about"] = f"leads to {hush.hide(deed.leads)}"
        steps.append(step)
    goal = " and ".join(_told(step) for step in steps if step["do"] in ("click", "confirm") or _is_menu(step)) or "as shown"
    shown = Observation(frozenset(text for text in last.facts if hush.hide(text) == text))
    return {
        "goal": goal[:200],
        "world": world,
        "planner": "shown",
        "values": values,
        "done_when": end_of(values, first, shown),
        "plan": steps,
    }


def _no_secrets_named(deeds: Sequence[Deed]) -> None:
    """TaskError for a text that names a secret in a task file: a page that puts it there would be sent that one."""
    for deed in deeds:
        for text in deed.args.values():
            if secret_name(text) and not (deed.entered and PASSWORD in deed.target.state):
                where = deed.target.id or deed.skill
                raise TaskError(
                    f"{where}: {printable(text)!r} would be the name of a secret in a task file; it cannot be recorded"
                )


def _passwords(deeds: Sequence[Deed]) -> Spellings:
    """The passwords that were entered, which a screen may show elsewhere."""
    texts = (str(text) for deed in deeds if deed.entered and PASSWORD in deed.target.state for text in deed.args.values())
    return Spellings((text, MASKED) for text in texts if len(text) >= SHORTEST)


def _is_menu(step: Mapping[str, Any]) -> bool:
    return step["do"] == "select" and str(step["on"]).startswith("menuitem ")


def _told(step: Mapping[str, Any]) -> str:
    return (
        f"select {step['on'].removeprefix('menuitem ')} > {step['with']['option']}"
        if _is_menu(step)
        else f"{step['do']} {step['on']}"
    )


def task_values(deeds: Sequence[Deed]) -> dict[str, str]:
    """What was entered, by the names of fields; a password by a reference."""
    names = names_of(deeds)
    found: dict[str, str] = {}
    for deed in deeds:
        if deed.entered:
            name = names[deed.target.id, deed.turn]
            text = next(iter(deed.args.values()), "").removeprefix(deed.before)
            found[name] = f"{SECRET}{_slug(name)}" if PASSWORD in deed.target.state else text
    return found


def names_of(deeds: Sequence[Deed]) -> dict[tuple[str, int], str]:
    """What the value of each field is called, by its id and turn: its label, or what else it is called where another has that."""
    found: dict[tuple[str, int], str] = {}
    for deed in deeds:
        if deed.entered and (deed.target.id, deed.turn) not in found:
            number = f" {deed.turn + 1}" if deed.turn else ""
            label = deed.target.label if "unnamed" not in deed.target.state else TEXT
            names = (f"{name}{number}" for name in (label, *deed.called, deed.target.id) if name)
            free = (name for name in names if name not in found.values())
            found[deed.target.id, deed.turn] = next(free, f"{deed.target.id}{number}")
    return found


def _slug(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_").upper() or "RECORDED"


def end_of(values: Mapping[str, str], first: Observation, last: Observation) -> str:
    """How the end shows: a line or row that came with the task and holds what was entered, with as little else as can be."""
    who = {before for before, name in pairwise(values) if values[name].startswith(SECRET)}
    plain = {name: value for name, value in values.items() if not value.startswith(SECRET) and name not in who}
    known = {name: value for name, value in plain.items() if value}
    telling = {name: value for name, value in known.items() if len(value) > 1}
    best: tuple[bool, int, int, int, str] | None = None
    for text in sorted(last.facts - first.facts):
        lit = parse_fact(text)
        if lit.name not in KINDS or (lit.name == "listed" and _is_of_one(lit.args[0], known.values())):
            continue
        if lit.name == "listed" and _is_of_cells(lit.args[1], last):
            continue  # cells side by side: other columns may come between them
        shown = lit.args[1:] if lit.name == "listed" else lit.args
        filled = [_with_names(arg, known) for arg in shown]
        if not any(f"{{{name}}}" in arg for arg in filled for name in telling):
            continue
        rest = re.sub(r"\{[^}]*\}", "", "".join(filled))
        args = [lit.args[0], *filled] if lit.name == "listed" else filled
        told = ", ".join('"' + arg.replace("\\", "\\\\").replace('"', '\\"') + '"' for arg in args)
        rank = (bool(re.search(r"\d", rest)), len(rest), KINDS.index(lit.name), -len("".join(shown)), f"{lit.name}({told})")
        best = min(best, rank) if best is not None else rank
    return best[4] if best is not None else ""


def _is_of_cells(line: str, last: Observation) -> bool:
    """Whether a line is made of several cells of one row."""
    rows = (parse_fact(text).args for text in last.facts if text.startswith("row("))
    return any(line not in cells and line in " ".join(filter(None, cells)) for cells in rows)


def _is_of_one(path: str, values: Iterable[str]) -> bool:
    """Whether a path is that of one record: another one has another."""
    plain = unquote(path).lower()
    return bool(re.search(r"\d", plain)) or any(value.lower() in plain for value in values)


def _with_names(text: str, values: Mapping[str, str]) -> str:
    """A text with the values in it by their names, the longest first."""
    names = {value: name for name, value in sorted(values.items(), key=lambda item: -len(item[1]))}
    if not names:
        return text
    any_of = "|".join(map(re.escape, names))
    return re.sub(rf"(?<!\w)(?:{any_of})(?!\w)", lambda found: f"{{{names[found[0]]}}}", text)
