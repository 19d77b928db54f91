"""Each rule of the contract of worlds fails on a world that breaks just it; each rule of each contract has such an adapter."""

from pathlib import Path

import msgspec
import pytest

from midcourse import act
from midcourse.core.model import Done, Failed, Observation, Skill, Target
from midcourse.core.plans.plan import Act
from midcourse.demo.office import Office, OfficeWorld
from midcourse.testing import Chaos, Mix, SymbolicWorld, check_world
from midcourse.testing.contracts import approver, journal, judge, memory, planner, world
from midcourse.worlds.secrets import WithSecrets
from tests.testing.breaking import Door, broken

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


def test_every_rule_has_an_adapter_that_breaks_it():
    source = "".join(path.read_text() for path in Path(__file__).parent.glob("test_contracts*.py"))
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


@pytest.mark.parametrize(("by", "kept"), [(1, True), (2, False)])
def test_a_complete_contract_may_count_a_number_and_must_count_it_right(by, kept):
    class Till:
        """A world that counts coins."""

        coins = 3

        async def skills(self):
            return [Skill("pay", makes="coins(till, +=1)", complete=True)]

        async def observe(self):
            return Observation(frozenset({f"coins(till, {self.coins})"}), ("coins(*)",))

        async def act(self, call):
            if call.skill != "pay":
                return Failed("unknown_skill", "there is pay")
            self.coins += by
            return Done()

    if kept:
        check_world(Till, [act("pay"), act("pay")])
    else:
        broken(check_world, Till, "a complete contract names every effect", [act("pay")])
