"""One loader for every YAML file: a key given twice is an error with its file, line and name."""

import re
from pathlib import Path

import pytest

from midcourse.approval.critical import read_risks
from midcourse.core.errors import TaskError
from midcourse.inputs.taskfile import read_task
from midcourse.recovery.classify import read_rules
from midcourse.yaml_files import as_yaml, read_text, read_yaml
from tests.interfaces.test_command_line import midcourse

SOURCE = Path(__file__).parents[1] / "src"
TWICE = {
    read_task: "goal: a\nsettings:\n  autonomy: 2\n  autonomy: 4\n",
    read_risks: "- group: a\n  does: [b]\n  then: refuse\n  then: note\n",
    read_rules: "- name: a\n  reason: b\n  kind: denied\n  name: c\n",
}


@pytest.mark.parametrize("read", TWICE, ids=lambda read: read.__name__)
def test_a_key_given_twice_is_named_with_its_file_and_line(read, tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(TWICE[read])
    key = {read_task: "autonomy", read_risks: "then", read_rules: "name"}[read]
    with pytest.raises(TaskError, match=rf"x\.yaml:4: '{key}' is given twice, first in line [123]"):
        read(path)


def test_the_command_line_ends_with_2(tmp_path):
    (tmp_path / "t.yaml").write_text("goal: a\nworld: memory\ngoal: b\n")
    found = midcourse(tmp_path, "run", "t.yaml")
    assert found.returncode == 2 and "t.yaml:3: 'goal' is given twice" in found.stderr


def test_nested_quoted_and_merged_keys_are_told_apart():
    with pytest.raises(TaskError, match="x:1: 'a' is given twice"):
        read_yaml("b: [{a: 1, 'a': 2}]", "x")
    assert read_yaml("a: &a {x: 1}\nb: {<<: *a, x: 2}\n1: c\n'1': d", "x").data == {
        "a": {"x": 1},
        "b": {"x": 2},
        1: "c",
        "1": "d",
    }
    assert read_yaml("", "x").data is None


def test_what_cannot_be_read_is_named(tmp_path):
    with pytest.raises(TaskError, match="cannot read the rules"):
        read_text(tmp_path / "gone", "the rules")
    (tmp_path / "x").write_bytes(b"\xff")
    with pytest.raises(TaskError, match="not UTF-8"):
        read_text(tmp_path / "x", "the rules")
    for text in ("a: [", "a: 2024-13-45", "!!python/object:os.system {}", "[" * 5000):
        with pytest.raises(TaskError, match=r"x:\d+: not YAML"):
            read_yaml(text, "x")


NO_SUCH = {
    "!!int ''": "'' is no int",
    "!!float '-'": "'-' is no float",
    "!!timestamp x": "'x' is no timestamp",
    "2024-13-45": "'2024-13-45' is no timestamp (month must be in 1..12)",
    "!!map [b]": "expected a mapping node",
    "!!set [b]": "expected a mapping node",
    f"1{':59' * 200}.5": "is no float",
    f"0x{'f' * 5000}": "a number has 1,000 signs at most",
    f"1{':59' * 300_000}": "a number has 1,000 signs at most",
}


@pytest.mark.parametrize("value", NO_SUCH, ids=lambda value: value[:20])
@pytest.mark.parametrize("read", [read_task, read_risks, read_rules], ids=lambda read: read.__name__)
def test_a_value_that_is_not_what_it_says_is_named_with_its_line(read, value, tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text(f"goal: a\nvalues: {{a: b}}\nplan: [{{do: a, with: {{b: {value}}}}}]\n")
    with pytest.raises(TaskError, match=rf"x\.yaml:3: not YAML: .*{re.escape(NO_SUCH[value])}"):
        read(path)


def test_what_is_called_a_switch_and_is_none_is_named():
    with pytest.raises(TaskError, match="x:2: not YAML: 'c' is no bool"):
        read_yaml("a: 1\nb: !!bool c", "x")


def test_nobody_else_loads_yaml():
    users = [str(path.relative_to(SOURCE / "midcourse")) for path in SOURCE.rglob("*.py") if "import yaml\n" in path.read_text()]
    loader = ["yaml_files/__init__.py", "yaml_files/nodes.py"]
    assert sorted(users) == ["inputs/taskfile.py", *loader], "the task file asks only for kinds of nodes"


def test_what_is_written_reads_back_in_its_order_and_in_every_language():
    made = {"world": "web:x", "goal": "lösche 日記", "values": {"Amount": "12"}}
    text = as_yaml(made)
    assert text.startswith("world:") and "日記" in text and read_yaml(text, "x").data == made
