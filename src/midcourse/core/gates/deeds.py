"""All that was done, in the order in which it was done, and what it amounts to, whatever its steps were called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ..errors import PlanError
from ..failing.failures import UNSEEN_EFFECTS
from ..model import Json
from ..plans.calls import act_digest
from ..plans.plan import Achieve, Act, goal_digest, is_plain, resolve
from ..run.records import DONE_BY_US
from ..run.state import Run
from .ways import ends_of_ways, is_denied

NOTHING: Final[Mapping[str, Json]] = {}


class Deed(NamedTuple):
    """A step that was done."""

    id: str
    """The lifelong id of the step."""
    what: str
    """Digest of skill, arguments with outputs filled in, and target."""
    lost: bool
    """Somebody undid it, or looks prove that it did nothing: it is to be done again."""


def amount(run: Run, step: Act | Achieve, given: Mapping[str, Json] = NOTHING) -> str:
    """What one step amounts to. `given`: outputs beside those of the run, by the step that gives them."""
    if isinstance(step, Achieve):
        return goal_digest(step)
    args = step.args
    if not is_plain(args):
        try:
            args = resolve(args, {**run.work.outputs, **given})
        except PlanError:
            args = step.args
    return act_digest(step.skill, args, step.target, run.known.skills)


def history_of_deeds(run: Run) -> list[Deed]:
    """All that was done, in order; behind the last act of the way to a goal, that goal."""
    begun = (*DONE_BY_US, "undone")
    goals = ends_of_ways(run)
    deeds: list[Deed] = []
    order = deeds_in_order(run)
    acts = {id: amount(run, step) for id in order if isinstance(step := run.work.records[id].step, Act)}
    done = {acts[id]: id for id in run.work.deeds if id in acts}
    for id in order:
        record, step = run.work.records[id], run.work.records[id].step
        reached = goals.get(id, ())
        if isinstance(step, Achieve):
            deeds.append(Deed(id, goal_digest(step), lost=True))  # it held by itself; whether it still does is seen
            deeds += (Deed(id, goal, is_denied(run, goal)) for goal in reached)
            continue
        if not isinstance(step, Act) or record.state not in (*begun, "skipped"):
            continue
        what = acts[id]
        if record.state == "skipped" and what not in done:
            deeds.append(Deed(id, what, lost=True))  # so here
            deeds += (Deed(id, goal, run.seen_false(id) or is_denied(run, goal)) for goal in reached)
            continue
        if record.state == "skipped":
            id, record = done[what], run.work.records[done[what]]
        # One that shows nothing may be done once more; where twice does harm, no more: its contract may be wrong.
        once_more = run.work.times.get(what, 0) < 2 and not never_showed(run, step.skill, what)
        again = run.known.may_repeat(step) or once_more
        lost = record.state == "undone" or (again and run.did_nothing(id))
        lost = lost or (run.known.may_repeat(step) and what_is_wanted_went(run, id))
        deeds += (Deed(id, what, lost), *(Deed(id, goal, lost or is_denied(run, goal)) for goal in reached))
    return _made_good(deeds)


def what_is_wanted_went(run: Run, id: str) -> bool:
    """Whether something that the goal or a step wants came after an act that promises nothing, and is seen gone. It may have come
    with another, so this is no proof; what only shows for a moment is wanted by nobody."""
    ours, shows = run.seen.perhaps_ours, run.seen.belief.holds_freshly
    wanted = (*run.known.goal, *(lit for contract in run.work.contracts.values() for lit in contract.needs))
    gone = any(ours.get(lit.text) == id and shows((lit,)) is False for lit in wanted)
    return gone and not run.expected(run.work.records[id].step)


def _made_good(deeds: list[Deed]) -> list[Deed]:
    """What was lost and done once more later stands where it was done first, and is not lost."""
    kept, moved = list[Deed](), list[Deed]()
    for i, deed in enumerate(deeds):
        if deed in moved:
            continue
        others = (d for d in deeds[i + 1 :] if d.what == deed.what and not d.lost and d not in moved) if deed.lost else ()
        later = next(iter(others), None)
        if later is not None:
            moved.append(later)
        kept.append(later or deed)
    return kept


def deeds_in_order(run: Run) -> list[str]:
    """What was done, in order, and what was left out because it was so already, where it stood in its plan."""
    order = list(dict.fromkeys(run.work.deeds))
    for id in (*run.work.with_state("skipped"), *held_goals(run)):
        plan = next(p for p in run.work.plans if p.version == run.work.records[id].version)
        steps = [step.id for step in plan.steps]
        before = [order.index(other) + 1 for other in steps[: steps.index(id)] if other in order]
        behind = [order.index(other) for other in steps[steps.index(id) :] if other in order]
        behind += [i for i, other in enumerate(order) if run.work.records[other].version > plan.version]
        order.insert(max(before) if before else min(behind, default=len(order)), id)
    return order


def held_goals(run: Run) -> list[str]:
    """The goals on the way that were passed by, since they held."""
    return [id for id in run.work.with_state("passed") if isinstance(run.work.records[id].step, Achieve)]


def never_showed(run: Run, skill: str, digest: str) -> bool:
    """Whether another act of the skill was done again since its effect did not show, and none ever did: the contract is wrong."""
    tried = (a for a in run.history.attempts if a.skill == skill and a.digest != digest and a.reason in UNSEEN_EFFECTS)
    return any(run.work.times.get(a.digest, 0) > 1 for a in tried) and not run.work.has_shown(skill)
