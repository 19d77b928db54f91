"""Plans whose goals on the way, and whose missing things, are looked for."""

from msgspec.structs import replace

from midcourse import run
from midcourse.core.gates.request import AtALoss
from midcourse.core.logic.conditions import fact
from midcourse.core.model import Cost, FactKind
from midcourse.core.plans.plan import Achieve, Act, Draft
from midcourse.planners.given import Given
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.by_name import from_words
from midcourse.planners.local.goals import WithGoals
from midcourse.planners.written import WrittenPlanner
from midcourse.testing.contracts.planner import request
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


class Errs:
    """A planner that takes a thing for there that is not, and knows no way to the goals that it sets itself."""

    def __init__(self, *steps):
        self.steps, self.asked = steps, []

    async def plan(self, request):
        self.asked.append(request.goal)
        if request.purpose == "achieve":
            return AtALoss("nothing says where that is", cost=Cost(tokens=1))
        return Draft(self.steps, "model", cost=Cost(tokens=1))


def ends_with(planner):
    world = Visible()
    both = WithGoals(planner, LocalPlanner(SEEDED), itself_first=True)
    return run("see the columns", done_when="screen(Columns)", world=world, planner=both, settings=LIMITS)


def test_a_thing_that_a_planner_insists_on_is_looked_for_and_who_planned_it_is_not_asked_where_it_is():
    planner = Errs(Act("click", {}, "button Columns"))
    ended = ends_with(planner)
    assert ended.success, ended.ending
    assert set(planner.asked) == {"see the columns"}


def test_who_sets_a_goal_is_asked_for_a_way_once_and_then_it_is_looked_for():
    planner = Errs(Achieve("open the settings", "screen(Settings)"), Act("click", {}, "button Columns"))
    ended = ends_with(planner)
    assert ended.success, ended.ending
    assert planner.asked.count("open the settings") == 1
    assert ended.ending.cost.tokens == len(planner.asked), "also the answer that knew no way is paid"


def test_a_planner_that_knows_the_way_to_its_goal_is_followed():
    class Knows(Errs):
        async def plan(self, request):
            if request.purpose == "achieve":
                return Draft((Act("click", {}, "menuitem Tools"), Act("click", {}, "button Settings")), "model")
            return await super().plan(request)

    ended = ends_with(Knows(Achieve("open the settings", "screen(Settings)"), Act("click", {}, "button Columns")))
    assert ended.success and "local" not in [p.author for p in ended.run.work.plans]


def test_only_for_a_goal_on_the_way_is_the_price_of_a_search_laid_by():
    class Charges:
        def __init__(self, tokens):
            self.tokens = tokens

        def most(self, request):
            return Cost(self.tokens)

        async def plan(self, request):
            return AtALoss("no")

    both, searched = WithGoals(Charges(3), Charges(5), itself_first=True), WithGoals(Charges(3), Charges(5))
    first, goal = request(), replace(request(), purpose="achieve")
    assert (both.most(first).tokens, both.most(goal).tokens) == (3, 8)
    assert (searched.most(first).tokens, searched.most(goal).tokens) == (3, 5)
