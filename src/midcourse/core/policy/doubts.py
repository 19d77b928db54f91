"""An act was sent and its outcome is unknown: looks settle it, here or elsewhere, then repeatability, then people."""

from __future__ import annotations

from typing import Final

from ..gates.disputed import effect_of
from ..gates.fitting import changed_since, is_hearsay, is_of_its_kind, reaches_goal
from ..history.ledger import Attempt
from ..logic.conditions import Condition, Literal, coverage, parse, show
from ..plans.contracts import any_last
from ..plans.plan import Act
from ..run.commands import Ask, Command, Note
from ..run.events import Intended, Reentered, SetAside, Settled
from ..run.records import THOUGH_IT_FAILED, Doubt
from ..run.state import Run
from .questions import question
from .yet_to_come import watch

REFUSALS: Final = ("underspecified", "denied", "structural")
"""Kinds of failures by which the world says that it does not do this."""
MAY_COME: Final = "an act in doubt may still take effect"


def settle(run: Run, now: float) -> Command | None:
    """What became of the doubtful act; never guessed."""
    for doubt in run.acting.aside:
        if (known := _of_aside(run, doubt, now)) is not None:
            return known
    act = run.acting.doubt
    if act is None:
        return None
    happened = None if run.seen.blind else seen_to_happen(run, act)
    skill = run.known.skills.get(act.skill)
    if skill is not None and skill.may_be_tried_again and (happened is not True or run.is_to_tell(act.step)):
        unknown = "unknown whether it happened" if happened is not True else "a later step is given what it did not tell"
        by, why = ("repeatable", "it may be done twice") if skill.repeatable else ("key", "it is tried again under the same key")
        return Note(Settled(act.step, False, by, f"{unknown}; {why}"))
    if happened is False and (wait := _may_still_come(run, act, run.acting.sent_at, run.acting.answered_at, now)):
        return wait
    if happened is not None:
        return Note(Settled(act.step, happened, "look", _seen_by(run, act, happened)))
    if settled := _told_by_a_person(run, act):
        return settled
    if (
        run.seen.belief.fresh
        and not run.seen.blind
        and (wait := _may_still_come(run, act, run.acting.sent_at, run.acting.answered_at, now))
    ):
        return wait  # a look may tell yet
    if where := _can_be_seen_elsewhere(run, act):
        return Note(SetAside(act.step, f"nothing here shows whether {act.skill} ({act.step}) happened; {show(where)} would"))
    return _ask(run, act, now)


def seen_to_happen(run: Run, act: Intended) -> bool | None:
    """By the last look: True if something that it should bring about is new and there, or cannot be seen while what it takes away
    is gone; False if none of it is, such facts do show, and nothing else changed that it may have changed, or what a complete
    contract takes away is still there; else None. A look that covers everything, and is as it was before the act, says no."""
    step = run.work.records[act.step].step
    news = [lit for lit in run.expected(step) if lit.text not in run.acting.shown_before]
    if run.acting.believed.stale and any(
        run.contract(run.work.records[id].step).gives(lit) for id in run.work.deeds for lit in news
    ):
        return None  # it may be the doing of acts before it, at which nobody looked
    moved = bool(changed_since(run))
    lasting = [lit for lit in news if lit.name not in run.lost_anew]
    only_takes = not (run.contract(step).makes or run.contract(step).counts)  # some of that may have gone by itself
    shown = not only_takes and any(run.seen.belief.holds_freshly((lit,)) for lit in news)
    truth = True if shown else _truth(run, lasting)
    if truth is False and not run.contract(step).complete and (moved or not any(run.can_show((lit,)) for lit in news)):
        return None
    if truth is False and _was_silent_before(run, act.skill):
        return None
    if truth is None and all(run.seen.belief.holds_freshly((lit,)) is None for lit in news):
        taken = _by_what_it_takes(run, act)
        if taken is not None:
            return taken
    if not news and not run.expected(step):
        counted = _by_what_it_counts(run, act)
        return _told_by_change(run, act, moved) if counted is None else counted
    return truth


def _counted(run: Run, act: Intended) -> Condition:
    """The numbers that an act counts up from nothing: the look before it showed that there was none."""
    numbers = tuple(map(any_last, run.contract(run.work.records[act.step].step).counts))
    before = run.acting.believed
    return numbers if not before.stale and all(before.holds_freshly((lit,)) is False for lit in numbers) else ()


