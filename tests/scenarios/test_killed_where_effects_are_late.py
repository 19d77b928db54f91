"""SIGKILL in worlds that do not show an effect at once: nothing is lost, nothing is doubled, or people are asked."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.patience import HANGS

SCRIPT = Path(__file__).with_name("killed_late.py")
LINES = ["1", "2", "3"]
WORLDS = [("late", "0.5"), ("outlives", "0.5"), ("elsewhere", "0")]
KILLS = [("before", "2"), ("after", "2"), *(("event", str(n)) for n in range(7, 12))]


def start(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, folder, *words], capture_output=True, text=True, timeout=HANGS)


def book(folder: Path, seconds: str) -> list[str]:
    time.sleep(float(seconds) + 0.3)  # what another process still writes is there by then
    return sorted(line.split()[0] for line in (folder / "book.txt").read_text().splitlines())


def survives(folder: Path, world: str, seconds: str, kill: tuple[str, str]) -> None:
    assert start(folder, world, seconds, *kill).returncode == -signal.SIGKILL
    resumed = start(folder, world, seconds)
    lines = book(folder, seconds)
    assert len(lines) == len(set(lines)), "something was done twice"
    if resumed.returncode == 3:
        assert "Did write_line (s" in resumed.stdout and world == "elsewhere"
    else:
        assert resumed.returncode == 0 and lines == LINES, resumed.stdout + resumed.stderr


@pytest.mark.parametrize("kill", KILLS, ids=" ".join)
@pytest.mark.parametrize(("world", "seconds"), WORLDS)
def test_nothing_is_lost_or_doubled_where_effects_do_not_show_at_once(tmp_path, world, seconds, kill):
    survives(tmp_path, world, seconds, kill)


@pytest.mark.parametrize("world", ["late", "outlives", "late-untold", "outlives-untold"])
def test_an_effect_that_shows_after_eight_seconds_is_waited_for(tmp_path, world):
    survives(tmp_path, world, "8", ("after", "2"))


@pytest.mark.parametrize("kill", [("event", "10"), ("event", "13")], ids=" ".join)
def test_killed_while_it_waits_for_an_effect_of_which_nobody_said_how_late_it_is(tmp_path, kill):
    survives(tmp_path, "late-untold", "8", kill)
