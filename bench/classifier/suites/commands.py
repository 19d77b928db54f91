"""Programs and command-line tools: subprocess, git, grep (with sed, find and awk), jq, make."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .common import KEPT, NOBODY, Case, furnish, limited, run, shell, suite
from .labels import (
    BAD_INPUT,
    BAD_SYNTAX,
    BAD_TYPE,
    BAD_VALUE,
    BUSY,
    CONFLICT,
    DENIED,
    EXHAUSTED,
    LOST,
    MISSING,
    NO_ANSWER_IN_TIME,
    NO_SUCH_HOST,
    NOT_INSTALLED,
    REFUSED,
    SERVER_BUG,
    UNKNOWN_NAME,
    UNSUPPORTED,
)
from .servers import http_server, refused_port, resets, tcp


@suite("subprocess")
def subprocess_cases(tmp: Path) -> Iterator[Case]:
    furnish(tmp)
    at = tmp.joinpath
    yield "run_command", NOT_INSTALLED, lambda: subprocess.run(["no-such-program"])
    yield "run_command", NOT_INSTALLED, partial(shell, "kubectl-nope get pods", tmp)
    yield "run_command", NOT_INSTALLED, partial(run, "bash", "-c", "frobnicate --now", cwd=tmp)
    yield "run_command", NOT_INSTALLED, partial(run, "env", "no-such-program")
    yield "run_command", MISSING, partial(shell, "./gone.sh", tmp)
    yield "run_command", DENIED, lambda: subprocess.run([str(at("script.sh"))])
    yield "run_command", DENIED, partial(shell, "./script.sh", tmp)
    yield "run_command", UNSUPPORTED, lambda: subprocess.run([str(at("noexec"))])
    yield "run_command", NO_ANSWER_IN_TIME, lambda: subprocess.run(["sleep", "5"], timeout=0.1)
    yield "run_command", SERVER_BUG, lambda: subprocess.run(["false"], check=True)
    yield "run_command", SERVER_BUG, lambda: subprocess.check_output(["sh", "-c", "exit 3"])
    yield "run_command", SERVER_BUG, lambda: subprocess.run(["sh", "-c", "kill -SEGV $$"], check=True)
    yield "run_command", SERVER_BUG, lambda: subprocess.run(["sh", "-c", "kill -KILL $$"], check=True)
    yield "run_command", MISSING, lambda: subprocess.run(["true"], cwd=at("gone"))
    yield "run_command", BAD_TYPE, lambda: subprocess.run(["echo", 3])  # type: ignore[list-item]
    yield "run_command", BAD_VALUE, lambda: subprocess.run(["true"], capture_output=True, stdout=subprocess.PIPE)
    yield "run_command", BAD_VALUE, lambda: subprocess.run(["ec\0ho"])
    yield "run_command", BAD_INPUT, lambda: subprocess.run(["true", "x" * 3_000_000])
    yield "run_command", EXHAUSTED, limited(lambda: [KEPT.append(subprocess.Popen(["true"], stdin=-1)) for _ in range(99)],
                                            RLIMIT_NOFILE=24)  # fmt: skip
    yield "run_command", BAD_SYNTAX, partial(shell, "if true; do echo", tmp)
    yield "run_command", BAD_SYNTAX, partial(run, "bash", "-c", "echo 'unclosed", cwd=tmp)
    yield "run_command", BAD_SYNTAX, partial(run, "bash", "-c", "for i in 1 2; echo $i; done", cwd=tmp)
    yield "run_command", UNKNOWN_NAME, partial(run, "bash", "-c", "set -u; echo $NOT_SET_ANYWHERE", cwd=tmp)
    yield "run_command", MISSING, partial(run, "bash", "-c", "cd gone && ls", cwd=tmp)
    yield "run_command", CONFLICT, partial(run, "bash", "-c", "set -C; echo x > a.txt", cwd=tmp)
    yield "run_command", DENIED, partial(run, "bash", "-c", "echo x > a.txt", cwd=tmp, user=NOBODY)
    yield "run_command", BAD_INPUT, partial(run, "bash", "-c", "cd one two", cwd=tmp)
    yield "run_command", NO_ANSWER_IN_TIME, lambda: subprocess.Popen(["sleep", "2"]).wait(timeout=0.05)
    yield "run_command", NO_ANSWER_IN_TIME, lambda: subprocess.Popen(["sleep", "3"], stdout=-1).communicate(timeout=0.06)
    closed = subprocess.Popen(["true"], stdin=subprocess.PIPE)
    closed.wait()
    pipe = closed.stdin
    assert pipe is not None
    yield "send_input", CONFLICT, lambda: (pipe.write(b"x" * 100000), pipe.flush())


@suite("git", "cmd:git")
def git_cases(tmp: Path) -> Iterator[Case]:
    home = tmp / "home"
    home.mkdir()
    settings = {"HOME": str(home), "GIT_TERMINAL_PROMPT": "0", "GIT_CONFIG_NOSYSTEM": "1"}
    who = "-c user.name=a -c user.email=a@example.test"
    shown = "git init -q -b main r && cd r && echo one > f && git add f && git {who} commit -qm one && git branch side"
    subprocess.run(
        shown.format(who=who)
        + f" && echo two > f && git {who} commit -qam two && git checkout -q side && echo three > f"
        + f" && git {who} commit -qam three && git checkout -q main && git clone -q --bare . ../bare.git"
        + " && git clone -q ../bare.git ../other && git remote add origin ../bare.git && mkdir ../plain",
        shell=True, cwd=tmp, check=True, capture_output=True, env={**os.environ, **settings},
    )  # fmt: skip
    base = http_server()
    refused = refused_port()
    dropping = tcp(resets)
    repo = tmp / "r"
    for skill, labels, script in (
        ("commit", CONFLICT, f"git {who} commit -m nothing"),
        ("commit", BAD_INPUT, "echo n > n && git add n && git commit -m x"),
        ("status", MISSING, "cd ../plain && git status"),
        ("checkout", MISSING, "git checkout no-such-branch"),
        ("checkout", CONFLICT, "git checkout -b main"),
        ("checkout", CONFLICT, "echo dirty > f; git checkout side; r=$?; git checkout -q f; exit $r"),
        ("merge", CONFLICT, f"git reset -q --hard; git {who} merge side 1>&2; r=$?; git reset -q --hard; exit $r"),
        ("merge", MISSING, "git merge nowhere"),
        ("merge", UNSUPPORTED, "git merge --ff-only side"),
        ("rebase", CONFLICT, f"echo d > f; git {who} rebase side; r=$?; git checkout -q f; exit $r"),
        ("add", MISSING, "git add gone.txt"),
        ("add", CONFLICT, "echo ig > .gitignore; touch ig; git add ig"),
        ("add", BUSY, "touch .git/index.lock; git add f; r=$?; rm .git/index.lock; exit $r"),
        ("branch", CONFLICT, "git branch side"),
        ("branch", CONFLICT, "git branch -d side"),
        ("branch", MISSING, "git branch -D gone"),
        ("branch", BAD_INPUT, "git branch 'bad name'"),
        ("branch", CONFLICT, "git branch -D main"),
        ("tag", CONFLICT, "git tag v1; git tag v1"),
        ("log", BAD_INPUT, "git log nope..main"),
        ("show", MISSING, "git show 0123456789012345678901234567890123456789"),
        ("show", MISSING, "git show HEAD:gone.txt"),
        ("diff", BAD_INPUT, "git diff --frob"),
        ("run", UNKNOWN_NAME, "git comit -m x"),
        ("apply", BAD_INPUT, "echo nonsense | git apply"),
        ("apply", CONFLICT, "git diff HEAD~1 HEAD | git apply"),
        ("stash", CONFLICT, "git stash pop"),
        ("remove", MISSING, "git rm gone.txt"),
        ("push", CONFLICT, f"git {who} commit -q --amend -m other && git push origin main"),
        ("push", MISSING, "git push nowhere main"),
        ("push", BAD_INPUT, "git push origin nosuchref"),
        ("pull", BAD_INPUT, "git checkout -q --detach && git pull; r=$?; git checkout -q main; exit $r"),
        ("clone", MISSING, "git clone ../gone.git ../c1"),
        ("clone", CONFLICT, "git clone ../bare.git ../other"),
        ("clone", REFUSED, f"git clone http://127.0.0.1:{refused}/x.git ../c2"),
        ("clone", DENIED, f"git clone {base}/status/401/x.git ../c3"),
        ("clone", DENIED, f"git clone {base}/status/403/x.git ../c3"),
        ("clone", MISSING, f"git clone {base}/status/404/x.git ../c3"),
        ("clone", REFUSED, f"git clone {base}/status/503/x.git ../c3"),
        ("clone", NO_SUCH_HOST, "git clone https://nowhere.invalid/x.git ../c4"),
    ):
        yield skill, labels, partial(shell, script, repo, **settings)
    yield "fetch", LOST, partial(shell, f"git fetch http://127.0.0.1:{dropping}/x.git", repo, **settings)


@suite("grep", "cmd:grep", "cmd:sed", "cmd:find", "cmd:awk")
def grep_cases(tmp: Path) -> Iterator[Case]:
    furnish(tmp)
    for skill, labels, script in (
        ("search", MISSING, "grep x gone.txt"),
        ("search", CONFLICT, "grep x full"),
        ("search", BAD_SYNTAX, "grep '[' a.txt"),
        ("search", BAD_SYNTAX, "grep -E '(' a.txt"),
        ("search", BAD_INPUT, "grep --frob x a.txt"),
        ("edit_file", BAD_SYNTAX, "sed 's/a/b' a.txt"),
        ("edit_file", MISSING, "sed s/a/b/ gone.txt"),
        ("find", MISSING, "find gone"),
        ("find", BAD_INPUT, "find . -nam x"),
        ("find", BAD_INPUT, "find . -size many"),
        ("edit_file", BAD_SYNTAX, "awk '{print $1' a.txt"),
        ("edit_file", MISSING, "awk '{print}' gone.txt"),
        ("search", EXHAUSTED, "grep hello a.txt > /dev/full"),
    ):
        yield skill, labels, partial(shell, script, tmp)
    yield "search", DENIED, partial(shell, "grep p private.txt", tmp, user=NOBODY)
    yield "find", DENIED, partial(shell, "find secret", tmp, user=NOBODY)
    yield "edit_file", DENIED, partial(shell, "sed -i s/a/b/ a.txt", tmp, user=NOBODY)


@suite("jq", "cmd:jq")
def jq_cases(tmp: Path) -> Iterator[Case]:
    for labels, program, text in (
        (BAD_SYNTAX, ".a[", "{}"),
        (BAD_SYNTAX, ".a | | .b", "{}"),
        (UNKNOWN_NAME, "frob(.a)", "{}"),
        (UNKNOWN_NAME, "$x", "{}"),
        (BAD_TYPE, ".a", "[1]"),
        (BAD_TYPE, ".[0]", '{"a": 1}'),
        (BAD_TYPE, ".[]", "3"),
        (BAD_TYPE, ".a + 1", '{"a": "x"}'),
        (BAD_VALUE, ".a / 0", '{"a": 1}'),
        (BAD_VALUE, ".a | tonumber", '{"a": "x"}'),
        (BAD_TYPE, "keys", "3"),
        (BAD_SYNTAX, ".", '{"a": }'),
        (BAD_SYNTAX, ".", '{"a": 1'),
    ):
        yield "query", labels, partial(run, "jq", program, stdin=text)
    yield "query", MISSING, partial(run, "jq", ".", "gone.json", cwd=tmp)
    yield "query", BAD_INPUT, partial(run, "jq", "--frob", ".", cwd=tmp)


@suite("make", "cmd:make")
def make_cases(tmp: Path) -> Iterator[Case]:
    (tmp / "Makefile").write_text(
        "bad:\n\tfalse\nmissing: gone.c\n\techo x\ntool:\n\tno-such-compiler x.c\nfull:\n\tcat Makefile > /dev/full\n"
        "segv:\n\tkill -SEGV $$$$\n"
    )
    (tmp / "tabs.mk").write_text("all:\n    echo spaces\n")
    for labels, arguments in (
        (UNKNOWN_NAME, ("deploy",)),
        (SERVER_BUG, ("bad",)),
        (MISSING, ("missing",)),
        (NOT_INSTALLED, ("tool",)),
        (EXHAUSTED, ("full",)),
        (SERVER_BUG, ("segv",)),
        (MISSING, ("-f", "gone.mk")),
        (BAD_SYNTAX, ("-f", "tabs.mk")),
        (MISSING, ("-C", "nowhere")),
        (BAD_INPUT, ("--frob",)),
    ):
        yield "build", labels, partial(run, "make", *arguments, cwd=tmp)
