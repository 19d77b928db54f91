"""What a journal must say of itself, so that a later release does not take its own defaults for those of the run."""

import json

import pytest
from msgspec.structs import fields

from midcourse.core.run.entries import FORMAT
from midcourse.core.run.events import POLICY
from midcourse.core.run.settings import Settings
from tests.golden.make import journal
from tests.golden.usual import quiet

DEFAULTS = "core: values that are the default of this release are left out of the journal, and read as the default of the next"


def first_line() -> dict:
    return json.loads(journal(quiet).splitlines()[0])


@pytest.mark.xfail(reason=DEFAULTS)
def test_a_journal_names_the_policy_that_it_was_decided_by():
    assert first_line()["event"].get("policy") == POLICY


@pytest.mark.xfail(reason=DEFAULTS)
def test_an_entry_names_its_format():
    assert first_line().get("v") == FORMAT


@pytest.mark.xfail(reason=DEFAULTS)
def test_a_journal_names_every_setting_that_the_run_had():
    assert set(first_line()["event"]["settings"]) == {field.name for field in fields(Settings)}
