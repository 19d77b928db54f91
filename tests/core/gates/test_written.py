"""Plans that people wrote: words of YAML as they were meant, and the first step that a world cannot take."""

import pytest

from midcourse.core.errors import TaskError
from midcourse.core.gates.written import Word, check_written, fitted
from midcourse.core.model import FactKind, Otherwise, Parameter, Skill
from midcourse.core.plans.plan import Achieve, Act, Replan

SET = Skill(
    "set",
    parameters=(
        Parameter("flag", "bool", required=False),
        Parameter("text", "str", required=False),
        Parameter("mode", "any", required=False, choices=("on", "off")),
        Parameter("more", "any", required=False),
    ),
    makes="done",
    outcomes=(Otherwise("jammed", makes="stuck"),),
)


@pytest.mark.parametrize(
    ("name", "word", "meant"),
    [
        ("flag", "on", True),
        ("flag", "No", False),
        ("text", "on", "on"),
        ("mode", "off", "off"),
        ("mode", "yes", True),
        ("more", "YES", True),
        ("strange", "off", False),
    ],
)
def test_a_word_is_a_text_where_its_skill_takes_text_and_else_yes_or_no(name, word, meant):
    [step] = fitted([Act("set", {name: Word(word)})], [SET])
    assert isinstance(step, Act) and step.args == {name: meant} and type(step.args[name]) is type(meant)


def test_words_within_lists_are_yes_or_no_and_steps_without_any_stay_the_same():
    plain, nested = Act("set", {"text": "on"}), Act("set", {"more": [Word("on"), "on"]})
    same, other, wait = fitted([plain, nested, Replan()], [SET])
    assert same is plain and isinstance(other, Act) and other.args == {"more": [True, "on"]} and wait == Replan()


@pytest.mark.parametrize(
    ("steps", "said", "place"),
    [
        ([Act("sett")], "no skill 'sett'; did you mean set", "$.plans[0][0].do"),
        ([Act("set", outcome="jamed")], "no outcome 'jamed'; did you mean jammed", "$.plans[0][0].do"),
        ([Act("set"), Act("set", {"flag": 3})], "step 2, .*flag=3 is int", "$.plans[0][1].with"),
        ([Act("set", expects="dome")], "nothing in this world shows or makes 'dome'", "$.plans[0][0].expects"),
        ([Act("set", needs="done((")], r"done\(\(", "$.plans[0][0].needs"),
        ([Achieve("be done", "dome")], "dome", "$.plans[0][0].until"),
        ([Act("set", id="x"), Act("set", id="x")], "two steps are called 'x'", "$.plans[0][1].with"),
        ([Act("set", {"text": "$late.out"}), Act("set", id="late")], "does not come before it", "$.plans[0][0].with"),
        ([Act("set", after=("nobody",))], "no step is called so", "$.plans[0][0].after"),
    ],
)
def test_the_first_step_that_cannot_be_is_told_with_its_place(steps, said, place):
    with pytest.raises(TaskError, match=said) as caught:
        check_written([steps], [SET], [FactKind("done")])
    assert caught.value.place == place


def test_steps_may_speak_of_earlier_ones_by_name_or_by_the_id_they_will_get():
    first = [Act("set", id="x"), Act("set", {"text": "$x.out"}), Act("set", {"text": "$s2.out"}, after=("s1",))]
    check_written([first, [Act("set", {"text": "$s3.out"})]], [SET], [])


def test_a_later_plan_is_told_with_its_number_and_its_own_names_are_not_guessed():
    with pytest.raises(TaskError, match="step 1 of plan 2") as caught:
        check_written([[Act("set", id="x")], [Act("set", {"text": "$x.out"})]], [SET], [])
    assert caught.value.place == "$.plans[1][0].with"
