"""What people say while a run goes on is followed."""

import asyncio

from midcourse.core.model import Constraint, Skill
from midcourse.core.people.messages import AddConstraint, Cancel, ChangeGoal, GoOn, HandBack, Pause, TakeOver
from midcourse.core.plans.plan import Act
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.planners.search import SearchPlanner
from midcourse.testing import SymbolicWorld
from tests.support import A, B, lab


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
