"""Each rule of each contract fails on an adapter that breaks just it; the adapters that are shipped keep them all."""

import time
from itertools import count
from typing import Any, cast

import msgspec
import pytest
from msgspec.structs import replace

from midcourse import Answer, AtALoss, Draft, act
from midcourse.approval.console import ConsoleApprover
from midcourse.approval.inbox import InboxApprover
from midcourse.approval.rules import RulesApprover
from midcourse.core.history.lessons import Found, is_for, ranked
from midcourse.core.model import Cost, Done, FactKind, Failed, Observation, Parameter, Skill, Target
from midcourse.core.people.messages import Question
from midcourse.core.plans.plan import Act
from midcourse.core.protocols import Opened, Verdict
from midcourse.demo.office import Office, OfficeWorld
from midcourse.engine.memory import MemoryStore
from midcourse.engine.sqlite import SqliteStore
from midcourse.judges.facts import FactsJudge
from midcourse.planners.cascade import CascadePlanner
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.recovery import vectors
from midcourse.recovery.lessons import SqliteLessons
from midcourse.testing import (
    AnswersAll,
    Chaos,
    ContractBroken,
    DictMemory,
    Mix,
    ScriptedPeople,
    SymbolicWorld,
    check_approver,
    check_journal,
    check_judge,
    check_memory,
    check_planner,
    check_world,
)
from midcourse.testing.contracts import approver, journal, judge, memory, planner, world
from midcourse.worlds.secrets import WithSecrets


def broken(check, make, rule, *args):
    """The contract fails, and by this rule."""
    with pytest.raises(ContractBroken) as caught:
        check(make, *args)
    assert caught.value.rule == rule, str(caught.value)


# --- worlds -------------------------------------------------------------------------------------------------------


class Door:
    """A world that keeps every rule."""

    def __init__(self):
        self.facts, self.targets = set(), (Target("d1", "door", "Front"),)

    vocabulary = (FactKind("open"), FactKind("bell"))

    async def skills(self):
        return [
            Skill("open", parameters=(Parameter("by", "str"),), makes="open", complete=True, undo="shut"),
            Skill("shut", parameters=(Parameter("by", "str"),), makes="not open", complete=True),
        ]

    async def observe(self):
        return Observation(frozenset(self.facts), ("open", "bell"), self.targets)

    async def act(self, call):
        if call.skill not in ("open", "shut"):
            return Failed("unknown_skill", "there are open and shut")
        if "by" not in call.args:
            return Failed("bad_arguments", "say by whom")
        self.facts.add("open") if call.skill == "open" else self.facts.discard("open")
        return Done()


OPEN = [act("open", by="me")]


class TwinSkills(Door):
    async def skills(self):
        return [Skill("open"), Skill("open")]


class Uncovered(Door):
    async def observe(self):
        return Observation(frozenset({"open", "window"}), ("open",))


class Undeclared(Door):
    async def observe(self):
        return Observation(frozenset({"storm"}))


class Restless(Door):
    looks = 0

    async def observe(self):
        self.looks += 1
        return Observation(frozenset({"open"} if self.looks % 2 else set()), ("open",), self.targets)


class Shifty(Door):
    looks = 0

    async def observe(self):
        self.looks += 1
        return Observation(frozenset(), ("open",), (Target(f"t{self.looks}"),))


class Yes(Door):
    async def act(self, call):
        return Done() if call.skill == "no_such_skill_at_all" else await super().act(call)


class Lax(Door):
    async def act(self, call):
        return await super().act(msgspec.structs.replace(call, args={"by": "anybody", **call.args}))


class Clumsy(Door):
    async def act(self, call):
        result = await super().act(call)
        if isinstance(result, Failed) and result.reason == "unknown_skill":
            self.facts.add("bell")
        return result


class Liar(Door):
    async def act(self, call):
        result = await super().act(call)
        self.facts.discard("open")
        return result


class Secretive(Door):
    async def act(self, call):
        result = await super().act(call)
        if isinstance(result, Done):
            self.facts.add("bell")
        return result


class Sticky(Door):
    async def act(self, call):
        return Done() if call.skill == "shut" and call.args else await super().act(call)


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (TwinSkills, world.skills_have_names_of_their_own_and_contracts_that_read),
        (Uncovered, world.facts_read_and_are_covered_by_the_look),
        (Undeclared, world.facts_are_of_the_kinds_that_were_declared),
        (Restless, world.looking_changes_nothing),
        (Shifty, world.targets_have_ids_of_their_own_that_stay),
        (Yes, world.an_unknown_skill_is_a_failure_that_is_told),
        (Lax, world.wrong_arguments_are_a_failure_that_is_told),
        (Clumsy, world.a_refused_act_changes_nothing),
        (Liar, world.what_a_contract_makes_is_seen_after_a_done),
        (Secretive, world.a_complete_contract_names_every_effect),
        (Sticky, world.undoing_restores_what_was),
    ],
)
def test_a_world_that_breaks_a_rule_is_caught_by_it(make, rule):
    broken(check_world, make, rule.__name__.replace("_", " "), OPEN)


def test_worlds_that_are_shipped_keep_the_contract(tmp_path):
    check_world(Door, OPEN)
    chain = [Skill("a", makes="p", complete=True), Skill("b", needs="p", makes="q", complete=True)]
    check_world(lambda: SymbolicWorld(chain), [Act("a"), Act("b")])
    check_world(lambda: Chaos(SymbolicWorld(chain), Mix(), 1), [Act("a"), Act("b")])
    check_world(lambda: WithSecrets(Door(), {"NAME": "value"}), OPEN)
    folders = iter(range(99))
    steps = [act("scan", invoice="ann"), act("check", invoice="ann"), act("fetch_rates", source="bank"), act("open_outbox")]
    check_world(lambda: OfficeWorld(Office(tmp_path / str(next(folders)))), steps)


