"""What observers return is checked at the first look: one that was never right is named before anything is done."""

import asyncio

import pytest

from midcourse import act, fact, observer, run, skill
from midcourse.core.errors import TaskError
from midcourse.core.run.events import Interrupted
from midcourse.engine.memory import MemoryStore


class Bag:
    """A bag into which things are packed."""

    def __init__(self):
        self.things = []

    @skill(makes="packed({thing})", complete=True)
    def pack(self, thing: str) -> str:
        self.things.append(thing)
        return thing

    @observer("packed(*)")
    def look(self):
        return [fact("packed", thing) for thing in self.things]


@pytest.mark.parametrize(
    ("returned", "said"),
    [
        ("packed(a)", "the observer look returned 'packed.a.', a str; an observer returns a list of facts"),
        (None, "the observer look returned nothing .None.; an observer returns a list of facts"),
        ({"packed(a)": True}, "a dict; an observer returns a list of facts"),
        (True, "a bool; an observer returns"),
        ([("packed", "a")], "a tuple among its facts"),
        (["the map is packed"], "which is no fact"),
        (["not packed(a)"], "which is no fact"),
    ],
)
def test_an_observer_that_returns_no_facts_is_named_before_anything_is_done(returned, said):
    bag, store = Bag(), MemoryStore()

    @observer("packed(*)")
    def look():
        return returned

    with pytest.raises(TaskError, match=said):
        run("pack", done_when="packed(a)", world=[bag.pack, look], planner=[act("pack", thing="a")], store=store, run_id="r")
    assert not bag.things
    assert isinstance(asyncio.run(store.read("r"))[-1].event, Interrupted)


def test_an_observer_that_goes_wrong_later_leaves_its_facts_unknown():
    bag = Bag()

    @observer("packed(*)")
    def look():
        return [fact("packed", t) for t in bag.things] if len(bag.things) != 1 else None

    steps = [act("pack", thing="a"), act("pack", thing="b")]
    assert run("pack", done_when="packed(a) and packed(b)", world=[bag.pack, look], planner=steps).success


@pytest.mark.parametrize("seen", [["packed(a)"], None])
def test_a_world_whose_look_is_no_look_is_told_so(seen):
    class Odd(Bag):
        async def skills(self):
            return []

        async def observe(self):
            return seen

        async def act(self, call): ...

    with pytest.raises(TaskError, match=r"observe\(\) returned (list|NoneType); it returns Observation"):
        run("pack", done_when="packed(a)", world=Odd(), planner=[])


@skill(makes="lit", settles=0)
def light():
    pass


def seen_by(look, goal="lit"):
    return run("have light", done_when=goal, world=[light, look], planner=[act(light)])


def test_an_observer_that_names_no_kinds_shows_what_it_returns_and_denies_nothing():
    @observer
    def lamp():
        return ["lit"]

    @observer()
    def nothing():
        return []

    assert seen_by(lamp).ending.final_reason == "already_done"
    assert seen_by(nothing).verdict == "done_unproven", "it does not say that it is dark"


def test_a_star_covers_everything():
    @observer("*")
    def dark():
        return []

    outcome = seen_by(dark)
    assert outcome.verdict == "failed" and "lit does not hold" in outcome.ending.final_detail


def test_an_observer_that_asks_for_something_is_refused_before_anything_is_done():
    @observer("lit")
    def lamp(room, floor=1, *more, **others):
        return []

    with pytest.raises(TaskError, match="the observer lamp asks for room; an observer is called without arguments"):
        seen_by(lamp)


def test_marks_reach_the_function_behind_a_static_method():
    class House:
        @skill
        @staticmethod
        def ring():
            return "rung"

        @observer("lit")
        @staticmethod
        def lamp():
            return ["lit"]

    outcome = run("ring", world=House(), planner=[act("ring")])
    assert outcome.outputs == {"s1": "rung"} and "lit" in outcome.run.seen.belief.facts


def test_two_functions_of_one_name_are_told_and_the_same_function_twice_is_one():
    def other():
        return 2

    other.__name__ = "light"
    with pytest.raises(TaskError, match="two functions are called 'light'; each needs a name of its own"):
        run("x", world=[light, other], planner=[act(light)])
    assert run("x", world=[light, light], planner=[act(light)]).verdict == "done_unproven"
