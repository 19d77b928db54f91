"""A world made of contracts alone: skills do exactly what they declare, unless they have hidden effects."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence

from ..core.conditions import coverage, parse
from ..core.contracts import Contract, Imagined, contract_of
from ..core.model import Call, Done, FactKind, Failed, Observation, Result, Skill
from ..core.plan import Act


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
    ) -> None:
        self._skills = {skill.name: skill for skill in skills}
        self.truth = {lit.fact for text in facts for lit in parse(text)}
        self._covers = covers
        self._hidden = dict(hidden or {})
        """Skill -> effects that its contract does not declare."""
        self._broken = dict(broken or {})
        """Skill -> how it always fails."""
        self.vocabulary = tuple(vocabulary)
        self.done: list[Call] = []
        self.calls: list[Call] = []

    async def skills(self) -> Sequence[Skill]:
        """The skills as declared."""
        return tuple(self._skills.values())

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
        contract = self.contract(call)
        world = self.imagine()
        missing = [lit.text for lit in contract.needs if world.truth(lit) is False]
        if missing:
            return Failed("needs_not_met", f"{missing[0]} does not hold")
        self.apply(contract)
        self.done.append(call)
        return Done({"did": call.skill})

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
