"""What any world must keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...core.logic.conditions import coverage, holes, parse, parse_fact
from ...core.model import Call, Done, Failed, Observation, Skill, Uncertain
from ...core.plans.contracts import Contract, Imagined, contract_of
from ...core.plans.plan import Act
from ...core.protocols import Spoken, World
from ...core.seeing.belief import Belief, Change, compare, update
from ...worlds.closing import close
from .common import Rule, check


class Subject(NamedTuple):
    """A world and acts that should work in it, in order."""

    world: World
    examples: Sequence[Act]


def check_world(make: Callable[[], World], examples: Sequence[Act] = ()) -> None:
    """Check a world. `examples` are acts that work one after the other from the start; more of them show more."""
    check("world", RULES, lambda: Subject(make(), examples), lambda subject: close(subject.world))


async def skills_have_names_of_their_own_and_contracts_that_read(subject: Subject) -> str:
    skills = await subject.world.skills()
    names = [skill.name for skill in skills]
    if not names or len(set(names)) != len(names):
        return f"the skills are {names}"
    for skill in skills:
        known = {p.name for p in skill.parameters} | {"target"}
        for text in (skill.needs, skill.makes, skill.breaks):
            if strange := holes(parse(text)) - known:
                return f"{skill.name} speaks of {sorted(strange)}, which are not among its parameters"
    return ""


async def facts_read_and_are_covered_by_the_look(subject: Subject) -> str:
    seen = await subject.world.observe()
    covered = coverage(seen.covers)
    for text in seen.facts:
        if not covered.has(parse_fact(text)):
            return f"{text} is shown, but the look says it covers only {', '.join(seen.covers)}"
    return ""


async def facts_are_of_the_kinds_that_were_declared(subject: Subject) -> str:
    if not isinstance(subject.world, Spoken) or not subject.world.vocabulary:
        return ""
    kinds = {kind.name for kind in subject.world.vocabulary}
    strange = {parse_fact(f).name for f in (await subject.world.observe()).facts} - kinds
    return f"the vocabulary has no {', '.join(sorted(strange))}" if strange else ""


async def looking_changes_nothing(subject: Subject) -> str:
    first = await subject.world.observe()
    second = await subject.world.observe()
    change = compare(_belief(first), second)
    still = _volatile(subject.world)
    odd = [f for f in (*change.added, *change.removed) if parse_fact(f).name not in still]
    return f"between two looks {', '.join(odd)} changed; mark such facts volatile" if odd else ""


async def targets_have_ids_of_their_own_that_stay(subject: Subject) -> str:
    first = [t.id for t in (await subject.world.observe()).targets]
    second = [t.id for t in (await subject.world.observe()).targets]
    if len(set(first)) != len(first):
        return f"two targets share an id: {first}"
    return "" if sorted(first) == sorted(second) else f"the ids were {first}, then {second}"


async def an_unknown_skill_is_a_failure_that_is_told(subject: Subject) -> str:
    result = await subject.world.act(Call("no_such_skill_at_all", {}))
    return "" if isinstance(result, Failed) and result.detail else f"it answered {result!r}"


async def wrong_arguments_are_a_failure_that_is_told(subject: Subject) -> str:
    skill = next((s for s in await subject.world.skills() if any(p.required for p in s.parameters)), None)
    if skill is None:
        return ""
    result = await subject.world.act(Call(skill.name, {}))
    if isinstance(result, Failed) and result.reason and result.detail:
        return ""
    return f"{skill.name} without its arguments answered {result!r}"


async def a_refused_act_changes_nothing(subject: Subject) -> str:
    before = await subject.world.observe()
    await subject.world.act(Call("no_such_skill_at_all", {}))
    change = compare(_belief(before), await subject.world.observe())
    still = _volatile(subject.world)
    odd = [f for f in (*change.added, *change.removed) if parse_fact(f).name not in still]
    return f"after it {', '.join(odd)} changed" if odd else ""


async def what_a_contract_makes_is_seen_after_a_done(subject: Subject) -> str:
    skills = {skill.name: skill for skill in await subject.world.skills()}
    for step in subject.examples:
        result = await subject.world.act(Call(step.skill, step.args, step.target))
        if not isinstance(result, Done):
            return f"the example {step.skill} answered {result!r}"
        belief = _belief(await subject.world.observe())
        for lit in contract_of(step, skills).makes:
            if belief.holds((lit,)) is False:
                return f"{step.skill} says that it makes {lit.text}, and is done, but {lit.text} does not hold"
    return ""


async def a_complete_contract_names_every_effect(subject: Subject) -> str:
    skills = {skill.name: skill for skill in await subject.world.skills()}
    still = _volatile(subject.world)
    for step in subject.examples:
        before = _belief(await subject.world.observe())
        await subject.world.act(Call(step.skill, step.args, step.target))
        change = compare(before, await subject.world.observe())
        contract = contract_of(step, skills)
        if not contract.complete:
            continue
        after = _after(before, contract)
        extra = [f for f in change.added if parse_fact(f).name not in still and f not in after]
        lost = [f for f in change.removed if parse_fact(f).name not in still and f in after]
        if extra or lost:
            return f"{step.skill} is called complete, but also: {', '.join([*extra, *('not ' + f for f in lost)])}"
    return ""


async def undoing_restores_what_was(subject: Subject) -> str:
    skills: dict[str, Skill] = {skill.name: skill for skill in await subject.world.skills()}
    for step in subject.examples:
        before = await subject.world.observe()
        result = await subject.world.act(Call(step.skill, step.args, step.target))
        undo = skills[step.skill].undo if step.skill in skills else ""
        if not undo or isinstance(result, Failed | Uncertain):
            continue
        await subject.world.act(Call(undo, step.args, step.target))
        change = compare(_belief(before), await subject.world.observe())
        odd = [f for f in (*change.added, *change.removed) if parse_fact(f).name not in _volatile(subject.world)]
        if odd:
            return f"{undo} after {step.skill} leaves {', '.join(odd)} changed"
        await subject.world.act(Call(step.skill, step.args, step.target))
    return ""


def _after(before: Belief, contract: Contract) -> set[str]:
    """What should be so after the step, numbers counted."""
    imagined = Imagined(before.facts, before.covered)
    imagined.apply(contract)
    return imagined.facts


def _belief(seen: Observation) -> Belief:
    change: Change = compare(Belief(), seen)
    return update(Belief(), change, seen.covers, seen.targets, 0.0, "", frozenset())


def _volatile(world: World) -> set[str]:
    return {kind.name for kind in world.vocabulary if kind.volatile} if isinstance(world, Spoken) else set()


RULES: tuple[Rule[Subject], ...] = (
    skills_have_names_of_their_own_and_contracts_that_read,
    facts_read_and_are_covered_by_the_look,
    facts_are_of_the_kinds_that_were_declared,
    targets_have_ids_of_their_own_that_stay,
    looking_changes_nothing,
    an_unknown_skill_is_a_failure_that_is_told,
    wrong_arguments_are_a_failure_that_is_told,
    a_refused_act_changes_nothing,
    what_a_contract_makes_is_seen_after_a_done,
    a_complete_contract_names_every_effect,
    undoing_restores_what_was,
)
