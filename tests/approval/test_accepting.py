"""A rules file that asks less than the shipped rules counts once a person has accepted just that content."""

import os

import pytest
from msgspec.structs import replace

from midcourse.approval.accepting import accept_rules, choose_rules
from midcourse.approval.critical import read_risks, shipped_text
from midcourse.core.model import Skill
from midcourse.core.people.loosening import loosened
from midcourse.core.people.risk import RiskRule, weigh
from midcourse.inputs.config import accept_settings, load_settings
from midcourse.interfaces.doctor import examine
from tests.commands import command

SHIPPED = read_risks()
LOOSE = "- {group: letters, does: [write], score: 0.8}\n"
TIGHT = shipped_text() + "\n- {group: never, then: refuse, paths: ['/srv/**']}\n"


@pytest.fixture
def file(tmp_path):
    (tmp_path / "checkout").mkdir()
    path = tmp_path / "checkout" / "approval.yaml"
    path.write_text(LOOSE)
    return path


def score(rules):
    return weigh(Skill("use"), {"path": "/etc/passwd"}, "", rules).score


def test_what_loosens_has_no_effect_until_it_is_accepted_and_again_when_it_changes(file, tmp_path):
    own = tmp_path / "own"
    before = choose_rules(file, own)
    assert not before.accepted and score(before.rules) == 0.9 and f"midcourse approvals accept-rules {file}" in before.note
    assert weigh(Skill("write"), {}, "", before.rules).groups == ("letters",), "what tightens counts at once"
    assert "protected data" in accept_rules(file, own)
    after = choose_rules(file, own)
    assert after.accepted and score(after.rules) < 0.9 and "as was accepted" in after.note and str(file) in after.note
    file.write_text(LOOSE + "# another file\n")
    assert not choose_rules(file, own).accepted


def test_rules_that_only_tighten_need_nothing(file, tmp_path):
    file.write_text(TIGHT)
    assert choose_rules(file, tmp_path / "own").note == "" and "counts as it is" in accept_rules(file, tmp_path / "own")
    assert not (tmp_path / "own").exists() and choose_rules(None, tmp_path).rules == SHIPPED


def test_what_lies_in_the_persons_own_folder_is_the_persons_own(file):
    assert choose_rules(file, file.parent).note == "" and len(choose_rules(file, file.parent).rules) == 1


def test_every_way_to_ask_less_is_seen():
    assert loosened(SHIPPED, SHIPPED) == () and loosened((), SHIPPED) == tuple(dict.fromkeys(rule.group for rule in SHIPPED))
    wide = RiskRule("all", 1.0, "refuse", does=tuple({v for r in SHIPPED for v in r.does}), reading=True)
    paths, commands = tuple({p for r in SHIPPED for p in r.paths}), tuple({c for r in SHIPPED for c in r.commands})
    more = RiskRule("x", 1.0, "refuse", paths=paths, commands=commands, reading=True)
    assert loosened((wide, more), SHIPPED) == ()
    for i, rule in enumerate(SHIPPED):
        others = (*SHIPPED[:i], *SHIPPED[i + 1 :])
        weaker = [replace(rule, score=0.1)]
        weaker += [replace(rule, then="note")] if rule.then == "ask" else []
        weaker += [replace(rule, reading=False)] if rule.reading else []
        weaker += [
            replace(rule, **{f: getattr(rule, f)[1:]}) for f in ("does", "to", "paths", "commands") if len(getattr(rule, f)) > 1
        ]
        for less in weaker:
            assert rule.group in loosened((*others, less), SHIPPED), less


def test_the_doctor_shows_rules_that_wait_to_be_accepted(file, tmp_path):
    own = tmp_path / "own"
    [found] = [f for f in examine(file.parent, own) if "asks less" in f.what]
    assert not found.fine and not found.needed and "accept-rules" in found.what
    accept_rules(file, own)
    assert [f.fine for f in examine(file.parent, own) if "asks less" in f.what] == [True]
    file.write_text("- {grup: x}")
    assert [f.needed for f in examine(file.parent, own) if "a rule has group" in f.what] == [True]


