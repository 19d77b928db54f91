"""The ladder, told as short stories: what happens when something is not as planned."""

import asyncio

import pytest

from midcourse.core.gates.request import AtALoss, NothingToDo, NoWay
from midcourse.core.model import Constraint, Done, Failed, Observation, Parameter, Skill, Target, Uncertain
from midcourse.core.people.messages import AddConstraint, Cancel, ChangeGoal, GoOn, HandBack, Pause, TakeOver
from midcourse.core.plans.plan import Achieve, Act, Replan
from midcourse.core.policy import decide
from midcourse.core.policy.guards import GUARDS
from midcourse.core.policy.rules import TABLES
from midcourse.core.run.commands import DoAct, Stop
from midcourse.core.run.events import Intended, Missed, PlanRequested, Rebound, Reentered, Relented, Settled, Waited
from midcourse.core.run.settings import Settings
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import AnswersAll, ScriptedPeople, SymbolicWorld
from tests.support import chosen, lab, the

A = Skill("a", makes="p", complete=True)
B = Skill("b", needs="p", makes="q", complete=True)
C = Skill("c", needs="q", makes="r", complete=True)


def kinds(made, *types):
    return [e.event for e in made.entries if isinstance(e.event, types)]


class Meddled(SymbolicWorld):
    """Somebody changes the world after the nth act."""

    def __init__(self, skills, facts=(), *, after, add=(), take=(), times=1, **more):
        super().__init__(skills, facts, **more)
        self._after, self._add, self._take, self._times = after, set(add), set(take), times

    async def act(self, call):
        result = await super().act(call)
        if len(self.calls) >= self._after and self._times > 0:
            self._times -= 1
            self.truth = (self.truth | self._add) - self._take
        return result


def test_work_done_by_others_is_skipped_without_asking_the_planner():
    world = Meddled([A, B, C], after=1, add={"q"})
    made = lab(world, ScriptedPlanner([Act("a"), Act("b"), Act("c")]), "r")
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1
    assert [c.skill for c in world.done] == ["a", "c"]
    assert kinds(made, Reentered)[0].skipped == ("s2",) and run.work.records["s2"].state == "skipped"


def test_work_that_was_undone_is_redone_without_asking_the_planner():
    world = Meddled([A, B, C], after=2, take={"p", "q"})
    made = lab(world, ScriptedPlanner([Act("a"), Act("b"), Act("c")]), "r")
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1
    assert [c.skill for c in world.done] == ["a", "b", "a", "b", "c"]
    assert the(run.ending).fates.confirmed == ("s1", "s2", "s3")


def test_redoing_is_capped_and_then_the_planner_is_asked():
    world = Meddled([A, Skill("b", needs="p", makes="q", complete=True)], after=1, take={"p"}, times=99)
    made = lab(world, ScriptedPlanner([Act("a"), Act("b")]), "q", settings=chosen(redos=2, retries=0, max_replans=1))
    run = made.run()
    assert not the(run.ending).success and the(run.ending).steps <= 4
    assert kinds(made, PlanRequested)[1].cause.rule == "failed"


def test_a_lie_is_noticed_and_the_step_tried_again():
    class Liar(SymbolicWorld):
        lies = 1

        async def act(self, call):
            if self.lies:
                self.lies -= 1
                return Done()
            return await super().act(call)

    made = lab(Liar([A]), ScriptedPlanner([Act("a")]), "p")
    run = made.run()
    assert the(run.ending).success and the(run.ending).steps == 2
    assert kinds(made, Missed)[0].reason == "no_effect"


@pytest.mark.parametrize(("happened", "steps"), [(True, 1), (False, 2)])
def test_a_time_out_is_settled_by_a_look(happened, steps):
    class Late(SymbolicWorld):
        late = True

        async def act(self, call):
            if not self.late:
                return await super().act(call)
            self.late = False
            if happened:
                await super().act(call)
            return Uncertain("timeout")

    world = Late([A, B])
    made = lab(world, ScriptedPlanner([Act("a"), Act("b")]), "q")
    run = made.run()
    assert the(run.ending).success and the(run.ending).steps == steps + 1
    assert [e.happened for e in kinds(made, Settled)] == [happened]
    assert [c.skill for c in world.done] == ["a", "b"]


def test_what_no_look_can_settle_is_asked_unless_it_may_be_done_twice():
    class Late(SymbolicWorld):
        async def act(self, call):
            result = await super().act(call)
            return Uncertain("timeout") if call.skill == "ring" and len(self.calls) == 1 else result

    for repeatable, asked, rings in ((True, 0, 2), (False, 1, 1)):
        people = AnswersAll(True)
        world = Late([Skill("ring", repeatable=repeatable), A])
        run = lab(world, ScriptedPlanner([Act("ring"), Act("a")]), "p", approver=people).run()
        assert the(run.ending).success and len(people.asked) == asked
        assert sum(c.skill == "ring" for c in world.calls) == rings


