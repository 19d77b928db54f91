"""How well the stuck detector tells circles from work: labelled journals, made by chaos, in two halves of different seeds.

    .venv/bin/python bench/stuck.py [--journals 400]

Each journal is a real run whose own alarm is switched off, so that it goes on to its end whatever happens; the detector is then
asked after every look. The label comes from how the world was made, not from the detector.
"""

from __future__ import annotations

import argparse
import asyncio
import random
from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from midcourse.approval.rules import RulesApprover
from midcourse.core.gates.request import PlanRequest
from midcourse.core.history.stuck import find
from midcourse.core.model import Call, Done, Failed, Observation, Parameter, Result, Skill, Task
from midcourse.core.plans.plan import Act, Draft
from midcourse.core.run.entries import Entry
from midcourse.core.run.settings import AutoReplanning, Limits, Patience, Settings
from midcourse.director.loop import Director
from midcourse.director.parts import Parts
from midcourse.engine.blobs import MemoryBlobs
from midcourse.engine.memory import MemoryStore
from midcourse.interfaces.render import history
from midcourse.judges.facts import FactsJudge
from midcourse.testing import Chaos, FrozenClock, Mix

NEVER = 1_000_000
X = (Parameter("x", "any", required=False),)
SKILLS = (
    Skill("work", parameters=X, risk="reversible"),
    Skill("poll", parameters=X, risk="harmless", repeatable=True),
    Skill("click", parameters=X, risk="reversible"),
    Skill("back", parameters=X, risk="reversible"),
)


class Told:
    """A world that does what a function says: (call, acts so far) -> what becomes of the facts, and the answer."""

    def __init__(self, rule: Callable[[Call, int, set[str]], Result], facts: Sequence[str] = ()) -> None:
        self._rule, self._facts, self._acts = rule, set(facts), 0

    async def skills(self) -> Sequence[Skill]:
        return SKILLS

    async def observe(self) -> Observation:
        return Observation(frozenset(self._facts))

    async def act(self, call: Call) -> Result:
        self._acts += 1
        return self._rule(call, self._acts, self._facts)


class Scene(NamedTuple):
    """A kind of story: a world, a plan, and whether it truly goes in circles."""

    world: Told
    plan: list[Act]
    stuck: bool
    goal: str = "finished"


# --- truly stuck --------------------------------------------------------------------------------------------------


def same_act_no_change(chance: random.Random) -> Scene:
    """The same button again and again; nothing happens."""
    x = chance.randrange(9)
    return Scene(Told(lambda c, n, f: Done()), [Act("click", {"x": x})] * 30, True)


def same_output_no_change(chance: random.Random) -> Scene:
    """The same command with the same answer."""
    return Scene(Told(lambda c, n, f: Done("nothing to do")), [Act("work")] * 30, True)


