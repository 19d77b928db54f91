"""The journal of a run that is being written: every event in the run and in the journal, and none lost."""

import asyncio

import pytest

from midcourse.core.errors import JournalError, RunNotFound
from midcourse.core.model import Task
from midcourse.core.run.entries import FORMAT
from midcourse.core.run.events import Looked, Started
from midcourse.director.logbook import Logbook
from midcourse.director.loop import Director
from midcourse.director.onward import OnwardClock
from midcourse.engine.memory import MemoryStore
from midcourse.testing import FrozenClock
from tests.director.writing import in_a_run, parts
from tests.support import LOOK, under


def test_an_event_is_in_the_run_at_once_and_in_the_journal_once_it_is_saved():
    made = parts()

    async def tell(log, why):
        log.record(Looked(added=("p",)), why)
        before = await made.journal.read("r")
        await log.save()
        return log.run.seen.belief.facts, len(before), await made.journal.read("r")

    believed, before, after = in_a_run(made, tell)
    assert believed == {"p"} and before == 1
    assert [(e.seq, e.rule, e.command, e.v) for e in after[1:]] == [(2, "look", "look", FORMAT)]


def test_an_event_is_stamped_with_its_decision_or_with_when_it_began_or_with_now():
    made = parts(clock=FrozenClock(500.0))

    async def tell(log, why):
        await made.clock.sleep(10.0)
        log.record(LOOK, why)
        log.record(LOOK, at=505.0)
        log.record(LOOK)
        await log.save()
        return [e.at for e in await made.journal.read("r")]

    assert in_a_run(made, tell) == [500.0, 500.0, 505.0, 510.0]


def test_watchers_see_each_entry_with_the_run_after_it():
    seen = []

    async def tell(log, why):
        log.watchers = [lambda entry, run: seen.append((entry.seq, run.seq, run.seen.belief.looks))]
        log.record(LOOK, why)
        log.record(LOOK, why)

    in_a_run(parts(), tell)
    assert seen == [(2, 2, 1), (3, 3, 2)]


def test_saving_twice_keeps_nothing_twice():
    made = parts()

    async def tell(log, why):
        log.record(LOOK, why)
        await log.save()
        await log.save()
        return len(await made.journal.read("r"))

    assert in_a_run(made, tell) == 2


def test_a_run_that_was_let_go_is_taken_up_as_it_stood():
    made = parts()

    async def tell(log, why):
        log.record(Looked(added=("p",)), why)
        await log.save()
        await log.close()
        other = Logbook(made.journal, OnwardClock(made.clock), ())
        epoch = await other.take_up("r")
        return epoch, other.run, log.run

    epoch, other, run = in_a_run(made, tell)
    assert epoch == 2 and other == run


def test_without_a_run_there_is_nothing_to_write_and_an_unknown_one_is_told():
    log = Logbook(MemoryStore(), OnwardClock(FrozenClock()), ())
    with pytest.raises(AssertionError, match="no run was started"):
        log.record(LOOK)
    with pytest.raises(RunNotFound, match="nowhere"):
        asyncio.run(log.take_up("nowhere"))


class Full(MemoryStore):
    """A store on a disk that has no room at some time."""

    room = True

    async def append(self, run_id, epoch, entries):
        if not self.room:
            raise JournalError("the disk is full")
        await super().append(run_id, epoch, entries)


def test_what_could_not_be_saved_is_saved_with_the_next_events_once_there_is_room():
    store = Full()
    made = parts(journal=store)

    async def tell(log, why):
        log.record(LOOK, why)
        store.room = False
        with pytest.raises(JournalError):
            await log.save()
        store.room = True
        log.record(LOOK, why)
        await log.save()
        return [e.seq for e in await store.read("r")], log.run.seq

    assert in_a_run(made, tell) == ([1, 2, 3], 3)


def test_what_could_not_be_saved_is_forgotten_when_the_run_is_taken_up_from_its_journal():
    store = Full()
    made = parts(journal=store)

    async def tell(log, why):
        log.record(LOOK, why)
        store.room = False
        with pytest.raises(JournalError):
            await log.save()
        store.room = True
        await log.close()
        await log.take_up("r")
        await log.save()
        return [e.seq for e in await store.read("r")], log.run.seq

    assert in_a_run(made, tell) == ([1], 1)


@pytest.mark.parametrize("resumed", [False, True], ids=["begun", "taken up"])
def test_a_run_whose_first_event_could_not_be_saved_is_let_go(resumed):
    store = Full()

    def director():
        return Director(parts(journal=store, inbox=store), patient=False)

    async def story():
        if resumed:
            log = Logbook(store, OnwardClock(FrozenClock()), ())
            await log.begin(Started("r", Task("x", "q"), under(), ()), 1.0)
            await log.close()
        store.room = False
        with pytest.raises(JournalError, match="the disk is full"):
            await (director().resume("r") if resumed else director().start("r", Task("x", "q"), under()))
        store.room = True
        await (store.open("r") if resumed else store.open("r", new=True))

    asyncio.run(story())
