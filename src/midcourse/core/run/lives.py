"""The values that a run is made of, each with a life of its own: when its life ends, it is replaced whole."""

from __future__ import annotations

from msgspec.structs import replace

from ..history.ledger import Attempt
from ..history.lessons import Found
from ..history.past import Past
from ..history.reflections import Reflection
from ..history.stuck import Turn
from ..logic.conditions import Condition
from ..model import Constraint, FactKind, Grant, Json, Skill, Target, Task, Value
from ..people.messages import Question
from ..people.risk import RiskRule
from ..plans.contracts import Contract
from ..plans.kernels import Kernels
from ..plans.plan import Act, Cause, Plan, Step
from ..seeing.belief import Belief
from ..seeing.hazard import Hazard
from .events import Assessed, GoalRead, Objection, PlannerSaid, PlanRequested
from .records import Approval, GoalWay, Record, Replied, Sighting, StepState, Trial
from .settings import Settings
from .strategies import STRATEGIES, Strategy


class Setup(Value, frozen=True):
    """What the run was started with. People who change the goal change it, and a world that declares its skills anew."""

    task: Task
    """What it is for: the goal as people last changed it, with the condition that it was read as."""
    settings: Settings
    """Every choice about the loop, as it was made at the start."""
    planner: str = ""
    """The planner's name."""
    world: str = ""
    """The world's name."""
    policy: int = 0
    """The version of the rules that the run was begun under."""
    reflects: bool = False
    """Somebody looks into failures."""
    remembers: bool = False
    """Lessons are looked up and kept."""
    past: Past = Past()
    """What earlier runs of the task and of its agent tell."""
    risks: tuple[RiskRule, ...] = ()
    """The rules by which an act's risk is weighed."""
    started_at: float = 0.0
    """When the run began, in seconds since the epoch."""
    declared: dict[str, Skill] = {}
    """Name -> skill, as the world last declared it."""
    imported_from: str = ""
    """The file that its journal was read from; '' for a run of this store."""

    @property
    def strategy(self) -> Strategy:
        """What kind of loop this is."""
        return STRATEGIES[self.settings.replan]


class Known(Value, frozen=True):
    """What is held of the goal and of the skills: as declared, less what the world or the planner contradicts."""

    skills: dict[str, Skill]
    """Name -> skill, without the needs and effects that were struck from its contract."""
    vocabulary: tuple[FactKind, ...] = ()
    """The kinds of facts that the world declares."""
    volatile: frozenset[str] = frozenset()
    """The kinds that change by themselves all the time."""
    goal: Condition = ()
    """The goal as a condition; () where it is words alone."""
    goal_read: GoalRead | None = None
    """How the goal in words was put as a condition, once somebody was asked."""
    spoken_of: frozenset[str] = frozenset()
    """The kinds of facts that the goal and the skills' contracts speak of."""
    doubted: frozenset[str] = frozenset()
    """Skills of which an effect was struck from the contract."""
    gave_way: dict[str, str | None] = {}
    """Skill -> its needs as declared, where some were struck because the planner insists; None once seen to be right."""
    told: frozenset[str] = frozenset()
    """Doubts about contracts that the planner has been told: if it goes on all the same, the contract gives way."""

    def may_repeat(self, step: Step) -> bool:
        """Whether doing it twice does no harm."""
        skill = self.skills.get(step.skill) if isinstance(step, Act) else None
        return skill is not None and skill.repeatable


class Seen(Value, frozen=True):
    """What looks have shown, and when the next one is due."""

    belief: Belief = Belief()
    """What is held to be so: the last look laid over the earlier ones."""
    look_wanted: str = "first look"
    """Why a look is due, if one is."""
    acts_since_look: int = 0
    """Acts whose outcome no look has followed yet."""
    look_failures: int = 0
    """Looks in a row that failed."""
    look_again_at: float = 0.0
    """After a look that failed: not before this moment."""
    blind: int = 0
    """Times in a row that looking was given up: what is believed is old."""
    surprised: str = ""
    """What the last look showed that the plan did not predict."""
    hazard: Hazard = Hazard()
    """How often what changes by itself, as far as looks have shown."""
    gone_before: frozenset[str] = frozenset()
    """Facts that no contract speaks of and that went away at some time."""
    predicted: frozenset[str] | None = None
    """What the next look should show, where any change is a reason to replan."""
    kinds_seen: frozenset[str] = frozenset()
    """The kinds of facts that looks of this run have shown."""
    drifts: bool = False
    """A look has shown another world though nothing had been done since the one before."""
    perhaps_ours: dict[str, str] = {}
    """What came to be so, or not so, after an act of ours that may do more than it says -> that step: that it is so is no sign of
    anybody else."""
    origin: str = ""
    """The origin of the first page that a look showed; '' in a world without pages."""
    sightings: dict[str, Sighting] = {}
    """Part of the goal -> the last look that showed it, where looks since show other things and no act of ours took it back."""

    @property
    def came_with_us(self) -> frozenset[str]:
        """The facts that came after such an act."""
        return frozenset(text for text in self.perhaps_ours if not text.startswith("not "))


