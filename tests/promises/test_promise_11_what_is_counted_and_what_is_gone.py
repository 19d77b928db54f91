"""Promise 11: what counts is done as often as the plan says, and what is seen to be gone at the end is no success."""

from typing import Any

import pytest

from midcourse import act, fact, observer, run, skill

QUICK = {"settle_seconds": 0, "backoff": 0.01, "auto_replanning_min_interval_seconds": 0.01, "max_seconds": 60}
TWO = [act("add_row", text="a"), act("add_row", text="b"), act("close")]


def sheet(taken: bool = False, header: int = 0) -> tuple[list[str], list[Any]]:
    """Rows that are counted; `taken`: somebody takes one away while the sheet is closed."""
    rows: list[str] = []
    closed: list[str] = []

    def write_header() -> None:
        rows.extend("h" * header)

    @skill(makes="rows(+=1)", settles=0)
    def add_row(text: str) -> None:
        rows.append(text)

    @skill(makes="closed", settles=0)
    def close() -> None:
        if taken and not closed:
            rows.pop()
        closed.append("closed")

    @observer("rows(*)", "closed")
    def look() -> list[str]:
        return [fact("rows", len(rows)), *closed[:1]]

    return rows, [write_header, add_row, close, look]


@pytest.mark.parametrize("goal", ["rows(3)", "rows(>=3)"])
def test_an_act_that_counts_is_not_done_once_more_for_the_number_that_the_goal_wants(goal):
    """The header was to bring two rows and brought none: the one row of the list was added three times, and called a success."""
    rows, world = sheet()
    plan = [act("write_header"), act("add_row", text="gear")]
    outcome = run("a header and a row", done_when=goal, world=world, planner=plan, settings=QUICK)
    assert rows == ["gear"] and outcome.verdict == "failed", outcome.ending


def test_a_count_that_somebody_took_back_is_made_good():
    rows, world = sheet(taken=True)
    outcome = run("two rows", done_when="rows(2) and closed", world=world, planner=TWO, settings=QUICK)
    assert outcome.success and rows == ["a", "b"], outcome.ending


@pytest.mark.parametrize("taken", [False, True])
def test_a_count_that_is_seen_gone_at_the_end_is_no_success(taken):
    rows, world = sheet(taken=taken)
    outcome = run("two rows", world=world, planner=TWO, settings=QUICK)
    assert len(rows) == 2 - taken
    assert outcome.verdict == ("done_unproven" if taken else "success"), outcome.ending


@pytest.mark.parametrize("back", [False, True], ids=["stays gone", "is put back by somebody"])
def test_what_is_seen_otherwise_at_the_end_than_a_step_left_it_is_no_success(back):
    files, log = {"README"}, list[str]()

    @skill(makes="not file({name})", settles=0)
    def remove(name: str) -> None:
        files.discard(name)

    @skill(makes="logged({message})", settles=0)
    def commit(message: str) -> None:
        if back:
            files.add("README")
        log.append(message)

    @observer("file(*)", "logged(*)")
    def look() -> list[str]:
        return [*(fact("file", name) for name in files), *(fact("logged", message) for message in log)]

    plan = [act("remove", name="README"), act("commit", message="no readme")]
    outcome = run("no readme", world=[remove, commit, look], planner=plan, settings=QUICK)
    assert outcome.verdict == ("done_unproven" if back else "success"), outcome.ending
    assert ("what s1 did was seen when it was done and is gone since" in outcome.ending.final_detail) == back


@pytest.mark.parametrize("told", [False, True], ids=["the number alone", "all that it is called with"])
def test_an_act_that_broke_off_is_a_success_only_if_a_look_tells_all_that_it_is_called_with(told):
    rows: list[list[object]] = []

    @skill(makes="row({name}, {amount})" if told else "row({name}, *)", settles=0)
    def append_row(name: str, amount: int) -> None:
        rows.append([name, amount])
        raise OSError("stream interrupted")

    @observer("row(*)")
    def look() -> list[str]:
        return [fact("row", *row) for row in rows]

    outcome = run("one row", world=[append_row, look], planner=[act("append_row", name="cog", amount=7)], settings=QUICK)
    assert len(rows) == 1 and outcome.verdict == ("success" if told else "done_unproven"), outcome.ending
