"""A world from a Python file or a module."""

import asyncio
import subprocess

import pytest

from midcourse.core.errors import TaskError
from midcourse.worlds.python_file import from_words
from tests.interfaces.test_command_line import MIDCOURSE
from tests.patience import HANGS

FILE = """
import beside
from midcourse import skill

@skill(makes="rung")
def ring() -> None:
    "Ring the bell."

class Bell:
    @skill(makes="struck")
    def strike(self) -> None:
        "Strike it."

def make():
    return [ring]
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "bell.py").write_text(FILE)
    (tmp_path / "beside.py").write_text("")
    return tmp_path


def skills(words, base):
    return [skill.name for skill in asyncio.run(from_words(words, base, None).skills())]


def test_the_functions_of_a_file_a_class_or_what_makes_one_are_worlds(folder):
    assert skills("bell.py", folder) == ["ring"]
    assert skills("bell.py:Bell", folder) == ["strike"]
    assert skills("bell.py:make", folder) == ["ring"]


def test_what_is_called_world_goes_before_the_functions(folder):
    (folder / "named.py").write_text(FILE + "\nworld = Bell()\n")
    assert skills("named.py", folder) == ["strike"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("nowhere.py", "no world file"),
        ("bell.py:Bel", "has no 'Bel'; did you mean Bell"),
        ("no.such.module", "no world 'no.such.module'"),
        ("broken.py", "cannot be loaded: ZeroDivisionError"),
        ("../../../etc/passwd", "no world '../../../etc/passwd': it is neither a Python file nor a module"),
        (".relative", "neither a Python file nor a module"),
    ],
)
def test_what_is_not_there_or_does_not_load_is_told(folder, words, said):
    (folder / "broken.py").write_text("1 / 0")
    with pytest.raises(TaskError, match=said):
        from_words(words, folder, None)


def test_the_folder_of_the_file_is_on_the_path_only_while_it_is_loaded(folder):
    import sys

    before = list(sys.path)
    from_words("bell.py", folder, None)
    assert sys.path == before


ENDS = """
from midcourse import skill

class Enough(BaseException):
    pass

{0}

@skill
async def leave() -> None:
    raise Enough("at once")

def make():
    raise Enough("at once")
"""


@pytest.mark.parametrize(("words", "first"), [("ends.py", "raise Enough('at once')"), ("ends.py:make", "")])
def test_whatever_a_file_raises_is_told_in_one_line(folder, words, first):
    (folder / "ends.py").write_text(ENDS.format(first))
    with pytest.raises(TaskError, match="Enough: at once"):
        from_words(words, folder, None)


def test_an_exception_of_a_kind_of_its_own_ends_the_skill_alone(folder):
    (folder / "ends.py").write_text(ENDS.format(""))
    (folder / "task.yaml").write_text("goal: x\nworld: ends.py\nplan: [{do: leave}]\n")
    found = subprocess.run([MIDCOURSE, "run", "task.yaml"], cwd=folder, capture_output=True, text=True, timeout=HANGS)
    assert "Traceback" not in found.stderr and "Enough: at once" in found.stdout


def test_a_world_that_raises_one_by_itself_is_told_in_one_line(folder):
    (folder / "ends.py").write_text(
        ENDS.format("")
        + """
from midcourse.testing import SymbolicWorld
from midcourse import Skill

class Leaves(SymbolicWorld):
    async def act(self, call):
        raise Enough("at once")

world = Leaves([Skill("leave")])
"""
    )
    (folder / "task.yaml").write_text("goal: x\nworld: ends.py\nplan: [{do: leave}]\n")
    found = subprocess.run([MIDCOURSE, "run", "task.yaml"], cwd=folder, capture_output=True, text=True, timeout=HANGS)
    assert "Traceback" not in found.stderr and "Enough: at once" in found.stderr and found.returncode == 1


@pytest.mark.parametrize(
    ("words", "said"), [("os:getcwd", r"\(str\) is no world"), ("builtins:dict", r"\{\} \(dict\) is no world")]
)
def test_what_makes_no_world_is_refused_in_one_line(words, said, tmp_path):
    with pytest.raises(TaskError, match=said):
        from_words(words, tmp_path, None)
