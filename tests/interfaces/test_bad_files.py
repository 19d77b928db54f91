"""Journals, tasks, settings and homes that are not what they should be: one message with the place, and exit code 2."""

import io
import json
import os
import sqlite3
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

from midcourse.interfaces.cli import main
from tests.fuzz.material import GOLDEN

JOURNAL = (GOLDEN / "retry.jsonl").read_bytes()
TASK = "goal: tidy\ndone_when: p\nworld: world.py\nplan: [a]\n"


def midcourse(folder: Path, *words: str | bytes, **env: str) -> subprocess.CompletedProcess[str]:
    """The command, in this process: an exception that is not ours comes out of it."""
    told, complained = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(told), redirect_stderr(complained):
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["midcourse", *map(os.fsdecode, words)])
        for name, value in {"MIDCOURSE_HOME": str(folder / "home"), **env}.items():
            patch.setenv(name, value)
        with pytest.raises(SystemExit) as ended:
            main()
    code = ended.value.code
    assert isinstance(code, int)
    return subprocess.CompletedProcess(words, code, told.getvalue(), complained.getvalue())


def refused(told: subprocess.CompletedProcess[str], *said: str) -> None:
    assert told.returncode == 2, told
    assert len(told.stderr.strip().splitlines()) == 1 and "Traceback" not in told.stderr, told.stderr
    assert all(each in told.stderr for each in said), told.stderr


def lines(**changed: Any) -> list[dict[str, Any]]:
    return [{**json.loads(line), **changed} for line in JOURNAL.splitlines()]


def with_intent(**changed: Any) -> bytes:
    """The journal with its first intent changed."""
    found = lines()
    place = next(i for i, line in enumerate(found) if line["event"]["type"] == "intended")
    found[place]["event"] |= changed
    return b"".join(json.dumps(line).encode() + b"\n" for line in found)


LINES = JOURNAL.splitlines(keepends=True)
DEEP = b"[" * 100_000
NOT_PLANNED = "which is not what was planned"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (with_intent(step="s77"), ("bad.jsonl:", "(intended) does not fit what comes before it", "'s77'")),
        (with_intent(skill="nowhere"), ("bad.jsonl:", NOT_PLANNED)),
        (with_intent(attempt="one"), ("bad.jsonl:", "Expected `int`, got `str`")),
        (b"".join([LINES[0], LINES[2], LINES[1]]), ("bad.jsonl:2", "found event 3 where 2 should be")),
        (b"".join([*LINES[:3], LINES[2], *LINES[3:]]), ("bad.jsonl:4", "found event 3 where 4 should be")),
        (b"".join([*LINES[:3], LINES[3][:20] + b"\n", *LINES[4:]]), ("bad.jsonl:4", "truncated")),
        (b"".join([*LINES[:3], b'{"seq": 4, "at": 1, "event": {"type": "danced"}}\n']), ("bad.jsonl:4", "'danced'")),
        (b"".join([*LINES[:3], b'{"seq":4,"at":NaN,"event":{"type":"resumed","epoch":1}}\n']), ("bad.jsonl:4",)),
        (b"".join([*LINES[:3], b'{"seq":4,"at":1e999,"event":{"type":"resumed","epoch":1}}\n']), ("bad.jsonl:4",)),
        (b"".join([*LINES[:3], DEEP + b"\n"]), ("bad.jsonl:4", "deeper")),
        (b"".join([*LINES[:3], b'{"seq":4,"at":1,"event":{"type":"acted","step":"s1","result":' + DEEP]), ("bad.jsonl:4",)),
        (b"", ("bad.jsonl", "empty")),
        (b"\xef\xbb\xbf" + JOURNAL, ("bad.jsonl:1",)),
        (bytes(range(256)) * 20, ("bad.jsonl:1",)),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else value[-1][:40],
)
def test_an_edited_journal_is_refused_with_its_line_and_leaves_nothing(data, said, tmp_path):
    (tmp_path / "bad.jsonl").write_bytes(data)
    refused(midcourse(tmp_path, "import", "bad.jsonl"), *said)
    assert json.loads(midcourse(tmp_path, "runs", "--json").stdout or "[]") == []


def stored(folder: Path, seq: int, body: object) -> None:
    """A home with a run of which somebody changed one event."""
    (folder / "good.jsonl").write_bytes(JOURNAL)
    assert midcourse(folder, "import", "good.jsonl").returncode == 0
    with sqlite3.connect(folder / "home" / "journal.db") as db:
        db.execute("UPDATE events SET body = ? WHERE seq = ?", (body, seq))


@pytest.mark.parametrize("body", [b"{", 7, DEEP, LINES[3], b"\xff"], ids=["cut", "number", "deep", "another", "bytes"])
def test_a_changed_event_of_a_store_is_named_by_every_command_that_reads_it(body, tmp_path):
    stored(tmp_path, 3, body)
    commands = (
        ["show", "last"],
        ["show", "last", "--why", "s1"],
        ["replay", "last"],
        ["export", "last", "x.jsonl"],
        ["approve", "last"],
    )
    for words in commands:
        refused(midcourse(tmp_path, *words), "event 3")


@pytest.mark.parametrize("seq", [1, len(LINES)])
def test_a_changed_first_or_last_event_of_a_store_is_named_by_the_list_of_runs(seq, tmp_path):
    stored(tmp_path, seq, LINES[1])
    listed = midcourse(tmp_path, "runs")
    assert listed.returncode == 0 and "damaged" in listed.stdout and f"event {seq}" in listed.stdout
    refused(midcourse(tmp_path, "show", "last"), f"event {seq}")


