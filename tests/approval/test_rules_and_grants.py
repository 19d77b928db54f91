"""Whole runs under grants and rules: nothing runs but what a person had in mind, and what was refused stays refused."""

import pytest

from midcourse import Act, Grant, RulesApprover, Task, act, observer, run, skill
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import ScriptedPeople
from tests.support import under

SENT: list[tuple[str, str, int]] = []


@skill(makes="sent", risk="irreversible")
def send(to: str, bcc: str = "", times: int = 1) -> None:
    SENT.append((to, bcc, times))


@observer("sent")
def look():
    return ["sent"] if SENT else []


@pytest.fixture(autouse=True)
def nothing_sent():
    SENT.clear()


ALLOWS = "send(to=*@example.com)"


def tried(*plan: Act, **options):
    return run(options.pop("task", Task("x", "sent")), world=[send, look], planner=list(plan), **options)


STRETCHED = [
    act("send", to="evil@evil.org,x@example.com"),
    act("send", to="x@example.com", bcc="evil@evil.org"),
    act("send", to="x@example.com", times=1000),
    act("send", to="x@example.com.evil.org"),
]


@pytest.mark.parametrize("stretched", STRETCHED, ids=lambda a: str(a.args))
def test_a_yes_given_beforehand_is_not_stretched(stretched):
    tried(stretched, task=Task("x", "sent", grants=(Grant(ALLOWS, 9),)))
    tried(stretched, approver=RulesApprover(allow=[ALLOWS], otherwise=False))
    assert SENT == []


@pytest.mark.parametrize(
    "plain", [act("send", to="x@Example.com"), act("send", to="x@example.com", bcc="", times=1)], ids=lambda a: str(a.args)
)
def test_what_the_yes_speaks_of_runs(plain):
    assert tried(plain, task=Task("x", "sent", grants=(Grant(ALLOWS),))).success
    SENT.clear()
    assert tried(plain, approver=RulesApprover(allow=[ALLOWS], otherwise=False)).success


def test_a_rule_that_refuses_sees_the_defaults_and_every_part():
    rules = RulesApprover(allow=["send"], refuse=["send(times=1)", "send(to=all)"])
    tried(act("send", to="ann"), approver=rules)
    tried(act("send", to="bob,all", times=2), approver=rules)
    assert SENT == []


@pytest.mark.parametrize("again", [{"times": 1}, {"times": 1.0}, {"bcc": ""}, {"bcc": "", "times": 1}, {}])
@pytest.mark.parametrize("first", [{}, {"times": 1, "bcc": ""}])
def test_a_no_stands_however_the_call_is_spelt(first, again):
    people = ScriptedPeople([False, True])
    settings = under(auto_replanning_min_interval_seconds=0.0)
    planner = ScriptedPlanner(
        [act("send", to="ann", **first)], [act("send", to="ann", **again)], [act("send", to="ann", **again)]
    )
    run("x", done_when="sent", world=[send, look], planner=planner, approver=people, settings=settings)
    assert SENT == [] and len(people.asked) == 1
