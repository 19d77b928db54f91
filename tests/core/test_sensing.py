"""Parts of the goal that only an act that changes nothing can show are looked for at the end, without asking the planner."""

from midcourse.core.model import Parameter, Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Intended, PlanRequested
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.worlds.symbolic import SymbolicWorld
from tests.support import lab, the

BOX = (Parameter("box", "str"),)
PUT = Skill("put", parameters=BOX, makes="inside({box}, key)")
PEEP = Skill("peep", parameters=BOX, senses="inside({box}, *)", risk="harmless")


class Boxes(SymbolicWorld):
    """What is in a box is seen only once somebody peeps into it, until the next act."""

    def __init__(self, skills):
        super().__init__(skills, covers=("nothing",))

    async def act(self, call):
        result = await super().act(call)
        self._covers = (f"inside({call.args['box']}, *)",) if call.skill == "peep" else ("nothing",)
        return result


def played(plan, goal, *skills):
    made = lab(Boxes([PUT, *skills]), ScriptedPlanner(plan), goal)
    run = made.run()
    acts = [(e.event.skill, *e.event.args.values()) for e in made.entries if isinstance(e.event, Intended)]
    return run, acts, sum(isinstance(e.event, PlanRequested) for e in made.entries)


def test_what_can_be_seen_is_looked_for_and_then_it_is_a_success():
    run, acts, calls = played([Act("put", {"box": "red"})], "inside(red, key)", PEEP)
    assert the(run.ending).success and acts == [("put", "red"), ("peep", "red")] and calls == 1


def test_each_part_is_looked_for_where_it_shows_and_counts_as_seen_there():
    plan = [Act("put", {"box": "red"}), Act("put", {"box": "blue"})]
    run, acts, calls = played(plan, "inside(red, key) and inside(blue, key)", PEEP)
    assert the(run.ending).success and acts[2:] == [("peep", "red"), ("peep", "blue")] and calls == 1
    assert "inside(red, key) as seen in look" in the(run.ending).said_by


def test_where_the_look_denies_it_that_is_no_success():
    run, acts, _ = played([Act("put", {"box": "red"})], "inside(blue, key)", PEEP)
    assert not the(run.ending).success and ("peep", "blue") in acts


def test_where_only_an_act_that_changes_something_shows_it_nothing_is_added():
    shake = Skill("shake", parameters=BOX, senses="inside({box}, *)")
    run, acts, calls = played([Act("put", {"box": "red"})], "inside(red, key)", shake)
    assert the(run.ending).verdict == "done_unproven" and acts == [("put", "red")] and calls == 1


def test_a_look_that_tells_nothing_is_done_once():
    class Shut(Boxes):
        async def act(self, call):
            result = await super().act(call)
            self._covers = ("nothing",)
            return result

    made = lab(Shut([PUT, PEEP]), ScriptedPlanner([Act("put", {"box": "red"})]), "inside(red, key)")
    run = made.run()
    assert the(run.ending).verdict == "done_unproven" and run.spent.steps == 2
