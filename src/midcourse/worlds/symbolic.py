"""A world made of contracts alone: skills do exactly what they declare, unless they have hidden effects."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ..core.logic.conditions import coverage, parse
from ..core.model import Call, Done, FactKind, Failed, Observation, Result, Skill, Task
from ..core.plans.contracts import Contract, Imagined, contract_of, outcomes_of
from ..core.plans.plan import Act
from ..private import private_folder


class SymbolicWorld:
    """Facts and skills. `truth` is the real state; `done` is every effect that really happened, in order."""

    def __init__(
        self,
        skills: Iterable[Skill],
        facts: Iterable[str] = (),
        *,
        covers: tuple[str, ...] = ("*",),
        hidden: Mapping[str, str] | None = None,
        broken: Mapping[str, Failed] | None = None,
        vocabulary: Sequence[FactKind] = (),
        declared: Iterable[Skill] | None = None,
        seed: int = 0,
        keep: Path | None = None,
        task: Task | None = None,
    ) -> None:
        self._skills = {skill.name: skill for skill in skills}
        self.truth = {lit.fact for text in facts for lit in parse(text)}
        self._covers = covers
        self._hidden = dict(hidden or {})
        """Skill -> effects that its contract does not declare."""
        self._broken = dict(broken or {})
        """Skill -> how it always fails."""
        self._declared = None if declared is None else tuple(declared)
        """The skills as the world says they are, where that is not how they are."""
        self._chance = random.Random(seed)
        self._keep = keep
        """Where the state is kept, so that it outlives the process."""
        if keep is not None and keep.is_file():
            self._restore(json.loads(keep.read_text(encoding="utf-8")))
        self.vocabulary = tuple(vocabulary)
        self.task = task
        """What it asks by itself, if anything."""
        self.done: list[Call] = []
        self.calls: list[Call] = []

    async def skills(self) -> Sequence[Skill]:
        """The skills as declared."""
        return self._declared if self._declared is not None else tuple(self._skills.values())

    async def observe(self) -> Observation:
        """The truth, as far as this world covers it."""
        covered = coverage(self._covers)
        shown = (f for f in self.truth if covered.everything or covered.has(parse(f)[0]))
        return Observation(frozenset(shown), self._covers, source="symbolic")

    async def act(self, call: Call) -> Result:
        """Apply the contract and what is hidden beside it."""
        self.calls.append(call)
        skill = self._skills.get(call.skill)
        if skill is None:
            return Failed("unsupported", f"the skill {call.skill} is gone")
        if call.skill in self._broken:
            return self._broken[call.skill]
        contract = self._draw(call)
        world = self.imagine()
        missing = [lit.text for lit in contract.needs if world.truth(lit) is False]
        if missing:
            return Failed("needs_not_met", f"{missing[0]} does not hold")
        self.apply(contract)
        self.done.append(call)
        return Done({"did": call.skill})

    def _draw(self, call: Call) -> Contract:
        """What the call comes to this time."""
        skill = self._skills[call.skill]
        if not skill.outcomes:
            return self.contract(call)
        draw = self._chance.random()
        outcomes = outcomes_of(Act(call.skill, call.args, call.target), self._skills)
        for outcome in skill.outcomes:
            if draw < outcome.chance:
                return outcomes[outcome.name]
            draw -= outcome.chance
        return outcomes[""]

    def _restore(self, kept: dict[str, Any]) -> None:
        self.truth = set(kept["facts"])
        version, inner, rest = kept["chance"]
        self._chance.setstate((version, tuple(inner), rest))

    def contract(self, call: Call) -> Contract:
        """What the call really does, hidden effects included."""
        contract = contract_of(Act(call.skill, call.args, call.target), self._skills)
        return contract._replace(makes=(*contract.makes, *parse(self._hidden.get(call.skill, ""))))

    def imagine(self) -> Imagined:
        """The truth, to be played forward."""
        return Imagined(self.truth, coverage(("*",)))

    def apply(self, contract: Contract) -> None:
        """Let the effects happen, whoever brings them about."""
        world = self.imagine()
        world.apply(contract)
        self.truth = set(world.facts)
        if self._keep is not None:
            private_folder(self._keep.parent)
            fresh = self._keep.with_suffix(".new")
            fresh.write_text(json.dumps({"facts": sorted(self.truth), "chance": self._chance.getstate()}), encoding="utf-8")
            fresh.replace(self._keep)

    def lose(self, skill: str) -> None:
        """Take a capability away."""
        self._skills.pop(skill, None)

    def disturb(self, kind: str, chance: random.Random) -> str:
        """One disturbance from outside, of a kind that chaos knows; what was done, or '' if nothing could be."""
        match kind:
            case "undo" if self.truth:
                lost = chance.choice(sorted(self.truth))
                self.truth.discard(lost)
                return f"{lost} was taken away"
            case "help":
                open_acts = [
                    skill
                    for skill in sorted(self._skills.values(), key=lambda s: s.name)
                    if not skill.parameters and all(self.imagine().truth(n) for n in parse(skill.needs))
                ]
                if open_acts:
                    chosen = chance.choice(open_acts)
                    self.apply(contract_of(Act(chosen.name), self._skills))
                    return f"{chosen.name} happened by itself"
                return ""
            case "capability" if self._skills:
                name = chance.choice(sorted(self._skills))
                self.lose(name)
                return f"the skill {name} is gone"
            case _:
                return ""
