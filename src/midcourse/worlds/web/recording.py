"""What a person does in a browser, written down as a task: steps by target, values by name, and where the end shows."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from ...core.errors import LookFailed, TaskError
from ...core.logic.conditions import parse_fact
from ...core.model import Observation, Target

MEMORY = 4
"""Looks that are kept."""
PAUSE = 0.15
"""Seconds between two looks while a person works."""
SKILLS = {"click": "click", "fill": "fill", "select": "select", "check": "check", "uncheck": "uncheck", "press": "press"}
"""Playwright's names of what was done, and ours."""
SECRET = "secret:"


class Deed(NamedTuple):
    """One thing that a person did."""

    skill: str
    target: Target
    args: Mapping[str, str]
    called: tuple[str, ...]
    """What else the field is called."""
    leads: str
    """Where the link leads."""


class Recorder:
    """Listens to a browser in which a person works. Playwright's own recorder tells what was done, looks tell to what."""

    def __init__(self, web: Any) -> None:
        self._web = web
        self._told: list[tuple[dict[str, Any], tuple[Observation, ...]]] = []
        """What was done, each with the looks before it: news of a click may come after the page it leads to."""
        self._looks: deque[Observation] = deque(maxlen=MEMORY)
        self.first: Observation | None = None
        self.last: Observation | None = None

    async def listen(self, over: asyncio.Event) -> None:
        """Listen until it is over, or the browser is closed."""
        seen: Observation = await self._web.observe()
        self.first = self.last = seen
        self._looks.append(seen)
        start = getattr(self._web.page.context._impl_obj, "_start_recording", None)
        if start is None:
            raise TaskError("this release of playwright has no recorder; install playwright 1.65")
        await start({"language": "jsonl"}, self)
        while not over.is_set() and not self._web.page.is_closed():
            try:
                seen = await self._web.observe()
                self.last = seen
                if self._looks[-1] is not seen:
                    self._looks.append(seen)
            except LookFailed:
                if self._web.page is None or self._web.page.is_closed():
                    break
            await asyncio.sleep(PAUSE)

    def action_added(self, page: Any, data: dict[str, Any], code: Any) -> None:
        """Something was done."""
        if data.get("name") in SKILLS and self.last is not None:
            self._told.append((data, tuple(self._looks) or (self.last,)))

    def action_updated(self, page: Any, data: dict[str, Any], code: Any) -> None:
        """What was done last goes on, such as typing."""
        if self._told and data.get("name") == self._told[-1][0].get("name"):
            self._told[-1] = (data, self._told[-1][1])

    def signal_added(self, page: Any, data: dict[str, Any], code: Any) -> None:
        """What came of it: looks tell that better."""

    def deeds(self) -> list[Deed]:
        """What was done, to what; a click into a field that is then filled is left out."""
        known = (next((d for seen in reversed(looks) if (d := deed_of(data, seen))), None) for data, looks in self._told)
        found = [deed for deed in known if deed is not None]
        kept: list[Deed] = []
        for i, deed in enumerate(found):
            after = found[i + 1] if i + 1 < len(found) else None
            entered = after is not None and after.skill != "click" and after.target.id == deed.target.id
            if deed.skill == "click" and (entered or deed.target.role in ("textbox", "combobox", "spinbutton")):
                continue
            kept.append(deed)
        return kept


def deed_of(data: Mapping[str, Any], seen: Observation) -> Deed | None:
    """What Playwright tells of an act, as one on a thing of ours; None where it is none of them."""
    named = _named(str(data.get("ariaSnapshot", "")), str(data.get("ref", "")))
    if named is None:
        return None
    role, label = named
    things = [t for t in seen.targets if t.label == label] or [t for t in seen.targets if t.role == role and label in t.label]
    same = [t for t in things if t.role == role] or things
    if not same:
        return None
    number = int(found[1]) if (found := re.search(r"nth=(\d+)", str(data.get("selector", "")))) else 0
    target = same[min(number, len(same) - 1)]
    facts = [parse_fact(text) for text in seen.facts if text.startswith(("called(", "leads("))]
    called = tuple(lit.args[1] for lit in facts if lit.name == "called" and lit.args[0] == target.id)
    leads = next((lit.args[1] for lit in facts if lit.name == "leads" and lit.args[0] == target.id), "")
    skill = SKILLS[str(data["name"])]
    args: dict[str, str] = {}
    if skill == "fill":
        args["text"] = str(data.get("text", ""))
    elif skill == "select":
        args["option"] = _option(data, seen, target)
    elif skill == "press":
        args["keys"] = str(data.get("key", ""))
    return Deed(skill, target, args, called, urlsplit(leads).path if leads else "")


