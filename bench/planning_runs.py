"""One problem, one planner, one child process: what the planner took and whether its plan holds. Used by planning.py.

Every planner reads the same two files. Reading is not timed, except for Fast Downward, whose whole process is.
"""

from __future__ import annotations

import asyncio
import importlib
import multiprocessing
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, NamedTuple

from midcourse.core.gates.request import PlanRequest
from midcourse.core.logic.conditions import parse
from midcourse.core.model import Call, Done
from midcourse.core.plans.plan import Act, Cause, Draft, Step
from midcourse.planners.search import SearchPlanner
from midcourse.testing.contracts.planner import request as a_request
from midcourse.worlds.pddl import PddlTask
from midcourse.worlds.symbolic import SymbolicWorld

GRACE = 2.0
"""Seconds beside the limit for what is not timed: a child's start, and turning one library's problem into another's."""
READING = 20.0
"""Seconds that reading the files may take; what takes longer is left out for all."""
SHORT = 1.0
"""What took less seconds than this is measured again, in a fresh process, and the median taken."""
NODES = 1_000_000_000
"""States that Midcourse may look at where time is the limit."""

Named = tuple[str, ...]
"""A step as all planners write it: the action's name and its arguments."""

os.environ["PYTHONHASHSEED"] = "0"  # for the children: what pyperplan finds depends on the order of its sets
context = multiprocessing.get_context("forkserver")
context.set_forkserver_preload(["midcourse.planners.search", "midcourse.worlds.pddl", "up_pyperplan.engine"])


class Unreadable(Exception):
    """A planner cannot read the problem: it is left out for all."""


class Taken(NamedTuple):
    """What one planner did with one problem."""

    seconds: float | None
    """Seconds to a plan; None without one within the limit."""
    plan: tuple[Named, ...] = ()
    search: float | None = None
    """Seconds of the search alone, where the planner tells."""
    why: str = ""
    """Why there is no plan."""


class Files(NamedTuple):
    """A problem as every planner reads it."""

    domain: Path
    problem: Path


@contextmanager
def reading() -> Iterator[None]:
    """Reading files with a limit: the reader of unified-planning lists every fact there could be."""

    def stop(*_: object) -> None:
        raise Unreadable(f"reading takes more than {READING:.0f} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, READING)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def request(task: PddlTask, facts: Iterable[str] | None = None, rest: tuple[Step, ...] = ()) -> PlanRequest:
    """What a planner is asked: for a first plan, or for another where the rest of one no longer holds."""
    return a_request(
        goal=task.name,
        done_when=task.goal,
        purpose="replan" if rest else "first",
        cause=Cause("failed" if rest else "first"),
        skills=task.skills,
        facts=task.facts if facts is None else frozenset(facts),
        remaining=rest,
    )


# --- the planners -------------------------------------------------------------------------------------------------


def by_midcourse(task: PddlTask, limit: float) -> Callable[[], Taken]:
    """Midcourse's search without improvement: the time is that of `plan`, from facts and contracts to the answer."""
    asked, planner = request(task), SearchPlanner(improve=0, nodes=NODES, seconds=limit)

    async def timed() -> Taken:
        began = time.perf_counter()
        reply = await planner.plan(asked)
        took = time.perf_counter() - began
        if isinstance(reply, Draft):
            acts = [step for step in reply.steps if isinstance(step, Act)]
            return Taken(took, tuple((a.skill, *(str(v) for v in a.args.values())) for a in acts))
        return Taken(None, why=f"{type(reply).__name__}: {reply.why}")

    return lambda: asyncio.run(timed())


def by_pyperplan(files: Files) -> Callable[[], Taken]:
    """Pyperplan through unified-planning, greedy best-first with hFF: the time is the engine's own, of grounding and search."""
    from unified_planning.environment import get_environment
    from unified_planning.io import PDDLReader
    from up_pyperplan.engine import EngineImpl

    world = get_environment()
    world.credits_stream, world.error_used_name = None, False
    problem = PDDLReader(world).parse_problem(str(files.domain), str(files.problem))
    unknown = sorted(problem.kind.features - EngineImpl.supported_kind().features)
    if unknown:
        raise Unreadable(f"pyperplan does not know {', '.join(unknown).lower()}")
    engine = EngineImpl(search="gbf", heuristic="hff")

    def solve() -> Taken:
        result = engine.solve(problem)
        if result.plan is None:
            return Taken(None, why=result.status.name.lower())
        plan = tuple((a.action.name, *(str(p) for p in a.actual_parameters)) for a in result.plan.actions)
        return Taken(float(result.metrics["engine_internal_time"]), plan)

    return solve


def by_fast_downward(files: Files, limit: float) -> Taken:
    """Fast Downward inside kstar-planner, lazy greedy with ff: the time is that of the whole process, and that of its search."""
    search = "lazy_greedy([ff()],preferred=[ff()])"
    command = [sys.executable, "-m", "kstar_planner.driver.main", "--build", "release"]
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        child = subprocess.Popen(
            [*command, str(files.domain), str(files.problem), "--search", search],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        try:
            said, _ = child.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)  # the driver's own children are in its group
            child.communicate()
            return Taken(None, why="time is up")
        took = time.perf_counter() - began
        written = next(Path(folder).rglob("sas_plan*"), None)
        if "translate exit code: 0" not in said:
            raise Unreadable(f"Fast Downward does not read it: {said.strip().splitlines()[-1][:100]}")
        found = re.search(r"\bSearch time: ([\d.e-]+)s", said)
        if written is None or found is None:
            return Taken(None, why="no plan")
        lines = written.read_text(encoding="utf-8").splitlines()
        steps = [tuple(line.strip("() ").split()) for line in lines if line.startswith("(")]
        plan = tuple(step for step in steps if step[0] != "__extra_goal_operator")  # kstar-planner's own, at the end
        return Taken(took, plan, float(found[1]))


# --- children -----------------------------------------------------------------------------------------------------


def warm_up() -> None:
    """Import and start what the first problem would otherwise pay for."""
    importlib.import_module("unified_planning.io")
    child = context.Process(target=int)
    child.start()
    child.join()


def _told(to: Connection, prepare: Callable[..., Callable[[], Taken]], args: Sequence[Any]) -> None:
    """In the child: read, say so, work, tell."""
    import logging
    import warnings

    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20_000)
    try:
        work = prepare(*args)
        to.send("ready")
        to.send(work())
    except Unreadable as error:
        to.send(str(error))
    except Exception as error:
        to.send(f"{type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"[:160])


