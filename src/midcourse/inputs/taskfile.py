"""Tasks as YAML files. What is wrong is said once, with the line, what was found and what would be right."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast
from typing import Literal as Choice

import msgspec
import yaml

from ..core.errors import BadInput, TaskError, choices
from ..core.gates.written import Word
from ..core.local.guide import goals_in
from ..core.logic.conditions import named_values, parse, with_values
from ..core.model import Constraint, Grant, Task
from ..core.people.patterns import read_pattern
from ..core.plans.plan import Achieve, Act, Replan, Step
from ..core.run.groups import changed, field_places
from ..core.run.settings import Settings
from ..yaml_files import OnceLoader, Written, read_text, read_yaml
from .browser_words import with_browser
from .settings_text import is_switch


class StepSpec(msgspec.Struct, forbid_unknown_fields=True):
    """One step: `do` a skill `with` arguments, `achieve` a goal, or `replan`."""

    do: str = ""
    with_: dict[str, Any] = msgspec.field(default_factory=dict[str, Any], name="with")
    on: str = ""
    expects: str = ""
    needs: str = ""
    as_: str = msgspec.field(default="", name="as")
    after: list[str] = msgspec.field(default_factory=list[str])
    again: bool = False
    achieve: str = ""
    until: str = ""
    replan: str | None = None
    about: str = ""


class ForbidSpec(msgspec.Struct, forbid_unknown_fields=True):
    """A constraint that can be checked."""

    forbid: str
    because: str = ""


class GuideSpec(msgspec.Struct, forbid_unknown_fields=True):
    """A goal of a coarse plan."""

    goal: str
    until: str = ""


class GrantSpec(msgspec.Struct, forbid_unknown_fields=True):
    """A yes given beforehand."""

    allow: str
    times: Annotated[int, msgspec.Meta(ge=1)] = 1


if TYPE_CHECKING:

    class GivenSettings(msgspec.Struct):
        """Settings of which only some are given."""

else:
    _FIELDS = [(name, place.field.type | msgspec.UnsetType, msgspec.UNSET) for name, place in field_places(Settings).items()]
    GivenSettings = msgspec.defstruct("GivenSettings", _FIELDS, forbid_unknown_fields=True)


class TaskFile(msgspec.Struct, forbid_unknown_fields=True):
    """A task file as written."""

    goal: str
    done_when: str = ""
    world: str = ""
    browser: dict[str, str | int | bool | list[str]] = msgspec.field(default_factory=dict[str, str | int | bool | list[str]])
    planner: str = ""
    plan: list[StepSpec | str] | None = None
    plans: list[list[StepSpec | str]] | None = None
    settings: GivenSettings = msgspec.field(default_factory=GivenSettings)
    constraints: list[str | ForbidSpec] = msgspec.field(default_factory=list[str | ForbidSpec])
    grants: list[str | GrantSpec] = msgspec.field(default_factory=list[str | GrantSpec])
    only: Annotated[list[str], msgspec.Meta(min_length=1)] = msgspec.field(default_factory=list[str])
    agent: str = "agent"
    team: str = ""
    values: dict[str, str | int | float] = msgspec.field(default_factory=dict[str, str | int | float])
    secrets: dict[str, str | list[str]] = msgspec.field(default_factory=dict[str, str | list[str]])
    guide: str | list[str | GuideSpec] = msgspec.field(default_factory=list[str | GuideSpec])
    planning: bool | Choice["on", "off"] = True

    def over(self, settings: Settings) -> Settings:
        """The settings with those that the file gives."""
        return changed(settings, msgspec.to_builtins(self.settings))

    def task(self) -> Task:
        """The task in the engine's words."""
        values = {name: str(value) for name, value in self.values.items()}
        return Task(
            goal=named_values(self.goal, values),
            done_when=with_values(self.done_when, values),
            constraints=tuple(_constraint(c) for c in self.constraints),
            grants=tuple(Grant(g) if isinstance(g, str) else Grant(g.allow, g.times, by="task") for g in self.grants),
            only=tuple(self.only),
            agent=self.agent,
            team=self.team,
            world=self.world,
            values=values,
            secrets={name: (places,) if isinstance(places, str) else tuple(places) for name, places in self.secrets.items()},
            guide=tuple(self._guide()) if self._is_guided else (),
            guided_by=self.guide if self._is_guided and isinstance(self.guide, str) and _names_a_model(self.guide) else "",
        )

    @property
    def _is_guided(self) -> bool:
        return self.planning not in (False, "off")

    def _guide(self) -> list[tuple[str, str]]:
        if isinstance(self.guide, str):
            return goals_in(self.guide)
        return [(point, "") if isinstance(point, str) else (point.goal, point.until) for point in self.guide]

    def scripts(self) -> list[list[Step]]:
        """The plans written in the file, in order."""
        written = self.plans if self.plans is not None else ([self.plan] if self.plan is not None else [])
        return [[_step(spec) for spec in plan] for plan in written]


