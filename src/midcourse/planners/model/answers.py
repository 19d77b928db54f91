"""What a model says, as a plan. One answer, one objection: the first thing that is wrong with it.

Three forms are read: our own; steps on zones (`zone_id`, `action_type`, `parameters`, with `__replan__` and `__global__`); and
skill calls (`skill` or `name`, with `args` or `arguments`). Fences and prose around them do no harm.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from ...core.errors import choices
from ...core.plan import Achieve, Act, Draft, Replan, Step
from ...core.request import AtALoss, NothingToDo, NoWay, PlanRequest, Reply
from ...core.said import Unreadable, json_in

FORM = '{"answer": "plan", "why": "…", "steps": [{"act": "SKILL", "target": "ID", "args": {}}, {"replan": "why"}]}'
ANSWERS = ("plan", "done", "impossible", "stuck")

Json = Any


def read_answer(text: str, cut: bool = False, request: PlanRequest | None = None) -> Reply:
    """A model's answer. Unreadable, with the first thing that is wrong.

    To a `request` it may answer with steps of the present plan (`keep`) and with options that it was given (`choose`).
    """
    value = json_in(text, FORM, cut)
    given = request.remaining if request is not None else ()
    if isinstance(value, list):
        return Draft(_steps(cast("list[Json]", value), given), author="model")
    said = cast("dict[str, Json]", value)
    if "choose" in said and request is not None and request.options:
        return Draft((_chosen(said["choose"], request.options),), author="model", why=str(said.get("why") or ""))
    if "answer" not in said and _is_step(said):
        return _calls([said], given)
    answer, why = str(said.get("answer", "plan")).lower(), str(said.get("why") or said.get("reason") or "")
    match answer:
        case "done":
            return NothingToDo(why)
        case "impossible":
            return NoWay(why)
        case "stuck":
            return AtALoss(why)
        case "plan":
            steps = said.get("steps", said.get("plan"))
            if not isinstance(steps, list):
                raise Unreadable(f"the answer has no list 'steps'; answer with {FORM}")
            return _calls(cast("list[Json]", steps), given, why)
        case _:
            raise Unreadable(f"no answer {answer!r}; it is one of {', '.join(ANSWERS)}")


def _chosen(number: Json, options: Sequence[Act]) -> Act:
    if not isinstance(number, int) or not 1 <= number <= len(options):
        raise Unreadable(f"there is no option {number!r}; choose one of 1 to {len(options)}")
    return options[number - 1]


def _calls(steps: list[Json], given: Sequence[Step], why: str = "") -> Reply:
    """Steps; a lone call of `done` says that nothing is left."""
    if len(steps) == 1 and isinstance(steps[0], dict) and _name(cast("dict[str, Json]", steps[0])) == "done":
        return NothingToDo(why)
    return Draft(_steps(steps, given), author="model", why=why)


def _is_step(said: Mapping[str, Json]) -> bool:
    return bool({"act", "achieve", "replan", "zone_id", "skill", "name", "action_type"} & said.keys())


def _name(said: Mapping[str, Json]) -> str:
    return str(said.get("act") or said.get("skill") or said.get("name") or said.get("action_type") or "")


def _steps(written: list[Json], given: Sequence[Step]) -> tuple[Step, ...]:
    if not written:
        raise Unreadable("the plan has no step; answer done, impossible or stuck instead of an empty plan")
    steps: list[Step] = []
    for number, step in enumerate(written, 1):
        if isinstance(step, dict) and "keep" in step:
            steps += _kept(number, str(cast("dict[str, Json]", step)["keep"]), given)
        else:
            steps.append(_step(number, step))
    return tuple(steps)


def _kept(number: int, id: str, given: Sequence[Step]) -> Sequence[Step]:
    """The present plan from this step on."""
    places = [step.id for step in given]
    if id not in places:
        raise Unreadable(f"step {number} keeps {id!r}, which is no step of the present plan; {choices(id, places)}")
    return given[places.index(id) :]


def _step(number: int, written: Json) -> Step:
    if isinstance(written, str) and written.strip("_ ") == "replan":
        return Replan()
    if not isinstance(written, dict):
        raise Unreadable(f"step {number} is {type(written).__name__}, not an object such as {{'act': 'SKILL'}}")
    said = cast("dict[str, Json]", written)
    zone = str(said.get("zone_id", ""))
    if "replan" in said or zone == "__replan__" or said.get("action_type") == "replan":
        told = said.get("replan")
        return Replan(told if isinstance(told, str) else str(said.get("description", "")))
    if "achieve" in said:
        return Achieve(str(said["achieve"]), str(said.get("until") or said.get("condition") or ""))
    name = _name(said)
    if not name:
        raise Unreadable(f"step {number} names no skill; write {{'act': 'SKILL', …}}, {{'achieve': …}} or {{'replan': …}}")
    args: Json = said.get("args", said.get("arguments", said.get("parameters"))) or {}
    if isinstance(args, str):
        args = _arguments(number, args)
    if not isinstance(args, dict):
        raise Unreadable(f"step {number}: args is {type(args).__name__}, not an object")
    target = str(said.get("target") or ("" if zone == "__global__" else zone))
    return Act(name, cast("dict[str, Json]", args), target, str(said.get("expects") or ""), str(said.get("needs") or ""))


def _arguments(number: int, text: str) -> Json:
    """Arguments as text, as tool calls have them."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise Unreadable(f"step {number}: its arguments are no JSON ({error.msg})") from None
