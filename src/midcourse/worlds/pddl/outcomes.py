"""Effects with chances: `(probabilistic 0.8 e …)` becomes one action for each outcome."""

from __future__ import annotations

from dataclasses import dataclass

from .text import Form, PddlError, Word, form

MOST = 16
"""Outcomes of one action."""


@dataclass(frozen=True, slots=True)
class Variant:
    """One outcome of an action, as an action of its own name."""

    name: str
    action: str
    chance: float


def split(action: Form, source: str) -> tuple[list[Form], list[Variant]]:
    """The action itself, or one action for each of its outcomes, the likeliest first."""
    name = action.rest[0]
    assert isinstance(name, Word)
    place = next((i for i, item in enumerate(action.items) if isinstance(item, Word) and item.text == ":effect"), -1)
    if place < 0 or place + 1 >= len(action.items):
        return [action], []
    effect = action.items[place + 1]
    if not isinstance(effect, Form):
        raise PddlError(source, effect.line, f"expected an effect in parentheses, found {effect.text!r}")
    found = _outcomes(effect, source)
    if len(found) == 1:
        return [_with(action, place, name.text, found[0][1])], []
    if len(found) > MOST:
        raise PddlError(source, action.line, f"the action {name.text} has {len(found)} outcomes; at most {MOST} are supported")
    made: list[Form] = []
    variants: list[Variant] = []
    for n, (chance, one) in enumerate(sorted(found, key=lambda pair: -pair[0])):
        variants.append(Variant(f"{name.text}__{n}", name.text, chance))
        made.append(_with(action, place, variants[-1].name, one))
    return made, variants


def _with(action: Form, place: int, name: str, effect: Form) -> Form:
    items = list(action.items)
    items[1] = Word(name, action.line)
    items[place + 1] = effect
    return Form(tuple(items), action.line)


def _outcomes(effect: Form, source: str) -> list[tuple[float, Form]]:
    """Every way the effect may come out, with its chance."""
    nothing = form(effect.line, "and")
    if effect.head in ("increase", "decrease", "assign") and "(reward)" in str(effect):
        return [(1.0, nothing)]
    if effect.head == "and":
        ways: list[tuple[float, tuple[Form, ...]]] = [(1.0, ())]
        for part in effect.rest:
            if isinstance(part, Word):
                raise PddlError(source, part.line, f"expected an effect in parentheses, found {part.text!r}")
            ways = [(p * q, (*so_far, one)) for p, so_far in ways for q, one in _outcomes(part, source)]
        return [(p, Form((Word("and", effect.line), *parts), effect.line)) for p, parts in ways if p > 0]
    if effect.head == "probabilistic":
        return _draws(effect, source, nothing)
    if effect.head in ("when", "forall") and "(probabilistic" in str(effect):
        if effect.head == "forall" or len(effect.items) != 3 or not isinstance(effect.items[2], Form):
            raise PddlError(source, effect.line, "(probabilistic …) inside (forall …) is not supported")
        inner = _outcomes(effect.items[2], source)
        return [(p, Form((*effect.items[:2], one), effect.line)) for p, one in inner]
    return [(1.0, effect)]


def _draws(effect: Form, source: str, nothing: Form) -> list[tuple[float, Form]]:
    found: list[tuple[float, Form]] = []
    rest = list(effect.rest)
    while rest:
        chance, one, *rest = *rest, *([] if len(rest) > 1 else [nothing])
        value = _chance(chance.text) if isinstance(chance, Word) else None
        if value is None or not isinstance(one, Form):
            raise PddlError(source, effect.line, "expected (probabilistic CHANCE EFFECT …), chances between 0 and 1")
        found += [(value * p, inner) for p, inner in _outcomes(one, source)]
    left = 1.0 - sum(p for p, _ in found)
    if left < -1e-9:
        raise PddlError(source, effect.line, f"the chances add up to {1 - left:g}, more than 1")
    if left > 1e-9:
        found.append((left, nothing))
    return [(p, one) for p, one in found if p > 0]


def _chance(text: str) -> float | None:
    """0.8 or 4/5."""
    top, _, bottom = text.partition("/")
    try:
        value = float(top) / float(bottom or 1)
    except (ValueError, ZeroDivisionError):
        return None
    return value if 0 <= value <= 1 else None
