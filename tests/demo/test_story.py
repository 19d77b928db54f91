"""One run of the office: what it claims against what is so, and how often the plan was changed."""

import asyncio

from midcourse.core.model import Failed
from midcourse.core.people.messages import Question
from midcourse.core.plans.plan import Plan
from midcourse.core.policy.endings import stop
from midcourse.core.run.entries import Entry
from midcourse.core.run.events import Acted, Asked, Ended, Intended, Looked, Planned, Reentered
from midcourse.demo.audit import Audit
from midcourse.demo.story import Played, play, tally
from midcourse.testing import FrozenClock, Mix
from tests.support import LOOK, NOW, story, then

OVER = then(story(LOOK), Ended(stop(story(LOOK), NOW, "plan_complete", success=True).ending))


def test_a_quiet_day_succeeds_and_is_approved(tmp_path):
    played = asyncio.run(play(tmp_path, 1, Mix(), clock=FrozenClock()))
    assert played.claimed and played.audit.success and not played.false_success
    assert (played.unapproved, played.deaths, played.audit.sent) == (0, 0, 1) and played.log == ()


def test_a_death_is_real_and_the_run_goes_on_from_its_journal(tmp_path):
    played = asyncio.run(play(tmp_path, 3, Mix(die_after=0.5, most=2), clock=FrozenClock()))
    assert played.deaths > 0 and played.audit.success and played.audit.harmful_repeats == 0


def test_a_claim_that_is_not_so_is_a_false_success_and_a_sending_nobody_allowed_is_counted():
    lie = Played(OVER, (), (), Audit(False, 0, 2, 2), 0)
    assert lie.claimed and lie.false_success and lie.unapproved == 2


def test_what_changed_the_plan_is_counted():
    events = (
        LOOK,
        Looked(added=("p",)),
        Reentered(1, skipped=("s1",)),
        Reentered(0, redone=("s1",)),
        Acted("s1", Failed("busy")),
        Intended("s1", "a", {}, "", "d", 1),
        Intended("s1", "a", {}, "", "d", 2),
        Planned(Plan(1, ())),
        Planned(Plan(2, ())),
        Asked(Question("q1", "approve", "May it?")),
    )
    counts = tally([Entry(i, 0.0, e) for i, e in enumerate(events, 1)])
    assert counts == {
        "changes seen": 1,
        "skips ahead": 1,
        "steps back": 1,
        "failures": 1,
        "steps tried again": 1,
        "plans replaced": 1,
        "questions asked": 1,
    }
