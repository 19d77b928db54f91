"""Plans: immutable, versioned, made of steps whose ids live as long as the run.

A planner hands over a `Draft`; the gateway turns it into a `Plan` with a version and lifelong ids.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, cast
from typing import Literal as Choice

import msgspec

from ..errors import PlanError
from ..failing.analysis import Analysis
from ..local.bearing import Bearing
from ..model import SECRET, Cost, Json, Value, secret_name
from .brackets import in_brackets, on_target
from .quoting import quoted

REPLAN_STEP: Final = "replan step"
ACHIEVE_STEP: Final = "achieve step"
"""The causes of plans that a step of the plan before asks for."""
GOAL_CHANGED: Final = "goal changed"
"""The cause of plans for what people want by now."""
REMEDIES: Final = ("lesson", "reflection")
"""The causes of plans in which the engine puts in acts of its own accord."""
BLOB = "blob:"
"""How an argument begins that stands for a large value kept elsewhere."""
_LEAVES = (str, int, float)
_REFERENCE = re.compile(r"\$([^\W\d]\w*)((?:\.\w+)*)")


class Act(Value, tag="act", frozen=True):
    """One skill with its arguments. An argument `$step.field` is an earlier step's output; `$$x` is the text `$x`."""

    skill: str
    """The name of one of the world's skills."""
    args: dict[str, Json] = {}
    """Parameter -> value; one that is left out takes the skill's default."""
    target: str = ""
    """The id of the target that it acts on; '' for none."""
    expects: str = ""
    """What is to be seen afterwards; the skill's `makes` if empty."""
    needs: str = ""
    """What must hold before, beyond the skill's own needs."""
    after: tuple[str, ...] = ()
    """Steps that must be done first."""
    id: str = ""
    """In a draft a name of the planner's choice or ''; in a plan `s` and a number, unique over the life of the run."""
    outcome: str = ""
    """The outcome of the skill that the plan counts on, where it is not the usual one."""
    again: bool = False
    """To be done though it was done before: never passed by, never left out."""
    description: str = ""
    """What it is for, in the planner's words."""
    expected_change: str = ""
    """What it should change, in the planner's words: told, not checked."""


class Achieve(Value, tag="achieve", frozen=True):
    """A subgoal without an act. When its turn comes, the engine asks the planner how to reach it."""

    goal: str
    """What is to be reached on the way, in words, as the planner is told it."""
    condition: str = ""
    """How it is seen to be reached; '' where there are only words, which no look can show."""
    after: tuple[str, ...] = ()
    """Steps that must be done first, by id."""
    id: str = ""
    """In a draft a name of the planner's choice or ''; in a plan `s` and a number, unique over the life of the run."""
    description: str = ""
    """Why it is on the way, in the planner's words."""


class Replan(Value, tag="replan", frozen=True):
    """A step that ends the plan for now: look again and plan on from here, because the planner could not see further."""

    why: str = ""
    """What could not be seen, in the planner's words: told with the next request; '' if it does not say."""
    after: tuple[str, ...] = ()
    """Steps that must be done first, by id."""
    id: str = ""
    """In a draft a name of the planner's choice or ''; in a plan `s` and a number, unique over the life of the run."""
    unsound: bool = False
    """The engine put it in place of the rest of a list, which could not be carried out: nobody planned to go on from here."""


Step = Act | Achieve | Replan


Why = Choice[
    "first",
    "replan step",
    "achieve step",
    "plan ended",
    "failed",
    "failed before",
    "plan does not hold",
    "plan time-out",
    "still unknown",
    "a need was not met",
    "an effect was not seen",
    "a part of the goal was not seen",
    "in doubt",
    "stuck",
    "goal changed",
    "constraint added",
    "lesson",
    "reflection",
    "every k steps",
    "any change",
]
"""What a plan is asked for because of."""


class Cause(Value, frozen=True):
    """Why a plan was made: the rule that asked for it, and what it rested on."""

    rule: Why
    """What went before, as one of a fixed list: rules, planners and people tell plans apart by it."""
    detail: str = ""
    """What was seen or said just then, in words; '' if the rule says it all."""
    step: str = ""
    """The id of the step that it is about; '' for none."""


