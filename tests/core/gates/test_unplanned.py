"""What a run lets its world call though no plan does."""

import pytest

from midcourse.core.gates.unplanned import may_call
from midcourse.core.model import Constraint, Grant, Skill
from midcourse.core.people.messages import AddConstraint, AddGrant
from midcourse.core.run.events import Heard
from tests.support import story, then, under

READS = Skill("list_orders")
BARE, HARMLESS = story(skills=(READS,)), story(skills=(Skill("list_orders", risk="harmless"),))


def test_what_would_run_unasked_as_an_act_may_be_called():
    assert may_call(BARE, READS, {}) and may_call(HARMLESS, Skill("list_orders", risk="harmless"), {})


@pytest.mark.parametrize(
    "run",
    [
        story(skills=(Skill("list_orders", risk="irreversible"),)),
        story(skills=(Skill("list_orders", makes="p"),)),
        story(skills=(Skill("list_orders", breaks="p"),)),
        story(skills=()),
        story(skills=(READS,), settings=under(autonomy=0)),
        story(skills=(READS,), settings=under(autonomy=1)),
        then(BARE, Heard(AddConstraint(Constraint("not that", "pay(*)")))),
    ],
)
def test_what_the_run_holds_stricter_or_people_limit_may_not_be_called(run):
    assert not may_call(run, READS, {})


def test_a_wish_in_words_and_a_grant_limit_nothing():
    said = Heard(AddConstraint(Constraint("be quick"))), Heard(AddGrant(Grant("pay(*)")))
    assert may_call(then(BARE, *said), READS, {})
