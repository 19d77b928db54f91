"""Finding a way on screens that nobody has a map of: a file dialog, a dead end in a menu, and a coarse plan for bookmarks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ..core.gates.request import PlanRequest, Reply
from ..core.local.guide import goals_in
from ..core.model import Task
from ..core.plans.plan import Achieve, Act, Step
from ..core.plans.shorthand import act
from ..core.protocols import Planner, Store
from ..core.run.settings import AutoReplanning, Looking, Patience, Settings
from ..director.loop import Director, Watcher
from ..planners.around import Around
from ..planners.guided import FindsWays, LooksFor
from ..planners.local import LocalPlanner
from ..planners.local.goals import WithGoals
from ..planners.local.roles import Option, Options, Proposer
from ..planners.local.seeing import place_name
from ..planners.local.words import WordsNearness, WordsProposer
from ..planners.repair import RepairPlanner
from ..planners.words import WordsPlanner
from ..planners.written import WrittenPlanner
from ..wiring.preparing import prepare
from ..worlds.web import WebWorld
from .screens import served
from .shown import Shown
from .web import Pictured

QUICK = Settings(
    patience=Patience(backoff=0.2), auto=AutoReplanning(min_interval_seconds=0.05), looking=Looking(settle_seconds=0.5)
)
TYPED = "March run"
"""What stands in a field before the search begins, and must stand there when it ends."""
KEPT = f"value(textbox Batch name, {TYPED})"
NAMED = act("fill", target="textbox Batch name", text=TYPED)


WITNESS = "(document.getElementById('name') || {}).value || document.getElementById('bar').innerText"
"""Asked of the page itself, past everything that the run believes."""


class Script:
    """A proposer that was written beforehand: place -> what it would try there, best first."""

    def __init__(self, orders: Mapping[str, Sequence[Option]]) -> None:
        self._orders = orders

    async def options(self, request: PlanRequest, without: Collection[str], told: Sequence[str]) -> Options:
        """What is written for this place."""
        return Options(tuple(self._orders.get(place_name(request), ())))


def clicking(target: str, description: str = "") -> Option:
    """To click on a thing, as an option."""
    return Option(Act("click", {}, target), target, description)


def pressing(keys: str, description: str) -> Option:
    """To press keys, as an option."""
    return Option(Act("press", {"keys": keys}), keys, description)


CLOSED = pressing("Escape", "close the menu: it is the wrong one")
FILES = {
    "Workbench": (clicking("button Add Files"), pressing("Control+o", "try the keyboard shortcut")),
    "button Add Files": (CLOSED,),
}
SETTINGS = {
    "Workbench": (clicking("menuitem Tools"),),
    "menuitem Tools": (clicking("menuitem Export"), clicking("menuitem Settings")),
    "Export": (clicking("checkbox Include archived rows", "try another kind of export"), clicking("button Cancel", "leave it")),
}
BOOKMARKS = {
    "Browser": (clicking("button Page menu"), clicking("button Main menu")),
    "button Page menu": (CLOSED,),
    "button Main menu": (clicking("menuitem History"), clicking("menuitem Bookmarks")),
    "History": (clicking("button Close"),),
    "Bookmarks": (clicking("button Organize"),),
    "Bookmarks / button Organize": (clicking("button Add folder"),),
    "Bookmarks / New folder": (
        Option(Act("fill", {"text": "Favorites"}, "textbox Folder name"), "name it"),
        clicking("button Create"),
    ),
}
"""What a poor guesser would try, in this order."""


@dataclass(frozen=True)
class Search:
    """One task on one screen."""

    name: str
    page: str
    shows: str
    """What the page itself must show in the end."""
    task: Task
    plan: Sequence[Step] = ()
    orders: Mapping[str, Sequence[Option]] = field(default_factory=dict[str, Sequence[Option]])

    def planner(self, words: bool) -> Planner:
        """Who plans it: `words` names options by the words of the goal, else they are as written."""
        proposer: Proposer = WordsProposer() if words else Script(self.orders)
        local = LocalPlanner(proposer, WordsNearness(), planner=RepairPlanner(WordsPlanner(around=False)) if words else None)
        return WithGoals(WrittenPlanner(self.plan), local) if self.plan else local


DIALOG = Search(
    "files",
    "workbench.html",
    TYPED,
    Task("add march.csv to the batch", f"listed(/workbench.html, march.csv) and {KEPT}"),
    (
        NAMED,
        Achieve("open the dialog Add Files", "dialog(Add Files)"),
        act("check", target="radio march.csv"),
        act("click", target="button Add", expects="listed(/workbench.html, march.csv)"),
    ),
    FILES,
)
DEAD_END = Search(
    "settings",
    "workbench.html",
    TYPED,
    Task("turn on the dark mode in the settings", f"checked(checkbox Dark mode) and {KEPT}"),
    (NAMED, act("check", target="checkbox Dark mode")),
    SETTINGS,
)
GUIDE = """
Step 1: Explore the browser interface | expanded(*)
Step 2: Navigate to the bookmarks area | dialog(Bookmarks)
Step 3: Find the folder creation option | visible(button Add folder)
Step 4: Locate the folder naming input | visible(textbox Folder name)
"""
FOLDER = Search(
    "bookmarks",
    "bookmarks.html",
    "News\nWeather\nFavorites",
    Task(
        'create a folder named "Favorites" on the bookmarks bar',
        "listed(/bookmarks.html, Favorites)",
        values={"Folder name": "Favorites"},
        guide=tuple(goals_in(GUIDE)),
    ),
    orders=BOOKMARKS,
)


class TellsWays(Around):
    """Pictures for a planner that tells a way from a try."""

    async def pictured(self, request: PlanRequest) -> None:
        """Take a picture of the screen."""
        raise NotImplementedError

    async def way(self, request: PlanRequest) -> Reply:
        """The planner's answer; it is first asked for the goal of the task, so that one picture is enough."""
        if request.goal == request.task.goal:
            await self.pictured(request)
        return await (self._planner.way(request) if isinstance(self._planner, FindsWays) else self._planner.plan(request))

    async def look_for(self, request: PlanRequest) -> Reply:
        """The planner's answer."""
        return await (self._planner.look_for(request) if isinstance(self._planner, LooksFor) else self._planner.plan(request))


class _Pictured(TellsWays, Pictured):
    """The same in a browser."""

    async def pictured(self, request: PlanRequest) -> None:
        """Take a picture of the page."""
        await self.take(request)


@dataclass(frozen=True)
class Searched(Shown):
    """A search that was made."""

    shows: str
    """What the page itself shows in the end: what stands in the field that was typed into, or the bookmarks."""


async def show(
    search: Search, folder: Path, *, words: bool, run_id: str, store: Store, watchers: Sequence[Watcher] = ()
) -> Searched:
    """Play one search in a browser."""
    with served() as address:
        async with WebWorld(f"{address}/{search.page}") as web:
            planner = _Pictured(search.planner(words), web, folder)
            made = prepare(search.task, world=web, planner=planner, settings=QUICK, store=store)
            run = await Director(made.parts, patient=False, watchers=list(watchers)).start(run_id, made.task, made.settings)
            shows = await web.page.evaluate(WITNESS)
    return Searched(run, [], planner.taken, str(shows))
