"""The words: what is seen, what can be done, what is wanted.

All values are immutable and journalled as they are; none holds a secret, only references to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from typing import Literal as Choice

import msgspec
from msgspec.structs import replace

Json = Any
"""A value that JSON can hold."""

Risk = Choice["harmless", "reversible", "irreversible"]
RISKS: tuple[Risk, ...] = ("harmless", "reversible", "irreversible")


class Value(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of all journalled values: frozen, compact, strict."""


# --- what is seen -----------------------------------------------------------------------------------------------


class Target(Value, frozen=True):
    """A thing that can be acted on. `id` stays the same from look to look."""

    id: str
    role: str = ""
    label: str = ""
    state: tuple[str, ...] = ()
    box: tuple[int, int, int, int] | None = None


class Observation(msgspec.Struct, frozen=True):
    """What a world shows at one moment."""

    facts: frozenset[str] = frozenset()
    covers: tuple[str, ...] = ("*",)
    """Patterns of the facts this look would have shown had they held; `*` is everything."""
    targets: tuple[Target, ...] = ()
    picture: bytes | None = None
    source: str = ""
    stale: str = ""
    """Why a part of this is old, if it is."""


class FactKind(Value, frozen=True):
    """One kind of fact that a world can show."""

    name: str
    doc: str = ""
    volatile: bool = False
    """Changes by itself and means nothing to a plan (a clock, a caret): left out of fingerprints."""


# --- what can be done -------------------------------------------------------------------------------------------


class Parameter(Value, frozen=True):
    """One argument of a skill."""

    name: str
    type: str = "any"
    required: bool = True
    choices: tuple[str, ...] = ()
    doc: str = ""
    default: Json = None
    """What it is when it is not given."""


class Otherwise(Value, frozen=True):
    """Something else that an act may lead to, instead of what its skill `makes` and `breaks`."""

    name: str
    makes: str = ""
    breaks: str = ""
    chance: float = 0.0
    """How likely it is, 0 to 1, where that is known."""


class Skill(Value, frozen=True):
    """Something the world can do, with its contract. Conditions hold `{parameter}` where an argument goes.

    In `makes`, `fuel({car}, -=1)` counts down a number that is a fact's last argument; `needs` compare it: `fuel({car}, >=1)`.
    """

    name: str
    doc: str = ""
    parameters: tuple[Parameter, ...] = ()
    needs: str = ""
    makes: str = ""
    breaks: str = ""
    complete: bool = False
    """The contract names every effect. Only then may the absence of an effect be relied on."""
    outcomes: tuple[Otherwise, ...] = ()
    """What it may lead to instead; a plan counts on `makes`, or names the outcome that it counts on."""
    senses: str = ""
    """Facts of which the look after it tells whether they hold: `inside({box}, *)`."""
    cost: float | str = 1.0
    """How dear it is, beside other skills; or the fact whose last argument says so: `distance({from}, {to})`."""
    undo: str = ""
    """The skill that takes it back, called with the same arguments."""
    risk: Risk = "reversible"
    repeatable: bool = False
    """Doing it twice does no more than doing it once."""
    timeout: float = 60.0
    """Seconds after which its result is uncertain."""
    keyed: bool = False
    """Whoever it asks honours the call's key: it may be tried again under the same key, and acts once on it."""
    settles: float | None = None
    """Seconds within which its effect shows, if at all: a look before that cannot say that it did not happen. None: as the run's
    `settle_seconds` say, and in doubt what is left of its time limit."""

    @property
    def may_be_tried_again(self) -> bool:
        """Whether trying it a second time does no harm, whatever came of the first."""
        return self.repeatable or self.keyed

    def complete_args(self, args: Mapping[str, Json]) -> dict[str, Json]:
        """The arguments with what the skill takes where none is given: what an act really does is weighed."""
        return {**{p.name: p.default for p in self.parameters if p.default is not None}, **args}

    def signature(self) -> str:
        """The skill as a call, for people and error messages."""
        shown = (f"{p.name}: {p.type}" + ("" if p.required else " = …") for p in self.parameters)
        return f"{self.name}({', '.join(shown)})"


