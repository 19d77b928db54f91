"""Local planning through the engine: forward, another option, back, values put back, and findings handed up."""

from __future__ import annotations

from msgspec.structs import replace

from midcourse import run
from midcourse.core.local.figures import LocalSettings
from midcourse.core.model import Done, FactKind, Observation, Parameter, Skill, Target
from midcourse.core.people.messages import Answer
from midcourse.core.plans.plan import Achieve, Act
from midcourse.core.run.events import Passed, Planned, PlannerSaid
from midcourse.interfaces.decisions import decisions_of, tree_of
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.goals import WithGoals
from midcourse.planners.local.roles import Option, Options
from midcourse.planners.local.words import WordsNearness, WordsProposer
from midcourse.planners.written import WrittenPlanner
from tests.planners.local.rooms import Rooms

LIMITS = {"max_planner_calls": 200, "max_segments": 200, "max_replans": 200, "settle_seconds": 0.0, "backoff": 0.0}


class Script:
    """A proposer that names the same things at each screen, in its order."""

    def __init__(self, **orders: list[str]) -> None:
        self._orders = orders

    async def options(self, request, without, told):
        here = next(f[7:-1] for f in request.facts if f.startswith("screen("))
        return Options(tuple(Option(Act("click", {}, t)) for t in self._orders.get(here, []) if t not in without))


def reach(done_when, world, proposer, **options):
    planner = LocalPlanner(proposer, **options)
    ended = run("get there", done_when=done_when, world=world, planner=planner, settings=LIMITS)
    return ended, planner


SEEDED = Script(
    Main=["menuitem File", "menuitem Tools"],
    File=["button Close"],
    Tools=["menuitem Export", "button Settings"],
    Export=["button Format", "button Close"],
    Settings=["button Columns"],
)


def words_of(ended):
    plans = [e.event.plan for e in ended.entries if isinstance(e.event, Planned)]
    acts = [p.steps[0] for p in plans if p.author == "local"]
    return [act.description.split(":")[0] for act in acts if isinstance(act, Act)]


def test_a_dead_end_is_left_and_the_goal_is_reached_behind_another_option():
    world = Rooms()
    ended, planner = reach("screen(Columns)", world, SEEDED)
    assert ended.success and world.here == "Columns"
    assert {"retain", "explore"} <= set(words_of(ended))
    assert planner.episodes[0].acts == len(world.did) - 1, "nobody asks after the last one"


def test_what_is_no_help_is_turned_back_from_and_the_look_says_so():
    from midcourse.core.local.figures import LocalSettings

    world = Rooms()
    ended, planner = reach("screen(Columns)", world, SEEDED, near=WordsNearness(), settings=LocalSettings(forward_acts=0))
    assert ended.success and "revert" in words_of(ended), words_of(ended)
    assert planner.episodes[0].backs["restored"] >= 1


def test_with_no_model_the_words_of_the_goal_suffice():
    world = Rooms()
    planner = LocalPlanner(WordsProposer(), WordsNearness())
    ended = run(
        "choose columns in the settings of the tools", done_when="screen(Columns)", world=world, planner=planner, settings=LIMITS
    )
    assert ended.success and world.did == ["menuitem Tools", "button Settings", "button Columns"]


class Hazy(Rooms):
    """The same, where every other look at a screen misses what leads on from it."""

    looks = 0

    async def observe(self):
        seen = await super().observe()
        self.looks += 1
        return replace(seen, targets=seen.targets[1:]) if self.looks % 2 and self.here in ("Main", "Tools") else seen


def test_what_a_look_misses_is_found_by_another_look_and_costs_no_act():
    world = Hazy()
    order = Script(Main=["menuitem Tools"], Tools=["menuitem Export", "button Settings"], Settings=["button Columns"])
    ended = run("get there", done_when="screen(Export)", world=world, planner=LocalPlanner(order), settings=LIMITS)
    assert ended.success and world.did == ["menuitem Tools", "menuitem Export"]
    words = [p.bearing.decision.word for p in ended.run.work.plans if p.bearing is not None and p.bearing.decision is not None]
    assert "look" in words and len(decisions_of(ended.run)) == 2, "a look is no act of the search"


def test_what_the_goal_names_is_set_where_it_is_seen_though_nobody_names_it():
    world = Rooms()
    ended, _ = reach("checked(checkbox Wrap)", world, Script(Main=["menuitem Tools"], Tools=["button Settings"]))
    assert ended.success and world.did == ["menuitem Tools", "button Settings", "checkbox Wrap"]


