"""What a person does in a browser, written down as a task: steps by target, values by name, and where the end shows."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from msgspec.structs import replace

from ...core.errors import LookFailed, TaskError
from ...core.logic.conditions import Literal, parse_fact
from ...core.model import Call, Observation, Target
from ..shown import Deed, end_of, task_values
from .editors import HOLDS, edited, is_more_of, is_nameless, typed
from .engine import BrowserError
from .parts import called
from .texts import clean
from .things import FIELDS

BEFORE, AFTER = 4, 3
"""Looks before and after the news of what was done, in which its target is looked for: news of a click may come after the page it
leads to, and a field may be typed into before the first look at its page."""
PAUSE = 0.15
"""Seconds between two looks while a person works."""
SKILLS = {"click": "click", "fill": "fill", "select": "select", "check": "check", "uncheck": "uncheck", "press": "press"}
"""Playwright's names of what was done, and ours."""
MODIFIERS = ((2, "Control"), (1, "Alt"), (4, "Meta"), (8, "Shift"))
"""How Playwright tells the keys that are held."""
HELD = ("textbox", "combobox", "spinbutton")
LIES_IN = 4
"""How far up a thing is looked for around what was used: the text in a button is the button."""
PASSWORD = "password"
"""The state of a field whose text is not shown."""
PAGES = 10
"""Further pages of a list on which what was entered is looked for."""


class Recorder:
    """Listens to a browser in which a person works. Playwright's own recorder tells what was done, looks tell to what."""

    def __init__(self, web: Any) -> None:
        self._web = web
        self._told: list[tuple[dict[str, Any], int]] = []
        """What was done, each with the number of looks before it."""
        self._looks: list[Observation] = []
        self.first: Observation | None = None
        self.last: Observation | None = None

    async def begin(self) -> str:
        """Look for the first time; where the task is to be shown."""
        seen: Observation = await self._web.observe()
        self.first = self.last = seen
        self._looks.append(seen)
        return "in the browser"

    async def listen(self, over: asyncio.Event) -> None:
        """Listen until it is over, or the browser is closed."""
        if self.first is None:
            await self.begin()
        start = getattr(self._web.page.context._impl_obj, "_start_recording", None)
        if start is None:
            raise TaskError("this release of playwright has no recorder; install playwright 1.65")
        await start({"language": "jsonl"}, self)
        while not over.is_set() and not self._web.page.is_closed():
            try:
                seen: Observation = await self._web.observe()
                self.last = seen
                if self._looks[-1] is not seen:
                    self._looks.append(seen)
            except LookFailed:
                if self._web.page is None or self._web.page.is_closed():
                    break
            await asyncio.sleep(PAUSE)

    async def lasting(self) -> Observation:
        """What stays of the task: the last page asked for again, and further pages of its list, without passing notes."""
        assert self.first is not None and self.last is not None
        values = task_values(self.deeds())
        found: set[str] = set()
        with suppress(LookFailed, BrowserError):
            await self._web.observe()
            await self._web.page.goto(self._web.page.url)  # asked for, not sent again
            for _ in range(PAGES):
                seen: Observation = await self._web.observe()
                found |= seen.facts
                onward = next((t for t in seen.targets if "onward" in t.state), None)
                if onward is None or end_of(values, self.first, seen):
                    break
                await self._web.act(Call("click", {}, onward.id))
        stays = Observation(frozenset(found))
        return stays if end_of(values, self.first, stays) else self.last

    def action_added(self, page: Any, data: dict[str, Any], code: Any) -> None:
        """Something was done."""
        if data.get("name") not in SKILLS or self.last is None:
            return
        if self._told and is_more_of(self._told[-1][0], data):
            self._told.pop()
        self._told.append((data, len(self._looks)))

    def action_updated(self, page: Any, data: dict[str, Any], code: Any) -> None:
        """What was done last goes on, such as typing."""
        if self._told and data.get("name") == self._told[-1][0].get("name"):
            self._told[-1] = (data, self._told[-1][1])

    def signal_added(self, page: Any, data: dict[str, Any], code: Any) -> None:
        """What came of it: looks tell that better."""

    def deeds(self) -> list[Deed]:
        """What was done, to what; a click into a field that is then filled is left out."""
        found = [self._hushed(deed) for told in self._told if (deed := self._known(*told)) is not None]
        kept: list[Deed] = []
        for i, deed in enumerate(found):
            after = found[i + 1] if i + 1 < len(found) else None
            entered = after is not None and after.skill != "click" and after.target.id == deed.target.id
            if deed.skill == "click" and (entered or deed.target.role in HELD):
                continue
            if deed.skill == "press" and deed.target.role in HELD and deed.args["keys"] != "Enter":
                continue  # a way of entering, or to the next field
            kept.append(deed)
        return kept

    def _hushed(self, deed: Deed) -> Deed:
        """A field that once was for a password is for one, also while the page shows what stands in it."""
        was = any(t.id == deed.target.id and PASSWORD in t.state for seen in self._looks for t in seen.targets)
        if not was or PASSWORD in deed.target.state:
            return deed
        return deed._replace(target=replace(deed.target, state=(*deed.target.state, PASSWORD)))

    @property
    def unclear(self) -> list[str]:
        """What was done to things that no look showed: the task lacks it."""
        then = [data["name"] for data, _ in self._told[1:]] + [""]
        return [
            f"{data['name']} on {data.get('selector', '')}"
            for (data, at), after in zip(self._told, then, strict=True)
            if self._known(data, at) is None and (data["name"], after) != ("click", "fill")  # a way into a field
        ]

    def _known(self, data: dict[str, Any], at: int) -> Deed | None:
        looks = (*reversed(self._looks[max(0, at - BEFORE) : at]), *self._looks[at : at + AFTER])
        found = (deed_of(data, seen, sure) for sure in (True, False) for seen in looks)
        deed = next((deed for deed in found if deed is not None), None)
        if deed is not None and deed.skill == "select":  # what is written on the option is seen once it is chosen
            chosen = [v for seen in self._looks[at : at + AFTER] if (v := _chosen(seen, deed.target.id))]
            return deed._replace(args={"option": chosen[-1]}) if chosen else deed
        return deed


