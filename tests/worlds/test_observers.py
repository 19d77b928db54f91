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