# --- planners -----------------------------------------------------------------------------------------------------


class Fine:
    """A planner that keeps every rule."""

    def most(self, request):
        return Cost(10, 0.1)

    async def plan(self, request):
        if "shout" in request.bounds.forbids or "wrapped" in request.facts:
            return AtALoss("no")
        return Draft((Act("fetch"), Act("wrap")), cost=Cost(5, 0.05))


def planner_that(**methods):
    return type("Broken", (Fine,), methods)


async def _words(self, request):
    return "just wrap it"


async def _empty(self, request):
    return Draft(())


async def _invents(self, request):
    return Draft((Act("teleport"),))


async def _loud(self, request):
    return Draft((Act("shout"),)) if request.bounds.forbids else await Fine.plan(self, request)


async def _again(self, request):
    return Draft((Act("fetch"), Act("wrap"))) if not request.bounds.forbids else AtALoss()


async def _blocks(self, request):
    time.sleep(0.3)
    return AtALoss("hm")


async def _dear(self, request):
    reply = await Fine.plan(self, request)
    return msgspec.structs.replace(reply, cost=Cost(99, 9.0))


@pytest.mark.parametrize(
    ("plan", "rule"),
    [
        (_words, planner.it_gives_one_of_the_four_answers),
        (_empty, planner.a_plan_has_steps),
        (_invents, planner.it_names_only_skills_that_are_there_with_arguments_that_fit),
        (_loud, planner.it_does_not_propose_what_people_forbade),
        (_again, planner.it_does_not_start_over_when_the_goal_holds),
        (_blocks, planner.it_lets_others_have_their_turn),
        (_dear, planner.it_costs_no_more_than_it_said),
    ],
)
def test_a_planner_that_breaks_a_rule_is_caught_by_it(plan, rule):
    broken(check_planner, planner_that(plan=plan), rule.__name__.replace("_", " "))


def test_planners_that_are_shipped_keep_the_contract():
    check_planner(Fine)
    check_planner(SearchPlanner)
    check_planner(lambda: CascadePlanner(ScriptedPlanner(AtALoss("no idea")), SearchPlanner()))


# --- judges -------------------------------------------------------------------------------------------------------


def judge_that(verdict):
    class Judge:
        async def assess(self, case):
            return verdict(case) if callable(verdict) else verdict

    return Judge


@pytest.mark.parametrize(
    ("verdict", "rule"),
    [
        ("looks fine", judge.it_gives_a_verdict),
        (Verdict(None, "", "cannot tell"), judge.it_says_who_speaks),
        (Verdict(True, "me"), judge.nothing_done_is_not_met),
        (lambda case: Verdict(bool(case.steps), "me"), judge.a_failed_step_is_not_met),
        (Verdict(None, "me"), judge.not_knowing_is_said_with_a_reason),
    ],
)
def test_a_judge_that_breaks_a_rule_is_caught_by_it(verdict, rule):
    broken(check_judge, judge_that(verdict), rule.__name__.replace("_", " "))


def test_judges_that_are_shipped_keep_the_contract():
    check_judge(FactsJudge)


# --- approvers ----------------------------------------------------------------------------------------------------


def approver_that(answer):
    class Approver:
        async def allows(self, question: Question):
            return answer(question)

    return Approver


@pytest.mark.parametrize(
    ("answer", "rule"),
    [
        (lambda q: Answer("q0", True, "me"), approver.it_answers_the_question_it_was_asked),
        (lambda q: Answer(q.id, True, ""), approver.it_says_who_answers),
        (lambda q: Answer(q.id, cast("Any", "perhaps"), "me"), approver.it_answers_yes_or_no_or_nothing),
        (lambda q: Answer(q.id, True, "rules"), approver.it_does_not_invent_what_happened),
    ],
)
def test_an_approver_that_breaks_a_rule_is_caught_by_it(answer, rule):
    broken(check_approver, approver_that(answer), rule.__name__.replace("_", " "))


def test_approvers_that_are_shipped_keep_the_contract():
    check_approver(InboxApprover)
    check_approver(AnswersAll)
    check_approver(lambda: ScriptedPeople([True, None]))
    check_approver(lambda: RulesApprover(allow=["send"], refuse=["delete"], otherwise=False))
    check_approver(lambda: ConsoleApprover(read=lambda prompt: "y", write=lambda text: None))


# --- memories -----------------------------------------------------------------------------------------------------


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


# --- journals -----------------------------------------------------------------------------------------------------


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


def test_every_rule_has_an_adapter_that_breaks_it():
    import inspect

    import tests.testing.test_contracts as here

    source = inspect.getsource(here)
    for module in (world, planner, judge, approver, memory, journal):
        for rule in module.RULES:
            name = f"{module.__name__.rsplit('.', 1)[1]}.{rule.__name__})"
            assert name in source, f"no broken adapter for {name}"


def test_what_hangs_is_told_and_not_waited_for(monkeypatch):
    import asyncio

    from midcourse.testing.contracts import common

    monkeypatch.setattr(common, "PATIENCE", 0.2)

    class Hung(Door):
        async def skills(self):
            await asyncio.sleep(60)

    broken(check_world, Hung, world.RULES[0].__name__.replace("_", " "))
