"""Three ways to carry out the same list of calls, with the same helps: Midcourse, a loop with retries, a tool-node loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from midcourse import Act, Draft, PlanRequest, observer, run, skill
from midcourse.approval.rules import RulesApprover
from midcourse.core.plans.plan import escaped
from midcourse.interfaces.render import history, sentence
from midcourse.testing import FrozenClock

from .box import Call, Facts, Task, is_error
from .faults import FOR_GOOD, MIRROR, Known, Stage

LEVELS = ("bare", "seen", "effects")
"""What is known beside the functions: nothing; how to see the state; also what each call makes and takes."""
MOST = 40
"""Facts that a call, or the goal, is judged by at most."""
TRIES = 4


class Helps(NamedTuple):
    """What a way may use."""

    level: str
    goal: bool = False
    """Midcourse also gets a condition for the end; with effects alone."""


class Said(NamedTuple):
    """How a way ended, in its own words."""

    success: bool = False
    unproven: bool = False
    """It says done, and that it has not seen it."""
    waits: bool = False
    reason: str = ""
    story: tuple[str, ...] = ()


Way = Callable[[Stage, Task, Known, Helps], Said]


# --- Midcourse ------------------------------------------------------------------------------------------------------


class Restates:
    """A planner that gives its whole list whenever it is asked; a tool that is gone for good is replaced by its mirror."""

    def __init__(self, acts: tuple[Act, ...]) -> None:
        self._acts = acts

    async def plan(self, request: PlanRequest) -> Draft:
        """The list."""
        gone = {a.skill for a in request.attempts if FOR_GOOD in a.detail}
        return Draft(tuple(_by_mirror(a) if a.skill in gone else a for a in self._acts), author="list")


def _by_mirror(act: Act) -> Act:
    return Act(act.skill + MIRROR, act.args, expects=act.expects)


def midcourse(stage: Stage, task: Task, known: Known, helps: Helps) -> Said:
    """The engine as it comes, with the functions as they are."""
    world = [skill(tool) for tool in stage.tools()]
    if helps.level != "bare":
        world.append(observer("at(*)")(lambda: stage.box.state()))
    effects = helps.level == "effects"
    changes = known.changes if effects else ((frozenset(), frozenset()),) * len(task.calls)
    acts = tuple(Act(c.tool, escaped(c.args), expects=_condition(*m)) for c, m in zip(task.calls, changes, strict=True))
    goal = _condition(*_whole(known)) if effects and helps.goal else ""
    # The loops ask nobody before a critical operation; here whoever is asked says yes. A doubt is left to nobody.
    everything = RulesApprover(allow=["*"])
    outcome = run(task.name, done_when=goal, world=world, planner=Restates(acts), approver=everything, clock=FrozenClock())
    ending = outcome.ending
    return Said(
        outcome.success,
        getattr(outcome, "verdict", "") == "done_unproven" and not outcome.success,
        outcome.waiting_for is not None,
        ending.final_reason if ending else f"asks: {outcome.waiting_for.text if outcome.waiting_for else ''}",
        tuple(sentence(entry, state) for entry, state in history(outcome.entries)),
    )


def _condition(made: Facts, lost: Facts) -> str:
    return " and ".join([*sorted(made), *(f"not {f}" for f in sorted(lost))][:MOST])


def _whole(known: Known) -> tuple[Facts, Facts]:
    """What all calls together made and took."""
    made: Facts = frozenset()
    lost: Facts = frozenset()
    for new, gone in known.changes:
        made, lost = (made - gone) | new, (lost - new) | gone
    return made, lost


# --- loops ----------------------------------------------------------------------------------------------------------


def plain_loop(stage: Stage, task: Task, known: Known, helps: Helps) -> Said:
    """Each call up to four times while it raises, then give up."""
    for place, call in enumerate(task.calls):
        if not any(_try(stage, call, known.changes[place], helps, errors=False)[0] for _ in range(TRIES)):
            return _said(stage, False, f"gave up at {call.tool}")
    return _said(stage, True, "every call was made")


def tool_node(stage: Stage, task: Task, known: Known, helps: Helps) -> Said:
    """Exceptions and error values are fed back, and the call made again; a tool that is gone for good is replaced."""
    gone: set[str] = set()
    for place, call in enumerate(task.calls):
        for _ in range(TRIES):
            now = Call(call.tool + MIRROR, call.args) if call.tool in gone else call
            done, answer = _try(stage, now, known.changes[place], helps, errors=True)
            if done:
                break
            if FOR_GOOD in answer:
                gone.add(call.tool)
        else:
            return _said(stage, False, f"gave up at {call.tool}")
    return _said(stage, True, "every call was made")


def _try(stage: Stage, call: Call, change: tuple[Facts, Facts], helps: Helps, errors: bool) -> tuple[bool, str]:
    """(done, answer) of one call. Who can see looks after a failure whether it acted; who knows effects looks always."""
    before = stage.box.state() if helps.level == "seen" else frozenset()
    try:
        answer = stage.call(call.tool, call.args)
        done = not (errors and is_error(answer))
    except Exception as error:
        answer, done = error, False
    if helps.level == "seen" and not done:
        done = stage.box.state() != before
    made, lost = change
    if helps.level == "effects" and (made or lost):
        now = stage.box.state()
        done = made <= now and not lost & now
    return done, str(answer)


def _said(stage: Stage, success: bool, reason: str) -> Said:
    return Said(success, reason=reason, story=tuple(stage.log))


WAYS: dict[str, Way] = {"midcourse": midcourse, "plain loop": plain_loop, "tool node": tool_node}