def test_a_transient_failure_waits_longer_each_time():
    world = SymbolicWorld([A], broken={"a": Failed("rate_limited", "slow down")})
    made = lab(world, ScriptedPlanner([Act("a")]), "p", settings=chosen(retries=3, backoff=1.0))
    made.run()
    assert [round(e.took, 3) for e in kinds(made, Waited)] == [1.0, 2.0, 4.0]
    assert len(world.calls) == 4


def test_nothing_is_retried_that_may_have_happened_and_must_not_happen_twice():
    world = SymbolicWorld([Skill("a", makes="")], broken={"a": Failed("runtime", "broke in the middle", clean=False)})
    lab(world, ScriptedPlanner([Act("a")]), "p").run()
    assert len(world.calls) == 1


def test_a_structural_failure_asks_once_for_another_way():
    world = SymbolicWorld([A, Skill("a2", makes="p", complete=True)], broken={"a": Failed("unreachable", "wall")})
    run = lab(world, SearchPlanner(), "p").run()
    assert the(run.ending).success and [c.skill for c in world.calls] == ["a", "a2"]


def test_no_way_round_ends_with_what_would_have_to_be_mended():
    world = SymbolicWorld([A, B], broken={"a": Failed("unreachable", "wall")})
    run = lab(world, SearchPlanner(), "q").run()
    assert the(run.ending).final_reason == "structural"
    assert the(the(run.ending).certificate).bans == ("a failed: unreachable — wall",)
    assert "wall" in the(run.ending).next_safe_action


def test_a_goal_that_nothing_can_make_is_called_by_its_name():
    run = lab(SymbolicWorld([A]), SearchPlanner(), "moon").run()
    assert the(run.ending).final_reason == "impossible" and the(the(run.ending).certificate).missing == ("moon",)


def test_environment_failures_are_for_people_and_cost_no_plan():
    class Full(SymbolicWorld):
        full = True

        async def act(self, call):
            if self.full:
                self.full = False
                return Failed("disk_full", "no space left")
            return await super().act(call)

    people = AnswersAll(True)
    run = lab(Full([A]), ScriptedPlanner([Act("a")]), "p", approver=people).run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1 and people.asked[0].kind == "environment"
    run = lab(Full([A]), ScriptedPlanner([Act("a")]), "p", approver=ScriptedPeople([False])).run()
    assert the(run.ending).final_reason == "environment"


def test_a_missing_dependency_is_a_failure_of_its_own_kind():
    takes = Skill("use", parameters=(Parameter("x"),), makes="q", complete=True)
    world = SymbolicWorld([A, takes])
    made = lab(world, ScriptedPlanner([Act("a", id="first"), Act("use", {"x": "$first.nowhere"})]), "q")
    run = made.run()
    assert not the(run.ending).success
    missed = kinds(made, Missed)[0]
    assert missed.reason == "missing_dependency" and "it has did" in missed.detail


def test_outputs_feed_later_steps():
    takes = Skill("use", parameters=(Parameter("x"),), needs="p", makes="used({x})", complete=True)
    world = SymbolicWorld([A, takes])
    run = lab(world, ScriptedPlanner([Act("a", id="first"), Act("use", {"x": "$first.did"})]), "used(a)").run()
    assert the(run.ending).success and world.calls[1].args == {"x": "a"}


def test_a_replan_step_ends_a_segment_and_is_counted_apart_from_recovery():
    made = lab(SymbolicWorld([A, B]), ScriptedPlanner([Act("a"), Replan("more to see")], [Act("b")]), "q")
    run = made.run()
    assert the(run.ending).success and the(run.ending).replans == 0 and run.spent.segments == 1


def test_an_achieve_step_is_planned_for_when_its_turn_comes_and_passed_when_it_holds():
    made = lab(SymbolicWorld([A, B]), ScriptedPlanner([Achieve("have p", "p"), Act("b")], [Act("a")]), "q")
    run = made.run()
    assert the(run.ending).success and [p.purpose for p in kinds(made, PlanRequested)] == ["first", "achieve"]


class Screen:
    """Two buttons; the first one's id changes after the first look."""

    def __init__(self):
        self.id, self.pressed = "b1", []

    async def skills(self):
        return [Skill("click", makes="pressed({target})", risk="reversible"), Skill("wait", makes="waited")]

    async def observe(self):
        buttons = (Target(self.id, "button", "Save", box=(0, 0, 9, 9)), Target("b9", "button", "Cancel"))
        return Observation(frozenset(f"pressed({t})" for t in self.pressed), ("pressed(*)",), buttons)

    async def act(self, call):
        if call.skill == "wait":
            self.id = "b7"
            self.pressed.append("waited")
            return Done()
        if call.target != self.id:
            return Failed("target_not_found", call.target)
        self.pressed.append(call.target)
        return Done()


def test_a_target_under_another_id_is_found_again_before_anything_is_replanned():
    made = lab(Screen(), ScriptedPlanner([Act("wait", expects="pressed(waited)"), Act("click", target="b1")]), "pressed(b7)")
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1
    assert [(e.old, e.new) for e in kinds(made, Rebound)] == [("b1", "b7")]


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
        settings=Settings(replan="on-error"),
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


