"""Each rule for what keeps things fails on an adapter that breaks just it; those that are shipped keep them all."""

from itertools import count

import pytest
from msgspec.structs import replace

from midcourse.core.history.lessons import Found, is_for, ranked
from midcourse.core.protocols import Opened
from midcourse.engine.memory import MemoryStore
from midcourse.engine.sqlite import SqliteStore
from midcourse.recovery import vectors
from midcourse.recovery.lessons import SqliteLessons
from midcourse.testing import (
    DictMemory,
    check_journal,
    check_memory,
)
from midcourse.testing.contracts import journal, memory
from tests.testing.breaking import broken


class Amnesia(DictMemory):
    async def learn(self, lesson, helped, trial, now):
        return None


class Backwards(DictMemory):
    async def recall(self, situation, agent, team, now):
        return [Found(lesson, "exact") for lesson in sorted(self.lessons.values(), key=lambda k: -k.helped)]


class Pedant(DictMemory):
    async def recall(self, situation, agent, team, now):
        return [f for f in await super().recall(situation, agent, team, now) if f.match == "exact"]


class Hoarder(DictMemory):
    async def learn(self, lesson, helped, trial, now):
        await super().learn(lesson, helped, f"{trial}{len(self.lessons)}{self.lessons.get(lesson.id)}", now)


class Reckless(DictMemory):
    async def recall(self, situation, agent, team, now):
        return [
            replace(f, lesson=replace(f.lesson, quarantined=False)) for f in await super().recall(situation, agent, team, now)
        ]


class Unforgiving(DictMemory):
    async def learn(self, lesson, helped, trial, now):
        known = self.lessons.get(lesson.id)
        await super().learn(lesson, helped, trial, now)
        if known is not None and known.quarantined:
            self.lessons[lesson.id] = replace(self.lessons[lesson.id], quarantined=True)


class Gossip(DictMemory):
    async def recall(self, situation, agent, team, now):
        return ranked(situation, self.lessons.values(), now)


class Selfish(DictMemory):
    async def recall(self, situation, agent, team, now):
        return ranked(situation, (k for k in self.lessons.values() if k.agent == agent), now)


class Babbler(DictMemory):
    async def recall(self, situation, agent, team, now):
        return await super().recall(situation, agent, team, now) or [
            Found(k, "bare") for k in self.lessons.values() if is_for(k, agent, team)
        ]


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (Amnesia, memory.what_was_learned_is_found_again),
        (Backwards, memory.the_same_situation_comes_before_a_like_one),
        (Pedant, memory.other_arguments_are_no_other_situation),
        (Hoarder, memory.a_trial_counts_once),
        (Reckless, memory.one_harm_puts_it_aside),
        (Unforgiving, memory.help_brings_it_back),
        (Gossip, memory.a_lesson_of_one_agent_is_not_for_all),
        (Selfish, memory.a_lesson_of_a_team_is_for_the_team),
        (Babbler, memory.an_unknown_situation_finds_nothing),
    ],
)
def test_a_memory_that_breaks_a_rule_is_caught_by_it(make, rule):
    broken(check_memory, make, rule.__name__.replace("_", " "))


def test_memories_that_are_shipped_keep_the_contract(tmp_path):
    check_memory(DictMemory)
    files = (tmp_path / f"{i}.db" for i in count())
    check_memory(lambda: SqliteLessons(next(files)))
    check_memory(lambda: SqliteLessons(next(files), vectors.load()))


class Shuffled(MemoryStore):
    async def read(self, run_id):
        return (await super().read(run_id))[::-1]


class Overwriting(MemoryStore):
    async def append(self, run_id, epoch, entries):
        kept = self._entries[run_id]
        for entry in entries:
            if entry.seq <= len(kept):
                kept[entry.seq - 1] = entry
            else:
                await super().append(run_id, epoch, [entry])


class Open(MemoryStore):
    async def open(self, run_id, *, new=False):
        self._held.discard(run_id)
        return await super().open(run_id, new=new)


class Unfenced(MemoryStore):
    async def append(self, run_id, epoch, entries):
        await super().append(run_id, self._epochs[run_id], entries)


class Forgetful(MemoryStore):
    async def open(self, run_id, *, new=False):
        opened = await super().open(run_id, new=new)
        return Opened(opened.epoch, opened.entries[:1])


class Obliging(MemoryStore):
    async def read(self, run_id):
        return await super().read(run_id) if run_id in self._entries else []


class Mixing(MemoryStore):
    async def append(self, run_id, epoch, entries):
        await super().append(run_id, epoch, entries)
        if run_id == "r3" and len(self._entries["r3"]) == 7:
            self._entries["r3"][3:4] = self._entries["r2"][:1]


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (Shuffled, journal.what_is_appended_is_read_back_in_order),
        (Overwriting, journal.an_entry_is_never_written_over),
        (Open, journal.a_run_has_one_runner),
        (Unfenced, journal.an_old_epoch_is_shut_out),
        (Forgetful, journal.opening_gives_what_is_there),
        (Obliging, journal.an_unknown_run_is_told),
        (Mixing, journal.runs_do_not_mix),
    ],
)
def test_a_journal_that_breaks_a_rule_is_caught_by_it(make, rule):
    broken(check_journal, make, rule.__name__.replace("_", " "))


def test_journals_that_are_shipped_keep_the_contract(tmp_path):
    check_journal(MemoryStore)
    files = (tmp_path / f"{number}.db" for number in count())
    check_journal(lambda: SqliteStore(next(files)), lambda store: SqliteStore(store._path))
