"""Whether a call fits its skill: names, what is missing, types and choices."""

import pytest

from midcourse.core.model import Call, Parameter, Skill
from midcourse.core.plans.calls import misfit, wrong_arguments
from tests.support import the

SEND = Skill(
    "send",
    parameters=(
        Parameter("to", "str"),
        Parameter("copies", "int", required=False),
        Parameter("how", "str", required=False, choices=("post", "mail")),
        Parameter("weight", "float | none", required=False),
        Parameter("box", "Box", required=False),
    ),
)


@pytest.mark.parametrize(
    "args",
    [
        {"to": "ann"},
        {"to": "ann", "copies": 2},
        {"to": "ann", "how": "post"},
        {"to": "ann", "weight": 2},
        {"to": "ann", "weight": None},
        {"to": "ann", "box": ["whatever", "the world knows"]},
        {"to": "$s1.name", "copies": "$s1.count"},
        {"to": "ann", "copies": "secret:COUNT"},
    ],
)
def test_arguments_that_fit_are_not_objected_to(args):
    assert wrong_arguments(SEND, args) == ""


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ({}, "the argument 'to' is missing"),
        ({"to": "ann", "copis": 2}, "no argument 'copis'; did you mean copies"),
        ({"to": 7}, "to=7 is int, not str"),
        ({"to": "ann", "copies": True}, "copies=True is bool, not int"),
        ({"to": "ann", "copies": 1.5}, "copies=1.5 is float, not int"),
        ({"to": "ann", "how": "owl"}, "how='owl' is str, not one of post, mail"),
        ({"to": "ann", "weight": "heavy"}, "weight='heavy' is str, not float | none"),
    ],
)
def test_arguments_that_do_not_fit_are_told_with_the_call_that_would(args, said):
    told = wrong_arguments(SEND, args)
    assert told.startswith(said) and told.endswith(SEND.signature())


def test_types_count_only_where_they_are_asked_for():
    assert wrong_arguments(SEND, {"to": 7}, typed=False) == ""
    assert "is missing" in wrong_arguments(SEND, {}, typed=False)


def test_a_world_says_whether_it_lacks_the_skill_or_the_arguments_are_wrong():
    assert misfit([SEND], Call("send", {"to": "ann"}, "")) is None
    assert the(misfit([SEND], Call("sent", {}, ""))).reason == "unknown_skill"
    assert the(misfit([SEND], Call("send", {}, ""))).reason == "bad_arguments"
