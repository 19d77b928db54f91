"""What the director asks of planners, judges, reflectors and memories, with their slips turned into events."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from msgspec.structs import replace

from ..core.errors import BadInput, PlannerUnreachable, TaskError
from ..core.evolve.given import plans_given
from ..core.failing.findings import Finding
from ..core.gates.asking import request_for
from ..core.gates.checks import check_task, checked
from ..core.gates.handing import own_step, own_value
from ..core.gates.judging import states_of_steps
from ..core.gates.replies import read_reply, unusable
from ..core.gates.request import GoalAsCondition, PlanRequest, Reply
from ..core.gates.taking_up import TakesUp
from ..core.history.lessons import Found
from ..core.history.reflections import Reflection
from ..core.model import Cost, FactKind, Failed, Skill, Task
from ..core.policy import Decision
from ..core.protocols import Case, Charges, Foretold, Priced, ReadsGoals, Report, Verdict
from ..core.run.budget import affords, at_least_nothing, cost_left
from ..core.run.commands import Assess, Learn, MakePlan, Recall, Reflect
from ..core.run.events import (
    Assessed,
    Consulted,
    Counsel,
    GoalRead,
    Learned,
    Objection,
    Planned,
    PlannerSaid,
    PlanRefused,
    PlanRequested,
    Recalled,
    Reflected,
    Unaffordable,
)
from ..core.run.settings import Settings
from ..core.run.state import Run
from .limits import asked, within
from .logbook import Logbook
from .offering import offers
from .parts import Parts

_log = logging.getLogger(__name__)
MOST_LESSONS = 3
"""Lessons that are journalled and told for one failure."""
KEEPING = 30.0
"""Seconds that a memory has to keep one."""
LAST_WORD = 5.0
"""Seconds that whoever is asked has also when the time of the run is over: how it ends is told."""


async def check(parts: Parts, task: Task, settings: Settings, skills: Sequence[Skill], vocabulary: Sequence[FactKind]) -> None:
    """TaskError if the task, or a plan that is known already, speaks of what this world does not have."""
    check_task(task, skills, vocabulary)
    planner = parts.planner
    if not offers(planner, Foretold):
        return
    seconds = min(settings.looking.look_seconds, max(LAST_WORD, settings.limits.max_seconds))

    async def fits() -> None:
        planner.check(skills, vocabulary)

    try:
        await within(seconds, asked(fits))
    except TimeoutError:
        raise TaskError(f"the planner did not say within {seconds:g} seconds whether its plans fit this world") from None


async def remind(parts: Parts, run: Run) -> None:
    """Tell a planner that keeps something between its answers what it answered before. One that breaks off begins anew."""
    if not isinstance(parts.planner, TakesUp):
        return
    past = plans_given(await parts.journal.read(run.id))
    try:
        if past:
            await within(_left(run, run.setup.settings.auto.timeout_seconds, parts), asked(parts.planner.take_up, past))
    except Exception as error:
        _log.warning("the planner begins anew: %s: %s", type(error).__name__, error)


async def make_plan(parts: Parts, log: Logbook, command: MakePlan, why: Decision) -> None:
    """Ask for a plan, if it can be paid for; where the goal is words, first how it is seen to be reached."""
    planner, clock = parts.planner, parts.clock
    request = request_for(log.run, command, clock.now())
    request = replace(request, view=replace(request.view, picture=await _picture(parts, log)))
    try:
        most = await _price(planner, request, _patience(log.run, planner, parts)) if offers(planner, Priced) else Cost()
    except Exception as error:
        log.record(PlanRequested(command.purpose, command.cause, Cost(), command.toward), why)
        log.record(PlanRefused(Objection("malformed", f"the planner cannot name its price: {error}")))
        return
    if not affords(log.run.spent, log.run.setup.settings, most):
        log.record(Unaffordable(most, cost_left(log.run.spent, log.run.setup.settings)), why)
        return
    still_to_say: Decision | None = why
    if _goal_is_words(log.run, planner):
        still_to_say = await _set_aside(log, "the reader of the goal", most, why)
        if read := await _read_goal(parts, log.run, request, most):
            log.record(read, still_to_say)
            await log.save()
            return
    log.record(PlanRequested(command.purpose, command.cause, most, command.toward), still_to_say)
    await log.save()
    began = clock.now()
    log.record(await _plan(parts, log.run, command, request, most), at=began)
    await log.save()


async def _price(planner: Priced, request: PlanRequest, seconds: float) -> Cost:
    """The most that the answer may cost."""

    async def most() -> Cost:
        return planner.most(request)

    return at_least_nothing(checked(await within(seconds, asked(most)), Cost, "a Cost"))


async def _picture(parts: Parts, log: Logbook) -> bytes | None:
    """What the world looked like last, if it is still kept: a run may be resumed where its pictures are not."""
    try:
        return await parts.blobs.get(log.run.seen.belief.picture) if log.run.seen.belief.picture else None
    except Exception:
        return None


async def _plan(
    parts: Parts, run: Run, command: MakePlan, request: PlanRequest, most: Cost
) -> Planned | PlanRefused | PlannerSaid:
    """The planner's answer, weighed. Whatever a planner does, the present plan is kept."""
    began = parts.clock.now()
    limit = min(request.left.seconds, run.setup.settings.auto.timeout_seconds)
    try:
        seconds = max(min(1.0, run.setup.settings.auto.timeout_seconds), limit)
        reply = checked(await within(seconds, asked(parts.planner.plan, request)), Reply, "Draft, NothingToDo, NoWay or AtALoss")
        return read_reply(run, reply, command, parts.clock.now() - began)
    except (PlannerUnreachable, TimeoutError) as error:
        detail = str(error) or f"no plan within {limit:g} seconds"
        return _out_of_reach(error, detail, most, parts.clock.now() - began)
    except Exception as error:
        if isinstance(error, BadInput):  # it was asked and said something; what it cost is known if it says so
            return PlanRefused(
                Objection("malformed", str(error)), cost=getattr(error, "cost", most), took=parts.clock.now() - began
            )
        text = f"the planner broke off: {type(error).__name__}: {error}"
        return PlanRefused(Objection("malformed", text), cost=most, took=parts.clock.now() - began)


