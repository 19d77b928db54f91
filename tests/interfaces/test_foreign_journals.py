"""Journals that come from elsewhere: what is in them leads nowhere outside the home."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from midcourse.core.model import Skill
from midcourse.core.plans.plan import Act
from midcourse.engine import jsonl
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import SymbolicWorld
from tests.support import lab

MIDCOURSE = Path(sys.executable).with_name("midcourse")


def midcourse(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "MIDCOURSE_HOME": str(home)}
    return subprocess.run([MIDCOURSE, *words], cwd=home.parent, env=env, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("id", ["../../x", "/tmp/x", "r1\\u001b[2J"])
def test_a_journal_whose_run_has_a_path_for_a_name_is_refused_and_leaves_nothing(id, tmp_path):
    made = lab(SymbolicWorld([Skill("a", makes="p")]), ScriptedPlanner([Act("a")]), "p")
    made.run()
    forged = b"".join(jsonl.export(made.entries)).replace(b'"run":"r1"', f'"run":"{id}"'.encode())
    (tmp_path / "forged.jsonl").write_bytes(forged)
    told = midcourse(tmp_path / "home", "import", "forged.jsonl")
    assert told.returncode == 2 and "no run is named" in told.stderr and "Traceback" not in told.stderr
    assert "\x1b" not in told.stderr and told.stdout == ""
    assert midcourse(tmp_path / "home", "runs", "--json").stdout.strip() in ("", "[]")
