"""Done work in a list that is given again, and contracts that do not keep their word: each rule in the smallest scene."""

from midcourse.core.model import Done, Failed, Parameter, Skill, Uncertain
from midcourse.core.plans.plan import Achieve, Act
from midcourse.core.run.events import Asked, Doubted, PlanRefused, Reentered
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.testing import SymbolicWorld
from tests.promises.scenes import done, events, play
from tests.support import lab, under

GO = Skill("go", parameters=(Parameter("x", "str"),), makes="at({x})", breaks="at(*)", complete=True)


class Once(SymbolicWorld):
    """The nth act of a skill comes out as given; all others as declared."""

    def __init__(self, *args, n=1, comes_out=None, **options):
        super().__init__(*args, **options)
        self._n, self._comes_out = n, comes_out or {}

    async def act(self, call):
        result = await super().act(call)
        nth = sum(c.skill == call.skill for c in self.done) == self._n
        return self._comes_out[call.skill] if nth and call.skill in self._comes_out else result


NO_VAN = {"ship": Failed("unreachable", "no van")}


def silent(*others, **options):
    """A world where `post` leaves nothing to be seen, though it declares that something is listed."""
    return Once([Skill("post"), *others], declared=[Skill("post", makes="listed"), *others], **options)


def test_an_act_is_not_done_again_for_an_effect_that_nothing_says_can_be_seen():
    plan = [Act("post"), Act("ship")]
    made = play(silent(Skill("ship")), plan, plan)
    assert done(made) == ["post", "ship"] and made.end.planner_calls == 2


def test_an_act_is_done_again_for_an_effect_that_the_goal_names():
    assert done(play(silent(), [Act("post")], goal="listed"))[:2] == ["post", "post"]


def test_an_act_in_doubt_is_asked_about_where_its_skill_was_silent_before():
    plan = [Act("post"), Act("post")]
    world = silent(n=2, comes_out={"post": Uncertain("timeout", "no answer")})
    made = lab(world, ScriptedPlanner(plan, [Act("post", again=True)]), "", settings=under(backoff=0.0))
    made.run()
    assert [a.question.kind for a in events(made, Asked)] == ["settle"]


def test_a_contract_that_gave_way_says_nothing_of_earlier_acts_either():
    made = play(silent(), [Act("post"), Act("post")], [Act("post")])
    assert [d.skill for d in events(made, Doubted)] == ["post"] and made.end.final_reason == "done_unproven"


def test_a_list_is_entered_behind_what_is_done_though_one_of_its_steps_was_left_out():
    skills = [Skill("buy"), Skill("make", makes="made"), Skill("pay"), Skill("ship")]
    world = Once(skills, ["made"], comes_out=NO_VAN)
    plan = [Act("buy"), Act("make"), Act("pay"), Act("ship")]
    made = play(world, plan, plan)
    assert done(made).count("buy") == done(made).count("pay") == 1
    assert not [r for r in events(made, PlanRefused) if "done before" in r.objection.text]


def test_a_list_is_entered_behind_what_is_done_though_one_of_its_goals_held_by_itself():
    world = Once([Skill("buy"), Skill("pay"), Skill("ship")], ["warm"], comes_out=NO_VAN)
    plan = [Act("buy"), Achieve("warm", "warm"), Act("pay"), Act("ship")]
    made = play(world, plan, plan)
    assert done(made).count("buy") == done(made).count("pay") == 1
    assert not [r for r in events(made, PlanRefused) if "done before" in r.objection.text]


class Shelf(Once):
    """What stands on it can be read until it is sold."""

    async def act(self, call):
        if call.skill == "read" and "sold" in self.truth:
            return Failed("not_found", "no such thing")
        result = await super().act(call)
        return Done("red") if call.skill == "read" and isinstance(result, Done) else result


def test_what_is_read_once_more_and_is_gone_by_a_later_step_that_is_done_keeps_what_it_gave():
    vans = [Skill(name, parameters=(Parameter("colour", "str"),)) for name in ("ship", "by_hand")]
    skills = [Skill("read", risk="harmless", repeatable=True), Skill("sell", makes="sold"), *vans]
    world = Shelf(skills, comes_out=NO_VAN)
    plan = [Act("read", id="colour"), Act("sell"), Act("ship", {"colour": "$colour"})]
    made = play(world, plan, [*plan[:2], Act("by_hand", {"colour": "$colour"})], goal="sold")
    assert done(made) == ["read", "sell", "ship red", "by_hand red"] and made.end.success
    [left_out] = [e for e in events(made, Reentered) if e.skipped]
    assert left_out.because.startswith("it only looks, was done before, and steps behind it are done")


class Stolen(SymbolicWorld):
    """Somebody takes away what is made, right after the act of that number."""

    def __init__(self, *args, after, **options):
        super().__init__(*args, **options)
        self._after = after

    async def act(self, call):
        result = await super().act(call)
        if len(self.done) == self._after:
            self.truth.discard("made")
        return result


def test_behind_a_goal_that_is_planned_for_anew_what_is_done_stays_done_but_for_what_that_took_back():
    make = Skill("make", needs="at(b)", makes="made", complete=True)
    world = Stolen([GO, make, Skill("ship", complete=True)], ["at(a)"], after=4)
    plan = [Act("go", {"x": "b"}), Achieve("made", "made"), Act("ship"), Act("go", {"x": "a"})]
    back = [Act("go", {"x": "b"}, again=True), Act("make")]
    made = play(world, plan, [Act("make")], plan, back, goal="made")
    assert made.end.success and done(made) == ["go b", "make", "ship", "go a", "go b", "make", "go a"]


def test_an_act_in_doubt_is_asked_about_where_nothing_says_that_its_effect_can_be_seen():
    made = lab(silent(comes_out={"post": Uncertain("timeout", "no answer")}), ScriptedPlanner([Act("post")]), "")
    made.run()
    assert done(made) == ["post"] and [a.question.kind for a in events(made, Asked)] == ["settle"]


def test_who_goes_back_to_what_came_to_nothing_does_it_though_it_cannot_be_seen_from_there():
    class Rooms(SymbolicWorld):
        """Only from b can be seen what is made in a; the first try makes nothing."""

        async def observe(self):
            self._covers = ("at(*)", "made", "sold") if "at(b)" in self.truth else ("at(*)",)
            return await super().observe()

        async def act(self, call):
            result = await super().act(call)
            if call.skill == "make" and sum(c.skill == "make" for c in self.done) == 1:
                self.truth.discard("made")
            return result

    make = Skill("make", needs="at(a)", makes="made", complete=True)
    sell = Skill("sell", needs="made and at(b)", makes="sold", complete=True)
    world = Rooms([GO, make, sell], ["at(c)"])
    made = play(world, [Act("go", {"x": "a"}), Act("make"), Act("go", {"x": "b"}), Act("sell")], goal="sold")
    assert made.end.success and done(made) == ["go a", "make", "go b", "go a", "make", "go b", "sell"]


def test_acts_that_come_out_at_the_second_try_each_are_no_circle_though_looks_show_nothing():
    class Moody(SymbolicWorld):
        """Every other try of an act breaks off before it began."""

        tries = 0

        async def act(self, call):
            self.tries += 1
            return await super().act(call) if self.tries % 2 == 0 else Failed("busy", "try again")

    post = Skill("post", parameters=(Parameter("x", "str"),), repeatable=True)
    made = play(Moody([post], covers=()), [Act("post", {"x": f"c{n}"}) for n in range(20)])
    assert len(done(made)) == 20 and made.end.final_reason == "done_unproven" and made.end.planner_calls == 1
