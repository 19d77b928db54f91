"""A storage that is opened twice: each rule fails on a store that breaks just it, and on no other."""

from itertools import count

import pytest
from msgspec.structs import replace

from midcourse.core.history.past import task_key
from midcourse.core.run.events import Ended, Started
from midcourse.engine.memory import MemoryStore
from midcourse.engine.sqlite import SqliteStore
from midcourse.testing import ContractBroken, check_journal
from midcourse.testing.contracts import handles, journal
from midcourse.testing.contracts.common import check
from midcourse.testing.contracts.handles import Handles
from tests.support import the


class Shared(MemoryStore):
    """A handle on what another one keeps: everything but what `own` names is the same."""

    own: tuple[str, ...] = ()

    @classmethod
    def again(cls, store):
        twin = cls()
        twin.__dict__ |= {name: value for name, value in vars(store).items() if name not in cls.own}
        return twin


class ForgetsWhoHolds(Shared):
    """Each handle knows only who holds a run by itself, as with a lock inside the process."""

    own = ("_held",)

    async def append(self, run_id, epoch, entries):
        self._held.add(run_id)
        await super().append(run_id, epoch, entries)


class ForgetsTheFence(Shared):
    """Each handle takes what it last opened for the epoch: one that was shut out does not notice."""

    def __init__(self):
        super().__init__()
        self.opened: dict[str, int] = {}

    own = ("opened",)

    async def open(self, run_id, *, new=False):
        opened = await super().open(run_id, new=new)
        self.opened[run_id] = opened.epoch
        return opened

    async def append(self, run_id, epoch, entries):
        own = self.opened.get(run_id) == epoch
        await super().append(run_id, self._epochs[run_id] if own else epoch, entries)


class CountsEpochsByItself(Shared):
    """The epoch begins anew with each handle."""

    own = ("_epochs",)


class LetsGoForOthers(Shared):
    async def close(self, run_id, epoch):
        self._held.discard(run_id)


class DropsTheOrder(Shared):
    async def receive(self, run_id, heard):
        return list(await super().receive(run_id, heard))[::-1]


class DeliversTwice(Shared):
    async def receive(self, run_id, heard):
        return [given for given in await super().receive(run_id, heard) for _ in range(2)]


class ForgetsWhatWasHeard(Shared):
    async def receive(self, run_id, heard):
        return await super().receive(run_id, ())


class GivesOnlyOnce(Shared):
    """A queue: what was received is gone, whether or not it was ever written down."""

    async def receive(self, run_id, heard):
        found = await super().receive(run_id, heard)
        self._messages.pop(run_id, None)
        return found


class KeepsMessagesToItself(Shared):
    own = ("_messages",)


class TellsEverybody(Shared):
    async def receive(self, run_id, heard):
        return await super().receive(next(iter(self._messages), run_id), heard)


class LosesThePast(Shared):
    """What a handle did not write itself is not counted."""

    def __init__(self):
        super().__init__()
        self.mine: set[str] = set()

    own = ("mine",)

    async def open(self, run_id, *, new=False):
        self.mine.add(run_id)
        return await super().open(run_id, new=new)

    async def past(self, task, agent, now):
        found = await super().past(task, agent, now)
        return replace(found, failed_replans=found.failed_replans if self.mine >= {*self._entries} else 0)


class CountsForAllTasks(Shared):
    async def past(self, task, agent, now):
        tasks = {task_key(the(entries[0].event, Started).task) for entries in self._entries.values()}
        found = [await super(CountsForAllTasks, self).past(each, agent, now) for each in {*tasks, task}]
        return replace(found[0], failed_replans=sum(past.failed_replans for past in found))


class NeverForgives(Shared):
    async def past(self, task, agent, now):
        last = [entries[-1].event for entries in self._entries.values() if _is_of(entries, task)]
        failed = sum(event.ending.afterword.failed_replans for event in last if isinstance(event, Ended))
        return replace(await super().past(task, agent, now), failed_replans=failed)


