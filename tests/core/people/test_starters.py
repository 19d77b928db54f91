"""What a program may start through its arguments asks like what is started openly, and ordinary command lines do not ask."""

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.approval.critical import read_risks
from midcourse.core.model import Skill
from midcourse.core.people.command_lines import read_command
from midcourse.core.people.places import lies_within
from midcourse.core.people.risk import judge, weigh
from midcourse.core.people.starters import fed_program, meant_for, own_code

RULES = read_risks()


def verdict(name, /, **args):
    return judge(weigh(Skill(name), args, "", RULES), 2, 0.0)[0]


HIDDEN = Path(__file__).with_name("hidden_commands.txt").read_text().splitlines()


@pytest.mark.parametrize("line", HIDDEN)
def test_what_an_argument_hides_asks(line):
    assert verdict("run", command=line) == "ask"


ORDINARY = Path(__file__).with_name("ordinary_commands.txt").read_text().splitlines()


@pytest.mark.parametrize("line", ORDINARY)
def test_ordinary_command_lines_do_not_ask(line):
    assert verdict("run", command=line) == "run"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("run_program", {"program": "bash", "args": "-c ls"}),
        ("run_program", {"program": "bash", "args": ["-c", "ls"]}),
        ("run_program", {"args": "-c 'rm x'", "program": "bash"}),
        ("run", {"program": "rm", "arguments": "x"}),
        ("run", {"program": "env", "options": "rm x"}),
        ("run", {"command": "bash", "stdin": "rm x"}),
        ("run", {"command": "python3", "input": "import os"}),
        ("run_python", {"code": "import os"}),
        ("execute", {"code": "x", "language": "python"}),
        ("python", {"source": "1"}),
        ("run_python", {"script": "import os; os.remove('x')"}),
        ("evaluate", {"code": "x"}),
        ("eval_js", {"expression": "x"}),
        ("run", {"command": {"program": "bash", "args": ["-c", "x"]}}),
        ("run", {"commands": ["ls", "rm x"]}),
        ("git", {"args": ["-c", "alias.x=!rm x", "x"]}),
        ("run_git", {"args": "clean -fdx"}),
        ("run", {"command": "git config core.hooksPath .x"}),
        ("run", {"command": "git config --global core.hooksPath /tmp/x"}),
        ("run", {"command": "git -c core.hooksPath=.x commit -m y"}),
        ("run", {"command": "git -c core.fsmonitor=./x status"}),
        ("run", {"command": "git config alias.co '!x'"}),
        ("run", {"command": "tar -xPf x.tar"}),
        ("run", {"command": "tar xPzf x.tgz"}),
        ("run", {"command": "tar --extract --absolute-names -f x.tar"}),
        ("run", {"command": "LD_PRELOAD=./x.so ls"}),
        ("run", {"command": "env LD_PRELOAD=./x.so ls"}),
        ("run", {"command": "export BASH_ENV=./x"}),
        ("run", {"command": "ls", "env": {"LD_PRELOAD": "./x.so"}}),
        ("run", {"command": "ls", "LD_PRELOAD": "./x.so"}),
        ("run_code", {"language": "python", "text": "import os"}),
        ("execute", {"language": "bash", "body": "ls"}),
        ("run_sql", {"query": "DROP TABLE users"}),
        ("query_database", {"sql": "delete\nfrom users"}),
        ("execute", {"sql": "SELECT 1; TRUNCATE users"}),
        ("run", {"command": "psql -c 'DROP SCHEMA public CASCADE'"}),
        ("run", {"command": "sqlite3 app.db 'delete from users'"}),
    ],
    ids=str,
)
def test_code_that_stands_in_another_argument_asks(name, args):
    assert verdict(name, **args) == "ask"


