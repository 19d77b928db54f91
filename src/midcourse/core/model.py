"""The words: what is seen, what can be done, what is wanted.

All values are immutable and journalled as they are; none holds a secret, only references to one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from typing import Literal as Choice

import msgspec

Json = Any
"""A value that JSON can hold."""

Risk = Choice["harmless", "reversible", "irreversible"]
RISKS: tuple[Risk, ...] = ("harmless", "reversible", "irreversible")


class Value(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of all journalled values: frozen, compact, strict."""


class Group(Value, frozen=True):
    """Fields of a value that belong together. Outside the engine they are named without it: `groups` maps the names."""


class Cost(Value, frozen=True):
    """What an answer of a planner, a judge or a model that looks costs, or may cost at most."""

    tokens: int = 0
    """Tokens of language models, read and written together."""
    money: float = 0.0
    """US dollars, of the tokens whose price is known."""
    unpriced: int = 0
    """Tokens among them whose price nobody knows: no limit in money can count them."""
    answers: int = 0
    """How many answers of language models it is for; 0 where nobody counted."""

    def __add__(self, other: Cost) -> Cost:
        answers = self.answers + other.answers
        return Cost(self.tokens + other.tokens, self.money + other.money, self.unpriced + other.unpriced, answers)

    def __sub__(self, other: Cost) -> Cost:
        unpriced, answers = max(0, self.unpriced - other.unpriced), max(0, self.answers - other.answers)
        return Cost(self.tokens - other.tokens, self.money - other.money, unpriced, answers)

    def in_words(self) -> str:
        """Tokens and money. An unknown price is called unknown, not zero."""
        if not self.unpriced:
            return f"{self.tokens:,} tokens and ${self.money:.4f}"
        if not self.money:
            return f"{self.tokens:,} tokens at an unknown price"
        return f"{self.tokens:,} tokens and ${self.money:.4f}, the price of {self.unpriced:,} of them unknown"


# --- what is seen -----------------------------------------------------------------------------------------------


class Target(Value, frozen=True):
    """A thing that can be acted on. `id` stays the same from look to look."""

    id: str
    """What acts and facts name it by; unique within one look."""
    role: str = ""
    """What sort of thing it is, in the world's words, such as `button`; '' if the world does not say."""
    label: str = ""
    """What is written on it or what people call it. A thing under another id with the same role and label may be it."""
    state: tuple[str, ...] = ()
    """What is so of it now, in the world's words, such as `disabled`; () if nothing is."""
    box: tuple[int, int, int, int] | None = None
    """Left, top, width and height in pixels of the whole page, by which the nearest of those alike is found; None if unknown."""


class Observation(msgspec.Struct, frozen=True):
    """What a world shows at one moment."""

    facts: frozenset[str] = frozenset()
    """What is seen to hold, each as `name(arg, …)`; what is covered and not among them is false."""
    covers: tuple[str, ...] = ("*",)
    """Patterns of the facts this look would have shown had they held; `*` is everything."""
    targets: tuple[Target, ...] = ()
    """The things that can be acted on now; () in a world that has none."""
    picture: bytes | None = None
    """A PNG of what is seen, for models that read pictures; None where the world takes none."""
    source: str = ""
    """Which kind of world looked and in what way, for people; nothing is decided by it."""
    stale: str = ""
    """Why a part of this is old, if it is."""
    tier: str = ""
    """The dearest way of looking that answered, such as `unchanged` or `vision`; '' in a world that has one way only."""
    cost: Cost = Cost()
    """What was paid for it, and for acts since the look before; nothing where no model was asked."""


class FactKind(Value, frozen=True):
    """One kind of fact that a world can show."""

    name: str
    """What its facts begin with, before the brackets; unique within the world."""
    doc: str = ""
    """What such a fact says, told to planners: `on(o, below): it lies on another thing`; '' if the name says it."""
    volatile: bool = False
    """Changes by itself and means nothing to a plan (a clock, a caret): left out of fingerprints."""
    fleeting: bool = False
    """Lost when the world starts anew, whatever was done: what stands in the fields of a page, and what only an answer shows."""


# --- what can be done -------------------------------------------------------------------------------------------


FURTHER = "**"
"""With this before its name, a parameter stands for arguments of any further names."""


