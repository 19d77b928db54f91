"""Groups of fields: flat names outside, and journals from before there were groups."""

import json

import msgspec
import pytest

from midcourse.core.errors import JournalError, NewerJournal
from midcourse.core.model import Delivery, Skill
from midcourse.core.run.entries import FORMAT, decode, encode
from midcourse.core.run.events import Started
from midcourse.core.run.groups import changed, flat, flattened, grouped, places

KEYED = Skill("pay", makes="paid", delivery=Delivery(keyed=True, settles=0.5))


def first(version: int = 1, **skill) -> bytes:
    """The first line of a journal in which skills have no groups."""
    started = {"type": "started", "run": "r1", "task": {"goal": "g"}, "settings": {}, "skills": [{"name": "pay", **skill}]}
    return json.dumps({"seq": 1, "at": 1.0, "event": started, **({"v": version} if version > 1 else {})}).encode()


def test_a_field_of_a_group_is_known_by_its_name_alone():
    assert places(Skill)["settles"].group == "delivery" and places(Skill)["timeout"].group == ""
    assert flat(KEYED)["settles"] == 0.5 and "delivery" not in flat(KEYED)
    assert changed(Skill("pay"), {"makes": "paid", "keyed": True, "settles": 0.5}) == KEYED


def test_json_without_groups_and_the_value_are_the_same():
    told = flattened(KEYED)
    assert told == {"name": "pay", "makes": "paid", "keyed": True, "settles": 0.5}
    assert msgspec.convert(grouped(Skill, told), Skill) == KEYED


def test_a_journal_from_before_the_groups_is_read():
    entry = decode(first(makes="paid", keyed=True, settles=0.5))
    assert isinstance(entry.event, Started) and entry.event.skills == (KEYED,)
    assert decode(encode(entry)) == entry


def test_what_is_wrong_in_an_old_journal_is_named_in_its_own_format():
    with pytest.raises(JournalError, match="format 1: .*`colour`"):
        decode(first(keyed=True, colour="red"))


def test_what_has_no_groups_is_wrong_in_the_present_format():
    with pytest.raises(JournalError, match=f"format {FORMAT}: .*`keyed`"):
        decode(first(FORMAT, keyed=True))
    with pytest.raises(NewerJournal):
        decode(first(FORMAT + 1, keyed=True))
