"""Rules about looking, and about what a look settles at once."""

from __future__ import annotations

from ..commands import Ask, Assess, Command, Look, Wait
from ..hazard import worth_a_look
from ..plan import Act
from ..state import Run
from .endings import stop
from .questions import question

LOOKS_AFTER_EACH_ACT = ("validity", "every-step", "any-change")


def look(run: Run, now: float) -> Command | None:
    """Look when something may have changed: after an act or a failure, at the plan's end, after a wait."""
    if not _is_due(run):
        return None
    if run.look_failures and now < run.retry_at:
        return Wait("looking again", run.retry_at)
    return Look()


def _is_due(run: Run) -> bool:
    if run.look_wanted:
        return True
    if not run.acts_since_look:
        return False
    step = run.next_step
    if step is None or (isinstance(step, Act) and run.skills[step.skill].risk == "irreversible"):
        return True
    if run.settings.replan == "validity" and run.settings.look_cost and isinstance(step, Act):
        return _is_worth_it(run)
    if run.settings.replan in LOOKS_AFTER_EACH_ACT:
        return True
    return run.settings.replan == "every-k" and run.acted_in_plan % run.settings.every == 0


def _is_worth_it(run: Run) -> bool:
    """Whether what the rest of the plan leans on may have changed so much that a look pays."""
    if run.kernels is None:
        return True
    kinds = {lit.name for lit in run.kernels.demands(run.position)}
    return worth_a_look(run.hazard, kinds, run.acts_since_look, run.settings.look_cost)


def rest(run: Run, now: float) -> Command | None:
    """After giving in to failures that may pass, wait before anything is done."""
    return Wait("what failed may pass", run.rest_until) if now < run.rest_until else None


def blind(run: Run, now: float) -> Command | None:
    """With nothing ever seen, or looking given up three times in a row, people must mend the world."""
    if run.blind == 0 or (run.belief.looks > 0 and run.blind < 3):
        return None
    if run.belief.looks == 0:
        return stop(run, now, "environment", f"the world cannot be seen: {run.belief.stale}")
    text = f"the world cannot be seen: {run.belief.stale}. Is it mended?"
    if run.reply is not None and not run.reply.yes:
        return stop(run, now, "environment", f"the world cannot be seen: {run.belief.stale}")
    return Ask(question(run, now, "environment", text))


def goal_seen(run: Run, now: float) -> Command | None:
    """Success is the goal's condition in a fresh look, and nothing less."""
    if not run.goal or run.acts_since_look or run.blind or run.belief.looks == 0:
        return None
    if run.belief.holds_freshly(run.goal) is not True:
        return None
    reason = "plan_complete" if run.spent.steps else "already_done"
    read = run.goal_read
    whose = f"the goal's condition as {read.who} reads it" if read is not None and read.done_when else "the goal's condition"
    return stop(run, now, reason, success=True, said_by=f"{whose}, in a fresh look")


def judged(run: Run, now: float) -> Command | None:
    """Where no condition can tell, the judge's word ends the run, under the judge's name."""
    assessment = run.assessment
    if assessment is None:
        return None
    if assessment.met:
        return stop(run, now, "plan_complete", assessment.why, success=True, said_by=assessment.who)
    if assessment.met is None:
        why = assessment.why or "give done_when a condition that this world can show"
        return stop(run, now, "plan_complete", f"nothing shows that the goal is met: {why}", said_by=assessment.who)
    return None


def ask_the_judge(run: Run) -> Command | None:
    """Assess once per plan."""
    return Assess() if run.assessment is None else None
