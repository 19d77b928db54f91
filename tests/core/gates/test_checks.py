"""What came from outside is checked where it enters: looks, answers, skills, tasks and settings."""

from typing import Any, cast

import pytest

from midcourse.core.errors import PlanError, TaskError
from midcourse.core.gates.checks import (
    as_json,
    check_look,
    check_settings,
    check_skills,
    check_task,
    checked,
    kinds_of,
    sound,
    strange_kind,
)
from midcourse.core.model import Constraint, Done, FactKind, Failed, Grant, Observation, Otherwise, Parameter, Skill, Task
from tests.support import under

PAY = Skill("pay", parameters=(Parameter("n", "int"),), makes="paid({n})")


def test_a_value_of_the_right_kind_comes_through_and_another_is_named():
    assert checked(Failed("x", "y"), Failed, "a failure") == Failed("x", "y")
    with pytest.raises(PlanError, match="expected a failure, got int"):
        checked(cast("Any", 3), Failed, "a failure")


@pytest.mark.parametrize(
    ("seen", "said"),
    [
        (Observation(covers=cast("Any", ["a"])), "it is a tuple of patterns"),
        (Observation(covers=(cast("Any", 1),)), "it is a tuple of patterns"),
        (Observation(source=cast("Any", None)), "source of the look is None"),
        (Observation(stale=cast("Any", True)), "stale of the look is True"),
    ],
)
def test_a_look_with_odd_parts_is_refused_with_the_part(seen, said):
    with pytest.raises(PlanError, match=said):
        check_look(seen)


def test_what_is_no_look_at_all_is_a_mistake_of_the_world():
    check_look(Observation())
    with pytest.raises(TaskError, match="observe\\(\\) returned set"):
        check_look(cast("Any", {"a"}))


def test_an_answer_that_is_none_is_a_failure_that_may_have_happened():
    assert sound(Done(object())).__class__ is Done
    odd = sound(cast("Any", "done"))
    assert isinstance(odd, Failed) and odd.reason == "bad_result" and not odd.clean
    fine = Failed("busy", "later")
    assert sound(fine) == fine


def test_what_json_cannot_hold_is_written_as_text():
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    assert as_json(cast("Any", {"at": complex(1, 2)})) == b'{"at":"(1+2j)"}'
    assert b"udcff" in as_json("\udcff") and as_json(deep) == b'"<list that is too deep to be written>"'


@pytest.mark.parametrize(
    ("skill", "said"),
    [
        (Skill("a", risk=cast("Any", "harmles")), "did you mean harmless"),
        (Skill("a", needs="p(("), "needs of skill a"),
        (Skill("a", breaks=cast("Any", 3)), "breaks of skill a is int"),
        (Skill("a", senses="p({x})"), r"senses of skill a speaks of \{x\}"),
        (Skill("a", cost="far({x})"), r"cost of skill a speaks of \{x\}"),
        (Skill("a", outcomes=(Otherwise(""),)), "each needs a name of its own"),
        (Skill("a", outcomes=(Otherwise("x"), Otherwise("x"))), "each needs a name of its own"),
        (Skill("a", outcomes=(Otherwise("x", chance=0.6), Otherwise("y", chance=0.6))), "add up to more than 1"),
        (Skill("a", outcomes=(Otherwise("x", makes="p({x})"),)), "makes of outcome 'x' of skill a"),
    ],
)
def test_a_skill_that_does_not_read_is_told_with_its_part(skill, said):
    with pytest.raises(TaskError, match=said):
        check_skills([skill])


def test_a_skill_may_speak_of_its_parameters_and_its_target_and_chances_may_add_up_to_one():
    halves = (Otherwise("x", makes="p({target})", chance=0.5), Otherwise("y", chance=0.5))
    check_skills([PAY, Skill("b", needs="at({target})", outcomes=halves)])


def test_the_kinds_of_facts_are_those_declared_made_and_sensed_and_none_where_nothing_is_declared():
    peek = Skill("peek", senses="door(*)", risk="harmless")
    assert kinds_of([PAY, peek], []) == frozenset()
    assert kinds_of([PAY, peek], [FactKind("rain")]) == {"target", "rain", "paid", "door"}


def test_a_condition_of_another_kind_is_strange_only_where_kinds_are_known():
    assert strange_kind("pad(3)", ()) == "" and strange_kind("paid(3)", ("paid",)) == ""
    assert "did you mean paid" in strange_kind("pad(3)", ("paid",))


@pytest.mark.parametrize(
    ("task", "place"),
    [
        (Task("x", "pad(3)"), "$.done_when"),
        (Task("x", constraints=(Constraint("no words"), Constraint("never", "pya(*)"))), "$.constraints[1]"),
        (Task("x", grants=(Grant("pya", 1),)), "$.grants[0]"),
        (Task("x", only=("pay", "pya")), "$.only[1]"),
    ],
)
def test_a_task_that_speaks_of_nothing_here_is_told_with_its_place(task, place):
    with pytest.raises(TaskError, match="did you mean pa") as caught:
        check_task(task, [PAY], [FactKind("rain")])
    assert caught.value.place == place


def test_a_task_that_fits_and_patterns_with_stars_are_let_through():
    check_task(Task("x", "paid(3)", constraints=(Constraint("never", "p*(n=9)"),), only=("pay",)), [PAY], [FactKind("rain")])


def test_settings_out_of_their_range_are_told_by_name():
    assert check_settings(under(max_steps=0)) == under(max_steps=0)
    with pytest.raises(TaskError, match="max_steps"):
        check_settings(under(max_steps=-1))
    with pytest.raises(TaskError, match="settings is a list"):
        check_settings(cast("Any", []))
