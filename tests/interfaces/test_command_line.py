"""The command line as a user types it."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from midcourse.core.run.entries import FORMAT
from tests.commands import command
from tests.patience import HANGS

MIDCOURSE = Path(sys.executable).with_name("midcourse")

WORLD = """
from pathlib import Path
import time
from midcourse import fact, fail, observer, skill

DESK = Path(__file__).parent / "desk"
DESK.mkdir(exist_ok=True)

@skill(makes="exists({name})", complete=True, settles=0.5)
def write(name: str, slow: float = 0.0) -> None:
    time.sleep(slow)
    with (DESK / name).open("a") as file:
        file.write("x")

@skill(makes="exists({name})", complete=True, repeatable=True)
def put(name: str) -> None:
    (DESK / name).write_text("x")

@skill(makes="exists({name})", complete=True)
def wall(name: str) -> None:
    fail("unreachable", "there is a wall")

@skill(needs="exists({name})", makes="sent({name})", risk="irreversible", complete=True)
def send(name: str) -> None:
    (DESK / f"{name}.sent").touch()

@observer("exists(*)", "sent(*)")
def look():
    sent = [fact("sent", p.stem) for p in DESK.glob("*.sent")]
    return sent + [fact("exists", p.name) for p in DESK.glob("*") if p.suffix != ".sent"]
"""


@pytest.fixture
def desk(tmp_path):
    (tmp_path / "world.py").write_text(WORLD)
    return tmp_path


def task(desk: Path, text: str) -> Path:
    path = desk / "task.yaml"
    path.write_text(text)
    return path


def midcourse(desk: Path, *args: str | Path) -> subprocess.CompletedProcess[str]:
    return command(*args, cwd=desk)


DETOUR = """
goal: have a letter
done_when: exists(letter)
world: world.py
plans:
  - [{do: wall, with: {name: letter}}]
  - [{do: write, with: {name: letter}}]
"""


def test_a_run_leaves_a_timeline_plans_reasons_and_a_result(desk):
    path = task(desk, DETOUR)
    done = midcourse(desk, "run", path)
    assert done.returncode == 0, done.stderr
    assert "SUCCESS  plan_complete" in done.stdout and "unreachable" in done.stdout
    [folder] = (desk / ".midcourse" / "runs").iterdir()
    result = json.loads((folder / "result.json").read_text())
    assert result["cost"]["looks"] >= 1 and result["cost"]["model_calls"] == 0
    for name in ("success", "replans", "final_reason", "final_detail", "root_cause", "steps", "planner_calls", "wall_seconds"):
        assert name in result
    assert result["confirmed"] == ["s2"] and result["replans"] == 1 and result["versions"] == 2
    assert "[failed]" in midcourse(desk, "show", "last").stdout
    assert (
        "version 2 (after 1) by scripted, because failed: wall(name=letter) failed: unreachable"
        in midcourse(desk, "show", "last", "--plan", "2").stdout
    )
    assert midcourse(desk, "show", "last", "--diff", "1", "2").stdout.splitlines() == [
        "-   s1 wall(name=letter)",
        "+   s2 write(name=letter)",
    ]
    lines = midcourse(desk, "show", "last", "--json").stdout.splitlines()
    assert json.loads(lines[-1])["event"]["ending"]["success"] is True
    assert "ended" in midcourse(desk, "runs").stdout
    assert json.loads(midcourse(desk, "runs", "--json").stdout)[0]["success"] is True


def test_replay_names_the_first_decision_that_differs_and_why_explains_a_replaced_step(desk):
    text = DETOUR.replace(
        "[{do: wall, with: {name: letter}}]", "[{do: wall, with: {name: letter}}, {do: write, with: {name: copy}}]"
    )
    assert midcourse(desk, "run", task(desk, text)).returncode == 0
    found = midcourse(desk, "replay", "last", "--max-replans", "0").stdout
    assert "the run decided 'plan replan' (rule: failed); it would now decide 'stop replan_exhausted'" in found
    assert "no decision differs" in midcourse(desk, "replay", "last").stdout
    why = midcourse(desk, "show", "last", "--why", "s2").stdout
    assert why.count("\n") == 1
    assert (
        "s2 write(name=copy) came with version 1; was replaced in version 2 (by s3) because failed: wall(name=letter) failed: unreachable"
        in why
    )
    assert "this run has s1, s2, s3" in midcourse(desk, "show", "last", "--why", "s9").stderr


SEND = """
goal: send the letter
done_when: sent(letter)
world: world.py
plan:
  - {do: write, with: {name: letter}}
  - {do: send, with: {name: letter}}