def _names_a_model(guide: str) -> bool:
    return guide == "model" or guide.startswith("model:")


def _constraint(spec: str | ForbidSpec) -> Constraint:
    if isinstance(spec, str):
        return Constraint(spec, by="task")
    return Constraint(spec.because or f"never {spec.forbid}", spec.forbid, by="task")


def _step(spec: StepSpec | str) -> Step:
    if isinstance(spec, str):
        return Replan() if spec == "replan" else Act(spec)
    if spec.replan is not None:
        return Replan(spec.replan, tuple(spec.after), spec.as_)
    if spec.achieve:
        return Achieve(spec.achieve, spec.until, tuple(spec.after), spec.as_)
    return Act(
        spec.do,
        spec.with_,
        spec.on,
        spec.expects,
        spec.needs,
        tuple(spec.after),
        spec.as_,
        again=spec.again,
        description=spec.about,
    )


def read_task(path: Path) -> TaskFile:
    """Read a task file; TaskError with the place of what is wrong."""
    node, data = _load(path)
    if not isinstance(data, dict):
        raise TaskError(f"{path}:1: expected a mapping with at least 'goal'; valid: {', '.join(_fields(TaskFile))}")
    _switch(cast("dict[str, Any]", data))
    _as_written(node, cast("dict[str, Any]", data))
    try:
        file = msgspec.convert(_plain(data), TaskFile)
    except msgspec.ValidationError as error:
        raise TaskError(_located(path, node, str(error))) from None
    _check(path, node, file)
    try:
        file.world = with_browser(file.world, file.browser)
    except TaskError as error:
        raise TaskError(f"{path}:{_line(node, '$.browser')}: {error}") from None
    return file


def located(path: Path, error: TaskError) -> TaskError:
    """The same error with the line of this file that it speaks of."""
    node, data = _load(path)
    place = error.place if "plans" in data else error.place.replace("$.plans[0]", "$.plan")
    return TaskError(f"{path}:{_line(node, place)}: {error}")


def _switch(data: dict[str, Any]) -> None:
    """A plain `off` is a word here; where a setting is yes or no, it is no again."""
    given = data.get("settings")
    if isinstance(given, dict):
        words = cast("dict[str, Any]", given)
        for name in filter(is_switch, words):
            if isinstance(word := words[name], Word):
                words[name] = word.truth


def _as_written(node: Any, data: dict[str, Any]) -> None:
    """Values to be entered are what was written: `007`, `1.50` and `2026-12-01` are no numbers and dates of ours."""
    given = data.get("values")
    written = next((value for key, value in node.value if key.value == "values"), None)
    if isinstance(given, dict) and isinstance(written, yaml.MappingNode):
        for key, value in written.value:
            if isinstance(value, yaml.ScalarNode) and key.value in given:
                given[key.value] = value.value


def _plain(value: Any) -> Any:
    """The same with every such word a text; but for arguments: there it depends on the skill."""
    if isinstance(value, dict):
        given = cast("dict[Any, Any]", value)
        return {key: each if key == "with" else _plain(each) for key, each in given.items()}
    if isinstance(value, list):
        return [_plain(each) for each in cast("list[Any]", value)]
    return str(value) if isinstance(value, Word) else value