def _by_what_it_counts(run: Run, act: Intended) -> bool | None:
    """True if a number that it counts is there now and was not before; False if there is none still, though looks show such
    numbers; else None."""
    numbers = _counted(run, act)
    truths = {run.seen.belief.holds_freshly((number,)) for number in numbers}
    if truths == {False} and run.can_show(numbers):
        return False
    return True if truths == {True} else None


def happened_all_the_same(run: Run, failure: Attempt) -> Command | None:
    """The act failed in a way that does not rule out that it was done, must not be done twice, and declares no effect: the look
    after it has changed as this act changes it. It is done, and whoever plans is not led to do it again. Where only the name of
    the error rules it out, a look that shows what the goal wants of it knows better."""
    act, skill = run.acting.intent, run.known.skills.get(failure.skill)
    if act is None or act.step != failure.step or skill is None or skill.may_be_tried_again or run.seen.blind:
        return None
    if failure.clean and not (failure.presumed and reaches_goal(run, act)):
        return None
    if run.expected(run.work.records[act.step].step) or not _told_by_change(run, act, bool(changed_since(run))):
        return None
    if failure.kind in REFUSALS and _only_lost(run):
        return None
    return Note(Settled(act.step, True, THOUGH_IT_FAILED, f"the look has changed, though {failure.sentence()}"))


def came_all_the_same(run: Run, failure: Attempt) -> Command | None:
    """What the last look says for an act that failed: that it was done, or that what it is for is there."""
    return happened_all_the_same(run, failure) or _already_there(run, failure)


def _already_there(run: Run, failure: Attempt) -> Command | None:
    """What the failed step was to bring about is seen: late, or by somebody else's hand. It is not done again."""
    step, wanted = run.course.next_step, run.expected(run.work.records[failure.step].step)
    if step is None or step.id != failure.step or run.seen.blind or not wanted or not run.seen.belief.holds_freshly(wanted):
        return None
    if (skill := run.known.skills.get(failure.skill)) and skill.may_be_tried_again and run.is_to_tell(step.id):
        return None  # what it gives is wanted, too
    if run.acting.believed.stale or all(lit.text in run.acting.shown_before for lit in wanted):
        return None  # it was there before, or may be the doing of acts before it: that it is there now tells nothing
    if failure.may_pass and not failure.clean:  # it broke off and may have acted: it is the nearest to have done this
        return Note(Settled(step.id, True, "look", f"{show(wanted)} is seen, though {failure.sentence()}"))
    return Note(
        Reentered(run.course.position + 1, skipped=(step.id,), because=f"what it was to bring about is seen: {show(wanted)}")
    )


def _was_silent_before(run: Run, skill: str) -> bool:
    """Whether an act of the skill was called done and did not show what it declares, and none ever did: that nothing shows now
    says nothing."""
    return effect_of(skill) in run.known.told and not run.work.has_shown(skill)


def _to_take(run: Run, act: Intended, left: bool) -> Condition:
    """What the act takes away and was seen just before it: of that, what is seen to be left, or to be gone."""
    taken = run.to_take(run.work.records[act.step].step)
    return tuple(lit for lit in taken if run.seen.belief.holds_freshly((lit,)) is left)


def _by_what_it_takes(run: Run, act: Intended) -> bool | None:
    """True if all that it takes away is gone; False if all that can be seen of it is left, and it does just what it declares;
    else None: some of it may have gone by itself, or by half of the act."""
    gone, left = _to_take(run, act, left=False), _to_take(run, act, left=True)
    if gone:
        return None if left else True
    return False if left and run.contract(run.work.records[act.step].step).complete else None


def _only_lost(run: Run) -> bool:
    """Whether nothing has changed but that some of what came with our acts is gone: that may be somebody else's doing."""
    changed = changed_since(run)
    return bool(changed) and changed <= run.seen.came_with_us - run.seen.belief.facts


def _told_by_change(run: Run, act: Intended, moved: bool) -> bool | None:
    """Where the skill declares no effect: the look has changed, which nothing has done by itself so far in this run; or it covers
    everything, is as it was, and such an act has been seen to change it before."""
    if run.acting.believed.stale:
        return None  # what changed may be the doing of acts before it
    if run.acting.unsure is not None and run.acting.unsure.error_shown:
        return None  # what changed is the error
    if moved:
        says_nothing = run.seen.drifts or is_hearsay(run, act) or _an_equal_may_be_late(run, act)
        return None if says_nothing or not is_of_its_kind(run, act) else True
    if run.work.times.get(act.digest):
        return None  # the very same act was done before: what it shows was there already
    same = [
        id for id in run.work.deeds if (step := run.work.records[id].step) and isinstance(step, Act) and step.skill == act.skill
    ]
    shows = coverage(run.seen.belief.fresh).everything and any(id not in run.work.unmoved for id in same)
    return False if shows else None


