"""Planners that read the error and mend it, on plain functions: the engine beside a ten-line loop with the same planner.

    .venv/bin/python bench/mending.py [--worlds 300] [--first 5000000]
    .venv/bin/python bench/mending.py --show 5000017      # one world: its calls, its journal, the truth

A world has two to five functions that build on each other, and one that unlocks. One thing goes wrong. A run is right if in the
end all is there, and nothing was done twice that must not be: both are counted outside the engine. Runs that ask count as not
right; the loop never asks. An act that happened and then answered that the connection was lost is one of the troubles: where
doing it twice does no harm, the loop is right by luck.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from midcourse import Task, act, observer, run, skill
from midcourse.core.evolve import stages
from midcourse.interfaces.render import sentence

FIRST = 5_000_000
"""Where the seeds begin that are only measured; those below are for building."""
ROUNDS = 6
"""How many plans the loop asks for."""
QUICK = {"settle_seconds": 0, "backoff": 0.005, "auto_replanning_min_interval_seconds": 0.005, "max_seconds": 30}
"""Nothing here comes late, so nothing is waited for."""
LEVELS = ("bare", "effects", "a look", "half a look", "effects and a look", "all declared")
PLANNERS = ("the whole list", "the rest", "from the look", "from the error")
UNDONE = ("undone", "undone, refused", "undone, done")
TROUBLES = ("none", "busy once", "busy twice", "locked", "lost answer", *UNDONE, "done by another")
RAISED: tuple[Callable[[str], Exception], ...] = (ConnectionError, RuntimeError, OSError, ValueError, KeyError, PermissionError)
ANSWERED: tuple[Callable[[str], object], ...] = (
    lambda text: {"error": text},
    lambda text: {"ok": False, "message": text},
    lambda text: f"Error: {text}",
    lambda text: {"status": "failed", "reason": text},
)


class Drawn(NamedTuple):
    """A world as it is before anything is done."""

    seed: int
    needs: dict[str, tuple[str, ...]]
    """Function -> functions whose work it builds on."""
    level: str
    goal: str
    planner: str
    trouble: str
    place: str
    """The function at which something goes wrong."""
    victim: str
    """What somebody undoes."""
    once: bool
    """Whether doing something twice does harm."""
    fails: Callable[[str], object]
    """Raises or answers that it did not work."""
    shown: tuple[str, ...]
    """What looks tell of."""


class Known(NamedTuple):
    """What a planner is told."""

    done: Sequence[str]
    facts: Iterable[str]
    error: str


class Stage:
    """A world in which things are done."""

    def __init__(self, drawn: Drawn) -> None:
        self.drawn, self.there, self.calls, self.doubled = drawn, set[str](), list[str](), list[str]()
        self._unlocked = False

    def unlock(self) -> dict[str, bool]:
        """What helps where something is locked."""
        self.calls.append("unlock")
        self._unlocked = True
        return {"ok": True}

    def do(self, name: str) -> object:
        """One function."""
        drawn, first = self.drawn, name not in self.calls
        self.calls.append(name)
        here = name == drawn.place
        trouble = drawn.trouble if here else "none"
        if first and trouble in ("undone", "undone, refused"):
            self.there.discard(drawn.victim)
        if trouble in ("busy once", "busy twice") and self.calls.count(name) <= 1 + (trouble == "busy twice"):
            return drawn.fails("temporarily unavailable, try again")
        if trouble == "locked" and not self._unlocked:
            return drawn.fails("it is locked; unlock it first")
        missing = [other for other in drawn.needs[name] if other not in self.there]
        if missing or (first and trouble == "undone, refused"):
            return drawn.fails(f"{(missing or [drawn.victim])[0]} is missing")
        self.doubled += [name] if name in self.there else []
        self.there.add(name)
        if first and trouble == "undone, done":
            self.there.discard(drawn.victim)
        if first and trouble == "done by another":
            self.there.update([*drawn.needs][[*drawn.needs].index(name) + 1 :][:1])
        return drawn.fails("connection lost") if first and trouble == "lost answer" else {"ok": True}

    @property
    def right(self) -> bool:
        """Whether all is there, and nothing was done twice that does harm."""
        return self.there == self.drawn.needs.keys() and not (self.drawn.once and self.doubled)


def draw(seed: int) -> Drawn:
    """The world of a seed."""
    chance = random.Random(seed)
    names = [f"step{i}" for i in range(chance.randint(2, 5))]
    needs = {name: tuple(other for other in names[:i] if chance.random() < 0.5) for i, name in enumerate(names)}
    level, trouble = chance.choice(LEVELS), chance.choice(TROUBLES)
    place = chance.randrange(1 if trouble in UNDONE else 0, len(names))
    shown = {"bare": (), "effects": (), "half a look": tuple(names[::2])}.get(level, tuple(names))
    goals = ("", names[-1], " and ".join(names))
    error, answer, raises = chance.choice(RAISED), chance.choice(ANSWERED), chance.random() < 0.5

    def fails(text: str) -> object:
        if raises:
            raise error(text)
        return answer(text)

    return Drawn(
        seed=seed,
        needs=needs,
        level=level,
        goal=chance.choice(goals) if shown == tuple(names) else "",
        planner=chance.choice(PLANNERS),
        trouble=trouble,
        place=names[place],
        victim=names[chance.randrange(place)] if place else "",
        once=chance.random() < 0.5,
        fails=fails,
        shown=shown,
    )


def planned(drawn: Drawn, known: Known) -> list[str]:
    """The plan of this world's planner. All of them unlock what an error calls locked."""
    names, facts = [*drawn.needs], set(known.facts)
    fix = ["unlock"] if "unlock it first" in known.error else []
    rest = [name for name in names if name not in known.done]
    match drawn.planner:
        case "the whole list":
            return fix + names
        case "from the look":
            rest = [name for name in names if (name not in facts if name in drawn.shown else name not in known.done)]
        case "from the error":
            missing = [name for name in names if f"{name} is missing" in known.error]
            rest = [*dict.fromkeys([*missing, *rest])]
    return fix + (rest or names[-1:])


