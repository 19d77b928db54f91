"""Options and closeness without a model: words of the goal beside what stands on the screen, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ...core.gates.request import PlanRequest
from ...core.logic.conditions import coverage, evaluate, parse, parse_fact
from ...core.model import Cost, Target
from ...core.plans.plan import Act
from ..given import Alike
from ..words.language import stem
from .roles import Option, Options
from .seeing import ESCAPE, OPENED, PLACES, key_of, role_of, sight_of, touching, unseen_acts, writing

MOST = 4
"""Options in one answer."""
_EMPTY = frozenset(
    ("the", "a", "an", "to", "of", "in", "on", "for", "and", "or", "with", "is", "it", "find", "explore", "reach", "open", "go")
)
ALIKE = 0.1
"""Meanings that are less alike than this have nothing to do with each other."""
CLOSES = 0.25
"""What closing promises where something lies open."""
_POPUPS = frozenset(("hasPopup", "collapsed"))
_OPENERS = frozenset(("menuitem", "menu", "tab", "link", "combobox", "treeitem"))


class WordsProposer:
    """Offers what shares words with the goal, then what means something like it, then what opens something."""

    def __init__(self, alike: Alike | None = None) -> None:
        """`alike` compares meanings, where that is installed."""
        self._alike = alike

    async def options(self, request: PlanRequest, without: Collection[str], told: Sequence[str]) -> Options:
        """The likeliest things first; fields only with a value that the task names for them."""
        wanted = _words(f"{request.goal} {' '.join(a for lit in parse(request.done_when) for a in lit.args)}")
        besides = _words(request.task.goal) - wanted
        touch, sight = touching(request.skills), sight_of(request)
        opened = any(parse_fact(f).name in OPENED for f in request.facts)
        meant = _meant(self._alike, request.goal, [target.label for target in request.view.targets])
        ranked: list[tuple[float, int, Act]] = []
        for i, target in enumerate(request.view.targets):
            thing = sight.thing(target.id)
            if target.id in without or "disabled" in target.state or thing is None or thing.final:
                continue
            act = self._act(request, target, touch)
            if act is not None:
                ranked.append((-_appeal(target, wanted, besides, opened) - meant[i], i, act))
        if sight.thing(ESCAPE) is not None and ESCAPE not in without:
            ranked.append((-CLOSES, len(ranked), unseen_acts(request.skills)[ESCAPE]))
        ranked.sort(key=lambda row: row[:2])
        return Options(tuple(Option(act, name=key_of(act)) for _, _, act in ranked[:MOST]))

    def _act(self, request: PlanRequest, target: Target, touch: str) -> Act | None:
        if role_of(target) != "field":
            return Act(touch, {}, target.id) if touch else None
        value = request.task.values.get(target.label)
        return writing(request.skills, target.id, value) if value is not None else None


class WordsNearness:
    """How much of the goal's condition holds, and how many of its words are to be seen, most of all in the place's name."""

    is_free = True

    def __init__(self, alike: Alike | None = None) -> None:
        """`alike` compares meanings, where that is installed: a goal may be near in other words."""
        self._alike = alike

    async def near(self, request: PlanRequest) -> tuple[float, Cost]:
        """0 far to 10 there."""
        goal = parse(request.done_when)
        covered = coverage(request.view.covers)
        met = sum(evaluate((lit,), request.facts, covered) is True for lit in goal) / len(goal) if goal else 0.0
        wanted = _words(request.goal)
        places = [arg for f in request.facts if (lit := parse_fact(f)).name in PLACES for arg in lit.args]
        labels = [target.label for target in request.view.targets]
        named, shown = ({w for text in texts for w in _words(text)} for texts in (places, labels))
        alike = sum(1.0 if w in named else 0.5 if w in shown else 0.0 for w in wanted) / max(1, len(wanted))
        means = [max(_meant(self._alike, request.goal, texts), default=0.0) for texts in (places, labels)]
        return min(9.5, 0.5 + 5.0 * met + 4.0 * max(alike, means[0], 0.5 * means[1])), Cost()


def _appeal(target: Target, wanted: frozenset[str], besides: frozenset[str], opened: bool) -> float:
    """How much a thing promises: by words of the goal, and by those of the task (`besides`). In what was opened, a thing that
    shares no word and opens nothing is worth less than closing it."""
    words, role = _words(target.label), role_of(target)
    shared = len(words & wanted) + 0.5 * len(words & besides)
    opens = target.role in _OPENERS if not opened else target.role in _OPENERS - {"menuitem"}
    opens = opens or bool(_POPUPS & set(target.state))
    if opened and role in ("close", "back"):
        return CLOSES
    return 2.0 * shared + (0.5 if opens else 0.0) - (1.0 if role in ("close", "back", "commit", "toggle") else 0.0)


def _meant(alike: Alike | None, goal: str, texts: Sequence[str]) -> Sequence[float]:
    """How alike each text is to the goal in what it means, 0 to 1."""
    likeness = alike(goal, texts) if alike is not None else [0.0] * len(texts)
    return [min(1.0, one) if one >= ALIKE else 0.0 for one in likeness]


def _words(text: str) -> frozenset[str]:
    return frozenset(stem(w) for w in re.findall(r"\w+", text.lower()) if w not in _EMPTY)