class Titled(Rooms):
    """The same, with a field for a title in the settings."""

    vocabulary = (*Rooms.vocabulary, FactKind("value", "value(thing, text): what stands in it"))
    title = ""

    async def skills(self):
        return (*await super().skills(), Skill("fill", "Write it.", parameters=(Parameter("text", "str"),), repeatable=True))

    async def observe(self):
        seen = await super().observe()
        if self.here != "Settings":
            return seen
        targets = (*seen.targets, Target("textbox Title", "textbox", "Title"))
        return replace(seen, facts=seen.facts | {f"value(textbox Title, {self.title or 'none'})"}, targets=targets)

    async def act(self, call):
        if call.skill != "fill":
            return await super().act(call)
        self.title = call.args["text"]
        return Done()


def test_what_the_goal_says_is_written_where_the_field_is_seen():
    world = Titled()
    ended, _ = reach("value(textbox Title, Spring)", world, Script(Main=["menuitem Tools"], Tools=["button Settings"]))
    assert ended.success and world.title == "Spring" and not world.wrapped


class Noticed(Rooms):
    """The same, where a notice comes by itself after the first act, and what closes it fails each time."""

    vocabulary = (*Rooms.vocabulary, FactKind("interrupted", "interrupted(by): it came by itself and lies over the rest"))

    def __init__(self) -> None:
        super().__init__(fails=["button Close"])
        self.noticed = 0

    async def observe(self):
        if self.noticed != 1:
            return await super().observe()
        things = (Target("button Close", "button", "Close"), Target("button Later", "button", "Later"))
        return Observation(frozenset({"screen(News)", "interrupted(news)"}), targets=things)

    async def act(self, call):
        came = await super().act(call)
        self.noticed += self.noticed == 0 or call.target == "button Later"
        return came


def test_a_notice_that_does_not_close_is_left_by_what_else_is_on_it():
    world = Noticed()
    order = Script(Main=["menuitem Tools"], Tools=["button Settings"], Settings=["button Columns"])
    ended, _ = reach("screen(Columns)", world, order)
    assert ended.success, ended.ending
    assert world.did.count("button Later") == 1 and "button Close" in world.did


def test_other_looks_count_in_no_limit_of_plans():
    limits = {**LIMITS, "max_segments": 1, "max_planner_calls": 1}
    ended = run("get there", done_when="screen(Columns)", world=Rooms(), planner=LocalPlanner(SEEDED), settings=limits)
    assert ended.success, ended.ending


def test_a_toggle_that_did_not_help_is_put_back():
    world = Rooms()
    script = Script(Main=["menuitem Tools"], Tools=["button Settings"], Settings=["checkbox Wrap", "button Columns"])
    ended, _ = reach("screen(Columns) and not checked(checkbox Wrap)", world, script)
    assert ended.success and not world.wrapped


def test_what_cannot_be_reached_is_given_up_with_what_was_tried():
    world = Rooms()
    ended, _ = reach("screen(Nowhere)", world, SEEDED)
    assert not ended.success
    [*_, told] = [e.event.detail for e in ended.entries if isinstance(e.event, PlannerSaid)]
    assert "nothing is left to try" in told or "acts are used up" in told
    assert "explore" in told


def test_an_achieve_step_is_reached_act_by_act_and_the_plan_goes_on_behind_it():
    world = Rooms()
    plan = [Achieve("open the settings", "screen(Settings)"), Act("click", {}, "button Columns")]

    class Both:
        def __init__(self):
            self.local, self.first = LocalPlanner(SEEDED), True

        async def plan(self, request):
            if request.purpose == "achieve":
                return await self.local.plan(request)
            from midcourse.core.plans.plan import Draft

            return Draft(tuple(plan))

    ended = run("see the columns", done_when="screen(Columns)", world=world, planner=Both(), settings=LIMITS)
    assert ended.success and world.here == "Columns"
    assert sum(isinstance(e.event, Planned) and e.event.plan.author == "local" for e in ended.entries) >= 2


def test_the_tree_shows_each_search_that_reached_its_goal_though_the_next_begins_with_another_look():
    goals = WrittenPlanner([Achieve("open the settings", "screen(Settings)"), Achieve("see the columns", "screen(Columns)")])
    planner = WithGoals(goals, LocalPlanner(SEEDED))
    ended = run("see the columns", done_when="screen(Columns)", world=Rooms(), planner=planner, settings=LIMITS)
    tree = tree_of(ended.run)
    assert ended.success and sum(b.is_root for b in tree) == 2 == sum(b.reached for b in tree)


def test_the_same_episode_makes_the_same_moves():
    tales = []
    for _ in range(2):
        world = Rooms()
        reach("screen(Columns)", world, SEEDED)
        tales.append(world.did)
    assert tales[0] == tales[1]


