"""The roles: what the engine asks of a world, a planner, a judge, an approver, of those who look into failures; and the ports.

Each is one to five methods. A part that offers more does so through a small protocol of its own (`Priced`, `Spoken`, `Tasked`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Collection, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

import msgspec

from .failing.findings import Finding, Report
from .gates.request import GoalAsCondition, PlanRequest, Reply
from .gates.unplanned import MayCall
from .history.ledger import Attempt
from .history.lessons import Found, Lesson
from .history.past import Past
from .history.reflections import Reflection
from .history.situations import Situation
from .language.prompts import Completion, Prompt
from .model import Call, Cost, FactKind, Json, Observation, Result, Skill, Task, Value
from .people.messages import Answer, Message, Question
from .plans.plan import Step
from .run.entries import Entry
from .run.state import Run


@runtime_checkable
class World(Protocol):
    """Where the agent acts."""

    async def skills(self) -> Sequence[Skill]:
        """What can be done. Asked when a run starts and when it is taken up again; of two words the stricter counts then."""
        ...

    async def observe(self) -> Observation:
        """What is so now. Raises LookFailed when it cannot be seen."""
        ...

    async def act(self, call: Call) -> Result:
        """Do it. What does not work is a `Failed` with a reason, not an exception."""
        ...


@runtime_checkable
class Spoken(Protocol):
    """A world that declares the kinds of facts it can show."""

    @property
    def vocabulary(self) -> Sequence[FactKind]:
        """Every kind of fact; a plan that rests on others cannot be followed by looking."""
        ...


@runtime_checkable
class CallsUnplanned(Protocol):
    """A world that calls skills which no plan calls, to see more."""

    def heed(self, may: MayCall) -> None:
        """In the task that runs now, call nothing unplanned that this does not allow. Said when a run starts or is taken up."""
        ...


@runtime_checkable
class Tasked(Protocol):
    """A world that asks for something by itself, as a game does."""

    @property
    def task(self) -> Task | None:
        """What it asks; None if nothing. Its goal and `done_when` stand where whoever starts the run gives none."""
        ...


@runtime_checkable
class BringsPlanner(Protocol):
    """A world that knows who plans best in it."""

    @property
    def planner(self) -> Planner | None:
        """Who plans where nobody else is named; None for the usual one."""
        ...


@runtime_checkable
class HasScreen(Protocol):
    """A world with things to point at: plans may be made from words and what is on the screen."""

    @property
    def has_screen(self) -> bool:
        """Whether it has one now."""
        ...


@runtime_checkable
class Closes(Protocol):
    """A world that holds something open, such as a browser."""

    def close(self) -> Awaitable[None] | None:
        """Give it back, once. Not called for a run that is refused: open nothing before the first `skills` or `observe`."""
        ...


@runtime_checkable
class Planner(Protocol):
    """Who makes plans."""

    async def plan(self, request: PlanRequest) -> Reply:
        """A plan, or done, impossible, stuck. Raises PlannerUnreachable when it cannot be asked now."""
        ...


@runtime_checkable
class Foretold(Protocol):
    """A planner whose plans are known before the run."""

    def check(self, skills: Sequence[Skill], vocabulary: Sequence[FactKind]) -> None:
        """TaskError for the first step that this world cannot take."""
        ...


@runtime_checkable
class Priced(Protocol):
    """A planner whose answers cost something."""

    def most(self, request: PlanRequest) -> Cost:
        """The most the answer to this request may cost; set aside before it is asked."""
        ...


@runtime_checkable
class ReadsGoals(Protocol):
    """A planner that can put a goal in words as a condition."""

    async def read_goal(self, request: PlanRequest) -> GoalAsCondition | None:
        """How it is seen that the goal is reached; None if it cannot tell at all. Costs no more than a plan."""
        ...


@runtime_checkable
class Charges(Protocol):
    """A judge or a reflector whose answers cost something."""

    @property
    def most_each(self) -> Cost:
        """The most that one answer may cost; it is not asked with less than that left."""
        ...


class Case(msgspec.Struct, frozen=True):
    """What a judge sees."""

    goal: str
    """The task's goal in words."""
    done_when: str
    """The goal as a condition; '' where there are only words."""
    facts: frozenset[str]
    """What is held to be so; empty where no look has followed the last act, or none can be had."""
    steps: tuple[tuple[Step, str], ...]
    """Every step of the run with its state."""
    outputs: dict[str, Json] = {}
    """Step -> what it returned."""


class Verdict(Value, frozen=True):
    """A judge's answer. `met` is None when it cannot tell."""

    met: bool | None
    """Whether the goal is met; with None, `why` says what kept the judge from telling."""
    who: str
    """Who judged, such as `facts` or the model's name; never ''."""
    why: str = ""
    """What it rests on, in words: the ending tells it."""
    cost: Cost = Cost()
    """What the answer cost; nothing where no model was asked."""
    near: float | None = None
    """How near the goal is, 0 far to 10 there, where the judge can tell."""
    advice: str = ""
    """What would bring it nearer, in the judge's words."""