def settling(seconds: float, skills: Iterable[Skill]) -> tuple[Skill, ...]:
    """The skills of a world whose effects show within this time; a skill's own word goes before it."""
    return tuple(replace(skill, settles=seconds) if skill.settles is None else skill for skill in skills)


class Call(msgspec.Struct, frozen=True):
    """One act, as the world receives it: outputs filled in, secrets still references."""

    skill: str
    args: dict[str, Json]
    target: str = ""
    key: str = ""
    """The same for the same intended act over tries, crashes and plans: an idempotency key for targets that take one."""
    timeout: float = 60.0
    secrets: frozenset[str] | None = None
    """Names of the secrets that the plan itself asks for: text from elsewhere that looks like a reference is text. None: any."""


class Done(Value, tag="done", frozen=True):
    """The world says that it did it. A look will tell."""

    output: Json = None


class Failed(Value, tag="failed", frozen=True):
    """It did not work. `reason` is a short slug, `detail` is for people and planners."""

    reason: str
    detail: str = ""
    kind: str = ""
    """The kind of failure, where the world knows it; else it follows from the reason."""
    clean: bool = True
    """Nothing was done. False when it broke off in the middle: then only a look can tell."""
    error: str = ""
    """The type of the exception behind it, as `package.Name`, where there was one."""
    retry_after: float | None = None
    """Seconds after which whoever was called wants to be asked again, where it says so."""


class Uncertain(Value, tag="uncertain", frozen=True):
    """It was sent, and what came of it is unknown."""

    reason: str = "timeout"
    detail: str = ""


Result = Done | Failed | Uncertain


# --- what is wanted ---------------------------------------------------------------------------------------------


class Cost(Value, frozen=True):
    """What a planner's or judge's answer costs, or may cost at most."""

    tokens: int = 0
    money: float = 0.0
    """US dollars, of the tokens whose price is known."""
    unpriced: int = 0
    """Tokens among them whose price nobody knows: no limit in money can count them."""

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.tokens + other.tokens, self.money + other.money, self.unpriced + other.unpriced)

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.tokens - other.tokens, self.money - other.money, max(0, self.unpriced - other.unpriced))

    def in_words(self) -> str:
        """Tokens and money; a price that is not known is none, not zero."""
        if not self.unpriced:
            return f"{self.tokens:,} tokens and ${self.money:.4f}"
        if not self.money:
            return f"{self.tokens:,} tokens at an unknown price"
        return f"{self.tokens:,} tokens and ${self.money:.4f}, the price of {self.unpriced:,} of them unknown"


class Constraint(Value, frozen=True):
    """What people forbade. `forbids` is a pattern such as `delete(path=/etc/*)` that no step may fit."""

    text: str
    forbids: str = ""
    by: str = ""


class Grant(Value, frozen=True):
    """A yes given beforehand to every act that fits a pattern, until it expires or is used up."""

    allows: str
    count: int = 1
    until: float | None = None
    """Seconds since the epoch; None lasts as long as the run."""
    by: str = ""


class Task(Value, frozen=True):
    """What a run is for."""

    goal: str
    done_when: str = ""
    constraints: tuple[Constraint, ...] = ()
    grants: tuple[Grant, ...] = ()
    agent: str = "agent"
    world: str = ""
    team: str = ""
    """Whose lessons it may use and add to, beside its own."""
    values: dict[str, str] = {}
    """What is to be entered where, by the names of fields; a secret as `secret:NAME`."""
    only: tuple[str, ...] = ()
    """Patterns of the acts that may be done at all, such as `send(to=*@example.org)`; with none, every act may."""


SECRET = "secret:"


def secret_name(value: object) -> str | None:
    """The name in a reference such as `secret:MAIL_PASSWORD`, or None."""
    if isinstance(value, str) and value.startswith(SECRET) and len(value) > len(SECRET):
        return value[len(SECRET) :]
    return None


def names(items: Iterable[Skill | Parameter | FactKind]) -> list[str]:
    """The names, in order."""
    return [item.name for item in items]
