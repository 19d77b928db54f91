"""Lessons: what mended a failure, seen to work; how far it may be relied on, and when it must not be used."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from math import sqrt
from typing import Annotated
from typing import Literal as Choice

from msgspec import Meta
from msgspec.structs import replace

from ..model import Value
from ..plans.edits import Edit, say
from ..plans.plan import digest
from .situations import Situation

Scope = Choice["agent", "team", "all"]
Match = Choice["exact", "loose", "bare", "alike"]

HALF_LIFE = 90 * 86_400.0
"""Seconds after which what was seen counts half."""
Z = 1.28
"""The bound that a true rate lies above nine times in ten."""
WORTH = 0.2
"""From this lower bound on a lesson is tried before the planner is asked."""
TRUST_IN: dict[Match, float] = {"exact": 1.0, "loose": 0.95, "bare": 0.85, "alike": 0.75}
"""How far a lesson carries over to a situation that is like its own."""
ALIKE = 0.5
"""The share of words that two situations must have in common to be alike."""


class Lesson(Value, frozen=True):
    """What was learned from a failure, and how it has fared since."""

    situation: Situation
    """The failure that it is for."""
    edit: Edit
    """What to do otherwise, written in terms of the failed act."""
    why: str = ""
    """The root cause, as it was understood."""
    scope: Scope = "all"
    """Who may use it: as the settings of the run that learned it say."""
    agent: str = ""
    """The agent whose run learned it."""
    team: str = ""
    """That agent's team; '' for none."""
    helped: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    """Trials that were seen to help, as of `at`; the older the less they count."""
    harmed: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    """Trials that were seen to harm, counted in the same way."""
    at: Annotated[float, Meta(ge=0, le=1e11)] = 0.0
    """When the counts were last brought up to date, in seconds since the epoch."""
    quarantined: bool = False
    """It did harm: it is told, not tried, until it is seen to help again."""
    runs: tuple[str, ...] = ()
    """The last trials that were counted, so that none is counted twice."""
    foreign: bool = False
    """It comes from elsewhere, with its counts: it is told, never tried, until it is seen to help here."""

    @property
    def id(self) -> str:
        """The same for the same fix of the same situation among those who share it."""
        owner = {"agent": self.agent, "team": self.team, "all": ""}[self.scope]
        return digest((self.situation.bare, self.edit, self.scope, owner))[:10]

    def sentence(self) -> str:
        """The lesson in words."""
        before = f"{self.situation.skill} failed ({self.situation.reason})"
        return f"when {before}: {say(self.edit)}" + (f", because {self.why}" if self.why else "")


def lesson_author(lesson: Lesson) -> str:
    """Who a plan is said to be by that a lesson mended."""
    return f"lesson {lesson.id}"


class Found(Value, frozen=True):
    """A lesson that may fit, and how it was found."""

    lesson: Lesson
    """The lesson, with its counts as they were when it was looked up."""
    match: Match
    """How its situation agrees: `exact`; `loose`, other arguments; `bare`, in another world; `alike`, in words or meaning."""
    likeness: float = 1.0
    """How near the situations are, 0 to 1; always 1 unless the match is `alike`."""


def faded(count: float, since: float, now: float) -> float:
    """A count as it weighs after some time."""
    return count * 0.5 ** (max(0.0, now - since) / HALF_LIFE)


def lower_bound(helped: float, harmed: float, z: float = Z) -> float:
    """The rate of help that the counts make sure of (Wilson's lower bound)."""
    n = helped + harmed
    if n < 1e-9:
        return 0.0
    rate = helped / n
    spread = z * sqrt(rate * (1 - rate) / n + z * z / (4 * n * n))
    return max(0.0, (rate + z * z / (2 * n) - spread) / (1 + z * z / n))


def worth(found: Found, now: float) -> float:
    """How far a lesson may be relied on here and now."""
    lesson = found.lesson
    helped, harmed = faded(lesson.helped, lesson.at, now), faded(lesson.harmed, lesson.at, now)
    return lower_bound(helped, harmed) * TRUST_IN[found.match] * found.likeness


def may_be_tried(found: Found, now: float) -> bool:
    """Whether its edit is tried before the planner is asked."""
    return not found.lesson.quarantined and not found.lesson.foreign and worth(found, now) >= WORTH


def counted(lesson: Lesson, helped: bool, trial: str, now: float) -> Lesson:
    """The lesson after one more trial was seen to help or to harm. One harm puts it aside; help brings it back."""
    if trial in lesson.runs:
        return lesson
    if lesson.foreign and helped:  # from now on only what was seen here counts
        lesson = replace(lesson, foreign=False, helped=0.0, harmed=0.0, at=0.0, runs=())
    return replace(
        lesson,
        helped=faded(lesson.helped, lesson.at, now) + helped,
        harmed=faded(lesson.harmed, lesson.at, now) + (not helped),
        at=max(lesson.at, now),
        quarantined=not helped,
        runs=(*lesson.runs[-19:], trial),
    )


def is_for(lesson: Lesson, agent: str, team: str) -> bool:
    """Whether an agent may use it."""
    match lesson.scope:
        case "agent":
            return lesson.agent == agent
        case "team":
            return bool(team) and lesson.team == team
        case "all":
            return True


def match_of(lesson: Situation, now: Situation) -> Match:
    """How closely two situations agree."""
    if lesson.exact == now.exact:
        return "exact"
    if lesson.loose == now.loose:
        return "loose"
    return "bare" if lesson.bare == now.bare else "alike"


def likeness(a: Situation, b: Situation) -> float:
    """The share of words in common, 0 to 1; 0 where another skill failed, or in another way."""
    if (a.skill, a.kind) != (b.skill, b.kind):
        return 0.0
    return overlap(a.words(), b.words())


def overlap(a: Collection[str], b: Collection[str]) -> float:
    """Words in common, of all words."""
    one, other = set(a), set(b)
    return len(one & other) / len(one | other) if one | other else 0.0


def ranked(situation: Situation, lessons: Iterable[Lesson], now: float, near: Mapping[str, float] | None = None) -> list[Found]:
    """Those that fit, the most reliable first: the same situation before a like one.

    `near` says how near in meaning some of them are, by id, where somebody knows.
    """
    matching: list[Found] = []
    for lesson in lessons:
        match = match_of(lesson.situation, situation)
        alike = 1.0
        if match == "alike":
            alike = likeness(lesson.situation, situation)
            if lesson.situation.skill == situation.skill:
                alike = max(alike, (near or {}).get(lesson.id, 0.0))
        if match != "alike" or alike >= ALIKE:
            matching.append(Found(lesson, match, alike))
    order = {"exact": 0, "loose": 1, "bare": 2, "alike": 3}
    return sorted(matching, key=lambda f: (f.lesson.quarantined, order[f.match], -worth(f, now), f.lesson.id))
