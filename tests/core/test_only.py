"""A task may say which acts may be done at all; nothing else is planned or done, whoever asks for it."""

import pytest

from midcourse import Act, Task, act, fact, observer, run, skill
from midcourse.core.errors import TaskError
from midcourse.core.gates.approvals import outside
from midcourse.core.run.events import Intended, PlanRefused
from midcourse.planners.search import SearchPlanner
from tests.support import under


class Post:
    """A post office."""

    def __init__(self, says="bob"):
        self.sent, self.says = set(), says

    @skill(makes="read")
    def read(self):
        """Read the mail."""
        return {"to": self.says}

    @skill(makes="sent({to})", complete=True)
    def send(self, to: str):
        """Send a letter."""
        self.sent.add(to)

    @observer("sent(*)", "read")
    def look(self):
        return ["read", *(fact("sent", to) for to in self.sent)]


def test_an_act_outside_is_sent_back_and_never_done():
    post = Post()
    task = Task("write to ann", "sent(ann)", only=("send(to=ann)", "read"))
    outcome = run(task, world=post, planner=[act("send", to="eve"), act("send", to="ann")])
    assert not outcome.success and post.sent == set()
    assert "allows only send(to=ann)" in next(e.event for e in outcome.entries if isinstance(e.event, PlanRefused)).objection.text


HASTY = under(auto_replanning_min_interval_seconds=0.0)


def test_what_comes_from_an_earlier_step_is_judged_when_it_is_known():
    for says, reached in (("ann", {"ann"}), ("eve", set()), ("$x.y", set())):
        post = Post(says)
        task = Task("answer", f"sent({says})" if says.isalpha() else "", only=("send(to=ann)", "read"))
        outcome = run(task, world=post, planner=[Act("read", id="r"), Act("send", {"to": "$r.to"})], settings=HASTY)
        assert post.sent == reached, says
        assert sum(isinstance(e.event, Intended) and e.event.skill == "send" for e in outcome.entries) == len(reached)


def test_search_plans_only_what_is_allowed():
    assert run(
        Task("write", "sent(ann)", only=("send(to=ann)",)), world=Post(), planner=SearchPlanner(menu=[act("send", to="ann")])
    ).success
    outcome = run(Task("write", "sent(ann)", only=("read",)), world=Post(), planner=SearchPlanner(menu=[act("send", to="ann")]))
    assert not outcome.success


def test_a_pattern_of_no_skill_is_refused():
    with pytest.raises(TaskError, match="no skill"):
        run(Task("write", "sent(ann)", only=("sned",)), world=Post(), planner=[act("send", to="ann")])


def test_all_values_of_an_argument_must_fit():
    assert outside(("send(to=*@a.org)",), "send", {"to": ["x@a.org", "x@b.org"]}, "", {})
    assert not outside(("send(to=*@a.org)",), "send", {"to": ["x@a.org", "y@a.org"]}, "", {})
