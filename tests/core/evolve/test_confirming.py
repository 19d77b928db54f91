"""What a look says of what was done: confirmed, undone by others, or a failure is explained."""

from midcourse.core.evolve.confirming import is_same_act
from midcourse.core.model import Done, Failed, Skill
from midcourse.core.plans.plan import Achieve, Act
from midcourse.core.run.events import Looked
from midcourse.core.run.records import Record
from midcourse.core.run.state import Run
from tests.core.policy.stories import BOTH, BUSY, DID_A
from tests.support import LOOK, A, B, plan, story, the, then, tried

HALF = story(LOOK, *BOTH, *DID_A)


def states(run: Run) -> list[str]:
    return [record.state for record in run.work.records.values()]


def test_an_effect_that_is_seen_confirms_and_forgives_what_failed_before():
    run = story(LOOK, *BOTH, *tried("s1", "a", BUSY), LOOK, *DID_A)
    assert states(run)[0] == "confirmed" and run.course.progress and run.work.effects == {"p": "s1"}
    assert all(a.forgiven for a in run.history.attempts) and run.work.unconfirmed == ()


def test_an_effect_that_is_not_seen_yet_may_still_be_shown():
    run = story(LOOK, *BOTH, *tried("s1", "a", Done()), LOOK)
    assert states(run)[0] == "assumed" and run.work.unconfirmed == ("s1",)
    assert states(then(run, Looked(added=("p",))))[0] == "confirmed"


def test_what_goes_by_no_act_of_ours_was_undone_and_what_comes_back_was_not():
    gone = then(HALF, Looked(removed=("p",)))
    assert states(gone)[0] == "undone" and states(then(gone, Looked(added=("p",))))[0] == "confirmed"


def test_what_our_own_act_takes_back_was_not_undone():
    takes = Skill("b", makes="q", breaks="p", complete=True)
    run = story(LOOK, *BOTH, *DID_A, *tried("s2", "b", Done()), Looked(added=("q",), removed=("p",)), skills=(A, takes))
    assert states(run) == ["confirmed", "confirmed"]


def test_after_an_act_that_may_do_more_than_it_says_nobody_is_blamed():
    loose = Skill("b", makes="q")
    events = (LOOK, *BOTH, *DID_A, *tried("s2", "b", Done()), Looked(added=("q",), removed=("p",)))
    assert states(story(*events, skills=(A, loose)))[0] == "confirmed"
    assert states(story(*events, skills=(A, B)))[0] == "undone"


def test_a_failure_after_a_change_is_explained_by_it():
    failed = (LOOK, *BOTH, *DID_A, *tried("s2", "b", Failed("not_found", "p")))
    assert the(story(*failed, Looked(removed=("p",))).trouble.failure).scene.explained
    assert not the(story(*failed, LOOK).trouble.failure).scene.explained


def test_only_the_same_skill_on_the_same_with_the_same_is_the_same_act():
    record = Record(Act("a", {"n": 1}, target="t", id="s1"))
    assert is_same_act("a", {"n": 1}, "t", record)
    assert not any(is_same_act(*other, record) for other in (("b", {"n": 1}, "t"), ("a", {}, "t"), ("a", {"n": 1}, "")))
    assert not is_same_act("a", {}, "", Record(Achieve("have p", "p")))


def test_every_part_of_an_effect_must_be_seen():
    both = Skill("a", makes="p and r", complete=True)
    events = (LOOK, *plan(Act("a", id="s1")), *tried("s1", "a", Done()))
    assert states(story(*events, Looked(added=("p",)), skills=(both,))) == ["assumed"]
    assert states(story(*events, Looked(added=("p", "r")), skills=(both,))) == ["confirmed"]