def deed_of(data: Mapping[str, Any], seen: Observation, sure: bool = False) -> Deed | None:
    """What Playwright tells of an act, as one on a thing of ours; None where it is none of them. `sure`: nothing is taken for it
    only because nothing else in this look can be."""
    same = _meant(data, seen, sure)
    if not same:
        return None
    facts = [parse_fact(text) for text in seen.facts if text.startswith(("called(", "leads(", "among("))]
    target = _the_one(data, same, facts)
    others = tuple(lit.args[1] for lit in facts if lit.name == "called" and lit.args[0] == target.id)
    leads = next((lit.args[1] for lit in facts if lit.name == "leads" and lit.args[0] == target.id), "")
    skill = SKILLS[str(data["name"])]
    args: dict[str, str] = {}
    if skill == "fill":
        args["text"] = typed(data)
    elif skill == "select":
        args["option"] = _option(data, seen, target)
    elif skill == "press":
        held = [name for bit, name in MODIFIERS if int(data.get("modifiers", 0)) & bit]
        args["keys"] = "+".join((*held, str(data.get("key", ""))))
    return Deed(skill, target, args, others, urlsplit(leads).path if leads else "")


def _meant(data: Mapping[str, Any], seen: Observation, sure: bool) -> list[Target]:
    """The things that may be what was used: by role and name, by what else a field is called, or the only one without a name,
    unless that is not sure."""
    names = _named(str(data.get("ariaSnapshot", "")), str(data.get("ref", "")))
    usable = [t for t in seen.targets if t.role in FIELDS] if data["name"] == "fill" else seen.targets
    nameless = [t for t in usable if "unnamed" in t.state]
    if data["name"] == "fill" and is_nameless(names):
        if found := edited(data, seen, sure):
            return found
        if not names or names[0][0] not in HELD:
            return nameless if len(nameless) == 1 and not sure else []
    for role, label in names:
        things = [t for t in usable if label and t.label == label]
        things = things or [t for t in usable if label and t.role == role and label in t.label]
        if things:
            return [t for t in things if t.role == role] or things
    told = _told(str(data.get("selector", "")))
    others = {lit.args[0] for text in seen.facts if text.startswith("called(") and (lit := parse_fact(text)).args[1] in told}
    things = [t for t in usable if t.id in others or t.label in told]
    only = len(nameless) == 1 and bool(names) and names[0][0] in ("textbox", "generic") and not sure
    return things or (nameless if only else [])


