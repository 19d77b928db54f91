"""The tables of the SQLite store, and what they remember of earlier runs."""

import pytest
from msgspec.structs import replace

from midcourse.core.errors import LeaseLost, NewerJournal
from midcourse.core.failing.analysis import Met
from midcourse.core.history.past import task_key
from midcourse.core.model import Task
from midcourse.core.plans.plan import Cause, Plan
from midcourse.core.policy.endings import stop
from midcourse.core.run.ending import Afterword
from midcourse.core.run.entries import Entry, encode
from midcourse.core.run.events import Ended, Planned, PlanRequested, Started
from midcourse.engine.tables import SCHEMA, append, connect, may_fail_to_mend, past, read, summaries
from tests.support import LOOK, NOW, story, under

TASK = Task("tidy up", "q", agent="ann")


@pytest.fixture
def db(tmp_path):
    made = connect(tmp_path / "new" / "j.db")
    yield made
    made.close()


def begin(db, run: str, at: float = 100.0) -> None:
    db.execute("INSERT INTO runs VALUES (?, 1, '', 0)", (run,))
    append(db, run, 1, [(run, 1, encode(Entry(1, at, Started(run, TASK, under(), ()))))], None, False)


def end(db, run: str, **ending) -> None:
    ended = Ended(replace(stop(story(LOOK), NOW, "stuck").ending, **ending))
    append(db, run, 1, [(run, 2, encode(Entry(2, 101.0, ended)))], ended, False)


def test_a_file_is_made_with_its_folder_and_a_later_one_is_refused(tmp_path, db):
    assert db.execute("PRAGMA user_version").fetchone()[0] == SCHEMA
    db.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    with pytest.raises(NewerJournal):
        connect(tmp_path / "new" / "j.db")


def test_events_are_read_back_and_an_epoch_that_is_over_writes_nothing(db):
    begin(db, "r1")
    with pytest.raises(LeaseLost, match="epoch 2 of run r1 is over"):
        append(db, "r1", 2, [], None, False)
    assert [e.seq for e in read(db, "r1")] == [1] and read(db, "nowhere") == []


def test_failed_replans_of_a_task_count_until_it_succeeds(db):
    for number, (success, failed) in enumerate([(False, 2), (False, 1), (True, 0), (False, 4)]):
        begin(db, f"r{number}", 100.0 + number)
        end(db, f"r{number}", success=success, afterword=Afterword(failed_replans=failed), wall_seconds=1.0)
        counted = past(db, task_key(TASK), "ann", NOW).failed_replans
        assert counted == [2, 3, 0, 4][number]
    assert past(db, "another", "ann", NOW).failed_replans == 0 and past(db, task_key(TASK), "ben", NOW).successes == 0


def test_what_failed_is_remembered_newest_first_and_once(db):
    begin(db, "r1")
    for told in ("a wall", "a ditch"):
        ended = Ended(replace(stop(story(LOOK), NOW, "stuck").ending, afterword=Afterword(met=(Met("sign", told, False, "r1"),))))
        seq = len(read(db, "r1")) + 1
        append(db, "r1", 1, [("r1", seq, encode(Entry(seq, 101.0, ended)))], ended, False)
    assert [m.told for m in past(db, task_key(TASK), "ann", NOW).met] == ["a ditch"]


def test_runs_are_listed_newest_first_with_how_many_events_they_have(db):
    begin(db, "old", 100.0)
    begin(db, "new", 200.0)
    end(db, "old")
    assert [(s.id, s.events, s.state) for s in summaries(db)] == [("new", 1, "left"), ("old", 2, "ended")]


def test_only_a_replan_or_a_plan_that_mends_may_have_been_in_vain():
    mends = Planned(Plan(2, (), mends=True))
    assert may_fail_to_mend(PlanRequested("replan", Cause("failed"))) and may_fail_to_mend(mends)
    assert not any(map(may_fail_to_mend, (PlanRequested("first", Cause("failed")), Planned(Plan(1, ())), LOOK)))
