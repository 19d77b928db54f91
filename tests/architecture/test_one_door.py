"""One door to a run: how far a task travels, and who may choose parts."""

import ast
import sys
from pathlib import Path

from typer.testing import CliRunner

import midcourse
from midcourse.core.model import Task
from midcourse.director.loop import Director
from midcourse.inputs.taskfile import TaskFile
from midcourse.interfaces.cli import app
from midcourse.interfaces.scaffold import write

SOURCE = Path(midcourse.__file__).parent


def test_a_task_from_the_command_line_to_the_director_passes_at_most_six_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path)
    passed: list[str] = []
    begun = False

    def note(frame, event, arg):
        """Files of ours in which a task is seen as a local name, until the director has begun."""
        nonlocal begun
        path = Path(frame.f_code.co_filename)
        if begun or event != "return" or not path.is_relative_to(SOURCE):
            return
        values = [*frame.f_locals.values(), arg]
        if any(isinstance(value, Task | TaskFile) or value == "task.yaml" for value in values if not isinstance(value, type)):
            name = str(path.relative_to(SOURCE))
            passed.extend([name] if name not in passed else [])

    start = Director.start

    async def begin(self, *args):
        nonlocal begun
        begun = True
        return await start(self, *args)

    monkeypatch.setattr(Director, "start", begin)
    sys.setprofile(note)
    try:
        done = CliRunner().invoke(app, ["run", "task.yaml"], standalone_mode=False)
    finally:
        sys.setprofile(None)
    assert begun and "SUCCESS" in done.output
    assert len({*passed, "interfaces/cli/running.py", "director/loop.py"}) <= 6, passed


def test_only_the_door_assembles_the_parts_of_a_run():
    for path in SOURCE.rglob("*.py"):
        called = {
            n.func.id for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
        }
        assert not called & {"assemble", "Parts"} or path.parent.name == "wiring", f"{path} goes round wiring/preparing.py"
