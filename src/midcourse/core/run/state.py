"""The run as it stands: what all events so far add up to. `evolve` makes it; nothing else does."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ..history.ledger import Attempt, is_banned, rests_on
from ..history.lessons import Found
from ..history.past import Past
from ..history.reflections import Reflection
from ..history.stuck import Turn
from ..logic.conditions import Condition, coverage
from ..model import Constraint, FactKind, Grant, Json, Skill, Target, Task
from ..people.messages import Question
from ..people.risk import RiskRule
from ..plans.contracts import Contract, Imagined, contract_of, expected, outcomes_of
from ..plans.kernels import Kernels
from ..plans.plan import Act, Cause, Plan, Step
from ..seeing.belief import Belief
from ..seeing.hazard import Hazard
from .budget import Spent
from .ending import Ending
from .events import Assessed, GoalRead, Intended, Objection, PlannerSaid, PlanRequested
from .records import DONE, Approval, Broken, Doubt, LastAct, Record, Replied, Sighting, StepState, Trial
from .settings import Settings


class Run(msgspec.Struct, frozen=True):
    """Everything that `decide` may look at."""

    id: str
    task: Task
    settings: Settings
    skills: dict[str, Skill]
    vocabulary: tuple[FactKind, ...] = ()
    volatile: frozenset[str] = frozenset()
    spoken_of: frozenset[str] = frozenset()
    """The kinds of facts that the goal and the skills' contracts speak of."""
    goal: Condition = ()
    planner: str = ""
    world: str = ""
    policy: int = 0
    reflects: bool = False
    remembers: bool = False
    past: Past = Past()
    risks: tuple[RiskRule, ...] = ()

    started_at: float = 0.0
    at: float = 0.0
    """When the last event ended."""
    idle: float = 0.0
    """Seconds spent waiting for people: not counted against the budget."""
    seq: int = 0
    belief: Belief = Belief()
    look_wanted: str = "first look"
    """Why a look is due, if one is."""
    acts_since_look: int = 0
    """Acts whose outcome no look has followed yet."""
    look_failures: int = 0
    blind: int = 0
    """Times in a row that looking was given up: what is believed is old."""
    surprised: str = ""
    """What the last look showed that the plan did not predict."""
    hazard: Hazard = Hazard()
    """How often what changes by itself, as far as looks have shown."""
    gone_before: frozenset[str] = frozenset()
    """Facts that no contract speaks of and that went away at some time."""
    predicted: frozenset[str] | None = None
    kinds_seen: frozenset[str] = frozenset()
    """The kinds of facts that looks of this run have shown."""
    drifts: bool = False
    """A look has shown another world though nothing had been done since the one before."""
    perhaps_ours: frozenset[str] = frozenset()
    """Facts that came after an act of ours that may do more than it says: that they are so is no sign of anybody else."""
    sightings: dict[str, Sighting] = {}
    """Part of the goal -> the last look that showed it, where looks since show other things and no act of ours took it back."""

    plan: Plan | None = None
    plans: tuple[Plan, ...] = ()
    position: int = 0
    """The step of the plan that is next."""
    kernels: Kernels | None = None
    contracts: dict[str, Contract] = {}
    """Step -> its contract with all that is known filled in: read once per plan, not once per look."""
    outdated: Cause | None = None
    """Why the plan must be made anew whatever the world looks like: people want something else, or it goes in circles."""
    bound: dict[str, Target] = {}
    """The targets of the plan's steps as they looked when it was made."""
    records: dict[str, Record] = {}
    unconfirmed: tuple[str, ...] = ()
    """Steps called done whose effect a look may still show."""
    unmoved: frozenset[str] = frozenset()
    """Steps called done after which a look showed no change at all."""
    deeds: tuple[str, ...] = ()
    """The steps that were called done, in the order in which they were."""
    times: dict[str, int] = {}
    """Digest of an act -> how often it was called done."""
    restated: dict[str, str] = {}
    """Step of the present plan -> the step that did the same before, where the plan gives done work once more."""
    ways: dict[str, tuple[str, ...]] = {}
    """Digest of a goal on the way -> the acts that were planned to reach it."""
    doubted: frozenset[str] = frozenset()
    """Skills of which an effect was struck from the contract."""
    gave_way: dict[str, str | None] = {}
    """Skill -> its needs as declared, where some were struck because the planner insists; None once seen to be right."""
    told: frozenset[str] = frozenset()
    """Doubts about contracts that the planner has been told: if it goes on all the same, the contract gives way."""
    effects: dict[str, str] = {}
    """Literal -> the step that was last seen to make it."""
    outputs: dict[str, Json] = {}
    next_id: int = 1
    acted_in_plan: int = 0
    begun: tuple[int, ...] = ()
    """Versions of the plans of which an act was begun."""
    idle_plans: int = 0
    """Plans in a row that led to no act and left the world as it was."""
    planned_in: int = 0
    """Print of the world in which the present plan was accepted."""

    flight: Intended | None = None
    """The act under way."""
    intent: Intended | None = None
    """The act that was begun last."""
    believed: Belief = Belief()
    """What was held to be so when it began."""
    shown_before: frozenset[str] = frozenset()
    """What of its effect was to be seen before it."""
    last_act: LastAct | None = None
    doubt: Intended | None = None
    """The act of which nobody knows whether it happened."""
    broken: Broken | None = None
    """How it broke off, where it did and was not just silent."""
    sent_at: float = 0.0
    """When the act begun last was sent."""
    settling: float = 0.0
    """Until when effects of acts that were called done may still come, for all that looks have shown."""
    answered_at: float = 0.0
    """When the world last answered an act, or fell silent."""
    aside: tuple[Doubt, ...] = ()
    """Acts in doubt that wait for a look that can tell: none of them may be done again before."""
    crashed: bool = False
    """The doubt comes from a crash of our own process: no reason against the act."""
    failure: Attempt | None = None
    """The failure not yet dealt with."""
    reflection: Reflection | None = None
    """What was found out about that failure."""
    found: tuple[Found, ...] | None = None
    """Lessons for it; None while nobody has looked them up."""
    tried: frozenset[str] = frozenset()
    """Lessons and fixes that this run has tried."""
    trial: Trial | None = None
    """The fix that is being tried."""
    spoiled: Trial | None = None
    """The last fix that did not help: what mends it in turn mends what it was for."""
    retry_at: float = 0.0
    attempts: tuple[Attempt, ...] = ()
    relents: int = 0
    rest_until: float = 0.0
    """Nothing is done before this moment: what failed is given time to pass."""
    redos: dict[str, int] = {}
    turns: tuple[Turn, ...] = ()
    flags: int = 0

    goal_read: GoalRead | None = None
    """How the goal in words was put as a condition, once somebody was asked."""
    planning: PlanRequested | None = None
    """The request under way."""
    requested: PlanRequested | None = None
    """The last request."""
    refused: tuple[Objection, ...] = ()
    """Objections since the last accepted plan."""
    sent_back: tuple[str, ...] = ()
    """The digests of the plans that they were about."""
    said: PlannerSaid | None = None
    reconsidered: bool = False
    """It gave up, and one more look showed another world: it is asked again, once, before anything else is done."""
    unreachable: int = 0
    unaffordable: str = ""
    assessment: Assessed | None = None
    spent: Spent = Spent()
    progress: bool = False
    """Something was seen to work since the present plan was made."""
    failed_replans: int = 0
    """Replans that brought nothing."""
    agreed: int = 0
    """How many of them people have agreed to overlook."""
    replanned: dict[str, tuple[int, float]] = {}
    """Signature of a failure -> how often it was replanned for, and when last."""
    planned_at: float = 0.0
    paid: tuple[tuple[int, float], ...] = ()
    """(steps, price) of each plan that cost something."""

    question: Question | None = None
    reply: Replied | None = None
    """The last answer, until something was done about it."""
    approvals: tuple[Approval, ...] = ()
    """Live ones: each yes that was not used yet."""
    grants: tuple[Grant, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    lent: Approval | None = None
    """The yes that the last act was begun under."""
    blobs: frozenset[str] = frozenset()
    """Names of the outputs that are kept apart."""
    refusals: dict[str, str] = {}
    """Act digest -> who said no, and why."""
    paused: bool = False
    taken_over: str = ""
    cancelled: str | None = None
    messages: frozenset[str] = frozenset()

    ending: Ending | None = None

    @property
    def next_step(self) -> Step | None:
        """The step to do next, or None at the plan's end."""
        if self.plan is None or self.position >= len(self.plan.steps):
            return None
        return self.plan.steps[self.position]

    @property
    def last_step(self) -> Step | None:
        """The step before the next one."""
        return self.plan.steps[self.position - 1] if self.plan is not None and self.position > 0 else None

    @property
    def asks_again(self) -> bool:
        """Whether the next request is the last one once more: after an objection, an outage, or a second look."""
        return bool(self.refused) or self.unreachable > 0 or self.reconsidered

    def contract(self, step: Step) -> Contract:
        """The step's contract with all that is known filled in."""
        found = self.contracts.get(step.id)
        return found if found is not None else contract_of(step, self.skills, self.outputs)

    def expected(self, step: Step) -> Condition:
        """What a look after the step should show."""
        return expected(step, self.contract(step))

    def imagine(self) -> Imagined:
        """The world as believed, to be played forward."""
        return Imagined(self.belief.facts, self.belief.covered)

    def rests(self, step: Step, args: Mapping[str, Json], belief: Belief | None = None) -> str:
        """What an act of this step rests on, now or in what was believed, as a digest."""
        target = step.target if isinstance(step, Act) else ""
        world = self.imagine() if belief is None else Imagined(belief.facts, belief.covered)
        contract = self.contract(step)
        unknown = [lit for lit in contract.needs if world.truth(lit) is None]
        given = [id for id in self.deeds if any(self.contract(self.records[id].step).gives(lit) for lit in unknown)]
        return rests_on(args, target, contract, world, self.volatile, given)

    def ban(self, step: Step, args: Mapping[str, Json], digest: str) -> Attempt | None:
        """The failure that forbids this act in the world as it is now, if one does."""
        if not any(a.digest == digest and not a.forgiven for a in self.attempts):
            return None
        return is_banned(self.attempts, digest, self.rests(step, args), self.settings.retries)

    def seen_false(self, step_id: str) -> bool:
        """Whether the last look shows that the step's effect is not there; a look from before the act shows nothing of it."""
        if self.acts_since_look and step_id in self.unconfirmed:
            return False
        wanted = self.expected(self.records[step_id].step)
        return bool(wanted) and self.belief.holds_freshly(wanted) is False

    def did_nothing(self, step_id: str) -> bool:
        """Whether looks prove that nothing is left of a step called done: they show all it may touch, and no sign of it."""
        record = self.records[step_id]
        if record.state != "assumed" or not self.seen_false(step_id) or self.shows_some(record.step) or self._used_up(step_id):
            return False
        proven = {lit.name for lit in self.expected(record.step)} <= self.kinds_seen  # that such facts show
        if self.shows_all(record.step):
            return self.contract(record.step).complete or step_id in self.unmoved
        return step_id in self.unmoved and (proven or self.may_repeat(record.step))

    def _used_up(self, step_id: str) -> bool:
        """Whether a later act of ours takes back what it brings about."""
        later = [self.contract(self.records[id].step) for id in self.deeds[self.deeds.index(step_id) + 1 :]]
        return any(c.takes(lit) for c in later for lit in self.expected(self.records[step_id].step))

    def may_repeat(self, step: Step) -> bool:
        """Whether doing it twice does no harm."""
        skill = self.skills.get(step.skill) if isinstance(step, Act) else None
        return skill is not None and skill.repeatable

    def shows_some(self, step: Step) -> bool:
        """Whether the last look shows a part of its effect that was not there before the act begun last."""
        return any(self.belief.holds_freshly((lit,)) for lit in self.expected(step) if lit.text not in self.shown_before)

    def shows_all(self, step: Step) -> bool:
        """Whether the last look shows all that the step may touch."""
        fresh = coverage(self.belief.fresh)
        contract = self.contract(step)
        return fresh.everything or (contract.complete and all(fresh.has(lit) for lit in (*contract.makes, *contract.breaks)))

    def grace(self, skill: Skill) -> float:
        """Seconds that an effect is given to show after the world has answered."""
        return self.settings.settle_seconds if skill.settles is None else skill.settles

    @property
    def idles(self) -> bool:
        """Whether the present plan has led to no act, as the one before it, in a world that stays the same."""
        return self.acted_in_plan == 0 and self.idle_plans > 0 and self.planned_in == self.belief.print

    def came_out_otherwise(self, step: Step) -> bool:
        """Whether what is seen after the step is an outcome that its skill declares, though not the one counted on."""
        skill = self.skills.get(step.skill) if isinstance(step, Act) else None
        if skill is None or not skill.outcomes or not isinstance(step, Act):
            return False
        others = (contract for name, contract in outcomes_of(step, self.skills).items() if name != step.outcome)
        shown = ((*c.makes, *(lit.denied() for lit in c.breaks if not lit.open)) for c in others)
        return any(self.belief.holds_freshly(wanted) is not False for wanted in shown)

    def furthest(self) -> int | None:
        """The largest place of the plan from which it still reaches the goal, or None."""
        assert self.plan is not None and self.kernels is not None
        if not self.kernels.leaned_on:
            return self.kernels.furthest(self.position)
        done = {i for i, step in enumerate(self.plan.steps) if self.records[step.id].state in DONE}
        return self.kernels.furthest(self.position, done)

    def with_state(self, *states: StepState) -> tuple[str, ...]:
        """Ids of the steps in one of these states, oldest first."""
        return tuple(id for id, record in self.records.items() if record.state in states)

    @property
    def futile(self) -> int:
        """Failed replans of this task, over all its runs, with the present plan if nothing came of it."""
        return self.past.failed_replans + self.failed_replans + self.in_vain - self.agreed

    @property
    def in_vain(self) -> bool:
        """Whether the present plan is a replan of which nothing was seen to work."""
        return self.plan is not None and self.plan.mends and not self.progress

    def elapsed(self, now: float) -> float:
        """Seconds that count against the budget."""
        return now - self.started_at - self.idle


def mark(run: Run, step_id: str, state: StepState) -> Run:
    """The run with one step in another state."""
    return put(run, step_id, msgspec.structs.replace(run.records[step_id], state=state))


def put(run: Run, step_id: str, record: Record) -> Run:
    """The run with one step's record replaced."""
    return msgspec.structs.replace(run, records={**run.records, step_id: record})
