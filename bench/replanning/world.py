"""A bed as a world that is disturbed by a schedule: the same seed brings the same trouble at the same step, whoever acts."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import msgspec

from midcourse.core.logic.conditions import parse
from midcourse.core.model import Call, Done, FactKind, Failed, Observation, Result, Skill
from midcourse.core.plans.plan import Act, Step

from .beds import Bed, Ground


class Trouble(msgspec.Struct, frozen=True):
    """How often what happens, as a chance per step."""

    nature: float = 0.0
    """Somebody does a random act that is possible now."""
    nothing: float = 0.0
    """The act is called done and does nothing."""
    refused: float = 0.0
    """The act is refused with a reason that passes."""
    broken: str = ""
    """`loud`: one act of the first plan fails for good; `silent`: it is called done and never works."""
    undone: float = 0.0
    """Somebody does an act that takes back what was made."""
    helped: float = 0.0
    """Somebody does one of the plan's own next acts."""
    irrelevant: float = 0.0
    """Something changes that no plan speaks of."""
    lost: bool = False
    """A skill of the plan is gone from the middle on."""
    new_goal: bool = False
    """Another goal from the middle on."""


CLASSES: dict[str, Trouble] = {
    "nature 10 %, nothing 5 %": Trouble(nature=0.1, nothing=0.05),
    "explicit, transient": Trouble(refused=0.15),
    "implicit, transient": Trouble(nothing=0.15),
    "explicit, permanent": Trouble(broken="loud"),
    "implicit, permanent": Trouble(broken="silent"),
    "undone by others": Trouble(undone=0.15),
    "done by others": Trouble(helped=0.2),
    "capability lost": Trouble(lost=True),
    "goal changed": Trouble(new_goal=True),
}


@dataclass
class BedWorld:
    """The truth, and what the agent is told of it."""

    bed: Bed
    trouble: Trouble
    seed: int
    declared: tuple[Skill, ...]
    truth: set[str] = field(init=False)
    remaining: Callable[[], Sequence[Step]] = field(default=lambda: ())
    """The rest of the plan that is being followed, for help and for the record."""
    steps: int = 0
    failed: int = 0
    repeats: int = 0
    late: int = 0
    """Acts begun although the rest of the plan could no longer reach the goal."""
    ticks: int = 0
    broken: str = ""
    lost: str = ""
    first: tuple[Act, ...] = ()
    new_goal: str = ""
    goal: str = field(init=False)
    disturbed: bool = False

    def __post_init__(self) -> None:
        self.truth = set(self.bed.facts)
        self.goal = self.bed.goal
        self._by_call = {_name(g.act): g for g in self.bed.acts}
        self._made: set[str] = set()
        self._failures: set[tuple[str, frozenset[str]]] = set()

    @property
    def vocabulary(self) -> Sequence[FactKind]:
        """No list: everything may be seen."""
        return ()

    async def skills(self) -> Sequence[Skill]:
        """As declared, which may not be how they are."""
        return self.declared

    async def observe(self) -> Observation:
        """Everything, and a clock that means nothing."""
        seen = frozenset(self.truth)
        return Observation(seen | {f"tick({self.ticks})"} if self.ticks else seen, source="bed")

    async def act(self, call: Call) -> Result:
        """Do it, as the schedule lets it happen."""
        chance = self._chance("act")
        self.steps += 1
        act = Act(call.skill, call.args)
        ground = self._by_call.get(_name(act))
        if self.rest_reaches_goal() is False:
            self.late += 1
        result = self._instead(act, ground, chance) or self._done(ground, chance)
        if isinstance(result, Failed):
            self.failed += 1
            key = (_name(act), frozenset(self.truth))
            self.repeats += key in self._failures and result.reason != "unavailable"
            self._failures.add(key)
        self._afterwards()
        return result

    def _instead(self, act: Act, ground: Ground | None, chance: random.Random) -> Result | None:
        refused, nothing = chance.random(), chance.random()
        if self.lost and act.skill == self.lost:
            return Failed("unsupported", f"the skill {act.skill} is gone")
        if ground is None or not self.possible(ground):
            missing = sorted(ground.needs - self.truth)[:1] if ground else ["it"]
            return Failed("needs_not_met", f"{missing[0] if missing else 'something in the way'} does not hold")
        if self.broken and _name(act) == self.broken:
            return Failed("unreachable", "it can never be done") if self.trouble.broken == "loud" else Done()
        if refused < self.trouble.refused:
            return Failed("unavailable", "not now")
        return Done() if nothing < self.trouble.nothing else None

    def _done(self, ground: Ground | None, chance: random.Random) -> Result:
        assert ground is not None
        draw = chance.random()
        gives, takes = ground.gives, ground.takes
        for share, other_gives, other_takes in ground.outcomes:
            if draw < share:
                gives, takes = other_gives, other_takes
                break
            draw -= share
        self._made = (self._made - takes) | (gives - self.truth)
        self.truth = (self.truth - takes) | gives
        return Done()

    def _afterwards(self) -> None:
        chance = self._chance("after")
        nature, undone, helped, irrelevant = (chance.random() for _ in range(4))
        if irrelevant < self.trouble.irrelevant:
            self.ticks += 1
        if nature < self.trouble.nature:
            self._somebody(chance, lambda g: True)
        if undone < self.trouble.undone:
            self._somebody(chance, lambda g: bool(g.takes & self._made))
        if helped < self.trouble.helped:
            names = {_name(s) for s in self.remaining()[1:4] if isinstance(s, Act)}
            self._somebody(chance, lambda g: _name(g.act) in names)

    def _somebody(self, chance: random.Random, wanted: Callable[[Ground], bool]) -> None:
        open_acts = [g for g in self.bed.acts if self.possible(g) and wanted(g)]
        if open_acts:
            chosen = chance.choice(open_acts)
            self.truth = (self.truth - chosen.takes) | chosen.gives
            self.disturbed = True

    def _chance(self, what: str) -> random.Random:
        return random.Random(f"{self.bed.name}/{self.seed}/{self.steps}/{what}")

    def possible(self, ground: Ground) -> bool:
        """Whether an act can be done now."""
        return ground.needs <= self.truth and not (ground.needs_not & self.truth)

    # --- for the judge outside ----------------------------------------------------------------------------------

    def reached(self, truth: set[str] | None = None) -> bool:
        """Whether the goal holds, in truth."""
        now = self.truth if truth is None else truth
        return all((lit.fact in now) != lit.negated for lit in parse(self.goal))

    def rest_reaches_goal(self, steps: Sequence[Step] | None = None) -> bool | None:
        """Whether the rest of the plan, done from here with nothing in its way, leads to the goal; None if there is no rest."""
        rest = [s for s in (self.remaining() if steps is None else steps) if isinstance(s, Act)]
        if not rest:
            return None
        truth = set(self.truth)
        for step in rest:
            ground = self._by_call.get(_name(step))
            usable = ground is not None and ground.needs <= truth and not (ground.needs_not & truth)
            if ground is None or not usable or _name(step) == self.broken or step.skill == self.lost:
                return False
            gives, takes = ground.gives, ground.takes
            if step.outcome:
                index = int(step.outcome.rsplit(" ", 1)[-1]) - 2
                _, gives, takes = ground.outcomes[index]
            truth = (truth - takes) | gives
        return self.reached(truth)


def _name(act: Act) -> str:
    return f"{act.skill} {sorted(act.args.items())}"


name_of = _name
