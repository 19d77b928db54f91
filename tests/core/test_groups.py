"""Groups of fields: flat names outside, and journals from before there were groups."""

import json

import msgspec
import pytest

from midcourse import run
from midcourse.core.errors import JournalError, NewerJournal, TaskError
from midcourse.core.gates.checks import check_settings
from midcourse.core.model import Delivery, Skill
from midcourse.core.run.entries import FORMAT, decode, encode
from midcourse.core.run.events import Ended, Started
from midcourse.core.run.groups import changed, field_places, flat, flattened, grouped
from midcourse.core.run.settings import AutoReplanning, Limits, Patience, Settings

KEYED = Skill("pay", makes="paid", delivery=Delivery(keyed=True, settles=0.5))


def first(version: int = 1, **skill) -> bytes:
    """The first line of a journal in which skills have no groups."""
    started = {"type": "started", "run": "r1", "task": {"goal": "g"}, "settings": {}, "skills": [{"name": "pay", **skill}]}
    return json.dumps({"seq": 1, "at": 1.0, "event": started, **({"v": version} if version > 1 else {})}).encode()


def test_a_field_of_a_group_is_known_by_its_name_alone():
    assert field_places(Skill)["settles"].group == "delivery" and field_places(Skill)["timeout"].group == ""
    assert flat(KEYED)["settles"] == 0.5 and "delivery" not in flat(KEYED)
    assert changed(Skill("pay"), {"makes": "paid", "keyed": True, "settles": 0.5}) == KEYED


def test_json_without_groups_and_the_value_are_the_same():
    told = flattened(KEYED)
    assert told == {"name": "pay", "makes": "paid", "keyed": True, "settles": 0.5}
    assert msgspec.convert(grouped(Skill, told), Skill) == KEYED


def test_every_setting_has_a_name_of_its_own():
    names = [*field_places(Settings)]
    assert len(names) == 39 and names[0] == "replan" and {"max_steps", "enable_auto_replanning"} < set(names)
    assert field_places(Settings)["auto_replanning_max_attempts"][0] == "auto"
    assert flat(Settings(auto=AutoReplanning(max_attempts=7)))["auto_replanning_max_attempts"] == 7


def test_settings_can_be_given_by_their_names():
    given = {"max_steps": 5, "backoff": 1, "replan": "on-error", "auto_replanning_trigger_medium": True}
    limits, auto = Limits(max_steps=5), AutoReplanning(trigger_medium=True)
    assert check_settings(given) == Settings(replan="on-error", limits=limits, patience=Patience(backoff=1.0), auto=auto)
    outcome = run("greet", world=[print], planner=[], settings={"max_steps": 5})
    assert outcome.run.setup.settings == Settings(limits=limits)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"max_stps": 5}, "no setting 'max_stps'; did you mean max_steps"),
        ({"max_steps": "many"}, "max_steps: found 'many'; Expected `int`"),
        ({"max_steps": -1}, "max_steps: found -1; Expected `int` >= 0"),
        ({"lessons": "never"}, "lessons: found 'never'; .*valid: use, tell, off"),
        ({"limits": Limits()}, "no setting 'limits'"),
        (5, 'settings is a int; give {"max_steps": …} or Settings'),
        (Settings(limits=Limits(max_steps=-1)), "settings: Expected `int` >= 0 - at `\\$.limits.max_steps`"),
    ],
)
def test_a_wrong_setting_is_told_with_the_valid_ones(given, told):
    with pytest.raises(TaskError, match=told):
        check_settings(given)


def test_a_journal_from_before_the_groups_is_read():
    entry = decode(first(makes="paid", keyed=True, settles=0.5))
    assert isinstance(entry.event, Started) and entry.event.skills == (KEYED,)
    assert decode(encode(entry)) == entry


def test_settings_and_endings_from_before_the_groups_are_read():
    old = json.loads(first())
    old["event"]["settings"] = {"backoff": 0.25, "auto_replanning_max_attempts": 7, "afresh": True}
    event = decode(json.dumps(old)).event
    assert isinstance(event, Started)
    assert event.settings == Settings(patience=Patience(backoff=0.25), auto=AutoReplanning(max_attempts=7), afresh=True)
    ending = {"success": True, "final_reason": "plan_complete", "confirmed": ["s1"], "failed_replans": 2, "steps": 3}
    event = decode(json.dumps({"seq": 9, "at": 1.0, "event": {"type": "ended", "ending": ending}})).event
    assert isinstance(event, Ended) and event.ending.fates.confirmed == ("s1",)
    assert event.ending.afterword.failed_replans == 2 and flattened(event.ending) == {**ending, "confirmed": ("s1",)}


def test_what_is_wrong_in_an_old_journal_is_named_in_its_own_format():
    with pytest.raises(JournalError, match="format 1: .*`colour`"):
        decode(first(keyed=True, colour="red"))


def test_what_has_no_groups_is_wrong_in_the_present_format():
    with pytest.raises(JournalError, match=f"format {FORMAT}: .*`keyed`"):
        decode(first(FORMAT, keyed=True))
    with pytest.raises(NewerJournal):
        decode(first(FORMAT + 1, keyed=True))