def in_child(prepare: Callable[..., Callable[[], Taken]], args: Sequence[Any], limit: float) -> Taken:
    """Prepared and done in a process of its own, which is ended when the limit has passed."""
    here, there = context.Pipe(duplex=False)
    child = context.Process(target=_told, args=(there, prepare, args), daemon=True)
    child.start()
    there.close()
    try:
        first = here.recv() if here.poll(READING) else f"reading takes more than {READING:.0f} s"
        if first != "ready":
            raise Unreadable(str(first))
        if not here.poll(limit + GRACE):
            return Taken(None, why="time is up")
        answer = here.recv()
    except EOFError:
        return Taken(None, why="the process died")
    finally:
        child.kill()
        child.join()
        here.close()
    if isinstance(answer, str):
        return Taken(None, why=answer)
    return answer if answer.seconds is None or answer.seconds <= limit else Taken(None, why="time is up")


def often(run: Callable[[], Taken], times: int) -> Taken:
    """The run with its median times, if it is short; the same plan each time."""
    first = run()
    if first.seconds is None or first.seconds > SHORT:
        return first
    all_of = [first, *(run() for _ in range(times - 1))]
    searches = [t.search for t in all_of if t.search is not None]
    return first._replace(
        seconds=statistics.median(t.seconds for t in all_of if t.seconds is not None),
        search=statistics.median(searches) if searches else None,
    )


# --- playing plans through ----------------------------------------------------------------------------------------


def reached(world: SymbolicWorld, goal: str) -> bool:
    """Whether the goal holds in a world."""
    now = world.imagine()
    return all(now.truth(literal) is True for literal in parse(goal))


def acts_of(task: PddlTask, plan: Iterable[Named]) -> list[Act] | None:
    """A plan as acts of the task's skills; None if it names an action that there is not."""
    skills = {skill.name.lower(): skill for skill in task.skills}
    acts: list[Act] = []
    for name, *args in plan:
        skill = skills.get(name.lower())
        if skill is None or len(skill.parameters) != len(args):
            return None
        acts.append(Act(skill.name, dict(zip((p.name for p in skill.parameters), args, strict=True))))
    return acts


def carried_out(world: SymbolicWorld, acts: Iterable[Act]) -> bool:
    """Do the acts in a world, until one fails; whether none did."""

    async def done() -> bool:
        for act in acts:
            if not isinstance(await world.act(Call(act.skill, act.args, act.target)), Done):
                return False
        return True

    return asyncio.run(done())


def holds(task: PddlTask, plan: Iterable[Named]) -> bool:
    """Whether a plan can be carried out from the start and reaches the goal."""
    world, acts = task.world(), acts_of(task, plan)
    return acts is not None and carried_out(world, acts) and reached(world, task.goal)
