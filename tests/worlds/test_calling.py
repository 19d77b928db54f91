"""Functions as people write them: whatever they take and however they give their answer, they are called and carried to their end."""

import asyncio
import functools
import time

import pytest

import midcourse
from midcourse import Act, act, skill
from midcourse.core.errors import TaskError
from midcourse.core.gates.late_answers import AnswersLate
from midcourse.core.model import FURTHER, Parameter, Skill
from midcourse.core.plans.calls import act_digest, wrong_arguments
from midcourse.core.run.events import Settled
from midcourse.planners.model.forms import act_form
from midcourse.worlds import calling
from midcourse.worlds.calling import begin, had_begun, name_of, signature_of
from midcourse.worlds.error_values import error_in, error_line
from midcourse.worlds.tools import ToolsWorld


def told(*functions, steps):
    """The outputs of a run, and how it ended."""
    outcome = midcourse.run("try it", world=list(functions), planner=steps, settings={"settle_seconds": 0.0})
    assert outcome.verdict == "done_unproven", outcome.ending
    return list(outcome.outputs.values())


def anything(**given):
    return given


def several(first, *rest, sep=","):
    return [first, list(rest), sep]


def in_place(a, b=2, /, c=3):
    return [a, b, c]


def one_by_one(count):
    yield from range(count)


async def one_by_one_later(count):
    for i in range(count):
        yield i


def promises(word):
    async def later():
        await asyncio.sleep(0)
        return word

    return later()


