"""A target that moved or was drawn anew is found again."""

from midcourse.core.model import Done, Skill, Target
from midcourse.core.plans.plan import Act
from midcourse.core.policy.rebinding import rebind
from midcourse.core.run.commands import Note
from midcourse.core.run.events import Looked, Rebound
from tests.support import plan, story, the, tried

CLICK = (Skill("click"),)
SAVE = Target("b1", "button", "Save", box=(0, 0, 9, 9))
STEPS = (Act("click", target="b1", id="s1"), Act("click", target="b5", id="s2"))


def after(*targets: Target, steps=STEPS, done=()):
    first = Looked(targets=(SAVE, Target("b5", "button", "Stop")))
    return story(first, *plan(*steps), *done, Looked(targets=targets), skills=CLICK)


def test_a_target_that_is_there_stays_and_without_a_plan_nothing_is_bound():
    assert rebind(after(SAVE, Target("b5"))) is None and rebind(story(Looked(targets=(SAVE,)), skills=CLICK)) is None


def test_of_those_alike_the_nearest_is_taken():
    near, far = Target("b7", "button", "Save", box=(10, 0, 9, 9)), Target("b8", "button", "Save", box=(50, 50, 9, 9))
    assert the(the(rebind(after(far, near, Target("b5"))), Note).event) == Rebound("s1", "b1", "b7")


def test_another_label_or_role_or_one_that_is_spoken_for_is_no_other_self():
    other = (Target("b7", "button", "Cancel"), Target("b8", "link", "Save"))
    assert rebind(after(*other, Target("b5"))) is None
    taken = Target("b5", "button", "Save")
    assert rebind(after(taken)) is None


def test_steps_that_are_done_are_not_bound_again():
    done = tried("s1", "click", Done())
    event = the(the(rebind(after(Target("b9", "button", "Stop"), done=done)), Note).event, Rebound)
    assert (event.step, event.old, event.new) == ("s2", "b5", "b9")
