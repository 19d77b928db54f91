"""Promise 11, effects that make no new fact: what counts a number, or only takes away, is seen by what was there before."""

import pytest

from midcourse.core.model import Done, Skill, Uncertain
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Settled
from midcourse.testing import SymbolicWorld
from tests.promises.scenes import done, events, play

PAY = Skill("pay", makes="balance(ann, -=5)")
SHIP = Skill("ship", makes="shipped")


class Struck(SymbolicWorld):
    """The first payment comes out as told: it does nothing, and perhaps somebody else moves the number meanwhile."""

    acts, answer, moved = False, Done(), ""

    async def act(self, call):
        if call.skill != "pay" or any(c.skill == "pay" for c in self.calls):
            return await super().act(call)
        if self.acts:
            await super().act(call)
        else:
            self.calls.append(call)
        if self.moved:
            self.truth = {self.moved}
        return self.answer


def struck(complete: bool = False, **how) -> Struck:
    pay = Skill("pay", makes="balance(ann, -=5)", complete=complete)
    world = Struck([pay, SHIP], ["balance(ann, 20)"], covers=("balance(*, *)", "shipped"))
    for name, value in how.items():
        setattr(world, name, value)
    return world


@pytest.mark.parametrize("complete", [False, True])
def test_a_payment_that_did_nothing_is_made_again(complete):
    made = play(struck(complete), [Act("pay"), Act("ship")], goal="balance(ann, 15) and shipped")
    assert made.end.success and done(made) == ["pay", "ship"] and made.end.planner_calls == 1


@pytest.mark.parametrize("acts", [False, True])
@pytest.mark.parametrize("complete", [False, True])
def test_a_number_tells_whether_an_act_in_doubt_happened(complete, acts):
    made = play(struck(complete, acts=acts, answer=Uncertain("timeout")), [Act("pay"), Act("ship")], goal="shipped")
    assert made.end.success and done(made) == ["pay", "ship"]
    assert [(e.happened, e.by) for e in events(made, Settled)] == [(acts, "look")]


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize("acts", [False, True])
def test_a_number_that_others_moved_meanwhile_tells_nothing(acts, complete):
    world = struck(complete, acts=acts, moved="balance(ann, 3)")
    made = play(world, [Act("pay"), Act("ship")], goal="shipped")
    assert made.end.success and [c.skill for c in world.calls] == ["pay", "ship"], (
        "it was called done, and nothing speaks against it"
    )


def test_numbers_that_go_on_being_counted_are_not_undone():
    world = SymbolicWorld([PAY, SHIP], ["balance(ann, 20)"])
    made = play(world, [Act("pay"), Act("pay"), Act("ship")], goal="shipped")
    assert done(made) == ["pay", "pay", "ship"] and made.end.fates.confirmed == ("s1", "s2", "s3") and not made.end.fates.undone


@pytest.mark.parametrize("complete", [False, True])
@pytest.mark.parametrize("answer", [Done(), Uncertain("timeout")])
def test_what_an_act_only_takes_away_and_is_still_there_was_not_taken(complete, answer):
    drop = Skill("pay", breaks="event(e1, *)", complete=complete)
    world = Struck([drop, SHIP], ["event(e1, lunch)", "event(e2, tea)"], covers=("event(*, *)", "shipped"))
    world.answer = answer
    made = play(world, [Act("pay"), Act("ship")], goal="shipped")
    assert made.end.success and done(made) == ["pay", "ship"] and "event(e1, lunch)" not in world.truth


def test_what_an_act_took_away_is_seen_to_be_gone_and_what_was_not_there_is_not_asked_for():
    drop = Skill("drop", breaks="event(e1, *)")
    made = play(SymbolicWorld([drop, SHIP], ["event(e1, lunch)"]), [Act("drop"), Act("drop"), Act("ship")], goal="shipped")
    assert done(made) == ["drop", "drop", "ship"] and "s1" in made.end.fates.confirmed and made.end.planner_calls == 1
