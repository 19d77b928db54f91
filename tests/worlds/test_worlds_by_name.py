"""Worlds that are chosen by name read the words after it, and say what they expected."""

import asyncio

import pytest

from midcourse.core.errors import TaskError
from midcourse.worlds.grid import by_name as grid
from midcourse.worlds.pddl import by_name as pddl
from midcourse.worlds.robot import by_name as robot
from midcourse.worlds.web import by_name as web

DOMAIN = "(define (domain d) (:predicates (p)) (:action go :parameters () :precondition (and) :effect (p)))"
PROBLEM = "(define (problem x) (:domain d) (:init) (:goal (p)))"


@pytest.mark.parametrize(
    ("read", "words", "said"),
    [
        (pddl, "domain.pddl", "give the domain and the problem"),
        (pddl, "domain.pddl 3", "give the domain and the problem"),
        (robot, "", "expected robot:SCENE.yaml"),
        (robot, "table.yaml nosy", "did you mean noisy"),
        (web, "", "expected web:ADDRESS"),
        (web, "http://x/ shwon", "expected web:ADDRESS"),
        (web, "file:///etc/passwd", "no web address"),
        (grid, "NoSuchLevel", "NoSuchLevel"),
    ],
)
def test_words_that_name_no_world_are_told(tmp_path, read, words, said):
    with pytest.raises(TaskError, match=said):
        read.from_words(words, tmp_path, None)


def test_two_files_are_a_world_beside_which_its_state_is_kept(tmp_path):
    (tmp_path / "d.pddl").write_text(DOMAIN)
    (tmp_path / "p.pddl").write_text(PROBLEM)
    world = pddl.from_words("d.pddl p.pddl 7", tmp_path, tmp_path / "kept")
    assert [skill.name for skill in asyncio.run(world.skills())] == ["go"]
