"""Local planning tries no thing that takes away, ends or pays something, unless the goal speaks of it or somebody names it."""

from __future__ import annotations

from msgspec.structs import replace

from midcourse import run
from midcourse.core.logic.conditions import fact
from midcourse.core.model import Done, FactKind, Observation, Skill, Target
from midcourse.core.plans.plan import Act
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.maps import kept, read_map
from midcourse.planners.local.roles import Option, Options
from midcourse.planners.local.words import WordsNearness, WordsProposer

LIMITS = {"max_planner_calls": 200, "max_segments": 200, "max_replans": 200, "settle_seconds": 0.0, "backoff": 0.0}
HARM = ("button Delete account", "button Pay now", "button Deactivate account", "link Remove address of account")


class Shop:
    """A shop with a way to its language, and much that is better left alone."""

    vocabulary = (FactKind("screen", "screen(name): what is open"),)

    def __init__(self) -> None:
        self.here, self.did = "Shop", list[str]()

    async def skills(self):
        return (Skill("click", "Click it.", repeatable=True),)

    async def observe(self):
        ways = {"Shop": (*HARM, "link Help", "link More"), "More": (*HARM, "link Words"), "Help": (), "Words": ()}[self.here]
        targets = tuple(Target(id, id.split(" ")[0], id.partition(" ")[2]) for id in (*ways, "button Close"))
        return Observation(frozenset({fact("screen", self.here)}), targets=targets)

    async def act(self, call):
        self.did.append(call.target)
        leads = {"link Help": "Help", "link More": "More", "link Words": "Words", "button Close": "Shop"}
        self.here = leads.get(call.target, self.here)
        return Done()


def sought(world, proposer=None, goal="find the language of the account", done_when="screen(Words)", **options):
    planner = LocalPlanner(proposer or WordsProposer(), WordsNearness(), **options)
    return run(goal, done_when=done_when, world=world, planner=planner, settings=LIMITS), planner


def test_what_deletes_or_pays_is_not_tried_on_the_way_however_much_it_speaks_of_the_goal():
    world = Shop()
    ended, _ = sought(world)
    assert ended.success and not set(world.did) & set(HARM), world.did


def test_it_is_not_tried_either_when_nothing_else_is_left():
    world = Shop()
    ended, _ = sought(world, done_when="screen(Attic)")
    assert not ended.success and not set(world.did) & set(HARM), world.did


def test_what_the_goal_speaks_of_is_tried():
    world = Shop()
    sought(world, goal="delete the account", done_when="screen(Attic)")
    assert "button Delete account" in world.did and "button Pay now" not in world.did


def test_what_somebody_names_is_tried():
    class Names:
        async def options(self, request, without, told):
            return Options(() if "button Pay now" in without else (Option(Act("click", {}, "button Pay now")),))

    world = Shop()
    sought(world, Names(), done_when="screen(Attic)")
    assert "button Pay now" in world.did and "button Delete account" not in world.did


def test_a_map_from_elsewhere_leads_through_no_such_thing():
    _, planner = sought(Shop())
    atlas, acts = read_map(kept(planner.atlas, planner.acts))
    shop = next(n for n, place in enumerate(atlas.places) if "button Delete account" in place.things)
    for place in atlas.places:
        place.things = {key: replace(thing, final=False) for key, thing in place.things.items()}
    atlas.ends = dict.fromkeys(atlas.ends, (shop, "button Delete account"))
    acts = {**acts, (shop, "button Delete account"): Act("click", {}, "button Delete account")}
    world = Shop()
    again = LocalPlanner(WordsProposer(), WordsNearness(), atlas=atlas)
    again.acts = acts
    run("find the language of the account", done_when="screen(Words)", world=world, planner=again, settings=LIMITS)
    assert not set(world.did) & set(HARM), world.did
