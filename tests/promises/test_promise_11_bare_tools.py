"""Promise 11, bare tools: what their answers and their looks are evidence of."""

import pytest

import midcourse
from midcourse import act, fact, observer, skill
from midcourse.core.run.events import Settled
from tests.support import under


@pytest.mark.parametrize("value", [{"error": "later"}, {"isError": True}, {"ok": False}, {"status_code": 503}])
def test_an_error_value_is_a_failure_and_is_tried_again(value):
    calls: list[int] = []

    def send():
        calls.append(1)
        return value if len(calls) < 3 else "sent"

    outcome = midcourse.run("send", world=[send], planner=[act("send")], settings=under(backoff=0.0))
    assert len(calls) == 3 and outcome.verdict == "done_unproven" and outcome.outputs == {"s1": "sent"}


@pytest.mark.parametrize(("text", "tries"), [("HTTP 503 Service Unavailable", 2), ("HTTP 500 Internal Server Error", 1)])
def test_what_was_refused_is_tried_again_and_what_may_have_happened_is_asked_about(text, tries):
    calls: list[int] = []

    def send():
        calls.append(1)
        if len(calls) == 1:
            raise RuntimeError(text)

    outcome = midcourse.run("send", world=[send], planner=[act("send")], settings=under(backoff=0.0))
    assert len(calls) == tries and outcome.ended == (tries == 2)


def test_reading_tools_serve_as_looks_and_a_change_settles_a_time_out():
    orders: list[str] = []

    def list_orders():
        return list(orders)

    def order(what: str):
        orders.append(what)
        if len(orders) == 1:
            raise TimeoutError("no answer")

    world = [order, list_orders]
    settings = under(settle_seconds=0.0)
    outcome = midcourse.run(
        "order", world=world, planner=[act("order", what="tea"), act("order", what="milk")], settings=settings
    )
    assert orders == ["tea", "milk"] and outcome.verdict == "done_unproven"
    assert [e.event.detail for e in outcome.entries if isinstance(e.event, Settled)] == ["the look has changed"]


def test_looks_that_are_found_can_be_switched_off():
    def status():
        return "fine"

    def send():
        return None

    outcome = midcourse.run("send", world=midcourse.ToolsWorld(send, status, finds_looks=False), planner=[act("send")])
    assert not outcome.run.seen.belief.facts
    assert midcourse.run("send", world=[send, status], planner=[act("send")]).run.seen.belief.facts


def test_no_act_begins_beside_a_function_that_still_runs():
    import threading
    import time

    running = threading.Lock()
    together: list[str] = []

    @skill(timeout=0.05, repeatable=True)
    def slow() -> None:
        with running:
            time.sleep(0.3)

    @skill(makes="noted")
    def note() -> None:
        if running.locked():
            together.append("note")

    @observer("noted")
    def look():
        if running.locked():
            together.append("look")
        return [fact("noted")]

    midcourse.run("both", world=[slow, note, look], planner=[act("slow"), act("note")], settings=under(retries=0, max_replans=1))
    assert not together
