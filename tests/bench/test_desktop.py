"""The quick form of the benchmark on a desktop: one run of each kind of trouble that the demonstration does not show."""

import asyncio

import desktop
import desktop_looks
import desktop_programs
import pytest

from midcourse.inputs.taskfile import read_task


@pytest.mark.parametrize("trouble", ["dialog", "moved", "slow"])
def test_the_note_is_saved_whatever_goes_wrong(tmp_path, trouble):
    row = asyncio.run(desktop.play(tmp_path, trouble, "ours", "mousepad", 1))
    assert row.saved and row.claimed and not row.overwritten and row.strayed == 0, row


@pytest.mark.parametrize("seed", [1, 2], ids=["with its dialog open", "with its text alone"])
def test_a_note_is_saved_though_the_editor_is_killed(tmp_path, seed):
    row = asyncio.run(desktop.play(tmp_path, "killed", "ours", "mousepad", seed))
    assert row.saved and row.claimed and not row.overwritten and row.strayed == 0, row


def test_looks_are_timed_beside_the_raw_calls_and_at_a_screen_that_did_not_change(tmp_path):
    told = asyncio.run(desktop_looks.measure(tmp_path, times=3))
    assert told["elements"] > 100 and told["unchanged_looks"] == 3 and told["unchanged_ms"] > 0 < told["raw_ms"]


@pytest.mark.parametrize("job", desktop_programs.JOBS, ids=lambda job: f"{job.program}: {job.task.splitlines()[0]}")
def test_tasks_in_other_programs_are_task_files(tmp_path, job):
    file = tmp_path / "task.yaml"
    file.write_text(f"{job.task}\nworld: {desktop_programs.WORLDS[job.program]}\n{desktop_programs.SETTINGS}\n")
    assert read_task(file).task().done_when
