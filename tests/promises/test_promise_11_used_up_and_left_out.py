"""What an act used up by its own success, what was left out since it was so, what comes a moment late: nobody makes it twice, and
nobody lacks it."""

from itertools import product

import pytest

from midcourse import Achieve, Act, NothingToDo, act, current_call, fact, observer, run, skill
from midcourse.core.people.messages import ChangeGoal
from midcourse.engine.memory import MemoryStore
from midcourse.testing import FrozenClock

COVERS, DECLARED = [("cash",), ("cash", "paid")], [{"breaks": "cash", "complete": True}, {"breaks": "cash"}, {}]
CASES = [case for case in product(COVERS, DECLARED, ["cash", ""]) if case != (("cash",), {}, "cash")]
"""Where nothing at all tells that it took the cash, somebody else may have."""
REPEATS = [{"keyed": True}, {"repeatable": True}]


@pytest.mark.parametrize("error", [ConnectionResetError, TimeoutError])
@pytest.mark.parametrize("more", REPEATS, ids=["keyed", "repeatable"])
@pytest.mark.parametrize(("covers", "declared", "needs"), CASES)
def test_an_act_whose_answer_was_lost_is_tried_again_though_it_used_up_what_it_needs(error, more, covers, declared, needs):
    facts, did, keys, asked = set(), [], set(), []

    @skill(makes="cash")
    def withdraw():
        did.append("withdraw")
        facts.add("cash")

    @skill(needs=needs, makes="paid", **declared, **more)
    def pay():
        key = current_call().key if "keyed" in more else "one"
        if key not in keys:
            keys.add(key)
            did.append("pay")
            facts.discard("cash")
            facts.add("paid")
            raise error("the answer got lost")
        return "receipt"

    def file(receipt: str):
        did.append(f"file {receipt}")

    @observer(*covers)
    def look():
        return [fact(name) for name in facts if name in covers]

    def planner(request):
        asked.append(request.cause.detail)
        return [act("withdraw"), act("pay", id="p"), act("file", receipt="$p")]

    run("pay", world=[withdraw, pay, file, look], planner=planner, clock=FrozenClock())
    assert did == ["withdraw", "pay", "file receipt"] and len(asked) == 1


@pytest.mark.parametrize("more", REPEATS, ids=["keyed", "repeatable"])
@pytest.mark.parametrize("declared", [{"breaks": "closed", "complete": True}, {}], ids=["complete", "bare"])
@pytest.mark.parametrize("error", [ConnectionResetError, TimeoutError])
def test_an_act_that_is_seen_to_have_done_nothing_took_nothing_and_needs_what_it_needs(more, declared, error):
    facts, did = set(), []

    @skill(makes="closed")
    def close():
        did.append("close")
        facts.add("closed")

    @skill(needs="closed", makes="pressed", **declared, **more)
    def press():
        did.append("press" if "closed" in facts else "press with an open guard")
        if did.count("press") == 1:
            facts.discard("closed")  # somebody opens the guard
            raise error("nothing was done")
        facts.add("pressed")

    @observer("closed", "pressed")
    def look():
        return [fact(name) for name in facts]

    plan = [act("close"), act("press")]
    run("press", done_when="pressed", world=[close, press, look], planner=lambda request: plan, clock=FrozenClock())
    assert did == ["close", "press", "close", "press"]


@pytest.mark.parametrize("late", [0.2, 1.0])
@pytest.mark.parametrize("complete", [True, False])
@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("goal", ["", "paid(ann) and told(ann)"])
def test_a_goal_that_people_change_before_an_effect_shows_does_nothing_twice(late, complete, whole, goal):
    clock, store, paid, told = FrozenClock(), MemoryStore(), [], set()

    @skill(makes="paid({who})", complete=complete)
    async def pay(who: str):
        paid.append(clock.now())
        if len(paid) == 1:
            await store.send("r", ChangeGoal("pay ann and tell her, please", goal))

    @skill(makes="told({who})")
    def tell(who: str):
        told.add(who)

    @observer("paid(*)", "told(*)")
    def look():
        return [*(fact("paid", "ann") for at in paid if clock.now() >= at + late), *(fact("told", who) for who in told)]

    def planner(request):
        done = {step.step.skill for step in request.progress.done}
        return [step for step in (act("pay", who="ann"), act("tell", who="ann")) if whole or step.skill not in done]

    run("pay", done_when=goal, run_id="r", world=[pay, tell, look], planner=planner, store=store, clock=clock)
    assert len(paid) == 1 and told == {"ann"}


def test_a_goal_in_words_that_was_reached_is_not_asked_again_on_the_way_back():
    there, did = {"ready"}, []

    @skill(makes="ready")
    def prepare():
        did.append("prepare")
        there.add("stamped")  # it does more than it says

    @skill(makes="paid")
    def pay():
        did.append("pay")
        there.add("paid")

    @observer("ready", "stamped", "paid")
    def look():
        return [fact(name) for name in there]

    def planner(request):
        return [act("pay")] if request.purpose == "achieve" else [act("prepare"), Achieve("the bill is paid")]

    outcome = run("pay", done_when="paid and stamped", world=[prepare, pay, look], planner=planner, clock=FrozenClock())
    assert outcome.success and sorted(did) == ["pay", "prepare"]


