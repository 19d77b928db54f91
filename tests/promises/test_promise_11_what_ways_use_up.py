"""Lists that come again after a login: what ways used up, what was left out before, and goals that are worded alike."""

import pytest

from midcourse import Achieve, Replan, act, fact, observer, run, skill
from midcourse.testing import FrozenClock


def shop(did, lost="", **contracts):
    """Acts that note what they did; the last one, `mail`, wants a login first. `lost`: what somebody takes away meanwhile."""
    session, things = list[int](), set[str]()

    def tool(name, gives="", takes=""):
        def done():
            did.append(name)
            things.discard(takes)
            things.update({gives} if gives else ())

        done.__name__ = name
        return skill(**contracts[name])(done) if name in contracts else done

    def mail():
        if not session:
            things.discard(lost)
            raise PermissionError("log in first")
        did.append("mail")

    @skill(repeatable=True)
    def login():
        session.append(1)

    @observer("held", "bought", "folder")
    def look():
        return [fact(name) for name in things]

    return tool, [mail, login, look], things


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("condition", ["", "bought"])
@pytest.mark.parametrize("says", [{}, {"makes": "held"}, {"makes": "held", "complete": True}])
def test_what_the_way_to_a_goal_used_up_is_not_made_again(says, condition, first):
    did = list[str]()
    tool, others, _ = shop(did, **({"reserve": says} if says else {}), buy={"makes": "bought", "breaks": "held"})
    whole = [act("reserve"), Achieve("it is bought", condition), act("mail")]

    def planner(request):
        if request.purpose == "achieve":
            return [act("buy")]
        at = 0 if first else 2
        return [*whole[:at], act("login"), *whole[at:]] if request.attempts else whole

    world = [tool("reserve", "held"), tool("buy", "bought", "held"), *others]
    run("trip", world=world, planner=planner, clock=FrozenClock())
    assert did == ["reserve", "buy", "mail"]


@pytest.mark.parametrize("on_the_way", [True, False])
@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("says", [{}, {"makes": "bought"}, {"breaks": "held"}])
def test_a_goal_that_what_came_behind_it_used_up_is_not_reached_again(says, first, on_the_way):
    did = list[str]()
    tool, others, _ = shop(did, **({"cash": says} if says else {}))
    cash = Achieve("it is cashed") if on_the_way else act("cash")
    whole = [Achieve("there is a voucher", "held"), cash, act("mail")]

    def planner(request):
        if request.purpose == "achieve":
            return [act("fetch" if "voucher" in request.goal else "cash")]
        at = 0 if first else 2
        return [*whole[:at], act("login"), *whole[at:]] if request.attempts else whole

    world = [tool("fetch", "held"), tool("cash", "bought", "held"), *others]
    run("trip", world=world, planner=planner, clock=FrozenClock())
    assert did == ["fetch", "cash", "mail"]


def test_a_goal_that_somebody_else_took_away_is_reached_again():
    did = list[str]()
    tool, others, _ = shop(did, lost="held")
    whole = [Achieve("somebody is in", "held"), act("write"), act("mail")]

    def planner(request):
        if request.purpose == "achieve":
            return [act("enter", again=True)]
        return [act("login"), *whole] if request.attempts else whole

    world = [tool("enter", "held"), tool("write"), *others]
    run("trip", world=world, planner=planner, clock=FrozenClock())
    assert did.count("enter") == 2 and did.count("write") == 1 and "mail" in did


@pytest.mark.parametrize("says", [{}, {"complete": True}, {"repeatable": True}])
@pytest.mark.parametrize("given", ["first", "before it", "rest"])
def test_a_stretch_behind_one_of_which_a_step_was_left_out_is_known_when_it_comes_again(given, says):
    did, asked = list[str](), list[int]()
    tool, others, things = shop(did, make_folder={"makes": "folder", **says})
    things.add("folder")
    again = {"first": ["login", "pay", "mail"], "before it": ["pay", "login", "mail"], "rest": ["login", "mail"]}

    def planner(request):
        if request.cause.rule in ("first", "replan step"):
            asked.append(1)
        if len(asked) == 1:
            return [act("make_folder"), act("note"), Replan("go on")]
        return [act(name) for name in (again[given] if request.attempts else ["pay", "mail"])]

    world = [tool("make_folder", "folder"), tool("note"), tool("pay"), *others]
    run("sell", world=world, planner=planner, clock=FrozenClock())
    assert did == ["note", "pay", "mail"]


@pytest.mark.parametrize("given", ["rest", "stretch", "whole"])
@pytest.mark.parametrize("stretches", [True, False])
@pytest.mark.parametrize("notes", [0, 1])
def test_of_two_goals_worded_alike_the_one_whose_way_broke_off_is_still_to_be_reached(notes, stretches, given):
    did, session, asked = list[str](), list[int](), list[int]()

    def answer(ticket: int):
        if ticket == 2 and not session:
            raise PermissionError("log in first")
        did.append(f"answer {ticket}")

    def note(text: str):
        did.append(text)

    def close():
        did.append("close")

    @skill(repeatable=True)
    def login():
        session.append(1)

    def stretch(n):
        return [*[act("note", text=f"n{n}")] * notes, Achieve("the next ticket is handled")]

    def planner(request):
        if request.purpose == "achieve":
            return [act("answer", ticket=1 + sum("answer" in done for done in did))]
        if request.cause.rule in ("first", "replan step"):
            asked.append(1)
        first, second = stretch(1), [*stretch(2), act("close")]
        if not request.attempts:
            return [*first, *second] if not stretches else [*first, Replan("more?")] if len(asked) == 1 else second
        return [act("login"), *{"rest": second[notes:], "stretch": second, "whole": [*first, *second]}[given]]

    run("tickets", world=[answer, note, close, login], planner=planner, clock=FrozenClock())
    assert did == [*["n1"] * notes, "answer 1", *["n2"] * notes, "answer 2", "close"]


@pytest.mark.parametrize("says", [{}, {"repeatable": True}, {"breaks": "open({ticket})"}])
@pytest.mark.parametrize("condition", ["not open(t7)", "not open(t7) and open(t8)"])
def test_what_an_act_of_ours_took_away_is_no_sign_that_the_last_one_of_a_way_was_done(condition, says):
    did, there = list[str](), {"t7", "t8"}

    def close(ticket: str):
        did.append("close")
        there.discard(ticket)

    def refund():
        did.append("refund")

    def archive():
        did.append("archive")

    @observer("open(*)")
    def look():
        return [fact("open", ticket) for ticket in there]

    def planner(request):
        way = [act("close", ticket="t7"), act("refund")]
        return way if request.purpose == "achieve" else [Achieve("t7 is dealt with", condition), act("archive")]

    world = [skill(**says)(close) if says else close, refund, archive, look]
    run("deal with t7", world=world, planner=planner, clock=FrozenClock())
    assert did == ["close", "refund", "archive"]
