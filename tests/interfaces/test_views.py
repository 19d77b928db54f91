"""A run in a terminal: plain lines, or the plan drawn in place; and what several commands share."""

import io

import pytest
from rich.console import Console

from midcourse.core.errors import RunNotFound, TaskError
from midcourse.core.model import Done
from midcourse.core.plans.plan import Act
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Looked, Started
from midcourse.interfaces.cli.common import ask, entries_of, flags, still_open, the
from midcourse.interfaces.live import WINDOW, LiveView, PlainView
from tests.interfaces.homes import begin
from tests.support import LOOK, plan, story, then, tried, under
from tests.support import the as sure


def test_each_event_is_a_line_with_its_rule_but_a_look_that_shows_nothing_new():
    lines = []
    view, run = PlainView(lines.append), story(LOOK)
    with view:
        view(Entry(2, 101.5, Looked(added=("p",)), "look"), then(run, Looked(added=("p",))))
        view(Entry(3, 102.0, LOOK, "look"), run)
    assert len(lines) == 1 and lines[0].startswith("   1.500  ") and lines[0].endswith("[look]") and "p" in lines[0]


def drawn(view: LiveView, console: Console) -> str:
    console.print(view.picture())
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_the_picture_shows_the_goal_the_plan_and_the_budget():
    console = Console(file=io.StringIO(), width=100)
    view = LiveView(console)
    assert "starting" in drawn(view, console)
    steps = [Act("a", {"n": n}, id=f"s{n}") for n in range(1, WINDOW + 4)]
    run = story(LOOK, *plan(*steps), *tried("s1", "a", Done()), settings=under(max_steps=7))
    view(Entry(run.seq, run.at, LOOK, "look"), run)
    text = drawn(view, console)
    assert "the goal" in text and "… 3 earlier steps" in text and "1/7" in text and f"n={WINDOW + 3}" in text


def test_options_are_settings_by_their_names():
    assert flags("fixed", None, None, "3", ["look-cost = 2", "retries=1"]) == {
        "replan": "fixed",
        "max_steps": "3",
        "look_cost": "2",
        "retries": "1",
    }
    with pytest.raises(TaskError, match="--set retries: expected name=value"):
        flags(None, None, None, None, ["retries"])


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_HOME", str(tmp_path))

    for at, run in ((1.0, "r-one"), (2.0, "r-two"), (3.0, "other")):
        begin(tmp_path, run, at)
    return tmp_path


@pytest.mark.parametrize(("meant", "run"), [("last", "other"), ("r-one", "r-one"), ("oth", "other")])
def test_a_run_is_meant_by_its_id_its_beginning_or_as_the_last(home, meant, run):
    assert the(meant) == run and sure(entries_of(meant)[0].event, Started).run == run and still_open(meant) == run


@pytest.mark.parametrize(("meant", "said"), [("r-", "2 runs begin with 'r-'"), ("zzz", "no run 'zzz'")])
def test_a_run_that_is_not_there_or_not_the_only_one_is_told(home, meant, said):
    with pytest.raises(RunNotFound, match=said):
        the(meant)
    assert len(ask(lambda store: store.runs())) == 3
