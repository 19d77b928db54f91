"""Is what came from outside what it should be? Checked where it enters, so that nothing odd reaches a journal."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence, Set, ValuesView
from math import inf, isfinite
from typing import Any, TypeVar, cast

import msgspec

from ..errors import ConditionError, PlanError, TaskError, choices
from ..language.depth import DEEPEST, is_deep
from ..logic.conditions import holes, parse
from ..logic.goals import spoken_of
from ..model import RISKS, Cost, Done, FactKind, Failed, Json, Observation, Result, Skill, Task, names
from ..people.patterns import read_pattern
from ..plans.monitored import TARGET
from ..run.groups import changed, field_places
from ..run.settings import Settings
from ..run.state import Run

T = TypeVar("T")


def checked(value: T, kind: Any, what: str) -> T:
    """The value, if it is of this kind through and through; PlanError says what it is instead."""
    try:
        data = msgspec.json.encode(value)
        if is_deep(data):
            raise PlanError(f"expected {what}, got one that is nested deeper than {DEEPEST} brackets")
        if b"null" in data and _has_no_number(msgspec.to_builtins(value)):
            raise PlanError(f"expected {what}, got one with a number that is none, such as NaN or infinity")
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, TypeError, ValueError, RecursionError) as error:
        raise PlanError(f"expected {what}, got {type(value).__name__}: {error}") from None


def _has_no_number(value: object) -> bool:
    """Whether a number in it is infinite, or none at all: JSON has no word for that, and would make nothing of it."""
    match value:
        case float():
            return not isfinite(value)
        case dict():
            return any(map(_has_no_number, cast("dict[str, object]", value).values()))
        case list() | tuple():
            return any(map(_has_no_number, cast("list[object]", value)))
        case _:
            return False


def check_look(seen: Observation) -> None:
    """Texts where texts should be; PlanError says which is not. TaskError if it is no look at all."""
    if not isinstance(seen, Observation):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TaskError(f"observe() returned {type(seen).__name__}; it returns Observation(frozenset(facts), covers=(…))")
    if type(seen.covers) is not tuple or any(type(c) is not str for c in seen.covers):
        raise PlanError(f"covers is {seen.covers!r}; it is a tuple of patterns, such as ('exists(*)',)")
    for name in ("source", "stale", "tier"):
        if not isinstance(getattr(seen, name), str):
            raise PlanError(f"{name} of the look is {getattr(seen, name)!r}; it is text")
    checked(seen.cost, Cost, "the cost of the look")


def sound(result: Result) -> Result:
    """A world's answer, if it is one; else a failure that says what came instead."""
    if isinstance(result, Done):
        return result
    try:
        return checked(result, Result, "Done, Failed or Uncertain")
    except PlanError as error:
        return Failed("bad_result", str(error), clean=False)


def as_plain(value: Any) -> Any:
    """What JSON does not know, as plain values: the fields of a model, the items of a list that is not called one, the numbers of
    an array; else its text. What else an object holds is its own affair."""
    kind = cast("type[object]", type(value))
    for name in ("model_dump", "tolist"):
        tells = getattr(kind, name, None)  # not the value's own: a proxy has an answer to every name
        told: object = tells(value) if callable(tells) else None
        if isinstance(told, dict | list | int | float | str):
            return cast("Any", told)
    if isinstance(value, Mapping):
        return dict(cast("Mapping[Any, Any]", value))
    return list(cast("Iterable[Any]", value)) if isinstance(value, Sequence | Set | ValuesView | deque) else str(value)


def as_json(value: Json) -> bytes:
    """The value as JSON; what JSON cannot hold is written as text."""
    too_deep = msgspec.json.encode(f"<{type(value).__name__} that is too deep to be written>")
    try:
        data = msgspec.json.encode(value, enc_hook=as_plain)
        return too_deep if is_deep(data) else data
    except RecursionError:
        return too_deep
    except UnicodeEncodeError:
        return msgspec.json.encode(repr(value).encode("utf-8", "backslashreplace").decode())
    except Exception:  # what it says of itself is its own code, which may fail or be cut off
        return msgspec.json.encode(f"<{type(value).__name__} that cannot be written>")


def check_ours(run: Run) -> Run:
    """The run, unless its journal comes from elsewhere: then nobody here has seen or allowed what it says."""
    if not run.setup.imported_from:
        return run
    raise TaskError(
        f"{run.id} was imported from {run.setup.imported_from}: it can be shown, replayed and compared, but not resumed; "
        "start its task as a new run"
    )


def check_skills(skills: Sequence[Skill]) -> None:
    """Names of their own, known risks, contracts that read; TaskError names the skill and what is wrong with it."""
    seen: set[str] = set()
    for skill in skills:
        if skill.name in seen:
            raise TaskError(f"two skills are called {skill.name!r}; each needs a name of its own")
        seen.add(skill.name)
        if skill.risk not in RISKS:
            raise TaskError(f"the risk of skill {skill.name} is {skill.risk!r}; {choices(str(skill.risk), RISKS)}")
        if not 0 < skill.timeout < inf:
            raise TaskError(f"the timeout of skill {skill.name} is {skill.timeout:g}; it is a number of seconds above 0")
        known = {p.name for p in skill.named} | {"target"}
        for part in ("needs", "makes", "breaks", "senses"):
            _check_contract(skill.name, part, getattr(skill, part), known)
        if isinstance(skill.cost, str):
            _check_contract(skill.name, "cost", skill.cost, known)
        _check_outcomes(skill, known)


