"""What `midcourse init` writes: a world and a task that run at once, to start from."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import TaskError

WORLD = '''"""A world of plain functions: what can be done, and what can be seen."""

from pathlib import Path

from midcourse import fact, fail, observer, skill

DESK = Path(__file__).parent / "desk"


@skill(makes="exists({name})", complete=True, repeatable=True)
def write(name: str, text: str) -> None:
    """Write a file on the desk."""
    DESK.mkdir(exist_ok=True)
    (DESK / name).write_text(text)


@skill(needs="exists({source})", makes="exists({copy})", complete=True, repeatable=True)
def duplicate(source: str, copy: str) -> int:
    """Copy a file on the desk; returns how many letters it has."""
    if not (DESK / source).exists():
        fail("file_not_found", f"there is no {source} on the desk")
    text = (DESK / source).read_text()
    (DESK / copy).write_text(text)
    return len(text)


@observer("exists(*)")
def files() -> list[str]:
    """The files on the desk."""
    return [fact("exists", path.name) for path in DESK.glob("*")]
'''

TASK = """# Run me: midcourse run task.yaml
goal: Have a letter and a copy of it on the desk
done_when: exists(letter.txt) and exists(copy.txt)
world: world.py
plan:
  - do: write
    with: {name: letter.txt, text: "Dear reader, things change."}
  - do: duplicate
    with: {source: letter.txt, copy: copy.txt}
settings:
  max_replans: 3
"""


def write(folder: Path) -> list[Path]:
    """Write the two files; never over something that is there."""
    files = {folder / "world.py": WORLD, folder / "task.yaml": TASK}
    for path in files:
        if path.exists():
            raise TaskError(f"{path} is already there; choose another folder: midcourse init FOLDER")
    folder.mkdir(parents=True, exist_ok=True)
    for path, text in files.items():
        path.write_text(text)
    return list(files)
