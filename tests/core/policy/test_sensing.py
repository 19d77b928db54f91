"""A part of the goal that no look has shown is looked for, where an act that changes nothing shows it."""

import pytest

from midcourse.core.model import Done, Parameter, Skill
from midcourse.core.plans.plan import Act
from midcourse.core.policy.sensing import UNSEEN_GOAL, look_for_the_goal
from midcourse.core.run.commands import Note
from midcourse.core.run.events import Looked, Planned
from tests.core.policy.stories import WALL
from tests.support import NOW, A, plan, story, the, then, tried, under

DARK = Looked(covers=("p",))
OPEN = Skill("open", parameters=(Parameter("box", "str"),), senses="inside({box}, *)", risk="harmless")
DONE_A = (DARK, *plan(Act("a", id="s1")), *tried("s1", "a", Done()), Looked(added=("p",), covers=("p",)))


def looks(goal: str, *skills: Skill, **settings):
    return look_for_the_goal(story(*DONE_A, skills=(A, *skills), done_when=goal, settings=under(**settings)), NOW)


def found(goal: str, *skills: Skill) -> Act:
    planned = the(the(looks(goal, *skills), Note).event, Planned).plan
    assert planned.cause.rule == UNSEEN_GOAL and len(planned.steps) == 1
    return the(planned.steps[0], Act)


def test_the_arguments_of_the_look_are_read_from_the_goal():
    assert found("inside(b1, ball)", OPEN).args == {"box": "b1"}
    count = Skill("count", parameters=(Parameter("n", "int"),), senses="level({n})", risk="harmless")
    assert found("level(3)", count).args == {"n": 3}


@pytest.mark.parametrize(
    ("goal", "skill"),
    [
        ("p", OPEN),
        ("elsewhere(b1)", OPEN),
        ("inside(*, ball)", OPEN),
        ("inside(b1, ball)", Skill("open", parameters=OPEN.parameters, senses=OPEN.senses)),
        ("inside(b1, ball)", Skill("peek", senses="inside(b2, *)", risk="harmless")),
        ("level(many)", Skill("count", parameters=(Parameter("n", "int"),), senses="level({n})", risk="harmless")),
        ("inside(b1, ball)", Skill("peek", senses="inside(*)", needs="not p", risk="harmless")),
    ],
)
def test_nothing_is_looked_for_that_is_seen_or_that_no_harmless_act_shows(goal, skill):
    assert looks(goal, skill) is None


def test_each_look_is_done_once():
    run = story(*DONE_A, skills=(A, OPEN), done_when="inside(b1, ball)")
    event = the(look_for_the_goal(run, NOW), Note).event
    step = the(event, Planned).plan.steps[0].id
    after = then(run, event, *tried(step, "open", Done()), Looked(covers=("p",)))
    assert look_for_the_goal(after, NOW) is None


@pytest.mark.parametrize("settings", [{"max_steps": 1}, {"max_seconds": 50.0}, {"autonomy": 0}])
def test_it_may_cost_nothing(settings):
    assert looks("inside(b1, ball)", OPEN) is not None and looks("inside(b1, ball)", OPEN, **settings) is None


def test_while_something_failed_it_is_not_the_time_to_look_for_the_goal():
    failed = (DARK, *plan(Act("a", id="s1")), *tried("s1", "a", WALL), DARK)
    assert look_for_the_goal(story(*failed, skills=(A, OPEN), done_when="inside(b1, ball)"), NOW) is None
