"""Whoever is asked gets copies: nothing that is done to them changes the run."""

import msgspec
from msgspec.structs import replace

from midcourse.core.gates.asking import request_for
from midcourse.core.gates.handing import own_skill, own_step, own_task, own_value
from midcourse.core.model import Parameter, Skill, Task
from midcourse.core.plans.plan import Act, Cause, Replan
from midcourse.core.run.commands import MakePlan
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Started
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import SymbolicWorld
from tests.support import lab, the


def spoil(value):
    """Change all in a value that can be changed."""
    if isinstance(value, dict):
        for inner in value.values():
            spoil(inner)
        value["spoilt"] = True
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value.append("spoilt")
    elif isinstance(value, tuple | frozenset):
        for inner in value:
            spoil(inner)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            spoil(getattr(value, name))


class Spoiler(ScriptedPlanner):
    """Plans as it is written, and changes all that it is handed."""

    async def plan(self, request):
        draft = await super().plan(request)
        spoil(request)
        return draft


def test_a_planner_that_changes_what_it_is_handed_changes_nothing_of_the_run():
    skills = [
        Skill("get", parameters=(Parameter("what", "dict"), Parameter("how", "list", False, default=["well"])), makes="got"),
        Skill("put", parameters=(Parameter("what", "dict"),), makes="placed"),
    ]
    plan = (Act("get", {"what": {"a": [1]}}), Replan("look"), Act("put", {"what": {"b": 1}}))
    made = lab(SymbolicWorld(skills), Spoiler(plan, (Act("put", {"what": {"b": 1}}),)), "placed")
    made.task = replace(made.task, values={"a": "b"}, secrets={"BANK": ("get.what",)})
    run = made.run()
    assert the(run.ending).success
    assert "spoilt" not in msgspec.json.encode([run.work.records, run.known.skills, run.setup.task, run.history]).decode()


def test_a_request_shares_nothing_that_can_be_changed():
    made = lab(
        SymbolicWorld([Skill("a", parameters=(Parameter("x", "dict"),), makes="p")]), ScriptedPlanner((Act("a", {"x": {}}),)), "p"
    )
    run = made.run()
    before = msgspec.json.encode(run.work.records)
    spoil(request_for(run, MakePlan("first", Cause("first")), 0.0))
    assert msgspec.json.encode(run.work.records) == before and isinstance(made.entries[0], Entry)
    assert isinstance(made.entries[0].event, Started)


def test_what_cannot_be_changed_is_handed_as_it_is():
    skill = Skill("a")
    assert own_skill(skill) is skill and own_value("x") == "x"


def test_even_what_is_empty_is_a_copy_because_it_could_be_filled():
    step, task = Act("a"), Task("x")
    own_step(step).args["path"] = "other"
    own_task(task).secrets["BANK"] = ("post",)
    own_task(task).values["x"] = "y"
    assert step.args == {} and task.secrets == {} and task.values == {}
