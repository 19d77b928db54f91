"""A planner that reads the error and mends it: what failed is tried again behind the remedy, also where nothing can be seen."""

import pytest

from midcourse import act, observer, run, skill
from midcourse.core.run.events import PlanRefused

QUICK = {"settle_seconds": 0, "backoff": 0.01, "auto_replanning_min_interval_seconds": 0.01, "max_seconds": 60}
ERRORS = (ValueError("the door is locked"), PermissionError("locked"), KeyError("door"), FileNotFoundError("no key"))


def told(request):
    """The words of the last failure, as a planner reads them."""
    return request.attempts[-1].detail if request.attempts else ""


@pytest.mark.parametrize("error", [*ERRORS, RuntimeError("unlock it first"), OSError("please log in first")], ids=str)
def test_what_failed_is_tried_again_behind_a_remedy_though_nothing_can_be_seen(error):
    calls = []

    def unlock() -> None:
        calls.append("unlock")

    def enter(room: str) -> None:
        calls.append(f"enter {room}")
        if "unlock" not in calls:
            raise error

    def plan(request):
        enters = act("enter", room="hall")
        return [act("unlock"), enters] if told(request) else [enters]

    outcome = run("enter the hall", world=[unlock, enter], planner=plan, settings=QUICK)
    assert calls == ["enter hall", "unlock", "enter hall"] and outcome.verdict == "done_unproven", outcome.ending


@pytest.mark.parametrize("covers", ["*", "entered"])
@pytest.mark.parametrize("makes", ["", "entered"])
def test_a_look_and_a_declared_effect_do_not_stand_in_the_way_of_it(covers, makes):
    there, calls = set(), []

    @skill
    def unlock() -> None:
        calls.append("unlock")
        there.add("unlocked")

    @skill(makes=makes)
    def enter(room: str) -> None:
        calls.append("enter")
        if "unlocked" not in there:
            raise ValueError("the door is locked")
        there.add("entered")

    @observer(covers)
    def look() -> list[str]:
        return sorted(there if covers == "*" else there & {covers})

    def plan(request):
        enters = act("enter", room="hall")
        return [act("unlock"), enters] if told(request) else [enters]

    outcome = run("enter", done_when="entered", world=[unlock, enter, look], planner=plan, settings=QUICK)
    assert outcome.success and calls == ["enter", "unlock", "enter"], (calls, outcome.ending)


def test_no_remedy_helps_for_ever():
    calls = []

    def turn(degrees: int) -> None:
        calls.append(f"turn {degrees}")

    def enter() -> None:
        calls.append("enter")
        raise ValueError("the door is locked")

    def plan(request):
        return [act("turn", degrees=len(calls)), act("enter")]

    outcome = run("enter", world=[turn, enter], planner=plan, settings=QUICK)
    assert not outcome.success and calls.count("enter") == 3, (calls, outcome.ending)


def objections(outcome):
    return [e.event.objection.text for e in outcome.entries if isinstance(e.event, PlanRefused)]


def test_why_an_act_is_not_tried_again_says_no_more_than_is_known():
    """Where nothing can be seen, that nothing changed was said all the same."""

    def turn(degrees: int) -> None:
        return None

    def enter() -> None:
        raise ValueError("the door is locked")

    same = run("enter", world=[turn, enter], planner=lambda request: [act("enter")], settings=QUICK)
    assert "and no other act was done since, nor is a change to be seen in what it rests on" in objections(same)[0]
    shown = run(
        "enter", world=[turn, enter, observer("*")(lambda: ["here"])], planner=lambda request: [act("enter")], settings=QUICK
    )
    assert "and nothing it rests on changed" in objections(shown)[0]


def steps(calls, gone=(), looks=True, makes=True, raises=False):
    """Four steps that build on each other; while the last one is first tried, somebody takes away what others did."""
    there = set()

    def made(number: int):
        def step() -> dict[str, object]:
            calls.append(number)
            if number == 3 and calls.count(3) == 1:
                there.difference_update(f"step{i}" for i in gone)
            missing = [i for i in range(number) if f"step{i}" not in there]
            if missing and raises:
                raise ConnectionError(f"step{missing[0]} is missing")
            if missing:
                return {"ok": False, "message": f"step{missing[0]} is missing"}
            there.add(f"step{number}")
            return {"ok": True}

        step.__name__ = f"step{number}"
        return skill(makes=f"step{number}")(step) if makes else step

    @observer(*(f"step{i}" for i in range(4)))
    def look() -> list[str]:
        return sorted(there)

    return [made(number) for number in range(4)] + ([look] if looks else [])


@pytest.mark.parametrize("lost", [0, 1, 2])
def test_a_plan_that_names_one_of_the_done_acts_before_what_is_left_means_it(lost):
    calls = []

    def plan(request):
        words = told(request)
        if not words:
            return [act(f"step{i}") for i in range(4)]
        return [act(words.split()[0]), act("step3")]

    outcome = run("do it", world=steps(calls, gone=[lost], looks=False, makes=False), planner=plan, settings=QUICK)
    assert calls[-2:] == [lost, 3] and calls.count(lost) == 2 and outcome.verdict == "done_unproven", (calls, outcome.ending)


def test_a_list_that_is_given_again_as_a_whole_does_nothing_twice():
    calls = []

    def plan(request):
        return [act(f"step{i}") for i in range(4)]

    outcome = run("do it", world=steps(calls, gone=[1], looks=False, makes=False), planner=plan, settings=QUICK)
    assert [calls.count(i) for i in range(3)] == [1, 1, 1] and not outcome.success, (calls, outcome.ending)


def test_what_is_seen_to_be_gone_is_done_again_by_a_plan_that_is_made_from_the_look():
    calls = []

    def plan(request):
        return [act(f"step{i}") for i in range(4) if f"step{i}" not in request.facts]

    outcome = run("do it", done_when="step3", world=steps(calls, gone=[0]), planner=plan, settings=QUICK)
    assert outcome.success and calls[-2:] == [0, 3] and calls.count(0) == 2, (calls, outcome.ending)


@pytest.mark.parametrize("answer", [{"error": "connection lost"}, {"ok": False, "message": "the request timed out"}])
def test_an_answer_that_says_that_it_was_lost_is_no_proof_that_nothing_was_done(answer):
    calls, sent = [], []

    def send() -> dict[str, object]:
        calls.append("send")
        sent.append("letter")
        return answer

    @observer("sent(*)")
    def look() -> list[str]:
        return [f"sent({len(sent)})"] if sent else []

    run("send a letter", world=[send, look], planner=lambda request: [act("send")], settings=QUICK)
    assert calls == ["send"]


def test_what_is_refused_did_not_happen_because_something_else_is_gone():
    calls = []

    def plan(request):
        words = told(request)
        return [act(words.split()[0]), act("step3")] if words else [act(f"step{i}") for i in range(4)]

    world = steps(calls, gone=[1], makes=False, raises=True)
    outcome = run("do it", done_when="step1 and step3", world=world, planner=plan, settings=QUICK)
    assert outcome.success and calls[-2:] == [1, 3], (calls, outcome.ending)
