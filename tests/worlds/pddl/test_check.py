"""Names that do not exist, arguments too many or too few: told with their line."""

import pytest

from midcourse.worlds.pddl.check import check_action, declared
from midcourse.worlds.pddl.text import Form, PddlError, Word, parse
from tests.support import the

DOMAIN = "(define (:types truck - vehicle) (:predicates (at ?t - truck ?p) (open)) (:functions (fuel ?t - truck)))"
PROBLEM = "(define (:objects t1 - truck home))"


def names():
    def by_head(text: str, source: str) -> dict[str, list[Form]]:
        found: dict[str, list[Form]] = {}
        for section in parse(text, source).rest:
            found.setdefault(the(section, Form).head, []).append(the(section, Form))
        return found

    return declared(by_head(DOMAIN, "d.pddl"), by_head(PROBLEM, "p.pddl"), ("d.pddl", "p.pddl"))


def action(parts: str) -> Form:
    [found] = parse(f"(define\n(:action go {parts}))", "d.pddl").rest
    return check_action(the(found, Form), names(), "d.pddl")


def test_what_is_declared_is_known():
    found = names()
    assert found.predicates == {"at": 2, "open": 0} and found.functions["fuel"] == 1
    assert found.objects == {"t1", "home"} and {"truck", "vehicle", "object"} <= found.types


def test_an_action_is_given_back_with_its_parts_in_order():
    made = action(":effect (open) :parameters (?t - truck) :precondition (and (at ?t home) (>= (fuel ?t) 1))")
    assert [the(i, Word).text for i in made.items[2::2]] == [":parameters", ":precondition", ":effect"]
    assert len(action(":effect (open)").items) == 6


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (":effect (opne)", "no predicate 'opne' is declared; did you mean open"),
        (":effect (at t1)", "at takes 2 arguments, found 1"),
        (":effect (at ?t home)", "no variable"),
        (":effect (at t1 hoem)", "no object hoem is declared; did you mean home"),
        (":parameters (?t - truk) :effect (open)", "unknown type 'truk'; did you mean truck"),
        (":effect (forall (?t - truk) (open))", "unknown type"),
        (":effect (forall open)", "expected .forall"),
        (":effect (and open)", "in parentheses after 'and'"),
        (":precondition (>= ?x 1)", "no variable \\?x here"),
        (":effects (open)", "expected one of"),
        (":effect", "nothing follows :effect"),
    ],
)
def test_what_is_wrong_is_told_with_its_file_and_line(parts, said):
    with pytest.raises(PddlError, match=said) as caught:
        action(parts)
    assert "d.pddl:2" in str(caught.value)


def test_a_quantified_variable_is_known_within_and_not_behind():
    action(":effect (forall (?t - truck) (at ?t home))")
    with pytest.raises(PddlError, match="no variable"):
        action(":effect (and (forall (?t - truck) (at ?t home)) (at ?t home))")
