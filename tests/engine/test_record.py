"""How earlier runs went, from their journals: what counts against a task, and what for an agent."""

import pytest

from midcourse.core.history.past import task_key
from midcourse.core.model import Failed, Skill
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Ended, Started
from midcourse.engine.record import past_of
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import SymbolicWorld
from tests.support import lab, the


class Broken(SymbolicWorld):
    async def act(self, call):
        return Failed("unreachable", "no van")


def journal(world):
    ways = [Skill(name, makes="sent") for name in ("ship", "post", "carry")]
    made = lab(world(ways), ScriptedPlanner(*([Act(way.name)] for way in ways)), "sent")
    made.run()
    return made.entries


GOOD, BAD = journal(SymbolicWorld), journal(Broken)
STARTED, ENDED = the(GOOD[0].event, Started), the(BAD[-1].event, Ended)
TASK, FAILED = task_key(STARTED.task), ENDED.ending.afterword.failed_replans


def later(entries, by):
    return [type(e)(e.seq, e.at + by, e.event) for e in entries]


@pytest.mark.parametrize(
    ("journals", "futile"),
    [
        ([], 0),
        ([[]], 0),
        ([BAD], FAILED),
        ([BAD, later(BAD, 10)], 2 * FAILED),
        ([BAD, later(GOOD, 10)], 0),
        ([later(BAD, 10), GOOD], FAILED),
    ],
    ids=["none", "an empty journal", "one", "two", "forgotten after a success", "in order of time, however they are given"],
)
def test_failed_replans_of_a_task_count_since_it_last_succeeded(journals, futile):
    assert FAILED and past_of(journals, TASK, "agent", 0.0).failed_replans == futile


def test_runs_of_another_task_count_for_the_agent_alone():
    agent = STARTED.task.agent
    past = past_of([BAD, GOOD], "another task", agent, GOOD[-1].at)
    assert past.failed_replans == 0 and past.successes == pytest.approx(1) and past.failures == pytest.approx(1)
    assert past.met[:1] == ENDED.ending.afterword.met[-1:]
    other = past_of([BAD, GOOD], TASK, "somebody else", 0.0)
    assert (other.successes, other.failures, other.met) == (0, 0, ()) and other.failed_replans in (0, FAILED)


def test_a_run_that_has_not_ended_counts_what_it_planned_in_vain():
    assert past_of([BAD[:-1]], TASK, "agent", 0.0).failed_replans == FAILED
