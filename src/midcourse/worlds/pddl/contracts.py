"""From a planning problem of unified-planning to skills, facts and a goal. The one home of that package's reader."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...core.errors import TaskError
from ...core.logic.conditions import fact
from ...core.logic.numbers import as_written
from ...core.model import Delivery, Otherwise, Parameter, Skill
from .outcomes import Variant

SAME = "same"
"""`same(x, x)` holds of every object: how `(= ?x ?y)` is said in facts."""
Up = Any
"""A value of unified-planning, which has no types to speak of."""


@dataclass(slots=True)
class Read:
    """What a domain and a problem come to."""

    skills: list[Skill] = field(default_factory=list[Skill])
    facts: set[str] = field(default_factory=set[str])
    goal: str = ""


class Unsupported(Exception):
    """Something that facts and contracts cannot say."""


def up_problem(domain: str, problem: str) -> Up:
    """The problem as unified-planning reads it."""
    try:
        from unified_planning.environment import get_environment
        from unified_planning.io import PDDLReader
    except ImportError:
        raise TaskError("PDDL needs unified-planning: pip install 'midcourse[pddl]'") from None
    environment: Up = get_environment()  # its compilers work in no other
    environment.error_used_name = False  # predicates and actions of the same name are common
    environment.credits_stream = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return PDDLReader(environment).parse_problem_string(domain, problem)


def simplified(problem: Up) -> tuple[Up, dict[str, str]]:
    """The problem without quantifiers, disjunctions and conditional effects; and new action name -> old one."""
    from unified_planning.engines import CompilationKind

    names = {action.name: action.name for action in problem.actions}
    for kind in _needed(problem.kind.features):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiler = problem.environment.factory.Compiler(problem_kind=problem.kind, compilation_kind=CompilationKind[kind])
            result = compiler.compile(problem, CompilationKind[kind])
        names = {a.name: _origin(a.name, names) for a in result.problem.actions}
        problem = result.problem
    return problem, names


def _needed(features: set[str]) -> list[str]:
    """The compilations in order. Choices are split only after grounding: with names in, most of them settle themselves."""
    steps: list[str] = []
    if features & {"EXISTENTIAL_CONDITIONS", "UNIVERSAL_CONDITIONS", "FORALL_EFFECTS"}:
        steps.append("QUANTIFIERS_REMOVING")
    if features & {"DISJUNCTIVE_CONDITIONS", "UNIVERSAL_CONDITIONS", "EXISTENTIAL_CONDITIONS"}:
        steps += ["GROUNDING", "DISJUNCTIVE_CONDITIONS_REMOVING"]
    if "CONDITIONAL_EFFECTS" in features:
        steps.append("CONDITIONAL_EFFECTS_REMOVING")
    return steps


def _origin(name: str, known: Mapping[str, str]) -> str:
    """The action that a compiler made this one of: it adds to the name."""
    older = [old for old in known if name == old or name.startswith(f"{old}_")]
    return known[max(older, key=len)] if older else name


def read_problem(problem: Up, variants: Mapping[str, Variant]) -> Read:
    """Skills, facts and goal of a problem; `variants` says which actions are outcomes of one."""
    problem, names = simplified(problem)
    read = Read()
    taken = {f.name for f in problem.fluents}
    types = {t.name: (f"is:{t.name}" if t.name in taken else t.name) for t in problem.user_types}
    changing = _changing(problem)
    made: dict[tuple[str, tuple[str, ...]], list[tuple[float, Skill]]] = {}
    for action in problem.actions:
        skill = _skill(action, types, changing, _costs(problem).get(action))
        variant = variants.get(names[action.name])
        name = variant.action if variant else action.name
        made.setdefault((name, (skill.needs, *(p.name for p in skill.parameters))), []).append(
            (variant.chance if variant else 1.0, skill)
        )
    read.skills = _joined(made, {v.action: sum(w.action == v.action for w in variants.values()) for v in variants.values()})
    for item in problem.all_objects:
        kind: Up = item.type
        while kind is not None:
            read.facts.add(fact(types[kind.name], item.name))
            kind = kind.father
        read.facts.add(fact(SAME, item.name, item.name))
    if not any(SAME in skill.needs for skill in read.skills):
        read.facts = {f for f in read.facts if not f.startswith(f"{SAME}(")}
    for expression, value in problem.initial_values.items():
        text = _value_fact(expression, value)
        if text:
            read.facts.add(text)
    goal: list[str] = []
    for condition in problem.goals:
        goal += _Conditions({}, changing).of(condition)
    read.goal = " and ".join(dict.fromkeys(goal))
    return read


def _joined(made: dict[tuple[str, tuple[str, ...]], list[tuple[float, Skill]]], outcomes: dict[str, int]) -> list[Skill]:
    """One skill for each action and case; outcomes of the same case belong to one skill."""
    from msgspec.structs import replace

    cases: dict[str, int] = {}
    skills: list[Skill] = []
    for (name, _), found in made.items():
        if outcomes.get(name, 1) != len(found) and name in outcomes:
            raise Unsupported(f"the action {name} has both chances and conditions inside its effects")
        n = cases[name] = cases.get(name, 0) + 1
        usual, *others = sorted(found, key=lambda pair: -pair[0])
        kept = tuple(Otherwise(f"outcome {i + 2}", s.makes, s.breaks, p) for i, (p, s) in enumerate(others))
        skills.append(replace(usual[1], name=name if n == 1 else f"{name}.{n}", outcomes=kept))
    return skills


def _changing(problem: Up) -> set[str]:
    return {effect.fluent.fluent().name for action in problem.actions for effect in action.effects}


def _costs(problem: Up) -> Mapping[Up, Up]:
    for metric in problem.quality_metrics:
        if metric.is_minimize_action_costs():
            return metric.costs
    return {}


def _skill(action: Up, types: Mapping[str, str], changing: set[str], cost: Up) -> Skill:
    parameters = [Parameter(_plain(p.name), types[p.type.name]) for p in action.parameters]
    conditions = _Conditions({p.name: f"{{{_plain(p.name)}}}" for p in action.parameters}, changing)
    needs: list[str] = []
    for condition in action.preconditions:
        needs += conditions.of(condition)
    makes: list[str] = []
    breaks: list[str] = []
    for effect in action.effects:
        if not effect.condition.is_true():
            raise Unsupported(f"a condition inside the effects of {action.name}")
        gives, takes = conditions.effect(effect)
        makes += gives
        breaks += takes
    needs += conditions.extra_needs
    parameters += [Parameter(name, "number") for name in conditions.extra]
    price: float | str = 1.0
    if cost is not None:
        price = float(cost.constant_value()) if cost.is_constant() else _atom(cost, conditions.names)
    return Skill(
        action.name,
        parameters=tuple(parameters),
        needs=_joined_text(needs),
        makes=_joined_text(makes),
        breaks=_joined_text(b for b in breaks if b not in makes),
        complete=True,
        repeatable=not any("+=" in m or "-=" in m for m in makes),
        cost=price,
        delivery=Delivery(settles=0.0),
    )


def _plain(name: str) -> str:
    """A parameter's name as one word: `loc-from` as `loc_from`."""
    return name.replace("-", "_")


