"""A form is sent, and the browser or Midcourse is killed before the answer: the record is there exactly once."""

import asyncio
import os
import signal
import subprocess
import sys
import time

import pytest
import yaml

from midcourse.demo.web import LIST, MISHAPS, OURS, Ledger, browsers_of, rows, show, task
from midcourse.engine.memory import MemoryStore
from tests.patience import HANGS
from tests.support import the

MIDCOURSE = [sys.executable, "-c", "from midcourse.command import main; main()"]


def test_everything_that_the_demo_has_go_wrong_ends_in_one_row(tmp_path):
    shown = asyncio.run(show(tmp_path, OURS, run_id="r", store=MemoryStore()))
    assert shown.claimed and shown.rows == 1, f"{shown.run.ending}"
    assert shown.happened and the(shown.run.ending).replans <= 1
    assert len(shown.pictures) == the(shown.run.ending).planner_calls
    assert not browsers_of(tmp_path)


@pytest.mark.parametrize("mishap", MISHAPS[:4])
def test_each_mishap_alone_ends_in_one_row(tmp_path, mishap):
    shown = asyncio.run(show(tmp_path, OURS, run_id="r", store=MemoryStore(), mishaps=[mishap]))
    assert shown.claimed and shown.rows == 1, f"{shown.run.ending}"


def test_midcourse_killed_between_submit_and_answer_goes_on_and_sends_nothing_twice(tmp_path):
    async def story():
        async with Ledger(tmp_path, "pw-of-clerk", ["killed"]) as ledger:
            wanted = task()
            file = tmp_path / "task.yaml"
            file.write_text(
                yaml.safe_dump(
                    {
                        "goal": wanted.goal,
                        "done_when": wanted.done_when,
                        "world": f"web:{ledger.address}",
                        "values": dict(wanted.values),
                    }
                )
            )
            environment = {**os.environ, "MIDCOURSE_HOME": str(tmp_path / "home"), "MIDCOURSE_SECRET_LEDGER": "pw-of-clerk"}
            first = subprocess.Popen(
                [*MIDCOURSE, "run", str(file)], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            saved = tmp_path / "saved"
            until = time.monotonic() + HANGS
            while not saved.exists():
                assert first.poll() is None and time.monotonic() < until, first.communicate()
                await asyncio.sleep(0.02)
            first.send_signal(signal.SIGKILL)
            first.communicate()
            assert rows(tmp_path) == 1
            [run] = [p.name for p in (tmp_path / "home" / "runs").iterdir()]
            done = await asyncio.to_thread(
                subprocess.run, [*MIDCOURSE, "resume", run], env=environment, capture_output=True, text=True, timeout=HANGS
            )
            assert done.returncode == 0, done.stdout + done.stderr
            assert rows(tmp_path) == 1
            assert "did happen" in done.stdout and "pw-of-clerk" not in done.stdout
            assert LIST in done.stdout

    asyncio.run(story())
    assert not browsers_of(tmp_path)
