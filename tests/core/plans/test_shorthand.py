"""Acts as people write them, and the values that they may hold."""

import math

import pytest

import midcourse
from midcourse import Achieve, act
from midcourse.core.errors import TaskError
from midcourse.core.model import Parameter, Skill
from midcourse.core.plans.calls import wrong_arguments
from midcourse.core.plans.shorthand import act as the_same


def use(x):
    return [x]


def given(value, **options):
    """What the function gets for a value in a plan."""
    outcome = midcourse.run("use it", world=[use], planner=[act(use, x=value, **options)])
    assert outcome.verdict == "done_unproven"
    return outcome.outputs["s1"][0]


def test_a_function_stands_for_its_name_and_an_argument_needs_its_own():
    assert act(use, x=1) == act("use", x=1) and the_same is act
    with pytest.raises(TaskError, match=r"act\('use', 5\): an argument needs its name; write act\('use', argument=5\)"):
        act("use", 5)


@pytest.mark.parametrize("text", ["$5", "$5.00", "$1,000", "$", "100$", "a $s1 b"])
def test_an_amount_of_money_is_a_text_and_no_reference(text):
    assert given(text) == text


def test_a_text_that_looks_like_a_reference_says_how_it_is_written():
    with pytest.raises(
        TaskError, match=r"depends on step 'HOME', and no step is called so; .*for the text itself write \$\$HOME"
    ):
        given("$HOME")
    assert given("$$HOME") == "$HOME"
    with pytest.raises(TaskError, match=r"its id '1' begins with a digit; .* since \$1 is a text"):
        given(3, id="1")


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_a_number_that_cannot_be_written_down_is_refused_and_does_not_become_nothing(value):
    assert "is no number that can be written down" in wrong_arguments(Skill("use", parameters=(Parameter("x"),)), {"x": value})
    with pytest.raises(TaskError, match="no number that can be written down"):
        given(value)


def test_a_goal_that_is_given_back_as_the_way_to_itself_is_objected_to_and_soon_ends():
    outcome = midcourse.run("be rich", world=[use], planner=lambda request: [Achieve("be rich")])
    assert outcome.ending.final_reason == "planner_failed" and outcome.ending.planner_calls <= 4
    assert "its first step is to reach just that" in outcome.ending.final_detail


def pay(id, note=""):
    return [id, note]


def aim(target, needs="nothing"):
    return [target, needs]


def test_arguments_that_are_called_id_and_target_are_the_functions_own():
    steps = [act("pay", id="A1"), act(pay, id=7), act("aim", target="north")]
    outcome = midcourse.run("pay", world=[pay, aim], planner=steps)
    assert list(outcome.outputs.values()) == [["A1", ""], [7, ""], ["north", "nothing"]]
    referred = [act("pay", {"id": "A1"}, id="first"), act("pay", id=8, note="$first")]
    assert list(midcourse.run("pay", world=[pay], planner=referred).outputs.values()) == [["A1", ""], [8, ["A1", ""]]]
    planned = midcourse.run("pay", world=[pay, aim], planner=lambda request: [act("aim", target="south")])
    assert list(planned.outputs.values()) == [["south", "nothing"]]


def test_an_argument_with_a_name_that_act_has_too_stands_in_a_mapping():
    step = act("aim", {"needs": "a compass"}, target="north", id="a")
    assert step.args == {"needs": "a compass"} and step.needs == "" and step.id == "a"
    assert list(midcourse.run("aim", world=[aim], planner=[step]).outputs.values()) == [["north", "a compass"]]