class Draft(Value, tag="plan", frozen=True):
    """A planner's plan. The id of a step is a name inside this draft, or the id of a step of the present plan that is kept."""

    steps: tuple[Step, ...]
    """In the order in which they are to be done; a draft without any is sent back."""
    author: str = ""
    """Who made it, such as `search` or `model`; '' if not said."""
    why: str = ""
    """Why this plan, in the planner's words; '' if it does not say. The accepted plan does not keep it."""
    cost: Cost = Cost()
    """What the answer cost; nothing where no model was asked."""
    means: bool = False
    """Its steps are only means to the goal's condition: what nothing needs any more may be left out. Any other plan is to be done
    whole."""
    afresh: bool = False
    """It was made from the present look, in view of what is done: no step of it gives done work once more. So are all means."""
    bearing: Bearing | None = None
    """Where local planning or the coarse plan stands."""


class Plan(Value, frozen=True):
    """An accepted plan."""

    version: int
    """1 for the run's first plan, and one more for each that is accepted."""
    steps: tuple[Step, ...]
    """In the order in which they are done; each with its lifelong id."""
    parent: int = 0
    """The version of the plan that it replaces; 0 for the first."""
    cause: Cause = Cause("first")
    """What it was asked for because of."""
    author: str = ""
    """Who made it: a planner, `lesson ID` or `reflection ID`; '' if not said."""
    digest: str = ""
    """Digest of its steps as they were accepted, ids left out: what a yes or no to a plan is bound to."""
    monitorable: float = 0.0
    """The share of what it needs and expects that this world can show, 0 to 1."""
    unseen: tuple[str, ...] = ()
    """What the planner named and no look can show: nothing hangs on it."""
    evidence: tuple[str, ...] = ()
    """What it rests on, in words: the failure, its root cause, the lesson."""
    analysis: Analysis | None = None
    """The same as data."""
    cost: Cost = Cost()
    """What the planner's answer cost; nothing where no model was asked."""
    means: bool = False
    """Its steps are only means to the goal's condition."""
    afresh: bool = False
    """No step of it gives done work once more."""
    mends: bool = False
    """It was made because something was not as planned."""
    bearing: Bearing | None = None
    """Where local planning or the coarse plan stood as it was made."""

    def position(self, step_id: str) -> int:
        """Where a step stands, or -1."""
        return next((i for i, step in enumerate(self.steps) if step.id == step_id), -1)


def digest(value: object) -> str:
    """A short name for a value: equal values, equal digests, on any machine."""
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).hexdigest()[:16]


def goal_digest(step: Achieve) -> str:
    """What a goal on the way amounts to."""
    return digest(("achieve", step.goal, step.condition))


def _content(step: Step) -> tuple[object, ...]:
    """The step without its id and without words about it."""
    match step:
        case Act():
            more = [step.outcome] if step.outcome else []
            return (step.skill, step.args, step.target, step.expects, *more, *(["again"] if step.again else []))
        case Achieve():
            return ("achieve", step.goal, step.condition)
        case Replan():
            return ("replan",)


def plan_digest(steps: Iterable[Step]) -> str:
    """The content of a list of steps: unchanged when only ids differ."""
    return digest([_content(step) for step in steps])


def reference(value: object) -> tuple[str, tuple[str, ...]] | None:
    """(step, path) if the value refers to an earlier step's output."""
    if not isinstance(value, str) or not value.startswith("$"):
        return None
    match = _REFERENCE.fullmatch(value)
    return (match[1], tuple(match[2].split(".")[1:])) if match else None


def references(args: Mapping[str, Json]) -> set[str]:
    """The steps whose output these arguments use."""
    if is_plain(args):
        return set()
    used: set[str] = set()

    def note(leaf: Json) -> None:
        if link := reference(leaf):
            used.add(link[0])

    transform(args, note)
    return used


def transform(value: Json, leaf: Callable[[Json], Json]) -> Json:
    """The same JSON value with every leaf put through a function."""
    if isinstance(value, _LEAVES):  # most are, and this is asked at every act
        return leaf(value)
    if isinstance(value, Mapping):
        return {k: transform(v, leaf) for k, v in cast("Mapping[str, Json]", value).items()}
    if isinstance(value, list | tuple):
        return [transform(v, leaf) for v in cast("Sequence[Json]", value)]
    return leaf(value)


