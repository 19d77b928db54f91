"""SIGKILL after each event in turn, and around each effect, on real files: every run ends well, nothing lost or doubled."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANGS

SCRIPT = Path(__file__).with_name("killed_run.py")
STEPS = 12
EVENTS = 4 + 3 * STEPS + 1
"""Started, first look, request, plan; intent, outcome and look of each step; the end."""


def start(folder: Path, *when: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, SCRIPT, folder, *when], capture_output=True, text=True, timeout=HANGS)


def book(folder: Path) -> list[int]:
    return [int(line) for line in (folder / "book.txt").read_text().split()]


def test_the_undisturbed_run_has_the_events_that_are_killed_at(tmp_path):
    done = start(tmp_path)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) == EVENTS
    assert book(tmp_path) == list(range(1, STEPS + 1))


@pytest.mark.parametrize("event", range(1, EVENTS))
def test_killed_after_an_event(tmp_path, event):
    killed = start(tmp_path, "event", str(event))
    assert killed.returncode == -signal.SIGKILL
    resumed = start(tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    assert book(tmp_path) == list(range(1, STEPS + 1))


@pytest.mark.parametrize("number", range(1, STEPS + 1))
@pytest.mark.parametrize("when", ["before", "after"])
def test_killed_around_an_effect(tmp_path, when, number):
    killed = start(tmp_path, when, str(number))
    assert killed.returncode == -signal.SIGKILL
    resumed = start(tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    assert book(tmp_path) == list(range(1, STEPS + 1))


def test_killed_again_and_again_in_one_run(tmp_path):
    deaths = 0
    for event in range(5, 400, 7):
        ended = start(tmp_path, "event", str(event))
        if ended.returncode == 0:
            break
        assert ended.returncode == -signal.SIGKILL
        deaths += 1
    assert deaths >= 6
    assert book(tmp_path) == list(range(1, STEPS + 1))
