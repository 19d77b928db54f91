"""Finding a way in a real editor: a wrong menu, a dead end, a coarse plan; with a script and with words alone."""

import asyncio
import re

import pytest

from midcourse.core.errors import TaskError
from midcourse.demo.windows import DEAD_END, SAVED, show
from midcourse.engine.memory import MemoryStore
from midcourse.interfaces.cli.finding import show_guide, show_local
from midcourse.interfaces.decisions import decisions_of


@pytest.mark.parametrize("search", [SAVED, DEAD_END], ids=lambda s: s.name)
def test_a_way_is_found_with_turning_back_and_what_was_typed_is_not_lost(tmp_path, search):
    found = asyncio.run(show(search, tmp_path, words=False, run_id="r", store=MemoryStore()))
    assert found.claimed and found.shows == search.shows, found.run.ending
    assert {d.word for d in decisions_of(found.run)} == {"retain", "explore", "revert"}
    assert found.run.ending is not None and found.run.ending.fates.owed == ()
    assert found.pictures and all(path.stat().st_size for path in found.pictures)


def test_words_alone_find_the_dialog(tmp_path):
    found = asyncio.run(show(SAVED, tmp_path, words=True, run_id="r", store=MemoryStore()))
    assert found.claimed and found.shows == SAVED.shows, found.run.ending


def test_a_coarse_plan_leads_to_the_preferences_and_its_marks_only_grow(tmp_path, capsys):
    assert show_guide(tmp_path, "desktop")
    marks = [int(n) for n in re.findall(r"Progress: (\d) of 3", capsys.readouterr().out)]
    assert marks == [0, 1, 3, 0, 1, 3], "two runs, and no mark goes back"


def test_a_place_that_nobody_knows_is_refused(tmp_path):
    with pytest.raises(TaskError, match="no place 'moon'"):
        show_local(tmp_path, "moon")
