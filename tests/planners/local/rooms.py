"""A small interface in memory, as a world: menus, a dialog that is a dead end, a setting that must not stay changed."""

from __future__ import annotations

from collections.abc import Sequence

from midcourse.core.logic.conditions import fact
from midcourse.core.model import Call, Done, FactKind, Failed, Observation, Skill, Target

SCREENS = {
    "Main": ("menuitem Tools", "menuitem File"),
    "Tools": ("menuitem Export", "button Settings", "button Close"),
    "Export": ("button Format", "button Close"),
    "Settings": ("checkbox Wrap", "button Columns", "button Close"),
    "Columns": ("button Apply", "button Close"),
    "File": ("button Close",),
}
WAYS = {
    ("Main", "menuitem Tools"): "Tools",
    ("Main", "menuitem File"): "File",
    ("Tools", "menuitem Export"): "Export",
    ("Tools", "button Settings"): "Settings",
    ("Settings", "button Columns"): "Columns",
}
BACK = {"Tools": "Main", "File": "Main", "Export": "Tools", "Settings": "Tools", "Columns": "Settings"}


class Rooms:
    """The world. `fails`: things that fail each time."""

    vocabulary = (
        FactKind("screen", "screen(name): what is open"),
        FactKind("checked", "checked(thing): it is on"),
        FactKind("text", "text(words): they stand there"),
    )

    def __init__(self, fails: Sequence[str] = ()) -> None:
        self.here, self.wrapped, self.did, self._fails = "Main", False, list[str](), fails

    async def skills(self) -> Sequence[Skill]:
        return (Skill("click", "Click it.", repeatable=True),)

    async def observe(self) -> Observation:
        facts = {fact("screen", self.here)} | ({fact("checked", "checkbox Wrap")} if self.wrapped else set())
        things = tuple(Target(id, *id.split(" ", 1)) for id in SCREENS[self.here])
        return Observation(frozenset(facts), targets=things)

    async def act(self, call: Call) -> Done | Failed:
        self.did.append(call.target)
        if call.target in self._fails:
            return Failed("slipped", kind="transient")
        if call.target == "checkbox Wrap":
            self.wrapped = not self.wrapped
        elif call.target == "button Close":
            self.here = BACK[self.here]
        else:
            self.here = WAYS.get((self.here, call.target), self.here)
        return Done()
