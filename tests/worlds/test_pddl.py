"""PDDL files as worlds: read right, executed as unified-planning's own simulator does, and errors with their lines."""

import asyncio
import random
import warnings

import pytest

from midcourse.core.logic.conditions import fact
from midcourse.core.model import Call, Done
from midcourse.core.plans.plan import Act, Draft
from midcourse.planners.search import SearchPlanner
from midcourse.testing.contracts.planner import request
from midcourse.worlds.pddl import PddlError, read_files, read_texts
from tests.support import lab, the

DOMAIN = """
(define (domain ferry) (:requirements :typing :negative-preconditions :action-costs)
  (:types place car - object harbour - place)
  (:predicates (at ?c - car ?p - place) (ferry ?p - place) (on ?c - car) (full))
  (:functions (distance ?a - place ?b - place) (total-cost))
  (:action board :parameters (?c - car ?p - place)
    :precondition (and (at ?c ?p) (ferry ?p) (not (full))) :effect (and (on ?c) (full) (not (at ?c ?p)) (increase (total-cost) 1)))
  (:action sail :parameters (?a - place ?b - place)
    :precondition (and (ferry ?a) (not (= ?a ?b))) :effect (and (ferry ?b) (not (ferry ?a)) (increase (total-cost) (distance ?a ?b))))
  (:action debark :parameters (?c - car ?p - place)
    :precondition (and (on ?c) (ferry ?p)) :effect (and (at ?c ?p) (not (on ?c)) (not (full)) (increase (total-cost) 1))))
"""
PROBLEM = """
(define (problem two) (:domain ferry)
  (:objects c1 c2 - car a b - harbour far - place)
  (:init (at c1 a) (at c2 b) (ferry b) (= (total-cost) 0)
    (= (distance a b) 2) (= (distance b a) 2) (= (distance a far) 3) (= (distance far a) 3) (= (distance b far) 9) (= (distance far b) 9))
  (:goal (and (at c1 far) (at c2 a)))
  (:metric minimize (total-cost)))
"""


def plan_of(task):
    return asyncio.run(SearchPlanner().plan(request(skills=task.skills, facts=task.facts, done_when=task.goal)))


def test_a_domain_and_a_problem_are_skills_facts_and_a_goal():
    task = read_texts(DOMAIN, PROBLEM)
    assert task.goal == "at(c1, far) and at(c2, a)"
    assert {"at(c1, a)", "ferry(b)", "distance(a, far, 3)", "harbour(a)", "place(a)", "place(far)", "car(c1)"} <= task.facts
    sail = next(s for s in task.skills if s.name == "sail")
    assert sail.needs == "ferry({a}) and not same({a}, {b})" and sail.cost == "distance({a}, {b})"


def test_the_plan_minds_the_costs_that_the_files_give():
    plan = plan_of(read_texts(DOMAIN, PROBLEM))
    legs = [(the(s, Act).args["a"], the(s, Act).args["b"]) for s in the(plan, Draft).steps if the(s, Act).skill == "sail"]
    assert ("b", "far") not in legs, "nine is dearer than two and three"


def test_a_problem_runs_to_its_end():
    task = read_texts(DOMAIN, PROBLEM)
    run = lab(task.world(), SearchPlanner(), task.goal).run()
    assert the(run.ending).success


ADL = """
(define (domain lights) (:requirements :adl)
  (:predicates (lamp ?l) (on ?l) (switched) (left) (right))
  (:action toggle :parameters (?l) :precondition (or (left) (right))
    :effect (and (when (on ?l) (not (on ?l))) (when (not (on ?l)) (on ?l)) (switched)))
  (:action go :parameters () :effect (left))
  (:action all-off :parameters () :precondition (forall (?l) (not (on ?l))) :effect (right)))
"""
LIGHTS = "(define (problem p) (:domain lights) (:objects x y) (:goal (and (on x) (not (on y)))) (:init (on y) (lamp x) (lamp y)))"


@pytest.mark.parametrize(
    ("domain", "problem"), [(DOMAIN, PROBLEM), (ADL, LIGHTS)], ids=["typed, costs", "quantifiers, conditions, or"]
)
def test_acts_do_what_the_simulator_of_unified_planning_says(domain, problem):
    from unified_planning.engines.sequential_simulator import UPSequentialSimulator

    from midcourse.worlds.pddl.contracts import simplified, up_problem
    from midcourse.worlds.pddl.text import parse

    task = read_texts(domain, problem)
    up, _ = simplified(up_problem(str(parse(domain, "d")), _usual_order(problem)))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns that it has not been told about costs
        simulator = UPSequentialSimulator(up, error_on_failed_checks=False)
    chance = random.Random(4)
    for _ in range(6):
        world, state = task.world(), simulator.get_initial_state()
        for _ in range(12):
            actions = sorted(simulator.get_applicable_actions(state), key=str)
            if not actions:
                break
            action, values = chance.choice(actions)
            args = {p.name: str(v) for p, v in zip(action.parameters, values, strict=True)}
            assert isinstance(asyncio.run(world.act(Call(_skill(task, action.name, args), args))), Done)
            state = simulator.apply(state, action, values)
            for fluent in up.fluents:
                if fluent.type.is_bool_type():
                    for expression in up.initial_values:
                        if expression.is_fluent_exp() and expression.fluent() == fluent:
                            text = fact(fluent.name, *map(str, expression.args))
                            assert the(state).get_value(expression).is_true() == (text in world.truth), text


def _skill(task, name, args):
    """Cases of one action are numbered; the one that the simulator took is the one whose needs hold."""
    same = [s.name for s in task.skills if s.name == name or s.name.startswith(f"{name}.")]
    return same[0] if same else name


