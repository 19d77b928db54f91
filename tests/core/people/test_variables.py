"""A variable that changes what a program runs asks, wherever it is set; one that only tells a program something does not."""

import pytest

from midcourse.approval.critical import read_risks
from midcourse.core.model import Skill
from midcourse.core.people.risk import weigh
from midcourse.core.people.variables import loads_code, set_in


@pytest.mark.parametrize(
    ("name", "value", "loads"),
    [
        ("PATH", "/tmp", True),
        ("PATH", ".:$PATH", True),
        ("PATH", "$PATHX:/tmp", True),
        ("PATH", "$PATH:/srv/bin", False),
        ("PATH", "${PATH}:bin", False),
        ("PYTHONPATH", "src:/tmp/x", True),
        ("PYTHONPATH", "src:/srv/tmp", False),
        ("NODE_OPTIONS", "--max-old-space-size=1 --require ./x", True),
        ("NODE_OPTIONS", "--max-old-space-size=1", False),
        ("RUBYOPT", "-W0", False),
        ("PERL5OPT", "-MX", True),
        ("_JAVA_OPTIONS", "-javaagent:x.jar", True),
        ("GIT_CONFIG_KEY_0", "core.pager", True),
        ("GIT_CONFIG_SYSTEM", "/dev/null", False),
        ("GIT_CONFIG_NOSYSTEM", "1", False),
        ("ZDOTDIR", "x", True),
        ("EDITOR_THEME", "x", False),
    ],
    ids=str,
)
def test_a_variable_that_changes_what_runs_is_known_by_its_name_and_value(name, value, loads):
    assert loads_code(name, value) is loads


@pytest.mark.parametrize("env", [{"PATH": "/tmp"}, ["A=b", "PATH=/tmp"], {"more": [{"PATH": "/tmp"}]}], ids=str)
def test_it_asks_in_an_argument_that_sets_the_environment(env):
    assert weigh(Skill("run"), {"command": "ls", "env": env}, "", read_risks()).critical


def test_plain_values_set_nothing():
    assert list(set_in({"A": 1, "B": ["C=d", 5, ["E=f"]]})) == [("A", ""), ("B", ""), ("C", "d"), ("E", "f")]
    assert not weigh(Skill("look_up"), {"name": "PATH", "words": ["PATH"]}, "", read_risks()).critical
