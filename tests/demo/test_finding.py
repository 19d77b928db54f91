"""Finding a way on real pages: a file dialog, a dead end, and bookmarks with a coarse plan; with a script and with words alone."""

import asyncio
import json
import re

import pytest

from midcourse.demo.finding import DEAD_END, DIALOG, FOLDER, show
from midcourse.demo.screens import served
from midcourse.engine.memory import MemoryStore
from midcourse.interfaces.cli.finding import show_guide
from midcourse.interfaces.decisions import decisions_of, lines, tree_of


@pytest.mark.parametrize("search", [DIALOG, DEAD_END], ids=lambda s: s.name)
@pytest.mark.parametrize("words", [False, True], ids=["written", "words"])
def test_the_goal_is_reached_with_turning_back_and_nothing_typed_is_lost(tmp_path, search, words):
    found = asyncio.run(show(search, tmp_path, words=words, run_id="r", store=MemoryStore()))
    assert found.claimed and found.shows == search.shows, found.run.ending
    decisions = decisions_of(found.run)
    assert {d.word for d in decisions} == {"retain", "explore", "revert"}
    assert [d.number for d in decisions] == [(2, i + 1) for i in range(len(decisions))], "numbers are paths below the step"
    assert found.run.ending is not None and found.run.ending.fates.owed == ()


def test_a_dead_end_is_left_as_people_would_leave_it(tmp_path):
    found = asyncio.run(show(DEAD_END, tmp_path, words=False, run_id="r", store=MemoryStore()))
    told = [(d.word, d.what) for d in decisions_of(found.run)]
    assert told == [
        ("retain", "menuitem Tools"),
        ("retain", "menuitem Export"),
        ("retain", "checkbox Include archived rows"),
        ("revert", "checkbox Include archived rows"),
        ("revert", "button Cancel"),
        ("revert", "menuitem Tools"),
        ("explore", "menuitem Settings"),
    ]
    assert lines(tree_of(found.run))[-2].endswith("menuitem Settings → reached")


def test_a_coarse_plan_leads_to_the_folder_and_its_marks_only_grow(tmp_path, capsys):
    assert show_guide(tmp_path)
    told = capsys.readouterr().out
    marks = [int(n) for n in re.findall(r"Progress: (\d) of 4", told)]
    assert marks == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4], "two runs, and no mark goes back"
    for run in (tmp_path / "runs").iterdir():
        assert (run / "decisions.svg").read_text().startswith("<svg")
        figures = json.loads((run / "result.json").read_text())["finding"]
        assert figures["explore"] >= 1 and figures["revert"] >= 1 and figures["owed"] == []
    assert FOLDER.task.guide


def test_the_pages_are_given_out_on_loopback():
    from urllib.request import urlopen

    with served() as address:
        assert b"Batch processing" in urlopen(f"{address}/workbench.html").read()