def _an_equal_may_be_late(run: Run, act: Intended) -> bool:
    """Whether the very same act was called done before and has shown nothing so far."""
    return any(
        isinstance(step := run.work.records[id].step, Act)
        and (step.skill, step.args, step.target) == (act.skill, act.args, act.target)
        for id in run.work.unmoved
    )


def _seen_by(run: Run, act: Intended, happened: bool) -> str:
    wanted = run.expected(run.work.records[act.step].step)
    evidence = tuple(
        lit for lit in wanted if run.seen.belief.holds_freshly((lit,)) is happened and lit.text not in run.acting.shown_before
    )
    if not evidence and (taken := _to_take(run, act, left=not happened)):
        return f"{show(taken)} is {'gone' if happened else 'still there'}, which it takes away"
    if not evidence and run.seen.belief.holds_freshly(numbers := _counted(run, act)) is happened and numbers:
        return f"{show(numbers)} is {'seen' if happened else 'not so'}, which it counts"
    if not evidence:
        return "the look has changed" if happened else "a look that covers everything is as it was before"
    return f"{show(evidence)} is {'seen' if happened else 'not so'}"


def barred(run: Run, act: Intended, now: float) -> Command | None:
    """An act that was set aside is not done again, by whatever id its target goes now: people are asked first."""
    here = run.seen.belief.target(act.target)
    for doubt in run.acting.aside:
        same = (doubt.act.skill, doubt.act.args) == (act.skill, act.args)
        alike = (
            here is not None and doubt.target is not None and (here.role, here.label) == (doubt.target.role, doubt.target.label)
        )
        if doubt.act.digest == act.digest or (same and alike):
            return _ask(run, doubt.act, now)
    return None


def _of_aside(run: Run, doubt: Doubt, now: float) -> Command | None:
    act = doubt.act
    if settled := _told_by_a_person(run, act):
        return settled
    happened = (
        None if run.seen.blind or run.seen.acts_since_look else _truth(run, [lit for text in doubt.news for lit in parse(text)])
    )
    if happened is False and (wait := _may_still_come(run, act, doubt.at, doubt.at, now)):
        return wait
    if happened is None:
        return None
    return Note(Settled(act.step, happened, "look", f"{' and '.join(doubt.news)} is {'seen' if happened else 'not so'}"))


def _truth(run: Run, news: list[Literal]) -> bool | None:
    truths = {run.seen.belief.holds_freshly((lit,)) for lit in news}
    return truths.pop() if len(truths) == 1 else None


def _may_still_come(run: Run, act: Intended, sent_at: float, answered_at: float, now: float) -> Command | None:
    """That an effect is not there yet proves nothing so soon: not before the skill's own word, or its time limit, is over."""
    skill = run.known.skills.get(act.skill)
    if skill is None:
        return None
    until = answered_at + run.patience(skill)
    if (
        skill.delivery.settles is None and run.acting.broken is None
    ):  # it was not heard to end: it may be under way for all its time
        until = max(until, sent_at + skill.timeout)
    return watch(run, now, MAY_COME, answered_at, until) if now < until else None


def _told_by_a_person(run: Run, act: Intended) -> Command | None:
    if run.people.reply is None or run.people.reply.question.step != act.step or run.people.reply.question.kind != "settle":
        return None
    yes = run.people.reply.yes
    return Note(Settled(act.step, yes, "a person", "a person said that it did" + ("" if yes else " not")))


def _can_be_seen_elsewhere(run: Run, act: Intended) -> Condition:
    """What would show it, if there are harmless acts after which a look tells of just that."""
    news = run.news_of(act.step)
    sensed = {lit.name for skill in run.known.skills.values() if skill.risk == "harmless" for lit in parse(skill.senses)}
    return news if news and not run.seen.blind and all(lit.name in sensed for lit in news) else ()


def _ask(run: Run, act: Intended, now: float) -> Command:
    missing = [lit for lit in run.expected(run.work.records[act.step].step) if run.seen.belief.holds_freshly((lit,)) is False]
    shows = f"{show(missing)} is not seen, which proves nothing here" if missing else "nothing shows it"
    text = f"Did {act.skill} ({act.step}) happen? Its result is unknown, {shows}, and it must not be done twice."
    return Ask(question(run, now, "settle", text, act))
