"""SIGKILL in the middle of a search for a way: the process that takes the run up goes on as if nothing had happened."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import HANGS

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("killed_search.py")


def start(folder: Path, *when: str) -> subprocess.CompletedProcess[str]:
    folder.mkdir(exist_ok=True)
    command, env = [sys.executable, SCRIPT, folder, *when], {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=HANGS)


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    done = start(tmp_path_factory.mktemp("whole"))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("event", [9, 22, 36, 43, 52, 58])
def test_a_killed_search_keeps_its_numbers_its_limit_and_what_it_owes(tmp_path, whole, event):
    killed = start(tmp_path, str(event))
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    resumed = start(tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    tale, did, wrapped, reason, events = json.loads(resumed.stdout)
    assert event < events and len(tale) > 15
    assert tale == whole[0] and did == whole[1] and reason == whole[3]
    assert wrapped is False


def test_an_act_that_was_begun_counts_and_what_was_decided_next_is_the_same(tmp_path, whole):
    assert start(tmp_path, "50").returncode == -signal.SIGKILL, "its outcome was never kept"
    tale, _, wrapped, reason, _ = json.loads(start(tmp_path).stdout)
    decided = [(word, what) for _, word, what in tale]
    assert decided == [(word, what) for _, word, what in whole[0][: len(decided)]]
    assert tale[-1][0] == whole[0][-1][0] and len(tale) == len(whole[0]) - 1, "one act was spent twice"
    assert reason == whole[3] and wrapped is False
