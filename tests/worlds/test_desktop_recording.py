"""A task that a person showed once in a program is done again with other values, byte for byte, and without a model."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml

from midcourse import Task
from midcourse.core.model import Done
from midcourse.inputs.taskfile import read_task
from midcourse.planners.given import Given
from midcourse.wiring.names import planner_named
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.desktop.driver import Pressed
from midcourse.worlds.desktop.private import OwnDisplay, PrivateDisplay
from midcourse.worlds.desktop.recording import Recorder
from midcourse.worlds.desktop.x11 import X11
from midcourse.worlds.shown import task_of
from midcourse.yaml_files import as_yaml
from tests.worlds.on_display import does, ends, on_display

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from desktop_recorded import recorded

MIDCOURSE = [sys.executable, "-u", "-c", "from midcourse.command import main; main()"]


@pytest.fixture(scope="module")
def file(tmp_path_factory) -> Path:
    """The task file of a person who saves a note."""
    folder = tmp_path_factory.mktemp("shown")
    (folder / "notes").mkdir()
    made, unclear = asyncio.run(recorded("mousepad", folder / "notes", "Grüße", "plants.txt"))
    assert not unclear
    (folder / "task.yaml").write_text(as_yaml(made))
    return folder / "task.yaml"


def again(file, text, name, approver=None):
    task = read_task(file)
    task.values.update({"text": text, "Name": name})
    planner = planner_named("shown", Given(task.scripts()))
    told = Task(**{f: getattr(task.task(), f) for f in ("goal", "done_when", "values")})
    notes = file.parent / "notes"
    outcome = on_display(lambda desk: ends(desk, told, planner=planner, approver=approver), program="mousepad", folders=[notes])
    return outcome, (notes / name).read_bytes() if (notes / name).exists() else b""


def test_what_was_shown_is_a_task_with_values_what_each_step_brings_and_an_end(file):
    made = yaml.safe_load(file.read_text())
    assert made["values"] == {"text": "Grüße", "Name": "plants.txt"} and made["planner"] == "shown"
    assert made["plan"] == [
        {"do": "fill", "on": "textbox text", "with": {"text": "{text}"}},
        {"do": "select", "on": "menuitem File", "with": {"option": "Save As"}, "expects": 'dialog("Save As")'},
        {"do": "fill", "on": "textbox Name", "with": {"text": f"{file.parent}/notes/{{Name}}"}},
        {"do": "click", "on": "button Save", "expects": 'not dialog("Save As")'},
    ]
    assert made["done_when"] == 'line("{Name}", "{text}")'


def test_it_is_done_again_with_other_values_and_a_file_that_exists_is_not_overwritten_without_a_yes(file):
    outcome, saved = again(file, 'Not "that",  but this: ß', "other 2.txt")
    assert outcome.success and saved == 'Not "that",  but this: ß'.encode(), outcome.ending

    class No:
        async def allows(self, question):
            from midcourse.core.people.messages import Answer

            return Answer(question.id, False, "somebody", "")

    outcome, saved = again(file, "over it", "other 2.txt", No())
    assert not outcome.success and saved == 'Not "that",  but this: ß'.encode(), outcome.ending


def menus_and_keys(tmp_path):
    """The task, and what could not be written down: by the pointer and the keys of another connection."""
    display = PrivateDisplay((1280, 800))
    theirs = X11(display)
    theirs.start()
    try:
        theirs.launch(["mousepad"], tmp_path)
        place = display.place

        async def story():
            listens = DesktopWorld(driver=X11(OwnDisplay(place.display, place.bus)), program="", folders=[tmp_path])
            acts = DesktopWorld(driver=theirs)
            async with listens:
                assert isinstance(await does(acts, "wait_for", condition="visible(textbox text)", seconds=20.0), Done)
                recorder, over = Recorder(listens), asyncio.Event()
                await recorder.begin()
                listening = asyncio.ensure_future(recorder.listen(over))
                for skill, target, args in (
                    ("click", "menuitem Help", {}),
                    ("press", "", {"keys": "Escape"}),
                    ("hotkey", "", {"keys": "Ctrl+F"}),
                    ("select", "menuitem View", {"option": "Line Numbers"}),
                    ("select", "menuitem Document", {"option": "Tab Size > 2"}),
                ):
                    done = await does(acts, skill, target, **args)
                    assert isinstance(done, Done), (skill, target, done)
                    await asyncio.sleep(1.0)
                over.set()
                await listening
                assert recorder.first is not None
                return task_of("desktop:", recorder.deeds(), recorder.first, await recorder.lasting()), recorder.unclear

        return asyncio.run(story())
    finally:
        theirs.stop()


def test_keys_a_ticked_box_and_a_choice_are_written_down_and_a_menu_that_was_only_opened_is_not(tmp_path):
    """The world that listens does nothing itself. The one that acts is quicker than any person: a menu that it has left before a
    look came is told, and everything is shown once more."""
    for _ in range(4):
        made, unclear = menus_and_keys(tmp_path)
        if not unclear:
            break
    assert not unclear
    steps = [(s["do"], s.get("on", ""), s.get("with", {})) for s in made["plan"]]
    assert steps == [
        ("press", "textbox text", {"keys": "Ctrl+F"}),
        ("select", "menuitem View", {"option": "Line Numbers"}),
        ("select", "menuitem Document", {"option": "Tab Size > 2"}),
    ]


def test_a_window_that_is_closed_by_its_frame_is_written_down_and_one_that_is_moved_is_not(tmp_path):
    display = PrivateDisplay((1280, 800))
    theirs = X11(display)
    theirs.start()
    try:
        theirs.launch(["mousepad"], tmp_path)
        place = display.place

        def drag(start, end):
            theirs.move(*start)
            theirs.button(1, True)
            for i in range(1, 11):
                time.sleep(0.02)
                theirs.move(start[0] + (end[0] - start[0]) * i // 10, start[1] + (end[1] - start[1]) * i // 10)
            theirs.button(1, False)

        async def story():
            listens = DesktopWorld(driver=X11(OwnDisplay(place.display, place.bus)), program="", folders=[tmp_path])
            acts = DesktopWorld(driver=theirs)
            async with listens:
                assert isinstance(await does(acts, "wait_for", condition="visible(textbox text)", seconds=20.0), Done)
                recorder, over = Recorder(listens), asyncio.Event()
                await recorder.begin()
                listening = asyncio.ensure_future(recorder.listen(over))
                await asyncio.sleep(1.0)
                main = next(w for w in theirs.windows() if w.active)
                bar = (main.whole[0] + main.whole[2] // 2, main.whole[1] + 8)
                drag(bar, (bar[0] + 60, bar[1] + 40))
                await asyncio.sleep(1.0)
                assert next(w for w in theirs.windows() if w.id == main.id).box != main.box, "it was not moved"
                assert isinstance(await does(acts, "select", "menuitem Edit", option="Preferences"), Done)
                await asyncio.sleep(1.5)
                dialog = next(w for w in theirs.windows() if w.active)
                assert dialog.id != main.id
                drag(*[(dialog.whole[0] + dialog.whole[2] - 11, dialog.whole[1] + 10)] * 2)
                await asyncio.sleep(1.5)
                assert dialog.id not in {w.id for w in theirs.windows()}, "it was not closed"
                over.set()
                await listening
                assert recorder.first is not None
                return recorder.deeds(), dialog.title, recorder.unclear

        deeds, title, unclear = asyncio.run(story())
    finally:
        theirs.stop()
    assert not unclear
    assert [(d.skill, d.args) for d in deeds] == [("select", {"option": "Preferences"}), ("close_window", {"title": title})]


def test_a_click_in_a_window_that_is_gone_before_any_look_is_told_and_not_left_out_in_silence(tmp_path):
    class Heard:
        where = "here"

        def __init__(self):
            self.waiting = [Pressed(time.monotonic(), 1, True, (300, 200), window=0xBADBAD)]

        def heard(self):
            return [self.waiting.pop()] if self.waiting else []

        def close(self):
            pass

    class Hears(DesktopWorld):
        async def listen(self):
            return Heard()

    async def story():
        async with Hears(program="mousepad", folders=[tmp_path]) as desk:
            recorder, over = Recorder(desk), asyncio.Event()
            await recorder.begin()
            listening = asyncio.ensure_future(recorder.listen(over))
            await asyncio.sleep(0.5)
            over.set()
            await listening
            return recorder.deeds(), recorder.unclear

    assert asyncio.run(story()) == ([], ["a click at (300, 200) in a window that no look shows"])


def test_the_command_says_where_to_show_it_and_writes_nothing_where_nothing_was_done(tmp_path):
    environment = {**os.environ, "MIDCOURSE_HOME": str(tmp_path / "home")}
    command = [*MIDCOURSE, "record", "desktop:mousepad", "--out", str(tmp_path / "task.yaml")]
    told = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert told.stdout is not None
    line = told.stdout.readline()
    assert line.startswith("show the task on the display :"), line
    told.send_signal(signal.SIGINT)
    rest, _ = told.communicate(timeout=60)
    assert told.returncode != 0 and "nothing was done" in rest and not (tmp_path / "task.yaml").exists()
