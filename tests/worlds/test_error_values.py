"""What an error that a tool hands on as its answer says of how far the call got."""

import json

import pytest

import midcourse
from midcourse import act
from midcourse.worlds.error_values import ErrorValue, error_in, weighed
from tests.support import under

LOST = [
    "timed out", "Request timeout", "TimeoutError: ", "ReadTimeout", "ETIMEDOUT", "context deadline exceeded", "HTTP 500", "Error 502",
    "HTTPSConnectionPool(host='x', port=443): Read timed out. (read timeout=5)", "upstream request timeout", "socket hang up",
    "('Connection aborted.', RemoteDisconnected('Remote end closed connection without response'))", "Server disconnected",
    "[Errno 104] Connection reset by peer", "[Errno 32] Broken pipe", "500 Server Error: Internal Server Error for url: x",
    "504 Gateway Timeout", "status code: 504", "no response from server", "Client.Timeout exceeded while awaiting headers",
]  # fmt: skip
NEVER_BEGUN = [
    "mail server said no", "Connection refused", "Connecting to the server timed out", "invalid timeout: -1", "rate limit exceeded",
    "Max retries exceeded with url: / (Caused by ConnectTimeoutError(<x>, 'Connection to x timed out. (connect timeout=5)'))",
    "Failed to establish a new connection: [Errno 110] Connection timed out", "timeout must be a positive number", "later",
    "lock wait timeout exceeded", "Session timed out: log in again", "connection pool timed out", "DNS operation timed out",
    "The service is temporarily unavailable.", "no such order 500", "500 items are too many", "no answer was selected", "HTTP 503",
]  # fmt: skip


@pytest.mark.parametrize("text", LOST)
def test_an_error_that_tells_of_a_lost_answer_leaves_the_call_in_doubt(text):
    assert weighed("charge", ErrorValue(text)).in_doubt
    assert not weighed("get_weather", ErrorValue(text)).in_doubt, "what only reads may be called again"


@pytest.mark.parametrize("text", NEVER_BEGUN)
def test_an_error_that_tells_of_a_refusal_does_not(text):
    assert not weighed("charge", ErrorValue(text)).in_doubt
    assert error_in({"error": text}) == ErrorValue(text)


@pytest.mark.parametrize("form", ["Error: {}", '{{"error": "{}"}}', '{{"ok": false, "message": "{}"}}'])
def test_a_time_out_told_as_an_answer_is_no_reason_to_charge_twice(form):
    charged: list[str] = []

    def charge(order: str) -> object:
        charged.append(order)
        told = form.format("Read timed out.")
        return json.loads(told) if told.startswith("{") else told

    plan = [act("charge", order="A1")]
    outcome = midcourse.run("charge A1", world=[charge], planner=plan, settings=under(backoff=0.0, settle_seconds=0.0))
    assert charged == ["A1"] and outcome.waiting_for is not None and "Did charge (s1) happen?" in outcome.waiting_for.text


def test_a_rule_of_your_own_says_itself_what_is_in_doubt():
    calls: list[int] = []

    def charge() -> str:
        calls.append(1)
        return "timed out" if len(calls) < 3 else "charged"

    world = midcourse.ToolsWorld(charge, errors=lambda answer: answer if answer == "timed out" else None)
    outcome = midcourse.run("charge", world=world, planner=[act("charge")], settings=under(backoff=0.0))
    assert len(calls) == 3 and outcome.verdict == "done_unproven"
