"""From skills and facts to ground calls: all whose needs can ever be met, and no others."""

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.logic.conditions import coverage, parse
from midcourse.core.model import Parameter, Skill
from midcourse.planners.search.lifted import Known, Schema, ground, kinds_in, template
from tests.planners.search.searching import ROAD, ran, roads
from tests.support import the

EVERYTHING = coverage(("*",))


def calls(skill: Skill, *facts: str) -> list[dict[str, object]]:
    known = Known()
    for text in facts:
        [lit] = parse(text)
        known.add((lit.name, *lit.args))
    schema = Schema(skill, kinds_in(known.all))
    return [schema.args(values) for _, values in ran(ground([schema], known, EVERYTHING, set()))]


def test_a_literal_with_holes_is_filled_by_places():
    [lit] = parse("on({x}, box-{y}, floor)")
    made = the(template(lit, {"x": 0, "y": 1}))
    assert made.key(["a", "7"]) == ("on", "a", "box-7", "floor")
    assert template(lit, {"x": 0}) is None, "a hole without a parameter"


def test_facts_are_found_by_name_and_by_argument_and_taken_in_once():
    known = Known()
    assert known.add(("on", "a", "b")) and not known.add(("on", "a", "b"))
    assert known.by_arg["on", 2, "b"] == known.by_name["on"] == [("on", "a", "b")]


@given(st.sets(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")), max_size=8))
def test_the_calls_are_just_those_that_a_walk_can_come_to(pairs):
    reached, before = {"a"}, set[str]()
    while reached != before:
        before = set(reached)
        reached |= {b for a, b in pairs if a in reached}
    found = {(str(c["a"]), str(c["b"])) for c in calls(ROAD, "at(a)", *roads(*(a + b for a, b in pairs)))}
    assert found == {(a, b) for a, b in pairs if a in reached}


def test_a_parameter_takes_its_values_from_a_closed_choice_or_from_facts_of_its_type():
    paint = Skill("paint", parameters=(Parameter("it", "door"), Parameter("colour", "str", choices=("red", "blue"))))
    found = calls(paint, "door(d1)", "wall(w1)")
    assert sorted(str(c["colour"]) for c in found) == ["blue", "red"] and {c["it"] for c in found} == {"d1"}


def test_a_skill_whose_need_nothing_meets_has_no_call():
    assert calls(Skill("use", needs="key"), "door(d1)") == [] and calls(Skill("use", needs="key"), "key") == [{}]
