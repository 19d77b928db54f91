"""Rules about looking, and about what a look settles at once."""

from __future__ import annotations

from typing import Final

from ..logic.conditions import show
from ..plans.plan import Act, Replan
from ..run.commands import Ask, Assess, Command, Look, MakePlan, Stop, Wait
from ..run.records import THOUGH_IT_FAILED
from ..run.state import Run
from ..seeing.hazard import worth_a_look
from .effects import missing
from .endings import stop
from .questions import question
from .sensing import UNSEEN_GOAL, look_for_the_goal
from .yet_to_come import too_early

HOW_IT_IS_KNOWN: Final = {"look": "a look shows", "a person": "happened by a person's word"}
"""Who settles a doubt -> how the ending says so of the step."""

AFTERWARDS: Final = "after the goal was seen: "


def look(run: Run, now: float) -> Command | None:
    """Look when something may have changed: after an act or a failure, at the plan's end, after a wait."""
    if not _is_due(run):
        return None
    if run.seen.look_failures and now < run.seen.look_again_at:
        return Wait("looking again", run.seen.look_again_at)
    return Look()


def _is_due(run: Run) -> bool:
    if run.seen.look_wanted:
        return True
    if not run.seen.acts_since_look:
        return False
    step = run.course.next_step
    skill = run.known.skills.get(step.skill) if isinstance(step, Act) else None
    if skill is None or skill.risk == "irreversible":
        return True
    settings, strategy = run.setup.settings, run.setup.strategy
    if strategy.watches and settings.looking.look_cost:
        return _is_worth_it(run)
    return strategy.looks == "each act" or (strategy.looks == "each stretch" and run.course.acted % settings.every == 0)


def _is_worth_it(run: Run) -> bool:
    """Whether what the rest of the plan leans on may have changed so much that a look pays."""
    if run.course.kernels is None:
        return True
    kinds = {lit.name for lit in run.course.kernels.demands(run.course.position)}
    return worth_a_look(run.seen.hazard, kinds, run.seen.acts_since_look, run.setup.settings.looking.look_cost)


def rest(run: Run, now: float) -> Command | None:
    """After giving in to failures that may pass, wait before anything is done."""
    return Wait("what failed may pass", run.history.rest_until) if now < run.history.rest_until else None


def blind(run: Run, now: float) -> Command | None:
    """With nothing ever seen, or looking given up three times in a row, people must mend the world."""
    if run.seen.blind == 0 or (run.seen.belief.looks > 0 and run.seen.blind < 3):
        return None
    if run.seen.belief.looks == 0:
        return stop(run, now, "environment", f"the world cannot be seen: {run.seen.belief.stale}")
    text = f"the world cannot be seen: {run.seen.belief.stale}. Is it mended?"
    if run.people.reply is not None and not run.people.reply.yes:
        return stop(run, now, "environment", f"the world cannot be seen: {run.seen.belief.stale}")
    return Ask(question(run, now, "environment", text))


def goal_seen(run: Run, now: float) -> Command | None:
    """Success is the goal's condition in a fresh look. A plan that is to be done whole goes on to its end first.

    Once nothing is left to do and nothing failed, a part that this look cannot show counts as it was last seen in this run.
    """
    if not run.known.goal or run.seen.acts_since_look or run.seen.blind or run.seen.belief.looks == 0:
        return None
    claims = run.talk.said is not None and run.talk.said.answer == "done"
    at_its_end = claims or (run.course.plan is not None and run.course.next_step is None)
    if run.seen.belief.holds_freshly(run.known.goal) is True:
        if not at_its_end and run.spent.steps and _has_more_to_do(run):
            return None
        if at_its_end and (last := missing(run, now)) is not None:
            return _reached(run, now, f"{AFTERWARDS}{last.cause.detail}") if isinstance(last, MakePlan) else last
        return _reached(run, now)
    if not at_its_end or run.trouble.failure is not None or run.acting.aside or not _was_seen(run):
        return None
    return _success(run, now)


def _has_more_to_do(run: Run, but_for: str = "") -> bool:
    """Whether steps are left of a plan that is to be done whole, one of them apart; a planner that charges is not asked for more
    than the goal."""
    if run.course.plan is None or run.course.plan.means:
        return False
    rest = [step for step in run.course.plan.steps[run.course.position :] if step.id != but_for]
    free = not (run.spent.cost.tokens or run.spent.cost.money)
    return any(not isinstance(step, Replan) for step in rest) or (bool(rest) and free)


def _was_seen(run: Run) -> bool:
    """Whether each part of the goal is seen, or was when a look could last show it."""
    truths = ((lit, run.seen.belief.holds_freshly((lit,))) for lit in run.known.goal)
    return all(held or (held is None and lit.text in run.seen.sightings) for lit, held in truths)


def _reached(run: Run, now: float, detail: str = "") -> Command:
    """Success. Where the goal held before the last act, one of ours may have taken it, unseen as yet: it is looked at again."""
    held_before = run.acting.believed.holds(run.known.goal) is True
    return (held_before and too_early(run, now)) or _success(run, now, detail)


