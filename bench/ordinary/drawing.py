"""One random world: its facts and views, its skills as they are and as they are declared, a correct plan, a goal, a trouble."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from midcourse.core.model import Json, Parameter, Skill
from midcourse.core.plans.plan import Act

TROUBLES = (
    "none",
    "refused",
    "unavailable",
    "broke off",
    "no-op",
    "for good, other way",
    "for good",
    "time-out",
    "late",
    "late after time-out",
    "undone by another",
    "done by another",
    "killed",
)
PLANNERS = ("list", "restate", "continue", "segments", "achieve", "search")
GOALS = ("one", "two", "none")
COVERAGE = ("all", "views", "mixed")
SHARES = (0.0, 0.5, 1.0)
NEVER = "never_so"
"""A fact that never holds: what a wrong contract speaks of."""


@dataclass(frozen=True)
class Deed:
    """One act of the correct plan and what it truly needs and does."""

    skill: str
    args: dict[str, Json]
    needs: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    breaks: tuple[str, ...] = ()
    output: Json = None
    uses: int = -1
    """The deed whose output it is given, or -1."""


@dataclass(frozen=True)
class Knobs:
    """What was drawn, to group results by."""

    planner: str
    goal: str
    coverage: str
    needs: float
    effects: float
    complete: bool
    wrong: str
    again: bool
    """The same act stands in the plan more than once."""
    premade: bool
    trouble: str


@dataclass
class Drawn:
    """A world as drawn: nothing in it changes while it is played."""

    seed: int
    knobs: Knobs
    views: tuple[str, ...]
    start: frozenset[str]
    view_of: dict[str, str]
    """Fact -> the view it is seen in; '' is seen everywhere."""
    deeds: tuple[Deed, ...]
    skills: tuple[Skill, ...]
    """As the world declares them."""
    steps: tuple[Act, ...]
    goal: tuple[str, ...]
    struck: int
    """The deed that the trouble strikes."""
    chance: int
    """How it strikes, 0 to 99: once or twice, before or after."""
    hidden: frozenset[str] = frozenset()
    """Facts that no look shows."""
    others: dict[str, str] = field(default_factory=dict[str, str])
    """Skill -> another that does the same."""

    @property
    def traceless(self) -> bool:
        """Whether no look shows anything of the deed that is struck."""
        deed = self.deeds[self.struck]
        return not {*deed.makes, *deed.breaks} - self.hidden


def draw(seed: int, trouble: str = "", planner: str = "") -> Drawn:
    """The world of a seed; a trouble or a planner may be given instead of drawn."""
    chance = random.Random(seed)
    views = ("a", "b", "c")[: chance.choice((1, 2, 2, 3))]
    coverage = chance.choice(COVERAGE)
    trouble = trouble or chance.choice(("none", "none", *TROUBLES))
    planner = planner or chance.choice(PLANNERS)
    needs, effects = chance.choice(SHARES), chance.choice(SHARES)
    if planner == "search":
        needs = effects = 1.0
    goal_kind = chance.choice(GOALS) if planner != "search" else chance.choice(("one", "two"))
    deeds, start, view_of, hidden, again = _deeds(chance, views, coverage, planner != "search")
    struck = chance.randrange(len(deeds))
    skills, complete, wrong = _declared(chance, deeds, needs, effects, planner != "search")
    goal = _goal(chance, deeds, start, goal_kind, hidden)
    if planner == "search" and not goal:
        planner = "list"
    steps = _steps(chance, deeds)
    premade = False
    if chance.random() < 0.2:  # somebody did a part of it beforehand
        ahead = [d for d in deeds if d.skill.startswith("make") and not any(set(d.makes) & set(o.breaks) for o in deeds)]
        lone = [d for d in ahead if not any(o is not d and set(o.makes) & set(d.makes) for o in deeds)]
        lone = [d for d in lone if not set(goal) <= start | set(d.makes)]
        if lone:
            start, premade = start | set(chance.choice(lone).makes), True
    others = {d.skill: f"{d.skill}_other" for d in deeds}
    if trouble == "for good, other way":
        struck_skill = deeds[struck].skill
        twin = next(s for s in skills if s.name == struck_skill)
        skills = (*skills, _renamed(twin, others[struck_skill]))
    knobs = Knobs(planner, goal_kind if goal else "none", coverage, needs, effects, complete, wrong, again, premade, trouble)
    return Drawn(
        seed, knobs, views, frozenset(start), view_of, deeds, skills, steps, goal, struck, chance.randrange(100), hidden, others
    )


def _renamed(skill: Skill, name: str) -> Skill:
    from msgspec.structs import replace

    return replace(skill, name=name)


def _deeds(
    chance: random.Random, views: tuple[str, ...], coverage: str, uses_outputs: bool
) -> tuple[tuple[Deed, ...], set[str], dict[str, str], frozenset[str], bool]:
    """A plan that works: each deed needs only what is so when its turn comes."""
    here = views[0]
    start = {f"at({here})"}
    view_of: dict[str, str] = {}
    for i in range(2):
        fact = f"i{i}"
        view_of[fact] = chance.choice(views)
        if chance.random() < 0.7:
            start.add(fact)
    now = set(start)
    deeds: list[Deed] = []
    made: list[str] = []
    again = False
    page = 0
    for i in range(chance.randint(3, 7)):
        roll = chance.random()
        if roll < 0.22 and len(views) > 1:
            there = chance.choice([v for v in views if v != here])
            deed = Deed("go", {"to": there}, (), (f"at({there})",), (f"at({here})",))
            here = there
        elif roll < 0.32:
            deed = Deed("note", {})
        elif roll < 0.42:
            deed = Deed("turn", {}, (), (f"page({page + 1})",), (f"page({page})",) if page else ())
            view_of[f"page({page + 1})"] = chance.choice((here, "", "-"))
            page += 1
        elif roll < 0.5 and made:
            used = chance.choice(made)
            made.remove(used)
            deed = Deed(f"use{i}", {}, (used,), (f"u{i}",), (used,))
            view_of[f"u{i}"] = chance.choice((here, chance.choice(views)))
            made.append(f"u{i}")
        elif roll < 0.58:
            deed = Deed("read", {"what": f"r{i}"}, output=f"v{i}")
        else:
            needed = [f for f in sorted(now) if not f.startswith(("at", "page")) and chance.random() < 0.4][:2]
            if len(views) > 1 and chance.random() < 0.6:
                needed.append(f"at({here})")
            reads = [k for k, d in enumerate(deeds) if d.output is not None]
            uses = chance.choice(reads) if reads and uses_outputs and chance.random() < 0.5 else -1
            args: dict[str, Json] = {"x": deeds[uses].output} if uses >= 0 else {}
            fact = f"m{i}"
            view_of[fact] = here if chance.random() < 0.7 else chance.choice(views)
            deed = Deed(f"make{i}", args, tuple(needed), (fact,), (), uses=uses)
            made.append(fact)
        deeds.append(deed)
        now = (now - set(deed.breaks)) | set(deed.makes)
        if deed.skill in ("note", "turn", "go") and chance.random() < 0.4:
            extra = Deed(deed.skill, deed.args) if deed.skill == "note" else None
            if extra is not None:
                deeds.append(extra)
                again = True
    same = [(d.skill, tuple(d.args.items())) for d in deeds if d.skill in ("note", "turn", "go")]
    again = again or len(same) != len(set(same))
    facts = set(view_of)
    hidden = frozenset(f for f in sorted(facts) if view_of[f] == "-" or (coverage == "mixed" and chance.random() < 0.25))
    if coverage == "mixed":
        for fact in sorted(facts):
            if chance.random() < 0.4:
                view_of[fact] = ""
    return tuple(deeds), start, view_of, hidden, again


def _declared(
    chance: random.Random, deeds: tuple[Deed, ...], needs: float, effects: float, may_lie: bool
) -> tuple[tuple[Skill, ...], bool, str]:
    """The skills as a user declares them: some of the needs, some of the effects, perhaps something untrue."""
    names = list(dict.fromkeys(d.skill for d in deeds))
    wrong = chance.choice(("", "", "", "", "need", "effect")) if may_lie and chance.random() < 0.6 else ""
    liar = chance.choice([n for n in names if n not in ("read",)] or names)
    all_complete = chance.random() < 0.5
    skills: list[Skill] = []
    for name in names:
        mine = [d for d in deeds if d.skill == name]
        first = mine[0]
        parameters = tuple(Parameter(k, choices=("a", "b", "c") if name == "go" else ()) for k in first.args)
        declares_needs = [n for n in first.needs if chance.random() < needs]
        makes, breaks, whole = _effects(chance, name, first, effects)
        complete = all_complete and whole and len(declares_needs) == len(first.needs) and name not in ("note", "turn")
        if wrong and name == liar:
            complete = complete and wrong == "need"
            if wrong == "need":
                declares_needs.append(NEVER)
            else:
                makes = " and ".join(filter(None, (makes, NEVER)))
        risk = "harmless" if name == "read" else "reversible"
        repeatable = name == "read" or chance.random() < (0.4 if name == "go" else 0.15 if name.startswith("make") else 0.0)
        skills.append(
            Skill(
                name,
                parameters=parameters,
                needs=" and ".join(declares_needs),
                makes=makes,
                breaks=breaks,
                complete=complete,
                risk=risk,
                repeatable=repeatable,
                timeout=1.0,
            )
        )
    return tuple(skills), all_complete, wrong


def _effects(chance: random.Random, name: str, deed: Deed, share: float) -> tuple[str, str, bool]:
    if name == "go":
        if chance.random() >= share:
            return "", "", False
        says_breaks = chance.random() < share
        return "at({to})", "at(*)" if says_breaks else "", says_breaks
    if name in ("turn", "note", "read"):
        return "", "", name == "read"
    makes = [f for f in deed.makes if chance.random() < share]
    breaks = [f for f in deed.breaks if chance.random() < share]
    whole = len(makes) == len(deed.makes) and len(breaks) == len(deed.breaks)
    return " and ".join(makes), " and ".join(breaks), whole


def _goal(chance: random.Random, deeds: tuple[Deed, ...], start: set[str], kind: str, hidden: frozenset[str]) -> tuple[str, ...]:
    """Facts that hold after the plan and did not before."""
    end = set(start)
    for deed in deeds:
        end = (end - set(deed.breaks)) | set(deed.makes)
    new = sorted(f for f in end - start if not f.startswith(("at", "page")) and f not in hidden)
    if kind == "none" or not new:
        return ()
    return tuple(chance.sample(new, min(len(new), 1 if kind == "one" else 2)))


def _steps(chance: random.Random, deeds: tuple[Deed, ...]) -> tuple[Act, ...]:
    """The plan as it is written."""
    steps: list[Act] = []
    for i, deed in enumerate(deeds):
        args = {"x": f"$d{deed.uses}"} if deed.uses >= 0 else dict(deed.args)
        steps.append(Act(deed.skill, args, id=f"d{i}"))
    return tuple(steps)
