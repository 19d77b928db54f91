"""What the README and the docs show is run: every Python block, every midcourse command."""

from __future__ import annotations

import ast
import asyncio
import inspect
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from midcourse import Outcome
from tests.patience import HANGS

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
BLOCKS = [
    pytest.param(page, block, id=f"{page.name}-{number}")
    for page in PAGES
    for number, block in enumerate(re.findall(r"```python\n(.*?)```", page.read_text(), re.S))
]


@pytest.mark.parametrize(("page", "block"), BLOCKS)
def test_a_block_of_python_runs(page, block, tmp_path):
    done = subprocess.run([sys.executable, "-c", block], cwd=tmp_path, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    if "print(outcome.success" in block:
        assert done.stdout.startswith("True")


def test_the_commands_of_the_readme_work_as_written(tmp_path):
    shown = "\n".join(re.findall(r"```sh\n(.*?)```", (ROOT / "README.md").read_text(), re.S))
    commands = [line.split("#")[0].strip() for line in shown.splitlines() if line.startswith("midcourse ")]
    assert len(commands) >= 4
    for command in commands:
        program = Path(sys.executable).with_name("midcourse")
        done = subprocess.run([program, *shlex.split(command)[1:]], cwd=tmp_path, capture_output=True, text=True, timeout=HANGS)
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
    assert file.scripts()[0][1].__class__.__name__ == "Replan" and file.over(Settings()).limits.max_money == 0.5


def test_plans_in_yaml_on_every_page_are_ones_that_task_files_take(tmp_path):
    from midcourse.inputs.taskfile import read_task

    blocks = [block for page in PAGES for block in re.findall(r"```yaml\n(.*?)```", page.read_text(), re.S)]
    plans = [block for block in blocks if re.search(r"^plan:", block, re.M)]
    assert len(plans) >= 2
    for text in plans:
        goal = "" if re.search(r"^goal:", text, re.M) else "goal: what the page is about\n"
        (tmp_path / "task.yaml").write_text(goal + text)
        assert read_task(tmp_path / "task.yaml").scripts()[0], text


def test_links_between_pages_lead_somewhere():
    for page in PAGES:
        for link, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]+))?\)", page.read_text()):
            target = page.parent / link if link else page
            assert target.exists(), f"{page.name} points to {link}"
            if anchor:
                heads = {slug(head) for head in re.findall(r"^#+ (.+)$", target.read_text(), re.M)}
                assert anchor in heads, f"{page.name} points to {link}#{anchor}"


def slug(head: str) -> str:
    """A heading as the site and GitHub name it in links."""
    return re.sub(r"[^\w\- ]", "", head.lower()).strip().replace(" ", "-")


def test_lines_of_code_are_short():
    for page in PAGES:
        for block in re.findall(r"^```\w+\n(.*?)^```", page.read_text(), re.S | re.M):
            for line in block.splitlines():
                assert len(line) < 100, f"{page.name}: {line}"


def test_every_page_is_in_the_contents_and_on_the_site():
    contents, site = (DOCS / "index.md").read_text(), (ROOT / "mkdocs.yml").read_text()
    for page in DOCS.rglob("*.md"):
        name = str(page.relative_to(DOCS))
        assert name in site, f"mkdocs.yml does not list {name}"
        assert name == "index.md" or f"({name})" in contents, f"docs/index.md does not list {name}"


def test_a_site_that_loads_from_the_network_is_refused(tmp_path):
    def check(text: str) -> int:
        (tmp_path / "index.html").write_text(text)
        return subprocess.run([sys.executable, ROOT / "scripts" / "check_site.py", tmp_path], capture_output=True).returncode

    assert check('<script src="assets/a.js"></script><a href="https://example.org">a link is no load</a>') == 0
    assert check('<script src="https://example.org/a.js"></script>') == 1
    assert check('<link rel="stylesheet" href="//example.org/a.css">') == 1
    assert check('<pre class="mermaid">graph</pre>') == 1


