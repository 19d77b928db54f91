"""Events as sentences, steps as lines, reasons as one sentence: what every interface shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..core.errors import TaskError
from ..core.evolve import begin, stages
from ..core.history.lessons import Found
from ..core.language.printable import printable
from ..core.model import Cost, Done, Failed, Uncertain
from ..core.people.messages import AddConstraint, AddGrant, Answer, Cancel, ChangeGoal, GoOn, HandBack, Message, Pause, TakeOver
from ..core.plans.plan import title
from ..core.run.ending import Ending
from ..core.run.entries import Entry
from ..core.run.events import (
    Acted,
    Asked,
    Assessed,
    Consulted,
    Doubted,
    Ended,
    Event,
    Flagged,
    GoalRead,
    Heard,
    Intended,
    Interrupted,
    Learned,
    Looked,
    Missed,
    NotSeen,
    Passed,
    Planned,
    PlannerSaid,
    PlanRefused,
    PlanRequested,
    Rebound,
    Recalled,
    Reentered,
    Reflected,
    Relented,
    Resumed,
    SetAside,
    Settled,
    Started,
    Unaffordable,
    Waited,
)
from ..core.run.records import StepState
from ..core.run.state import Run

MARKS: dict[StepState, tuple[str, str]] = {
    "confirmed": ("✓", "green"),
    "assumed": ("✓", "yellow"),
    "passed": ("✓", "green"),
    "planned": ("·", "dim"),
    "intended": ("▶", "cyan"),
    "failed": ("✗", "red"),
    "uncertain": ("?", "magenta"),
    "skipped": ("↷", "blue"),
    "undone": ("↺", "yellow"),
    "dropped": ("–", "dim"),
}


def history(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Run]]:
    """Each entry with the run as it stood after it."""
    return stages(entries)


def _some(items: Sequence[str], most: int = 4) -> str:
    shown = ", ".join(items[:most])
    return shown + (f" and {len(items) - most} more" if len(items) > most else "")


def sentence(entry: Entry, run: Run) -> str:
    """What happened, in one line. `run` is the run after it."""
    return printable(_sentence(entry.event, run))


def _step(run: Run, id: str) -> str:
    return f"{id} {title(run.work.records[id].step)}" if id in run.work.records else id


def _sentence(event: Event, run: Run) -> str:
    match event:
        case Started():
            goal = event.task.done_when or "no condition"
            return f"started: {event.task.goal} (done when {goal}; replan {event.settings.replan})"
        case Resumed():
            return f"resumed (epoch {event.epoch})" + "".join(f"; {change}" for change in event.changes)
        case Interrupted():
            return f"interrupted: {event.why}; resume with 'midcourse resume {run.id}'"
        case Looked():
            return _looked(event, run.seen.belief.looks == 1)
        case NotSeen():
            return f"could not look: {event.detail}"
        case GoalRead(done_when=wanted, who=who, detail=detail):
            stays = f"the goal stays in words: {detail or 'no condition shows it'}"
            return f"{who} reads the goal as: {wanted}" if wanted else stays
        case Consulted():
            return f"asked {event.who}, for at most {event.reserved.in_words()}"
        case PlanRequested():
            detail = f" ({event.cause.detail})" if event.cause.detail else ""
            return f"asked for a plan: {event.cause.rule}{detail}" + (", at an unknown price" if event.reserved.unpriced else "")
        case Planned():
            plan = event.plan
            by = f" by {plan.author}" if plan.author else ""
            way = f" ({plan.bearing.progress.partition(' (')[0]})" if plan.bearing and plan.bearing.progress else ""
            advice = f"; advice: {plan.bearing.advice}" if plan.bearing and plan.bearing.advice else ""
            lost = f"; taken up: {plan.bearing.lost}" if plan.bearing and plan.bearing.lost else ""
            return f"plan {plan.version}{by}{way}: {' → '.join(_step(run, s.id) for s in plan.steps)}{advice}{lost}"
        case PlanRefused():
            return f"sent the plan back: {event.objection.text}"
        case PlannerSaid():
            return f"the planner said {event.answer}" + (f": {event.detail}" if event.detail else "")
        case Unaffordable():
            return f"did not ask the planner: {run.talk.unaffordable}"
        case Intended():
            allowed = f", allowed by {event.approval}" if event.approval else ""
            return f"{_step(run, event.step)}: try {event.attempt}{allowed}"
        case Acted():
            return f"{event.step} {_result(event)}"
        case Settled():
            return f"{event.step} {'did happen' if event.happened else 'counts as not done'}, by {event.by}: {event.detail}"
        case SetAside():
            return f"{event.step} is set aside: {event.because}"
        case Reentered():
            return _reentered(event)
        case Doubted():
            return f"the contract of {event.skill} is doubted: {event.literal} in {event.part} ({event.why})"
        case Rebound():
            return f"{event.step}: target {event.old} found again as {event.new}"
        case Passed():
            return f"{event.step} needs nothing: {event.because}"
        case Missed():
            return f"{event.step} failed: {event.reason} ({event.detail})"
        case Relented():
            return f"no way round {', '.join(event.steps)}, whose failures may pass: again after {event.pause:.1f} s"
        case Flagged():
            return f"going in circles ({event.pattern}): {event.detail}"
        case Asked():
            return f"asked {event.question.id}: {event.question.text}"
        case Heard():
            return _heard(event.message)
        case Waited():
            return f"waited {event.took:.1f} s: {event.why}" + (f"; {event.unheard}" if event.unheard else "")
        case Assessed():
            word = {True: "met", False: "not met", None: "cannot tell"}[event.met]
            return f"the judge ({event.who}): {word}" + (f"; {event.why}" if event.why else "")
        case Reflected():
            factors = f" ({'; '.join(event.reflection.factors)})" if event.reflection.factors else ""
            return f"looked into {event.step}: {event.reflection.sentence()}{factors}"
        case Recalled():
            return f"recalled for {event.step}: " + ("; ".join(_lesson(found) for found in event.found) or "nothing")
        case Learned():
            word = "helped" if event.helped else "did harm"
            what = f"lesson {event.lesson.id}, {event.lesson.sentence()}" if event.lesson else "the fix"
            return f"learned: {what} {word}" + (f" ({event.detail})" if event.detail else "")
        case Ended():
            return f"ended: {verdict(event.ending)}"


def _lesson(found: Found) -> str:
    lesson = found.lesson
    aside = (", put aside" if lesson.quarantined else "") + (", from elsewhere" if lesson.foreign else "")
    return (
        f"lesson {lesson.id} ({found.match}, helped {lesson.helped:.1f}, harmed {lesson.harmed:.1f}{aside}): {lesson.sentence()}"
    )


FOUND = "found by themselves"
"""What the tools world says of looks that nobody wrote."""


def _looked(event: Looked, first: bool) -> str:
    news = [*(f"+{f}" for f in event.added), *(f"-{f}" for f in event.removed)]
    text = f"looked: {_some(news)}" if news else "looked: nothing changed"
    if first and FOUND in event.source:
        text += f" ({event.source.partition('; ')[2]})"
    if event.cost != Cost():
        text += f" (by {event.tier}, {event.cost.in_words()})"
    return text + (f" (partly old: {event.stale})" if event.stale else "")


def _result(event: Acted) -> str:
    match event.result:
        case Done():
            return "done, by the world's word"
        case Failed(reason=reason, detail=detail):
            told = f"failed: {reason}" + (f" ({detail})" if detail else "")
            found = event.finding
            return told + (f" [{found.kind}, {found.severity}, {found.category}; {found.rule}]" if found else "")
        case Uncertain(reason=reason, detail=detail):
            return f"uncertain: {reason}" + (f" ({detail})" if detail else "")


def _reentered(event: Reentered) -> str:
    if event.skipped:
        return f"skipped {', '.join(event.skipped)}: {event.because}"
    if event.redone:
        return f"went back to {event.redone[0]}: {event.because}"
    return f"goes on: {event.because}"


def _heard(message: Message) -> str:
    match message:
        case Cancel():
            return "told to cancel" + (f": {message.why}" if message.why else "")
        case Pause():
            return "told to pause"
        case GoOn():
            return "told to go on"
        case AddConstraint():
            return f"told a constraint: {message.constraint.text}"
        case AddGrant():
            return f"allowed beforehand: {message.grant.allows}, {message.grant.count} times"
        case ChangeGoal():
            return f"told another goal: {message.goal}"
        case TakeOver():
            return f"taken over by {message.by or 'a person'}"
        case HandBack():
            return "handed back" + (f": {message.note}" if message.note else "")
        case Answer():
            word = "yes" if message.yes else "no"
            edited = f", with {message.args}" if message.args is not None else ""
            because = f": {message.reason}" if message.reason else ""
            return f"{message.by} answered {word} to {message.question}{edited}{because}"


def verdict(ending: Ending) -> str:
    """The end in one line."""
    text = f"{ending.in_words}, {ending.final_reason}"
    if ending.final_detail:
        text += f" — {ending.final_detail}"
    return text


def why(entries: Sequence[Entry], step_id: str) -> str:
    """Why a step is as it is, in one sentence."""
    run = begin(entries[0])
    reasons: list[str] = []
    asked: set[str] = set()
    run_before: Run | None = None
    for entry, run in history(entries):
        event = entry.event
        match event:
            case Planned() if any(s.id == step_id for s in event.plan.steps):
                cause = event.plan.cause
                because = f" because {cause.rule}" + (f": {cause.detail}" if cause.detail else "")
                reasons.append(f"came with version {event.plan.version}{'' if cause.rule == 'first' else because}")
            case Planned() if step_id in run.work.records and run.work.records[step_id].state == "dropped":
                if not any(r.startswith("was replaced") for r in reasons):
                    cause, new = event.plan.cause, ", ".join(s.id for s in event.plan.steps)
                    detail = f": {cause.detail}" if cause.detail else ""
                    reasons.append(f"was replaced in version {event.plan.version} (by {new}) because {cause.rule}{detail}")
            case Planned() if event.plan.cause.step == step_id:
                new = ", ".join(_step(run, s.id) for s in event.plan.steps)
                reasons.append(f"so version {event.plan.version} was made by {event.plan.author or 'the planner'}: {new}")
            case Reflected() | Recalled() if event.step == step_id:
                reasons.append(_sentence(event, run).replace(f" {step_id}", "", 1))
            case Learned() if step_id in (
                trial := run_before.history.trial.steps if run_before and run_before.history.trial else ()
            ):
                reasons.append(_sentence(event, run) + f" (tried as {', '.join(trial)})")
            case Reentered() if step_id in (*event.skipped, *event.redone):
                word = "was skipped" if step_id in event.skipped else "was to be done again"
                reasons.append(f"{word} because {event.because}")
            case Acted() | Settled() | SetAside() | Missed() | Rebound() | Passed() | Intended() if event.step == step_id:
                if not isinstance(event, Intended):
                    reasons.append(_sentence(event, run).removeprefix(f"{step_id} ").removeprefix(f"{step_id}: "))
            case Asked(question=question) if question.step == step_id:
                asked.add(question.id)
                reasons.append(f"was asked about ({question.id})")
            case Heard(message=Answer() as answer) if answer.question in asked:
                reasons.append(_heard(answer))
            case Looked() if step_id in run.work.records and run.work.records[step_id].state == "confirmed":
                if "was seen to have worked" not in reasons:
                    reasons.append("was seen to have worked")
            case _:
                pass
        run_before = run
    if step_id not in run.work.records:
        raise TaskError(f"no step {step_id!r}; this run has {', '.join(run.work.records) or 'none'}")
    return f"{step_id} {title(run.work.records[step_id].step)} " + "; ".join(dict.fromkeys(reasons)) + "."


def plan_lines(run: Run, width: int = 100) -> list[tuple[str, str, str]]:
    """(mark, style, text) of every step that matters now: what was done, and the present plan."""
    here = run.course.next_step.id if run.course.next_step and run.ending is None else ""
    lines: list[tuple[str, str, str]] = []
    for id, record in run.work.records.items():
        mark, style = MARKS[record.state]
        if record.state == "dropped":
            continue
        if id == here and record.state in ("planned", "undone", "failed"):
            mark, style = ("⏸", "magenta") if run.people.question else ("▶", "cyan")
        text = f"{id:>4} {title(record.step)}"
        if record.attempts > 1:
            text += f"  (try {record.attempts})"
        lines.append((mark, style, text if len(text) <= width else text[: width - 1] + "…"))
    return lines


def ended_at(entry: Entry) -> float:
    """When an event was over: an act's outcome comes when it comes, not when the act began."""
    took: float = getattr(entry.event, "took", 0.0)
    return entry.at + took


def reason_of_last_change(entries: Sequence[Entry], run: Run) -> str:
    """Why the plan is as it is now; entries of this process first, then the plan's own word."""
    for entry in reversed(entries):
        match entry.event:
            case Planned(plan=plan):
                detail = f": {plan.cause.detail}" if plan.cause.detail else ""
                return f"plan {plan.version}, because {plan.cause.rule}{detail}"
            case Reentered() | Rebound() as event:
                return _reentered(event) if isinstance(event, Reentered) else f"target {event.old} is now {event.new}"
            case _:
                continue
    if run.course.plan is None:
        return ""
    return f"plan {run.course.plan.version}, because {run.course.plan.cause.rule}"
