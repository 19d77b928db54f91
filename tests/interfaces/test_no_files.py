"""A pipe, a socket, a device or a folder in place of a file is named in one line, and nobody waits for it."""

import os
import socket
from pathlib import Path

import pytest

from midcourse.plain_files import check_plain, open_plain
from midcourse.worlds.pddl import PddlError, read_files
from tests.interfaces.test_bad_files import JOURNAL, TASK, midcourse, refused

KINDS = {"pipe": "a pipe", "socket": "a socket", "folder": "a folder", "device": "a device"}


@pytest.fixture(params=KINDS)
def made(request, tmp_path, monkeypatch):
    """Something of a kind, made under a name; what it is called in words."""
    monkeypatch.chdir(tmp_path)  # the name of a socket is short
    kept = []

    def make(name: str) -> str:
        match request.param:
            case "pipe":
                os.mkfifo(name)
            case "socket":
                kept.append(socket.socket(socket.AF_UNIX))
                kept[0].bind(name)
            case "folder":
                Path(name).mkdir()
            case _:
                Path(name).symlink_to("/dev/zero")
        return KINDS[request.param]

    yield make
    for each in kept:
        each.close()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("task.yaml", ["run", "task.yaml"]),
        ("journal.jsonl", ["import", "journal.jsonl"]),
        ("lessons.jsonl", ["lessons", "import", "lessons.jsonl"]),
        ("rules.yaml", ["approvals", "accept-rules", "rules.yaml"]),
        ("answers", ["run", "go", "--world", "world.py", "--model", "replay:answers"]),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_given_on_the_command_line(name, words, made, tmp_path):
    (tmp_path / "world.py").write_text('def a() -> None:\n    "Do it."\n')
    kind = made(name)
    refused(midcourse(tmp_path, *words), name, kind)


@pytest.mark.parametrize("name", [".env", "home/approval.yaml", "home/failures.yaml"])
def test_what_is_read_by_itself(name, made, tmp_path):
    (tmp_path / "home").mkdir()
    (tmp_path / "world.py").write_text('def a() -> None:\n    "Do it."\n')
    (tmp_path / "task.yaml").write_text(TASK)
    kind = made(name)
    refused(midcourse(tmp_path, "run", "task.yaml"), name, kind)


def test_a_problem_in_pddl(made, tmp_path):
    kind = made("d.pddl")
    with pytest.raises(PddlError, match=kind):
        read_files(tmp_path / "d.pddl", tmp_path / "d.pddl")


def test_a_file_is_opened_and_a_link_to_one_is_a_file(tmp_path):
    (tmp_path / "x").write_bytes(JOURNAL)
    (tmp_path / "link").symlink_to("x")
    check_plain(tmp_path / "link")
    with open_plain(tmp_path / "link") as file:
        assert file.read() == JOURNAL
