"""A function as a planner, async or not, and an object whose `plan` is not async."""

import threading

import pytest

from midcourse import AtALoss, Draft, act, run
from midcourse.core.errors import TaskError
from midcourse.planners.function import FunctionPlanner

STEPS = [act("note", word="hello")]


def asked(planner):
    """What came of it, and the words that were noted."""
    noted = []

    def note(word: str):
        noted.append(word)

    return run("say hello", world=[note], planner=planner), noted


async def waits(request):
    return Draft(tuple(STEPS))


def one_by_one(request):
    yield from STEPS


class Plans:
    def plan(self, request):
        return Draft(tuple(STEPS))


class Called:
    async def __call__(self, request):
        return STEPS


@pytest.mark.parametrize(
    "planner",
    [lambda request: STEPS, waits, Plans(), Called(), lambda request: tuple(STEPS), lambda request: STEPS[0], one_by_one],
)
def test_whatever_takes_the_request_and_returns_steps_plans(planner):
    outcome, noted = asked(planner)
    assert outcome.verdict == "done_unproven" and noted == ["hello"]


def test_its_name_stands_for_it_as_the_author():
    def from_a_table(request):
        return STEPS

    outcome, _ = asked(from_a_table)
    assert outcome.run.work.plans[0].author.endswith("from_a_table")


def test_a_function_that_is_not_async_has_a_thread_of_its_own():
    ran_in = []

    def slow(request):
        ran_in.append(threading.current_thread())
        return STEPS

    asked(slow)
    assert ran_in != [threading.main_thread()]


def test_its_other_answers_and_its_slips_are_those_of_any_planner():
    outcome, noted = asked(lambda request: AtALoss("no idea"))
    assert outcome.ending.final_reason == "at_a_loss" and not noted
    outcome, _ = asked(lambda request: None)
    assert outcome.ending.final_reason == "planner_failed" and "Draft" in outcome.ending.final_detail


def test_what_cannot_plan_is_told_what_can():
    with pytest.raises(TaskError, match="is no planner: give a list of steps, a function that takes the request, or an object"):
        asked(iter(STEPS))
    assert isinstance(FunctionPlanner(waits), FunctionPlanner)


def test_a_function_that_has_no_further_plan_is_told_at_once():
    plans = iter([])
    ended, _ = asked(lambda request: next(plans))
    assert ended.ending.final_reason == "planner_failed" and "no further plan" in ended.ending.final_detail


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_number_that_is_none_is_no_argument(number):
    given = []

    def put(x):
        given.append(x)

    ended = run("go", world=[put], planner=lambda request: [act("put", x=number)])
    assert not given and ended.ending.final_reason == "planner_failed" and "NaN" in ended.ending.final_detail