def in_loop(drawn: Drawn) -> Stage:
    """The ten-line loop."""
    stage, done, error = Stage(drawn), list[str](), ""
    for _ in range(ROUNDS):
        for name in planned(drawn, Known(done, stage.there.intersection(drawn.shown), error)):
            try:
                answer = stage.unlock() if name == "unlock" else stage.do(name)
            except Exception as raised:
                error = str(raised)
                break
            if "'ok': True" not in str(answer):
                error = str(answer)
                break
            done, error = [*done, name], ""
        else:
            break
    return stage


def in_engine(drawn: Drawn) -> tuple[Stage, Any]:
    """The same with Midcourse: the stage, and how the run ended."""
    stage = Stage(drawn)

    def function(name: str) -> Callable[[], object]:
        def step() -> object:
            return stage.do(name)

        step.__name__ = name
        makes = name if drawn.level not in ("bare", "a look") else ""
        needs = " and ".join(drawn.needs[name]) if drawn.level == "all declared" else ""
        return skill(makes=makes, needs=needs)(step) if makes or needs else step

    @observer(*drawn.shown)
    def look() -> list[str]:
        return sorted(stage.there.intersection(drawn.shown))

    def plan(request: Any) -> list[Any]:
        done = [deed.what.partition("(")[0] for deed in request.progress.done]
        error = " ".join(a.detail for a in request.attempts[-1:]) + request.cause.detail
        return [act(name) for name in planned(drawn, Known(done, request.facts, error))]

    world = [*map(function, drawn.needs), stage.unlock, *([look] if drawn.shown else [])]
    return stage, run(Task("do it all", drawn.goal), world=world, planner=plan, settings=QUICK)


def report(found: Iterable[tuple[Drawn, Stage, Any, Stage]]) -> str:
    """By trouble, level and planner: how many ended right, and what else the engine's runs did."""
    cells: dict[str, Counter[str]] = defaultdict(Counter)
    for drawn, ours, outcome, loop in found:
        asks = outcome.ending is None or outcome.ending.final_reason == "waiting"
        false = outcome.success and bool(drawn.goal) and not ours.there.issuperset(drawn.goal.split(" and "))
        harm = drawn.once and bool(ours.doubled)
        for cell in (drawn.trouble, drawn.level, drawn.planner, "all"):
            counted = {"n": 1, "ours": ours.right, "loop": loop.right, "asks": asks, "harm": harm, "false": false}
            cells[cell].update({name: int(value) for name, value in counted.items()})
    lines = [
        "| | worlds | engine right | loop right | engine asks | did harm | false success |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for cell in (*TROUBLES, *LEVELS, *PLANNERS, "all"):
        c = cells[cell]
        lines.append(f"| {cell} | {c['n']} | {c['ours']} | {c['loop']} | {c['asks']} | {c['harm']} | {c['false']} |")
    return "\n".join(lines) + "\n"


def show(drawn: Drawn) -> str:
    """One world, with its journal."""
    stage, outcome = in_engine(drawn)
    told = [f"  {sentence(entry, at)}  [{entry.rule}]" for entry, at in stages(outcome.entries)]
    lines = [str(drawn), *told, f"engine: right {stage.right}, {stage.calls}", f"loop: right {in_loop(drawn).right}"]
    return "\n".join([*lines, f"  {in_loop(drawn).calls}"]) + "\n"


def main() -> None:
    """Play, and print the report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--worlds", type=int, default=300)
    parser.add_argument("--first", type=int, default=FIRST, help="the first seed")
    parser.add_argument("--show", type=int, default=None, help="one seed, with its journal")
    args = parser.parse_args()
    if args.show is not None:
        sys.stdout.write(show(draw(args.show)))
        return
    drawn = map(draw, range(args.first, args.first + args.worlds))
    sys.stdout.write(report((one, *in_engine(one), in_loop(one)) for one in drawn))


if __name__ == "__main__":
    main()
