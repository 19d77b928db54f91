"""Fixes, learned from one case and used in another."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from ..errors import BadInput
from ..logic.conditions import as_text, parse_fact
from ..model import Json, secret_name
from .calls import act_digest
from .fixes import ArgumentChange, Edit, Forbid, Insert, Instead, Rewrite, say
from .plan import Act, Step, reference, references
from .quoting import verbatim

__all__ = [
    "ArgumentChange",
    "Edit",
    "Forbid",
    "Insert",
    "Instead",
    "Rewrite",
    "apply",
    "edit_between",
    "generalised",
    "led_to",
    "say",
]

LONGEST_EDIT = 4
"""Acts that an edit may bring: more is a plan of its own."""


# --- what a new plan did otherwise ----------------------------------------------------------------------------------


def edit_between(failed: Act, rest: Sequence[Step], new: Sequence[Step], facts: Collection[str]) -> Edit | None:
    """The edit that leads from the failed act and the rest after it to a new plan; None where it is another plan altogether."""
    acts = [step for step in new[: LONGEST_EDIT + 1] if isinstance(step, Act)]
    if len(acts) < min(len(new), LONGEST_EDIT + 1) and not _before_a_pause(failed, rest, new):
        return None
    if any(references(act.args) for act in acts):
        return None  # what another step gave means nothing elsewhere
    again = next((i for i, act in enumerate(acts) if _same(act, failed)), None)
    if again is not None:
        return Insert(tuple(generalised(act, failed, facts) for act in acts[:again])) if again else None
    until = _meets(acts, rest)
    if until is None and (edit := _renamed(failed, rest, new, facts)):
        return edit
    if until is None or not 0 < until <= LONGEST_EDIT:
        return None
    put = acts[:until]
    if len(put) == 1 and put[0].skill == failed.skill and put[0].target == failed.target:
        return _rewritten(failed, put[0], facts)
    return Instead(tuple(generalised(act, failed, facts) for act in put))


def _before_a_pause(failed: Act, rest: Sequence[Step], new: Sequence[Step]) -> bool:
    """Whether all that is new comes before the step, no act, at which the old plan goes on as it was."""
    first = next((i for i, step in enumerate(new) if not isinstance(step, Act)), len(new))
    return first > 0 and len(rest) >= 1 and any(not isinstance(step, Act) for step in rest[:LONGEST_EDIT])


def _same(a: Step, b: Step) -> bool:
    if not isinstance(a, Act) or not isinstance(b, Act):
        return False
    return act_digest(a.skill, a.args, a.target, {}) == act_digest(b.skill, b.args, b.target, {})


def _meets(acts: Sequence[Act], rest: Sequence[Step]) -> int | None:
    """Where the new plan comes back to the rest of the old one, or its end where the old one had no act left."""
    if not rest or not isinstance(rest[0], Act):
        return len(acts)
    return next((i for i, act in enumerate(acts) if _same(act, rest[0])), None)


def _renamed(failed: Act, rest: Sequence[Step], new: Sequence[Step], facts: Collection[str]) -> Edit | None:
    """The old plan with one value in place of another wherever it stood."""
    old = (failed, *rest)
    if len(new) < len(old) or not isinstance(new[0], Act) or new[0].skill != failed.skill or new[0].target != failed.target:
        return None
    edit = _rewritten(failed, new[0], facts)
    if not isinstance(edit, Rewrite):
        return None
    put = {as_text(failed.args[name]): new[0].args[name] for name in edit.changes if name in failed.args}
    same = (_same(_with(step, put), other) for step, other in zip(old, new, strict=False))
    return replace(edit, throughout=True) if all(same) else None


def _with(step: Step, put: Mapping[str, Json]) -> Step:
    """The step with some values in place of others."""
    if not isinstance(step, Act):
        return step
    return replace(step, args={name: put.get(as_text(value), value) for name, value in step.args.items()})


def _rewritten(failed: Act, new: Act, facts: Collection[str]) -> Edit | None:
    names = dict.fromkeys((*failed.args, *new.args))
    if any(name not in new.args for name in names):
        return Instead((generalised(new, failed, facts),))
    changes = {
        name: argument_change(name, new.args[name], failed, facts) for name in names if failed.args.get(name) != new.args[name]
    }
    return Rewrite(changes) if changes else None


def argument_change(name: str, new: Json, failed: Act, facts: Collection[str]) -> ArgumentChange:
    """How the new value comes from the old one, as generally as one case can tell."""
    old = failed.args.get(name)
    others = replace(failed, args={k: v for k, v in failed.args.items() if v != old})
    related = _related(name, new, others, facts) or _related(name, new, failed, facts)
    if related:
        return ArgumentChange("set", new=related)
    if not isinstance(old, str) or not isinstance(new, str):
        return ArgumentChange("set", new=new)
    if old.strip() == new:
        return ArgumentChange("strip")
    if old.lower() == new:
        return ArgumentChange("lower")
    if old.upper() == new:
        return ArgumentChange("upper")
    if old and new.endswith(old):
        return ArgumentChange("before", new=new[: -len(old)])
    if old and new.startswith(old):
        return ArgumentChange("behind", new=new[len(old) :])
    return _middle(old, new) or ArgumentChange("set", new=new)


def _middle(old: str, new: str) -> ArgumentChange | None:
    """Old and new differ in one piece only, and have enough in common for that to be no accident."""
    parts_old, parts_new = _pieces(old), _pieces(new)
    head = 0
    while head < min(len(parts_old), len(parts_new)) and parts_old[head] == parts_new[head]:
        head += 1
    tail = 0
    while tail < min(len(parts_old), len(parts_new)) - head and parts_old[-1 - tail] == parts_new[-1 - tail]:
        tail += 1
    gone, put = "".join(parts_old[head : len(parts_old) - tail]), "".join(parts_new[head : len(parts_new) - tail])
    common = len(old) - len(gone)
    if not gone or common < 3 or old.count(gone) != 1:
        return None
    return ArgumentChange("replace", gone, put)


def _pieces(text: str) -> list[str]:
    """Words and the signs between them."""
    return re.findall(r"\w+|\W", text)


def generalised(act: Act, failed: Act, facts: Collection[str]) -> Act:
    """The act in terms of the failed one."""
    args = {name: _related(name, value, failed, facts) or value for name, value in act.args.items()}
    target = str(_related("target", act.target, failed, facts) or act.target) if act.target else ""
    return Act(act.skill, args, target)


def _is_form(value: Json) -> bool:
    return isinstance(value, str) and value.startswith("{") and value.endswith("}")


def _related(place: str, value: Json, failed: Act, facts: Collection[str]) -> str:
    """`{name}` where the value is an argument of the failed act, or the form of the one fact that leads to it; else ''.

    Where two arguments hold the value, the one that is called like the `place` is meant; if none is, one case cannot tell which.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        return ""
    text = as_text(value)
    named: dict[str, list[str]] = {}
    for name, held in {**failed.args, "target": failed.target}.items():
        if held != "":
            named.setdefault(as_text(held), []).append(name)
    if names := named.get(text):
        meant = names if len(names) == 1 else [name for name in names if name == place]
        return f"{{{meant[0]}}}" if meant else ""
    for fact in sorted(facts):
        literal = parse_fact(fact)
        known = next((a for a in literal.args if len(named.get(a, ())) == 1), None)
        if text in literal.args and known is not None:
            places = ["?" if a == text else named[a][0] if a == known else "*" for a in literal.args]
            form = f"{{{literal.name}({', '.join(places)})}}"
            if places.count("?") == 1 and _follow(form[1:-1], failed, facts) == text:
                return form
    return ""


