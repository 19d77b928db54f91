"""Runs in which the rules are asked: a plan of two acts, one done, one that met a wall."""

from midcourse.core.failing.failures import kind_of
from midcourse.core.failing.findings import Finding
from midcourse.core.model import Done, Failed
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Acted, Event, Looked
from tests.support import plan, tried

BOTH = plan(Act("a", id="s1"), Act("b", id="s2"))
DID_A = (*tried("s1", "a", Done()), Looked(added=("p",)))
WALL = Failed("unreachable", "a wall")
BUSY = Failed("unavailable", "busy")


def trifling(step: str, skill: str, result: Failed) -> tuple[Event, Event]:
    """An act that failed, and it is of low severity."""
    begun, _ = tried(step, skill, result)
    return begun, Acted(step, result, finding=Finding(kind_of(result.reason), "low", "unknown", "not_found"))
