"""What the shipped worlds declare of themselves: contracts that read, kinds that exist, acts that undo each other."""

import pytest

from midcourse.core.gates.checks import check_skills
from midcourse.core.logic.conditions import parse
from midcourse.worlds.grid import contracts as grid
from midcourse.worlds.grid.mission import Description, Mission, Part
from midcourse.worlds.robot import contracts as robot
from midcourse.worlds.web import contracts as web

BALL, BOX, DOOR = Description("ball", "red"), Description("box"), Description("door")
MISSION = Mission(
    "all of it",
    (Part(1, "go_to", BALL), Part(2, "pick_up", BALL, after=(1,)), Part(3, "open", DOOR), Part(4, "put_next", BALL, BOX)),
)
WORLDS = {
    "grid": ([*grid.OPTIONS, *grid.part_skills(MISSION)], grid.VOCABULARY),
    "robot": (robot.SKILLS, robot.VOCABULARY),
    "web": (web.SKILLS, web.VOCABULARY),
}


@pytest.mark.parametrize("name", WORLDS)
def test_contracts_read_and_speak_only_of_kinds_that_are_declared(name):
    skills, vocabulary = WORLDS[name]
    check_skills(skills)
    kinds = {kind.name for kind in vocabulary}
    texts = [t for s in skills for t in (s.needs, s.makes, s.breaks, s.senses, *(o.makes for o in s.outcomes))]
    texts += [s.cost for s in skills if isinstance(s.cost, str)]
    assert {lit.name for text in texts for lit in parse(text)} <= kinds


@pytest.mark.parametrize("name", WORLDS)
def test_what_takes_an_act_back_is_a_skill_of_the_same_world(name):
    skills, _ = WORLDS[name]
    assert {s.undo for s in skills if s.undo} <= {s.name for s in skills}


@pytest.mark.parametrize("name", WORLDS)
def test_what_is_harmless_changes_nothing_that_matters_to_others(name):
    for skill in WORLDS[name][0]:
        if skill.risk == "harmless":
            assert "not " not in skill.makes and not skill.delivery.keyed, skill.name


def test_a_part_of_a_mission_counts_only_after_those_before_it():
    skills = {s.name: s for s in grid.part_skills(MISSION)}
    assert set(skills) == {"part_1", "part_2", "part_3", "part_3_with_key", "part_4"}
    assert "done(1)" in skills["part_2"].needs and "done(1)" not in skills["part_1"].needs
    assert all(f"done({name.split('_')[1]})" in skill.makes for name, skill in skills.items())
    assert "carrying({key})" in skills["part_3_with_key"].needs and "asked(4, {thing}, {beside})" in skills["part_4"].needs


def test_skills_of_a_page_that_need_a_target_say_so():
    speaks = {s.name for s in web.SKILLS if "{target}" in s.needs}
    assert speaks <= web.TARGETED <= {s.name for s in web.SKILLS}