class Judge(Protocol):
    """Who says whether the goal is met, where no condition can."""

    async def assess(self, case: Case) -> Verdict:
        """Whether the goal is met, and who says so."""
        ...


class Approver(Protocol):
    """Who may say no."""

    async def allows(self, question: Question) -> Answer | None:
        """An answer now, or None: it will come through the inbox, and the run waits."""
        ...


class Classifier(Protocol):
    """Who says what a failure is."""

    async def classify(self, report: Report) -> Finding:
        """Its kind, severity, category and detail type, with the rule that decided."""
        ...


class Reflector(Protocol):
    """Who looks into failures."""

    async def reflect(self, run: Run, failure: Attempt, entries: Sequence[Entry]) -> Reflection:
        """Why it failed, what had a part in it, and what would mend it. `entries` is the run's journal."""
        ...


class Memory(Protocol):
    """Lessons from earlier runs."""

    async def recall(self, situation: Situation, agent: str, team: str, now: float) -> Sequence[Found]:
        """Lessons that this agent may use, for this situation or a like one, the most reliable first."""
        ...

    async def learn(self, lesson: Lesson, helped: bool, trial: str, now: float) -> None:
        """A fix was seen to help or to harm: count it, on the same lesson if it is known. A trial counts once."""
        ...


@runtime_checkable
class Records(Protocol):
    """A journal that knows how earlier runs went."""

    async def past(self, task: str, agent: str, now: float) -> Past:
        """The record of a task, by its key, and of an agent."""
        ...


class Model(Protocol):
    """A language model, of whatever provider."""

    def most(self, ask: Prompt) -> Cost:
        """The most that the answer may cost; set aside before it is asked."""
        ...

    async def ask(self, ask: Prompt) -> Completion:
        """Prompt once. Raises PlannerUnreachable when it cannot answer now."""
        ...


class Clock(Protocol):
    """Time, asked for and never read."""

    def now(self) -> float:
        """Seconds since the epoch."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Let time pass."""
        ...


class Opened(NamedTuple):
    """A run that this process may go on with."""

    epoch: int
    """How often the run was taken, with this time; only who has the latest may append."""
    entries: list[Entry]
    """The run's events so far, oldest first; empty for a new run."""


class Summary(Value, frozen=True):
    """One run in a list of runs."""

    id: str
    """The run's id, unique within its store."""
    goal: str
    """The goal in words, as the run was started with it."""
    state: str
    """running, waiting, ended, interrupted, imported, damaged, or left: nobody runs it, and it has not ended."""
    started_at: float
    """Seconds since the epoch."""
    events: int
    """How many entries its journal has."""
    success: bool | None = None
    """Whether it ended with the goal reached; None while it has not ended."""
    final_reason: str = ""
    """Why it ended, as in its ending; '' while it has not ended."""
    verdict: str = ""
    """success, done_unproven or failed, once it has ended."""
    life: str = ""
    """Where the task stands: planned, running, waiting, replanning, done, failed or cancelled."""


class Journal(Protocol):
    """Where events are kept. One process at a time may append to a run; a new epoch shuts the older one out."""

    async def open(self, run_id: str, *, new: bool = False) -> Opened:
        """Take the run. Raises RunNotFound, or LeaseLost while another process has it."""
        ...

    async def append(self, run_id: str, epoch: int, entries: Sequence[Entry]) -> None:
        """Keep these events for good before returning. Raises LeaseLost if another process has the run now."""
        ...

    async def close(self, run_id: str, epoch: int) -> None:
        """Let the run go."""
        ...

    async def read(self, run_id: str) -> list[Entry]:
        """The run's events; anybody may read at any time."""
        ...

    async def runs(self) -> list[Summary]:
        """All runs, newest first."""
        ...


@runtime_checkable
class Inbox(Protocol):
    """How people reach a run while it goes on."""

    async def send(self, run_id: str, message: Message) -> str:
        """Leave a message; its id."""
        ...

    async def receive(self, run_id: str, heard: Collection[str]) -> Sequence[tuple[str, Message]]:
        """(id, message) of those not heard yet, oldest first. Cheap: asked before every decision."""
        ...


class Store(Journal, Inbox, Protocol):
    """Where runs are kept: a journal and an inbox in one."""


@runtime_checkable
class Shuts(Protocol):
    """A store that holds something open, such as a file."""

    def shut(self) -> None:
        """Keep all that is still on its way, and let go."""
        ...


class Blobs(Protocol):
    """Where pictures and large values are kept, by their content."""

    async def put(self, data: bytes) -> str:
        """Keep it; its name."""
        ...

    async def get(self, name: str) -> bytes:
        """What was kept."""
        ...
