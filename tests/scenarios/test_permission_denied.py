"""Permission denied on a protected path: classified, looked into, planned anew, approved where it must be, done; and the story told.

On a real folder, as a user who really may not write there.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from tests.patience import HANGS

WORLD = '''
"""A report that must be filed, and a folder that one may not write to."""
from pathlib import Path
from midcourse import fact, observer, skill

ROOT = Path(__file__).parent

@skill(makes="written({name}, {folder})")
def write(name: str, folder: str) -> None:
    """Write the report into a folder."""
    (ROOT / folder / name).write_text("all is well")

@skill(needs="written({name}, {folder})", makes="filed({name})", complete=True, risk="irreversible")
def file(name: str, folder: str) -> None:
    """Hand the report in; it cannot be taken back."""
    with (ROOT / "filed" / name).open("a") as out:
        out.write((ROOT / folder / name).read_text())

@observer("written(*)", "filed(*)", "folder(*)", "stands_in(*)")
def look():
    yield fact("stands_in", "shared", "protected")  # a lesson takes no value that nothing leads to: it may be somebody else's
    for folder in ("protected", "shared"):
        yield fact("folder", folder)
        yield from (fact("written", p.name, folder) for p in (ROOT / folder).glob("*.txt"))
    yield from (fact("filed", p.name) for p in (ROOT / "filed").glob("*.txt"))
'''
TASK = """
goal: File the report
done_when: filed(report.txt)
world: world.py
plans:
  - - {do: write, with: {name: report.txt, folder: protected}}
    - {do: file, with: {name: report.txt, folder: protected}}
  - - {do: write, with: {name: report.txt, folder: shared}}
    - {do: file, with: {name: report.txt, folder: shared}}
"""


@pytest.fixture
def place():
    """A folder that any user can reach, with one inside that only its owner may write to."""
    root = Path(tempfile.mkdtemp(prefix="midcourse-"))
    root.chmod(0o755)
    for name, mode in (("protected", 0o555), ("shared", 0o777), ("filed", 0o777), ("home", 0o777)):
        (root / name).mkdir()
        (root / name).chmod(mode)
    (root / "world.py").write_text(WORLD)
    (root / "task.yaml").write_text(TASK)
    yield root
    (root / "protected").chmod(0o755)
    shutil.rmtree(root)


def midcourse(place, *words):
    env = {**os.environ, "MIDCOURSE_HOME": str(place / "home"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, Path(__file__).with_name("as_nobody.py"), *words]
    return subprocess.run(command, cwd=place, env=env, capture_output=True, text=True, timeout=HANGS, stdin=subprocess.DEVNULL)


def test_permission_denied_on_a_protected_path(place):
    waiting = midcourse(place, "run", "task.yaml")
    assert waiting.returncode == 3, waiting.stdout + waiting.stderr
    assert "Permission denied" in waiting.stdout and "[denied, high, permission; rule permission]" in waiting.stdout
    assert "plan 2 by scripted: s3 write(name=report.txt, folder=shared)" in waiting.stdout
    assert "asked q1: May file(name=report.txt, folder=shared) run?" in waiting.stdout
    assert not list((place / "filed").iterdir()) and not list((place / "protected").iterdir())

    assert "evidence" not in midcourse(place, "approvals", "show", "last").stderr
    assert midcourse(place, "approvals", "approve", "last", "--by", "Ann").returncode == 0
    done = midcourse(place, "resume", "last")
    assert done.returncode == 0 and "SUCCESS  plan_complete" in done.stdout, done.stdout
    assert (place / "filed" / "report.txt").read_text() == "all is well"

    why = midcourse(place, "show", "last", "--why", "s1").stdout
    for part in (
        "came with version 1",
        "Permission denied",
        "denied, high, permission",
        "it is not allowed",
        "so version 2 was made",
    ):
        assert part in why, why
    why = midcourse(place, "show", "last", "--why", "s4").stdout
    assert "was asked about (q1)" in why and "Ann answered yes" in why and "was seen to have worked" in why
    assert "when write failed (permission): with folder = {stands_in(?, folder)}" in midcourse(place, "lessons").stdout


def test_the_next_report_is_mended_without_the_planner(place):
    midcourse(place, "run", "task.yaml")
    (place / "task.yaml").write_text(TASK.replace("report.txt", "letter.txt"))
    waiting = midcourse(place, "run", "task.yaml")
    assert "plan 2 by lesson" in waiting.stdout and waiting.stdout.count("asked for a plan") == 1
    assert waiting.returncode == 3, "a lesson's plan asks as any other"