class Parameter(Value, frozen=True):
    """One argument of a skill."""

    name: str
    """What calls name it by, and the skill's conditions as `{name}`; unique within the skill. `**name`: arguments of any name."""
    type: str = "any"
    """`str`, `int`, `float`, `bool`, `list`, `dict`, `none`, or several, as in `str | list`; any other word the world checks."""
    required: bool = True
    """A call without it is sent back."""
    choices: tuple[str, ...] = ()
    """The only values that it takes, as text; () for any value of its type."""
    doc: str = ""
    """What is to be given, in words; '' if the name says it."""
    default: Json = None
    """What it is when it is not given."""
    opaque: bool = False
    """What it is when it is not given cannot be written as JSON: no value that is given is the same as none."""


class Otherwise(Value, frozen=True):
    """Another possible outcome of an act, in place of what its skill `makes` and `breaks`."""

    name: str
    """What a plan that counts on it names it by; unique within the skill, and never '', which is the usual outcome."""
    makes: str = ""
    """Facts that hold afterwards in this case, as a condition; '' for none."""
    breaks: str = ""
    """Facts that are gone afterwards in this case, as a condition; '' for none."""
    chance: float = 0.0
    """How likely it is, 0 to 1, where that is known."""


class Delivery(Group, frozen=True):
    """How the effect of a skill arrives: once though the call is repeated (`keyed`), and how soon it shows (`settles`)."""

    keyed: bool = False
    """Whoever it asks honours the call's key: it may be tried again under the same key, and acts once on it."""
    settles: float | None = None
    """Seconds within which its effect shows, if at all: a look before that cannot say that it did not happen. None: as the run's
    `settle_seconds` say, five times as long if it must not be done twice, and in doubt what is left of its time limit."""


class Skill(Value, frozen=True):
    """Something the world can do, with its contract. Conditions hold `{parameter}` where an argument goes. Numbers are the last
    argument of a fact: in `makes`, `fuel({car}, -=1)` subtracts from it; in `needs`, `fuel({car}, >=1)` compares it."""

    name: str
    """What plans name it by; unique within the world."""
    doc: str = ""
    """What it does, in words, told to planners and people; '' if the name says it."""
    parameters: tuple[Parameter, ...] = ()
    """What it is called with; () for nothing."""
    needs: str = ""
    """What must hold before it, as a condition; '' for nothing."""
    makes: str = ""
    """What holds after it, as a condition; '' where nothing is said."""
    breaks: str = ""
    """What no longer holds after it, as a condition; '' where nothing is said."""
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
    """What doing it may cost: nothing; what can be taken back; what cannot, which by default a person must allow."""
    repeatable: bool = False
    """Doing it twice does no more than doing it once."""
    timeout: float = 60.0
    """Seconds after which its result is uncertain."""
    delivery: Delivery = Delivery()
    """How surely its effect comes."""

    @property
    def may_be_tried_again(self) -> bool:
        """Whether trying it a second time does no harm, whatever came of the first."""
        return self.repeatable or self.delivery.keyed

    @property
    def named(self) -> tuple[Parameter, ...]:
        """The parameters that have a name of their own."""
        return tuple(p for p in self.parameters if not p.name.startswith(FURTHER))

    def usual(self) -> dict[str, Json]:
        """What every argument that may be left out is then, as far as that can be written."""
        return {p.name: p.default for p in self.named if not p.required and not p.opaque}

    def complete_args(self, args: Mapping[str, Json]) -> dict[str, Json]:
        """The arguments with the skill's defaults filled in, so that checks see what the act really does."""
        return {**{p.name: p.default for p in self.parameters if p.default is not None}, **args}

    def signature(self) -> str:
        """The skill as a call, for people and error messages."""
        shown = [f"{p.name}: {p.type}" + ("" if p.required else " = …") for p in self.named]
        return f"{self.name}({', '.join([*shown, *(p.name for p in self.parameters if p not in self.named)])})"


class Call(msgspec.Struct, frozen=True):
    """One act, as the world receives it: outputs filled in, secrets still references."""

    skill: str
    """The name of one of the world's skills."""
    args: dict[str, Json]
    """Parameter -> value, as the plan gives them: one that is left out is for the world to fill in."""
    target: str = ""
    """The id of the target that it acts on; '' for none."""
    key: str = ""
    """The same for the same intended act over tries, crashes and plans: an idempotency key for targets that take one."""
    timeout: float = 60.0
    """Seconds after which the engine waits no longer and calls the result uncertain."""
    secrets: frozenset[str] | None = None
    """Names of the secrets that the plan itself asks for: text from elsewhere that looks like a reference is text. None: any."""


class Done(Value, tag="done", frozen=True):
    """The world reports that the act was done. A look checks whether it was."""

    output: Json = None
    """What the act gave, as JSON, for later steps to use; None for nothing."""


