"""The quick forms of the benchmarks run from end to end and write what they promise."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANGS

LONG = 2 * HANGS
"""Seconds for one benchmark: on a busy machine it gets a tenth of a core."""
pytestmark = pytest.mark.timeout(LONG + 60)
ROOT = Path(__file__).parents[2]


def told_by(*command: object) -> str:
    """What a benchmark prints. One that takes too long is ended with all that it started."""
    with subprocess.Popen(
        [*map(str, command)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        try:
            told, wrong = running.communicate(timeout=LONG)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    assert running.returncode == 0, wrong[-2000:]
    return told


def bench(name: str, out: Path, *options: str) -> str:
    return told_by(sys.executable, "-W", "ignore", ROOT / "bench" / name, "--quick", "--out", out, *options)


def test_when_to_replan(tmp_path):
    report = bench("triggers.py", tmp_path, "--processes", "1")
    for part in (
        "The bars",
        "By class of trouble",
        "Irrelevant change",
        "Acts with chances",
        "Triangle tireworld",
        "cannot be done",
    ):
        assert part in report
    assert "| success, against the best baseline's | 1.00" in report
    assert (tmp_path / "triggers.md").stat().st_size > 2000 and (tmp_path / "triggers.png").stat().st_size > 10_000


def test_how_far_to_plan(tmp_path):
    report = bench("horizon.py", tmp_path)
    assert "| 1 | 100% | 11.0 | 12.0 | 0.0 |" in report, "one screen at a time always arrives"
    assert (tmp_path / "horizon.png").stat().st_size > 10_000


def test_a_second_encounter_is_cheaper_and_look_alikes_do_no_lasting_harm(tmp_path):
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        import lessons
    finally:
        sys.path.pop(0)
    first, second, without = asyncio.run(lessons.pairs(8, tmp_path, seed=77))
    assert all(m.success for m in (*first, *second, *without))
    assert sum(m.calls for m in second) <= 0.5 * sum(m.calls for m in first)
    fooled = asyncio.run(lessons.decoys(8, tmp_path, seed=77))
    assert sum(d.with_lesson.success for d in fooled) >= sum(d.without.success for d in fooled)
    assert all(d.put_aside for d in fooled) and any(d.with_lesson.by_lesson for d in fooled)


def test_a_planner_that_mends_is_followed_and_does_better_than_in_a_loop():
    told = told_by(sys.executable, ROOT / "bench" / "mending.py", "--worlds", "120", "--first", "700000")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in told.splitlines()[2:]]
    cells = {name: [int(count) for count in counts] for name, *counts in rows}
    worlds, ours, loop, _, _, false = cells["all"]
    assert worlds == 120 and ours > loop and false == 0, told
    assert cells["locked"][0] == cells["locked"][1] > 0 and cells["none"][0] == cells["none"][1] > 0, told
