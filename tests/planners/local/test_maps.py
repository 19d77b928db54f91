"""What was learned of an interface serves the next run, and a file that cannot be used does no harm."""

import json

import pytest

from midcourse import Task, run
from midcourse.core.logic.conditions import fact
from midcourse.core.model import Done, FactKind, Observation, Parameter, Skill, Target
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.maps import kept, load, read_map
from midcourse.planners.local.words import WordsProposer
from tests.planners.local.rooms import Rooms
from tests.planners.local.test_local_planner import LIMITS, SEEDED


class Counted:
    """The same proposer, counted."""

    def __init__(self):
        self.asked = 0

    async def options(self, request, without, told):
        self.asked += 1
        return await SEEDED.options(request, without, told)


def reach(path):
    proposer = Counted()
    world = Rooms()
    ended = run("get there", done_when="screen(Columns)", world=world, planner=LocalPlanner(proposer, map=path), settings=LIMITS)
    assert ended.success
    return proposer.asked, world.did


def test_a_second_run_goes_the_known_way_and_asks_nobody(tmp_path):
    first, detours = reach(tmp_path / "maps" / "rooms.json")
    second, way = reach(tmp_path / "maps" / "rooms.json")
    assert first > 0 and second == 0
    assert way == ["menuitem Tools", "button Settings", "button Columns"] and len(detours) > 3


def test_a_map_is_read_as_it_was_written(tmp_path):
    reach(tmp_path / "rooms.json")
    atlas, acts = load(tmp_path / "rooms.json")
    assert kept(*read_map(kept(atlas, acts))) == kept(atlas, acts)


def test_a_map_that_is_damaged_or_of_another_version_is_begun_anew(tmp_path):
    reach(tmp_path / "rooms.json")
    data = (tmp_path / "rooms.json").read_bytes()
    for wrong in (data[:-9], b"[]", data.replace(b'"v":1', b'"v":99'), data.replace(b'"led":[[0', b'"led":[[77')):
        (tmp_path / "rooms.json").write_bytes(wrong)
        assert reach(tmp_path / "rooms.json")[0] > 0


class Course:
    """A page on which one registers with a name."""

    vocabulary = (FactKind("screen", "screen(name): the page"), FactKind("value", "value(field, text): what stands in it"))

    def __init__(self):
        self.here, self.name, self.did = "Start", "", []

    async def skills(self):
        text = (Parameter("text", "str"),)
        return [Skill("click", "Press it.", repeatable=True), Skill("fill", "Enter a text.", text, repeatable=True)]

    async def observe(self):
        things = {"Start": ("button Register", "button Help"), "Form": ("textbox Name", "button Next"), "Thanks": ()}[self.here]
        facts = {fact("screen", self.here)} | ({fact("value", "textbox Name", self.name)} if self.here == "Form" else set())
        return Observation(frozenset(facts), targets=tuple(Target(id, *id.split()) for id in things))

    async def act(self, call):
        self.did.append((call.skill, call.target, *call.args.values()))
        if call.skill == "fill":
            self.name = call.args["text"]
        elif call.target == "button Register":
            self.here = "Form"
        elif call.target == "button Next" and self.name:
            self.here = "Thanks"
        return Done()


def registers(path, **values):
    world = Course()
    task = Task("register for the course", done_when="screen(Thanks)", values=values)
    ended = run(task, world=world, planner=LocalPlanner(WordsProposer(), map=path), settings=LIMITS)
    return ended.success, world


def test_a_known_way_enters_the_values_of_this_task_and_a_map_holds_none(tmp_path):
    path = tmp_path / "course.json"
    assert registers(path, Name="Ada Lovelace")[0] and "Ada" not in path.read_text()
    reached, world = registers(path, Name="Bob")
    assert reached and world.name == "Bob"
    assert [skill for skill, *_ in world.did] == ["click", "fill", "click"], "by the known way"
    reached, world = registers(path)
    assert not reached and not world.name, "nobody named a value for it"


def test_a_map_from_elsewhere_names_no_acts_of_its_own(tmp_path):
    path = tmp_path / "course.json"
    registers(path, Name="Ada")
    for skill, args, target in (
        ("fill", {"text": "evil"}, "textbox Name"),
        ("fill", {"text": "evil"}, ""),
        ("click", {}, "button Help"),
    ):
        made = json.loads(path.read_bytes())
        made["acts"] = [
            [place, key, {"type": "act", "skill": skill, "args": args, "target": target}] for place, key, _ in made["acts"]
        ]
        (tmp_path / "forged.json").write_text(json.dumps(made))
        reached, world = registers(tmp_path / "forged.json", Name="Bob")
        assert reached and world.name == "Bob" and ("click", "button Help") not in world.did


@pytest.mark.parametrize("count", [0.0, -3.0, 1e300])
def test_a_map_with_counts_that_nobody_can_count_is_begun_anew(tmp_path, count):
    path = tmp_path / "course.json"
    registers(path, Name="Ada")
    made = json.loads(path.read_bytes())
    made["led"] = [[place, key, dict.fromkeys(there, count)] for place, key, there in made["led"]]
    atlas, acts = read_map(json.dumps(made).encode())
    assert not atlas.places and not acts


class Asked:
    """A proposer that must not be needed."""

    async def options(self, request, without, told):
        raise AssertionError(f"asked for {request.goal}")


def test_on_a_known_way_nobody_is_asked_for_a_value_that_the_task_names(tmp_path):
    path = tmp_path / "course.json"
    registers(path, Name="Ada")
    world, task = Course(), Task("register for the course", done_when="screen(Thanks)", values={"Name": "Bob"})
    ended = run(task, world=world, planner=LocalPlanner(Asked(), map=path), settings=LIMITS)
    assert ended.success and world.name == "Bob"
