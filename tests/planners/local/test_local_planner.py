"""Local planning through the engine: forward, another option, back, values put back, and findings handed up."""

from __future__ import annotations

from midcourse import run
from midcourse.core.plans.plan import Achieve, Act
from midcourse.core.run.events import Planned, PlannerSaid
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.roles import Option, Options
from midcourse.planners.local.words import WordsNearness, WordsProposer
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
