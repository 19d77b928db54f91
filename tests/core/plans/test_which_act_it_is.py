"""A yes and a no are bound to what would be done, not to how the call spells it: `act_digest` and `same_value` of calls."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.model import Parameter, Skill
from midcourse.core.people.patterns import allows
from midcourse.core.plans.calls import act_digest, same_value
from midcourse.worlds.functions import SkillMark, tool_of

SEND = Skill(
    "send",
    parameters=(
        Parameter("to", "str"),
        Parameter("times", "int", required=False, default=1),
        Parameter("price", "float | none", required=False),
        Parameter("loud", "bool", required=False, default=False),
        Parameter("note", required=False, default="a"),
    ),
)
SKILLS = {"send": SEND}


def digest(**args):
    return act_digest("send", {"to": "ann", **args}, "", SKILLS)


@pytest.mark.parametrize(
    "args",
    [
        {"times": 1}, {"times": 1.0}, {"times": "1"}, {"times": " 1.0 "}, {"times": True}, {"loud": False}, {"loud": 0}, {"price": None},
        {"note": "a"}, {"note": "a", "loud": False, "price": None, "times": 1},
    ],
)  # fmt: skip
def test_the_same_act_in_another_spelling_is_the_same_act(args):
    assert digest(**args) == digest() == act_digest("send", {**args, "to": "ann"}, "", SKILLS)


@pytest.mark.parametrize(
    "args",
    [
        {"times": 2}, {"times": "x"}, {"times": [1]}, {"times": None}, {"loud": True}, {"loud": "false"}, {"price": 0}, {"price": 0.5},
        {"price": float("nan")}, {"note": None}, {"note": 1}, {"note": "1"}, {"note": True}, {"bcc": None}, {"to": "bob"},
    ],
)  # fmt: skip
def test_another_act_is_another_act(args):
    assert digest(**args) != digest()


def test_numbers_are_equal_by_value_and_text_is_no_number_where_anything_may_stand():
    assert digest(note=1) == digest(note=1.0) and digest(note={"a": [2.0], "b": 1}) == digest(note={"b": 1, "a": [2]})
    assert len({digest(note=value) for value in (1, "1", True, [1], None, 1.5)}) == 6
    assert digest(price="0.5") == digest(price=0.5) and digest(price=1e300) != digest(price=1e299)
    assert act_digest("other", {"x": 1}, "", SKILLS) == act_digest("other", {"x": 1.0}, "", {})


values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.floats(-2, 2) | st.text("1a", max_size=2), st.lists, max_leaves=4
)


def exactly(value):
    """The value with its kind, numbers aside."""
    if isinstance(value, list):
        return [exactly(inner) for inner in value]
    return (bool, value) if isinstance(value, bool) else ("number", float(value)) if isinstance(value, int | float) else value


@given(values, values)
def test_two_values_are_the_same_only_if_they_are_equal(one, other):
    assert same_value(one, other) is (exactly(one) == exactly(other))
    assert (digest(note=one) == digest(note=other)) is (exactly(one) == exactly(other))


def test_a_default_that_json_cannot_hold_is_the_same_as_no_value():
    def send(to: str, via: object = object()) -> None: ...

    contract = tool_of(send, SkillMark(Skill(""))).skill
    skills = {"send": contract}
    assert contract.usual() == {} and act_digest("send", {"to": "a"}, "", skills) != act_digest(
        "send", {"to": "a", "via": None}, "", skills
    )
    assert allows("send(to=a)", "send", {"to": "a"}, "", contract.usual())
    assert not allows("send(to=a)", "send", {"to": "a", "via": None}, "", contract.usual())


def test_to_give_nothing_more_is_the_same_act_as_to_give_nothing():
    def tell(to: str, *more: str, **further: str) -> None: ...

    skills = {"tell": tool_of(tell, SkillMark(Skill(""))).skill}
    told = act_digest("tell", {"to": "ann"}, "", skills)
    assert act_digest("tell", {"to": "ann", "more": []}, "", skills) == told
    assert act_digest("tell", {"to": "ann", "more": ["bob"]}, "", skills) != told
