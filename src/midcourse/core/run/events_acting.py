"""What happened in the world and in the plan: looks, acts and what became of them, steps that were passed, skipped or redone."""

from __future__ import annotations

from typing import Literal as Choice

from ..failing.findings import Finding
from ..model import Cost, Json, Result, Target, Value


class Looked(Value, tag="looked", frozen=True):
    """A look, as its difference from what was believed before."""

    added: tuple[str, ...] = ()
    """Facts that came, in canonical form and sorted."""
    removed: tuple[str, ...] = ()
    """Long ones by their hash, `#…`."""
    covers: tuple[str, ...] = ("*",)
    """Patterns of what the look would have shown, as the world gave them."""
    targets: tuple[Target, ...] | None = None
    """None: as before."""
    picture: str = ""
    """The name of the picture among the blobs; '' for none."""
    source: str = ""
    """Which kind of world looked and in what way, for people."""
    stale: str = ""
    """Why a part of it is old, in the world's words; '' if none is."""
    took: float = 0.0
    """Seconds that it took."""
    tier: str = ""
    """The dearest way of looking that answered; '' in a world that has one way only."""
    cost: Cost = Cost()
    """What was paid for it; nothing where no model was asked."""


class NotSeen(Value, tag="not seen", frozen=True):
    """A look that failed; what was believed stays, and is older."""

    detail: str
    """Why it failed: the exception with its message, or the time limit."""
    took: float = 0.0
    """Seconds that it took."""


class Intended(Value, tag="intended", frozen=True):
    """An act is about to start. Committed before it does: what has no intent was not done."""

    step: str
    """The id of the step."""
    skill: str
    """The name of the skill."""
    args: dict[str, Json]
    """The arguments with outputs filled in; secrets stay references, large values the names of blobs."""
    target: str
    """The id of the target that it acts on; '' for none."""
    digest: str
    """Digest of skill, arguments and target: the same act has the same, whatever plan or step it is in."""
    attempt: int
    """Which try of this step it is, from 1."""
    approval: str = ""
    """The question or grant that allows it, where one is needed."""
    key: str = ""
    """What the world is given to tell a further try from a further act."""


class Acted(Value, tag="acted", frozen=True):
    """What came of an act, by the world's word."""

    step: str
    """The id of the step."""
    result: Result
    """The world's answer; in place of what is too large in its output stands the name of a blob: `blob:NAME`."""
    blob: str = ""
    """Where the whole output is kept, in journals of earlier releases."""
    took: float = 0.0
    """Seconds from the call to the answer."""
    finding: Finding | None = None
    """What a failure was found to be."""
    blobs: tuple[str, ...] = ()
    """The names of those blobs."""


class Settled(Value, tag="settled", frozen=True):
    """What became of an uncertain act, or of one that failed and may have been done."""

    step: str
    """The id of the step."""
    happened: bool
    """Whether it counts as done. False also where nobody knows and it may be tried again."""
    by: str
    """What settles it: `look`, `look after it failed`, a late `answer`, `a person`, or that it may be tried again: `repeatable`,
    `key`."""
    detail: str = ""
    """What was seen or said, in words."""
    output: Json = None
    """What a late answer gave; None for nothing."""
    blobs: tuple[str, ...] = ()
    """Names of the large parts of it that are kept apart."""


class SetAside(Value, tag="set-aside", frozen=True):
    """Nobody can tell here whether an uncertain act happened: the run goes on to where it shows, and does not do it meanwhile."""

    step: str
    """The id of the step in doubt."""
    because: str
    """What would show it, in words."""


class Missed(Value, tag="missed", frozen=True):
    """A step cannot start: something it uses is not there."""

    step: str
    """The id of the step; it counts as failed, and the plan stands at it again."""
    reason: str
    """A slug as for a failed act, such as `missing_dependency`, `forbidden` or `no_effect`."""
    detail: str
    """What is not there, or was not seen to come, in words."""


class Reentered(Value, tag="re-entered", frozen=True):
    """The plan goes on at another place of its own; no planner was asked."""

    position: int
    """The place of the step that is next, from 0; the number of steps stands for the end."""
    skipped: tuple[str, ...] = ()
    """Ids of steps left out, going forward: what they are for is so already, or nothing needs it."""
    redone: tuple[str, ...] = ()
    """Ids of steps to be done again, going back; () when going forward."""
    because: str = ""
    """What is so, or is so no more, in words; with the first redone step it is counted how often."""


class Passed(Value, tag="passed", frozen=True):
    """A step needs nothing more: what it is for is so already, it was done before, or its failure is of low severity."""

    step: str
    """The id of the step; the one after it is next."""
    because: str = ""
    """Why nothing more is needed, in words."""


class Doubted(Value, tag="doubted", frozen=True):
    """A part of a skill's contract is left out from now on: the world, or a planner that insists, speaks against it."""

    skill: str
    """The skill whose contract is doubted, for the rest of the run."""
    part: Choice["needs", "makes", "breaks"]
    """Which part of the contract: `needs` are doubted for a planner that insists, `makes` and `breaks` for what a look shows."""
    literal: str
    """What is left out, as the contract writes it, with its `{holes}`."""
    why: str
    """What speaks against it, in words."""
    step: str = ""
    """The id of the step at which it came up."""


class Rebound(Value, tag="rebound", frozen=True):
    """A step's target was found again under another id."""

    step: str
    """The id of the first step that it concerns; all later ones on the same target go with it."""
    old: str
    """The id of the target that is gone."""
    new: str
    """The id of the target that is there now, with the same role and label."""


class Relented(Value, tag="relented", frozen=True):
    """There is no way round failures that may pass by themselves: after a longer pause they may be tried again."""

    steps: tuple[str, ...]
    """Ids of the steps whose failures are forgiven, as far as they may pass."""
    pause: float
    """Seconds in which nothing is done before that."""


class Flagged(Value, tag="flagged", frozen=True):
    """The run goes in circles."""

    pattern: str
    """`cycle`, `same failure`, `no news`, `regress` or `idle`."""
    detail: str
    """What repeats, and how often, in words: the planner is told."""


Seeing = Looked | NotSeen
Doing = Intended | Acted | Settled | SetAside | Missed
Following = Reentered | Passed | Doubted | Rebound | Relented | Flagged
