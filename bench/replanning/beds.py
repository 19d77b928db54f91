"""Planning problems that we did not write: the PDDL files of pddlgym, read as data, and triangle tireworlds of any size."""

from __future__ import annotations

import asyncio
import importlib.metadata
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from midcourse.core.logic.conditions import coverage, parse
from midcourse.core.model import Skill
from midcourse.core.plans.contracts import contract_of
from midcourse.core.plans.plan import Act
from midcourse.planners.search import breathing
from midcourse.planners.search.problem import Problem
from midcourse.worlds.pddl import read_files, read_texts

CLASSICAL = (
    "blocks",
    "easynewspapers",
    "elevator",
    "gripper",
    "hanoi_operator_actions",
    "lifelong_blocks6",
    "manyferry",
    "manymiconic",
    "minecraft",
    "rearrangement",
    "searchandrescue_level5",
    "visit_all",
)
PROBABILISTIC = ("tireworld", "explodingblocks", "river", "navigation1")
PER_DOMAIN = 2
SHORTEST, LONGEST = 6, 40
"""Steps of a first plan."""


@dataclass(frozen=True)
class Ground:
    """One act that the world allows, as sets of facts."""

    act: Act
    needs: frozenset[str]
    needs_not: frozenset[str]
    gives: frozenset[str]
    takes: frozenset[str]
    outcomes: tuple[tuple[float, frozenset[str], frozenset[str]], ...] = ()
    """(chance, gives, takes) of what else may come of it."""


@dataclass(frozen=True)
class Bed:
    """One problem: its skills, its start, its goal, and every act that can ever be done in it."""

    name: str
    domain: str
    skills: tuple[Skill, ...]
    facts: frozenset[str]
    goal: str
    acts: tuple[Ground, ...]


def problems_folder(given: str = "") -> Path:
    """Where pddlgym's problems are: as given, or inside the installed wheel."""
    if given:
        return Path(given)
    try:
        found = importlib.metadata.distribution("pddlgym")
    except importlib.metadata.PackageNotFoundError:
        raise SystemExit("the problems come with pddlgym: pip install --no-deps pddlgym==0.0.7, or give --problems DIR") from None
    return Path(str(found.locate_file("pddlgym"))) / "pddl"


def files_of(folder: Path, domain: str) -> list[Path]:
    """The problems of a domain in their own order: 2 before 10."""
    return sorted((folder / domain).glob("*.pddl"), key=lambda p: [int(n) for n in re.findall(r"\d+", p.stem)] or [0])


def classical(
    folder: Path, length: Callable[[Bed], int], per_domain: int = PER_DOMAIN, domains: Iterable[str] = CLASSICAL
) -> Iterator[Bed]:
    """The first problems of each domain's list, from its beginning, whose first plan is neither trivial nor very long."""
    for domain in domains:
        beds = (load(folder / f"{domain}.pddl", file) for file in files_of(folder, domain))
        yield from islice((bed for bed in beds if SHORTEST <= length(bed) <= LONGEST), per_domain)


def probabilistic(folder: Path, per_domain: int = PER_DOMAIN) -> list[Bed]:
    """The first problems of the domains with chances."""
    return [load(folder / f"{d}.pddl", f) for d in PROBABILISTIC for f in files_of(folder, d)[:per_domain]]


def load(domain: Path, problem: Path) -> Bed:
    """A bed from two files."""
    task = read_files(domain, problem)
    return bed(f"{domain.stem}/{problem.stem}", domain.stem, task.skills, task.facts, task.goal)


def bed(name: str, domain: str, skills: tuple[Skill, ...], facts: frozenset[str], goal: str) -> Bed:
    """A bed from what a task says."""
    problem = asyncio.run(breathing(Problem.build(skills, facts, coverage(("*",)), parse(goal))))
    by_name = {skill.name: skill for skill in skills}
    acts = {(op.skill, repr(op.args)): op.act for op in problem.ops if not op.outcome}
    return Bed(name, domain, skills, facts, goal, tuple(_ground(a, by_name) for a in acts.values()))


def _ground(act: Act, skills: dict[str, Skill]) -> Ground:
    def effects(outcome: str) -> tuple[frozenset[str], frozenset[str]]:
        contract = contract_of(Act(act.skill, act.args, outcome=outcome), skills)
        gives = frozenset(lit.fact for lit in contract.makes if not lit.negated)
        return gives, frozenset(lit.fact for lit in contract.breaks) - gives

    contract = contract_of(act, skills)
    gives, takes = effects("")
    others = tuple((o.chance, *effects(o.name)) for o in skills[act.skill].outcomes)
    yes = frozenset(lit.fact for lit in contract.needs if not lit.negated)
    no = frozenset(lit.fact for lit in contract.needs if lit.negated)
    return Ground(act, yes, no, gives, takes, others)


TIREWORLD = """
(define (domain triangle-tire) (:requirements :typing :strips :probabilistic-effects) (:types location)
  (:predicates (vehicle-at ?loc - location) (spare-in ?loc - location) (road ?from - location ?to - location)
    (not-flattire) (hasspare))
  (:action move-car :parameters (?from - location ?to - location)
    :precondition (and (vehicle-at ?from) (road ?from ?to) (not-flattire))
    :effect (and (vehicle-at ?to) (not (vehicle-at ?from)) (probabilistic 0.5 (not (not-flattire)))))
  (:action loadtire :parameters (?loc - location) :precondition (and (vehicle-at ?loc) (spare-in ?loc))
    :effect (and (hasspare) (not (spare-in ?loc))))
  (:action changetire :precondition (hasspare) :effect (and (not (hasspare)) (not-flattire))))
"""


def triangle(n: int) -> Bed:
    """The triangle tireworld of size n: the short way has no spare tires, the long way round has one everywhere."""
    size = 2 * n + 1
    cells = [(row, col) for row in range(1, size + 1) for col in range(1, size + 2 - row)]
    name = "l-{}-{}".format
    roads: list[str] = []
    for row, col in cells:
        if row % 2:
            steps = [(row, col + 1), (row + 1, col), *([(row - 1, col + 1)] if col % 2 else [])]
        else:
            steps = [(row - 1, col + 1), *([(row + 1, col)] if col % 2 else [])]
        roads += [f"(road {name(row, col)} {name(r, c)})" for r, c in steps if (r, c) in cells]
    # None on the short way along the first row; the way round the outside has one everywhere.
    spares = [f"(spare-in {name(r, c)})" for r, c in cells if r > 1 and (r % 2 == 0 or c % 2 == 1)]
    problem = (
        f"(define (problem triangle-{n}) (:domain triangle-tire) (:objects {' '.join(name(*c) for c in cells)} - location)"
        f" (:init (vehicle-at {name(1, 1)}) (not-flattire) {' '.join(roads + spares)}) (:goal (vehicle-at {name(1, size)})))"
    )
    task = read_texts(TIREWORLD, problem)
    return bed(f"triangle/{n}", "triangle", task.skills, task.facts, task.goal)
