"""Journals of many kinds of runs, kept: what they decided is decided alike, until somebody means otherwise and says so."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from midcourse.core import policy
from midcourse.core.evolve import replay
from midcourse.core.plans.plan import Act
from midcourse.core.policy import rules
from midcourse.core.policy.guards import GUARDS
from midcourse.core.run.events import POLICY, Asked, Heard, Reentered, Resumed, Settled, Started
from tests.golden.deciding import HERE, MEANT, differences, read
from tests.golden.make import KINDS, journal, main
from tests.support import the

NAMES = [kind.__name__ for kind in KINDS]
PREVIOUS = HERE / "previous_release.jsonl"
"""Of a run that died, met a wall, planned anew and asked before it sent; written by the code of commit d79460b."""


OLD = sorted((HERE / "format_1").glob("*.jsonl"))
"""Golden journals as they were before settings, skills and endings had groups."""


def golden(name: str) -> Path:
    return HERE / f"{name}.jsonl"


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_journal_is_decided_as_it_was(name):
    found = differences(name, read(golden(name)))
    assert not found, "\n".join(each.sentence() for each in found)


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_journal_is_read_whole_and_adds_up_to_a_run_that_ended(name):
    entries = read(golden(name))
    run = replay(entries)
    assert run.ending is not None and run.seq == len(entries)


def test_the_golden_journals_are_of_this_policy():
    made = int((HERE / "POLICY").read_text())
    assert made == POLICY, f"they were made under policy {made}, and this is {POLICY}: run `python tests/golden/make.py`"


def test_every_kind_has_its_journal_and_every_journal_its_kind():
    assert {path.stem for path in HERE.glob("*.jsonl")} == {*NAMES, PREVIOUS.stem}
    assert len(NAMES) >= 10


@pytest.mark.parametrize("kind", KINDS, ids=NAMES)
def test_the_same_code_makes_the_same_journal_with_no_path_or_host_in_it(kind):
    made = journal(kind)
    assert made == journal(kind)
    assert str(HERE).encode() not in made and b"/home" not in made


def noticed() -> bool:
    """Whether any golden journal is decided otherwise, or not at all."""
    try:
        return any(differences(name, read(golden(name))) for name in NAMES)
    except AssertionError:
        return True


@pytest.mark.parametrize("row", rules.DEFAULT, ids=lambda row: row.name)
def test_no_rule_of_the_default_can_go_unnoticed(row, monkeypatch):
    monkeypatch.setitem(rules.TABLES, "validity", tuple(other for other in rules.DEFAULT if other is not row))
    assert noticed(), f"no golden journal has a decision of the rule '{row.name}'"


@pytest.mark.parametrize("row", GUARDS, ids=lambda row: row.guard.__name__)
def test_no_guard_can_go_unnoticed(row, monkeypatch):
    monkeypatch.setattr(policy, "GUARDS", tuple(other for other in GUARDS if other is not row))
    assert noticed(), f"no golden journal has a decision of the guard '{row.guard.__name__}'"


def test_a_rule_that_is_gone_is_noticed_and_the_message_says_what_to_do(monkeypatch):
    fewer = tuple(row for row in rules.DEFAULT if row.name != "plan does not hold")
    monkeypatch.setitem(rules.TABLES, "validity", fewer)
    [first, *_] = differences("undone_by_others", read(golden("undone_by_others")))
    assert "undone_by_others, entry " in first.sentence() and MEANT in first.sentence()
    assert "by the rule 'plan does not hold'" in first.was and "by the rule 'next step'" in first.now


def test_the_same_word_with_another_meaning_is_noticed():
    """The rule and the command may be the same, and what is noted another place."""
    entries = read(golden("undone_by_others"))
    place = next(i for i, entry in enumerate(entries) if isinstance(entry.event, Reentered))
    moved = replace(entries[place].event, position=1, redone=("s2",))
    changed = [*entries[:place], replace(entries[place], event=moved), *entries[place + 1 :]]
    assert differences("moved", changed)[0].seq == entries[place].seq


def test_what_is_said_in_other_words_is_no_difference():
    entries = read(golden("undone_by_others"))
    place = next(i for i, entry in enumerate(entries) if isinstance(entry.event, Reentered))
    said = replace(entries[place].event, because="in other words")
    assert not differences("said", [*entries[:place], replace(entries[place], event=said), *entries[place + 1 :]])


def test_they_are_not_made_anew_under_the_same_policy_where_they_are_decided_otherwise(tmp_path, monkeypatch):
    main(tmp_path)
    before = (tmp_path / "undone_by_others.jsonl").read_bytes()
    fewer = tuple(row for row in rules.DEFAULT if row.name != "plan does not hold")
    monkeypatch.setitem(rules.TABLES, "validity", fewer)
    with pytest.raises(SystemExit, match="raise POLICY"):
        main(tmp_path)
    assert (tmp_path / "undone_by_others.jsonl").read_bytes() == before


def like(run):
    """The run but for the policy that its journal names: that of the old one was another."""
    return replace(run, setup=replace(run.setup, policy=0))


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_journal_from_before_the_groups_is_decided_alike_and_is_the_same_run(path):
    entries = read(path)
    assert all(entry.v == 1 for entry in entries) and not differences(path.stem, entries)
    assert like(replay(entries)) == like(replay(read(golden(path.stem))))


def test_a_journal_of_the_previous_release_is_read_and_adds_up_to_the_same_run():
    entries = read(PREVIOUS)
    assert isinstance(entries[0].event, Started) and len(entries) == 26
    run = replay(entries)
    ending = the(run.ending)
    assert ending.success and (ending.steps, ending.replans, ending.fates.confirmed) == (4, 1, ("s3", "s4"))
    states = {the(record.step, Act).skill: record.state for record in run.work.records.values()}
    assert states == {"a": "failed", "a2": "confirmed", "send": "confirmed"}
    assert [a.reason for a in run.history.attempts if not a.forgiven] == ["unreachable"]
    assert run.seen.belief.facts == {"p", "sent"} and run.spent.questions == 1 and not run.acting.doubtful
    met = {type(entry.event) for entry in entries}
    assert met >= {Resumed, Settled, Asked, Heard}
