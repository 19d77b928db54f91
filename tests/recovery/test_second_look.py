"""A second look by a model: only where rules found nothing, and only fixes that name what there is."""

import asyncio

import pytest

from midcourse.core.history.reflections import Reflection
from midcourse.core.model import Parameter, Skill
from midcourse.core.plans.calls import act_digest
from midcourse.core.plans.edits import ArgumentChange, Forbid, Insert, Rewrite
from midcourse.core.plans.plan import Act
from midcourse.core.run.events import Acted, Intended
from midcourse.recovery.second_look import SURE, ModelReflector
from tests.core.policy.stories import WALL
from tests.models.test_requests import Says
from tests.support import LOOK, A, B, plan, story, the, tried

SAY = Skill("say", parameters=(Parameter("word", "str"),))
PAY = Skill("pay", risk="irreversible")
RUN = story(LOOK, *plan(Act("a", id="s1"), Act("b", id="s2")), *tried("s1", "a", WALL), LOOK, skills=(A, B, SAY, PAY))


class Rules:
    """Rules that found this."""

    def __init__(self, found: Reflection) -> None:
        self.found = found

    async def reflect(self, run, failure, entries):
        return self.found


def looked(said, by_rules=None, run=RUN):
    model = Says(said)
    reflector = ModelReflector(model, Rules(by_rules or Reflection("a wall", ("snow",))))
    return asyncio.run(reflector.reflect(run, the(run.trouble.failure), [])), model


def test_where_rules_have_an_answer_no_model_is_asked():
    for known in (Reflection("x", fix=Forbid("a")), Reflection("x", preventable=False)):
        found, model = looked({"root_cause": "y"}, known)
        assert found == known and not model.asked


def test_what_the_model_says_is_told_under_its_name_with_what_the_rules_saw():
    found, model = looked({"root_cause": "the road is closed", "factors": ["ice"], "preventable": True})
    assert (found.root_cause, found.factors, found.preventable, found.who) == (
        "the road is closed",
        ("ice", "snow"),
        True,
        "a model",
    )
    assert found.fix is None and found.confidence == 0.0 and found.cost.tokens == 10
    assert "a wall" in model.asked[0].prompt


@pytest.mark.parametrize("said", ["prose", {"factors": []}, "", {"root_cause": "  "}])
def test_what_cannot_be_read_is_told_beside_what_the_rules_found(said):
    found, _ = looked(said)
    assert found.root_cause == "a wall" and found.factors[0] == "snow" and "a model was asked" in found.factors[1]


@pytest.mark.parametrize(
    ("fix", "edit"),
    [
        ({"insert": [{"act": "say", "args": {"word": "please"}}]}, Insert((Act("say", {"word": "please"}),))),
        ({"insert": [{"act": "pay"}]}, None),
        ({"insert": [{"act": "say"}]}, None),
        ({"insert": [{"act": "fly"}]}, None),
        ({"insert": []}, None),
        ({"forbid": "b"}, Forbid("b")),
        ({"forbid": "fly(*)"}, None),
        ({"set": {"word": "x"}}, None),
        ("try again", None),
    ],
)
def test_a_fix_counts_only_if_it_names_what_there_is_and_can_be_undone(fix, edit):
    found, _ = looked({"root_cause": "y", "fix": fix})
    assert found.fix == edit and found.confidence == (SURE if edit else 0.0)


def test_arguments_may_be_set_where_they_fit():
    act = Intended("s1", "say", {"word": "now"}, "", act_digest("say", {"word": "now"}, "", {}), 1)
    run = story(LOOK, *plan(Act("say", {"word": "now"}, id="s1")), act, Acted("s1", WALL), LOOK, skills=(SAY,))
    found, _ = looked({"root_cause": "y", "fix": {"set": {"word": "please"}}}, run=run)
    assert found.fix == Rewrite({"word": ArgumentChange("set", new="please")})
    assert looked({"root_cause": "y", "fix": {"set": {"word": 3}}}, run=run)[0].fix is None