# --- using it ---------------------------------------------------------------------------------------------------------


def apply(edit: Edit, failed: Act, rest: Sequence[Step], facts: Collection[str]) -> tuple[Step, ...] | None:
    """The failed act and the rest after it, mended; None where the edit does not fit this case, or is no edit at all."""
    try:
        return _applied(edit, failed, rest, facts)
    except (BadInput, ValueError, TypeError, KeyError):
        return None


def _applied(edit: Edit, failed: Act, rest: Sequence[Step], facts: Collection[str]) -> tuple[Step, ...] | None:
    match edit:
        case Forbid():
            return None
        case Rewrite(changes=changes):
            args = dict(failed.args)
            for name, change in changes.items():
                value = _changed(change, args.get(name), failed, facts)
                if value is None:
                    return None
                args[name] = value
            if args == failed.args:
                return None
            put = {as_text(failed.args[name]): args[name] for name in changes if name in failed.args}
            later = [_moved(step, put) for step in rest] if edit.throughout else rest
            return (replace(failed, args=args, expects=_words(failed.expects, put), id=""), *later)
        case Insert(acts=acts) | Instead(acts=acts):
            filled = [_filled(act, failed, facts) for act in acts]
            made = [act for act in filled if act is not None]
            if len(made) < len(acts):
                return None
            again = (failed,) if isinstance(edit, Insert) else ()
            gone: set[str] = set() if again else {failed.id}
            if any(references(s.args) & gone or set(s.after) & gone for s in rest if isinstance(s, Act)):
                return None  # what comes later uses what the failed act was to give
            return (*made, *again, *rest)


