"""What is decided, from tables and from short runs: work done and undone, failures, steps of every kind."""

import pytest

from midcourse.core.model import Done, Failed, Observation, Parameter, Skill, Target, Uncertain
from midcourse.core.plans.plan import Achieve, Act, Replan
from midcourse.core.policy import decide
from midcourse.core.policy.guards import GUARDS
from midcourse.core.policy.rules import TABLES
from midcourse.core.run.commands import DoAct, Stop
from midcourse.core.run.events import Intended, Missed, PlanRequested, Rebound, Reentered, Settled, Waited
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import AnswersAll, ScriptedPeople, SymbolicWorld
from tests.support import A, B, C, events, lab, the, under


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
    assert events(made, Reentered)[0].skipped == ("s2",) and run.work.records["s2"].state == "skipped"


def test_work_that_was_undone_is_redone_without_asking_the_planner():
    world = Meddled([A, B, C], after=2, take={"p", "q"})
    made = lab(world, ScriptedPlanner([Act("a"), Act("b"), Act("c")]), "r")
    run = made.run()
    assert the(run.ending).success and the(run.ending).planner_calls == 1
    assert [c.skill for c in world.done] == ["a", "b", "a", "b", "c"]
    assert the(run.ending).fates.confirmed == ("s1", "s2", "s3")


def test_redoing_is_capped_and_then_the_planner_is_asked():
    world = Meddled([A, Skill("b", needs="p", makes="q", complete=True)], after=1, take={"p"}, times=99)
    made = lab(world, ScriptedPlanner([Act("a"), Act("b")]), "q", settings=under(redos=2, retries=0, max_replans=1))
    run = made.run()
    assert not the(run.ending).success and the(run.ending).steps <= 4
    assert events(made, PlanRequested)[1].cause.rule == "failed"


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
    assert events(made, Missed)[0].reason == "no_effect"


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
    assert [e.happened for e in events(made, Settled)] == [happened]
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
    made = lab(world, ScriptedPlanner([Act("a")]), "p", settings=under(retries=3, backoff=1.0))
    made.run()
    assert [round(e.took, 3) for e in events(made, Waited)] == [1.0, 2.0, 4.0]
    assert len(world.calls) == 4


def test_nothing_is_retried_that_may_have_happened_and_must_not_happen_twice():
    world = SymbolicWorld([Skill("a", makes="")], broken={"a": Failed("runtime", "broke in the middle", clean=False)})
    lab(world, ScriptedPlanner([Act("a")]), "p").run()
    assert len(world.calls) == 1


def test_a_structural_failure_asks_once_for_another_way():
    world = SymbolicWorld([A, Skill("a2", makes="p", complete=True)], broken={"a": Failed("unreachable", "wall")})
    run = lab(world, SearchPlanner(), "p").run()
    assert the(run.ending).success and [c.skill for c in world.calls] == ["a", "a2"]


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
    missed = events(made, Missed)[0]
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
    assert the(run.ending).success and [p.purpose for p in events(made, PlanRequested)] == ["first", "achieve"]


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
    assert [(e.old, e.new) for e in events(made, Rebound)] == [("b1", "b7")]


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
    run = lab(Thief(skills), ScriptedPlanner(*plans), "r and q and s", settings=under(redos=0, backoff=0.01)).run()
    assert the(run.ending).success
    done = [the(run.work.records[id].step, Act).skill for id in the(run.ending).fates.confirmed]
    assert sorted(done) == ["a", "b", "b2", "c"], "of the three times that p was made, only the last holds"
