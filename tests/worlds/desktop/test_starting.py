"""The program that a desktop begins with: begun once its window is shown, told when it has none."""

import asyncio
import sys

import pytest

from midcourse.worlds.desktop.driver import Window
from midcourse.worlds.desktop.starting import Begun
from tests.worlds.on_display import on_display

SHOWN_LATE = """
import time
from Xlib import X, Xutil, display
there = display.Display()
root = there.screen()
window = root.root.create_window(50, 50, 300, 200, 1, root.root_depth, event_mask=X.ExposureMask)
window.set_wm_class("late", "Late")
window.set_wm_name("Letters")
window.set_wm_hints(flags=Xutil.StateHint, initial_state=Xutil.IconicState)
window.map()
there.flush()
time.sleep(1.0)
window.map()
there.flush()
while True:
    there.next_event()
"""


def test_a_program_has_started_once_its_window_is_shown(tmp_path):
    (tmp_path / "late.py").write_text(SHOWN_LATE)

    async def story(desk):
        await desk.observe()
        return [w.kind for w in desk.driver.windows() if w.title == "Letters"]

    assert on_display(story, program=f"{sys.executable} {tmp_path / 'late.py'}") == [""]


WINDOW = """
from Xlib import X, display
there = display.Display()
root = there.screen()
window = root.root.create_window(50, 50, 300, 200, 1, root.root_depth, event_mask=X.ExposureMask)
window.set_wm_class("letters", "Letters")
window.set_wm_name("Letters")
window.map()
while True:
    there.next_event()
"""
AT_THE_SECOND_START = (
    """
import pathlib, sys
began = pathlib.Path(sys.argv[1])
if not began.exists():
    began.touch()
    sys.exit("the display does not answer")
"""
    + WINDOW
)


async def first_look(desk):
    seen = await desk.observe()
    return seen.facts, seen.source


def test_a_program_that_ends_without_a_window_is_started_once_more(tmp_path):
    (tmp_path / "second.py").write_text(AT_THE_SECOND_START)
    facts, source = on_display(first_look, program=f"{sys.executable} {tmp_path / 'second.py'} {tmp_path / 'began'}")
    assert "window(Letters)" in facts and "ended" not in source


def test_a_program_that_never_has_a_window_is_told_with_the_reason(tmp_path):
    program = f"{sys.executable} -c pass"
    facts, source = on_display(first_look, program=program)
    assert f"ended({program})" in facts and source.endswith("ended without a window")
    program = f"{sys.executable} {tmp_path / 'no-such-script.py'}"
    _, source = on_display(first_look, program=program)
    assert "ended without a window; the last it said: " in source and "No such file or directory" in source
    facts, source = on_display(first_look, program="no-such-program")
    assert "ended(no-such-program)" in facts and "no-such-program cannot be started" in source


def test_a_look_that_is_given_up_while_the_program_starts_leaves_the_start_to_the_next(tmp_path):
    async def story(desk):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await desk.observe()
        while not desk.driver.alive:
            await asyncio.sleep(0.01)
        return await first_look(desk)

    (tmp_path / "slow.py").write_text("import time\ntime.sleep(1)\n" + WINDOW)
    facts, source = on_display(story, program=f"{sys.executable} {tmp_path / 'slow.py'}")
    assert "window(Letters)" in facts and "ended" not in source


def shown(id, program=""):
    return Window(id, "Letters", 1, (0, 0, 9, 9), True, "", 0, program)


def test_what_it_is_called_may_be_told_late():
    begun = Begun([shown(1, "other")])
    assert not begun.has_window([shown(1, "other")]) and not begun.is_known
    assert begun.has_window([shown(1, "other"), shown(2)]) and not begun.is_known
    assert begun.has_window([shown(1, "other"), shown(2, "letters")]) and begun.is_known
    assert not begun.has_window([shown(1, "other")])
    assert not begun.has_window([shown(1, "other"), shown(3, "another")])