def _check_outcomes(skill: Skill, known: set[str]) -> None:
    names = [outcome.name for outcome in skill.outcomes]
    if "" in names or len(set(names)) < len(names):
        raise TaskError(f"the outcomes of skill {skill.name} are called {names}; each needs a name of its own")
    if sum(outcome.chance for outcome in skill.outcomes) > 1.0 + 1e-9:
        raise TaskError(f"the chances of the outcomes of skill {skill.name} add up to more than 1")
    for outcome in skill.outcomes:
        for part in ("makes", "breaks"):
            _check_contract(skill.name, f"{part} of outcome {outcome.name!r}", getattr(outcome, part), known)


def _check_contract(name: str, part: str, text: str, known: set[str]) -> None:
    try:
        strange = sorted(holes(parse(text)) - known)
    except ConditionError as error:
        raise TaskError(f"{part} of skill {name}: {error}") from None
    except TypeError:
        raise TaskError(f"{part} of skill {name} is {type(text).__name__}; a condition is text") from None
    if strange:
        raise TaskError(f"{part} of skill {name} speaks of {{{strange[0]}}}; {choices(strange[0], known - {'target'})}")


def kinds_of(skills: Sequence[Skill], vocabulary: Sequence[FactKind]) -> frozenset[str]:
    """The kinds of facts that a world can show, or its contracts speak of; none where it does not say what it can show."""
    if not vocabulary:
        return frozenset()
    sensed = (lit.name for skill in skills for lit in parse(skill.senses))
    return frozenset((TARGET, *names(vocabulary), *spoken_of((), skills), *sensed))


def strange_kind(condition: str, kinds: Collection[str]) -> str:
    """What is wrong with a condition that speaks of other kinds of facts than these, or ''. No kinds: nothing is strange."""
    strange = [lit.name for lit in parse(condition) if kinds and lit.name not in kinds]
    return f"nothing in this world shows or makes {strange[0]!r}; {choices(strange[0], kinds)}" if strange else ""


def half_star(condition: str) -> str:
    """What is wrong with a condition in which a `*` begins a text, or '': it means any whole argument, or itself."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", condition)
    found = next((arg for arg in (a.strip() for a in re.split(r"[(),]", bare)) if arg.startswith("*") and arg != "*"), "")
    told = "'*' stands for a whole argument; write all of the text, or put it in quotes if the star belongs to it"
    return f"{found!r} is no pattern: {told}" if found else ""


def check_task(task: Task, skills: Sequence[Skill], vocabulary: Sequence[FactKind] = ()) -> None:
    """A goal that reads and can be seen, and patterns that speak of skills that are there: a misspelt guard guards nothing."""
    check_skills(skills)
    if problem := strange_kind(task.done_when, kinds_of(skills, vocabulary)) or half_star(task.done_when):
        raise TaskError(f"done_when: {problem}", "$.done_when")
    known = names(skills)
    patterns = {f"$.constraints[{i}]": c.forbids for i, c in enumerate(task.constraints) if c.forbids}
    patterns |= {f"$.grants[{i}]": grant.allows for i, grant in enumerate(task.grants)}
    patterns |= {f"$.only[{i}]": pattern for i, pattern in enumerate(task.only)}
    for place, pattern in patterns.items():
        name = read_pattern(pattern)[0]
        if name not in known and not set(name) & set("*?["):
            raise TaskError(f"the pattern {pattern!r} speaks of no skill of this world; {choices(name, known)}", place)

    for secret, places in task.secrets.items():
        for place in places:
            _check_place(secret, place, skills)


def _check_place(secret: str, place: str, skills: Sequence[Skill]) -> None:
    """TaskError if a secret is meant for what this world does not have."""
    if "://" in place or place in names(skills):
        return
    name, dot, argument = place.partition(".")
    skill = next((s for s in skills if s.name == name), None)
    if skill is None:
        valid = choices(name, names(skills))
        raise TaskError(f"the secret {secret} is meant for {place!r}, which this world does not have; {valid}", "$.secrets")
    if dot and argument not in names(skill.named) and len(skill.named) == len(skill.parameters):
        valid = choices(argument, names(skill.named))
        raise TaskError(f"the secret {secret} is meant for {place!r}, which {name} does not take; {valid}", "$.secrets")


def check_settings(settings: Settings | Mapping[str, object]) -> Settings:
    """Settings whose every value is allowed, given as such or by their names; TaskError names the setting."""
    if isinstance(settings, Mapping):
        return with_settings(Settings(), settings)
    if not isinstance(settings, Settings):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TaskError(
            f'settings is a {type(settings).__name__}; give {{"max_steps": …}} or Settings(limits=Limits(max_steps=…))'
        )
    try:
        return msgspec.convert(msgspec.to_builtins(settings), Settings)
    except msgspec.ValidationError as error:
        raise TaskError(f"settings: {error}") from None


def with_settings(settings: Settings, given: Mapping[str, object], *, as_text: bool = False) -> Settings:
    """The settings with some replaced, by name; TaskError names the setting, what was found and what is valid."""
    known = field_places(Settings)
    values: dict[str, object] = {}
    for name, value in given.items():
        if name not in known:
            raise TaskError(f"no setting {name!r}; {choices(str(name), known)}")
        kind = known[name].field.type
        try:
            values[name] = msgspec.convert(value, kind, strict=not as_text)
        except ValueError as error:  # of another kind, or no text at all
            raise TaskError(f"{name}: found {value!r}; {error}{_valid(kind)}") from None
    return changed(settings, values)


def _valid(kind: object) -> str:
    options = getattr(kind, "__args__", ())
    return f"; valid: {', '.join(map(str, options))}" if options and all(isinstance(o, str) for o in options) else ""