@pytest.mark.parametrize("goal", ["", "migrated"])
def test_what_was_left_out_and_may_do_more_is_done_where_a_later_step_needs_what_nobody_makes(goal):
    there, did, asked = {"config"}, [], []

    @skill(makes="exists(config)")
    def setup():
        did.append("setup")
        there.add("db")  # it does more than it says

    @skill(needs="exists(db)", makes="migrated")
    def migrate():
        did.append("migrate")
        there.add("migrated")

    @observer("exists(*)", "migrated")
    def look():
        return [fact("exists", name) for name in there - {"migrated"}] + [fact("migrated")] * ("migrated" in there)

    def planner(request):
        asked.append(request.purpose)
        return [act("setup"), act("migrate")]

    outcome = run("migrate", done_when=goal, world=[setup, migrate, look], planner=planner, clock=FrozenClock())
    assert outcome.success and did == ["setup", "migrate"] and len(asked) == 2, "the planner is told of the need once"


@pytest.mark.parametrize("trouble", ["need", "file"])
@pytest.mark.parametrize("more", [{}, {"keyed": True}], ids=["bare", "keyed"])
def test_what_somebody_did_already_is_left_out_whatever_else_is_lacking(trouble, more):
    did, facts = [], {fact("charged", "ann"), fact("charged", "bob")}

    @skill(makes="charged({who})", **more)
    def charge(who: str):
        did.append(f"charge {who}")

    @skill(makes="open")
    def unlock():
        did.append("unlock")
        facts.add(fact("open"))

    @skill(needs="open" if trouble == "need" else "")
    def ship():
        did.append("ship?")
        if trouble == "file" and did.count("ship?") == 1:
            raise FileNotFoundError("the label is not there yet")

    @observer("charged(*)", "open")
    def look():
        return facts

    def planner(request):
        asked.append(request.purpose)
        first = [act("unlock")] if len(asked) > 1 and trouble == "need" else []
        return [act("charge", who="ann"), act("charge", who="bob"), *first, act("ship")]

    asked = []
    run("sell", world=[charge, unlock, ship, look], planner=planner, clock=FrozenClock())
    assert not any(what.startswith("charge") for what in did)


def test_a_plan_of_which_all_is_so_already_is_no_failure():
    @skill(makes="open({door})")
    def open_door(door: str): ...

    @skill(makes="lit({room})")
    def light(room: str): ...

    @observer("open(*)")
    def look():
        return [fact("open", "hall")]

    for plan in ([act("open_door", door="hall")], [Achieve("the hall is open", "open(hall)")]):
        assert run("in", world=[open_door, look], planner=plan, clock=FrozenClock()).success
    plan = [act("open_door", door="hall")]
    unseen = run("in", done_when="lit(hall)", world=[open_door, light, look], planner=plan, clock=FrozenClock())
    assert unseen.verdict == "done_unproven" and "was so already" in unseen.ending.final_detail


def test_a_goal_that_is_reached_by_word_alone_is_not_called_so_already():
    @skill(makes="open({door})")
    def open_door(door: str): ...

    @observer("open(*)")
    def look():
        return [fact("open", "hall")]

    def planner(request):
        plan = [act("open_door", door="hall"), Achieve("all are told")]
        return NothingToDo("they know") if request.purpose == "achieve" else plan

    outcome = run("in", world=[open_door, look], planner=planner, clock=FrozenClock())
    assert not outcome.success and "so already" not in outcome.ending.final_detail


@pytest.mark.parametrize("ready", [("map", "lamp"), ("lamp",), ("map",), ()])
@pytest.mark.parametrize("goal_stands", [0, 1, -1])
def test_a_way_to_a_goal_in_words_that_is_so_already_leads_on(ready: tuple[str, ...], goal_stands: int):
    packed, acts, asked = set(ready), list[str](), list[str]()

    @skill(makes="packed({thing})")
    def pack(thing: str):
        acts.append(thing)
        packed.add(thing)

    @observer("packed(*)")
    def look():
        return [fact("packed", thing) for thing in packed]

    def planner(request):
        asked.append(request.goal)
        if request.purpose == "achieve":
            return [act("pack", thing="map")]
        plan: list[Act | Achieve] = [] if goal_stands < 0 else [act("pack", thing="lamp")]
        plan.insert(max(goal_stands, 0), Achieve("have the map packed"))
        return plan

    outcome = run("pack", world=[pack, look], planner=planner, clock=FrozenClock())
    assert outcome.success, outcome.ending
    wanted = {"map"} if goal_stands < 0 else {"map", "lamp"}
    assert sorted(acts) == sorted(wanted.difference(ready)) and len(asked) == 2


def test_what_a_list_gives_once_more_stays_done_where_a_step_that_was_left_out_is_done_after_all():
    did = list[str]()

    @skill(makes="packed")
    def pack():
        did.append("pack")

    @skill(makes="paid")
    def pay():
        did.append("pay")

    @skill(needs="never_so")
    def note():
        did.append("note")

    @observer("packed", "paid", "never_so")
    def look():
        return ["packed", *(["paid"] if "pay" in did else [])]

    world = [pack, pay, note, look]
    steps = [act("pack"), act("pay"), act("note")]
    outcome = run("serve", done_when="paid", world=world, planner=lambda _: steps, clock=FrozenClock())
    assert outcome.success and did == ["pay", "pack", "note"]