class Failed(Value, tag="failed", frozen=True):
    """It did not work. `reason` is a short slug, `detail` is for people and planners."""

    reason: str
    """What went wrong as a slug, such as `file_not_found`; the kind of failure follows from it."""
    detail: str = ""
    """What went wrong in words; '' if the reason says it all."""
    kind: str = ""
    """The kind of failure, where the world knows it; else it follows from the reason."""
    clean: bool = True
    """Nothing was done. False when it broke off in the middle: then only a look can tell."""
    error: str = ""
    """The type of the exception behind it, as `package.Name`, where there was one."""
    retry_after: float | None = None
    """Seconds after which whoever was called wants to be asked again, where it says so."""
    begun: bool = False
    """It was seen to do something before it failed: no rule about its error can say that nothing was done."""


class Uncertain(Value, tag="uncertain", frozen=True):
    """The act was sent, and its result is unknown."""

    reason: str = "timeout"
    """Why nobody knows, as a slug: `timeout`, `interrupted`."""
    detail: str = ""
    """Why nobody knows, in words; '' if the reason says it all."""
    anew: bool = False
    """The world starts anew for it, or its answer is lost: what is fleeting is not there, whether or not the act happened."""
    error_shown: bool = False
    """An error stands in place of what was there: that the look has changed says nothing of the act."""


Result = Done | Failed | Uncertain


# --- what is wanted ---------------------------------------------------------------------------------------------


class Constraint(Value, frozen=True):
    """What people forbade. `forbids` is a pattern such as `delete(path=/etc/*)` that no step may fit."""

    text: str
    """What is forbidden, in words: planners are told, and so is whoever asks why an act does not run."""
    forbids: str = ""
    """The pattern; '' where there are only words, which nothing checks."""
    by: str = ""
    """Who forbade it: `task` for a task file, `operator` for the command line; '' if not said. Kept for the record."""


class Grant(Value, frozen=True):
    """A yes given beforehand to acts that fit a pattern, until it expires or is used up. By default it allows one act."""

    allows: str
    """A pattern such as `send(to=*@example.org)`, which an act must fit with every value in its arguments."""
    count: int = 1
    """How many acts it still allows; a use is given back where nothing was done and it may be tried again."""
    until: float | None = None
    """Seconds since the epoch; None lasts as long as the run."""
    by: str = ""
    """Who gave it: `task` for a task file, else a person; '' if not said. Kept for the record."""


class Task(Value, frozen=True):
    """What a run is for."""

    goal: str
    """What is wanted, in words, as planners, judges and people read it."""
    done_when: str = ""
    """The condition that shows that it is reached; '' where there are only words."""
    constraints: tuple[Constraint, ...] = ()
    """What is forbidden from the start; people may add to it while the run goes on."""
    grants: tuple[Grant, ...] = ()
    """What is allowed beforehand from the start; people may add to it while the run goes on."""
    agent: str = "agent"
    """Who it is done as: whose record counts as trust, and whose lessons are used."""
    world: str = ""
    """The world's name in a task file, else '': the same goal in another world is another task."""
    team: str = ""
    """Whose lessons it may use and add to, beside its own."""
    values: dict[str, str] = {}
    """What is to be entered where, by the names of fields; a secret as `secret:NAME`."""
    only: tuple[str, ...] = ()
    """Patterns of the acts that may be done at all, such as `send(to=*@example.org)`; with none, every act may."""
    secrets: dict[str, tuple[str, ...]] = {}
    """Secret -> what it is for: a skill, `skill.argument`, or the origin of a page. Any other use asks first."""
    guide: tuple[tuple[str, str], ...] = ()
    """A coarse plan: goals on the way in words, each with its condition or ''. A suggestion; none of them must be reached."""
    guided_by: str = ""
    """Who makes the coarse plan where none is written: `model` for the run's own model, `model:PROVIDER:NAME` for another."""


SECRET = "secret:"


class Verbatim(str):
    """Text that means itself, though it may look like the name of a secret."""


def secret_name(value: object) -> str | None:
    """The name in a reference such as `secret:MAIL_PASSWORD`, or None."""
    if isinstance(value, str) and value.startswith(SECRET) and len(value) > len(SECRET) and not isinstance(value, Verbatim):
        return value[len(SECRET) :]
    return None


def names(items: Iterable[Skill | Parameter | FactKind]) -> list[str]:
    """The names, in order."""
    return [item.name for item in items]
