"""Entries of format 1, put into the present one as they are read."""

import pytest

from midcourse.core.errors import JournalError
from midcourse.core.run.entries import FORMAT, decode
from midcourse.core.run.formats import raised
from tests.support import under


def entry(**event):
    return {"seq": 1, "at": 2.0, "event": event}


def test_what_was_flat_stands_in_its_group():
    new = raised(entry(type="started", settings={"max_steps": 5, "every": 4}, skills=[{"name": "pay", "keyed": True}]))
    assert {name: value for name, value in new["event"]["settings"].items() if value} == {"limits": {"max_steps": 5}, "every": 4}
    assert new["event"]["skills"] == [{"name": "pay", "delivery": {"keyed": True}}]
    ended = raised(entry(type="ended", ending={"success": True, "left": ["s2"], "notes": ["odd"]}))
    assert ended["event"]["ending"] == {"success": True, "fates": {"left": ["s2"]}, "afterword": {"notes": ["odd"]}}


def test_events_without_groups_and_what_is_no_event_stay_as_they_are():
    for raw in (entry(type="looked", took=1.0), {"seq": 1, "event": "what"}, {}, entry(type="started", settings="all")):
        assert raised(raw) == raw


def test_an_entry_of_format_1_is_read_and_a_field_that_never_was_is_refused():
    first = b'{"seq":1,"at":2.0,"event":{"type":"started","run":"r","task":{"goal":"g"},"settings":{%s},"skills":[]}}'
    made = decode(first % b'"max_steps":5,"backoff":0.0')
    assert made.v == 1 < FORMAT and getattr(made.event, "settings", None) == under(max_steps=5, backoff=0.0)
    with pytest.raises(JournalError):
        decode(first % b'"max_stops":5')
