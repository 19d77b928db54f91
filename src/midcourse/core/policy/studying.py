"""Before the planner is asked about a failure: what was it, has it been mended before, and what came of the last fix?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from ..failing.findings import SURE
from ..gates.gateway import admit
from ..history.ledger import Attempt
from ..history.lessons import Lesson, lesson_author, may_be_tried
from ..history.situations import signature, situation_of
from ..logic.conditions import Literal, as_text, parse
from ..plans.calls import undoes
from ..plans.edits import Edit, Insert, Instead, apply, led_to
from ..plans.plan import Act, Cause, Draft, Plan, Step, escaped, references
from ..run.commands import Command, Learn, MakePlan, Note, Recall, Reflect
from ..run.events import Learned, Planned
from ..run.records import Trial
from ..run.state import Run

SHORTEST = 3
"""Characters of a word that tells anything: a shorter one is in every text."""
_ENDING = re.compile(r"(\.\w+)+")
"""What says only which kind of thing it is: `.gz`."""


def study(run: Run, failure: Attempt, now: float) -> Command | None:
    """Look into the failure, recall, try what is known to help: one thing at a time."""
    limits = run.setup.settings.limits
    if run.setup.reflects and run.trouble.reflection is None and run.spent.model_calls < limits.max_model_calls:
        return Reflect(failure)
    if run.setup.remembers and run.trouble.found is None:
        return Recall(failure.step, situation_of(failure, run.setup.world))
    if run.spent.replans >= limits.max_replans:
        return None
    return _lesson(run, failure, now) or _fix(run, failure)


def _lesson(run: Run, failure: Attempt, now: float) -> Command | None:
    """The most reliable lesson that fits, if it pays and was not tried yet."""
    if run.setup.settings.learning.lessons != "use":
        return None
    harmful = [f.lesson.edit for f in run.trouble.found or () if f.lesson.quarantined]
    for recalled in run.trouble.found or ():
        name = lesson_author(recalled.lesson)
        if name in run.history.tried or not may_be_tried(recalled, now) or recalled.lesson.edit in harmful:
            continue
        if plan := _mended(run, failure, recalled.lesson.edit, name, Cause("lesson", recalled.lesson.sentence(), failure.step)):
            return Note(Planned(plan))
    return None


def _fix(run: Run, failure: Attempt) -> Command | None:
    """What was found out about the failure, if that is sure: once for each failure."""
    reflection = run.trouble.reflection
    if reflection is None or reflection.fix is None or reflection.confidence < SURE:
        return None
    name = f"reflection {signature(failure)}"
    if name in run.history.tried:
        return None
    plan = _mended(run, failure, reflection.fix, name, Cause("reflection", reflection.sentence(), failure.step))
    return Note(Planned(plan)) if plan is not None else None


def _mended(run: Run, failure: Attempt, edit: Edit, author: str, cause: Cause) -> Plan | None:
    """The present plan with the edit in it, if it fits here and every check passes."""
    place = run.course.plan.position(failure.step) if run.course.plan is not None else -1
    if run.course.plan is None or place < 0:
        return None
    failed = run.course.plan.steps[place]
    if not isinstance(failed, Act) or not failure.skill:
        return None
    meant = failed if not references(failed.args) else replace(failed, args=escaped(failure.args))
    steps = apply(edit, meant, run.course.plan.steps[place + 1 :], run.seen.belief.facts)
    if steps is None:
        return None
    if cause.rule == "lesson" and not all(_may_be_done_on_hearsay(run, meant, act, edit) for act in _brought(edit, steps)):
        return None
    if any(_takes_back(run, act) for act in _brought(edit, steps)):
        return None
    plan = admit(run, Draft(steps, author, cause.detail, means=run.course.plan.means), cause)
    return replace(plan, mends=True) if isinstance(plan, Plan) else None


def _brought(edit: Edit, steps: Sequence[Step]) -> list[Act]:
    """The acts that an edit puts into a plan."""
    count = len(edit.acts) if isinstance(edit, Insert | Instead) else 1
    return [step for step in steps[:count] if isinstance(step, Act)]


def _takes_back(run: Run, act: Act) -> bool:
    """Whether an act that no plan named would take back what is wanted, or what an act of ours brought about whose skill does not
    name it as its undo. With no goal beside it, all of a plan is wanted."""
    contract, made, plan = run.contract(act), list[Literal](), run.course.plan
    is_whole = not run.known.goal and plan is not None and not plan.means
    for step in (run.work.records[id].step for id in dict.fromkeys(run.work.deeds)):
        skill = run.known.skills.get(step.skill) if isinstance(step, Act) else None
        if skill is None or not isinstance(step, Act):
            continue
        if skill.undo != act.skill:
            made += run.contract(step).makes
        elif is_whole or (undoes(act, step, run.known.skills) and any(run.contract(step).gives(lit) for lit in run.known.goal)):
            return True
    return any(contract.takes(lit) for lit in (*run.known.goal, *made) if run.seen.belief.holds((lit,)))


def _may_be_done_on_hearsay(run: Run, failed: Act, act: Act, edit: Edit) -> bool:
    """Whether a lesson's word is enough for an act: one that may be done twice, whose every argument the failed act has, facts
    lead to from there, or a skill that may be repeated offers where the failed act says nothing. What another task named is no
    reason to name it here, even where the world shows it: it may be somebody else's."""
    skill = run.known.skills.get(act.skill)
    if skill is None or skill.risk == "irreversible" or not (skill.repeatable or act.skill == failed.skill):
        return False
    known = {as_text(value) for value in (*failed.args.values(), failed.target)} | led_to(edit, failed, run.seen.belief.facts)
    left_out = [p for p in skill.parameters if p.name not in failed.args] if skill.repeatable else []
    offered = {(p.name, choice) for p in left_out for choice in p.choices}
    if skill.risk == "harmless":
        offered |= {("target", target.id) for target in run.seen.belief.targets}
    words = {text for value in failed.args.values() for text in as_text(value).split()}
    values = [(name, as_text(v)) for name, v in (*act.args.items(), ("target", act.target)) if v != ""]
    return all(pair in offered or pair[1] in known or any(_comes_of(pair[1], word) for word in words) for pair in values)