def test_the_cells_of_the_notebook_run_in_order(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cells = re.findall(r"```py\n(.*?)```", (DOCS / "recipes" / "notebook.md").read_text(), re.S)
    assert len(cells) == 3
    space: dict[str, object] = {}

    async def notebook():
        for cell in cells:
            code = compile(cell, "cell", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
            ran = eval(code, space)
            if inspect.isawaitable(ran):
                await ran

    asyncio.run(notebook())
    outcome = space["outcome"]
    assert isinstance(outcome, Outcome) and outcome.success


def test_the_script_for_unattended_runs_starts_waits_and_goes_on(tmp_path):
    [script] = re.findall(r"```sh\n(.*?)```", (DOCS / "recipes" / "unattended.md").read_text(), re.S)
    (tmp_path / "agent.sh").write_text(script)
    (tmp_path / "world.py").write_text(
        "from pathlib import Path\nfrom midcourse import skill, observer\nSENT = Path(__file__).with_name('sent')\n"
        "@skill(makes='sent', complete=True, risk='irreversible')\ndef send() -> None:\n    SENT.touch()\n"
        "@observer('sent')\ndef look():\n    return ['sent'] if SENT.exists() else []\n"
    )
    (tmp_path / "task.yaml").write_text("goal: send it\ndone_when: sent\nworld: world.py\nplan: [send]\n")
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    env = {**os.environ, "PATH": path, "MIDCOURSE_HOME": str(tmp_path / "state")}

    def sh(*command: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=HANGS)

    first = sh("sh", "agent.sh")
    assert first.returncode == 3 and "May send" in first.stdout, first.stderr
    assert sh("midcourse", "approvals", "approve", "last").returncode == 0
    assert sh("sh", "agent.sh").returncode == 0
    assert (tmp_path / "sent").exists()
    assert "already_done" in sh("sh", "agent.sh").stdout


def test_pictures_of_the_readme_are_pictures():
    for name in re.findall(r"!\[[^]]*\]\((docs/[^)]+)\)", (ROOT / "README.md").read_text()):
        assert (ROOT / name).read_text().lstrip().startswith("<svg"), name


@pytest.mark.parametrize("example", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.stem)
def test_an_example_runs_and_ends_well(example, tmp_path):
    done = subprocess.run([sys.executable, example], cwd=tmp_path, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stderr
    assert "success: True" in done.stdout
    if example.stem == "durable":
        assert done.stdout.splitlines()[-5:] == [f"page {n}" for n in range(1, 6)], "each page once"


def test_the_reference_is_up_to_date():
    done = subprocess.run([sys.executable, ROOT / "scripts" / "reference.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_setting_and_every_reason_is_in_the_reference():
    from midcourse.core.failing.failures import KIND_OF_REASON
    from midcourse.core.run.groups import field_places
    from midcourse.core.run.settings import Settings

    reference = (DOCS / "reference.md").read_text()
    for name, place in field_places(Settings).items():
        assert f"| `{name}` | `{place.field.default!r}`" in reference, name
    for reason in KIND_OF_REASON:
        assert f"`{reason}`" in reference, reason


def test_every_final_reason_has_its_section_in_troubleshooting():
    reasons = re.findall(r"\(troubleshooting\.md#(\w+)\)", (DOCS / "reference.md").read_text())
    heads = re.findall(r"^## (\w+)$", (DOCS / "troubleshooting.md").read_text(), re.M)
    assert len(reasons) > 15 and heads == reasons


def test_the_world_of_the_docs_keeps_the_contract():
    from midcourse import act
    from midcourse.testing import check_world

    [block] = [
        b for b in re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "writing-a-world.md").read_text(), re.S) if "Lamps" in b
    ]
    space: dict[str, Any] = {}
    exec(block.split("outcome = ")[0], space)
    check_world(space["Lamps"], [act("switch_on", lamp="left"), act("switch_off", lamp="left")])
