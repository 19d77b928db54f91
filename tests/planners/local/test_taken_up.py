"""A search that is killed goes on as if nothing had happened: the episode is folded from the journal."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from midcourse.core.evolve.given import plans_given
from midcourse.core.gates.taking_up import TakesUp
from midcourse.core.local.figures import LocalSettings
from midcourse.core.model import Task
from midcourse.core.plans.plan import Draft
from midcourse.core.run.events import Planned
from midcourse.interfaces.decisions import decisions_of
from midcourse.planners.guided import GuidedPlanner
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.maps import load
from midcourse.planners.local.words import WordsNearness
from midcourse.planners.monitored import MonitoredPlanner
from midcourse.testing import Died
from tests.planners.local.rooms import Rooms
from tests.planners.local.test_local_planner import LIMITS, Script
from tests.support import Lab, the, under

ORDER = {
    "Main": ["menuitem File", "menuitem Tools"],
    "File": ["button Close"],
    "Tools": ["menuitem Export", "button Settings"],
    "Export": ["button Format", "button Close"],
    "Settings": ["checkbox Wrap"],
}
GOAL = "screen(Nowhere) and checked(checkbox Wrap)"


class Counted(Script):
    """A proposer that says the same each time, and counts."""

    asked = 0

    async def options(self, request, without, told):
        Counted.asked += 1
        return await super().options(request, without, told)


class Mortal(Rooms):
    """A world in which the run dies at some looks, before it has seen anything."""

    def __init__(self, *looks: int) -> None:
        super().__init__()
        self._looks, self._dies = 0, looks

    async def observe(self):
        self._looks += 1
        if self._looks in self._dies:
            raise Died("killed")
        return await super().observe()


def planner(**more):
    settings = LocalSettings(acts=24, forward_acts=3)
    return LocalPlanner(Counted(**ORDER), WordsNearness(), settings=settings, **more)


def lived(world, make=planner, done_when=GOAL, patience=40, **task):
    """A run that is taken up by a new planner each time it dies."""
    Counted.asked = 0
    lab = Lab(world, make(), Task("get there", done_when, **task), under(**LIMITS))

    async def go():
        director = lab.director()
        try:
            return await director.start("r1", lab.task, lab.settings)
        except Died:
            pass
        for _ in range(patience):
            lab.store.bereave("r1")
            lab.planner = make()
            try:
                return await lab.director().resume("r1")
            except Died:
                continue
        raise AssertionError("it dies too often")

    run = asyncio.run(go())
    return run, lab


def tale(run):
    return [(d.name, d.word, d.what, d.place, d.came, d.owes) for d in decisions_of(run)]


WHOLE, _ = lived(Rooms())
ASKED = Counted.asked


def test_the_search_is_long_turns_back_and_owes_something_on_the_way():
    words = [d.word for d in decisions_of(WHOLE)]
    assert len(words) >= 15 and {"retain", "explore", "revert"} <= set(words)
    assert any(d.owes for d in decisions_of(WHOLE)) and not decisions_of(WHOLE)[-1].owes


@pytest.mark.parametrize("look", range(2, 26, 2))
def test_killed_anywhere_it_makes_the_same_decisions_and_asks_nobody_twice(look):
    run, _ = lived(Mortal(look))
    assert tale(run) == tale(WHOLE)
    assert the(run.ending).final_detail == the(WHOLE.ending).final_detail
    assert Counted.asked <= ASKED + 1, "only an answer that was not journalled yet is asked for again"


def test_killed_again_and_again_it_still_makes_the_same_decisions():
    run, _ = lived(Mortal(*range(3, 60, 4)))
    assert tale(run) == tale(WHOLE)


def test_a_debt_is_paid_by_the_process_that_takes_the_run_up():
    for look in range(4, 26):
        world = Mortal(look)
        run, _ = lived(world)
        assert not world.wrapped and not the(run.ending).fates.owed


def test_what_the_journal_does_not_hold_is_said_and_the_acts_count_all_the_same():
    _, lab = lived(Rooms())
    entries = lab.entries
    bare = []
    for entry in entries:
        if isinstance(entry.event, Planned) and entry.event.plan.bearing is not None:
            plan = replace(entry.event.plan, bearing=replace(entry.event.plan.bearing, heard=()))
            entry = replace(entry, event=replace(entry.event, plan=plan))
        bare.append(entry)
    past = plans_given(bare)
    half = len(past) // 2
    again = planner()
    asyncio.run(again.take_up(past[:half]))
    reply = the(asyncio.run(again.plan(past[half].request)), Draft)
    number = the(the(past[half].plan.bearing).decision).number
    assert the(the(reply.bearing).decision).number == number and again.episodes[0].acts == number[-1] - 1
    assert "not in the journal" in the(reply.bearing).lost


def test_with_a_map_the_half_of_a_search_is_not_taken_for_a_way(tmp_path: Path):
    kept = tmp_path / "map.json"
    run, _ = lived(Mortal(16), lambda: planner(map=kept))
    assert [t[:3] for t in tale(run)] == [t[:3] for t in tale(WHOLE)]
    assert load(kept)[0].ends == {}, "it gave up: nothing reached the goal"


def test_a_coarse_plan_keeps_its_marks_and_its_ids():
    def guided():
        goals = [("look into the tools", "screen(Tools)"), ("look into the settings", "screen(Settings)")]
        return MonitoredPlanner(GuidedPlanner(planner(), goals), Nobody())

    told = [p.bearing.progress for p in lived(Rooms(), guided)[0].work.plans if p.bearing]
    for look in (6, 9, 12):
        run, _ = lived(Mortal(look), guided)
        assert [p.bearing.progress for p in run.work.plans if p.bearing] == told


class Nobody:
    async def guidance(self, path):
        return None


def test_planners_in_front_of_it_hand_the_past_on():
    assert all(isinstance(p, TakesUp) for p in (planner(), GuidedPlanner(planner()), MonitoredPlanner(planner(), Nobody())))