def round_trip(chance: random.Random) -> Scene:
    """Through the same few screens, again and again."""
    period = chance.randrange(2, 6)
    names = [f"screen({i})" for i in range(period)]

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        facts.difference_update(names)
        facts.add(names[n % period])
        return Done()

    plan = [Act(chance.choice(["click", "back"]), {"x": i}) for i in range(period)] * (60 // period)
    return Scene(Told(rule, [names[0]]), plan, True)


def same_failure_other_words(chance: random.Random) -> Scene:
    """The same refusal, whatever the arguments."""
    reason = chance.choice(["unreachable", "file_not_found", "bad_arguments"])
    return Scene(Told(lambda c, n, f: Failed(reason, f"try {n}")), [Act("work", {"x": i}) for i in range(30)], True)


def wandering(chance: random.Random) -> Scene:
    """Here and there among known places, with no order in it."""
    places = [f"place({i})" for i in range(chance.randrange(3, 5))]
    walk = random.Random(chance.random())

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        facts.difference_update(places)
        facts.add(walk.choice(places))
        return Done()

    return Scene(Told(rule, [places[0]]), [Act("click", {"x": chance.randrange(3)}) for _ in range(60)], True)


def losing_ground(chance: random.Random) -> Scene:
    """Every act undoes a part of what was there."""
    parts = [f"part{i}" for i in range(12)]

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        facts.discard(parts[min(n - 1, 11)])
        return Done()

    return Scene(Told(rule, parts), [Act("work", {"x": i}) for i in range(12)], True, " and ".join([*parts, "finished"]))


# --- not stuck ----------------------------------------------------------------------------------------------------


def waiting(chance: random.Random) -> Scene:
    """Looking whether something slow is ready, many times, in vain until the end."""
    until = chance.randrange(8, 40)

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        if n >= until:
            facts.add("finished")
        return Done("pending")

    return Scene(Told(rule), [Act("poll")] * 45, False)


def waiting_with_progress(chance: random.Random) -> Scene:
    """The same look, and another percentage each time or two."""
    pace = chance.choice([1, 2])

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        if n >= 25:
            facts.add("finished")
        return Done({"percent": n // pace})

    return Scene(Told(rule), [Act("work")] * 30, False)


def batch_by_name(chance: random.Random) -> Scene:
    """One file after the other."""
    count = chance.randrange(8, 40)

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        facts.add(f"processed({call.args.get('x')})")
        if n >= count:
            facts.add("finished")
        return Done()

    return Scene(Told(rule), [Act("work", {"x": i}) for i in range(45)], False)


def batch_by_next(chance: random.Random) -> Scene:
    """The same "next, please" over and over; each answer is another one."""
    count = chance.randrange(8, 40)

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        if n >= count:
            facts.add("finished")
        return Done({"record": n * 7})

    return Scene(Told(rule), [Act("work")] * 45, False)


def batch_with_some_failures(chance: random.Random) -> Scene:
    """A batch in which one item in a few cannot be done."""
    bad = {chance.randrange(30) for _ in range(6)}

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        item = int(call.args.get("x", 0))
        if item >= 28:
            facts.add("finished")
        if item in bad and item < 28:
            return Done({"skipped": item})
        facts.add(f"processed({item})")
        return Done()

    return Scene(Told(rule), [Act("work", {"x": i}) for i in range(32)], False)


def slow_progress(chance: random.Random) -> Scene:
    """The same stroke again and again; now and then a bit more is done."""
    luck = random.Random(chance.random())

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        done = len(facts)
        if luck.random() < 0.8 or n % 2 == 0:
            facts.add(f"layer({done})")
        if len(facts) > 15:
            facts.add("finished")
        return Done()

    return Scene(Told(rule), [Act("work")] * 45, False)


def there_and_back_with_something_new(chance: random.Random) -> Scene:
    """Menu, entry, menu, next entry: the way back is the same, the entries are not."""

    def rule(call: Call, n: int, facts: set[str]) -> Result:
        facts.difference_update({f for f in facts if f.startswith("screen(")})
        facts.add("screen(menu)" if n % 2 == 0 else f"screen({n})")
        if n >= 24:
            facts.add("finished")
        return Done()

    plan = [Act("click", {"x": i}) if i % 2 == 0 else Act("back") for i in range(30)]
    return Scene(Told(rule, ["screen(menu)"]), plan, False)


SCENES: dict[str, Callable[[random.Random], Scene]] = {
    f.__name__: f
    for f in (
        same_act_no_change,
        same_output_no_change,
        round_trip,
        same_failure_other_words,
        wandering,
        losing_ground,
        waiting,
        waiting_with_progress,
        batch_by_name,
        batch_by_next,
        batch_with_some_failures,
        slow_progress,
        there_and_back_with_something_new,
    )
}


class Labelled(NamedTuple):
    """One journal and the truth about it."""

    scene: str
    seed: int
    stuck: bool
    entries: list[Entry]


def journal(seed: int) -> Labelled:
    """The journal of one seed: scenes in turn, disturbed by irrelevant change in half of them."""
    name = list(SCENES)[seed % len(SCENES)]
    chance = random.Random(seed)
    scene = SCENES[name](chance)
    noise = chance.choice([0.0, 0.6])
    store = MemoryStore()
    parts = Parts(
        Chaos(scene.world, Mix(irrelevant=noise), seed),
        Follow(scene.plan),
        FactsJudge(),
        RulesApprover(),
        store,
        store,
        MemoryBlobs(),
        FrozenClock(),
    )
    # The loop that takes any failure to the planner and never says no: it shows circles in full.
    settings = Settings(
        replan="every-step",
        stop_early=False,
        patience=Patience(stuck_after=NEVER),
        limits=Limits(max_steps=len(scene.plan), max_segments=999, max_replans=999, max_planner_calls=999),
        auto=AutoReplanning(max_attempts=999, require_human_intervention_after=999),
    )
    asyncio.run(Director(parts, patient=False).start("r", Task(name, scene.goal), settings))
    return Labelled(name, seed, scene.stuck, asyncio.run(store.read("r")))


class Follow:
    """Goes on with the plan from the step after the last that was tried, failed or not."""

    def __init__(self, plan: list[Act]) -> None:
        self._plan = plan

    async def plan(self, request: PlanRequest) -> Draft:
        tried = len(self._plan) - request.left.steps
        return Draft(tuple(self._plan[tried:] or self._plan[-1:]))


def alarm(labelled: Labelled, times: int) -> bool:
    """Whether the detector would have spoken at any look of the run."""
    return any(find(run.history.turns, times) for _, run in history(labelled.entries))


def evaluate(journals: Sequence[Labelled], times: int) -> tuple[float, float, Counter[str]]:
    """(recall, share of false alarms, which scenes it got wrong)."""
    wrong: Counter[str] = Counter()
    caught = missed = false = quiet = 0
    for item in journals:
        spoke = alarm(item, times)
        if item.stuck:
            caught, missed = caught + spoke, missed + (not spoke)
        else:
            false, quiet = false + spoke, quiet + (not spoke)
        if spoke != item.stuck:
            wrong[item.scene] += 1
    return caught / max(1, caught + missed), false / max(1, false + quiet), wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--journals", type=int, default=416)
    given = parser.parse_args()
    journals = [journal(seed) for seed in range(given.journals)]
    half = len(SCENES)
    tuned = [j for j in journals if (j.seed // half) % 2 == 0]
    held = [j for j in journals if (j.seed // half) % 2 == 1]
    times = Settings().patience.stuck_after
    for name, part in (("looked at while tuning", tuned), ("other seeds", held)):
        recall, false, wrong = evaluate(part, times)
        stuck = sum(j.stuck for j in part)
        print(
            f"{name:<24} {len(part)} journals, {stuck} stuck: recall {recall:.1%}, false alarms {false:.1%}  {dict(wrong) or ''}"
        )


if __name__ == "__main__":
    main()
