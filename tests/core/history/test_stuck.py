"""What repeats in a list of turns, at the borders of each pattern."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.history.stuck import PATIENCE, Turn, find
from tests.support import the


def turn(act="a", outcome="done", world=1, **more) -> Turn:
    return Turn(act, outcome, more.pop("skill", act), world, **{"news": False, **more})


def name(turns, times=3) -> str:
    found = find(turns, times)
    return found.name if found is not None else ""


def test_a_cycle_is_found_once_it_has_come_round_as_often_as_said_and_not_before():
    assert name([turn()] * 2) == "" and name([turn()] * 3) == "cycle"
    both = [turn("a", world=1), turn("b", world=2)]
    assert name(both * 2) == "" and name(both * 3) == "cycle"
    assert "a → b, 3 times" in the(find(both * 3, 3)).detail


@pytest.mark.parametrize("other", [{"world": 2}, {"output": "x"}, {"outcome": "failed"}])
def test_acts_with_other_results_are_no_cycle(other):
    assert name([turn(), turn(), turn(**other)]) == ""


def test_news_is_no_circle():
    assert name([*[turn()] * 9, turn(news=True)]) == ""


def test_waiting_is_no_circle():
    assert name([turn(waits=True)] * 12) == ""


def test_a_cycle_that_was_planned_so_is_given_more_patience():
    assert name([turn(asked=True)] * (3 + PATIENCE - 1)) == "" and name([turn(asked=True)] * (3 + PATIENCE)) == "cycle"


def test_one_skill_that_fails_for_one_reason_with_whatever_arguments_is_told():
    failing = [turn(f"a{i}", "refused", skill="a") for i in range(6)]
    assert name(failing[:5]) == "" and name(failing) == "same failure"
    assert name([*failing[:5], turn("a5", "timeout", skill="a")]) == ""


def test_many_acts_that_lead_only_to_what_was_seen_before_are_told():
    wander = [turn(f"a{i}", world=i) for i in range(12)]
    assert name(wander[1:]) == "" and name(wander) == "no news"


def test_further_from_the_goal_with_every_act_is_told_even_with_news():
    away = [turn(f"a{i}", world=i, news=True, unmet=i) for i in range(6)]
    assert name(away) == "regress" and name(away[1:]) == ""
    assert name([*away[:5], turn("x", world=9, news=True, unmet=4)]) == ""


@given(st.lists(st.integers(0, 3), max_size=40), st.integers(2, 5))
def test_acts_that_each_bring_news_are_never_stuck_unless_they_lead_away(acts, times):
    turns = [turn(str(a), world=i, news=True, unmet=0) for i, a in enumerate(acts)]
    assert find(turns, times) is None
