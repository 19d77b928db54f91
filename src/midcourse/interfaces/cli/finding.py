"""`midcourse demo local` and `midcourse demo guide`: what is printed while a way is looked for on a screen."""

from __future__ import annotations

from pathlib import Path

from ...core.model import Failed, Uncertain
from ...core.plans.plan import Act, title
from ...core.run.entries import Entry
from ...core.run.events import Acted, Intended, Planned
from ...core.run.state import Run
from ...demo.finding import DEAD_END, DIALOG, FOLDER, TYPED, Search, Searched, show
from ..decisions import decisions_of, figures_of, lines, tree_of
from ..render import sentence
from .common import say
from .scenes import play

WORDS = {"retain", "explore", "revert"}


def show_local(home: Path) -> bool:
    """A file dialog and a dead end in a menu, each with a written proposer and with words alone; whether all is as it should."""
    say("A program on a page, of which nobody has a map. A button opens the wrong menu; an item of a menu is a dead end.")
    say(f"Before the search begins, '{TYPED}' is typed into a field: it must still stand there at the end.")
    scenes = [
        (search, _play(home, search, words, f"{search.task.goal}: {how}"))
        for search in (DIALOG, DEAD_END)
        for words, how in ((False, "options from a written proposer"), (True, "no model, the words of the goal"))
    ]
    return _told(scenes)


def show_guide(home: Path) -> bool:
    """A folder among bookmarks, with goals on the way; whether it is there in the end."""
    say("A browser on a page. A coarse plan names what to find on the way; it is a suggestion, and nothing is bound to it.")
    for goal, condition in FOLDER.task.guide:
        say(f"  - {goal} (seen when {condition})")
    hows = ((False, "options from a written proposer"), (True, "no model, the words of the goals"))
    return _told([(FOLDER, _play(home, FOLDER, words, f"{FOLDER.task.goal}: {how}")) for words, how in hows])


def _told(scenes: list[tuple[Search, Searched]]) -> bool:
    say()
    for search, scene in scenes:
        used = ", ".join(sorted({decision.word for decision in decisions_of(scene.run)}))
        right = "as it should" if scene.shows == search.shows else f"{scene.shows!r}, not {search.shows!r}"
        say(f"{search.task.goal}: success {scene.claimed}; {used}; the page shows what was typed {right}")
    return all(_is_right(scene.run) and scene.shows == search.shows for search, scene in scenes)


def _is_right(run: Run) -> bool:
    """Whether it reached its goal, went on, tried something else and turned back on the way, and left nothing changed."""
    ending = run.ending
    return ending is not None and ending.success and not ending.fates.owed and {d.word for d in decisions_of(run)} >= WORDS


def _play(home: Path, search: Search, words: bool, heading: str) -> Searched:
    name = f"{search.name}-{'words' if words else 'written'}"
    found, (ending, where) = play(
        home,
        name,
        heading,
        lambda place, run_id, store: show(search, place, words=words, run_id=run_id, store=store, watchers=[_Lines()]),
    )
    say(f"  success {ending.success}: {ending.final_reason}; {ending.steps} acts, {ending.planner_calls} plans")
    for line in lines(tree_of(found.run)):
        say(f"  {line}")
    figures = figures_of(found.run)
    if figures is not None and figures["closeness_right"] is not None:
        say(f"  closeness was right for {figures['closeness_right']:.0%} of {figures['closeness_pairs']} pairs of places")
    say(f"  the tree as a picture: decisions.svg; {where}")
    return found


class _Lines:
    """What is decided, what is done, how far the coarse plan is once that changes, and what does not work."""

    def __init__(self) -> None:
        self._progress = ""

    def __call__(self, entry: Entry, run: Run) -> None:
        match entry.event:
            case Planned(plan=plan):
                progress = plan.bearing.progress if plan.bearing is not None else ""
                if progress != self._progress:
                    say(f"  {progress}")
                self._progress = progress
            case Intended(step=step):
                planned = run.work.records[step].step
                words = planned.description if isinstance(planned, Act) else ""
                say(f"DO {title(planned)}{f'    ({words})' if words else ''}")
            case Acted(result=Failed() | Uncertain()):
                say(f"  ! {sentence(entry, run)}")
            case _:
                pass
