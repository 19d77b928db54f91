"""How far to plan when targets only appear after acting: completion, segments and planner calls by length of segment.

    .venv-bench/bin/python bench/horizon.py --out .midcourse/horizon [--quick]

A form of many screens. What a screen offers is seen only once it is open; a planner that plans past what it can see must guess
the names, and guesses wrong now and then. Shops move their buttons while one shops: an act may leave the rest of a plan without
the target it was made for. A request costs a fixed price and a price for each step.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from rich.progress import track

from midcourse.core.gates.request import PlanRequest, Reply
from midcourse.core.logic.conditions import fact
from midcourse.core.model import Call, Cost, Done, Failed, Observation, Parameter, Result, Skill, Target, Task
from midcourse.core.plans.horizon import best_length
from midcourse.core.plans.plan import Act, Draft, Replan, Step
from midcourse.core.run.settings import Limits, Patience, Settings
from midcourse.director.loop import Director
from midcourse.director.parts import Parts
from midcourse.engine.blobs import MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.judges.facts import FactsJudge
from midcourse.testing import AnswersAll, FrozenClock

PRESS = Skill(
    "press", "Press a button.", (Parameter("button", "str"),), needs="shows({button})", risk="reversible", repeatable=True
)
FIXED, EACH = 0.010, 0.002
"""Dollars for a request, and for each step of its answer."""


class Shop:
    """Screens one behind the other; the button that leads on has a name that cannot be known before."""

    def __init__(self, screens: int, moves: float, seed: int) -> None:
        self._chance = random.Random(seed)
        self.screens, self.at, self._moves = screens, 0, moves
        self.names = [f"next-{self._chance.randrange(1000)}" for _ in range(screens)]
        self.presses = self.wrong = 0

    async def skills(self) -> list[Skill]:
        """One skill."""
        return [PRESS]

    async def observe(self) -> Observation:
        """The screen that is open, and its buttons."""
        facts = {fact("screen", self.at), *(fact("passed", i) for i in range(self.at))}
        buttons = [] if self.at == self.screens else [self.names[self.at]]
        facts |= {fact("shows", name) for name in buttons}
        targets = tuple(Target(name, "button", name) for name in buttons)
        return Observation(frozenset(facts), ("screen(*)", "passed(*)", "shows(*)"), targets, source="shop")

    async def act(self, call: Call) -> Result:
        """The right button leads on; any other is not there."""
        self.presses += 1
        if self.at == self.screens or call.args["button"] != self.names[self.at]:
            self.wrong += 1
            return Failed("target_not_found", f"there is no {call.args['button']}")
        self.at += 1
        for i in range(self.at, self.screens):
            if self._chance.random() < self._moves:
                self.names[i] = f"next-{self._chance.randrange(1000)}"
        return Done()


@dataclass
class Guesser:
    """Plans k screens ahead: the one that is seen for sure, those behind it by a guess that is right with some chance."""

    shop: Shop
    length: int
    sight: float
    seed: int

    def most(self, request: PlanRequest) -> Cost:
        """The most one answer costs."""
        return Cost(0, FIXED + EACH * (self.length + 1))

    async def plan(self, request: PlanRequest) -> Reply:
        """The next k presses, then a look."""
        chance = random.Random(f"{self.seed}/{request.brief.number}")
        here = self.shop.at
        steps: list[Step] = []
        for i in range(here, min(self.shop.screens, here + self.length)):
            known = i == here or chance.random() < self.sight
            name = self.shop.names[i] if known else f"next-{chance.randrange(1000)}"
            steps.append(Act("press", {"button": name}, expects=fact("passed", i)))
        if here + self.length < self.shop.screens:
            steps.append(Replan("what comes after is not to be seen yet"))
        return Draft(tuple(steps), "guesser", cost=Cost(0, FIXED + EACH * len(steps)))


class Row(NamedTuple):
    """The mean of some runs."""

    length: int
    sight: float
    completion: float
    segments: float
    calls: float
    wrong: float
    money: float


def play(
    length: int, sight: float, moves: float, segments: int, seed: int, screens: int = 12
) -> tuple[bool, int, int, int, float]:
    """One run: done or not, plans at replan steps, planner calls, wrong presses, dollars."""
    shop = Shop(screens, moves, seed)
    store = MemoryStore()
    planner = Guesser(shop, length, sight, seed)
    parts = Parts(shop, planner, FactsJudge(), AnswersAll(), store, store, MemoryBlobs(), FrozenClock())
    settings = Settings(
        limits=Limits(max_segments=segments, max_replans=5, max_planner_calls=60, max_money=10.0), patience=Patience(backoff=0.0)
    )
    run = asyncio.run(Director(parts, patient=False).start("r", Task("check out", fact("screen", screens)), settings))
    assert run.ending is not None
    done = run.ending.success and shop.at == screens
    return done, run.spent.segments, run.spent.planner_calls, shop.wrong, run.spent.cost.money


def rows(sight: float, moves: float, segments: int, seeds: int) -> list[Row]:
    """All lengths on the same seeds."""
    found: list[Row] = []
    for length in (1, 2, 3, 4, 6, 12):
        played = [play(length, sight, moves, segments, seed) for seed in range(seeds)]
        means = [sum(column) / len(played) for column in zip(*played, strict=True)]
        found.append(Row(length, sight, *means))
    return found


def table(found: list[Row]) -> str:
    """Markdown."""
    lines = [
        "| steps planned ahead | completion | segments | planner calls | wrong presses | dollars |",
        "|---|---|---|---|---|---|",
    ]
    for r in found:
        lines.append(f"| {r.length} | {r.completion:.0%} | {r.segments:.1f} | {r.calls:.1f} | {r.wrong:.1f} | {r.money:.3f} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Play, print, draw."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(".midcourse/horizon"))
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    seeds = 10 if args.quick else 200
    text = ["# How far to plan when targets only appear after acting\n", f"12 screens, {seeds} runs each, at most 5 replans.\n"]
    worlds = [(1.0, 0.0), (1.0, 0.05), (0.9, 0.05), (0.7, 0.05), (0.0, 0.0)]
    curves: dict[str, list[Row]] = {}
    for sight, moves in track(worlds, description="worlds", disable=not sys.stderr.isatty()):
        found = rows(sight, moves, 30, seeds)
        spoiled = 1 - sight * (1 - moves)
        best = best_length(FIXED, EACH, spoiled) or 12
        title = f"guesses right {sight:.0%}, buttons renamed {moves:.0%} a step"
        curves[title] = found
        cheapest = min((r for r in found if r.completion >= max(q.completion for q in found) - 0.01), key=lambda r: r.money)
        told = f"worth planning by the formula: {best}; cheapest here among the surest: {cheapest.length}"
        text += [f"## {title}\n", table(found), told + ".\n"]
    text.append("## Completion by number of segments allowed, one screen at a time\n")
    text += ["| segments allowed | completion | planner calls |", "|---|---|---|"]
    for segments in (0, 2, 4, 6, 8, 11, 15):
        played = [play(1, 1.0, 0.05, segments, seed) for seed in range(seeds)]
        text.append(f"| {segments} | {sum(p[0] for p in played) / seeds:.0%} | {sum(p[2] for p in played) / seeds:.1f} |")
    report = "\n".join(text) + "\n"
    (args.out / "horizon.md").write_text(report, encoding="utf-8")
    sys.stdout.write(report)
    try:
        draw(curves, args.out)
    except ImportError:
        sys.stdout.write("\n(no plot: pip install matplotlib)\n")


def draw(curves: dict[str, list[Row]], out: Path) -> None:
    """Completion and price against length."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(11, 4))
    for title, found in curves.items():
        left.plot([r.length for r in found], [100 * r.completion for r in found], "o-", label=title)
        right.plot([r.length for r in found], [r.money for r in found], "o-", label=title)
    for axis, label in ((left, "completion, %"), (right, "dollars a run")):
        axis.set_xlabel("steps planned ahead")
        axis.set_ylabel(label)
    left.legend(fontsize=7)
    figure.tight_layout()
    for kind in ("svg", "png"):
        figure.savefig(out / f"horizon.{kind}", dpi=110)
    pyplot.close(figure)


if __name__ == "__main__":
    main()