def led_to(edit: Edit, failed: Act, facts: Collection[str]) -> frozenset[str]:
    """The values that facts lead to from the failed act, by the forms in the edit."""
    match edit:
        case Insert(acts=acts) | Instead(acts=acts):
            values: list[Json] = [value for act in acts for value in (*act.args.values(), act.target)]
        case Rewrite(changes=changes):
            values = [change.new for change in changes.values()]
        case Forbid():
            values = []
    forms = [value[1:-1] for value in values if isinstance(value, str) and _is_form(value) and "(" in value]
    return frozenset(found for form in forms if (found := _follow(form, failed, facts)) is not None)


def _moved(step: Step, put: Mapping[str, Json]) -> Step:
    """A later act with the new value; it is another act then, under another id."""
    moved = _with(step, put)
    if not isinstance(moved, Act) or moved == step:
        return step
    return replace(moved, expects=_words(moved.expects, put), needs=_words(moved.needs, put), id="")


def _words(condition: str, put: Mapping[str, Json]) -> str:
    for old, new in put.items():
        condition = re.sub(rf"(?<![\w./-]){re.escape(old)}(?![\w./-])", lambda _, new=new: as_text(new), condition)
    return condition


def _changed(change: ArgumentChange, old: Json, failed: Act, facts: Collection[str]) -> Json:
    if change.how == "set":
        return _value(change.new, failed, facts)
    if not isinstance(old, str):
        return None
    match change.how:
        case "strip":
            return old.strip()
        case "lower":
            return old.lower()
        case "upper":
            return old.upper()
        case "before":
            return f"{change.new}{old}"
        case "behind":
            return f"{old}{change.new}"
        case "replace":
            return old.replace(change.old, str(change.new)) if old.count(change.old) == 1 else None


def _filled(act: Act, failed: Act, facts: Collection[str]) -> Act | None:
    args: dict[str, Json] = {}
    for name, value in act.args.items():
        filled = _value(value, failed, facts)
        if filled is None:
            return None
        args[name] = filled
    target = _value(act.target, failed, facts)
    return None if target is None else replace(act, args=args, target=str(target))


def _value(value: Json, failed: Act, facts: Collection[str]) -> Json:
    """What a written value stands for here; None where it stands for nothing, or for more than one thing."""
    if secret_name(value) and value not in failed.args.values():
        return None  # a lesson asks for no secrets
    if not isinstance(value, str) or not _is_form(value):
        return None if isinstance(value, str) and reference(value) else value
    inner = value[1:-1]
    if "(" in inner:
        found = _follow(inner, failed, facts)
        return verbatim(found) if found is not None else None
    known: Mapping[str, Json] = {**failed.args, "target": failed.target}
    return known.get(inner)


def _follow(form: str, failed: Act, facts: Collection[str]) -> str | None:
    """The one thing that facts of this form name at the `?`."""
    name, _, inner = form.partition("(")
    places = [p.strip() for p in inner.rstrip(")").split(",")]
    if places.count("?") != 1:
        return None
    known = {**failed.args, "target": failed.target}
    wanted = [as_text(known[p]) if p in known else None for p in places]
    if any(w is None and p not in ("?", "*") for w, p in zip(wanted, places, strict=True)):
        return None
    values: set[str] = set()
    for fact in facts:
        literal = parse_fact(fact) if fact.startswith(name) else None
        if literal is None or literal.name != name or len(literal.args) != len(places):
            continue
        if all(w is None or a == w for w, a in zip(wanted, literal.args, strict=True)):
            values.add(literal.args[places.index("?")])
    return values.pop() if len(values) == 1 else None