"""


def test_a_question_waits_for_an_answer_given_from_elsewhere(desk):
    waiting = midcourse(desk, "run", task(desk, SEND))
    assert waiting.returncode == 3 and "midcourse approve" in waiting.stdout and "same goal" not in waiting.stderr
    again = midcourse(desk, "run", task(desk, SEND))
    assert "with the same goal waits for an answer; this is a new run. To continue that one: midcourse resume r-" in again.stderr
    assert not (desk / "desk" / "letter.sent").exists()
    assert "waiting" in midcourse(desk, "runs").stdout
    assert midcourse(desk, "approve", "last").returncode == 0
    done = midcourse(desk, "resume", "last")
    assert done.returncode == 0, done.stdout + done.stderr
    assert (desk / "desk" / "letter").read_text() == "x", "the first step was not done again"
    assert midcourse(desk, "approve", "last").returncode == 2


def test_a_no_ends_it_and_nothing_was_sent(desk):
    midcourse(desk, "run", task(desk, SEND))
    midcourse(desk, "approve", "last", "--no", "--reason", "not today")
    done = midcourse(desk, "resume", "last")
    assert done.returncode == 1 and "denied" in done.stdout and "not today" in done.stdout
    assert not (desk / "desk" / "letter.sent").exists()


def test_ctrl_c_ends_cleanly_and_resumably(desk):
    steps = "\n".join(f"  - {{do: write, with: {{name: f{i}, slow: 0.4}}}}" for i in range(4))
    goal = " and ".join(f"exists(f{i})" for i in range(4))
    path = task(desk, f"goal: four\ndone_when: {goal}\nworld: world.py\nplan:\n{steps}\n")
    running = subprocess.Popen([MIDCOURSE, "run", path], cwd=desk, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while not (desk / "desk" / "f0").exists():
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=HANGS)
    assert running.returncode == 130 and "midcourse resume" in err and "Traceback" not in err
    done = midcourse(desk, "resume", "last")
    assert done.returncode == 0, done.stdout + done.stderr
    assert {p.name: p.read_text() for p in (desk / "desk").iterdir()} == {f"f{i}": "x" for i in range(4)}


HELD = """
import time
from midcourse import skill

@skill
async def hold():
    open("held", "w").close()
    while True:
        try:
            time.sleep(60)
        except Exception:
            pass
