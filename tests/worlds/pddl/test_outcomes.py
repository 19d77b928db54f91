"""Effects with chances become one action for each outcome."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.worlds.pddl.outcomes import MOST, split
from midcourse.worlds.pddl.text import Form, PddlError, parse
from tests.support import the


def action(effect: str) -> Form:
    """An action of this effect, as a file writes it."""
    [made] = parse(f"(define (:action go{effect and ' :effect '}{effect}))", "x.pddl").rest
    return the(made, Form)


def variants(effect: str) -> list[tuple[str, float]]:
    made, found = split(action(effect), "x.pddl")
    assert len(made) == max(1, len(found))
    return [(v.name, round(v.chance, 6)) for v in found]


def effects(effect: str) -> list[str]:
    return [str(form.items[-1]) for form in split(action(effect), "x.pddl")[0]]


def test_an_effect_without_chances_stays_one_action():
    assert variants("(and (p) (not (q)))") == [] and variants("(probabilistic 1 (p))") == []
    assert split(action(""), "x.pddl")[1] == []


def test_the_likeliest_outcome_comes_first_and_what_is_left_is_that_nothing_happens():
    assert variants("(probabilistic 0.2 (p))") == [("go__0", 0.8), ("go__1", 0.2)]
    assert variants("(probabilistic 4/5 (p) 1/5 (q))") == [("go__0", 0.8), ("go__1", 0.2)]


def test_chances_side_by_side_multiply_and_those_within_a_condition_stay_in_it():
    assert [c for _, c in variants("(and (probabilistic 0.5 (p)) (probabilistic 0.5 (q)))")] == [0.25] * 4
    assert all("when" in text for text in effects("(when (r) (probabilistic 0.5 (p) 0.5 (q)))"))


@given(st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_the_chances_of_all_outcomes_add_up_to_one(weights):
    whole = sum(weights) + 1
    draws = " ".join(f"{w}/{whole} (p{i})" for i, w in enumerate(weights))
    assert sum(c for _, c in variants(f"(probabilistic {draws})")) == pytest.approx(1.0, abs=1e-4)


@pytest.mark.parametrize(
    ("effect", "said"),
    [
        ("(probabilistic 0.7 (p) 0.7 (q))", "add up to 1.4"),
        ("(probabilistic 2 (p))", "chances between 0 and 1"),
        ("(probabilistic (p))", "chances between 0 and 1"),
        ("(probabilistic 1/0 (p))", "chances between 0 and 1"),
        ("(forall (?x) (probabilistic 0.5 (p ?x)))", "forall"),
        ("(and p)", "in parentheses"),
        ("p", "in parentheses"),
        (f"(and {'(probabilistic 0.5 (p)) ' * 5})", f"at most {MOST}"),
    ],
)
def test_what_cannot_be_is_told_with_its_file(effect, said):
    with pytest.raises(PddlError, match=said) as caught:
        variants(effect)
    assert "x.pddl" in str(caught.value)