def resolve(args: Mapping[str, Json], outputs: Mapping[str, Json]) -> dict[str, Json]:
    """The arguments with references replaced by outputs; PlanError if one is missing."""
    return dict(args) if is_plain(args) else transform(args, lambda value: _resolve(value, outputs))


def escaped(args: Mapping[str, Json]) -> dict[str, Json]:
    """Values as a plan must write them so that they mean themselves."""
    return transform(args, lambda leaf: f"${leaf}" if isinstance(leaf, str) and leaf.startswith("$") else leaf)


def secrets_in(args: Mapping[str, Json]) -> frozenset[str]:
    """Names of the secrets that these arguments ask for."""
    if all(isinstance(v, _LEAVES) and not (isinstance(v, str) and v.startswith(SECRET)) for v in args.values()):
        return frozenset()
    names: set[str] = set()
    transform(args, lambda leaf: names.add(name) if (name := secret_name(leaf)) else None)
    return frozenset(names)


def is_plain(args: Mapping[str, Json]) -> bool:
    """Whether no argument can hold a reference."""
    for value in args.values():  # a loop: it is asked several times at every act
        if not isinstance(value, _LEAVES) or (isinstance(value, str) and value.startswith("$")):
            return False
    return True


def _resolve(value: Json, outputs: Mapping[str, Json]) -> Json:
    link = reference(value)
    if link is None:
        return value[1:] if isinstance(value, str) and value.startswith("$$") else value
    step, path = link
    if step not in outputs:
        raise PlanError(f"step {step} gave no output, but {value} asks for it")
    here: Json = outputs[step]
    for name in path:
        inner = cast("dict[str, Json] | list[Json]", here)
        try:
            here = inner[int(name)] if isinstance(inner, list) else inner[name]
        except (KeyError, IndexError, TypeError, ValueError):
            have = ", ".join(sorted(inner)) if isinstance(inner, dict) else type(inner).__name__
            have = "nothing of it here: it is too large, and used as a whole" if _is_apart(inner) else have
            raise PlanError(f"the output of {step} has no {name!r} ({value}); it has {have}") from None
    return here if isinstance(here, int | float) else transform(here, quoted)


def _is_apart(value: object) -> bool:
    """Whether a value is kept elsewhere, and only its name stands here."""
    return isinstance(value, str) and value.startswith(BLOB)


def rename_references(args: Mapping[str, Json], renamed: Mapping[str, str]) -> dict[str, Json]:
    """The arguments with references pointing to lifelong ids instead of names inside a draft."""

    def rename(leaf: Json) -> Json:
        link = reference(leaf)
        return "$" + ".".join((renamed[link[0]], *link[1])) if link and link[0] in renamed else leaf

    return dict(args) if is_plain(args) else transform(args, rename)


def title(step: Step) -> str:
    """The step in one short line."""
    match step:
        case Act():
            return f"{step.skill}({in_brackets(step.args)}){on_target(step.target)}"
        case Achieve():
            return f"achieve: {step.goal}"
        case Replan():
            return "replan" + (f": {step.why}" if step.why else "")


def described(step: Step) -> str:
    """The step in one line, with the planner's own words about it."""
    words = [] if isinstance(step, Replan) else [step.description]
    if isinstance(step, Act) and step.expected_change:
        words.append(f"to change: {step.expected_change}")
    about = "; ".join(" ".join(word.split()) for word in words if word.strip())
    return f"{title(step)} ({about})" if about else title(step)


class Difference(Value, frozen=True):
    """What changed between two versions of a plan."""

    kept: tuple[str, ...]
    """Ids of the steps that are in both, in the old order."""
    dropped: tuple[str, ...]
    """Ids of the steps that only the old plan has, done ones among them."""
    added: tuple[str, ...]
    """Ids of the steps that only the new plan has."""


def difference(old: Plan, new: Plan) -> Difference:
    """Steps by id: a step that stays keeps its id for the life of the run."""
    before, after = [s.id for s in old.steps], [s.id for s in new.steps]
    return Difference(
        kept=tuple(i for i in before if i in after),
        dropped=tuple(i for i in before if i not in after),
        added=tuple(i for i in after if i not in before),
    )
