"""What is left of a budget."""

from midcourse.core.model import Cost
from midcourse.core.run.budget import Spent, affords, affords_look, at_least_nothing
from midcourse.core.run.groups import changed
from midcourse.core.run.settings import Settings


def test_a_look_may_ask_a_model_as_often_as_the_run_and_for_no_more_than_it_may_spend():
    settings = changed(Settings(), {"max_model_calls": 3, "max_tokens": 1000})
    assert affords_look(Spent(model_calls=2), settings, Cost(10, answers=1)) and affords_look(
        Spent(model_calls=2), settings, Cost()
    )
    assert not affords_look(Spent(model_calls=2), settings, Cost(10, answers=2))
    assert not affords_look(Spent(model_calls=3), settings, Cost())
    assert not affords_look(Spent(), settings, Cost(5000))


def test_answers_that_are_owed_are_taken_off_as_tokens_are():
    assert Cost(30, answers=3) - Cost(10, answers=1) == Cost(20, answers=2) and (Cost() - Cost(0, answers=1)).answers == 0


def test_a_price_below_zero_buys_nothing_that_is_not_paid_for():
    settings = changed(Settings(), {"max_tokens": 1000, "max_money": 1.0})
    assert at_least_nothing(Cost(-5, -1.0, -5, -5)) == Cost()
    assert affords(Spent(), settings, Cost(-5, -1.0))
    for spent in (Spent(cost=Cost(2000)), Spent(cost=Cost(0, 2.0))):
        assert not affords(spent, settings, Cost(-5000, -100.0))
