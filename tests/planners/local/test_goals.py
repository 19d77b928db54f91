"""Plans whose goals on the way, and whose missing things, are looked for."""

from midcourse import run
from midcourse.core.logic.conditions import fact
from midcourse.core.model import FactKind
from midcourse.core.plans.plan import Achieve, Act
from midcourse.planners.given import Given
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.by_name import from_words
from midcourse.planners.local.goals import WithGoals
from midcourse.planners.written import WrittenPlanner
from tests.planners.local.rooms import SCREENS, Rooms
from tests.planners.local.test_local_planner import LIMITS, SEEDED


class Visible(Rooms):
    """The same, telling which things are to be seen."""

    vocabulary = (*Rooms.vocabulary, FactKind("visible", "visible(thing): it is to be seen"))

    async def observe(self):
        seen = await super().observe()
        return type(seen)(seen.facts | {fact("visible", id) for id in SCREENS[self.here]}, targets=seen.targets)


def ends(*plan):
    world = Visible()
    planner = WithGoals(WrittenPlanner(plan), LocalPlanner(SEEDED))
    return run("see the columns", done_when="screen(Columns)", world=world, planner=planner, settings=LIMITS)


def test_a_goal_on_the_way_is_looked_for_and_the_plan_goes_on_behind_it():
    ended = ends(Achieve("open the settings", "screen(Settings)"), Act("click", {}, "button Columns"))
    assert ended.success and [p.author for p in ended.run.work.plans][:2] == ["scripted", "local"]


def test_an_act_whose_thing_is_not_there_becomes_a_goal():
    ended = ends(Act("click", {}, "button Columns"))
    assert ended.success, ended.ending
    assert any(isinstance(r.step, Achieve) and r.step.goal == "find button Columns" for r in ended.run.work.records.values())


def test_a_thing_that_was_not_found_is_not_looked_for_for_ever():
    ended = ends(Act("click", {}, "button Nowhere"))
    assert not ended.success


def test_a_plan_of_the_task_is_followed_by_the_planner_of_this_name():
    assert isinstance(from_words("", Given(plans=[[Act("click")]])), WithGoals)
