"""What a journal must say of itself, so that a later release does not take its own defaults for those of the run."""

import json

from msgspec.structs import replace

from midcourse.core.run.entries import FORMAT, Entry, encode
from midcourse.core.run.events import POLICY, Interrupted
from midcourse.core.run.groups import field_places
from midcourse.core.run.settings import Settings
from tests.golden.make import journal
from tests.golden.usual import quiet


def first_line() -> dict:
    return json.loads(journal(quiet).splitlines()[0])


def test_a_journal_names_the_policy_that_it_was_decided_by():
    assert first_line()["event"].get("policy") == POLICY


def test_an_entry_names_its_format_unless_it_is_the_first():
    entry = Entry(1, 0.0, Interrupted("told to stop"))
    assert entry.v == 1 and b'"v"' not in encode(entry), "whatever the format of this release is"
    assert b'"v":2' in encode(replace(entry, v=2)) and first_line().get("v", 1) == FORMAT


def test_a_journal_names_every_setting_that_the_run_had():
    told = first_line()["event"]["settings"]
    groups = [inner for inner in told.values() if isinstance(inner, dict)]
    named = {name for name, inner in told.items() if not isinstance(inner, dict)}.union(*groups)
    assert named == set(field_places(Settings)) and len(groups) == 6
