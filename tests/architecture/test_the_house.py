"""House rules as tests: layers, public names, sizes, import time, what a plain install brings."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import midcourse

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "midcourse"
TESTS = ROOT / "tests"
LINTER = Path(sys.executable).with_name("lint-imports")
MOST_FIELDS = 15
"""A value in core with more of them is several."""


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINTER, "--no-cache"], cwd=folder, env={"PYTHONPATH": str(folder / "src")}, capture_output=True, text=True
    )


def test_arrows_point_down():
    found = lint(ROOT)
    assert found.returncode == 0, found.stdout


def test_the_layer_check_fails_when_core_imports_an_adapter(tmp_path):
    shutil.copytree(SOURCE, tmp_path / "src" / "midcourse", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    wrong = tmp_path / "src" / "midcourse" / "core" / "run" / "budget.py"
    wrong.write_text(wrong.read_text() + "\nfrom ...engine import sqlite as _sqlite\n")
    found = lint(tmp_path)
    assert found.returncode != 0
    assert "midcourse.core.run.budget -> midcourse.engine.sqlite" in found.stdout


def test_public_names_are_sorted_loadable_and_written_once():
    assert midcourse.__all__ == sorted(midcourse.__all__)
    for name in midcourse.__all__:
        assert getattr(midcourse, name) is not None
    declared = {n for names in midcourse._HOMES.values() for n in names}
    assert declared == set(midcourse.__all__) - {"__version__"}
    tree = ast.parse((SOURCE / "__init__.py").read_text())
    typed = {a.asname or a.name for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) and n.level for a in n.names}
    assert declared <= typed, "type checkers must see every public name"


def test_every_public_name_is_documented():
    pages = "\n".join(p.read_text() for p in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
    missing = [name for name in midcourse.__all__ if name not in pages and name != "__version__"]
    assert not missing


def test_the_import_is_quick_and_brings_no_extra():
    extras = ("playwright", "pydantic", "mujoco", "typer", "rich", "yaml")
    code = f"import sys, time, midcourse; print(time.process_time(), *(m for m in {extras} if m in sys.modules))"
    times: list[float] = []
    for _ in range(3):  # what it takes by itself: a busy machine makes everybody wait
        took, *brought = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
        assert brought == []
        times.append(float(took))
    assert min(times) <= 0.3


def test_files_stay_small_and_modules_say_what_they_are():
    for path in SOURCE.rglob("*.py"):
        text = path.read_text()
        assert len(text.splitlines()) <= 350, f"{path} has two ideas"
        assert ast.get_docstring(ast.parse(text)), f"{path} does not say what it is"
    assert len((SOURCE / "director" / "loop.py").read_text().splitlines()) <= 150


def test_no_file_of_tests_holds_two_ideas():
    long = [str(path.relative_to(ROOT)) for path in TESTS.rglob("*.py") if len(path.read_text().splitlines()) > 400]
    assert not long, f"over 400 lines, to be split by idea: {', '.join(long)}"


def test_the_top_floors_are_small_and_on_the_map():
    map = (ROOT / "AGENTS.md").read_text()
    for path in SOURCE.glob("*.py"):
        assert path.name == "__init__.py" or path.name in map, f"AGENTS.md does not name {path.name}"
    for folder in (p for p in SOURCE.iterdir() if (p / "__init__.py").exists()):
        assert folder.name in map, f"AGENTS.md does not name {folder.name}/"
    core = SOURCE / "core"
    assert len(list(core.glob("*.py"))) <= 6 and sum((p / "__init__.py").exists() for p in core.iterdir()) <= 12


def test_what_strangers_meet_has_a_docstring():
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and not ast.get_docstring(node):
                raise AssertionError(f"{path}: class {node.name} has no docstring")


def unexplained(tree: ast.Module) -> list[str]:
    """The fields of classes, as `Class.field`, that have no text directly under them."""
    found: list[str] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.ClassDef):
            continue
        for field, below in zip(node.body, [*node.body[1:], None], strict=True):
            said = below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else None
            if isinstance(field, ast.AnnAssign) and not (isinstance(said, str) and said.strip()):
                found.append(f"{node.name}.{ast.unparse(field.target)}")
    return found


def test_every_field_of_every_value_in_core_is_explained():
    for path in (SOURCE / "core").rglob("*.py"):
        missing = unexplained(ast.parse(path.read_text()))
        assert not missing, f"{path}: nothing stands under {', '.join(missing)}"


def test_no_value_in_core_has_too_many_fields():
    for path in (SOURCE / "core").rglob("*.py"):
        for node in (n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.ClassDef)):
            fields = sum(isinstance(each, ast.AnnAssign) for each in node.body)
            assert fields <= MOST_FIELDS, f"{path}: {node.name} has {fields} fields; put those that belong together in a group"


def test_a_field_with_nothing_under_it_is_found():
    text = (
        '''class Word:\n    """A word."""\n\n    text: str\n    """As written."""\n    at: int = 0\n    by: str = ""\n    ""\n'''
    )
    assert unexplained(ast.parse(text)) == ["Word.at", "Word.by"]


def test_core_reads_no_clock_chance_or_environment():
    banned = {"time", "random", "os", "datetime", "pathlib", "asyncio", "sqlite3", "uuid", "socket", "subprocess", "threading"}
    for path in (SOURCE / "core").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            assert not {n.split(".")[0] for n in names} & banned, f"{path} imports {names}"
