"""Questions are made in one way: numbered, with the act that they are about and a limit."""

from midcourse.core.model import Skill
from midcourse.core.people.messages import Question
from midcourse.core.people.risk import weigh
from midcourse.core.plans.plan import Act
from midcourse.core.policy.questions import question
from midcourse.core.run.events import Asked, Intended
from tests.support import LOOK, NOW, plan, story, under

ACT = Intended("s1", "pay", {"n": 3}, "till", "d1", 1)


def test_questions_are_numbered_and_end_when_the_settings_say():
    run = story(LOOK, settings=under(question_seconds=60.0))
    first = question(run, NOW, "settle", "Did it?", ACT)
    assert (first.id, first.until, first.step, first.skill, first.args, first.target) == (
        *("q1", NOW + 60.0),
        *("s1", "pay", {"n": 3}, "till"),
    )
    then = story(LOOK, *plan(Act("pay", {"n": 3}, target="till", id="s1")), Asked(first))
    assert question(then, NOW, "settle", "Did it?").id == "q2"


def test_an_act_that_nobody_weighed_counts_as_one_that_cannot_be_undone():
    run = story(LOOK)
    assert question(run, NOW, "approve", "May it?", ACT).risk == "irreversible"
    weighed = weigh(Skill("look", risk="harmless"), {}, "", ())
    told = question(run, NOW, "approve", "May it?", ACT, weighed)
    assert told.risk == "harmless" and told.score == weighed.score


def test_without_an_act_a_question_is_about_the_digest_it_is_given():
    told: Question = question(story(LOOK), NOW, "plan", "May it?", digest="d7", lines=("+ a()",))
    assert told.digest == "d7" and told.lines == ("+ a()",) and told.step == ""
    assert question(story(LOOK), NOW, "approve", "May it?", ACT, digest="d7").digest == "d1"
