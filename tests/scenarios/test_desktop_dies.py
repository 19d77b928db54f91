"""The editor or the display dies while a note is written: the text is in the file once, or it is asked whether it arrived."""

import asyncio
import os
import signal

import pytest

from midcourse import Task
from midcourse.core.model import Uncertain
from midcourse.core.plans.shorthand import act
from midcourse.planners.given import Given
from midcourse.wiring.names import planner_named
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.desktop.keeper import descendants
from midcourse.worlds.desktop.private import PrivateDisplay
from midcourse.worlds.desktop.x11 import X11
from tests.support import the
from tests.worlds.on_display import ends, processes

STEPS = [
    act("fill", target="textbox text", text="{text}"),
    act("select", target="menuitem File", option="Save As"),
    act("fill", target="textbox Name", text="{Name}"),
    act("click", target="button Save"),
]


class Dying(DesktopWorld):
    """A desktop on which a process is killed before one of the acts."""

    def __init__(self, victim, before, **options):
        super().__init__(**options)
        self._victim, self._left = victim, before
        self.results = []

    async def act(self, call):
        self._left -= 1
        if self._left == 0:
            for process in processes(self._victim) & set(descendants(the(the(self.driver, X11).screen, PrivateDisplay).keeper)):
                os.kill(process, signal.SIGKILL)
            await asyncio.sleep(0.3)
        self.results.append(await super().act(call))
        return self.results[-1]


def written(folder, victim, before, planner):
    """The run of a note during which something dies, the acts, and the file."""
    note = folder / "note.txt"
    task = Task("save the note", "line(note.txt, water the plants)", values={"text": "water the plants", "Name": str(note)})

    async def story():
        desk = Dying(victim, before, program="mousepad", folders=[folder])
        async with desk:
            return await ends(desk, task, planner=planner, max_seconds=100.0), desk.results

    outcome, results = asyncio.run(story())
    return outcome, results, note.read_bytes() if note.exists() else b""


@pytest.mark.parametrize("before", [2, 3, 4], ids=["before the menu", "before the name", "before it is saved"])
def test_an_editor_that_dies_is_started_again_and_the_text_is_saved_once(tmp_path, before):
    outcome, _, saved = written(tmp_path, "mousepad", before, planner_named("words"))
    assert outcome.success and saved == b"water the plants", outcome.ending


def test_a_recorded_task_goes_on_after_its_editor_died(tmp_path):
    outcome, _, saved = written(tmp_path, "mousepad", 3, planner_named("shown", Given([STEPS])))
    assert outcome.success and saved == b"water the plants", outcome.ending


def test_a_display_that_dies_while_something_is_entered_starts_again_and_the_text_is_saved_once(tmp_path):
    outcome, results, saved = written(tmp_path, "Xvfb", 3, planner_named("words"))
    assert any(isinstance(result, Uncertain) for result in results)
    assert outcome.success and saved == b"water the plants", outcome.ending


def test_a_display_that_dies_while_it_is_saved_leads_to_a_question(tmp_path):
    outcome, _, saved = written(tmp_path, "Xvfb", 4, planner_named("shown", Given([STEPS])))
    assert saved == b"" and not outcome.success
    assert "Did click" in outcome.ending.final_detail, outcome.ending