class _Loader(OnceLoader):
    """YAML in which `on`, `off`, `yes` and `no` stay words, and no key is anything else."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        for key, _ in node.value if isinstance(node, yaml.MappingNode) else ():
            if key.tag == BOOL:
                key.tag = TEXT
        return super().construct_mapping(node, deep)  # pyright: ignore[reportUnknownMemberType]

    def switch(self, node: Any) -> bool | Word:
        """True, false, or one of the words."""
        word = str(node.value)
        return word.lower() == "true" if word.lower() in ("true", "false") else Word(word)


BOOL, TEXT = "tag:yaml.org,2002:bool", "tag:yaml.org,2002:str"
_Loader.add_constructor(BOOL, _Loader.switch)  # pyright: ignore[reportUnknownMemberType]


def _load(path: Path) -> Written:
    """The file with the place of everything in it, and what it says."""
    return read_yaml(read_text(path, "the task"), str(path), _Loader)


def _check(path: Path, node: Any, file: TaskFile) -> None:
    """What types cannot tell: conditions and patterns that do not parse, steps that say nothing or two things."""
    places: list[tuple[str, Any]] = [("$.done_when", lambda: parse(file.done_when))]
    for i, c in enumerate(file.constraints):
        places.append((f"$.constraints[{i}]", lambda c=c: read_pattern(c.forbid) if isinstance(c, ForbidSpec) else None))
    for i, g in enumerate(file.grants):
        places.append((f"$.grants[{i}]", lambda g=g: read_pattern(g if isinstance(g, str) else g.allow)))
    if file.plan is not None and file.plans is not None:
        raise TaskError(f"{path}:{_line(node, '$.plans')}: give 'plan' or 'plans', not both")
    plans = [(f"$.plans[{i}]", p) for i, p in enumerate(file.plans)] if file.plans else [("$.plan", file.plan or [])]
    for where, plan in plans:
        for i, spec in enumerate(plan):
            places.append((f"{where}[{i}]", lambda spec=spec: _check_step(spec)))
    for place, check in places:
        try:
            check()
        except BadInput as error:
            raise TaskError(f"{path}:{_line(node, place)}: {place.removeprefix('$.')}: {error}") from None


def _check_step(spec: StepSpec | str) -> None:
    if isinstance(spec, str):
        return
    given = {"do": bool(spec.do), "achieve": bool(spec.achieve), "replan": spec.replan is not None}
    said = [name for name, there in given.items() if there]
    if len(said) != 1:
        raise TaskError(f"a step has exactly one of do, achieve, replan; found {', '.join(said) or 'none'}")
    for condition in (spec.expects, spec.needs, spec.until):
        parse(condition)


_UNKNOWN = re.compile(r"unknown field `(\w+)`")
_PLACE = re.compile(r" - at `(\$[^`]*)`$")


def _located(path: Path, node: Any, message: str) -> str:
    match = _PLACE.search(message)
    place = match[1] if match else "$"
    text = _PLACE.sub("", message)
    unknown = _UNKNOWN.search(message)
    if unknown:
        name = unknown[1]
        text = f"unknown field '{name}'; {choices(name, _fields(_struct_at(place)))}"
        place = f"{place}.{name}"
    where = place.removeprefix("$").removeprefix(".")
    return f"{path}:{_line(node, place)}: {where + ': ' if where and not unknown else ''}{text}"


def _struct_at(place: str) -> type[msgspec.Struct]:
    if place.startswith("$.settings"):
        return GivenSettings
    if place.startswith("$.plan"):
        return StepSpec
    if place.startswith("$.constraints"):
        return ForbidSpec
    return GrantSpec if place.startswith("$.grants") else TaskFile


def _fields(struct: type[msgspec.Struct]) -> list[str]:
    return [field.encode_name for field in msgspec.structs.fields(struct)]


def _line(node: Any, place: str) -> int:
    """The line of a place such as `$.plan[2].with`, or of the nearest thing around it."""
    line = node.start_mark.line if node is not None else 0
    for name, index in re.findall(r"\.(\w+)|\[(\d+|\.\.\.)\]", place):
        inner: Any = None
        if name and isinstance(node, yaml.MappingNode):
            pairs = cast("list[tuple[Any, Any]]", node.value)
            inner = next(((k, v) for k, v in pairs if k.value == name), None)
            if inner is None:
                break
            line, node = inner[0].start_mark.line, inner[1]
        elif index.isdigit() and isinstance(node, yaml.SequenceNode) and int(index) < len(node.value):
            node = node.value[int(index)]
            line = node.start_mark.line
        else:
            break
    return line + 1
