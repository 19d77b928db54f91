"""The demonstration on a desktop: a note in two editors, with the file already there, and with the keyboard stolen."""

import asyncio
from pathlib import Path

import pytest

from midcourse.core.errors import TaskError
from midcourse.demo.desktop import NOTE, OLD, show, task
from midcourse.engine.memory import MemoryStore
from midcourse.interfaces.results import result_of
from tests.support import the


@pytest.mark.parametrize("program", ["mousepad", "featherpad"])
@pytest.mark.parametrize("trouble", ["exists", "stolen"])
def test_the_note_is_saved_byte_for_byte_whatever_gets_in_the_way(tmp_path, program, trouble):
    found = asyncio.run(
        show(tmp_path, program, run_id="r", store=MemoryStore(), exists=trouble == "exists", stolen=trouble == "stolen")
    )
    assert found.claimed and found.saved == found.wanted, found.run.ending
    assert found.before == ([OLD.encode()] if trouble == "exists" else []) and found.strayed == []
    assert len(found.pictures) >= 5 and found.pictures[-1].name.endswith("-end.png")
    [counted, *_] = the(result_of(found.run)["segments"], list)
    assert counted == {"version": 1, "visual": 2, "command": 1, "replan": 1}


def test_the_usual_folder_of_midcourse_is_no_hindrance(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = asyncio.run(show(Path(".midcourse/runs/r"), "featherpad", run_id="r", store=MemoryStore()))
    assert found.claimed and found.saved == found.wanted and not found.asked, found.run.ending
    assert (tmp_path / ".midcourse/runs/r" / NOTE).read_bytes() == found.wanted


def test_without_a_yes_the_file_stays_as_it_was(tmp_path):
    found = asyncio.run(show(tmp_path, "mousepad", run_id="r", store=MemoryStore(), exists=True, says=False))
    assert not found.claimed and found.saved == OLD.encode() and len(found.asked) == 1
    assert found.run.ending is not None and "refused" in found.run.ending.final_detail


def test_an_editor_that_nobody_knows_is_refused(tmp_path):
    with pytest.raises(TaskError, match="mousepad"):
        task("notepad", tmp_path / NOTE)
