"""The time limit: quick work passes, slow work is cut, errors and cancellation go through, and what will not end is left."""

import asyncio
import contextlib
import threading
import time
from itertools import product

import pytest

import midcourse
from midcourse import act
from midcourse.approval.console import ConsoleApprover
from midcourse.director import limits, watchdog
from midcourse.director.limits import within
from tests.patience import patient


async def quick():
    return 1


async def slow(seconds, log):
    try:
        await asyncio.sleep(seconds)
        return "slept"
    except asyncio.CancelledError:
        log.append("cancelled")
        raise
    finally:
        log.append("cleaned up")


def test_quick_and_slow_work():
    log = []
    assert asyncio.run(within(1.0, quick())) == 1
    assert asyncio.run(within(1.0, slow(0.01, log))) == "slept"
    with pytest.raises(TimeoutError):
        asyncio.run(within(0.02, slow(60, log)))
    assert log == ["cleaned up", "cancelled", "cleaned up"]


def test_errors_before_and_after_the_first_wait_go_through():
    async def fails(wait):
        if wait:
            await asyncio.sleep(0)
        raise KeyError("no")

    for wait in (False, True):
        with pytest.raises(KeyError):
            asyncio.run(within(1.0, fails(wait)))


def test_a_cancelled_caller_cancels_the_work():
    log = []

    async def story():
        task = asyncio.ensure_future(within(60, slow(60, log)))
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(story())
    assert log == ["cancelled", "cleaned up"]


def test_many_waits_keep_what_they_were_given():
    async def adds(event):
        total = 0
        for i in range(5):
            await asyncio.sleep(0.001)
            total += i
        await event.wait()
        return total

    async def story():
        event = asyncio.Event()
        asyncio.get_running_loop().call_later(0.02, event.set)
        return await within(1.0, adds(event))

    assert asyncio.run(story()) == 10


async def never_heeds(swallowed: type[BaseException] = BaseException):
    while True:
        try:
            await asyncio.sleep(60)
        except swallowed:
            continue


def test_work_that_swallows_its_cancellation_is_left_where_it_stands(monkeypatch):
    monkeypatch.setattr(limits, "GRACE", 0.1)

    async def story():
        began = time.monotonic()
        with pytest.raises(TimeoutError):
            await within(0.05, never_heeds())
        task = asyncio.current_task()
        assert task is not None and not task.cancelling()
        await asyncio.sleep(0.2)  # and no second word comes after it
        return time.monotonic() - began

    assert asyncio.run(story()) < 5


def test_a_cancelled_caller_ends_though_the_work_does_not_heed_it(monkeypatch):
    monkeypatch.setattr(limits, "EARLY_GRACE", 0.1)

    async def story():
        task = asyncio.ensure_future(within(60, never_heeds()))
        await asyncio.sleep(0.01)
        task.cancel()
        done, _ = await asyncio.wait([task], timeout=5)
        assert done and task.cancelled()

    asyncio.run(story())


def test_a_limit_inside_the_work_that_is_over_is_the_works_own_affair(monkeypatch):
    monkeypatch.setattr(limits, "EARLY_GRACE", 0.05)

    async def tries_twice():
        for _ in range(2):
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.01):
                    await asyncio.sleep(60)
            await asyncio.sleep(0.2)  # longer than what is told to end has for tidying up
        return "done"

    assert asyncio.run(within(60, tries_twice())) == "done"


def test_a_future_that_somebody_cancelled_cancels_nobody_who_waits_for_it(monkeypatch):
    monkeypatch.setattr(limits, "EARLY_GRACE", 0.05)

    async def waits_for_what_is_cancelled():
        future = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().call_later(0.01, future.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await future
        await asyncio.sleep(0.2)
        return "done"

    assert asyncio.run(within(60, waits_for_what_is_cancelled())) == "done"


def test_work_that_takes_its_cancellation_back_is_left_all_the_same(monkeypatch):
    monkeypatch.setattr(limits, "GRACE", 0.05)

    async def takes_it_back():
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                task = asyncio.current_task()
                assert task is not None
                task.uncancel()

    began = time.monotonic()
    with pytest.raises((TimeoutError, asyncio.CancelledError)):
        asyncio.run(within(0.05, takes_it_back()))
    assert time.monotonic() - began < patient(5)


def test_work_has_a_moment_to_tidy_up():
    log = []

    async def tidies():
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.1)
            log.append("tidy")

    with pytest.raises(TimeoutError):
        asyncio.run(within(0.02, tidies()))
    assert log == ["tidy"]


@pytest.mark.parametrize("first", [0.0, 0.01])
def test_work_that_keeps_the_event_loop_is_broken_off(first):
    async def blocks():
        if first:
            await asyncio.sleep(first)
        time.sleep(30)

    began = time.monotonic()
    with pytest.raises(TimeoutError, match="kept the event loop"):
        asyncio.run(within(0.1 + 100 * first, blocks()))
    assert time.monotonic() - began < patient(15)


