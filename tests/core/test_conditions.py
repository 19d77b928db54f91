"""Conditions: what they say, and what is unknown."""

import pytest

from midcourse.core.errors import ConditionError
from midcourse.core.logic.conditions import (
    Coverage,
    coverage,
    evaluate,
    fact,
    fill,
    named_values,
    parse,
    parse_fact,
    show,
    with_values,
)

ALL = coverage(("*",))


def truth(text, facts, covers=("*",)):
    return evaluate(parse(text), {parse_fact(f).fact for f in facts}, coverage(covers))


@pytest.mark.parametrize(
    ("text", "facts", "covers", "expected"),
    [
        ("a", ["a"], ("*",), True),
        ("a", [], ("*",), False),
        ("a", [], (), None),
        ("not a", [], ("*",), True),
        ("not a", [], (), None),
        ("not a", ["a"], (), False),
        ("a and b", ["a"], ("a",), None),
        ("a and b", ["a"], ("b",), False),
        ("file(*)", ["file(x)"], (), True),
        ("file(*)", [], ("file(*)",), False),
        ("file(*)", [], ("file(x)",), None),
        ("not file(*)", [], ("file(*)",), True),
        ("not file(*)", ["file(x)"], ("file(*)",), False),
        ("at(robot, *)", ["at(robot, kitchen)"], ("*",), True),
        ("at(*)", ["at(robot, kitchen)"], ("*",), True),
        ("at(*, kitchen)", ["at(robot, hall)"], ("*",), False),
        ('text("a, b")', ['text("a, b")'], ("*",), True),
        ("text(hello world)", ['text("hello world")'], ("*",), True),
        ("", [], (), True),
    ],
)
def test_truth_has_three_values(text, facts, covers, expected):
    assert truth(text, facts, covers) is expected


@pytest.mark.parametrize(
    ("text", "position", "said"),
    [
        ("a and", 5, "expected a fact"),
        ("a b", 2, "expected 'and'"),
        ("f(a", 3, "expected ',' or ')'"),
        ("f(a,)", 4, "expected an argument"),
        ('f("a)', 2, "no closing"),
        ("not and b", 4, "expected a fact"),
        ("(a)", 0, "expected a fact"),
    ],
)
def test_what_is_wrong_is_said_with_its_position(text, position, said):
    with pytest.raises(ConditionError) as caught:
        parse(text)
    assert caught.value.position == position and said in str(caught.value)


def test_facts_are_written_in_one_way():
    assert fact("exists", "a b.txt") == "exists(a b.txt)"
    assert fact("exists", "a,b") == 'exists("a,b")'
    assert fact("count", 3, True) == "count(3, true)"
    assert fact("raining") == "raining"
    assert parse_fact('exists( "a b.txt" )').fact == fact("exists", "a b.txt")
    assert parse_fact(fact("says", "*")).args != ("*",), "a star in the world is no wildcard"
    assert truth('says("*")', [fact("says", "*")]) is True
    assert truth('says("*")', [fact("says", "x")]) is False


def test_contracts_are_filled_with_arguments():
    filled = fill(parse("exists({path}) and not open({path}, *)"), {"path": "a, b"})
    assert show(filled) == 'exists("a, b") and not open("a, b", *)'
    assert fill(parse("exists({path})"), {}) == (), "what is not known yet is left out"


def test_a_fact_is_one_thing():
    for text in ("a and b", "not a", "f(*)", ""):
        with pytest.raises(ConditionError):
            parse_fact(text)


def test_coverage_knows_what_a_look_would_have_shown():
    covered = Coverage(("file(*)", "at(robot, *)"))
    assert covered.has(parse("file(x)")[0]) and covered.has(parse("file(*)")[0])
    assert covered.has(parse("at(robot, hall)")[0]) and not covered.has(parse("at(dog, hall)")[0])
    assert not covered.has(parse("at(*)")[0])


@pytest.mark.parametrize("value", ["x) and title(*", "*", ">=0", 'x", "*', "saw, big", "a\\", "x(y)", "", "\n", "{Kind}", "not"])
@pytest.mark.parametrize("text", ["title({Title})", 'title("{Title}")', "title(done) and not title({Title})"])
def test_a_value_in_a_condition_is_its_text_and_nothing_else(text, value):
    found = parse(with_values(text, {"Title": value, "Kind": "tool"}))
    assert found[-1].fact == fact("title", value) and len(found) == len(parse(text)) and not found[-1].open


def test_what_stands_beside_a_value_stays_as_it_was():
    values = {"Price (EUR)": "1,50", "n": "2"}
    text = 'row("{Price (EUR)}", *) and fuel(car, >={n}) and star("*", {other})'
    assert with_values(text, values) == 'row("1,50", *) and fuel(car, >=2) and star("*", {other})'
    assert with_values("title( {other} )", values) == "title( {other} )"
    assert named_values("pay {Price (EUR)} to {n}{x}", values) == "pay 1,50 to 2{x}"


def test_an_argument_in_the_quotes_of_python_is_the_same_argument():
    assert parse("paid('A1') and not open('a, b', *)") == parse('paid(A1) and not open("a, b", *)')
    assert parse("paid('*')") == parse('paid("*")') != parse("paid(*)")
    assert parse("title(Ann's, 'x' or y)")[0].args == ("Ann's", "'x' or y")
    written = fact("said", "'no'")
    assert written == """said("'no'")""" and parse(written)[0].args == ("'no'",)
