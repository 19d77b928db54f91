"""A task's goal as a condition, and the kinds of facts that matter to a run."""

from midcourse.core.logic.conditions import parse
from midcourse.core.logic.goals import goal_of, spoken_of
from midcourse.core.model import Otherwise, Skill, Task


def test_a_goal_in_words_alone_is_an_empty_condition():
    assert goal_of(Task("tidy up")) == ()
    assert goal_of(Task("tidy up", "clean and not dusty")) == parse("clean and not dusty")


def test_every_part_of_a_contract_speaks_of_its_facts():
    skill = Skill(
        "throw", needs="held(die)", makes="thrown", breaks="tidy(*)", outcomes=(Otherwise("six", makes="lucky", chance=0.1),)
    )
    assert spoken_of(parse("won"), [skill]) == {"won", "held", "thrown", "tidy", "lucky"}


def test_what_a_skill_only_senses_is_not_spoken_of():
    assert spoken_of((), [Skill("peek", senses="door(*)", risk="harmless")]) == frozenset()
