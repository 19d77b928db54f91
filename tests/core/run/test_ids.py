"""A run's id has one form, at every door."""

from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import midcourse
from midcourse.core.errors import JournalError, TaskError
from midcourse.core.evolve import replay
from midcourse.core.model import Task
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Started
from midcourse.core.run.ids import check_run_id
from midcourse.core.run.settings import Settings
from midcourse.front import new_run_id
from midcourse.interfaces.results import folder

BAD = ["", ".", "..", "../../x", "/etc/x", "a/b", "a\\b", "a b", "a\n", "-rf", "r1\x1b[2J", "r\u202e1", "a" * 101, "C:x", "ä"]


@pytest.mark.parametrize("id", BAD)
def test_what_could_lead_elsewhere_or_hide_something_is_refused_at_every_door(id, tmp_path):
    with pytest.raises(TaskError, match="valid: up to 100 letters") as told:
        check_run_id(id)
    assert str(told.value).isprintable()
    with pytest.raises(TaskError):
        folder(tmp_path, id)
    with pytest.raises(JournalError, match="no run is named"):
        replay([Entry(1, 0.0, Started(id, Task("g"), Settings(), ()))])
    with pytest.raises(TaskError):
        midcourse.run("g", world=cast("Any", [print]), planner=cast("Any", [midcourse.act("print")]), run_id=id)


@given(st.text(max_size=30))
def test_the_folder_of_a_run_lies_right_under_the_home(id):
    home = Path("/somewhere")
    try:
        assert folder(home, id).resolve().parent == home / "runs"
    except TaskError:
        assert id not in ("r1", new_run_id())


def test_ids_that_are_made_or_usual_have_the_form():
    assert all(check_run_id(id) == id for id in (new_run_id(), "r1", "demo-1a2b", "nightly_7", "A"))


@pytest.mark.parametrize("word", ["last", "LAST"])
def test_a_word_that_commands_take_in_place_of_an_id_is_none(word):
    with pytest.raises(TaskError, match="but not 'last'"):
        check_run_id(word)
