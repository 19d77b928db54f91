"""What was done or failed before and is given again: what the planner is told, and what counts as lost."""

import pytest

from midcourse import Task, act, observer, run, skill
from midcourse.core.gates.repeating import will_be_skipped
from midcourse.core.logic.conditions import coverage
from midcourse.core.model import Skill
from midcourse.core.plans.contracts import Imagined, contract_of
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import PlanRefused
from midcourse.testing import FrozenClock


class Keys:
    """Acts upon facts that a look shows; what is done is noted."""

    def __init__(self):
        self.did, self.there = list[str](), set[str]()

    def tool(self, name, gives="", takes="", **says):
        def done():
            self.did.append(name)
            self.there.discard(takes)
            self.there.update({gives} if gives else ())

        done.__name__ = name
        return skill(**says)(done) if says else done

    def refuses(self, name, without, loses):
        """An act that refuses without something; at its first try, somebody takes that away."""

        def done():
            self.there.difference_update({loses} if name not in self.did else ())
            self.did.append(name)
            if without not in self.there:
                raise KeyError(f"{without} is missing")
            self.there.add(name)

        done.__name__ = name
        return done

    def look(self, *shown):
        @observer(*shown)
        def look():
            return sorted(self.there.intersection(shown))

        return look


def played(world, planner, goal=""):
    return run(Task("do it", goal), world=world, planner=planner, clock=FrozenClock())


def test_an_objection_to_what_failed_names_the_done_act_before_it():
    keys = Keys()

    def planner(request):
        told = str(request.objections)
        return [act("fetch", again="say `again`" in told), act("open")]

    made = played([keys.tool("fetch", "key"), keys.refuses("open", "key", loses="key")], planner)
    said = [e.event.objection.text for e in made.entries if isinstance(e.event, PlanRefused)]
    assert keys.did == ["fetch", "open", "fetch", "open"]
    assert "fetch() before it counts as done, as s1; say `again` if it is to be done once more" in said[0]


@pytest.mark.parametrize("repeatable", [True, False])
@pytest.mark.parametrize("goal", ["open and key", "open"])
def test_what_the_goal_names_came_with_a_bare_act_and_is_gone_is_made_again_where_twice_does_no_harm(goal, repeatable):
    """Where the goal does not name it, nobody knows whether it was meant to last; it may also have come with something else."""
    keys, told = Keys(), list[str]()

    def planner(request):
        told.extend(objection.text for objection in request.objections)
        return [act(name) for name, gives in (("fetch", "key"), ("open", "open")) if gives not in request.facts]

    fetch = keys.tool("fetch", "key", repeatable=repeatable)
    played([fetch, keys.refuses("open", "key", loses="key"), keys.look("key", "open")], planner, goal)
    assert keys.did == (["fetch", "open", "fetch", "open"] if repeatable and "key" in goal else ["fetch", "open"])
    assert any("was done before, as s1, and what came with it is not seen any more" in text for text in told) is (
        not repeatable and "key" in goal
    )


def test_an_act_after_which_something_else_came_and_went_is_done_once():
    """The session was there from the login before, and shows late; it is over when it is needed."""
    did, clock, at = list[str](), FrozenClock(), list[float]()

    def log_in():
        at[:] = [clock.now() + 0.3]
        did.append("log_in")

    def charge():
        did.append("charge")

    @skill(needs="session")
    def ship():
        if len(at) == 1 and did.count("log_in") == 1:
            at.clear()
            raise PermissionError("log in first")
        did.append("ship")

    @observer("session")
    def look():
        return ["session"] if at and at[0] <= clock.now() else []

    def planner(request):
        rest = [act("charge"), act("ship")]
        return [act("log_in", again=bool(request.attempts)), *rest]

    run(Task("do it"), world=[log_in, charge, ship, look], planner=planner, clock=clock)
    assert did.count("charge") == 1


def test_an_act_whose_own_effect_stands_is_done_once_whatever_else_went():
    did, there = list[str](), set[str]()

    @skill(makes="ordered({item})")
    def order(item: str):
        did.append("order")
        there.update({f"ordered({item})", "reserved"})

    @skill(needs="reserved")
    def ship(to: str):
        if did.count("reserve") == 0:
            there.discard("reserved")
            raise KeyError("nothing is reserved")
        did.append("ship")

    def reserve():
        did.append("reserve")
        there.add("reserved")

    @observer("ordered(*)", "reserved")
    def look():
        return sorted(there)

    def planner(request):
        return [act("order", item="x"), *([act("reserve")] if request.attempts else []), act("ship", to="ann")]

    run(Task("do it"), world=[order, ship, reserve, look], planner=planner, clock=FrozenClock())
    assert did == ["order", "reserve", "ship"]


@pytest.mark.parametrize("needs", ["key", ""])
def test_what_an_act_took_and_did_not_say_is_made_again_where_it_is_needed(needs):
    keys = Keys()

    def planner(request):
        if "first" not in request.facts:
            return [act("fetch"), act("open"), act("enter")]
        return [act("fetch"), act("enter")] if "key" not in request.facts else [act("enter")]

    says = {"makes": "second", **({"needs": needs} if needs else {})}
    world = [keys.tool("fetch", "key", makes="key"), keys.tool("open", "first", "key"), keys.tool("enter", "second", **says)]
    made = played([*world, keys.look("key", "first", "second")], planner, "second")
    assert made.success and keys.did == ["fetch", "open", *(["fetch"] if needs else []), "enter"]


@pytest.mark.parametrize(("facts", "again", "skipped"), [({"key"}, False, True), ({"key"}, True, False), (set(), False, False)])
def test_a_step_whose_effect_would_be_there_will_be_skipped(facts, again, skipped):
    step = Act("fetch", again=again)
    contract = contract_of(step, {"fetch": Skill("fetch", makes="key")}, {})
    assert will_be_skipped(step, contract, Imagined(facts, coverage(("*",)))) is skipped