def _comes_of(value: str, word: str) -> bool:
    """Whether a value is a word of the failed act in other letters, or with an ending put to it: `a.csv.gz` for `a.csv`. What is
    put before a name may be whose it is: `ann/a.csv`."""
    ends = len(word) >= SHORTEST and value.startswith(word) and _ENDING.fullmatch(value, len(word)) is not None
    return ends or value.lower() == word.lower()


def worked(run: Run, now: float) -> Command | None:
    """A fix whose last step was seen to have its effect is worth remembering."""
    trial = run.history.trial
    if trial is None or run.work.records[trial.steps[-1]].state != "confirmed" or not _brought_about(run, trial):
        return None
    return learn(run, trial, True)


def _brought_about(run: Run, trial: Trial) -> bool:
    return not trial.wanted or run.seen.belief.holds_freshly(parse(trial.wanted)) is True


def spoiled(run: Run, command: MakePlan) -> Command | None:
    """Another plan is wanted because of a step that a fix had brought: the fix did not help. A person's no says nothing of it."""
    trial = run.history.trial
    if trial is None or command.purpose != "replan" or command.cause.step not in trial.steps:
        return None
    if (
        run.trouble.failure is not None
        and run.trouble.failure.kind == "denied"
        and run.trouble.failure.reason in ("denied", "forbidden")
    ):
        return Note(Learned(False, None, "people did not want it: that tells nothing about it"))
    return learn(run, trial, False, command.cause.detail)


def at_the_end(run: Run, success: bool) -> Command | None:
    """What the end of the run says about a fix that is still on trial."""
    trial = run.history.trial
    if trial is None:
        return None
    if success and run.work.records[trial.steps[-1]].state in ("confirmed", "assumed") and _brought_about(run, trial):
        return learn(run, trial, True, "the goal was reached with it")
    failed = next(
        (a for a in run.history.attempts if a.scene.version == trial.version and a.step in trial.steps and not a.forgiven), None
    )
    if failed is None or failed.reason in ("denied", "forbidden"):
        return None
    return learn(run, trial, False, failed.sentence())


def learn(run: Run, trial: Trial, helped: bool, detail: str = "") -> Learn:
    """Keep what was seen: on the lesson that was tried, or as a new one."""
    task = run.setup.task
    new = Lesson(trial.situation, trial.edit, trial.why, run.setup.settings.learning.scope, task.agent, task.team)
    return Learn(trial.lesson or new, helped, f"{run.id}/{trial.version}", detail)
