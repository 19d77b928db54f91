"""What follows from an act that failed: what is kept of it, and how often it may be tried."""

import pytest
from msgspec.structs import replace

from midcourse.core.evolve.failing import after_failure
from midcourse.core.failing.findings import Finding
from midcourse.core.model import Done
from midcourse.core.plans.calls import act_digest
from midcourse.core.run.events import Intended
from tests.core.policy.stories import BOTH
from tests.support import LOOK, A, B, story, tried, under


def begins(step, skill):
    return Intended(step, skill, {}, "", act_digest(skill, {}, "", {}), 1)


@pytest.mark.parametrize("repeatable", [True, False])
@pytest.mark.parametrize(
    ("kind", "type", "free"), [("unexpected", "other", True), ("unexpected", "key_error", False), ("changed", "other", False)]
)
def test_what_may_be_done_twice_has_all_its_tries_where_nothing_says_what_was_wrong(repeatable, kind, type, free):
    begun = begins("s1", "a")
    run = story(LOOK, *BOTH, begun, skills=(replace(A, repeatable=repeatable), B), settings=under(retries=3))
    finding = Finding(kind, "medium", "unknown", type)
    run = after_failure(run, begun, "runtime", "it broke", finding, clean=False)
    [attempt] = run.history.attempts
    assert attempt.scene.free is (free and repeatable) and run.work.records["s1"].state == "failed"


def test_a_failure_right_after_an_act_whose_effect_may_still_come_is_hasty():
    second = begins("s2", "b")
    run = story(LOOK, *BOTH, *tried("s1", "a", Done()), second, skills=(replace(A, complete=False), B))
    run = after_failure(run, second, "http", "404", Finding("changed", "high", "dependency", "not_found"))
    assert run.history.attempts[-1].scene.hasty and run.trouble.retry_at > run.at