BOMB = "a: &a [1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(9)
)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"goal: off\n" + TASK.replace("goal: tidy\n", "").encode() + b"again: " + b"[" * 50_000, ("task.yaml:5", "too deeply")),
        ((TASK + BOMB).encode(), ("task.yaml:", "anchors make more than")),
        ((TASK + "values: &v {a: *v}\n").encode(), ("task.yaml:5", "holds itself")),
        (TASK.replace("tidy", '"\\ud800"').encode(), ("task.yaml:1", "half a character")),
        (TASK.replace("p\n", "p\x07\n", 1).encode(), ("task.yaml:2", "U+0007")),
        (TASK.encode() + b"# \xff", ("task.yaml:5", "not UTF-8")),
        (TASK.encode() + b"# " + b"x" * 2_000_000, ("task.yaml", "larger than")),
        (TASK.encode() + b"settings: {max_steps: [1]}", ("task.yaml:5", "max_steps")),
    ],
    ids=["deep", "bomb", "itself", "surrogate", "control", "bytes", "huge", "type"],
)
def test_a_task_file_that_cannot_be_one_is_refused_with_its_line(data, said, tmp_path):
    (tmp_path / "task.yaml").write_bytes(data)
    refused(midcourse(tmp_path, "run", "task.yaml"), *said)


def test_a_task_may_say_off_and_no_where_it_means_words(tmp_path):
    (tmp_path / "world.py").write_text('def a() -> None:\n    "Do it."\n')
    (tmp_path / "task.yaml").write_text("goal: off\nworld: world.py\nplan: [a]\nagent: no\n")
    told = midcourse(tmp_path, "run", "task.yaml", "--json")
    assert told.stderr == "" and json.loads(told.stdout)["goal"] == "off"


@pytest.mark.parametrize("text", ["max_steps = " + "[" * 50_000, "max_steps = {a = 1}"])
def test_settings_of_a_file_that_are_none_are_refused(text, tmp_path):
    (tmp_path / "midcourse.toml").write_text(text)
    refused(midcourse(tmp_path, "settings"), "midcourse.toml")


def test_a_setting_of_the_environment_that_is_no_text_is_refused(tmp_path):
    refused(midcourse(tmp_path, "settings", MIDCOURSE_MAX_STEPS=os.fsdecode(b"\xff")), "max_steps", "\\udcff")


def test_a_goal_or_a_path_of_bytes_that_are_no_text_is_refused(tmp_path):
    (tmp_path / "world.py").write_text('def a() -> None:\n    "Do it."\n')
    refused(midcourse(tmp_path, "run", b"go \xff", "--world", "world.py", "--planner", "search"), "the task")
    path = os.fsencode(tmp_path) + b"/t\xff.yaml"
    Path(os.fsdecode(path)).write_text(TASK)
    refused(midcourse(tmp_path, "run", path), "is no UTF-8")


@pytest.mark.parametrize("words", [["runs"], ["lessons"], ["run", "task.yaml"]], ids=" ".join)
@pytest.mark.parametrize("home", ["file", "dangling"])
def test_a_home_that_cannot_be_one_is_named(home, words, tmp_path):
    (tmp_path / "file").touch()
    (tmp_path / "dangling").symlink_to("file/none")
    (tmp_path / "good.jsonl").write_bytes(JOURNAL)
    (tmp_path / "world.py").write_text('def a() -> None:\n    "Do it."\n')
    (tmp_path / "task.yaml").write_text(TASK)
    refused(midcourse(tmp_path, *words, MIDCOURSE_HOME=home), home.partition("/")[0] or "none")


def test_what_cannot_be_written_or_read_is_named(tmp_path):
    (tmp_path / "good.jsonl").write_bytes(JOURNAL)
    midcourse(tmp_path, "import", "good.jsonl")
    (tmp_path / "folder").mkdir()
    refused(midcourse(tmp_path, "export", "last", "folder"), "folder", "directory")
    refused(midcourse(tmp_path, "export", "last", "none/x.jsonl"), "none/x.jsonl")
    refused(midcourse(tmp_path, "import", "folder"), "folder")
    (tmp_path / "world.py").write_text('def a() -> None:\n    "Do it."\n')
    (tmp_path / "answers").write_text("[" * 100_000)
    refused(midcourse(tmp_path, "run", "go", "--world", "world.py", "--model", "replay:answers"), "answers:1")
    refused(midcourse(tmp_path, "run", "go", "--world", "world.py", "--model", "replay:none"), "none")


def test_a_number_of_any_length_in_settings_is_refused_in_one_line(tmp_path):
    number = "0x" + "f" * 5000
    (tmp_path / "world.py").write_text("def a(): pass\n")
    (tmp_path / "t.yaml").write_text(f"goal: x\nworld: world.py\nsettings: {{max_steps: {number}}}\nplan: [a]\n")
    refused(midcourse(tmp_path, "run", "t.yaml"), "t.yaml:3", "a number has 1,000 signs at most")
    (tmp_path / "t.yaml").write_text("goal: x\nworld: world.py\nplan: [a]\n")
    (tmp_path / "midcourse.toml").write_text(f"max_steps = {number}\n")
    refused(midcourse(tmp_path, "run", "t.yaml"), "max_steps")