def _named(snapshot: str, ref: str) -> tuple[str, str] | None:
    """The role and name of the thing with this reference in an accessibility snapshot."""
    line = next((line for line in snapshot.splitlines() if f"[ref={ref}]" in line), "")
    found = re.match(r'\s*- (\w+)(?: "((?:[^"\\]|\\.)*)")?', line)
    return (found[1], (found[2] or "").replace('\\"', '"').rstrip(" :*")) if found else None


def _option(data: Mapping[str, Any], seen: Observation, target: Target) -> str:
    """What is written on the option that was chosen: Playwright tells its value."""
    chosen = str((data.get("options") or [""])[0])
    offered = [lit.args[1] for text in seen.facts if (lit := parse_fact(text)).name == "offers" and lit.args[0] == target.id]
    return next((o for o in offered if o == chosen or o.lower() == chosen.lower()), chosen)


def task_of(address: str, deeds: Sequence[Deed], first: Observation, last: Observation) -> dict[str, Any]:
    """The task file that does it again: what was entered becomes a value by the name of its field."""
    values: dict[str, str] = {}
    steps: list[dict[str, Any]] = []
    for deed in deeds:
        step: dict[str, Any] = {"do": deed.skill, "on": deed.target.id}
        entered = next(iter(deed.args.values()), "") if deed.skill in ("fill", "select") else ""
        if deed.skill in ("fill", "select"):
            name = deed.target.label
            values[name] = f"{SECRET}{_slug(name)}" if "password" in deed.target.state else entered
            step["with"] = {next(iter(deed.args)): f"{{{name}}}"}
            steps = [s for s in steps if not (s["on"] == step["on"] and s["do"] == step["do"])]
        elif deed.args:
            step["with"] = dict(deed.args)
        if deed.called and deed.skill in ("fill", "select", "check", "uncheck"):
            step["about"] = "called " + " | ".join(deed.called)
        elif deed.leads:
            step["about"] = f"leads to {deed.leads}"
        steps.append(step)
    goal = " and ".join(f"{s['do']} {s['on']}" for s in steps if s["do"] == "click") or "as shown"
    return {
        "goal": goal[:200],
        "world": f"web:{address}",
        "planner": "shown",
        "values": values,
        "done_when": end_of(values, first, last),
        "plan": steps,
    }


def _slug(name: str) -> str:
    return re.sub(r"\W+", "_", name).strip("_").upper() or "RECORDED"


def end_of(values: Mapping[str, str], first: Observation, last: Observation) -> str:
    """How the end shows: a line or row that came with the task and holds what was entered, with as little else as can be."""
    known = {name: value for name, value in values.items() if len(value) > 1 and not value.startswith(SECRET)}
    best: tuple[int, int, int, str] | None = None
    for text in sorted(last.facts - first.facts):
        lit = parse_fact(text)
        if lit.name not in ("listed", "row", "text"):
            continue
        shown = lit.args[1:] if lit.name == "listed" else lit.args
        filled = [_with_names(arg, known) for arg in shown]
        if not any("{" in arg for arg in filled):
            continue
        left = len(re.sub(r"\{[^}]*\}", "", "".join(filled)))
        args = [lit.args[0], *filled] if lit.name == "listed" else filled
        told = ", ".join('"' + arg.replace("\\", "\\\\").replace('"', '\\"') + '"' for arg in args)
        rank = (left, ("listed", "row", "text").index(lit.name), -len("".join(shown)), f"{lit.name}({told})")
        best = min(best, rank) if best is not None else rank
    return best[3] if best is not None else ""


def _with_names(text: str, values: Mapping[str, str]) -> str:
    """A text with the values in it by their names, the longest first."""
    for name, value in sorted(values.items(), key=lambda item: -len(item[1])):
        text = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", lambda _, n=name: f"{{{n}}}", text)
    return text
