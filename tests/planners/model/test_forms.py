"""The form of a plan as a JSON schema: what is not declared cannot be said."""

from midcourse.core.model import Parameter, Skill, Target
from midcourse.core.plans.plan import Act
from midcourse.planners.model.forms import LONGEST, form_of
from tests.support import LOOK, request, story

PAINT = Skill(
    "paint",
    parameters=(
        Parameter("colour", "str", choices=("red", "blue")),
        Parameter("coats", "int", required=False),
        Parameter("how", "str | list", required=False),
    ),
)
RING = Skill("ring")


def steps(**otherwise):
    asked = request(story(LOOK, skills=(PAINT, RING)), **otherwise)
    return form_of(asked)["properties"]["steps"]


def kinds(**otherwise) -> list[str]:
    return [next(iter(s["properties"])) for s in steps(**otherwise)["items"]["anyOf"]]


def test_each_skill_is_a_form_with_its_arguments_and_no_others():
    paint, ring = steps()["items"]["anyOf"][:2]
    args = paint["properties"]["args"]
    assert args["properties"] == {"colour": {"enum": ["red", "blue"]}, "coats": {"type": "integer"}, "how": {}}
    assert args["required"] == ["colour"] and args["additionalProperties"] is False
    assert paint["required"] == ["act", "args"] and ring["required"] == ["act"]


def test_targets_are_those_that_are_there():
    seen = steps(targets=(Target("b1"), Target("b2")))["items"]["anyOf"][0]["properties"]
    assert seen["target"] == {"enum": ["b1", "b2"]} and "target" not in steps()["items"]["anyOf"][0]["properties"]


def test_what_is_wanted_says_which_steps_there_may_be():
    assert kinds(wanted="undo") == ["act", "act", "replan"]
    assert "achieve" in kinds(wanted="coarse") and "achieve" in kinds(wanted="segment")
    rest = (Act("ring", id="s4"),)
    assert "keep" in kinds(wanted="bridge", remaining=rest) and "keep" not in kinds(wanted="bridge", remaining=())


def test_a_plan_has_a_step_and_no_more_than_is_asked_for():
    assert (steps()["minItems"], steps(segment=0)["maxItems"], steps(segment=4)["maxItems"]) == (1, LONGEST, 4)
