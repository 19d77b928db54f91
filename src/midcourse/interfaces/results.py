"""The folder that every run leaves: `result.json` for programs, `run.json` to resume by."""

from __future__ import annotations

from pathlib import Path

import msgspec

from ..core.errors import RunNotFound, TaskError
from ..core.gates.analysing import analyse
from ..core.language.printable import printable
from ..core.plans.modes import count_modes, mode_of
from ..core.plans.plan import title
from ..core.run.groups import flattened
from ..core.run.ids import check_run_id
from ..core.run.life import life
from ..core.run.state import Run
from ..private import write_private
from .decisions import figures_of, picture, tree_of
from .prices import caveat, money_of


class Recipe(msgspec.Struct, frozen=True):
    """How the parts of a run were chosen, so that `resume` chooses the same."""

    world: str
    base: str
    planner: str = ""
    task_file: str = ""


def folder(home: Path, run_id: str) -> Path:
    """The run's own folder; an id that could lead elsewhere is refused."""
    return home / "runs" / check_run_id(run_id)


def write_recipe(home: Path, run_id: str, recipe: Recipe) -> None:
    """Before the first event, so that a run killed at once can be resumed."""
    try:
        data = msgspec.json.format(msgspec.json.encode(recipe))
    except UnicodeEncodeError as error:
        raise TaskError(f"{error.object!a} is no UTF-8: a run by such a path could not be resumed") from None
    write_private(folder(home, run_id) / "run.json", data)


def read_recipe(home: Path, run_id: str) -> Recipe:
    """How the run's parts were chosen."""
    path = folder(home, run_id) / "run.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Recipe)
    except FileNotFoundError:
        elsewhere = f"one that was started from Python goes on there, with resume({run_id!r}, …)"
        raise RunNotFound(f"no run {run_id!r} in {home} that a command began; 'midcourse runs' lists all; {elsewhere}") from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise TaskError(f"{path} does not say how the run was made: {error}") from None


def result_of(run: Run) -> dict[str, object]:
    """The outcome as a program reads it: the same fields whether the run has ended, waits or was interrupted."""
    ending = run.ending
    base: dict[str, object] = {
        "run": run.id,
        "goal": run.setup.task.goal,
        "ended": ending is not None,
        "success": False,
        "verdict": ending.verdict if ending is not None else "failed",
        "life": life(run),
        "replans": run.spent.replans,
        "final_reason": "waiting" if run.people.question else "unfinished",
        "final_detail": run.people.question.text if run.people.question else "",
        "root_cause": "",
        "steps": run.spent.steps,
        "planner_calls": run.spent.planner_calls,
        "wall_seconds": round(run.at - run.setup.started_at, 6),
        "confirmed": list(run.work.with_state("confirmed")),
        "undone": list(run.work.with_state("undone")),
        "uncertain": list(run.work.with_state("uncertain", "intended")),
        "left": [s.id for s in run.course.plan.steps[run.course.position :]] if run.course.plan else [],
        "versions": len(run.work.plans),
        "segments": [{"version": plan.version, **count_modes(plan.steps)} for plan in run.work.plans],
        "price_note": caveat(run.spent.cost, run.setup.settings),
        "outputs": run.work.outputs,
        "steps_in_full": [_step(run, id) for id in run.work.records],
        "analyses": _analyses(run),
        "finding": figures_of(run),
        "guide": _guide(run),
    }
    if ending is not None:
        base.update(flattened(ending))
        base.update({name: list(ids) for name, ids in msgspec.structs.asdict(ending.fates).items()})
        for name in ("final_detail", "root_cause", "said_by", "steps", "replans", "planner_calls", "versions"):
            base[name] = getattr(ending, name)
    cost, looking = run.spent.cost, run.spent.looking
    base["cost"] = {
        "tokens": cost.tokens,
        "money": money_of(cost),
        "unpriced": cost.unpriced,
        "model_calls": run.spent.model_calls,
        "looks": run.seen.belief.looks,
        "tiers": run.spent.tiers,
        "looking": {"tokens": looking.tokens, "money": money_of(looking), "unpriced": looking.unpriced},
    }
    return base


def _guide(run: Run) -> dict[str, object] | None:
    """The coarse plan as it stood with the last plan; None without one."""
    stood = next((plan.bearing.guide for plan in reversed(run.work.plans) if plan.bearing and plan.bearing.guide), None)
    if stood is None:
        return None
    goals = [{"id": p.id, "goal": p.goal, "condition": p.condition, "reached": p.reached} for p in stood.points]
    return {"goals": goals, "revisions": stood.revisions, "dropped": list(stood.dropped)}


def _analyses(run: Run) -> list[dict[str, object]]:
    """What was known about each failure that a plan was made for, and about the one at hand."""
    known = [(plan.version, plan.analysis) for plan in run.work.plans if plan.analysis is not None]
    at_hand = analyse(run)
    told = [*known, *([(None, at_hand)] if at_hand is not None else [])]
    return [{"version": version, **msgspec.structs.asdict(analysis)} for version, analysis in told]


def _step(run: Run, id: str) -> dict[str, object]:
    """One step with what became of it, and what its last failure was found to be."""
    record = run.work.records[id]
    failed = next((a for a in reversed(run.history.attempts) if a.step == id), None)
    told: dict[str, object] = {"id": id, "what": title(record.step), "state": record.state, "attempts": record.attempts}
    told["mode"] = mode_of(record.step)
    if failed is not None:
        found = failed.finding
        told |= {"reason": failed.reason, "detail": failed.detail, "kind": failed.kind, "severity": failed.severity}
        told |= {"category": found.category if found else "unknown", "type": found.type if found else "other"}
        told |= {"worked_later": failed.forgiven}
    return told


def write_result(home: Path, run: Run) -> Path:
    """`result.json`, whole or not at all; and where a way was looked for, the tree of decisions as `decisions.svg`."""
    if tree := tree_of(run):
        drawn = printable(picture(run.setup.task.goal, tree), keep="\n").encode()
        write_private(folder(home, run.id) / "decisions.svg", drawn)
    text = printable(msgspec.json.format(msgspec.json.encode(result_of(run))).decode(), keep="\n").encode() + b"\n"
    return write_private(folder(home, run.id) / "result.json", text)