@pytest.mark.parametrize(
    "args",
    [
        {"folder": "/", "nm": "etc/passwd"},
        {"folder": "/home", "user": "ann", "nm": ".ssh/x"},
        {"parts": ["/", "etc", "passwd"]},
        {"base": "/e", "rest": "tc/passwd"},
        {"path": "\\\\?\\C:\\Windows\\x"},
        {"path": "a", "base": "~", "name": ".profile"},
        {"path": ".ssh/authorized_keys"},
        {"dir": ".git", "name": "hooks/pre-commit"},
        {"dir": "app/.git/", "name": "config"},
        {"path": "backup/.ssh/authorized_keys"},
        {"path": ".bashrc"},
        {"path": "x/.git/hooks/pre-push"},
        {"path": ".env"},
        {"path": "crontab"},
        {"path": ".midcourse/approval.yaml", "content": "[]"},
        {"path": "sub/midcourse.toml"},
    ],
    ids=str,
)
def test_a_path_in_pieces_or_without_a_root_asks_where_it_changes_who_gets_in_or_what_runs(args):
    assert verdict("write", **args) == "ask"


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("write", {"folder": "/srv/x", "name": "etc/passwd"}),
        ("write", {"path": "notes.txt", "content": "x"}),
        ("write", {"dir": ".github", "name": "workflows/x.yml"}),
        ("open", {"path": "/"}),
        ("run", {"command": "make", "cwd": "/srv/app"}),
        ("run", {"command": "make", "reason": "kill the bug", "timeout": 5}),
        ("run", {"command": "ls", "env": {"A": "b"}}),
        ("get_code", {"code": "x"}),
        ("run_python", {"script": "tool.py --mode kill"}),
        ("evaluate", {"expression": "2 + 2"}),
        ("git", {"args": ["commit", "-m", "rm x"]}),
        ("run", {"argv": ["git", "commit", "-m", "rm x"]}),
        ("apply", {"code": "SAVE10"}),
        ("run", {"command": "git config user.name Ann"}),
        ("run", {"command": "git config core.hooksPath"}),
        ("run", {"command": "git config --list"}),
        ("run", {"command": "tar -xzf x.tgz -C out"}),
        ("run", {"command": "tar -cPf x.tar out"}),
        ("run", {"command": "grep LD_PRELOAD=x notes.txt"}),
        ("run", {"command": "env A=b make"}),
        ("run_sql", {"query": "SELECT * FROM users WHERE deleted"}),
        ("run_sql", {"query": "UPDATE users SET name = 'x' WHERE id = 1"}),
        ("search", {"query": "how to drop table in sql"}),
        ("run", {"command": "psql -c 'select 1'"}),
        ("format_code", {"language": "python", "code": "x"}),
        ("translate", {"language": "en", "text": "delete from the list"}),
    ],
    ids=str,
)
def test_ordinary_acts_do_not_ask(name, args):
    assert verdict(name, **args) == "run"


def test_a_line_is_read_from_the_folder_it_has_gone_to():
    assert read_command("cd /srv && tee x/y").changes == ["/srv", "/srv/x/y"]
    assert "/*" in read_command("cd / && tar xf x").changes, "all that lies in the root"


def test_wildcards_fit_what_they_may_become_and_no_more():
    assert lies_within("/e*/x", "/etc/**") and lies_within("/*", "/etc/**") and lies_within(".s*/id", "~/.ssh/**")
    assert (
        not lies_within("/srv/*", "/etc/**")
        and not lies_within("*/x", "~/.ssh/**")
        and not lies_within("*.json", "credentials.json")
    )


def test_a_script_of_sed_or_awk_that_only_edits_is_no_code():
    assert not own_code("sed", ["-n", "$p;1!G;/x y/{s,a,b,g;d}"]) and own_code("sed", ["s/a/b/;e"]) and own_code("sed", ["-nee"])
    assert not own_code("awk", ["$1 > 2"]) and own_code("awk", ['{print>"x"}']) and own_code("gawk", ["@load"])


def test_a_program_that_is_not_known_may_start_whatever_its_arguments_name():
    assert meant_for("whatever", ["-x", "rm", "a b"]) == (["rm", "a b"], ["a b"]) and meant_for("echo", ["rm x"]) == ([], [])
    assert fed_program("xargs", ["-n", "1", "/bin/RM", "x"]) == ("rm", ["x"]) and fed_program("xargs", ["-0"]) == ("echo", [])


@given(st.sampled_from(("sed", "git", "xargs", "find", "man", "cd", "x")), st.text("ab es/;!=:-{},*[]'\"\\\n$", max_size=40))
def test_no_argument_makes_reading_fail(program, text):
    assert verdict("run", command=f"{program} {text}") in ("run", "ask")
    assert own_code(program, text.split()) in (True, False)


@pytest.mark.parametrize(
    "line",
    [
        'tool "' + "x=y z " * 600 + '"',
        "sed '" + "s/" + "a\\/" * 3000 + "'",
        "awk '" + "print " * 5000 + "'",
        "".join(f"a{i}={'x' * 300};" for i in range(30)) + "$a1" * 5000,
        "tee " + "{a,b}" * 3000,
        "tool " + "a=b " * 2000,
    ],
    ids=lambda line: line[:20],
)
def test_no_line_takes_long_to_read(line):
    began = time.process_time()
    verdict("run", command=line)
    assert time.process_time() - began < 3


def test_many_words_for_a_program_that_may_start_any_of_them_ask():
    assert verdict("run", command="tool " + "a=b c " * 200) == "ask" and verdict("run", command="tool " + "a=b c " * 100) == "run"
    assert verdict("run", command="ls " + "a " * 2000) == "run", "what is named to it, it does not start"


def test_what_is_too_long_to_be_read_asks():
    assert (
        verdict("run", command=f"tool '{'a b ' * 2000}'") == "ask" and verdict("run", command=f"echo '{'a b ' * 2000}'") == "run"
    )
