"""What a model says, as a plan. One answer, one objection: the first thing that is wrong with it.

Three forms are read: our own; steps on zones (`zone_id`, `action_type`, `parameters`, with `__replan__` and `__global__`); and
skill calls (`skill` or `name`, with `args` or `arguments`). Fences and prose around them do no harm.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from ...core.errors import BadInput
from ...core.plan import Achieve, Act, Draft, Replan, Step
from ...core.request import AtALoss, NothingToDo, NoWay, Reply

FORM = '{"answer": "plan", "why": "…", "steps": [{"act": "SKILL", "target": "ID", "args": {}}, {"replan": "why"}]}'
ANSWERS = ("plan", "done", "impossible", "stuck")

Json = Any


class Unreadable(BadInput):
    """An answer that is no plan: what is wrong with it, and what would be right."""


def read_answer(text: str, cut: bool = False) -> Reply:
    """A model's answer. Unreadable, with the first thing that is wrong."""
    if not text.strip():
        raise Unreadable(f"the answer is empty; answer with {FORM}")
    value = _json_in(text, cut)
    if isinstance(value, list):
        return Draft(_steps(cast("list[Json]", value)), author="model")
    if not isinstance(value, dict):
        raise Unreadable(f"the answer is {type(value).__name__}, not an object; answer with {FORM}")
    said = cast("dict[str, Json]", value)
    if "answer" not in said and _is_step(said):
        return _calls([said])
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
            return _calls(cast("list[Json]", steps), why)
        case _:
            raise Unreadable(f"no answer {answer!r}; it is one of {', '.join(ANSWERS)}")


def _calls(steps: list[Json], why: str = "") -> Reply:
    """Steps; a lone call of `done` says that nothing is left."""
    if len(steps) == 1 and isinstance(steps[0], dict) and _name(cast("dict[str, Json]", steps[0])) == "done":
        return NothingToDo(why)
    return Draft(_steps(steps), author="model", why=why)


def _json_in(text: str, cut: bool) -> Json:
    """The first JSON value in a text, whatever stands around it."""
    fenced = re.findall(r"```(?:json)?\s*\n(.*?)```", text, re.S)
    problem = ""
    for part in (*fenced, text):
        for start in (m.start() for m in re.finditer(r"[{\[]", part)):
            try:
                value, _ = json.JSONDecoder().raw_decode(part[start:])
            except json.JSONDecodeError as error:
                problem = problem or f"{error.msg} at character {start + error.pos}"
                if error.msg.startswith("Unterminated string") or start + error.pos >= len(part.rstrip()) - 1:
                    raise Unreadable(f"the answer breaks off after {len(part)} characters; plan fewer steps") from None
                continue
            if isinstance(value, dict | list) and value:
                return cast("Json", value)
    if cut:
        raise Unreadable(f"the answer breaks off after {len(text)} characters; plan fewer steps and end with a replan step")
    raise Unreadable(
        f"the answer is no JSON ({problem}); answer with {FORM}" if problem else f"the answer is prose; answer with {FORM}"
    )


def _is_step(said: Mapping[str, Json]) -> bool:
    return bool({"act", "achieve", "replan", "zone_id", "skill", "name", "action_type"} & said.keys())


def _name(said: Mapping[str, Json]) -> str:
    return str(said.get("act") or said.get("skill") or said.get("name") or said.get("action_type") or "")


def _steps(written: list[Json]) -> tuple[Step, ...]:
    if not written:
        raise Unreadable("the plan has no step; answer done, impossible or stuck instead of an empty plan")
    return tuple(_step(number, step) for number, step in enumerate(written, 1))


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
