"""Names that do not exist, arguments too many or too few: found before anything is built, each with its line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...core.errors import choices
from .text import Form, PddlError, Word, typed

JOINING = ("and", "or", "not", "imply", "when", "probabilistic", "")
QUANTIFIERS = ("forall", "exists")
COMPARING = ("=", ">", "<", ">=", "<=", "+", "-", "*", "/", "increase", "decrease", "assign", "scale-up", "scale-down")
BUILT_IN = {"total-cost": 0, "reward": 0}


@dataclass(slots=True)
class Names:
    """What a domain and a problem declare."""

    types: set[str] = field(default_factory=lambda: {"object"})
    predicates: dict[str, int] = field(default_factory=dict[str, int])
    functions: dict[str, int] = field(default_factory=lambda: dict(BUILT_IN))
    objects: set[str] = field(default_factory=set[str])


def declared(domain: Mapping[str, list[Form]], problem: Mapping[str, list[Form]], sources: tuple[str, str]) -> Names:
    """The names of both files; a type that is used and not declared is a mistake."""
    names = Names()
    for section in domain.get(":types", ()):
        for word, parent in typed(section.rest, sources[0]):
            names.types |= {word.text, parent}
    for section, into in ((":predicates", names.predicates), (":functions", names.functions)):
        for form in domain.get(section, ()):
            for item in form.rest:
                if isinstance(item, Form):
                    pairs = typed(item.rest, sources[0])
                    _check_types(pairs, names, sources[0])
                    into[item.head] = len(pairs)
    for section, source in ((domain.get(":constants", ()), sources[0]), (problem.get(":objects", ()), sources[1])):
        for form in section:
            pairs = typed(form.rest, source)
            _check_types(pairs, names, source)
            names.objects |= {word.text for word, _ in pairs}
    return names


def _check_types(pairs: list[tuple[Word, str]], names: Names, source: str) -> None:
    for word, kind in pairs:
        if kind not in names.types:
            raise PddlError(source, word.line, f"{word.text} has the unknown type {kind!r}; {choices(kind, names.types)}")


def check_action(action: Form, names: Names, source: str) -> Form:
    """The action with its parts in the usual order, if it speaks only of what is declared."""
    parts = _keywords(action, source)
    parameters = parts.get(":parameters")
    variables: set[str] = set()
    if isinstance(parameters, Form):
        pairs = typed(parameters.items, source)
        _check_types(pairs, names, source)
        variables = {word.text for word, _ in pairs}
    for part in (":precondition", ":effect"):
        if isinstance(formula := parts.get(part), Form):
            check_formula(formula, names, variables, source)
    items = [action.items[0], action.items[1]]
    for part in (":parameters", ":precondition", ":effect"):
        if part in parts or part != ":precondition":
            items += [Word(part, action.line), parts.get(part, Form((), action.line))]
    return Form(tuple(items), action.line)


def _keywords(action: Form, source: str) -> dict[str, Word | Form]:
    allowed = (":parameters", ":precondition", ":effect")
    if len(action.items) < 2 or not isinstance(action.items[1], Word):
        raise PddlError(source, action.line, "expected (:action NAME :parameters (…) :precondition (…) :effect (…))")
    found: dict[str, Word | Form] = {}
    rest = list(action.items[2:])
    while rest:
        key = rest.pop(0)
        if not isinstance(key, Word) or key.text not in allowed:
            raise PddlError(
                source, key.line, f"expected one of {', '.join(allowed)}, found {key if isinstance(key, Form) else key.text}"
            )
        if not rest:
            raise PddlError(source, key.line, f"nothing follows {key.text}")
        found[key.text] = rest.pop(0)
    return found


def check_formula(formula: Form, names: Names, variables: set[str], source: str) -> None:
    """A condition or an effect."""
    if not formula.items:
        return
    head = formula.head
    if head in QUANTIFIERS:
        if len(formula.items) < 3 or not isinstance(formula.items[1], Form):
            raise PddlError(source, formula.line, f"expected ({head} (VARIABLES) …)")
        pairs = typed(formula.items[1].items, source)
        _check_types(pairs, names, source)
        variables = variables | {word.text for word, _ in pairs}
        inner = formula.items[2:]
    elif head in JOINING or head in COMPARING:
        inner = formula.rest
    else:
        _check_atom(formula, names, variables, source)
        return
    for item in inner:
        if isinstance(item, Form):
            check_formula(item, names, variables, source)
        elif head not in ("probabilistic", *COMPARING):
            raise PddlError(source, item.line, f"expected something in parentheses after {head!r}, found {item.text!r}")
        elif item.text.startswith("?") and item.text not in variables:
            raise PddlError(source, item.line, f"no variable {item.text} here; {choices(item.text, variables)}")


def _check_atom(atom: Form, names: Names, variables: set[str], source: str) -> None:
    known = {**names.predicates, **names.functions}
    if atom.head not in known:
        raise PddlError(
            source, atom.line, f"no predicate {atom.head!r} is declared; {choices(atom.head, known.keys() - BUILT_IN.keys())}"
        )
    if len(atom.rest) != known[atom.head]:
        raise PddlError(source, atom.line, f"{atom.head} takes {known[atom.head]} arguments, found {len(atom.rest)} in {atom}")
    for arg in atom.rest:
        if isinstance(arg, Form):
            raise PddlError(source, arg.line, f"expected a name, found {arg}")
        valid = variables if arg.text.startswith("?") else names.objects
        if arg.text not in valid:
            kind = "variable" if arg.text.startswith("?") else "object"
            raise PddlError(source, arg.line, f"no {kind} {arg.text} is declared; {choices(arg.text, valid)}")
