"""The values that a run is made of: what each tells of itself."""

from midcourse.core.model import Skill
from midcourse.core.plans.plan import Achieve, Act, Plan
from midcourse.core.run.act_at_hand import Acting
from midcourse.core.run.events import Intended, Objection
from midcourse.core.run.lives import Course, Known, Talk, Work
from midcourse.core.run.records import Doubt, Record, StepState
from tests.support import A, the


def test_a_course_stands_between_the_last_step_and_the_next():
    both = Plan(1, (Act("a", id="s1"), Act("b", id="s2")))
    assert Course().next_step is None and Course().last_step is None
    begin, end = Course(both), Course(both, position=2)
    assert the(begin.next_step).id == "s1" and begin.last_step is None
    assert end.next_step is None and the(end.last_step).id == "s2"


def test_deeds_are_kept_in_order_and_counted_by_what_they_are():
    work = Work().with_deed("s1", "x").with_deed("s2", "y").with_deed("s3", "x")
    assert work.deeds == ("s1", "s2", "s3") and work.times == {"x": 2, "y": 1}
    assert work.counted("y") == {"x": 2, "y": 2} and work.times == {"x": 2, "y": 1}


def test_steps_are_found_by_their_state_oldest_first():
    states: dict[str, StepState] = {"s1": "confirmed", "s2": "failed", "s3": "assumed"}
    work = Work(records={id: Record(Act("a", id=id), state) for id, state in states.items()})
    assert work.with_state("assumed", "confirmed") == ("s1", "s3") and work.with_state("undone") == ()


def test_only_a_known_skill_that_says_so_may_be_repeated():
    known = Known({"ring": Skill("ring", repeatable=True), "a": A})
    assert known.may_repeat(Act("ring"))
    assert not any(known.may_repeat(step) for step in (Act("a"), Act("nowhere"), Achieve("have p", "p")))


def test_acts_in_doubt_are_the_one_at_hand_and_those_set_aside():
    act = Intended("s1", "a", {}, "", "d", 1)
    aside = Doubt(Intended("s2", "a", {}, "", "d", 1), ("p",), 0.0)
    assert Acting().doubtful == () and Acting(doubt=act, aside=(aside,)).doubtful == ("s1", "s2")


def test_each_objection_goes_with_the_plan_that_it_is_about():
    first, second = Objection("invalid", "no"), Objection("empty", "none")
    talk = Talk().objected(first, "d1").objected(second, "d2")
    assert talk.refused == (first, second) and talk.sent_back == ("d1", "d2")
    stale = Talk(sent_back=("old",)).objected(first, "d1")
    assert stale.sent_back == ("d1",), "what was sent back before the objections were dealt with counts no more"


def test_the_last_request_is_asked_again_after_an_objection_an_outage_or_a_second_look():
    assert not Talk().asks_again
    again = (Talk(refused=(Objection("invalid", "no"),)), Talk(unreachable=1), Talk(reconsidered=True))
    assert all(talk.asks_again for talk in again)
