"""From skills and facts to ground calls: only those whose needs can ever be met, found by joining needs with facts.

A parameter takes its values from a closed choice, from facts of its own type (`door(x)` for a parameter of type `door`),
or from whatever facts its skill's needs name it in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from dataclasses import dataclass, field

from ...core.logic.conditions import Coverage, Literal, as_text, is_mark, parse
from ...core.model import Json, Otherwise, Skill
from ...core.plans.quoting import verbatim

Key = tuple[str, ...]
"""A fact as a search knows it: its name and its arguments."""
MOST_CALLS = 200_000
_HOLE = re.compile(r"\{(\w+)\}")
BREATH = 256
"""Calls between two pauses."""


@dataclass(frozen=True, slots=True)
class Template:
    """A literal of a contract with numbered holes: an argument is a constant, or the place of a parameter."""

    literal: Literal
    args: tuple[str | int | Callable[[Sequence[str]], str], ...]
    is_number: bool = False
    """It compares or counts a number, or is open: it binds nothing."""

    def key(self, values: Sequence[str]) -> Key:
        """The ground fact."""
        filled = (a if isinstance(a, str) else values[a] if isinstance(a, int) else a(values) for a in self.args)
        return (self.literal.name, *filled)


def template(literal: Literal, places: dict[str, int]) -> Template | None:
    """The literal with its holes as places; None if a hole has no parameter."""
    args: list[str | int | Callable[[Sequence[str]], str]] = []
    for arg in literal.args:
        holes = _HOLE.findall(arg)
        if any(name not in places for name in holes):
            return None
        if len(holes) == 1 and arg == f"{{{holes[0]}}}":
            args.append(places[holes[0]])
        elif holes:
            args.append(_filler(arg, {f"{{{name}}}": places[name] for name in holes}))
        else:
            args.append(arg)
    return Template(literal, tuple(args), literal.open)


def _filler(text: str, holes: dict[str, int]) -> Callable[[Sequence[str]], str]:
    return lambda values: _HOLE.sub(lambda hole: values[holes[hole[0]]], text)


@dataclass(frozen=True, slots=True)
class Effects:
    """What one outcome of a skill gives and takes."""

    name: str
    chance: float
    makes: tuple[Template, ...]
    breaks: tuple[Template, ...]


class Schema:
    """A skill made ready for joining."""

    def __init__(self, skill: Skill, kinds: Collection[str]) -> None:
        self.skill = skill
        used = [p for p in skill.parameters if p.required or p.choices or p.type in kinds]
        self.names = [p.name for p in used]
        places = {name: i for i, name in enumerate(self.names)}
        self.choices: dict[int, tuple[str, ...]] = {places[p.name]: p.choices for p in used if p.choices}
        self.written = {i: {as_text(c): c for c in options} for i, options in self.choices.items()}
        self.needs = _templates(skill.needs, places)
        typed = (f"{p.type}({{{p.name}}})" for p in used if p.type in kinds and not p.choices)
        self.types = [t for text in typed for t in _templates(text, places)]
        other = sum(o.chance for o in skill.outcomes)
        usual = Otherwise("", skill.makes, skill.breaks, max(0.0, 1.0 - other) or 1.0 / (1 + len(skill.outcomes)))
        self.outcomes = [
            Effects(o.name, o.chance, _templates(o.makes, places), _templates(o.breaks, places)) for o in (usual, *skill.outcomes)
        ]
        self.senses = _templates(skill.senses, places)
        self.priced_by = _templates(skill.cost, places) if isinstance(skill.cost, str) else ()

    def args(self, values: Sequence[str]) -> dict[str, Json]:
        """The arguments of a call. What facts name is text of the world, however it looks."""
        return {name: self.written.get(i, {}).get(values[i], verbatim(values[i])) for i, name in enumerate(self.names)}


def _templates(condition: str, places: dict[str, int]) -> tuple[Template, ...]:
    return tuple(t for lit in parse(condition) if (t := template(lit, places)) is not None)


@dataclass(slots=True)
class Known:
    """Facts that hold or can come to hold, found by name and by one argument."""

    by_name: dict[str, list[Key]] = field(default_factory=dict[str, "list[Key]"])
    by_arg: dict[tuple[str, int, str], list[Key]] = field(default_factory=dict[tuple[str, int, str], "list[Key]"])
    all: set[Key] = field(default_factory=set["Key"])

    def add(self, key: Key) -> bool:
        """Take a fact in; whether it is new."""
        if key in self.all:
            return False
        self.all.add(key)
        self.by_name.setdefault(key[0], []).append(key)
        for i in range(1, len(key)):
            self.by_arg.setdefault((key[0], i, key[i]), []).append(key)
        return True


class Join:
    """One way through a skill's needs, begun with one of them: each next one has as many bound arguments as can be."""

    def __init__(self, schema: Schema, binding: Sequence[Template], first: Template | None, sizes: dict[str, int]) -> None:
        self.schema = schema
        self.first = first
        bound: set[int] = _places(first) if first is not None else set()
        left = [t for t in binding if t is not first]
        self.order: list[Template | int] = []
        unbound = [i for i in range(len(schema.names)) if i in schema.choices]
        while left:
            best = max(left, key=lambda t: (_share(t, bound), -sizes.get(t.literal.name, 0)))
            left.remove(best)
            self.order.append(best)
            bound |= _places(best)
        self.order += [i for i in unbound if i not in bound]
        self.complete = bound | set(unbound) >= set(range(len(schema.names)))

    def calls(self, known: Known, start: Key | None = None) -> Iterable[tuple[str, ...]]:
        """Every full binding; with `start`, only those in which the first need is that fact."""
        values: list[str] = [""] * len(self.schema.names)
        bound = [False] * len(values)
        if self.first is not None and start is not None and not _unify(self.first, start, values, bound):
            return ()
        return self._from(0, known, values, bound)

    def _from(self, i: int, known: Known, values: list[str], bound: list[bool]) -> Iterable[tuple[str, ...]]:
        if i == len(self.order):
            if all(values[place] in options for place, options in self.schema.written.items()):
                yield tuple(values)
            return
        step = self.order[i]
        if isinstance(step, int):
            if bound[step]:
                yield from self._from(i + 1, known, values, bound)
                return
            for choice in self.schema.written[step]:
                values[step], bound[step] = choice, True
                yield from self._from(i + 1, known, values, bound)
            bound[step] = False
            return
        if all(bound[a] for a in step.args if isinstance(a, int)):
            if step.key(values) in known.all:
                yield from self._from(i + 1, known, values, bound)
            return
        for key in _candidates(step, known, values, bound):
            fresh = [a for a in step.args if isinstance(a, int) and not bound[a]]
            if _unify(step, key, values, bound):
                yield from self._from(i + 1, known, values, bound)
            for a in fresh:
                bound[a] = False


