"""Promise 11: what a step gives is never made up: where its answer was lost, it is asked for once more, or it is missing."""

import pytest

from midcourse import act, fact, fail, observer, run, skill
from midcourse.testing import FrozenClock

FAULTS = [
    ConnectionResetError("connection reset by peer"),
    TimeoutError("no answer"),
    ConnectionRefusedError("refused"),
    ValueError("odd"),
    "error value",
    "fail",
]


def opened(fault, **contract):
    """A ticket is opened, and the first answer is lost: the outcome, how often it was opened, and what was commented on."""
    tickets, opens, comments = set(), [], []

    @skill(makes="open({host})", **contract)
    def open_ticket(host: str):
        opens.append(host)
        tickets.add(fact("open", host))
        if len(opens) == 1:
            if fault == "fail":
                fail("busy", "come again")
            if fault == "error value":
                return {"error": "busy"}
            raise fault
        return f"T-{host}"

    def comment(ticket: str):
        comments.append(ticket)

    @observer("open(*)")
    def look():
        return tickets

    plan = [act("open_ticket", host="web", id="t"), act("comment", ticket="$t")]
    outcome = run("comment", done_when="open(web)", world=[open_ticket, comment, look], planner=plan, clock=FrozenClock())
    return outcome, opens, comments


@pytest.mark.parametrize("contract", [{}, {"complete": True}, {"repeatable": True}, {"keyed": True}], ids=str)
@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_no_later_step_is_given_what_nobody_said(fault, contract):
    _, opens, comments = opened(fault, **contract)
    assert set(comments) <= {"T-web"} and (len(opens) == 1 or contract.keys() & {"repeatable", "keyed"})


@pytest.mark.parametrize("contract", [{"repeatable": True}, {"keyed": True}], ids=str)
@pytest.mark.parametrize("fault", FAULTS[:2], ids=str)
def test_what_may_be_done_twice_is_asked_again_for_what_it_gives(fault, contract):
    outcome, opens, comments = opened(fault, **contract)
    assert outcome.success and opens == ["web", "web"] and comments == ["T-web"]


def test_what_may_be_done_twice_is_done_for_what_it_gives_though_its_effect_is_there():
    comments = []

    @skill(makes="open({host})", repeatable=True)
    def open_ticket(host: str):
        return f"T-{host}"

    def comment(ticket: str):
        comments.append(ticket)

    @observer("open(*)")
    def look():
        return [fact("open", "web")]

    plan = [act("open_ticket", host="web", id="t"), act("comment", ticket="$t")]
    run("comment", world=[open_ticket, comment, look], planner=plan, clock=FrozenClock())
    assert comments == ["T-web"]