def _out_of_reach(error: PlannerUnreachable | TimeoutError, detail: str, most: Cost, took: float) -> PlannerSaid:
    """Who turned us away charged nothing; who was asked and fell silent may have charged all of it."""
    if isinstance(error, PlannerUnreachable):
        return PlannerSaid("unreachable", detail, error.retry_after, most if error.asked else Cost(), took)
    return PlannerSaid("unreachable", detail, None, most, took)


def _goal_is_words(run: Run, planner: object) -> bool:
    """Whether the goal is yet to be put as a condition, by a planner that can."""
    return not run.known.goal and run.known.goal_read is None and run.course.plan is None and offers(planner, ReadsGoals)


async def _read_goal(parts: Parts, run: Run, request: PlanRequest, most: Cost) -> GoalRead | PlannerSaid | None:
    """The goal as a condition, if what the planner says can be used; None from a planner that reads no goals."""
    began = parts.clock.now()
    planner = parts.planner
    assert isinstance(planner, ReadsGoals)
    try:
        reading = within(_left(run, run.setup.settings.auto.timeout_seconds, parts), asked(planner.read_goal, request))
        said = checked(await reading, GoalAsCondition | None, "a GoalAsCondition")
    except (PlannerUnreachable, TimeoutError) as error:
        return _out_of_reach(error, str(error) or "no answer in time", most, parts.clock.now() - began)
    except Exception as error:
        text = f"reading it broke off: {type(error).__name__}: {error}"
        return GoalRead("", "nobody", text, getattr(error, "cost", most), parts.clock.now() - began)
    if said is None:
        return None
    wrong = unusable(run, said.condition)
    detail = wrong or said.why
    return GoalRead("" if wrong else said.condition, said.who, detail, said.cost, parts.clock.now() - began)


async def consult(parts: Parts, log: Logbook, command: Assess | Reflect, why: Decision) -> None:
    """Ask the judge or the reflector; where an answer has a price, that is set aside first."""
    run = log.run
    part = parts.judge if isinstance(command, Assess) else parts.reflector
    most = part.most_each if isinstance(part, Charges) and not _too_dear(run, part) else Cost()
    if isinstance(command, Assess):
        still_to_say = await _set_aside(log, "the judge", most, why)
        log.record(await assess(parts, run, why.at), still_to_say, at=why.at)
    else:
        await log.save()  # the reflector reads the journal
        still_to_say = await _set_aside(log, "the reflector", most, why)
        log.record(await reflect(parts, run, command, why.at), still_to_say, at=why.at)


async def _set_aside(log: Logbook, who: Counsel, most: Cost, why: Decision) -> Decision | None:
    """Journal that somebody who charges is asked; the decision, if the answer is the first event that follows from it."""
    if most == Cost():
        return why
    log.record(Consulted(who, most), why)
    await log.save()  # what an answer may cost is spent, though nobody lives to hear it
    return None


