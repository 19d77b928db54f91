"""A private display: what it is made of, and its end."""

import sys
import time
from pathlib import Path

import pytest

from midcourse.worlds.desktop import keeper, leaving
from midcourse.worlds.desktop.driver import Gone, Window
from midcourse.worlds.desktop.private import PrivateDisplay
from tests.worlds.on_display import does, on_display, processes

ONE = Window(1, "note", 7, (0, 0, 80, 60), True)
ASKS = Window(2, "Save changes?", 7, (0, 0, 80, 60), True, "dialog")


class Windows:
    """Windows that are shown one look after the other."""

    def __init__(self, *looks):
        self.looks, self.shut_ones = list(looks), []

    def windows(self):
        return self.looks.pop(0) if len(self.looks) > 1 else self.looks[0]

    def shut(self, window):
        self.shut_ones.append(window)


@pytest.mark.parametrize("looks", [([ONE], [ONE], []), ([ONE], [ONE, ASKS])])
def test_programs_are_asked_to_close_and_one_that_asks_is_not_waited_for(looks):
    display = Windows(*looks)
    began = time.monotonic()
    leaving.leave(display)
    assert display.shut_ones == [1] and time.monotonic() - began < 1.0


def test_a_program_that_does_not_close_or_a_display_that_is_gone_does_not_hold_up_the_end(monkeypatch):
    monkeypatch.setattr(leaving, "PATIENCE", 0.2)
    leaving.leave(Windows([ONE]))

    class Lost(Windows):
        def windows(self):
            raise Gone("it is gone")

    leaving.leave(Lost([]))


def test_a_program_can_write_what_it_keeps_before_its_display_ends(tmp_path):
    keeps = tmp_path / "keeps.py"
    keeps.write_text(
        "import sys\nfrom Xlib import X, display\nx = display.Display()\ns = x.screen()\n"
        "w = s.root.create_window(9, 9, 90, 90, 0, s.root_depth)\nw.set_wm_name('keeps')\n"
        "w.set_wm_protocols([x.intern_atom('WM_DELETE_WINDOW')])\nw.map()\n"
        "while x.next_event().type != X.ClientMessage: pass\nopen(sys.argv[1], 'w').write('kept')\n"
    )

    async def story(desk):
        await desk.observe()
        await does(desk, "launch", program=f"{sys.executable} {keeps} {tmp_path / 'out'}")

    on_display(story, folders=[tmp_path])
    assert (tmp_path / "out").read_text() == "kept"


def test_nothing_moves_by_itself_on_a_private_display(tmp_path):
    env = keeper._environment(tmp_path)
    assert env["GSK_RENDERER"] == "cairo", "a program that draws all the time does not answer"
    for toolkit in ("gtk-3.0", "gtk-4.0"):
        assert "gtk-enable-animations=0" in (tmp_path / f".config/{toolkit}/settings.ini").read_text()


def test_a_program_that_runs_on_another_display_does_not_run_here(tmp_path):
    asks = tmp_path / "asks.py"
    asks.write_text("import os, sys\nopen(sys.argv[1], 'w').write(os.environ['TMPDIR'] + ' ' + os.environ['HOME'])\n")

    async def story(desk):
        await desk.observe()
        await does(desk, "launch", program=f"{sys.executable} {asks} {tmp_path / 'out'}")

    on_display(story, folders=[tmp_path])
    own, home = (tmp_path / "out").read_text().split()
    assert Path(own).is_relative_to(home)


def test_accessibility_is_started_once_when_it_is_first_asked_for():
    """A second one would end at once, and take away the name that programs of Qt look for on the display."""
    screen = PrivateDisplay((640, 480))
    screen.start()
    try:
        assert not processes("at-spi-bus-launcher") & set(keeper.descendants(screen.keeper))
    finally:
        screen.stop()