class Course(Value, frozen=True):
    """The present plan and where the run stands in it. A new plan begins a new course."""

    plan: Plan | None = None
    """The plan, with targets found again and a person's changes in it; None before the first was accepted."""
    position: int = 0
    """The step of the plan that is next."""
    kernels: Kernels | None = None
    """What the rest of the plan needs, at each of its steps."""
    outdated: Cause | None = None
    """Why the plan must be made anew whatever the world looks like: people want something else, or it goes in circles."""
    bound: dict[str, Target] = {}
    """The targets of the plan's steps as they looked when it was made."""
    restated: dict[str, str] = {}
    """Step of the plan -> the step that did the same before, where the plan gives done work once more."""
    redos: dict[str, int] = {}
    """Place and reason of going back in the plan -> how often."""
    spared: dict[str, bool] = {}
    """Steps that are come by on the way back to where the plan was left, and need not be done again -> whether what they bring
    about stood when the way began."""
    acted: int = 0
    """Acts of this plan that were called done."""
    progress: bool = False
    """Something was seen to work since the plan was made."""
    planned_at: float = 0.0
    """Seconds of the run after which it was accepted."""
    planned_in: int = 0
    """Print of the world in which it was accepted."""
    idle_plans: int = 0
    """Plans in a row, up to this one, that led to no act and left the world as it was."""

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


class Work(Value, frozen=True):
    """All steps of the run and what became of them, over all its plans."""

    records: dict[str, Record] = {}
    """Id -> each step that an accepted plan ever had, oldest first, with its state."""
    plans: tuple[Plan, ...] = ()
    """Every plan that was accepted, oldest first."""
    begun: tuple[int, ...] = ()
    """Versions of the plans of which an act was begun."""
    next_id: int = 1
    """The number of the next step's id."""
    contracts: dict[str, Contract] = {}
    """Step -> its contract with all that is known filled in: read once per plan, not once per look."""
    unconfirmed: tuple[str, ...] = ()
    """Steps called done whose effect a look may still show."""
    unmoved: frozenset[str] = frozenset()
    """Steps called done after which a look showed no change at all."""
    deeds: tuple[str, ...] = ()
    """The steps that were called done, in the order in which they were."""
    settled: dict[str, str] = {}
    """Step that gave no answer -> who or what told that it happened."""
    times: dict[str, int] = {}
    """Digest of an act -> how often it was called done."""
    effects: dict[str, str] = {}
    """Literal -> the step that was last seen to make it."""
    numbers: dict[str, str] = {}
    """What is counted, as `rows(*)` -> what a count of ours was last seen to make of it, as `rows(3)`."""
    outputs: dict[str, Json] = {}
    """Step -> what it gave."""
    blobs: frozenset[str] = frozenset()
    """Names of the outputs that are kept apart."""
    ways: dict[str, tuple[GoalWay, ...]] = {}
    """Digest of a goal on the way -> the ways to it: a plan may want it more than once."""

    def with_deed(self, step_id: str, act: str) -> Work:
        """The same once a step was called done; `act` is its digest."""
        return replace(self, deeds=(*self.deeds, step_id), times=self.counted(act))

    def unanswered(self, step_id: str, by: str) -> Work:
        """The same once a step is known to be done though it gave no answer: what an earlier try gave speaks of that one."""
        outputs = {id: output for id, output in self.outputs.items() if id != step_id}
        return replace(self, outputs=outputs, settled={**self.settled, step_id: by})

    def given(self) -> dict[str, Json]:
        """What every step gave that was called done: nothing, where it answered and gave nothing. Of one that did not answer,
        nobody knows."""
        return {**{id: None for id in self.deeds if id not in self.settled}, **self.outputs}

    def counted(self, act: str) -> dict[str, int]:
        """How often each act was called done, with this one once more."""
        return {**self.times, act: self.times.get(act, 0) + 1}

    def has_shown(self, skill: str) -> bool:
        """Whether an act of the skill was ever seen to do what it declares."""
        confirmed = (r.step for r in self.records.values() if r.state == "confirmed")
        return any(isinstance(step, Act) and step.skill == skill for step in confirmed)

    def with_state(self, *states: StepState) -> tuple[str, ...]:
        """Ids of the steps in one of these states, oldest first."""
        return tuple(id for id, record in self.records.items() if record.state in states)