def _places(need: Template) -> set[int]:
    return {a for a in need.args if isinstance(a, int)}


def _share(need: Template, bound: set[int]) -> float:
    places = _places(need)
    return len(places & bound) / len(places) if places else 2.0


def _candidates(need: Template, known: Known, values: list[str], bound: list[bool]) -> Sequence[Key]:
    """The facts that the need may be, by its bound argument with the fewest."""
    name = need.literal.name
    best: Sequence[Key] | None = None
    for i, arg in enumerate(need.args):
        value = arg if isinstance(arg, str) else values[arg] if isinstance(arg, int) and bound[arg] else None
        if value is not None:
            found = known.by_arg.get((name, i + 1, value), ())
            if best is None or len(found) < len(best):
                best = found
    found = best if best is not None else known.by_name.get(name, ())
    return list(found)  # facts may come in while a join is under way


def _unify(need: Template, key: Key, values: list[str], bound: list[bool]) -> bool:
    """Bind the need's parameters to a fact's arguments. What was bound anew before a misfit is bound again by the next."""
    if len(key) != len(need.args) + 1:
        return False
    fresh: list[int] = []
    for arg, value in zip(need.args, key[1:], strict=True):
        if isinstance(arg, int):
            if not bound[arg]:
                values[arg], bound[arg] = value, True
                fresh.append(arg)
                continue
            fits = values[arg] == value
        else:
            fits = (arg if isinstance(arg, str) else arg(values)) == value
        if not fits:
            for place in fresh:
                bound[place] = False
            return False
    return True


def binds(need: Template, covered: Coverage, counted: Collection[str]) -> bool:
    """Whether a need restricts calls to facts that hold or can be made: it is positive, and its absence would be seen."""
    lit = need.literal
    if lit.negated or need.is_number or lit.name in counted or any(callable(a) for a in need.args):
        return False
    return covered.everything or covered.has(Literal(lit.name, ("*",) * len(lit.args), open=True))


def ground(
    schemas: Sequence[Schema], known: Known, covered: Coverage, counted: Collection[str]
) -> Generator[None, None, list[tuple[Schema, tuple[str, ...]]]]:
    """All calls whose binding needs can ever be met; `known` grows by what they make."""
    found: dict[tuple[int, tuple[str, ...]], None] = {}
    sizes = {name: len(keys) for name, keys in known.by_name.items()}
    joins: list[Join] = []
    waiting: dict[str, list[tuple[int, Join]]] = {}
    for n, schema in enumerate(schemas):
        binding = [t for t in schema.needs if binds(t, covered, counted)]
        loose = [t for t in schema.needs if t not in binding and not t.literal.negated and not t.is_number]
        all_binding = [*binding, *schema.types]
        whole = Join(schema, all_binding, None, sizes)
        if not whole.complete:  # what is only partly known must do: its known facts
            all_binding += loose
            whole = Join(schema, all_binding, None, sizes)
        joins.append(whole)
        if whole.complete:
            for need in all_binding:
                waiting.setdefault(need.literal.name, []).append((n, Join(schema, all_binding, need, sizes)))
    new: list[Key] = []

    def take(n: int, values: tuple[str, ...]) -> bool:
        if (n, values) in found:
            return False
        found[n, values] = None
        for effects in schemas[n].outcomes:
            for t in effects.makes:
                if not t.literal.negated and not t.is_number and known.add(key := t.key(values)):
                    new.append(key)
        return True

    for n, join in enumerate(joins):
        if join.complete:
            for values in join.calls(known):
                take(n, values)
                if len(found) % BREATH == 0:
                    yield
    while new and len(found) < MOST_CALLS:
        batch, new[:] = list(new), []
        for key in batch:
            for n, join in waiting.get(key[0], ()):
                for values in join.calls(known, key):
                    if take(n, values) and len(found) % BREATH == 0:
                        yield
    return [(schemas[n], values) for n, values in found]


def kinds_in(facts: Iterable[Key]) -> set[str]:
    """The names that may be types: those of facts with one argument."""
    return {key[0] for key in facts if len(key) == 2}


def counted_names(conditions: Iterable[str]) -> set[str]:
    """The names of facts whose last argument is compared or counted as a number."""
    return {lit.name for text in conditions for lit in parse(text) if lit.open and lit.args[-1] != "*" and is_mark(lit.args[-1])}
