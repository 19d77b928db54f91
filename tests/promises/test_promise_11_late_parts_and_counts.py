"""Quiet days on which a part of an effect shows late, or numbers are counted beside acts that say nothing: one plan is enough."""

import pytest

from midcourse import Achieve, Replan, ScriptedPlanner, act, fact, observer, run, skill
from midcourse.testing import FrozenClock


def once(plan, asked, way=()):
    def planner(request):
        asked.append(request.cause.detail)
        return list(way) if request.purpose == "achieve" else list(plan)

    return planner


@pytest.mark.parametrize("late", ["old", "new"])
@pytest.mark.parametrize("seconds", [0.3, 1.5, 5.0])
@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("goal", ["new(a) and not old(a)", "not old(a)", ""])
def test_a_part_of_an_effect_that_is_late_is_waited_for(goal, complete, seconds, late):
    did, clock, moved, asked = list[str](), FrozenClock(), list[float](), list[str]()

    @skill(makes="new({name})", breaks="old({name})", complete=complete)
    def move(name: str):
        did.append("move")
        moved.append(clock.now())

    @skill(makes="written({name})", complete=True)
    def write(name: str):
        did.append("write")

    @observer("new(*)", "old(*)", "written(*)")
    def look():
        since = clock.now() - moved[0] if moved else -1.0
        is_new, is_gone = (since >= (seconds if late == part else 0.0) and bool(moved) for part in ("new", "old"))
        told = [fact("new", "a")] * is_new + [fact("old", "a")] * (not is_gone)
        return told + [fact("written", "a")] * ("write" in did)

    plan = [act("move", name="a"), act("write", name="a")]
    outcome = run("tidy up", done_when=goal, world=[move, write, look], planner=once(plan, asked), clock=clock)
    assert did == ["move", "write"] and len(asked) == 1 and (outcome.success or not goal)


@pytest.mark.parametrize(
    "says", [{}, {"makes": "noted({text})"}, {"makes": "noted({text})", "complete": True}, {"complete": True}]
)
@pytest.mark.parametrize(
    ("names", "goal"), [("open note", "isopen(gate)"), ("open note shut", ""), ("open note shut note", "noted(n1)")]
)
def test_what_is_confirmed_of_one_act_tells_nothing_of_a_bare_one_before_it(names, goal, says):
    did, clock, asked = list[str](), FrozenClock(), list[str]()
    gate, noted = [(0.0, False)], set[str]()

    def open_gate():
        did.append("open")
        gate.append((clock.now(), True))

    @skill(makes="not isopen(gate)")
    def shut_gate():
        did.append("shut")
        gate.append((clock.now(), False))

    def note(text: str):
        did.append("note")
        noted.add(text)

    @observer("isopen(*)", "noted(*)")
    def look():
        shown = [is_open for at, is_open in gate if at <= clock.now() - 0.3][-1]
        return [fact("isopen", "gate")] * shown + [fact("noted", text) for text in noted]

    steps = {"open": act("open_gate"), "shut": act("shut_gate")}
    plan = [steps.get(name) or act("note", text=f"n{place}") for place, name in enumerate(names.split())]
    world = [open_gate, shut_gate, skill(**says)(note) if says else note, look]
    outcome = run("let a car in", done_when=goal, world=world, planner=once(plan, asked), clock=clock)
    assert did == names.split() and len(asked) == 1 and (outcome.success or not goal)


@pytest.mark.parametrize("restock_says", [{}, {"makes": "stock({item}, +=1)", "complete": True}])
@pytest.mark.parametrize("stock", [None, 0, 1])
@pytest.mark.parametrize("lists", [True, False])
def test_what_is_counted_down_behind_a_goal_needs_no_more_than_it_says(lists, stock, restock_says):
    did, there, asked = list[str](), {} if stock is None else {"bolt": stock}, list[str]()

    def restock(item: str):
        did.append("restock")
        there[item] = there.get(item, 0) + 1

    @skill(needs="stock({item}, >=1)", makes="stock({item}, -=1)", complete=True)
    def ship(item: str):
        did.append("ship")
        there[item] -= 1

    @observer("stock(*)")
    def look():
        return [fact("stock", item, count) for item, count in there.items()]

    plan, way = [Achieve("bolts are in stock"), act("ship", item="bolt")], [act("restock", item="bolt")]
    planner = ScriptedPlanner(plan, way) if lists else once(plan, asked, way)
    world = [skill(**restock_says)(restock) if restock_says else restock, ship, look]
    outcome = run("ship a bolt", world=world, planner=planner, clock=FrozenClock())
    assert did == ["restock", "ship"] and outcome.ending.planner_calls == 2


@pytest.mark.parametrize("shown", [True, False])
@pytest.mark.parametrize("between", [True, False])
def test_what_is_filled_by_an_act_that_says_nothing_is_filled_again_where_the_plan_says_so(between, shown):
    did, level, asked = list[str](), {"jug": 0} if shown else {}, list[str]()

    def fill():
        did.append("fill")
        level["jug"] = level.get("jug", 0) + 1

    @skill(needs="level(jug, >=1)", makes="level(jug, -=1)", complete=True)
    def pour():
        did.append("pour")
        level["jug"] -= 1

    def say():
        did.append("say")

    @observer("level(*)")
    def look():
        return [fact("level", name, count) for name, count in level.items()]

    names = ["fill", "pour", *["say"] * between, "fill", "pour"]
    plan = [act(name) for name in names]
    run("water the plants", world=[fill, pour, say, look], planner=once(plan, asked), clock=FrozenClock())
    assert did == names and len(asked) == 1


@pytest.mark.parametrize(("presses", "stretches"), [(3, 4), (4, 3), (4, 4), (8, 4)])
@pytest.mark.parametrize("read", [True, False])
def test_equal_acts_in_a_stretch_count_as_one_when_circles_are_looked_for(read, presses, stretches):
    did, asked = list[str](), list[str]()

    def press(key: str):
        did.append(key)

    def read_aloud():
        did.append("read")

    def planner(request):
        asked.append(request.purpose)
        steps = [act("press", key="Tab")] * presses + [act("read_aloud")] * read
        return [*steps, Replan("the next page")] if len(asked) < stretches else steps

    outcome = run("fill in the pages", world=[press, read_aloud], planner=planner, clock=FrozenClock())
    assert did.count("Tab") == presses * stretches and outcome.verdict == "done_unproven"
