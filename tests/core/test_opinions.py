"""Opinions of a model: paid for once, however often they are asked for."""

import asyncio
from functools import partial

from midcourse.core.language.prompts import Completion
from midcourse.core.model import Cost
from midcourse.core.opinions import CHARACTERS, KEPT, Opinions
from midcourse.core.protocols import Verdict
from tests.models.test_requests import Says


def opinions() -> tuple[Opinions[Verdict], Says]:
    model = Says("fine")
    return Opinions(model, "judge", "a judge", tokens=10, longest=50), model


def read(told: Completion) -> Verdict:
    return Verdict(True, "a model", told.text)


def asked(made: Opinions[Verdict], *abouts: object) -> list[Verdict]:
    async def ask():
        return [await made.on(about, partial("what of {}?".format, about), read) for about in abouts]

    return asyncio.run(ask())


def test_the_same_question_is_paid_for_once_and_another_anew():
    made, model = opinions()
    first, again, other = asked(made, "x", "x", "y")
    assert first.cost.tokens == other.cost.tokens > 0 and again.cost == Cost()
    assert again.why == first.why and len(model.asked) == 2


def test_the_question_is_put_under_the_role_for_its_purpose_within_the_longest_answer():
    made, model = opinions()
    asked(made, "x")
    [prompt] = model.asked
    assert (prompt.purpose, prompt.system, prompt.prompt, prompt.most_tokens) == ("judge", "a judge", "what of x?", 50)


def test_only_so_many_opinions_are_remembered_the_oldest_goes_first():
    made, model = opinions()
    asked(made, *range(KEPT + 2))
    told = len(model.asked)
    asked(made, KEPT + 1, 1)
    assert len(model.asked) == told, "the last ones are known"
    asked(made, 0)
    assert len(model.asked) == told + 1


def test_a_question_has_as_much_room_as_its_tokens():
    made, _ = opinions()
    assert made.room == 10 * CHARACTERS