def test_a_run_names_the_file_first_and_says_how_to_accept_it(tmp_path):
    env = {**os.environ, "HOME": str(tmp_path / "person")}

    def midcourse(*words):
        return command(*words, cwd=tmp_path, env=env)

    (tmp_path / "world.py").write_text("from midcourse import skill\n\n@skill\ndef use(path: str):\n    pass\n")
    (tmp_path / "task.yaml").write_text("goal: x\nworld: world.py\nplan: [{do: use, with: {path: /etc/x}}]\n")
    (tmp_path / ".midcourse").mkdir()
    (tmp_path / ".midcourse" / "approval.yaml").write_text(LOOSE)
    waits = midcourse("run", "task.yaml")
    assert waits.returncode == 3 and "asks less than the shipped rules" in waits.stderr.splitlines()[0]
    advice = waits.stderr.splitlines()[0].split("with: midcourse ")[1].split()
    assert midcourse(*advice).returncode == 0 and "--  " not in midcourse("doctor").stdout.split("asks less")[0].splitlines()[-1]
    done = midcourse("run", "task.yaml")
    assert done.returncode == 0 and "as was accepted" in done.stderr.splitlines()[0]


@pytest.mark.parametrize(
    ("name", "text"),
    [(".env", "MIDCOURSE_AUTONOMY=4\nMIDCOURSE_MAX_STEPS=7\n"), ("midcourse.toml", "autonomy = 4\nmax_steps = 7\n")],
)
def test_settings_of_a_checkout_that_ask_people_less_count_once_they_are_accepted(tmp_path, monkeypatch, name, text):
    monkeypatch.setenv("HOME", str(tmp_path / "person"))
    path = tmp_path / "checkout" / name
    path.parent.mkdir()
    path.write_text(text)
    before = load_settings(path.parent)
    assert before.settings.consent.autonomy == 2 and before.settings.limits.max_steps == 7, "what does not loosen counts at once"
    assert before.sources["autonomy"] == "default" and f"midcourse approvals accept-rules {path}" in before.note
    assert "autonomy=4" in accept_settings(path)
    after = load_settings(path.parent)
    assert after.settings.consent.autonomy == 4 and "as was accepted" in after.note
    path.write_text(text.replace("7", "8"))
    assert load_settings(path.parent).settings.consent.autonomy == 4, "another line is no other consent"
    path.write_text(text.replace("4", "3"))
    assert load_settings(path.parent).settings.consent.autonomy == 2
    path.write_text(text.replace("4", "1"))
    assert load_settings(path.parent)[2] == "" and load_settings(path.parent).settings.consent.autonomy == 1
    assert "counts as it is" in accept_settings(path)


def test_what_the_environment_or_a_file_in_the_persons_own_folder_says_counts_at_once(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "midcourse.toml").write_text("autonomy = 4\n")
    assert load_settings(tmp_path).settings.consent.autonomy == 4 and not load_settings(tmp_path).note
    monkeypatch.setenv("MIDCOURSE_AUTONOMY", "3")
    (tmp_path / "checkout").mkdir()
    assert load_settings(tmp_path / "checkout").settings.consent.autonomy == 3 and not load_settings(tmp_path / "checkout").note


def test_a_run_in_a_checkout_that_raises_autonomy_names_the_file_first_and_asks_all_the_same(tmp_path):
    env = {**os.environ, "HOME": str(tmp_path / "person")}

    def midcourse(*words):
        return command(*words, cwd=tmp_path, env=env)

    (tmp_path / "world.py").write_text("from midcourse import skill\n\n@skill\ndef configure_server(name: str):\n    pass\n")
    (tmp_path / "task.yaml").write_text("goal: x\nworld: world.py\nplan: [{do: configure_server, with: {name: x}}]\n")
    (tmp_path / ".env").write_text("MIDCOURSE_AUTONOMY=4\n")
    waits = midcourse("run", "task.yaml")
    assert waits.returncode == 3 and ".env asks people less than usual (autonomy=4)" in waits.stderr.splitlines()[0]
    assert midcourse(*waits.stderr.splitlines()[0].split("with: midcourse ")[1].split()).returncode == 0
    done = midcourse("run", "task.yaml")
    assert done.returncode == 0 and "as was accepted" in done.stderr.splitlines()[0]
