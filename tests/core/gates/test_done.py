"""Done work is known by what was done: which steps of a new plan give it once more, and what people should know."""

from midcourse.core.gates.done import Restated, restated
from midcourse.core.gates.oddities import oddities
from midcourse.core.model import Done, Failed, Skill
from midcourse.core.plans.plan import REPLAN_STEP, Act, Cause
from midcourse.core.run.events import Looked, PlanRequested
from tests.support import LOOK, A, B, C, plan, story, then, tried

NOTHING = Restated({}, {}, {})
RING = Skill("ring", makes="rung", repeatable=True)
ALL = (A, B, C, RING)
BEGUN = plan(Act("a", id="s1"), Act("b", id="s2"))
WALL = Failed("unreachable", "a wall")
STOPPED = story(LOOK, *BEGUN, *tried("s1", "a", Done()), Looked(added=("p",)), *tried("s2", "b", WALL), LOOK, skills=ALL)
"""a is done, b has failed for good."""
NEW_A, NEW_B, NEW_C = Act("a", id="s3"), Act("b", id="s4"), Act("c", id="s5")


def test_a_first_plan_gives_nothing_again():
    assert restated(story(LOOK, skills=ALL), (NEW_A, NEW_C)) == NOTHING


def test_a_list_that_begins_again_is_entered_behind_what_was_done():
    found = restated(STOPPED, (NEW_A, NEW_C))
    assert found.begun == {"s3": "s1"} and not found.strewn


def test_done_work_among_new_steps_is_strewn_unless_it_says_again():
    assert restated(STOPPED, (NEW_C, NEW_A)).strewn == {"s3": "s1"}
    assert restated(STOPPED, (NEW_C, Act("a", id="s3", again=True))) == NOTHING


def test_other_arguments_are_other_work():
    assert restated(STOPPED, (Act("a", {"n": 1}, id="s3"), NEW_C)) == NOTHING


def test_a_plan_made_afresh_or_asked_for_by_the_plan_before_is_no_list_given_again():
    assert restated(STOPPED, (NEW_A, NEW_C), afresh=True) == NOTHING
    asked = then(STOPPED, PlanRequested("segment", Cause(REPLAN_STEP, "", "s2")))
    assert restated(asked, (NEW_A, NEW_C)) == NOTHING


def test_what_somebody_undid_is_to_be_done_again():
    undone = then(STOPPED, Looked(removed=("p",)))
    assert restated(undone, (NEW_A, NEW_C)) == NOTHING


def test_what_may_be_done_twice_is_not_objected_to_among_new_steps():
    run = story(
        LOOK,
        *plan(Act("ring", id="s1"), Act("b", id="s2")),
        *tried("s1", "ring", Done()),
        Looked(added=("rung",)),
        *tried("s2", "b", WALL),
        LOOK,
        skills=ALL,
    )
    assert restated(run, (NEW_C, Act("ring", id="s6"))) == NOTHING


def test_an_act_that_was_tried_again_and_never_showed_is_told():
    pay, note = Skill("pay", makes="paid"), Skill("note")
    story_so_far = (
        Looked(covers=("x",)),
        *plan(Act("pay", id="s1"), Act("note", id="s2")),
        *tried("s1", "pay", Failed("no_effect", "nothing came")),
        Looked(covers=("x",)),
        *tried("s1", "pay", Done(), 2),
        Looked(covers=("x",)),
    )
    [told] = oddities(story(*story_so_far, skills=(pay, note)))
    assert "pay() (s1) was tried again" in told and "happened twice" in told
    twice = Skill("pay", makes="paid", repeatable=True)
    assert oddities(story(*story_so_far, skills=(twice, note))) == ()


def test_the_one_act_of_a_skill_after_which_nothing_changed_is_told():
    post = Skill("post")
    steps = [Act("post", {"n": n}, id=f"s{n}") for n in (1, 2, 3)]
    shown = [Looked(added=("x(1)",)), Looked(added=("x(2)",)), LOOK]
    events = [e for s, look in zip(steps, shown, strict=True) for e in (*tried(s.id, "post", Done()), look)]
    [told] = oddities(story(LOOK, *plan(*steps), *events, skills=(post,), done_when=""))
    assert told.startswith("post (s3) answered well")
    assert oddities(story(LOOK, *plan(*steps), *events[:6], skills=(post,), done_when="")) == ()
    assert oddities(story(LOOK, *plan(*steps), *events[:5], LOOK, skills=(post,), done_when="")) == (), "two are no rule"
