"""A world that keeps every rule, and the claim that a contract fails by one rule."""

import pytest

from midcourse.core.model import Done, FactKind, Failed, Observation, Parameter, Skill, Target
from midcourse.testing import (
    ContractBroken,
)


def broken(check, make, rule, *args):
    """The contract fails, and by this rule."""
    with pytest.raises(ContractBroken) as caught:
        check(make, *args)
    assert caught.value.rule == rule, str(caught.value)


class Door:
    """A world that keeps every rule."""

    def __init__(self):
        self.facts, self.targets = set(), (Target("d1", "door", "Front"),)

    vocabulary = (FactKind("open"), FactKind("bell"))

    async def skills(self):
        return [
            Skill("open", parameters=(Parameter("by", "str"),), makes="open", complete=True, undo="shut"),
            Skill("shut", parameters=(Parameter("by", "str"),), makes="not open", complete=True),
        ]

    async def observe(self):
        return Observation(frozenset(self.facts), ("open", "bell"), self.targets)

    async def act(self, call):
        if call.skill not in ("open", "shut"):
            return Failed("unknown_skill", "there are open and shut")
        if "by" not in call.args:
            return Failed("bad_arguments", "say by whom")
        self.facts.add("open") if call.skill == "open" else self.facts.discard("open")
        return Done()