def test_a_busy_loop_is_broken_off_as_well_and_the_next_work_is_not():
    async def computes():
        while True:
            pass

    async def story():
        with pytest.raises(TimeoutError, match="kept the event loop"):
            await within(0.1, computes())
        await asyncio.sleep(2 * watchdog.EVERY)
        return await within(1.0, quick())

    assert asyncio.run(story()) == 1


def test_a_skill_that_blocks_and_one_that_heeds_nothing_end_in_time_and_are_in_doubt(monkeypatch):
    monkeypatch.setattr(limits, "GRACE", 0.1)

    @midcourse.skill(timeout=0.3)
    async def blocks() -> None:
        time.sleep(30)

    @midcourse.skill(timeout=0.3)
    async def swallows() -> None:
        await never_heeds(asyncio.CancelledError)

    for tool in (blocks, swallows):
        began = time.monotonic()
        outcome = midcourse.run("go", world=[tool], planner=[act(tool.__name__)])
        assert outcome.waiting_for is not None and "Did" in outcome.waiting_for.text
        assert time.monotonic() - began < patient(15)


def test_a_person_who_does_not_answer_in_time_has_said_no():
    """The console waits in a thread that nobody can end; the run does not wait for it."""
    answered = threading.Event()

    def never(prompt: str) -> str:
        answered.wait(30)
        return "y"

    @midcourse.skill(risk="irreversible")
    def pay() -> None:
        raise AssertionError("nobody has said yes")

    console = ConsoleApprover(never, lambda line: None)
    began = time.monotonic()
    outcome = midcourse.run("pay", world=[pay], planner=[act("pay")], approver=console, settings={"question_seconds": 0.3})
    answered.set()
    assert not outcome.success and outcome.ended and time.monotonic() - began < patient(15)


def test_work_that_does_not_let_itself_be_closed_is_left():
    async def clings():
        while True:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                continue
            except GeneratorExit:
                time.sleep(60)

    began = time.monotonic()
    with pytest.raises(TimeoutError):
        asyncio.run(within(0.05, clings()))
    assert time.monotonic() - began < patient(20)


async def stubborn(*_):
    while True:
        try:
            await asyncio.sleep(1)
        except asyncio.CancelledError:
            continue


class Unspeakable(Exception):
    def __str__(self):
        time.sleep(1000)
        return ""


class Part:
    """A planner, judge or approver, as far as nothing else is asked of it."""

    async def plan(self, request):
        return midcourse.Draft((act("f"),))


def blocks(self, given):
    time.sleep(1000)


def hands_out_a_task(self, given):
    return asyncio.ensure_future(stubborn())


async def gathers(self, given):
    await asyncio.gather(stubborn(), stubborn())


async def fails_without_words(self, given):
    raise Unspeakable


WAYS = (blocks, hands_out_a_task, gathers, fails_without_words)


@pytest.mark.parametrize(("role", "does"), [("most", blocks), *product(("plan", "assess", "allows"), WAYS)])
def test_a_part_of_others_cannot_hold_a_run(role, does):
    part = type("Theirs", (Part,), {role: does})()

    @midcourse.skill(risk="irreversible" if role == "allows" else "reversible")
    def f():
        return 1

    given = {"plan": "planner", "most": "planner", "assess": "judge", "allows": "approver"}[role]
    options = {"planner": [act("f")], given: part}
    settings = {"max_seconds": 3, "look_seconds": 0.5, "auto_replanning_timeout_seconds": 0.5, "question_seconds": 0.5}
    began = time.monotonic()
    outcome = midcourse.run("x", world=[f], settings=settings, **options)
    assert outcome.ended and time.monotonic() - began < patient(30)


def test_whoever_waits_for_a_task_that_ends_late_when_cancelled_is_told_when_it_has():
    log = []

    async def tidies():
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            log.append("task")

    async def waits():
        try:
            await asyncio.ensure_future(tidies())
        finally:
            log.append("waiter")

    with pytest.raises(TimeoutError):
        asyncio.run(within(0.02, waits()))
    assert log == ["task", "waiter"]


def test_tasks_and_several_at_once_give_their_results():
    async def both():
        return await asyncio.gather(asyncio.ensure_future(slow(0.01, [])), slow(0.02, []))

    assert asyncio.run(within(1.0, both())) == ["slept", "slept"]


def test_an_exception_that_cannot_be_put_in_words_is_an_exception():
    class Mute(Exception):
        def __str__(self):
            raise ValueError("no words")

    async def fails():
        raise Mute

    with pytest.raises(RuntimeError, match="Mute, which cannot be put in words"):
        asyncio.run(within(1.0, limits.asked(fails)))
