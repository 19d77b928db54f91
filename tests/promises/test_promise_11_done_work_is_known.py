"""Promise 11, done work: it is known by what was done, its keys stay, and late effects are waited for."""

import pytest

import midcourse
from midcourse import act, skill
from midcourse.core.model import Delivery, Done, Failed, Parameter, Skill, Uncertain
from midcourse.core.plans.plan import Act, Draft, Replan
from midcourse.core.run.events import (
    Passed,
    PlanRefused,
    Waited,
)
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import Died, SymbolicWorld
from tests.support import events, lab, the, under


def shop(**ship):
    return [Skill("charge", parameters=(Parameter("card", "str"),)), Skill("ship", **ship), Skill("ship_by_hand")]


@pytest.mark.parametrize("declared", [{}, {"makes": "charged({card})"}])
def test_a_card_is_charged_once_however_often_the_list_is_given(declared):
    skills = [Skill("charge", parameters=(Parameter("card", "str"),), **declared), Skill("ship"), Skill("ship_by_hand")]
    world = SymbolicWorld(skills, broken={"ship": Failed("unreachable", "no van")}, covers=("charged(*)",))

    class Restates:
        async def plan(self, request):
            way = "ship_by_hand" if request.attempts else "ship"
            return Draft((Act("charge", {"card": "x"}), Act(way)))

    made = lab(world, Restates(), "")
    run = made.run()
    assert [c.skill for c in world.done] == ["charge", "ship_by_hand"] and the(run.ending).verdict != "failed"
    assert next(e.because for e in events(made, Passed)).startswith("it was")


def charges(author, again=False, declared="charged({card})"):
    """What is done by a planner that charges a card in each of its stretches, before it ships."""
    skills = [
        Skill("charge", parameters=(Parameter("card", "str"),), makes=declared),
        Skill("ship", makes="shipped", complete=True),
    ]
    world = SymbolicWorld(skills)

    class InStretches:
        async def plan(self, request):
            if request.purpose == "first":
                return Draft((Act("charge", {"card": "x1"}), Replan()), author=author)
            return Draft((Act("charge", {"card": "x1"}, again=again), Act("ship")), author=author)

    made = lab(world, InStretches(), "shipped", settings=under(settle_seconds=0.0))
    assert the(made.run().ending).success
    return [c.skill for c in world.done], made


def test_a_model_that_plans_in_stretches_charges_a_card_once_unless_it_says_again():
    done, made = charges("model")
    assert done == ["charge", "ship"]
    assert "say `again`" in next(iter(events(made, PlanRefused))).objection.text
    assert charges("model", again=True)[0] == ["charge", "charge", "ship"]


@pytest.mark.parametrize("how", [{"author": "mine"}, {"author": "model", "declared": "charged(somebody)"}], ids=str)
def test_a_stretch_is_new_work_where_another_plans_it_or_its_effect_does_not_tell_what_was_done(how):
    assert charges(**how)[0] == ["charge", "charge", "ship"]


def test_again_says_that_it_is_meant_once_more():
    world = SymbolicWorld(shop(), broken={"ship": Failed("unreachable", "no van")}, covers=())

    class Again:
        async def plan(self, request):
            if not request.attempts:
                return Draft((Act("charge", {"card": "x"}), Act("ship")))
            return Draft((Act("charge", {"card": "x"}, again=True), Act("ship_by_hand")))

    lab(world, Again(), "").run()
    assert [c.skill for c in world.done] == ["charge", "charge", "ship_by_hand"]


def test_done_work_among_new_steps_is_told_once_and_never_done_twice():
    world = SymbolicWorld(shop(), broken={"ship": Failed("unreachable", "no van")}, covers=())

    class Shuffles:
        async def plan(self, request):
            if not request.attempts:
                return Draft((Act("charge", {"card": "x"}), Act("ship")))
            return Draft((Act("ship_by_hand"), Act("charge", {"card": "x"})))

    made = lab(world, Shuffles(), "")
    made.run()
    assert "was done before, as s1" in events(made, PlanRefused)[0].objection.text
    assert [c.skill for c in world.done] == ["charge", "ship_by_hand"]


def test_next_three_times_on_purpose_is_done_three_times_and_is_no_circle():
    world = SymbolicWorld([Skill("next"), Skill("pick")], covers=())
    run = lab(world, ScriptedPlanner([Act("next"), Act("next"), Act("next"), Act("pick")]), "").run()
    assert [c.skill for c in world.done] == ["next", "next", "next", "pick"] and the(run.ending).verdict == "done_unproven"


