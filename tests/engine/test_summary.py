"""One line about a run, from its events."""

import pytest

from midcourse.core.model import Task
from midcourse.core.people.messages import Answer, GoOn, Pause, Question, TakeOver
from midcourse.core.plans.plan import Cause
from midcourse.core.policy.endings import stop
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Asked, Ended, Heard, Interrupted, Planned, PlanRequested, Started
from midcourse.engine.summary import state_of, summarize
from tests.core.policy.stories import BOTH, DID_A
from tests.support import LOOK, NOW, story, under

STARTED = Started("r", Task("tidy up", "q"), under(), ())
ENDED = Ended(stop(story(LOOK, *BOTH, *DID_A), NOW, "plan_complete", success=True).ending)


def entries(*events):
    return [Entry(i, 100.0 + i, event) for i, event in enumerate((STARTED, *events), 1)]


@pytest.mark.parametrize(
    ("event", "held", "state", "life"),
    [
        (STARTED, True, "running", "planned"),
        (PlanRequested("first", Cause("first")), True, "running", "planned"),
        (PlanRequested("replan", Cause("failed")), True, "running", "replanning"),
        (BOTH[1], True, "running", "running"),
        (BOTH[1], False, "left", "running"),
        (Asked(Question("q1", "approve", "May it?")), False, "waiting", "waiting"),
        (Heard(Pause()), True, "waiting", "waiting"),
        (Heard(TakeOver("ann")), True, "waiting", "waiting"),
        (Heard(GoOn()), True, "running", "running"),
        (Heard(Answer("q1", True, "ann")), True, "running", "running"),
        (Interrupted("no light"), False, "interrupted", "running"),
    ],
)
def test_the_last_event_tells_what_a_run_is_doing(event, held, state, life):
    made = [Entry(1, 100.0, event)] if event is STARTED else entries(event)
    summary = summarize(made, held)
    assert (summary.state, summary.life, summary.success) == (state, life, None) and state_of(made[-1], held) == state


def test_an_ended_run_tells_how():
    summary = summarize(entries(LOOK, ENDED), held=True)
    assert (summary.state, summary.success, summary.final_reason) == ("ended", True, "plan_complete")
    assert (summary.id, summary.goal, summary.events, summary.started_at) == ("r", "tidy up", 3, 101.0)
    assert isinstance(BOTH[1], Planned)
