"""Ways in which a hostile or clumsy world or planner once had something done twice or believed what was not seen."""

from __future__ import annotations

import msgspec
import pytest

import midcourse
from midcourse import act, observer, skill
from midcourse.core.model import FactKind, Failed, Observation, Skill
from midcourse.core.plans.plan import Achieve, Act, Draft
from midcourse.core.run.events import Passed, Reentered
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import SymbolicWorld
from tests.scenarios.attacking import Strange, pays
from tests.support import lab, the


def test_an_unclean_failure_with_an_effect_that_no_look_covers_is_not_repeated_by_any_plan():
    skills = [Skill("pay", makes="paid"), Skill("ship", makes="shipped", complete=True)]
    world = Strange(skills, Failed("runtime", "broke off", clean=False), covers=("shipped",))
    lab(world, ScriptedPlanner([Act("pay"), Act("ship")]), "shipped and paid").run()
    assert pays(world) == 1


def test_a_timeout_raised_by_a_tool_is_uncertain_through_every_wrapper():
    paid = []

    @skill(makes="paid", settles=0.1)
    def pay() -> None:
        paid.append(1)
        raise TimeoutError("gateway")

    @observer("shipped")
    def look():
        return []

    outcome = midcourse.run("pay", done_when="shipped", world=[pay, look], planner=[act("pay")])
    assert paid == [1] and the(outcome.waiting_for).kind == "settle"


def test_an_effect_that_shows_late_is_seen_before_the_retry():
    class Slow(SymbolicWorld):
        looks = 0

        async def observe(self):
            self.looks += 1
            seen = await super().observe()
            return seen if self.looks > 2 else msgspec.structs.replace(seen, facts=seen.facts - {"paid"})

    world = Slow([Skill("pay", makes="paid", complete=True)])
    assert the(lab(world, ScriptedPlanner([Act("pay")]), "paid").run().ending).success
    assert pays(world) == 1


def test_half_an_effect_is_not_done_again():
    class Half(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            self.truth.discard("receipt")
            return result

    world = Half([Skill("pay", makes="paid and receipt", complete=True)])
    lab(world, ScriptedPlanner([Act("pay")]), "receipt").run()
    assert pays(world) == 1


@pytest.mark.parametrize(("makes", "covers"), [("", ("*",)), ("paid", ("open", "shipped"))])
def test_going_back_passes_what_was_done_and_cannot_be_seen(makes, covers):
    class Windy(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            if call.skill == "pay":
                self.truth.discard("open")
            return result

    skills = [
        Skill("open", makes="open", complete=True),
        Skill("pay", makes=makes),
        Skill("ship", needs="open", makes="shipped", complete=True),
    ]
    world = Windy(skills, covers=covers)
    made = lab(world, ScriptedPlanner([Act("open"), Act("pay"), Act("ship")]), "shipped")
    assert the(made.run().ending).success and pays(world) == 1
    assert any(isinstance(e.event, Reentered) for e in made.entries) and any(isinstance(e.event, Passed) for e in made.entries)


def test_a_step_kept_by_an_achieve_answer_is_there_once():
    skills = [Skill("prep", makes="ready", complete=True), Skill("pay"), Skill("ship", makes="shipped", complete=True)]

    class Keeps:
        async def plan(self, request):
            if request.purpose == "first":
                return Draft((Achieve("be ready", "ready", id="x"), Act("pay", id="p"), Act("ship", id="q")))
            return Draft((Act("prep"), request.progress.remaining[1]))

    world = SymbolicWorld(skills)
    assert the(lab(world, Keeps(), "shipped").run().ending).success and pays(world) == 1


def test_a_ban_holds_behind_a_step_that_may_do_anything():
    world = SymbolicWorld(
        [Skill("noop"), Skill("pay", makes="paid", complete=True)], broken={"pay": Failed("unreachable", "wall")}
    )
    run = lab(world, ScriptedPlanner([Act("noop"), Act("pay")]), "paid").run()
    assert sum(c.skill == "pay" for c in world.calls) == 1 and the(run.ending).final_reason == "structural"


def test_a_clock_lifts_no_ban():
    class Clock(SymbolicWorld):
        ticks = 0

        async def observe(self):
            self.ticks += 1
            return Observation(frozenset({f"time({self.ticks})"}))

    kinds = (FactKind("time", volatile=True), FactKind("paid"))
    world = Clock([Skill("pay")], broken={"pay": Failed("unreachable", "wall")}, vocabulary=kinds)
    lab(world, ScriptedPlanner([Act("pay")]), "paid").run()
    assert len(world.calls) == 1


@pytest.mark.parametrize("makes", ["exists(*)", "not locked(*)"])
def test_an_effect_with_a_star_can_be_undone_too(makes):
    class Takes(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            if call.skill == "fetch":
                self.truth = self.truth - {"locked(z)"} | {"exists(a)"}
            elif call.skill == "pay":
                self.truth = self.truth - {"exists(a)"} | {"locked(z)"}
            return result

    for complete, confirmed, undone in ((True, ("s2",), ("s1",)), (False, ("s1", "s2"), ())):
        world = Takes([Skill("fetch", makes=makes), Skill("pay", makes="paid", complete=complete)], ["locked(z)"])
        run = lab(world, ScriptedPlanner([Act("fetch"), Act("pay")]), "paid").run()
        assert the(run.ending).success and the(run.ending).fates.confirmed == confirmed
        assert the(run.ending).fates.undone == undone, "what our own act may have taken back is not undone"


def test_nothing_is_skipped_on_memory_alone():
    class Forgets(SymbolicWorld):
        looks = 0

        async def observe(self):
            self.looks += 1
            if self.looks > 1:
                self._covers = ("a", "sent")
                self.truth.discard("saved") if self.looks == 2 else None
            return await super().observe()

    skills = [
        Skill("x", makes="a", complete=True),
        Skill("save", makes="saved", complete=True),
        Skill("send", needs="saved and a", makes="sent", complete=True),
    ]
    world = Forgets(skills, ["saved"])
    lab(world, ScriptedPlanner([Act("x"), Act("save"), Act("send")]), "sent").run()
    assert [c.skill for c in world.done] == ["x", "save", "send"]
