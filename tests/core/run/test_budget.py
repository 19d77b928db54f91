"""What is left of a budget."""

from midcourse.core.model import Cost
from midcourse.core.run.budget import Spent, affords_look
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
