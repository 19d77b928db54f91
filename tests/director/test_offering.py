"""Whether a part offers what a protocol asks: the same answer as `isinstance`."""

import pytest

from midcourse.core import protocols
from midcourse.director.offering import offers
from midcourse.engine.memory import MemoryStore
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.worlds.symbolic import SymbolicWorld

ASKED = [kind for kind in vars(protocols).values() if getattr(kind, "_is_runtime_protocol", False)]
PARTS = [SymbolicWorld([]), ScriptedPlanner([]), MemoryStore(), object()]


@pytest.mark.parametrize("protocol", ASKED, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("part", PARTS, ids=lambda part: type(part).__name__)
def test_it_says_what_isinstance_says(part, protocol):
    assert offers(part, protocol) == isinstance(part, protocol)


def test_an_attribute_of_one_thing_alone_is_an_offer():
    world = SymbolicWorld([])
    assert not offers(world, protocols.CallsUnplanned)
    world.heed = lambda may: None  # type: ignore[attr-defined]
    assert offers(world, protocols.CallsUnplanned)