def _usual_order(problem):
    from midcourse.worlds.pddl.text import form, parse, sections

    parts = sections(parse(problem, "p"), "p", ("problem", ":domain", ":objects", ":init", ":goal", ":metric"))
    order = ("problem", ":domain", ":objects", ":init", ":goal", ":metric")
    return str(form(1, "define", *(f for name in order for f in parts.get(name, ()))))


CHANCES = """
(define (domain dice) (:requirements :probabilistic-effects)
  (:predicates (one) (two) (three) (broken))
  (:action throw :effect (probabilistic 1/2 (one) 0.3 (and (two) (probabilistic 0.5 (three))))))
"""


def test_chances_are_outcomes_and_add_up():
    task = read_texts(CHANCES, "(define (problem p) (:domain dice) (:init) (:goal (three)))")
    [throw] = task.skills
    assert throw.makes == "one" and sorted(round(o.chance, 3) for o in throw.outcomes) == [0.15, 0.15, 0.2]
    drawn = {}
    for seed in range(400):
        world = task.world(seed)
        asyncio.run(world.act(Call("throw", {})))
        drawn[frozenset(world.truth)] = drawn.get(frozenset(world.truth), 0) + 1
    assert 150 < drawn[frozenset({"one"})] < 250 and 30 < drawn[frozenset({"two", "three"})] < 100
    plan = plan_of(task)
    assert isinstance(plan, Draft) and the(plan.steps[0], Act).outcome


NUMBERS = """
(define (domain tank) (:requirements :fluents :typing) (:types stop)
  (:predicates (at ?s - stop) (pump ?s - stop))
  (:functions (fuel) (far ?a - stop ?b - stop))
  (:action drive :parameters (?a - stop ?b - stop) :precondition (and (at ?a) (>= (fuel) (far ?a ?b)))
    :effect (and (at ?b) (not (at ?a)) (decrease (fuel) (far ?a ?b))))
  (:action fill :parameters (?s - stop) :precondition (and (at ?s) (pump ?s) (< (fuel) 8)) :effect (increase (fuel) 4)))
"""


def test_numbers_are_planned_with_and_executed():
    task = read_texts(
        NUMBERS,
        "(define (problem p) (:domain tank) (:objects x y z - stop) (:init (at x) (pump x) (= (fuel) 1)"
        " (= (far x y) 5) (= (far y z) 6) (= (far x x) 0) (= (far y y) 0) (= (far z z) 0)"
        " (= (far y x) 5) (= (far z y) 6) (= (far x z) 99) (= (far z x) 99)) (:goal (at y)))",
    )
    plan = plan_of(task)
    assert [the(s, Act).skill for s in the(plan, Draft).steps] == ["fill", "drive"]
    world = task.world()
    run = lab(world, SearchPlanner(), task.goal).run()
    assert the(run.ending).success and "fuel(0)" in world.truth


def test_the_state_of_a_world_outlives_its_process(tmp_path):
    task = read_texts(CHANCES, "(define (problem p) (:domain dice) (:init) (:goal (three)))")
    first = task.world(7, tmp_path / "w.json")
    asyncio.run(first.act(Call("throw", {})))
    again = task.world(7, tmp_path / "w.json")
    assert again.truth == first.truth
    asyncio.run(first.act(Call("throw", {})))
    asyncio.run(again.act(Call("throw", {})))
    assert again.truth == first.truth, "and chance goes on where it was"


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("(ferry ?p) (not (full))", "(ferri ?p) (not (full))", 7, "no predicate 'ferri' is declared; did you mean ferry?"),
        ("(on ?c) (full) (not", "(on ?c ?p) (full) (not", 7, "on takes 1 arguments, found 2"),
        ("(ferry ?a) (not (= ?a ?b))", "(ferry ?x) (not (= ?a ?b))", 9, "no variable ?x is declared"),
        ("?c - car ?p - place) (ferry", "?c - kar ?p - place) (ferry", 4, "unknown type 'kar'"),
        (":effect (and (on ?c)", ":effekt (and (on ?c)", 7, "expected one of :parameters, :precondition, :effect, found :effekt"),
        ("(not (full)))))", "(not (full))))", 2, "never closed"),
        ("(:functions", "(:funktions", 5, "no section ':funktions' is known here"),
    ],
)
def test_a_broken_domain_gets_the_line_and_the_reason(old, new, line, told):
    text = DOMAIN.replace(old, new, 1) if old != "(not (full)))))" else DOMAIN.rstrip()[:-1]
    with pytest.raises(PddlError) as error:
        read_texts(text, PROBLEM, "ferry.pddl", "two.pddl")
    assert told in str(error.value)
    assert str(error.value).startswith(f"ferry.pddl:{line}:"), str(error.value)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("(at c1 a)", "(at c9 a)", "two.pddl:4: no object c9 is declared; valid: a, b, c1, c2, far"),
        ("(:goal", "(:gaol", "two.pddl:6: no section ':gaol' is known here; did you mean :goal?"),
        ("(define (problem two)", "(define (problem two", "never closed"),
    ],
)
def test_a_broken_problem_too(old, new, told):
    with pytest.raises(PddlError, match="two.pddl") as error:
        read_texts(DOMAIN, PROBLEM.replace(old, new, 1), "ferry.pddl", "two.pddl")
    assert told in str(error.value)


def test_what_is_not_supported_is_said(tmp_path):
    text = DOMAIN.replace("(:action board", "(:derived (full) (on c1))\n  (:action board", 1)
    with pytest.raises(PddlError, match=r"6: derived predicates"):
        read_texts(text, PROBLEM)
    with pytest.raises(PddlError, match=r"missing.pddl:1: cannot be read: No such file"):
        read_files(tmp_path / "missing.pddl", tmp_path / "p.pddl")