class NeverForgivesWhatWasLeft(Shared):
    async def past(self, task, agent, now):
        left = [es for es in self._entries.values() if not isinstance(es[-1].event, Ended)]
        return (
            replace(await super().past(task, agent, now), failed_replans=len(left))
            if left
            else await super().past(task, agent, now)
        )


class TrustsAnybody(Shared):
    async def past(self, task, agent, now):
        return replace(await super().past(task, agent, now), successes=9.0)


def _is_of(entries, task):
    return task_key(the(entries[0].event, Started).task) == task


BREAKS = {
    ForgetsWhoHolds: handles.a_living_holder_keeps_its_run,
    ForgetsTheFence: handles.the_next_holder_shuts_the_last_one_out,
    CountsEpochsByItself: handles.the_next_holder_shuts_the_last_one_out,
    LetsGoForOthers: handles.the_last_holder_cannot_let_it_go,
    DropsTheOrder: handles.messages_come_in_order_by_either_handle,
    DeliversTwice: handles.a_message_is_given_once,
    ForgetsWhatWasHeard: handles.what_was_heard_is_not_given_again,
    GivesOnlyOnce: handles.what_was_not_heard_is_given_by_either_handle,
    KeepsMessagesToItself: handles.what_was_not_heard_is_given_by_either_handle,
    TellsEverybody: handles.messages_are_for_their_run_alone,
    LosesThePast: handles.failed_replans_count_over_the_runs_of_a_task,
    CountsForAllTasks: handles.failed_replans_of_other_tasks_do_not_count,
    NeverForgives: handles.a_success_wipes_out_failed_replans,
    NeverForgivesWhatWasLeft: handles.a_success_wipes_out_failed_replans,
    TrustsAnybody: handles.an_agent_is_known_by_its_own_runs,
}


def broken_rules(kind):
    """The names of all rules of two handles that a kind of store breaks."""

    def twice():
        one = kind()
        return Handles(one, kind.again(one))

    found = []
    for rule in handles.RULES:
        try:
            check("journal", [rule], twice, handles.leave)
        except ContractBroken as error:
            found.append(error.rule)
    return found


@pytest.mark.parametrize(("kind", "rule"), BREAKS.items(), ids=lambda value: value.__name__)
def test_a_store_that_breaks_a_rule_of_two_handles_breaks_that_one_alone(kind, rule, monkeypatch):
    monkeypatch.setattr(handles, "BY_THEN", 0.0)
    name = rule.__name__.replace("_", " ")
    assert broken_rules(kind) == [name]
    with pytest.raises(ContractBroken) as caught:
        check_journal(kind, kind.again)
    assert caught.value.rule == name


def test_every_rule_of_two_handles_has_a_store_that_breaks_it():
    assert set(BREAKS.values()) == set(handles.RULES)


@pytest.mark.parametrize("kind", [ForgetsWhoHolds, ForgetsTheFence, CountsEpochsByItself, KeepsMessagesToItself, LosesThePast])
def test_what_a_store_loses_between_two_handles_cannot_be_seen_by_one(kind):
    check_journal(kind)


def test_a_store_in_memory_passes_as_one_object_and_as_two_that_share_it():
    check_journal(Shared)
    check_journal(Shared, Shared.again)


def test_a_journal_with_no_inbox_and_no_record_of_earlier_runs_is_not_asked_for_them():
    class Plain:
        """A journal and nothing else."""

        def __init__(self):
            inner = MemoryStore()
            self.open, self.append, self.close = inner.open, inner.append, inner.close
            self.read, self.runs = inner.read, inner.runs

    check_journal(Plain)


def test_handles_are_shut_when_a_rule_is_done(tmp_path):
    made: list[SqliteStore] = []

    def keep(store: SqliteStore) -> SqliteStore:
        made.append(store)
        return store

    files = (tmp_path / f"{number}.db" for number in count())
    check_journal(lambda: keep(SqliteStore(next(files))), lambda store: keep(SqliteStore(store._path)))
    assert len(made) == len(journal.RULES) + 2 * len(handles.RULES)
    assert all(not store._writer.is_open for store in made)