def _success(run: Run, now: float, detail: str = "") -> Stop:
    reason = "plan_complete" if run.spent.steps else "already_done"
    read = run.known.goal_read
    whose = f"the goal's condition as {read.who} reads it" if read is not None and read.done_when else "the goal's condition"
    late = [lit for lit in run.known.goal if not run.seen.belief.holds_freshly((lit,))]
    seen = (f"{lit.text} as seen in look {(s := run.seen.sightings[lit.text]).look}, {now - s.at:.1f} s before" for lit in late)
    how = "; ".join(("in a fresh look", *seen))
    return stop(run, now, reason, detail, success=True, said_by=f"{whose}, {how}")


def after_the_goal(run: Run, now: float, command: Command) -> Command:
    """What ends badly once the goal is seen is told, and does not unmake the success. Nobody is asked about it, unless the answer
    decides whether the rest of a plan is done that is to be done whole."""
    outdated = run.course.outdated is not None and run.course.outdated.rule != "stuck"
    if not run.known.goal or run.seen.acts_since_look or run.seen.blind or outdated or not run.spent.steps:
        return command
    match command:
        case Ask() if command.question.kind != "approve" and not _holds_up_the_rest(run, command):
            detail = command.question.text
        case Stop() if not command.ending.success and run.people.cancelled is None:
            detail = command.ending.final_detail
        case _:
            return command
    return _reached(run, now, f"{AFTERWARDS}{detail}") if run.seen.belief.holds_freshly(run.known.goal) is True else command


def _holds_up_the_rest(run: Run, command: Ask) -> bool:
    """Whether a question about one step, or about what is below all of them, stands before others that are to be done."""
    failure = run.trouble.failure
    about = command.question.step or (failure.step if failure is not None else "")
    return command.question.kind in ("settle", "environment") and _has_more_to_do(run, about)


def judged(run: Run, now: float) -> Command | None:
    """Where no condition can tell, the judge's word ends the run, under the judge's name; else it is done, and not proven."""
    assessment = run.talk.assessment
    if assessment is None:
        return None
    if assessment.met:
        return stop(run, now, "plan_complete", assessment.why, success=True, said_by=assessment.who)
    if assessment.met is None:
        why = assessment.why or "give done_when a condition that this world can show"
        if open_ends := _open_ends(run):
            return stop(
                run, now, "not_reached", f"{open_ends}; nothing shows that the goal is met: {why}", said_by=assessment.who
            )
        return stop(run, now, "done_unproven", f"{_how_steps_went(run)}, and nothing shows more: {why}", said_by=assessment.who)
    return None


def _how_steps_went(run: Run) -> str:
    """What the steps themselves say, the failed ones of earlier plans too: nobody knows whether the goal needed them."""
    if not _has_acted(run):
        return "what every step makes was so already"
    last = {a.step: a for a in run.history.attempts if run.work.records[a.step].state == "failed"}  # the latest of each
    overlooked = " or failed with low severity" if any(a.severity == "low" for a in last.values()) else ""
    if failed := [a.sentence() for a in last.values() if a.severity != "low"]:
        return f"every step of the last plan answered well{_but(run)}{overlooked}; before that, {'; '.join(failed)}"
    return f"every step answered well{_but(run)}{overlooked}"


def _but(run: Run) -> str:
    """The steps that gave no answer, and who or what told that they happened."""
    told = (f"{id}, which {HOW_IT_IS_KNOWN.get(by, f'{by} settled')}" for id, by in run.work.settled.items())
    return f" but {', '.join(known)}" if (known := tuple(told)) else ""


def _open_ends(run: Run) -> str:
    """What speaks against calling it done, or ''."""
    if run.trouble.failure is not None:
        return run.trouble.failure.sentence()
    plan = run.course.plan if run.course.plan is not None and run.course.plan.cause.rule != UNSEEN_GOAL else None
    present = {step.id for step in plan.steps} if plan is not None else set[str]()
    broken = [a for a in run.history.attempts if a.step in present and a.severity != "low"]
    if given_up := [a.sentence() for a in broken if run.work.records[a.step].state == "failed"]:
        return given_up[-1]
    if doubtful := run.work.with_state("uncertain", "intended"):
        return f"whether {', '.join(doubtful)} happened is unknown"
    if halves := [id for id, by in run.work.settled.items() if by == THOUGH_IT_FAILED]:
        return f"{', '.join(halves)} failed, and nothing tells whether all of it was done, though a look shows a change as by it"
    if denied := [lit for lit in run.known.goal if run.seen.belief.holds_freshly((lit,)) is False]:
        return f"{show(denied)} is seen not to hold"
    if lacking := [id for id in run.work.with_state("assumed") if id in run.work.unmoved and run.seen_false(id)]:
        return f"{', '.join(lacking)} was called done, but what it makes is not seen"
    return "" if run.course.plan is not None and (_has_acted(run) or _was_so_already(run)) else "nothing was done"


def _has_acted(run: Run) -> bool:
    return any(isinstance(r.step, Act) and r.state in ("confirmed", "assumed") for r in run.work.records.values())


def _was_so_already(run: Run) -> bool:
    """Whether all that the plan is for was found so: no act had to be done, and nobody's word was taken for a goal."""
    steps = [step for step in run.course.plan.steps if not isinstance(step, Replan)] if run.course.plan is not None else []
    return bool(steps) and all(isinstance(step, Act) and run.work.records[step.id].state == "skipped" for step in steps)


def ask_the_judge(run: Run, now: float) -> Command | None:
    """Assess once per plan, after every look that may still show the goal."""
    return look_for_the_goal(run, now) or (Assess() if run.talk.assessment is None else None)