def wrapped(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        asyncio.get_running_loop()  # a wrapper may count on the loop that its function counts on
        return function(*args, **kwargs)

    return wrapper


@wrapped
async def async_inside(word: str):
    return word


@pytest.mark.parametrize(
    ("function", "args", "answer"),
    [
        (anything, {"a": 1, "b": [2]}, {"a": 1, "b": [2]}),
        (anything, {}, {}),
        (several, {"first": 1, "rest": [2, 3], "sep": ";"}, [1, [2, 3], ";"]),
        (several, {"first": 1}, [1, [], ","]),
        (in_place, {"a": 1}, [1, 2, 3]),
        (in_place, {"a": 1, "b": 5, "c": 6}, [1, 5, 6]),
        (one_by_one, {"count": 3}, [0, 1, 2]),
        (one_by_one_later, {"count": 3}, [0, 1, 2]),
        (promises, {"word": "x"}, "x"),
        (async_inside, {"word": "x"}, "x"),
        (functools.partial(several, 7, sep="-"), {"rest": [8]}, [7, [8], "-"]),
    ],
)
def test_a_function_is_called_as_it_wants_to_be_and_to_its_end(function, args, answer):
    assert told(function, steps=[Act(name_of(function), args)]) == [answer]


def test_what_gives_items_without_end_is_not_gone_through_without_end(monkeypatch):
    monkeypatch.setattr(calling, "MOST_ITEMS", 5)

    def for_ever():
        while True:
            yield 1

    async def for_ever_later():
        while True:
            yield 1

    assert told(one_by_one, steps=[act("one_by_one", count=5)]) == [[0, 1, 2, 3, 4]]
    for function in (for_ever, for_ever_later):
        outcome = midcourse.run("try it", world=[function], planner=[act(name_of(function))], settings={"settle_seconds": 0.0})
        assert outcome.waiting_for is not None and outcome.waiting_for.kind == "settle", "what it came to, nobody knows"


def refused(sent, is_late):
    """Two functions that send one by one, and are refused before or after the first."""

    def send_all():
        if is_late:
            sent.append("ann")
            yield "ann"
        raise ConnectionRefusedError("refused")

    async def send_all_later():
        for item in send_all():
            yield item

    return send_all, send_all_later


@pytest.mark.parametrize("which", [0, 1])
def test_what_gave_items_before_it_was_refused_is_not_called_again(which):
    sent = []
    function = refused(sent, is_late=True)[which]
    outcome = midcourse.run("send", world=[function], planner=[act(name_of(function))], settings={"settle_seconds": 0.0})
    assert sent == ["ann"]
    assert outcome.waiting_for is not None and outcome.waiting_for.kind == "settle"


@pytest.mark.parametrize("which", [0, 1])
def test_what_was_refused_before_its_first_item_is_called_again(which):
    function = refused([], is_late=False)[which]
    outcome = midcourse.run("send", world=[function], planner=[act(name_of(function))], settings={"backoff": 0.0})
    assert outcome.ending is not None and outcome.ending.steps > 1


def test_an_error_tells_whether_items_came_before_it():
    for is_late in (True, False):
        with pytest.raises(ConnectionRefusedError) as told_of:
            asyncio.run(awaited(begin(refused([], is_late)[1], {})))
        assert had_begun(told_of.value) == is_late


async def awaited(work):
    return await work


def test_what_breaks_on_the_way_has_failed():
    def breaks(count):
        yield 1
        raise ConnectionRefusedError("no more")

    async def story():
        with pytest.raises(ConnectionRefusedError):
            await begin(breaks, {"count": 1})
        with pytest.raises(ZeroDivisionError):
            await begin(lambda: promises_badly(), {})

    async def promises_badly():
        return 1 / 0

    asyncio.run(story())


def test_only_asking_what_an_object_can_do_runs_nothing_of_it():
    asked = []

    class Shop:
        @property
        def balance(self):
            asked.append("balance")
            return lambda: 1

        def buy(self, thing: str):
            return thing

    assert told(Shop(), steps=[act("buy", thing="hat")]) == ["hat"] and asked == []


def test_arguments_of_any_name_are_taken_only_by_what_says_so():
    free = Skill("log", parameters=(Parameter("level"), Parameter(f"{FURTHER}fields", required=False)))
    assert free.signature() == "log(level: any, **fields)" and free.usual() == {}
    assert not wrong_arguments(free, {"level": 1, "user": "ann"})
    assert "'level' is missing" in wrong_arguments(free, {"user": "ann"})
    assert act_digest("log", {"level": 1, "user": "ann"}, "", {"log": free}) != act_digest("log", {"level": 1}, "", {"log": free})
    form = act_form(free, [])
    assert form["properties"]["args"]["additionalProperties"] is True
    assert list(form["properties"]["args"]["properties"]) == ["level"]
    with pytest.raises(TaskError, match="no argument 'c'"):
        told(lambda_with_a_name, steps=[act("lambda_with_a_name", c=1)])


def lambda_with_a_name(a=1):
    return a


def test_a_name_is_that_of_the_function_also_with_some_arguments_filled_in():
    assert name_of(functools.partial(functools.partial(several, 1), 2)) == "several"
    assert str(signature_of(functools.partial(several, 1))) == "(*rest, sep=',')"


@pytest.mark.parametrize("nothing", [None, 0, "", [], False])
def test_what_a_step_returned_is_passed_on_also_if_it_is_nothing(nothing):
    def find():
        return nothing

    def use(x):
        return [x]

    assert told(find, use, steps=[act(find), act(use, x="$s1")])[-1] == [nothing]


def test_an_exception_that_is_returned_means_what_one_that_is_raised_means():
    asked = []

    def returns():
        asked.append(1)
        return ConnectionRefusedError("nobody there") if len(asked) < 3 else "here"

    assert told(returns, steps=[act(returns)]) == ["here"] and len(asked) == 3


def test_an_answer_that_says_that_it_worked_is_believed():
    asked = []

    def pay():
        asked.append(1)
        return {"ok": True, "error": "the receipt could not be printed"}

    told(pay, steps=[act(pay)])
    assert asked == [1]


def test_a_line_that_tells_of_an_error_is_no_success_of_a_function_that_acts():
    asked = []

    def book(room):
        asked.append(room)
        return "Error: the service is busy" if len(asked) < 3 else "booked"

    assert told(book, steps=[act(book, room=1)]) == ["booked"] and len(asked) == 3


@pytest.mark.parametrize("output", ["Error: disk failed\nError: again", "Errors were found", "no error: all well", "Error:"])
def test_a_text_that_is_more_than_an_error_is_an_answer(output):
    assert error_line("book", output) is None


def test_a_line_that_was_read_is_an_answer():
    def read_last_line():
        return "Error: disk failed at noon"

    assert told(read_last_line, steps=[act(read_last_line)]) == ["Error: disk failed at noon"]
    assert error_line("book", "ERROR: no such room") == ("ERROR: no such room", False)


def test_a_function_that_answers_after_its_time_limit_is_heard():
    used = []

    @skill(timeout=0.2, settles=0)
    def slow(text: str):
        time.sleep(0.5)
        return {"number": 7, "text": text * 40_000}

    @skill
    def use(number: int, text: str):
        used.append((number, len(text)))

    steps = [act("slow", text="a", id="s"), act("use", number="$s.number", text="$s.text")]
    outcome = midcourse.run("use it", world=[slow, use], planner=steps)
    assert outcome.verdict == "done_unproven" and used == [(7, 40_000)]
    settled = next(entry.event for entry in outcome.entries if isinstance(entry.event, Settled))
    assert settled.happened and settled.by == "answer" and isinstance(ToolsWorld(slow), AnswersLate)


def test_a_late_answer_that_says_that_it_failed_is_tried_again():
    calls = []

    @skill(timeout=0.2, settles=0)
    def slow():
        calls.append(1)
        time.sleep(0.4 if len(calls) == 1 else 0)
        return {"error": "busy"} if len(calls) == 1 else "done"

    assert told(slow, steps=[act(slow)]) == ["done"] and len(calls) == 2


class _Wordless(Exception):
    def __str__(self):
        raise ValueError("no words")


def _fails(value):
    raise ValueError("a rule that fails")


def _hangs(value):
    time.sleep(60)


@pytest.mark.parametrize(("error", "rule"), [(_Wordless(), error_in), (None, _fails), (None, _hangs)])
def test_a_late_answer_that_cannot_be_told_leaves_the_act_in_doubt_and_the_run_goes_on(error, rule):
    @skill(timeout=0.1, settles=0)
    def slow():
        time.sleep(0.3)
        if error is not None:
            raise error

    begun = time.monotonic()
    outcome = midcourse.run(
        "do it", world=ToolsWorld(slow, errors=rule), planner=[act("slow")], settings={"look_seconds": 1.0, "max_seconds": 9.0}
    )
    assert time.monotonic() - begun < 8
    assert not any(isinstance(entry.event, Settled) and entry.event.by == "answer" for entry in outcome.entries)
