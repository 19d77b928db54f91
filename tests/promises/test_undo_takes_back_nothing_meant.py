"""An undo that no plan asked for takes back nothing that is meant, and what it does take back does not count as done."""

import pytest

from midcourse import Achieve, Draft, NothingToDo, Task, act, fact, fail, observer, run, skill

QUICK = {"settle_seconds": 0.0, "backoff": 0.01, "auto_replanning_min_interval_seconds": 0.01}


def paid(done_when="", undo_makes="", deposit_makes="paid({who})"):
    """A deposit and then a note, which cannot be sent while somebody else has the account locked; the undo would unlock it."""
    state, did = {"paid": set(), "locked": set(), "told": set()}, []

    @skill(makes=deposit_makes, undo="withdraw")
    def deposit(who: str) -> None:
        did.append("deposit")
        state["paid"].add(who)
        state["locked"].add(who)

    @skill(makes=undo_makes)
    def withdraw(who: str) -> None:
        did.append("withdraw")
        state["paid"].discard(who)
        state["locked"].discard(who)

    @skill(makes="told({who})")
    def notify(who: str) -> None:
        did.append("notify")
        if who in state["locked"]:
            fail("object_not_found", f"{who} is locked", kind="changed")
        state["told"].add(who)

    @observer("paid(*)", "locked(*)", "told(*)")
    def look():
        return [fact(kind, who) for kind in state for who in state[kind]]

    plan, task = [act("deposit", who="ann"), act("notify", who="ann")], Task("pay Ann and tell her", done_when)
    return run(task, world=[deposit, withdraw, notify, look], planner=plan, settings=QUICK), did


@pytest.mark.parametrize("undo_makes", ["", "not paid({who})"])
@pytest.mark.parametrize("done_when", ["", "told(ann) and paid(ann)"])
def test_what_the_plan_or_the_goal_means_is_not_taken_back(done_when, undo_makes):
    ended, did = paid(done_when, undo_makes)
    assert not ended.success and "withdraw" not in did


def test_an_act_that_is_not_known_to_have_done_it_is_not_taken_back():
    _, did = paid("told(ann)", deposit_makes="")
    assert "withdraw" not in did


def test_a_step_that_a_fix_has_undone_does_not_count_as_done():
    ended, did = paid("told(ann)")
    assert ended.success and did == ["deposit", "notify", "withdraw", "notify"]
    assert ended.ending.fates.undone == ("s1",) and "s1" not in ended.ending.fates.confirmed


def test_a_goal_on_the_way_that_is_only_said_to_be_reached_is_no_success():
    sent = []

    @skill(makes="sent({what})")
    def send(what: str) -> None:
        sent.append(what)

    @observer("sent(*)")
    def look():
        return [fact("sent", what) for what in sent]

    class Says:
        async def plan(self, request):
            if request.purpose == "achieve":
                return NothingToDo("it is reached")
            return Draft((Achieve("the report is signed"), act("send", what="report")))

    ended = run("send the signed report", world=[send, look], planner=Says(), settings=QUICK)
    assert ended.verdict == "done_unproven" and "s1 was called reached by the planner" in ended.ending.final_detail
