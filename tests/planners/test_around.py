"""A planner in front of another passes on its price and its gifts."""

import asyncio

from midcourse.core.gates.request import GoalAsCondition
from midcourse.core.model import Cost
from midcourse.planners.around import Around
from midcourse.planners.scripted import ScriptedPlanner
from tests.support import LOOK, request, story

ASKED = request(story(LOOK))


class Dear(ScriptedPlanner):
    """One that charges and reads goals."""

    most_each = Cost(9)

    def most(self, request):
        return Cost(5)

    async def read_goal(self, request):
        return GoalAsCondition("q", "me")


def test_the_gifts_of_the_planner_inside_are_its_own():
    made = Around(Dear())
    assert made.most(ASKED) == Cost(5) and made.most_each == Cost(9)
    assert asyncio.run(made.read_goal(ASKED)) == GoalAsCondition("q", "me")


def test_around_one_that_is_free_and_reads_nothing_there_is_nothing():
    made = Around(ScriptedPlanner())
    assert made.most(ASKED) == made.most_each == Cost() and asyncio.run(made.read_goal(ASKED)) is None
