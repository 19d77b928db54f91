"""`midcourse demo local` and `midcourse demo guide`: what is printed while a way is looked for on a screen."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, NamedTuple

from ...core.errors import TaskError, choices
from ...core.model import Failed, Uncertain
from ...core.plans.plan import Act, title
from ...core.protocols import Store
from ...core.run.entries import Entry
from ...core.run.events import Acted, Intended, Planned
from ...core.run.state import Run
from ...demo.finding import Search, Searched
from ..decisions import decisions_of, figures_of, lines, tree_of
from ..render import sentence
from .common import say
from .scenes import play

WORDS = {"retain", "explore", "revert"}


HOWS = ((False, "options from a written proposer"), (True, "no model, the words of the goal"))


class Stage(NamedTuple):
    """Where ways are looked for: in a browser, or in windows."""

    said: str
    searches: tuple[Search, ...]
    guided: Search
    typed: str
    show: Callable[..., Coroutine[Any, Any, Searched]]
    misleads_words: bool
    """Its words lead astray too, so that turning back is seen with them."""


def stage_named(on: str) -> Stage:
    """`pages` or `desktop`."""
    if on == "pages":
        from ...demo import finding as pages

        said = "A program on a page, of which nobody has a map. A button opens the wrong menu; an item of a menu is a dead end."
        return Stage(said, (pages.DIALOG, pages.DEAD_END), pages.FOLDER, pages.TYPED, pages.show, True)
    if on == "desktop":
        from ...demo import windows

        said = f"A real editor ({windows.EDITOR}), of which nobody has a map. One menu is the wrong one; a dialog is a dead end."
        return Stage(said, (windows.SAVED, windows.DEAD_END), windows.GUIDED, windows.TYPED, windows.show, False)
    raise TaskError(f"no place {on!r} for it; {choices(on, ('pages', 'desktop'))}")


def show_local(home: Path, on: str = "pages") -> bool:
    """A dialog and a dead end in a menu, each with a written proposer and with words alone; whether all is as it should."""
    stage = stage_named(on)
    say(stage.said)
    say(f"Before the search begins, '{stage.typed}' is typed into a field: it must not be lost.")
    return _told(stage, [_scene(home, stage, search, *how) for search in stage.searches for how in HOWS])


def show_guide(home: Path, on: str = "pages") -> bool:
    """A search with goals on the way; whether it ends as it should."""
    stage = stage_named(on)
    say("A coarse plan names what to find on the way; it is a suggestion, and nothing is bound to it.")
    for goal, condition in stage.guided.task.guide:
        say(f"  - {goal} (seen when {condition})")
    return _told(stage, [_scene(home, stage, stage.guided, *how) for how in HOWS])


def _told(stage: Stage, scenes: list[tuple[Search, bool, Searched]]) -> bool:
    say()
    for search, _, scene in scenes:
        used = ", ".join(sorted({decision.word for decision in decisions_of(scene.run)}))
        right = "as it should" if scene.shows == search.shows else f"{scene.shows!r}, not {search.shows!r}"
        say(f"{search.task.goal}: success {scene.claimed}; {used}; what is shown in the end is {right}")
    return all(
        _is_right(scene.run, WORDS if stage.misleads_words or not words else set()) and scene.shows == search.shows
        for search, words, scene in scenes
    )


def _is_right(run: Run, used: set[str]) -> bool:
    """Whether it reached its goal, went on, tried something else and turned back on the way, and left nothing changed."""
    ending = run.ending
    return ending is not None and ending.success and not ending.fates.owed and {d.word for d in decisions_of(run)} >= used


def _scene(home: Path, stage: Stage, search: Search, words: bool, how: str) -> tuple[Search, bool, Searched]:
    def shown(place: Path, run_id: str, store: Store) -> Coroutine[Any, Any, Searched]:
        return stage.show(search, place, words=words, run_id=run_id, store=store, watchers=[_Lines()])

    name = f"{search.name}-{'words' if words else 'written'}"
    found, (ending, where) = play(home, name, f"{search.task.goal}: {how}", shown)
    say(f"  success {ending.success}: {ending.final_reason}; {ending.steps} acts, {ending.planner_calls} plans")
    for line in lines(tree_of(found.run)):
        say(f"  {line}")
    figures = figures_of(found.run)
    if figures is not None and figures["closeness_right"] is not None:
        say(f"  closeness was right for {figures['closeness_right']:.0%} of {figures['closeness_pairs']} pairs of places")
    say(f"  the tree as a picture: decisions.svg; {where}")
    return search, words, found


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