def _joined_text(parts: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(parts))


class _Conditions:
    """Conditions and effects of one action as text. A static number that it compares with becomes a parameter of its own."""

    def __init__(self, names: Mapping[str, str], changing: set[str]) -> None:
        self.names, self._changing = names, changing
        self.extra: list[str] = []
        self.extra_needs: list[str] = []

    def of(self, node: Up) -> list[str]:
        """A condition as literals."""
        if node.is_true():
            return []
        if node.is_and():
            return [text for arg in node.args for text in self.of(arg)]
        if node.is_not():
            return [_denied(self._one(node.arg(0), node))]
        return [self._one(node, node)]

    def _one(self, node: Up, whole: Up) -> str:
        if node.is_fluent_exp():
            return _atom(node, self.names)
        if node.is_equals() and all(a.is_parameter_exp() or a.is_object_exp() for a in node.args):
            return fact(SAME, *(_name(a, self.names) for a in node.args))
        if node.is_le() or node.is_lt() or node.is_equals():
            return self._comparison(node, whole)
        raise Unsupported(f"the condition {whole}")

    def _comparison(self, node: Up, whole: Up) -> str:
        """`a <= b` and `a < b`, with a number that changes on one side."""
        low, high = node.args
        left = low.is_fluent_exp() and low.fluent().name in self._changing
        number, other = (low, high) if left or not high.is_fluent_exp() else (high, low)
        if not number.is_fluent_exp():
            raise Unsupported(f"the condition {whole}")
        limit = self._number(other)
        if node.is_equals():
            return _with_number(_atom(number, self.names), limit)
        at_most = number is low
        if node.is_le():
            return _with_number(_atom(number, self.names), f"{'<=' if at_most else '>='}{limit}")
        return "not " + _with_number(_atom(number, self.names), f"{'>=' if at_most else '<='}{limit}")

    def _number(self, node: Up) -> str:
        if node.is_constant():
            return as_written(float(node.constant_value()))
        if node.is_fluent_exp() and node.fluent().name not in self._changing:
            name = f"n{len(self.extra)}"
            need = _with_number(_atom(node, self.names), f"{{{name}}}")
            for known, text in zip(self.extra, self.extra_needs, strict=True):
                if text == _with_number(_atom(node, self.names), f"{{{known}}}"):
                    return f"{{{known}}}"
            self.extra.append(name)
            self.extra_needs.append(need)
            return f"{{{name}}}"
        raise Unsupported(f"the number {node}")

    def effect(self, effect: Up) -> tuple[list[str], list[str]]:
        """(makes, breaks) of one effect."""
        atom = _atom(effect.fluent, self.names)
        if effect.is_increase() or effect.is_decrease():
            return [_with_number(atom, f"{'+' if effect.is_increase() else '-'}={self._number(effect.value)}")], []
        if effect.value.is_bool_constant():
            return ([atom], []) if effect.value.is_true() else ([], [atom])
        return [_with_number(atom, self._number(effect.value))], [_with_number(atom, "*")]


def _denied(text: str) -> str:
    return text.removeprefix("not ") if text.startswith("not ") else f"not {text}"


def _name(node: Up, names: Mapping[str, str]) -> str:
    if node.is_parameter_exp():
        return names[node.parameter().name]
    if node.is_object_exp():
        return node.object().name
    raise Unsupported(f"the argument {node}")


def _atom(node: Up, names: Mapping[str, str]) -> str:
    if not node.is_fluent_exp():
        raise Unsupported(f"the expression {node}")
    return fact(node.fluent().name, *(_name(a, names) for a in node.args))


def _with_number(atom: str, number: str) -> str:
    return f"{atom[:-1]}, {number})" if atom.endswith(")") else f"{atom}({number})"


def _value_fact(node: Up, value: Up) -> str:
    if value.is_bool_constant():
        return _atom(node, {}) if value.is_true() else ""
    if value.is_constant():
        return _with_number(_atom(node, {}), as_written(float(value.constant_value())))
    raise Unsupported(f"the value of {node}")
