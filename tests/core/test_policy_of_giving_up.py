"""What is decided at the end: when there is no way, when it is done, and when neither is proven."""

import pytest

from midcourse.core.gates.request import AtALoss, NothingToDo, NoWay
from midcourse.core.model import Failed, Observation, Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Relented
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import SymbolicWorld
from tests.support import A, B, C, events, lab, the, under


def test_no_way_round_ends_with_what_would_have_to_be_mended():
    world = SymbolicWorld([A, B], broken={"a": Failed("unreachable", "wall")})
    run = lab(world, SearchPlanner(), "q").run()
    assert the(run.ending).final_reason == "structural"
    assert the(the(run.ending).certificate).bans == ("a failed: unreachable — wall",)
    assert "wall" in the(run.ending).next_safe_action


def test_a_goal_that_nothing_can_make_is_called_by_its_name():
    run = lab(SymbolicWorld([A]), SearchPlanner(), "moon").run()
    assert the(run.ending).final_reason == "impossible" and the(the(run.ending).certificate).missing == ("moon",)


def test_done_is_checked_impossible_believed_and_stuck_reported():
    for answer, reason in (
        (NothingToDo("I think so"), "planner_failed"),
        (NoWay("it cannot be"), "impossible"),
        (AtALoss("hm"), "at_a_loss"),
    ):
        run = lab(SymbolicWorld([A]), ScriptedPlanner(answer), "p").run()
        assert the(run.ending).final_reason == reason and not the(run.ending).success


class Flickering(SymbolicWorld):
    """Does not show one fact in some of its looks, though it is there."""

    def __init__(self, skills, facts, *, hides, in_looks):
        super().__init__(skills, facts)
        self._hides, self._in, self.looks = hides, in_looks, 0

    async def observe(self):
        self.looks += 1
        seen = await super().observe()
        return Observation(seen.facts - {self._hides}, seen.covers) if self.looks in self._in else seen


def test_nothing_is_given_up_on_one_look():
    """What a look missed is looked for once more; what is still not there then is not there."""
    world = Flickering([B, C], ["p"], hides="p", in_looks={1})
    run = lab(world, SearchPlanner(), "r").run()
    assert the(run.ending).success and [c.skill for c in world.done] == ["b", "c"] and the(run.ending).planner_calls == 2
    world = Flickering([B, C], ["p"], hides="p", in_looks=set(range(99)))
    made = lab(world, SearchPlanner(), "r")
    assert the(made.run().ending).final_reason == "impossible" and world.looks == 2


def test_a_planner_that_gives_up_twice_is_believed_however_the_world_flickers():
    world = Flickering([B, C], ["p"], hides="p", in_looks=set(range(0, 99, 2)))
    made = lab(world, ScriptedPlanner(NoWay("no"), NoWay("no"), NoWay("no")), "r")
    assert the(made.run().ending).final_reason == "impossible" and world.looks == 2
    loop = lab(
        Flickering([B, C], ["p"], hides="p", in_looks={1}),
        ScriptedPlanner(NoWay("no")),
        "r",
        settings=under(replan="on-error"),
    )
    assert the(loop.run().ending).planner_calls == 1


def test_what_a_look_missed_after_an_act_does_not_end_the_run():
    """The act's effect was there and was not seen; the plan goes on where it was."""
    world = Flickering([Skill("a", makes="p and h", complete=True), B, C], [], hides="p", in_looks={2})
    run = lab(world, ScriptedPlanner([Act("a"), Act("b"), Act("c")], NoWay("there is no p")), "r").run()
    assert the(run.ending).success and [c.skill for c in world.done] == ["a", "b", "c"]


def test_a_goal_that_holds_from_the_start_is_success_without_a_step():
    run = lab(SymbolicWorld([A], ["p"]), ScriptedPlanner([Act("a")]), "p").run()
    assert the(run.ending).success and the(run.ending).final_reason == "already_done" and the(run.ending).planner_calls == 0


def test_without_a_condition_only_a_plan_whose_every_effect_was_seen_is_success():
    run = lab(SymbolicWorld([A]), ScriptedPlanner([Act("a")]), "").run()
    assert the(run.ending).success and the(run.ending).said_by.startswith("facts")
    run = lab(SymbolicWorld([Skill("a")]), ScriptedPlanner([Act("a")]), "").run()
    assert not the(run.ending).success and "done_when" in the(run.ending).final_detail


def test_what_may_pass_is_no_proof_that_there_is_no_way():
    class Flaky(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            return Failed("unavailable", "busy") if len(self.calls) < 7 else await super().act(call)

    made = lab(Flaky([A]), SearchPlanner(), "p", settings=under(retries=3, backoff=0.1))
    run = made.run()
    assert the(run.ending).success
    [relented] = events(made, Relented)
    assert relented.steps == ("s1",) and relented.pause == pytest.approx(0.8)

    world = SymbolicWorld([A], broken={"a": Failed("unavailable", "always busy")})
    run = lab(world, SearchPlanner(), "p", settings=under(retries=2, backoff=0.01)).run()
    assert not the(run.ending).success and len(world.calls) == 9, "three times three tries, then it gives in"


def test_giving_in_to_what_may_pass_does_not_open_what_is_closed_for_good():
    class Worse(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            return Failed("unavailable", "busy") if len(self.calls) == 1 else Failed("unreachable", "a wall")

    world = Worse([A])
    run = lab(world, SearchPlanner(), "p", settings=under(backoff=0.01)).run()
    assert the(run.ending).final_reason == "structural" and len(world.calls) == 2