def test_what_one_run_learned_of_the_interface_serves_the_next():
    world = Rooms()
    _, planner = reach("screen(Columns)", world, SEEDED)
    again = LocalPlanner(SEEDED, atlas=planner.atlas)
    second = Rooms()
    ended = run("get there", done_when="screen(Columns)", world=second, planner=again, settings=LIMITS)
    assert ended.success and len(again.atlas.places) == len(planner.atlas.places)


class Asked:
    """Somebody who is asked what was meant."""

    def __init__(self, says):
        self.asked, self._says = [], says

    async def allows(self, question):
        self.asked.append(question)
        return Answer(question.id, bool(self._says), "Ann", self._says)


def lost(says, done_when="screen(Columns)"):
    """A goal whose words lead nowhere, and whoever is asked about it."""
    person = Asked(says)
    planner = LocalPlanner(WordsProposer(), settings=LocalSettings(acts=5))
    world = Rooms()
    return run("get there", done_when=done_when, world=world, planner=planner, settings=LIMITS, approver=person), person


def test_where_people_could_help_they_are_asked_what_was_meant_and_their_words_lead_on():
    ended, person = lost("the columns in the settings of the tools")
    [question] = person.asked
    assert question.kind == "clarify" and "These places were seen: Main" in question.text
    assert ended.success


def test_people_are_asked_once_and_a_no_ends_it_with_what_was_found():
    for says in ("", "look in the attic"):
        ended, person = lost(says, "screen(Nowhere)")
        assert not ended.success and len(person.asked) == 1 and ended.ending.final_reason == "at_a_loss"
        assert "gives up" in ended.ending.final_detail


def test_where_nobody_can_be_asked_it_ends_as_it_would_without_the_question():
    planner = LocalPlanner(WordsProposer(), settings=LocalSettings(acts=5))
    ended = run("get there", done_when="screen(Columns)", world=Rooms(), planner=planner, settings=LIMITS)
    assert ended.ended and ended.ending.final_reason == "at_a_loss"


def test_a_search_is_bounded_by_its_own_acts_and_not_by_the_plans_that_a_run_may_ask_for():
    world, few = Rooms(), {**LIMITS, "max_planner_calls": 3, "max_segments": 1}
    ended = run("get there", done_when="screen(Nowhere)", world=world, planner=LocalPlanner(SEEDED), settings=few)
    assert ended.ending.final_reason == "at_a_loss" and len(world.did) > 3
    assert ended.run.spent.planner_calls > 3, "they are counted all the same"
    again = Rooms()
    planner = LocalPlanner(SEEDED, settings=LocalSettings(acts=4))
    ended = run("get there", done_when="screen(Nowhere)", world=again, planner=planner, settings=few)
    assert len(again.did) == 4 and "its acts are used up" in ended.ending.final_detail


def test_acts_of_the_run_end_a_search_too():
    world = Rooms()
    ended = run(
        "get there", done_when="screen(Nowhere)", world=world, planner=LocalPlanner(SEEDED), settings={**LIMITS, "max_steps": 3}
    )
    assert ended.ending.final_reason == "max_steps" and len(world.did) == 3


def sought(says, *more):
    """A plan with a goal on the way whose words lead nowhere, and whoever is asked about it."""
    person, world = Asked(says), Rooms()
    local = LocalPlanner(WordsProposer(), settings=LocalSettings(acts=5))
    plan = WrittenPlanner([Achieve("get there", "screen(Columns)"), *more, Act("click", {}, "button Close")])
    planner = WithGoals(plan, local)
    ended = run("see it", done_when="screen(Settings)", world=world, planner=planner, settings=LIMITS, approver=person)
    return ended, person


def test_people_are_asked_what_a_goal_on_the_way_means_and_their_words_lead_on():
    ended, person = sought("the columns in the settings of the tools")
    [question] = person.asked
    assert question.kind == "clarify" and "No way to 'get there' was found" in question.text
    assert ended.success
    assert not any(isinstance(e.event, Passed) and "set aside" in e.event.because for e in ended.entries)


def test_a_goal_on_the_way_is_set_aside_where_people_do_not_say_what_it_means():
    ended, person = sought("")
    assert len(person.asked) == 1
    assert any(isinstance(e.event, Passed) and "set aside" in e.event.because for e in ended.entries)


def test_people_are_asked_once_for_each_goal_on_the_way():
    ended, person = sought("look in the attic", Achieve("be elsewhere", "screen(Nowhere)"))
    asked = [q.text.partition(" was found")[0] for q in person.asked if q.kind == "clarify"]
    assert ended.ended and asked == ["No way to 'get there'", "No way to 'be elsewhere'"]