def test_what_our_own_step_took_back_is_not_undone_after_a_kill():
    class Mortal(SymbolicWorld):
        alive = True

        async def act(self, call):
            result = await super().act(call)
            if call.skill == "cancel" and self.alive:
                self.alive = False
                raise Died
            return result

    world = Mortal(
        [
            Skill("place", makes="ordered", delivery=Delivery(settles=0.0)),
            Skill("cancel", makes="not ordered", delivery=Delivery(settles=0.0)),
            Skill("note"),
        ]
    )
    run = lab(world, ScriptedPlanner([Act("place"), Act("cancel"), Act("note")]), "").run()
    assert [c.skill for c in world.done] == ["place", "cancel", "note"] and the(run.ending).verdict != "failed"


def test_a_script_that_ends_with_replan_is_not_begun_again():
    world = SymbolicWorld([Skill("send")], covers=())
    run = lab(world, ScriptedPlanner([Act("send"), Replan("that is all")]), "").run()
    assert len(world.done) == 1 and the(run.ending).verdict == "done_unproven"


def test_the_key_is_the_same_over_tries_kills_and_plans_and_another_for_the_next_act_of_its_kind():
    class Flaky(SymbolicWorld):
        async def act(self, call):
            self.calls.append(call)
            if len(self.calls) == 1:
                raise Died
            if len(self.calls) == 2:
                return Failed("unavailable", "later")
            return Done()

    world = Flaky([Skill("pay", delivery=Delivery(keyed=True))], covers=())
    lab(world, ScriptedPlanner([Act("pay"), Act("pay")]), "").run()
    keys = [c.key for c in world.calls]
    assert len(keys) == 4 and len(set(keys[:3])) == 1 and keys[3] != keys[0]


def test_a_service_that_honours_keys_acts_once_though_its_answers_are_lost():
    acted: dict[str, int] = {}
    calls = 0

    @skill(keyed=True)
    def pay() -> None:
        nonlocal calls
        calls += 1
        acted.setdefault(midcourse.current_call().key, calls)
        if calls < 3:
            raise RuntimeError("HTTP 500 Internal Server Error")

    outcome = midcourse.run("pay", world=[pay], planner=[act("pay")], settings=under(backoff=0.0))
    assert calls == 3 and len(acted) == 1 and outcome.verdict == "done_unproven"


class Late(SymbolicWorld):
    """An effect that shows only after some looks, of which the last is a second later."""

    after, answer = 4, Done()

    async def act(self, call):
        self.calls.append(call)
        self.done.append(call)
        self._looks = 0
        return self.answer

    async def observe(self):
        if self.done:
            self._looks += 1
            if self._looks >= self.after:
                self.truth.add("listed")
        return await super().observe()


@pytest.mark.parametrize("answer", [Done(), Uncertain("timeout")])
def test_an_effect_that_comes_late_is_waited_for_and_not_done_again(answer):
    world = Late([Skill("post", makes="listed", timeout=1.0)])
    world.answer = answer
    made = lab(world, ScriptedPlanner([Act("post")]), "listed")
    run = made.run()
    assert the(run.ending).success and len(world.calls) == 1 and sum(e.took for e in events(made, Waited)) >= 0.9


def test_settles_says_how_long_a_look_may_not_say_no():
    for settles, waited in ((0.0, 0.0), (7.0, 7.0)):
        world = SymbolicWorld([Skill("post", makes="listed", delivery=Delivery(settles=settles), complete=True)])
        world.act = lambda call: _done()
        made = lab(world, ScriptedPlanner([Act("post")]), "listed", settings=under(retries=0, max_replans=0))
        made.run()
        assert round(sum(e.took for e in events(made, Waited)), 3) == waited


def test_an_effect_that_comes_late_and_shows_only_elsewhere_is_waited_for_there():
    class TwoViews(Late):
        async def observe(self):
            self._covers = ("*",) if "there" in self.truth else ("there",)
            return await super().observe()

        async def act(self, call):
            if call.skill == "go":
                self.truth.add("there")
                return Done()
            return await super().act(call)

    world = TwoViews([Skill("post", makes="listed"), Skill("go", makes="there", repeatable=True)])
    world.after = 5
    run = lab(world, ScriptedPlanner([Act("post"), Act("go")]), "listed").run()
    assert the(run.ending).success and [c.skill for c in world.done] == ["post"]


async def _done():
    return Done()
