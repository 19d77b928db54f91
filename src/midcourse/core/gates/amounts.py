"""What the steps of a list amount to, where some take the outputs of others."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Json
from ..plans.plan import Act, Replan, Step, references
from ..run.state import Run
from .deeds import amount, history_of_deeds


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
            alike = givers.get(found[other], [])
            if place < len(alike) and alike[place] in run.work.outputs:
                given[other] = run.work.outputs[alike[place]]
        found[step.id] = amount(run, step, given)
    return found


def _givers(run: Run) -> dict[str, list[str]]:
    """What was done, by what it amounts to, in the order in which it was done; '' for a step that is to be done again."""
    found: dict[str, list[str]] = {}
    for deed in history_of_deeds(run):
        found.setdefault(deed.what, []).append("" if deed.lost else deed.id)
    return found
