"""Approvals, lessons and settings as a user types them."""

from __future__ import annotations

import json
import os

import pytest

from midcourse.core.errors import TaskError
from midcourse.inputs import config
from midcourse.interfaces.cli import approving
from tests.commands import command
from tests.interfaces.homes import begin
from tests.interfaces.test_command_line import DETOUR, SEND, desk, midcourse, task
from tests.support import under

__all__ = ["desk"]


def with_environment(folder, env, *args):
    return command(*args, cwd=folder, env={**os.environ, **env})


# --- approvals ----------------------------------------------------------------------------------------------------


def test_a_yes_to_a_run_that_asks_nothing_is_none_to_another_whose_name_begins_alike(tmp_path, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_HOME", str(tmp_path))
    begin(tmp_path, "rent")
    begin(tmp_path, "rent-deposit", asks=True)
    for name in ("rent", ""):
        with pytest.raises(TaskError, match="nothing waits under"):
            approving._the(name)
    assert approving._the("rent-d").name == approving._the("rent-deposit/q1").name == "rent-deposit/q1"


def test_the_inbox_lists_shows_and_approves(desk):
    assert midcourse(desk, "approvals").stdout == "nothing waits for a person\n"
    midcourse(desk, "run", task(desk, SEND))
    listed = midcourse(desk, "approvals").stdout
    assert "/q1  approve" in listed and "May send(name=letter) run? It cannot be undone." in listed
    assert json.loads(midcourse(desk, "approvals", "--json").stdout)[0]["question"]["skill"] == "send"
    shown = midcourse(desk, "approvals", "show", "last").stdout
    for told in (
        "goal:     send the letter",
        'act:      send {"name":"letter"}',
        "risk:     irreversible, 0.6 of 1",
        "autonomy 2",
    ):
        assert told in shown
    assert midcourse(desk, "approvals", "approve", listed.split()[0]).returncode == 0
    assert midcourse(desk, "resume", "last").returncode == 0
    assert (desk / "desk" / "letter.sent").exists()
    assert "waiting: none" in midcourse(desk, "approvals", "approve", "last").stderr


def test_a_refusal_carries_its_reason(desk):
    midcourse(desk, "run", task(desk, SEND))
    midcourse(desk, "approvals", "refuse", "last", "--reason", "wrong day", "--by", "Ann")
    done = midcourse(desk, "resume", "last")
    assert done.returncode == 1 and "Ann said no: wrong day" in done.stdout


def test_edited_arguments_are_another_act_and_the_one_asked_about_does_not_run(desk):
    (desk / "desk").mkdir()
    (desk / "desk" / "card").write_text("x")
    midcourse(desk, "run", task(desk, SEND.replace("sent(letter)", "sent(*)")))
    wrong = midcourse(desk, "approvals", "edit", "last", "--set", "colour=red")
    assert wrong.returncode == 2 and "no argument 'colour'" in wrong.stderr and "send(name: str)" in wrong.stderr
    for value, said in (
        (f"colour={'[' * 3000}", "nested deeper"),
        ("name=\udcff", "expected UTF-8"),
        ("colour=\udcff", "expected UTF-8"),
    ):
        odd = midcourse(desk, "approvals", "edit", "last", "--set", value)
        assert odd.returncode == 2 and said in odd.stderr and "Traceback" not in odd.stderr
    assert midcourse(desk, "approvals", "edit", "last", "--set", "name=card").returncode == 0
    done = midcourse(desk, "resume", "last")
    assert done.returncode == 0, done.stdout
    assert (desk / "desk" / "card.sent").exists() and not (desk / "desk" / "letter.sent").exists()
    assert "with {'name': 'card'}" in midcourse(desk, "show", "last").stdout


def test_a_person_takes_over_and_hands_back(desk):
    midcourse(desk, "run", task(desk, SEND))
    assert "hand-back" in midcourse(desk, "approvals", "take-over", "last").stdout
    assert midcourse(desk, "resume", "last").returncode == 3
    (desk / "desk" / "letter.sent").touch()
    midcourse(desk, "tell", "last", "hand-back")
    done = midcourse(desk, "resume", "last")
    assert done.returncode == 0, "the person did it, and it is seen"


def test_a_grant_is_given_while_the_run_waits(desk):
    midcourse(desk, "run", task(desk, SEND))
    assert midcourse(desk, "approvals", "grant", "last", "send(name=*)", "--times", "2", "--hours", "1").returncode == 0
    midcourse(desk, "approvals", "refuse", "last", "--reason", "ask the grant")
    assert "cannot read the pattern" in midcourse(desk, "approvals", "grant", "last", "send(name=").stderr
    assert "allowed beforehand: send(name=*), 2 times" in midcourse(desk, "resume", "last").stdout


def test_the_rules_are_a_file_that_people_edit(desk):
    rules = midcourse(desk, "approvals", "rules").stdout
    assert "group: protected data" in rules
    home = desk / ".midcourse"
    home.mkdir()
    (home / "approval.yaml").write_text(
        "- {group: letters, does: [write], score: 0.8}\n- {group: never, then: refuse, does: [send]}\n"
    )
    assert midcourse(desk, "approvals", "rules").stdout.startswith("- {group: letters")
    waiting = midcourse(desk, "run", task(desk, SEND))
    assert waiting.returncode == 3 and "letters: its name says write" in waiting.stdout
    midcourse(desk, "approvals", "approve", "last")
    done = midcourse(desk, "resume", "last")
    assert done.returncode == 1 and "the rules refuse it: never" in done.stdout
    (home / "approval.yaml").write_text("- {grup: letters}\n")
    assert "a rule has group" in midcourse(desk, "run", task(desk, SEND)).stderr


@pytest.mark.parametrize(("level", "code"), [("0", 3), ("1", 3), ("2", 0)])
def test_autonomy_says_before_which_acts_people_are_asked(desk, level, code):
    found = midcourse(desk, "run", task(desk, DETOUR.replace("do: wall", "do: write")), "--set", f"autonomy={level}")
    assert found.returncode == code, found.stdout


# --- lessons ------------------------------------------------------------------------------------------------------


def test_lessons_are_listed_shown_carried_to_another_home_and_forgotten(desk):
    assert "no lessons" in midcourse(desk, "lessons").stdout
    assert midcourse(desk, "run", task(desk, DETOUR)).returncode == 0
    listed = midcourse(desk, "lessons").stdout
    assert "when wall failed (unreachable): instead write(name={name})" in listed and "+1.0 -0.0" in listed
    id = listed.split()[0]
    assert midcourse(desk, "lessons", "--find", "Unreachable wall").stdout == listed
    assert "none of 1 lessons tells of no such words" in midcourse(desk, "lessons", "--find", "no such words").stdout
    shown = midcourse(desk, "lessons", "show", id[:5]).stdout
    assert "do:        instead write(name={name})" in shown and "there is a wall" in shown
    assert json.loads(midcourse(desk, "lessons", "--json").stdout)[0]["id"] == id
    midcourse(desk, "lessons", "export", desk / "l.jsonl")
    other = {"MIDCOURSE_HOME": str(desk / "other")}
    assert "1 of them new" in with_environment(desk, other, "lessons", "import", str(desk / "l.jsonl"), "--scope", "team").stdout
    assert "team" in with_environment(desk, other, "lessons").stdout
    assert "forgot" in midcourse(desk, "lessons", "forget", id).stdout and "no lessons" in midcourse(desk, "lessons").stdout
    assert "no lesson 'zzz'" in midcourse(desk, "lessons", "show", "zzz").stderr
    (desk / "bad.jsonl").write_text('{"situation": 3}\n')
    assert "bad.jsonl:1: not a lesson" in midcourse(desk, "lessons", "import", desk / "bad.jsonl").stderr


def test_the_second_run_is_mended_by_what_the_first_one_learned(desk):
    put = DETOUR.replace("do: write", "do: put")
    midcourse(desk, "run", task(desk, put))
    again = midcourse(desk, "run", task(desk, put.replace("letter", "card")))
    assert again.returncode == 0 and "planner calls 1" in again.stdout and "by lesson" in again.stdout


def test_what_must_not_be_done_twice_is_not_done_on_a_lessons_word(desk):
    midcourse(desk, "run", task(desk, DETOUR))
    again = midcourse(desk, "run", task(desk, DETOUR.replace("letter", "card")))
    assert again.returncode == 0 and "planner calls 2" in again.stdout and "by lesson" not in again.stdout


def test_every_version_of_the_plan_says_where_it_comes_from(desk):
    midcourse(desk, "run", task(desk, DETOUR))
    told = midcourse(desk, "show", "last", "--versions").stdout
    assert "version 1 (after nothing) by scripted, because first" in told
    assert "version 2 (after 1) by scripted, because failed" in told and "evidence: it cannot work here" in told
    assert "-   s1 wall(name=letter)" in told and "+   s2 write(name=letter)" in told
    plans = json.loads(midcourse(desk, "show", "last", "--versions", "--json").stdout)
    assert plans[1]["parent"] == 1 and plans[1]["mends"] is True


def test_rules_about_failures_are_a_file_too(desk):
    home = desk / ".midcourse"
    home.mkdir()
    (home / "failures.yaml").write_text("- {name: our wall, reason: [unreachable], kind: denied}\n")
    midcourse(desk, "run", task(desk, DETOUR))
    assert "[denied, high, permission; rule our wall]" in midcourse(desk, "show", "last").stdout


# --- settings -----------------------------------------------------------------------------------------------------


def test_settings_are_printed_with_where_they_come_from(desk):
    (desk / ".env").write_text("AUTO_REPLANNING_MAX_ATTEMPTS=7\nDATABASE_URL=x\n")
    (desk / "midcourse.toml").write_text("max_steps = 12\nauto_replanning_max_attempts = 2\nstop_early = false\n")
    task(desk, DETOUR + "settings: {retries: 1}\n")
    env = {"AUTO_REPLANNING_TRIGGER_MEDIUM": "true", "MIDCOURSE_EVERY": "9"}
    rows = json.loads(with_environment(desk, env, "settings", "task.yaml", "--set", "redos=2", "--json").stdout)
    found = {name: (row["value"], row["source"]) for name, row in rows.items() if row["source"] != "default"}
    assert found == {
        "auto_replanning_max_attempts": (7, ".env"),
        "max_steps": (12, "midcourse.toml"),
        "stop_early": (False, "midcourse.toml"),
        "auto_replanning_trigger_medium": (True, "environment AUTO_REPLANNING_TRIGGER_MEDIUM"),
        "every": (9, "environment MIDCOURSE_EVERY"),
        "retries": (1, "task file task.yaml"),
        "redos": (2, "command line"),
    }
    assert rows["enable_auto_replanning"] == {"value": True, "source": "default", "variable": "ENABLE_AUTO_REPLANNING"}
    plain = with_environment(desk, env, "settings").stdout
    assert "auto_replanning_max_attempts" in plain and ".env" in plain


@pytest.mark.parametrize(
    ("where", "name", "near"),
    [
        ("env", "AUTO_REPLANNING_MAX_ATEMPTS", "AUTO_REPLANNING_MAX_ATTEMPTS"),
        ("env", "ENABLE_AUTO_REPLANING", "ENABLE_AUTO_REPLANNING"),
        ("env", "MIDCOURSE_MAX_STEP", "MIDCOURSE_MAX_STEPS"),
        (".env", "AUTO_REPLANNING_TIMEOUT_SECOND", "AUTO_REPLANNING_TIMEOUT_SECONDS"),
        ("midcourse.toml", "max_stepps", "max_steps"),
    ],
)
def test_a_misspelt_setting_is_an_error_with_the_nearest_name(desk, where, name, near):
    if where != "env":
        (desk / where).write_text(f"{name}=1\n")
    found = with_environment(desk, {name: "1"} if where == "env" else {}, "run", str(task(desk, DETOUR)))
    assert found.returncode == 2 and f"did you mean {near}?" in found.stderr


def test_a_wrong_value_names_where_it_stands(desk):
    (desk / ".env").write_text("AUTO_REPLANNING_MAX_ATTEMPTS=often\n")
    assert ".env: auto_replanning_max_attempts: found 'often'" in midcourse(desk, "settings").stderr


def test_what_the_environment_says_is_in_force_in_a_run(desk):
    found = with_environment(desk, {"ENABLE_AUTO_REPLANNING": "false"}, "run", str(task(desk, DETOUR)))
    assert found.returncode == 3 and "Automatic replanning is off" in found.stdout
    found = with_environment(desk, {"ENABLE_AUTO_REPLANNING": "false"}, "run", "task.yaml", "--set", "enable_auto_replanning=on")
    assert found.returncode == 0, "the command line is nearer than the environment"


def test_the_library_reads_the_same_files_when_asked_to(desk, monkeypatch):
    monkeypatch.setenv("AUTO_REPLANNING_MIN_INTERVAL_SECONDS", "1.5")
    assert config.load_settings(desk).settings == under(auto_replanning_min_interval_seconds=1.5)
    monkeypatch.setenv("AUTO_REPLANNING_MIN_INTERVAL", "1.5")
    with pytest.raises(TaskError, match="did you mean AUTO_REPLANNING_MIN_INTERVAL_SECONDS"):
        config.load_settings(desk)