async def assess(parts: Parts, run: Run, began: float) -> Assessed:
    """The judge's word on whether the goal is met."""
    steps = tuple((own_step(step), state) for step, state in states_of_steps(run))
    # What was seen before the last act says nothing of what came of it.
    seen = run.seen.belief.facts if not (run.seen.blind or run.seen.acts_since_look) else frozenset[str]()
    case = Case(run.setup.task.goal, run.setup.task.done_when, seen, steps, own_value(run.work.outputs))
    if dear := _too_dear(run, parts.judge):
        return Assessed(None, "nobody", f"the judge was not asked: {dear}")
    try:
        verdict = checked(await within(_patience(run, parts.judge, parts), asked(parts.judge.assess, case)), Verdict, "a Verdict")
        return Assessed(verdict.met, verdict.who, verdict.why, verdict.cost, parts.clock.now() - began)
    except Exception as error:
        cost = _charged(parts.judge, error)
        return Assessed(None, "nobody", f"the judge broke off: {type(error).__name__}: {error}", cost, parts.clock.now() - began)


def _too_dear(run: Run, part: object) -> str:
    """Why somebody who charges is not asked, or ''."""
    if not isinstance(part, Charges) or affords(run.spent, run.setup.settings, part.most_each):
        return ""
    most, left = part.most_each, cost_left(run.spent, run.setup.settings)
    return f"an answer may cost {most.in_words()}; {left.in_words()} are left"


def _patience(run: Run, part: object, parts: Parts) -> float:
    """Seconds: who charges is somebody far away, and is waited for like a planner."""
    settings = run.setup.settings
    return _left(run, settings.auto.timeout_seconds if isinstance(part, Charges) else settings.looking.look_seconds, parts)


def _left(run: Run, most: float, parts: Parts) -> float:
    """Seconds that somebody may take, of those that the run has left."""
    return min(most, max(LAST_WORD, run.setup.settings.limits.max_seconds - run.elapsed(parts.clock.now())))


def _charged(part: object, error: Exception) -> Cost:
    """What an answer cost that came to nothing: all that it may, unless nobody was reached."""
    if not isinstance(part, Charges) or (isinstance(error, PlannerUnreachable) and not error.asked):
        return Cost()
    return part.most_each


async def classify(parts: Parts, run: Run, skill: str, result: Failed) -> Finding | None:
    """What a failure was found to be; None leaves it to what its reason means."""
    if parts.classifier is None:
        return None
    tries = sum(a.skill == skill and a.reason == result.reason for a in run.history.attempts)
    report = Report(skill, result.reason, result.detail, result.error, result.kind, tries)
    try:
        classifying = within(_patience(run, parts.classifier, parts), asked(parts.classifier.classify, report))
        return checked(await classifying, Finding, "a Finding")
    except Exception:
        return None  # a classifier that breaks off has found nothing


async def reflect(parts: Parts, run: Run, command: Reflect, began: float) -> Reflected:
    """Why it failed and what would mend it."""
    failure = command.failure
    try:
        assert parts.reflector is not None
        if dear := _too_dear(run, parts.reflector):
            return Reflected(failure.step, Reflection(failure.sentence(), (f"not looked into: {dear}",), who="nobody"))
        entries = await parts.journal.read(run.id)
        reflecting = within(_patience(run, parts.reflector, parts), asked(parts.reflector.reflect, run, failure, entries))
        reflection = checked(await reflecting, Reflection, "a Reflection")
    except Exception as error:
        why = (f"looking into it broke off: {type(error).__name__}: {error}",)
        reflection = Reflection(failure.sentence(), why, who="nobody", cost=_charged(parts.reflector, error))
    return Reflected(failure.step, reflection, parts.clock.now() - began)


async def recall(parts: Parts, run: Run, command: Recall, began: float) -> Recalled:
    """Lessons for a failure; a memory that breaks off has none."""
    try:
        assert parts.memory is not None
        task = run.setup.task
        recalling = asked(parts.memory.recall, command.situation, task.agent, task.team, began)
        recalled = await within(_patience(run, parts.memory, parts), recalling)
        lessons = checked(tuple(recalled)[:MOST_LESSONS], tuple[Found, ...], "lessons")
    except Exception:
        lessons = ()
    return Recalled(command.step, lessons, parts.clock.now() - began)


async def learn(parts: Parts, run: Run, command: Learn, began: float) -> Learned:
    """Keep what was seen of a fix. Kept twice after a crash, it counts once: the trial has a name."""
    detail = command.detail
    try:
        assert parts.memory is not None
        learning = asked(parts.memory.learn, command.lesson, command.helped, command.trial, began)
        await within(_left(run, KEEPING, parts), learning)
    except Exception as error:
        detail = f"it could not be kept: {type(error).__name__}: {error}"
    return Learned(command.helped, command.lesson, detail)
