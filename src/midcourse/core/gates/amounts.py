"""What steps amount to, whatever they are called: skill, arguments with outputs filled in and target, or a subgoal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ..errors import PlanError
from ..model import Json
from ..plans.calls import act_digest
from ..plans.plan import Achieve, Act, Replan, Step, goal_digest, is_plain, references, resolve
from ..run.state import Run

NOTHING: Final[Mapping[str, Json]] = {}


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


def amounts(run: Run, steps: Sequence[Step]) -> dict[str, str]:
    """What each step of a list amounts to, by its id: an output of one that is planned once more is what it gave before, unless
    somebody undid that. Of several alike, each stands for its own."""
    found: dict[str, str] = {}
    givers: dict[str, list[str]] | None = None
    for step in steps:
        if isinstance(step, Replan):
            continue
        given: dict[str, Json] = {}
        for other in references(step.args) - run.work.outputs.keys() if isinstance(step, Act) else ():
            if other not in found:
                continue
            givers = _givers(run) if givers is None else givers
            before = list(found)
            place = [found[id] for id in before[: before.index(other)]].count(found[other])
            if place < len(alike := givers.get(found[other], [])):
                given[other] = run.work.outputs[alike[place]]
        found[step.id] = amount(run, step, given)
    return found


def _givers(run: Run) -> dict[str, list[str]]:
    """The acts whose output stands, by what they amount to, in the order in which they were done."""
    found: dict[str, list[str]] = {}
    for id in run.work.outputs:
        record = run.work.records[id]
        if isinstance(record.step, Act) and record.state != "undone":
            found.setdefault(amount(run, record.step), []).append(id)
    return found
