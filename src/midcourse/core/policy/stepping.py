"""The next step of a plan that holds."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ..errors import PlanError
from ..failing.failures import UNSEEN_EFFECTS
from ..gates.approvals import GRANT, forbidden, permit
from ..gates.entrusted import not_entrusted
from ..gates.given_files import unnamed_file
from ..logic.conditions import parse, show
from ..people.risk import judge, weigh
from ..plans.calls import act_digest, step_digest
from ..plans.plan import ACHIEVE_STEP, REPLAN_STEP, Achieve, Act, Cause, Replan, is_plain, references, resolve, title
from ..run.commands import Ask, Command, DoAct, MakePlan, Note
from ..run.events import Intended, Missed, Passed, Reentered
from ..run.records import DONE
from ..run.state import Run
from .doubts import barred
from .effects import done_before
from .endings import certificate, stop
from .questions import question
from .seeing import ask_the_judge
from .yet_to_come import end_may_come, only_late, too_early, unsettled, view_may_answer

AGAIN: Final = "failed before"
"""The cause of a plan that is made because the one before came to an act that had failed in the same world."""


def plan_ended(run: Run, now: float) -> Command | None:
    """All steps are done and the goal is not seen: ask the judge if no condition can tell, else plan on."""
    if run.course.next_step is not None:
        return None
    unmet = tuple(lit for lit in run.known.goal if run.seen.belief.holds_freshly((lit,)) is False)
    if unmet and (wait := unsettled(run, now, unmet) or end_may_come(run, now)):
        return wait
    if not unmet and (verdict := view_may_answer(run, now) or ask_the_judge(run, now)):
        return verdict
    why = f"{show(unmet)} does not hold" if unmet else (run.talk.assessment.why if run.talk.assessment else "")
    return MakePlan("replan", Cause("plan ended", f"the plan is done, but {why or 'the goal is not met'}"))


def next_step(run: Run, now: float) -> Command | None:
    """Do it, pass it by, or plan for it."""
    step = run.course.next_step
    if known := done_before(run):
        return known
    match step:
        case Act():
            return attempt(run, step, now)
        case Achieve():
            if step.condition and (wait := too_early(run, now)):
                return wait
            if step.condition and run.seen.belief.holds_freshly(parse(step.condition)):
                return Note(Passed(step.id, f"{step.condition} already holds"))
            return MakePlan("achieve", Cause(ACHIEVE_STEP, step.goal, step.id), step.id)
        case Replan():
            rest = run.course.plan is not None and run.course.position + 1 < len(run.course.plan.steps)
            if rest and (wait := too_early(run, now)):
                return wait
            if rest and (run.course.kernels is None or run.course.kernels.holds(run.course.position + 1)):
                return Note(Passed(step.id, "the world is as the rest of the plan expects"))
            return MakePlan("segment", Cause(REPLAN_STEP, step.why, step.id))
        case None:
            return None


def _banned(run: Run, step: Act, act: Intended, now: float) -> Command | None:
    """An act that failed in this very world does not start, however the plan came to it."""
    if not run.setup.strategy.watches or not run.setup.settings.stop_early:
        return None
    ban = run.ban(step, act.args, act.digest)
    if ban is None:
        return None
    if ban.kind == "structural" and run.course.plan is not None and run.course.plan.cause.rule in ("failed", AGAIN):
        return stop(run, now, "structural", f"planned again: {ban.sentence()}", certificate=certificate(run))
    return MakePlan("replan", Cause(AGAIN, ban.sentence(), act.step))


def _key(run: Run, digest: str) -> str:
    """The key of the next act of this digest: the same at each try, after a crash and in another plan, until it is done.

    That it answered well is not enough where its effect did not show: that may come late, and is not wanted twice.
    """
    times = run.work.times.get(digest, 0)
    return f"{run.id}/{digest}/{max(0, times - _in_vain(run, digest) if times else 0) + 1}"


def _in_vain(run: Run, digest: str) -> int:
    """How often the act was called done and then found to have done nothing."""
    told = [a for a in run.history.attempts if a.digest == digest and a.reason in UNSEEN_EFFECTS]
    steps = {a.step for a in told}
    idle = (id for id in dict.fromkeys(run.work.deeds) if id not in steps and run.did_nothing(id))
    return sum(not a.forgiven or a.pardoned for a in told) + sum(
        step_digest(run.work.records[id].step, run.known.skills) == digest for id in idle
    )


def _told_again(run: Run, step: Act) -> Command | None:
    """Back to a done step that may be done twice, for what it gives: its answer was lost, or nobody began it as its effect was
    seen."""
    plan, because = run.course.plan, f"{step.id} is given what it gives, and nobody was told that"
    for place, other in enumerate(plan.steps[: run.course.position] if plan is not None else ()):
        tries = run.course.redos.get(f"{other.id} {because}", 0)
        lost = other.id in references(step.args) and run.is_to_tell(other.id) and run.known.may_repeat(other)
        if lost and tries < run.setup.settings.patience.redos:
            return Note(Reentered(place, redone=(other.id,), because=because))
    return None


def attempt(run: Run, step: Act, now: float) -> Command:
    """Start an act, or say what keeps it from starting."""
    known = references(step.args) & run.work.outputs.keys()  # what an act gave stands, whatever became of its effect
    for other in sorted({*step.after, *references(step.args)} - known.difference(step.after)):
        record = run.work.records.get(other)
        if record is None or record.state not in DONE:
            return Note(Missed(step.id, "missing_dependency", f"it depends on {other}, which is not done"))
    try:
        args = resolve(step.args, run.work.outputs if is_plain(step.args) else run.work.given())
    except PlanError as error:
        return _told_again(run, step) or Note(Missed(step.id, "missing_dependency", str(error)))
    digest = act_digest(step.skill, args, step.target, run.known.skills)
    if why := forbidden(run, digest, step.skill, args, step.target):
        return Note(Missed(step.id, "forbidden", why))
    act = Intended(step.id, step.skill, args, step.target, digest, run.work.records[step.id].attempts + 1, key=_key(run, digest))
    if closed := barred(run, act, now) or only_late(run, act, now) or _banned(run, step, act, now):
        return closed
    skill = run.known.skills.get(step.skill)
    if skill is None:
        return Note(Missed(step.id, "unknown_skill", f"this world has no skill {step.skill!r}"))
    misplaced, given = not_entrusted(run, step), unnamed_file(run, step)
    asks = misplaced or given or skill.risk == "irreversible" or run.setup.settings.consent.autonomy < 2
    if not run.setup.risks and not asks:
        return DoAct(act)  # with no rules there is nothing to weigh
    weighed = weigh(skill, skill.complete_args(args), step.target, run.setup.risks)
    verdict, why = judge(weighed, run.setup.settings.consent.autonomy, run.setup.past.trust)
    if misplaced and verdict != "refuse":
        verdict, why = "ask", misplaced
    if given and verdict == "run":
        verdict, why = "ask", given
    if verdict == "run":
        return DoAct(act)
    if verdict == "refuse":
        return Note(Missed(step.id, "forbidden", f"the rules refuse it: {why}"))
    if run.seen.blind:
        text = f"{title(step)} cannot be undone, and the world cannot be seen: {run.seen.belief.stale}. Is it mended?"
        return Ask(question(run, now, "environment", text, act))
    allowed = permit(run, digest, step.skill, args, step.target, now)
    if allowed and not (misplaced and allowed.startswith(GRANT)):  # who allows an act beforehand allows no secret in it
        return DoAct(replace(act, approval=allowed))
    text = f"May {title(replace(step, args=args))} run? {why[0].upper()}{why[1:]}."
    return Ask(replace(question(run, now, "approve", text, act, weighed), secret=misplaced))
