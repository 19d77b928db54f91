"""What the README and the docs show is run: every Python block, every midcourse command."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(page, block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.S))
]


@pytest.mark.parametrize(("page", "block"), BLOCKS)
def test_a_block_of_python_runs(page, block, tmp_path):
    done = subprocess.run([sys.executable, "-c", block], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    if "print(outcome.success" in block:
        assert done.stdout.startswith("True")


def test_the_commands_of_the_readme_work_as_written(tmp_path):
    shown = "\n".join(re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.S))
    commands = [line.split("#")[0].strip() for line in shown.splitlines() if line.startswith("midcourse ")]
    assert len(commands) >= 4
    for command in commands:
        program = Path(sys.executable).with_name("midcourse")
        done = subprocess.run([program, *shlex.split(command)[1:]], cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{command}: {done.stderr}"


def test_the_make_commands_of_the_readme_are_there():
    make = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make (\w+)", (ROOT / "README.md").read_text(), re.M):
        assert re.search(rf"^{target}:", make, re.M)


def test_the_task_file_of_the_docs_is_one(tmp_path):
    from midcourse import Settings
    from midcourse.inputs.taskfile import read_task

    [text] = re.findall(r"```yaml\n(.*?)```", (ROOT / "docs" / "running.md").read_text(), re.S)
    (tmp_path / "task.yaml").write_text(text)
    file = read_task(tmp_path / "task.yaml")
    assert file.scripts()[0][1].__class__.__name__ == "Replan" and file.over(Settings()).max_money == 0.5


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / link).exists(), f"{page.name} points to {link}"


def test_pictures_of_the_readme_are_pictures():
    for name in re.findall(r"!\[[^]]*\]\((docs/[^)]+)\)", (ROOT / "README.md").read_text()):
        assert (ROOT / name).read_text().lstrip().startswith("<svg"), name


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs_and_ends_well(example, tmp_path):
    done = subprocess.run([sys.executable, example], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "success: True" in done.stdout
    if example.stem == "durable":
        assert done.stdout.splitlines()[-5:] == [f"page {n}" for n in range(1, 6)], "each page once"


def test_every_setting_and_every_reason_is_in_the_docs():
    import msgspec

    from midcourse.core.failing.failures import KIND_OF_REASON
    from midcourse.core.run.settings import Settings

    running, writing = (ROOT / "docs" / "running.md").read_text(), (ROOT / "docs" / "writing-a-world.md").read_text()
    for field in msgspec.structs.fields(Settings):
        assert f"| `{field.name}` | `{field.default!r}`".replace("'", '"') in running.replace("'", '"').replace("_", "_"), (
            field.name
        )
    for reason in KIND_OF_REASON:
        assert f"`{reason}`" in writing, reason


def test_the_world_of_the_docs_keeps_the_contract():
    from midcourse import act
    from midcourse.testing import check_world

    [block] = [
        b for b in re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "writing-a-world.md").read_text(), re.S) if "Lamps" in b
    ]
    space: dict[str, Any] = {}
    exec(block.split("outcome = ")[0], space)
    check_world(space["Lamps"], [act("switch_on", lamp="left"), act("switch_off", lamp="left")])