def _the_one(data: Mapping[str, Any], same: Sequence[Target], facts: Sequence[Literal]) -> Target:
    """Which of several that are called alike was used: by where it leads, by what it stands with, by its number."""
    selector = str(data.get("selector", ""))
    if len(same) > 1:
        leads = {lit.args[0]: urlsplit(lit.args[1]) for lit in facts if lit.name == "leads"}
        where = urlsplit(_leads_to(str(data.get("ariaSnapshot", "")), str(data.get("ref", ""))))
        led = [t for t in same if where.path and t.id in leads and leads[t.id][2:4] == where[2:4]]
        among = {lit.args[0]: f"{lit.args[0]} {lit.args[1]}" for lit in facts if lit.name == "among"}
        told = re.findall(r'\[description="((?:[^"\\]|\\.)*)"', selector)
        beside = [t for t in same if told and told[-1].lower() in among.get(t.id, t.id).lower()]
        same = next((few for few in (led, beside) if len(few) == 1), same)
    number = int(found[1]) if (found := re.search(r"nth=(\d+)", selector)) else 0
    return same[min(number, len(same) - 1)]


def _leads_to(snapshot: str, ref: str) -> str:
    """The address that an accessibility snapshot tells of a link."""
    found = re.search(rf"\[ref={re.escape(ref)}\][^\n]*:\n\s*- /url: (\S+)", snapshot) if ref else None
    return found[1].strip('"') if found else ""


def _told(selector: str) -> set[str]:
    """What a selector tells of a thing: its attributes and id, as fields are called by them."""
    found = [*re.findall(r'"((?:[^"\\]|\\.)*)"', selector), *re.findall(r"#([\w-]+)", selector)]
    return {called(text) for text in found if text} | {clean(text) for text in found if text}


def _named(snapshot: str, ref: str) -> list[tuple[str, str]]:
    """The role and name of the thing with this reference in an accessibility snapshot, then of what it lies in."""
    lines = snapshot.splitlines()
    at = next((i for i, line in enumerate(lines) if f"[ref={ref}]" in line), None)
    found: list[tuple[str, str]] = []
    depth = 1000
    for line in reversed(lines[: at + 1] if at is not None else []):
        parts = re.match(r'(\s*)- (\w+)(?: "((?:[^"\\]|\\.)*)")?[^:]*(?:: (.*))?', line)
        if parts is None or len(parts[1]) >= depth:
            continue
        depth = len(parts[1])
        inside = parts[4] if parts[2] not in HOLDS else ""  # what stands in a field is not its name
        found.append((parts[2], clean((parts[3] or inside or "").replace('\\"', '"'))))
        if len(found) == LIES_IN:
            break
    return found


def _chosen(seen: Observation, target: str) -> str:
    """What a list shows as chosen; '' where it is not there, or offers no such thing."""
    facts = [lit for text in seen.facts if text.startswith(("value(", "offers(")) and (lit := parse_fact(text)).args[0] == target]
    offered = {lit.args[1] for lit in facts if lit.name == "offers"}
    return next((lit.args[1] for lit in facts if lit.name == "value" and lit.args[1] in offered), "")


def _option(data: Mapping[str, Any], seen: Observation, target: Target) -> str:
    """What is written on the option that was chosen: Playwright tells its value."""
    chosen = str((data.get("options") or [""])[0])
    offered = [lit.args[1] for text in seen.facts if (lit := parse_fact(text)).name == "offers" and lit.args[0] == target.id]
    return next((o for o in offered if o == chosen or o.lower() == chosen.lower()), chosen)
