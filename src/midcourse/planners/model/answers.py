"""What a model says, as a plan. One answer, one objection: the first thing that is wrong with it.

Three forms are read: our own; steps on zones (`zone_id`, `action_type`, `parameters`, with `__replan__` and `__global__`); and
skill calls (`skill` or `name`, with `args` or `arguments`), as an object or as a bare list. Fences and prose around them do no
harm. Done, impossible and stuck may be one word, or `"done": true`; what could mean two things is not guessed at.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

from ...core.errors import choices
from ...core.gates.request import AtALoss, NothingToDo, NoWay, PlanRequest, Reply
from ...core.language.depth import DEEPEST, is_deep
from ...core.language.text import Unreadable, json_in, strict_json
from ...core.local.guide import goals_in
from ...core.plans.plan import Achieve, Act, Draft, Replan, Step

FORM = '{"answer": "plan", "why": "…", "steps": [{"act": "SKILL", "target": "ID", "args": {}}, {"replan": "why"}]}'
DONE = "done"
OTHERS = (DONE, "impossible", "stuck")
ANSWERS = ("plan", *OTHERS)
NO_STEP = "the plan has no step; answer done, impossible or stuck instead of an empty plan"
_AROUND = re.compile(r"```(?:json)?|[\[\]{}\"'`.!\s]+")
"""What may stand around an answer of one word."""

Json = Any


def read_answer(text: str, cut: bool = False, request: PlanRequest | None = None) -> Reply:
    """A model's answer. Unreadable, with the first thing that is wrong.

    To a `request` it may answer with steps of the present plan (`keep`).
    """
    bare = " ".join(_AROUND.sub(" ", text).split()).lower()
    if bare in OTHERS and bare not in _skills(request):
        return _other(bare, "")
    if not bare and text.strip():
        raise Unreadable(NO_STEP)
    if request is not None and request.brief.wanted == "coarse" and "{" not in text and (goals := goals_in(text)):
        return Draft(tuple(Achieve(goal, until) for goal, until in goals), author="model")  # written as "Step 1: Find …"
    return _read(json_in(text, FORM, cut), request)


def _read(value: Json, request: PlanRequest | None) -> Reply:
    if isinstance(value, list):
        steps = cast("list[Json]", value)
        if len(steps) == 1 and isinstance(steps[0], dict) and not _is_step(cast("dict[str, Json]", steps[0])):
            return _read(steps[0], request)
        return _calls(steps, request)
    said = cast("dict[str, Json]", value)
    why = str(said.get("why") or said.get("reason") or "")
    if isinstance(said.get("answer"), dict | list):
        return _read(said["answer"], request)
    steps = said.get("steps", said.get("plan"))
    if "answer" not in said and _is_step(said) and not isinstance(steps, list):
        return _calls([said], request)
    answer = _answer(said, steps)
    if answer in OTHERS:
        word = said.get(answer)
        return _other(answer, why or (word if isinstance(word, str) else ""))
    if answer != "plan":
        raise Unreadable(f"no answer {answer!r}; it is one of {', '.join(ANSWERS)}")
    if not isinstance(steps, list):
        raise Unreadable(f"the answer has no list 'steps'; answer with {FORM}")
    return _calls(cast("list[Json]", steps), request, why)


def _answer(said: Mapping[str, Json], steps: Json) -> str:
    """The kind of answer: as it is named, else by a word such as `"done": true`, else a plan."""
    named = said.get("answer", None if steps else said.get("status"))
    if named is not None:
        return str(named).strip(" .!").lower()
    true = [word for word in OTHERS if said.get(word) is True or (not steps and _is_text(said.get(word)))]
    if len(true) > 1 or (true and steps):
        both = true[1] if len(true) > 1 else "gives steps"
        raise Unreadable(f"the answer says {true[0]} and {both}; it is one of {', '.join(ANSWERS)}")
    return true[0] if true else "plan"


def _is_text(value: Json) -> bool:
    return isinstance(value, str) and value.strip().lower() not in ("", "no", "false")


def _other(word: str, why: str) -> Reply:
    return NothingToDo(why) if word == "done" else NoWay(why) if word == "impossible" else AtALoss(why)


def _calls(steps: list[Json], request: PlanRequest | None, why: str = "") -> Reply:
    """Steps. `done` in the last place says that nothing is left after them, unless the world has a skill of that name."""
    if steps and _says_done(steps[-1]) and DONE not in _skills(request):
        steps = steps[:-1]
        if not steps:
            return NothingToDo(why)
    return Draft(_steps(steps, request.progress.remaining if request is not None else ()), author="model", why=why)


def _skills(request: PlanRequest | None) -> set[str]:
    return {skill.name for skill in request.skills} if request is not None else set()


def _says_done(step: Json) -> bool:
    if not isinstance(step, dict):
        return step == DONE
    said = cast("dict[str, Json]", step)
    return _name(said) == DONE or (not _is_step(said) and (said.get(DONE) is True or said.get("answer") == DONE))


def _is_step(said: Mapping[str, Json]) -> bool:
    return bool({"act", "achieve", "replan", "keep", "zone_id", "skill", "name", "action_type"} & said.keys())


def _name(said: Mapping[str, Json]) -> str:
    return str(said.get("act") or said.get("skill") or said.get("name") or said.get("action_type") or "")


def _steps(written: list[Json], given: Sequence[Step]) -> tuple[Step, ...]:
    if not written:
        raise Unreadable(NO_STEP)
    steps: list[Step] = []
    for number, step in enumerate(written, 1):
        if isinstance(step, dict) and "keep" in step:
            steps += _kept(number, str(cast("dict[str, Json]", step)["keep"]), given)
        else:
            steps.append(read_step(number, step))
    return tuple(steps)


def _kept(number: int, id: str, given: Sequence[Step]) -> Sequence[Step]:
    """The present plan from this step on."""
    places = [step.id for step in given]
    if id not in places:
        raise Unreadable(f"step {number} keeps {id!r}, which is no step of the present plan; {choices(id, places)}")
    return given[places.index(id) :]


def read_step(number: int, written: Json) -> Step:
    """One step as it is written. Unreadable, with what is wrong; `number` says which one."""
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
        about = str(said.get("description") or "")
        return Achieve(str(said["achieve"]), str(said.get("until") or said.get("condition") or ""), description=about)
    name = _name(said)
    if not name:
        raise Unreadable(f"step {number} names no skill; write {{'act': 'SKILL', …}}, {{'achieve': …}} or {{'replan': …}}")
    args: Json = said.get("args", said.get("arguments", said.get("parameters"))) or {}
    if isinstance(args, str):
        args = _arguments(number, args)
    if not isinstance(args, dict):
        raise Unreadable(f"step {number}: args is {type(args).__name__}, not an object")
    target = str(said.get("target") or ("" if zone == "__global__" else zone))
    expects, needs, about, change = (str(said.get(word) or "") for word in ("expects", "needs", "description", "expected_change"))
    again = said.get("again") is True
    return Act(
        name, cast("dict[str, Json]", args), target, expects, needs, again=again, description=about, expected_change=change
    )


def _arguments(number: int, text: str) -> Json:
    """Arguments as text, as tool calls have them."""
    try:
        if is_deep(text):
            raise Unreadable(f"step {number}: its arguments are nested deeper than {DEEPEST} brackets")
        return strict_json(text)
    except ValueError as error:
        raise Unreadable(f"step {number}: its arguments are no JSON ({error})") from None
