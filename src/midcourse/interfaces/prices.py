"""What a run may cost before it starts, and what it did cost, by purpose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from ..core.evolve import begin, evolve
from ..core.gates.asking import request_for
from ..core.gates.lookers import LooksAtAPrice
from ..core.language.prompts import Prompt
from ..core.model import Cost, Task
from ..core.plans.plan import Cause
from ..core.protocols import Charges, Model, Priced, Spoken
from ..core.run.commands import MakePlan
from ..core.run.entries import Entry
from ..core.run.events import Assessed, GoalRead, Looked, Planned, PlannerSaid, PlanRefused, PlanRequested, Reflected, Started
from ..core.run.settings import Settings
from ..director import consulting
from ..director.parts import Parts


class Most(NamedTuple):
    """The most that a run may cost: by what it may ask for, and by its budget."""

    plan: Cost
    """One plan, as things are now."""
    asked: Cost
    """All plans, judgements and reflections that the limits allow, each at its dearest."""
    budget: Cost

    @property
    def most(self) -> Cost:
        """The smaller of the two."""
        tokens, money = min(self.asked.tokens, self.budget.tokens), min(self.asked.money, self.budget.money)
        return Cost(tokens, money, min(tokens, self.asked.unpriced))

    def lines(self) -> Iterable[str]:
        """In words."""
        if not self.asked.tokens and not self.asked.money:
            yield "at most 0 tokens and $0: nothing that this run asks has a price"
            return
        yield f"the first plan: at most {self.plan.in_words()}"
        yield f"all that its limits let it ask: at most {self.asked.in_words()}"
        yield f"its budget: {self.budget.in_words()}"
        yield f"at most {self.most.in_words()}"


def caveat(cost: Cost, settings: Settings) -> str:
    """What the limits come to where a price is unknown; '' where none is."""
    if not cost.unpriced:
        return ""
    limits = f"max_money (${settings.limits.max_money:.2f}) cannot hold, max_tokens ({settings.limits.max_tokens:,}) does"
    return f"the price of the model is unknown: {limits}; name it after the model: 'PROVIDER:NAME price=IN/OUT'"


def caveat_of(model: Model, settings: Settings) -> str:
    """The same before anything is asked."""
    return caveat(model.most(Prompt("plan", "", "")), settings)


async def most_of(parts: Parts, task: Task, settings: Settings) -> Most:
    """Look once, and ask everybody who charges for their price. Nothing is done, and nothing is asked that costs."""
    world = parts.world
    vocabulary = tuple(world.vocabulary) if isinstance(world, Spoken) else ()
    now = parts.clock.now()
    skills = tuple(await world.skills())
    await consulting.check(parts, task, settings, skills, vocabulary)
    run = begin(Entry(1, now, Started("dry", task, settings, skills, vocabulary)))
    charges = isinstance(world, LooksAtAPrice) and world.most_each != Cost()
    if isinstance(world, LooksAtAPrice):
        world.keep_within(lambda most: False)
    seen = await world.observe()
    run = evolve(run, Entry(2, now, Looked(tuple(sorted(seen.facts)), (), seen.covers, seen.targets)))
    request = request_for(run, MakePlan("first", Cause("first")), now)
    planner = parts.planner
    plan = planner.most(request) if isinstance(planner, Priced) else Cost()
    each = planner.most_each if isinstance(planner, Charges) else plan
    budget = Cost(settings.limits.max_tokens, settings.limits.max_money)
    # A planner that names a price for what it is asked now, and none for what may come, is bounded by the budget alone.
    asked = _times(each, settings.limits.max_planner_calls) if each.tokens >= plan.tokens else budget
    if isinstance(parts.judge, Charges):
        asked += _times(parts.judge.most_each, settings.limits.max_planner_calls + 1)
    if isinstance(parts.reflector, Charges):
        asked += _times(parts.reflector.most_each, settings.limits.max_steps)
    if charges:
        asked = budget  # how often it must look nobody can say
    return Most(plan, asked, budget)


def _times(cost: Cost, number: int) -> Cost:
    return Cost(cost.tokens * number, cost.money * number, cost.unpriced * number)


def money_of(cost: Cost) -> float | None:
    """US dollars; None where no price is known."""
    return None if cost.unpriced and not cost.money else cost.money


class Spent(msgspec.Struct):
    """What was spent on one purpose."""

    purpose: str
    asked: int = 0
    tokens: int = 0
    money: float | None = 0.0
    """US dollars; None where no price is known."""
    seconds: float = 0.0
    unpriced: int = 0
    """Tokens whose price is unknown."""

    @property
    def cost(self) -> Cost:
        """Tokens and money."""
        return Cost(self.tokens, self.money or 0.0, self.unpriced)


def spent_by_purpose(entries: Iterable[Entry]) -> list[Spent]:
    """What a run cost: for each purpose how often somebody was asked, and what that took; and for each way of looking, where a
    world has several, how often it answered and how long that took, also where it cost nothing."""
    found: dict[str, Spent] = {}
    purpose = "first"
    for entry in entries:
        match entry.event:
            case PlanRequested(purpose=purpose):
                continue
            case Planned(cost=cost, took=took):
                name = f"plan: {purpose}"
            case PlanRefused(cost=cost, took=took):
                name = f"plan: {purpose}, sent back"
            case PlannerSaid(cost=cost, took=took, answer=answer):
                name = f"plan: {purpose}, {answer}"
            case GoalRead(cost=cost, took=took):
                name = "reading the goal"
            case Looked(cost=cost, took=took, tier=tier) if tier or cost != Cost():
                name = f"looking: {tier}" if tier else "looking"
            case Assessed(cost=cost, took=took):
                name = "judging"
            case Reflected(reflection=reflection, took=took):
                name, cost = "looking into failures", reflection.cost
            case _:
                continue
        row = found.setdefault(name, Spent(name))
        whole = row.cost + cost
        row.asked, row.seconds = row.asked + 1, row.seconds + took
        row.tokens, row.unpriced, row.money = whole.tokens, whole.unpriced, money_of(whole)
    return list(found.values())