class Trouble(Value, frozen=True):
    """The failure that is not yet dealt with, and what is known about it. It is gone once something is done about it."""

    failure: Attempt | None = None
    """The failed act; None while nothing is to be mended."""
    reflection: Reflection | None = None
    """What was found out about it."""
    found: tuple[Found, ...] | None = None
    """Lessons for it; None while nobody has looked them up."""
    retry_at: float = 0.0
    """It is not tried again before this moment."""


class History(Value, frozen=True):
    """What was tried, over the life of the run."""

    attempts: tuple[Attempt, ...] = ()
    """Every act that failed."""
    relents: int = 0
    """How often failures were forgiven because they may have passed."""
    rest_until: float = 0.0
    """Nothing is done before this moment: what failed is given time to pass."""
    turns: tuple[Turn, ...] = ()
    """The last turns, by which circles are noticed."""
    flags: int = 0
    """How often it went in circles."""
    tried: frozenset[str] = frozenset()
    """Lessons and fixes that this run has tried."""
    trial: Trial | None = None
    """The fix that is being tried."""
    spoiled: Trial | None = None
    """The last fix that did not help: what mends it in turn mends what it was for."""
    failed_replans: int = 0
    """Replans that brought nothing."""
    agreed: int = 0
    """How many of them people have agreed to overlook."""
    replanned: dict[str, tuple[int, float]] = {}
    """Signature of a failure -> how often it was replanned for, and when last."""


class Talk(Value, frozen=True):
    """The talk with the planner and the judge since the last accepted plan."""

    planning: PlanRequested | None = None
    """The request under way."""
    requested: PlanRequested | None = None
    """The last request."""
    refused: tuple[Objection, ...] = ()
    """Objections to what it answered."""
    sent_back: tuple[str, ...] = ()
    """The digests of the plans that they were about."""
    said: PlannerSaid | None = None
    """Its last answer that is no plan."""
    reconsidered: bool = False
    """It gave up, and one more look showed another world: it is asked again, once, before anything else is done."""
    unreachable: int = 0
    """Times in a row that it could not be reached."""
    ask_again_at: float = 0.0
    """It is not asked again before this moment."""
    unaffordable: str = ""
    """Why its answer cannot be paid."""
    assessment: Assessed | None = None
    """The judge's word on this plan."""

    def objected(self, objection: Objection, digest: str) -> Talk:
        """The same with one more objection, to the plan of this digest."""
        before = self.sent_back if self.refused else ()
        return replace(self, refused=(*self.refused, objection), sent_back=(*before, digest))

    @property
    def asks_again(self) -> bool:
        """Whether the next request is the last one once more: after an objection, an outage, or a second look."""
        return bool(self.refused) or self.unreachable > 0 or self.reconsidered


class People(Value, frozen=True):
    """What people were asked and have said, allowed and forbidden."""

    question: Question | None = None
    """The question that is open."""
    unheard: str = ""
    """Why whoever was asked last cannot answer, in words; '' where nothing is known to be wrong."""
    reply: Replied | None = None
    """The last answer, until something was done about it."""
    approvals: tuple[Approval, ...] = ()
    """Live ones: each yes that was not used yet."""
    lent: Approval | None = None
    """The yes that the last act was begun under."""
    grants: tuple[Grant, ...] = ()
    """What may be done without asking."""
    constraints: tuple[Constraint, ...] = ()
    """What may not be done."""
    refusals: dict[str, str] = {}
    """Digest of an act or plan -> who said no, and why."""
    paused: bool = False
    """Somebody wants it to wait."""
    taken_over: str = ""
    """Who has the world in hand."""
    cancelled: str | None = None
    """Why somebody wants it to end."""
    messages: frozenset[str] = frozenset()
    """Ids of the messages that were heard."""