def speak(made, *messages, after_steps=1):
    """Say something to the run once it has done so many steps."""
    director = made.director()
    director.patient = True

    async def story():
        work = asyncio.ensure_future(director.start("r1", made.task, made.settings))
        while director._log._run is None or director.run.spent.steps < after_steps:
            await asyncio.sleep(0)
        for message in messages:
            await made.store.send("r1", message)
        return await work

    return asyncio.run(story())


def long_lab(steps=6):
    skills = [Skill(f"t{i}", makes=f"f{i}", complete=True) for i in range(steps)]
    return (
        SymbolicWorld(skills),
        ScriptedPlanner([Act(f"t{i}") for i in range(steps)]),
        " and ".join(f"f{i}" for i in range(steps)),
    )


def test_people_can_cancel_pause_take_over_and_hand_back():
    world, planner, goal = long_lab()
    run = speak(lab(world, planner, goal), Cancel("enough"))
    assert run.ending.final_reason == "cancelled" and run.ending.final_detail == "enough" and len(world.calls) < 6

    world, planner, goal = long_lab()
    run = speak(lab(world, planner, goal), Pause(), GoOn())
    assert run.ending.success

    world, planner, goal = long_lab()
    run = speak(lab(world, planner, goal), TakeOver("me"), HandBack("did some"))
    assert run.ending.success


def test_another_goal_and_a_constraint_are_followed_while_it_runs():
    world, _, _ = long_lab()
    run = speak(lab(world, SearchPlanner(), "f0 and f1 and f2"), ChangeGoal("other", "f5"))
    assert run.ending.success and run.known.goal[0].text == "f5" and "f5" in world.truth

    skills = [A, B, Skill("b2", needs="p", makes="q", complete=True)]
    world = SymbolicWorld(skills)
    made = lab(world, SearchPlanner(), "q")
    run = speak(made, AddConstraint(Constraint("not b", "b")))
    assert run.ending.success and [c.skill for c in world.done] == ["a", "b2"]


def test_the_last_rule_always_decides_and_rule_names_are_unique():
    for rows in TABLES.values():
        assert len({row.name for row in rows}) == len(rows)
        assert all(row.why for row in (*rows, *GUARDS))
    made = lab(SymbolicWorld([A]), ScriptedPlanner([Act("a")]), "p")
    run = made.run()
    assert isinstance(decide(run, 0.0).command, Stop | DoAct)


def test_every_act_carries_the_rule_that_led_to_it():
    made = lab(SymbolicWorld([A, B]), ScriptedPlanner([Act("a"), Act("b")]), "q")
    made.run()
    assert all(e.rule and e.command == f"act {e.event.step}" for e in made.entries if isinstance(e.event, Intended))


def test_what_may_pass_is_no_proof_that_there_is_no_way():
    class Flaky(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            return Failed("unavailable", "busy") if len(self.calls) < 7 else await super().act(call)

    made = lab(Flaky([A]), SearchPlanner(), "p", settings=chosen(retries=3, backoff=0.1))
    run = made.run()
    assert the(run.ending).success
    [relented] = kinds(made, Relented)
    assert relented.steps == ("s1",) and relented.pause == pytest.approx(0.8)

    world = SymbolicWorld([A], broken={"a": Failed("unavailable", "always busy")})
    run = lab(world, SearchPlanner(), "p", settings=chosen(retries=2, backoff=0.01)).run()
    assert not the(run.ending).success and len(world.calls) == 9, "three times three tries, then it gives in"


def test_giving_in_to_what_may_pass_does_not_open_what_is_closed_for_good():
    class Worse(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            return Failed("unavailable", "busy") if len(self.calls) == 1 else Failed("unreachable", "a wall")

    world = Worse([A])
    run = lab(world, SearchPlanner(), "p", settings=chosen(backoff=0.01)).run()
    assert the(run.ending).final_reason == "structural" and len(world.calls) == 2


def test_what_another_step_made_again_does_not_make_the_first_one_done():
    class Thief(SymbolicWorld):
        taken = 0

        async def act(self, call):
            result = await super().act(call)
            if call.skill in ("b", "b2") and self.taken < 2:
                self.taken += 1
                self.truth.discard("p")
            return result

    skills = [
        A,
        Skill("b", makes="q", complete=True),
        Skill("b2", makes="s", complete=True),
        Skill("c", needs="p", makes="r", complete=True),
    ]
    plans = [[Act("a"), Act("b"), Act("b2"), Act("c")], [Act("a"), Act("b2"), Act("c")], [Act("a"), Act("c")]]
    run = lab(Thief(skills), ScriptedPlanner(*plans), "r and q and s", settings=chosen(redos=0, backoff=0.01)).run()
    assert the(run.ending).success
    done = [the(run.work.records[id].step, Act).skill for id in the(run.ending).fates.confirmed]
    assert sorted(done) == ["a", "b", "b2", "c"], "of the three times that p was made, only the last holds"
