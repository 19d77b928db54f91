"""Words alone, with meanings compared: a goal that is written in other words than the screen."""

from __future__ import annotations

import asyncio
from pathlib import Path

from midcourse import run
from midcourse.core.gates.request import Left, PlanRequest
from midcourse.core.logic.conditions import fact
from midcourse.core.model import Call, Cost, Done, FactKind, Observation, Skill, Target
from midcourse.core.plans.plan import Cause
from midcourse.planners.given import Given
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.by_name import from_words
from midcourse.planners.local.words import WordsNearness, WordsProposer
from midcourse.recovery.vectors import alike
from tests.planners.local.test_local_planner import LIMITS

GOAL = "change the password"
LABELS = ("Billing", "Help", "Profile", "Notifications", "Account security")


class Page:
    """A page with five buttons; one of them leads on."""

    vocabulary = (FactKind("screen", "screen(name): what is open"),)

    def __init__(self) -> None:
        self.did, self.here = list[str](), "Start"

    async def skills(self):
        return (Skill("click", "Click it.", repeatable=True),)

    async def observe(self):
        return Observation(frozenset({fact("screen", self.here)}), targets=tuple(Target(x, "button", x) for x in LABELS))

    async def act(self, call: Call):
        self.did.append(call.target)
        self.here = "Passwords" if call.target == "Account security" else self.here
        return Done()


def acts_with(proposer: WordsProposer) -> list[str]:
    world = Page()
    assert run(GOAL, done_when="screen(Passwords)", world=world, planner=LocalPlanner(proposer), settings=LIMITS).success
    return world.did


def test_what_means_the_same_is_tried_first():
    assert acts_with(WordsProposer(alike)) == ["Account security"]
    assert len(acts_with(WordsProposer())) > 1, "no word is shared: then the order of the screen decides"


def test_a_place_whose_name_means_the_goal_is_nearer_than_one_that_does_not():
    def near(place: str, meanings=alike) -> float:
        facts = frozenset({fact("screen", place)})
        request = PlanRequest(GOAL, "changed(password)", "first", Cause("first"), (), facts, Left(9, 9, 9, 9.0, Cost()))
        return asyncio.run(WordsNearness(meanings).near(request))[0]

    assert near("Account security") > near("Font size")
    assert near("Account security", None) == near("Font size", None)


def test_the_planner_of_this_name_compares_meanings_where_that_is_installed():
    world = Page()
    planner = from_words("", Given(base=Path(), alike=alike))
    assert run(GOAL, done_when="screen(Passwords)", world=world, planner=planner, settings=LIMITS).success
    assert world.did == ["Account security"]
    by_name = Page()
    assert run(GOAL, done_when="screen(Passwords)", world=by_name, planner="local", settings=LIMITS).success
    assert by_name.did == ["Account security"]
