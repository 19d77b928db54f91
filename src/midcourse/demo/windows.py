"""Finding a way in a real editor that nobody has a map of: a wrong menu, a dialog that is a dead end, a coarse plan."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from ..core.gates.request import PlanRequest
from ..core.local.guide import goals_in
from ..core.model import Task
from ..core.plans.plan import Achieve, Act
from ..core.plans.shorthand import act
from ..core.protocols import Store
from ..director.loop import Director, Watcher
from ..planners.local.roles import Option
from ..wiring.preparing import prepare
from ..worlds.desktop import DesktopWorld
from ..worlds.desktop.driver import Gone
from .desktop import Pictured
from .finding import QUICK, Search, Searched, TellsWays, clicking, pressing

EDITOR = "mousepad"
TYPED = "March run"
"""What stands in the editor before the search begins, and must stand there, or in the file, when it ends."""
KEPT = f"value(textbox text, {TYPED})"
NOTED = act("fill", target="textbox text", text=TYPED)
FILE = "march.txt"
EDITED = "*Untitled 1 - Mousepad"
NUMBERS = "checkbox Show line numbers"
CLOSED = pressing("Escape", "close the menu: it is the wrong one")

SAVED = Search(
    "save",
    EDITOR,
    TYPED,
    Task(f"save the note as {FILE}", f"line({FILE}, {TYPED})"),
    (
        NOTED,
        Achieve("open the dialog Save As", "dialog(Save As)"),
        act("fill", target="textbox Name", text=FILE),
        act("click", target="button Save", expects=f"line({FILE}, {TYPED})"),
    ),
    {
        EDITED: (clicking("menuitem Document"), pressing("Ctrl+Shift+S", "try the keyboard shortcut")),
        "menuitem Document": (CLOSED,),
    },
)
DEAD_END = Search(
    "numbers",
    EDITOR,
    TYPED,
    Task("show line numbers in the preferences", f"checked({NUMBERS}) and {KEPT}"),
    (NOTED, Achieve("open Preferences in the menu Edit", f"visible({NUMBERS})"), act("check", target=NUMBERS)),
    {
        EDITED: (clicking("menuitem Search"), clicking("menuitem Edit")),
        "menuitem Search": (clicking("menuitem Find and Replace"),),
        "Find and Replace": (clicking("button Close", "leave it"),),
        "menuitem Edit": (clicking("menuitem Preferences"),),
    },
)
GUIDE = """
Step 1: Explore the menus of the editor | expanded(*)
Step 2: Navigate to the preferences | dialog(Mousepad Preferences)
Step 3: Find the settings of the view | visible(checkbox Show line numbers)
"""
GUIDED = Search(
    "numbers",
    EDITOR,
    "",
    Task("show line numbers in the preferences", f"checked({NUMBERS})", guide=tuple(goals_in(GUIDE))),
    orders={
        "Untitled 1 - Mousepad": (clicking("menuitem Document"), clicking("menuitem Edit")),
        "menuitem Document": (CLOSED,),
        "menuitem Edit": (clicking("menuitem Preferences"),),
        "Mousepad Preferences": (Option(Act("check", {}, NUMBERS), "tick it"),),
    },
)


class _Pictured(TellsWays, Pictured):
    """The same on a display."""

    async def pictured(self, request: PlanRequest) -> None:
        """Take a picture of the screen."""
        await self.take(request.cause.rule.replace(" ", "-"))


async def show(
    search: Search, folder: Path, *, words: bool, run_id: str, store: Store, watchers: Sequence[Watcher] = ()
) -> Searched:
    """Play one search in the editor, on a display of its own."""
    notes = folder / "notes"
    notes.mkdir(parents=True, exist_ok=True)
    async with DesktopWorld(program=EDITOR, folders=[notes]) as desk:
        planner = _Pictured(search.planner(words), desk, folder)
        made = prepare(search.task, world=desk, planner=planner, settings=QUICK, store=store)
        run = await Director(made.parts, patient=False, watchers=list(watchers)).start(run_id, made.task, made.settings)
        await planner.take("end")
        shows = await _stands(desk)
    saved = notes / FILE
    return Searched(run, [], planner.taken, saved.read_text() if saved.exists() else shows)


async def _stands(desk: DesktopWorld) -> str:
    """What stands in the editor, past everything that the run believes."""
    with suppress(Gone):
        sight = await desk.look()
        return next((sight.element(id).text or "" for id in sight.things if id == "textbox text"), "")
    return ""