"""


def test_a_second_ctrl_c_ends_a_run_whose_skill_holds_the_event_loop(desk):
    """The loop heard no signal: neither Ctrl-C nor a polite kill ended the process, however often."""
    (desk / "holds.py").write_text(HELD)
    path = task(desk, "goal: hold\nworld: holds.py\nplan: [{do: hold}]\n")
    running = subprocess.Popen([MIDCOURSE, "run", path], cwd=desk, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while not (desk / "held").exists():
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        time.sleep(1.0)
        running.send_signal(signal.SIGTERM)
        _, err = running.communicate(timeout=HANGS)
    finally:
        running.kill()
    assert running.returncode == 130 and "ended at once" in err and "Traceback" not in err
    assert "hold" in midcourse(desk, "runs").stdout


def test_people_speak_to_a_run_from_another_terminal(desk):
    steps = "\n".join(f"  - {{do: write, with: {{name: f{i}, slow: 0.5}}}}" for i in range(20))
    goal = " and ".join(f"exists(f{i})" for i in range(20))
    path = task(desk, f"goal: twenty\ndone_when: {goal}\nworld: world.py\nplan:\n{steps}\n")
    running = subprocess.Popen([MIDCOURSE, "run", path], cwd=desk, stdout=subprocess.PIPE, text=True)
    while not (desk / "desk" / "f0").exists():
        time.sleep(0.02)
    assert midcourse(desk, "cancel", "last", "--why", "enough").returncode == 0
    out, _ = running.communicate(timeout=HANGS)
    assert running.returncode == 1 and "cancelled" in out and "enough" in out
    assert midcourse(desk, "tell", "last", "pause").returncode == 2


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["run", "nothing.yaml"], "cannot read the task nothing.yaml"),
        (["run", "tidy up"], "a goal in words needs --world"),
        (["run", "tidy up", "--world", "nowhere.py"], "no world file nowhere.py"),
        (["run", "task.yaml", "--replan", "sometimes"], "valid: validity, fixed, on-error"),
        (["run", "task.yaml", "--set", "retry=3"], "did you mean retries"),
        (["run", "task.yaml", "--planner", "magic"], "no planner 'magic'; valid: "),
        (["run", "task.yaml", "--approver", "magic"], "no approver 'magic'; valid: console, inbox, refuse"),
        (["run", "task.yaml", "--model", "a:b"], "no model 'a:b'"),
        (["run", "task.yaml", "--done-when", "exists("], "expected an argument"),
        (["resume", "r-nothing"], "no run 'r-nothing'"),
        (["show", "last"], "no run 'last'"),
        (["import", "task.yaml"], "not an event of format"),
        (["frobnicate"], "No such command"),
        (["run"], "Missing argument"),
    ],
)
def test_bad_input_is_one_message_and_exit_code_2(desk, args, said):
    task(desk, DETOUR)
    done = midcourse(desk, *args)
    assert done.returncode == 2
    assert said in done.stderr and "Traceback" not in done.stderr and len(done.stderr.strip().splitlines()) == 1
    assert not list((desk / ".midcourse" / "runs").glob("*")) if (desk / ".midcourse" / "runs").exists() else True


def test_a_journal_can_be_taken_elsewhere_and_a_cut_one_says_so(desk, tmp_path_factory):
    midcourse(desk, "run", task(desk, DETOUR))
    assert midcourse(desk, "export", "last", "journal.jsonl").returncode == 0
    other = tmp_path_factory.mktemp("other")
    whole = (desk / "journal.jsonl").read_bytes()
    (other / "cut.jsonl").write_bytes(whole[:-40])
    brought = midcourse(other, "import", "cut.jsonl")
    assert brought.returncode == 0 and "is cut off, and read up to event" in brought.stderr and "not ended" in brought.stdout
    assert "unreachable" in midcourse(other, "show", "last").stdout
    lines = [json.loads(line) for line in whole.splitlines()]
    (other / "new.jsonl").write_text("\n".join(json.dumps({**line, "v": 7 if line["seq"] == 2 else 1}) for line in lines))
    refused = midcourse(other, "import", "new.jsonl")
    assert refused.returncode == 2 and f"format 7; this release reads formats up to {FORMAT}" in refused.stderr


def test_init_writes_something_that_runs_and_never_overwrites(desk):
    assert midcourse(desk, "init", "start").returncode == 0
    done = midcourse(desk, "run", "start/task.yaml", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["success"] is True
    assert midcourse(desk, "init", "start").returncode == 2


def test_the_version_is_told(desk):
    found = midcourse(desk, "--version")
    assert found.returncode == 0 and found.stdout.startswith("midcourse 0.")


def test_the_doctor_says_what_is_there(desk):
    found = midcourse(desk, "doctor")
    assert found.returncode == 0 and "ok   Python" in found.stdout and "extra 'web'" in found.stdout


def test_in_a_terminal_the_plan_is_a_live_list_and_the_question_is_asked_there(desk):
    path = task(desk, SEND)
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}
    running = subprocess.Popen([MIDCOURSE, "run", path], cwd=desk, stdin=slave, stdout=slave, stderr=slave, env=env)
    os.close(slave)
    shown, answered = b"", False
    while True:
        try:
            chunk = os.read(master, 4096)
        except OSError:
            break
        if not chunk:
            break
        shown += chunk
        if b"yes or no?" in shown and not answered:
            answered = True
            os.write(master, b"y\n")
    assert running.wait(20) == 0
    text = shown.decode()
    assert "✓" in text and "send(name=letter)" in text and "planner calls" in text and "SUCCESS" in text
