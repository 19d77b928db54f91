"""Small problems for the parts of the search, and generators driven to their end."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from midcourse.core.logic.conditions import coverage, parse
from midcourse.core.model import Parameter, Skill
from midcourse.planners.search.acts import Op
from midcourse.planners.search.problem import Problem

T = TypeVar("T")
ROAD = Skill(
    "go",
    parameters=(Parameter("a", "str"), Parameter("b", "str")),
    needs="at({a}) and road({a}, {b})",
    makes="at({b})",
    breaks="at({a})",
    complete=True,
)


def ran(work: Generator[None, None, T]) -> T:
    """What it comes to."""
    try:
        while True:
            next(work)
    except StopIteration as end:
        return end.value


def problem(skills: Sequence[Skill], facts: Sequence[str], goal: str, covers: Sequence[str] = ("*",), **more: Any) -> Problem:
    """Skills, facts and a goal, numbered."""
    return ran(Problem.build(skills, facts, coverage(tuple(covers)), parse(goal), **more))


def roads(*pairs: str) -> list[str]:
    """`ab` is a road from a to b."""
    return [f"road({a}, {b})" for a, b in pairs]


def towns(goal: str, *pairs: str, start: str = "a") -> Problem:
    """A traveller who is at one town and wants to be at another."""
    return problem([ROAD], [f"at({start})", *roads(*pairs)], f"at({goal})")


def way(ops: Sequence[Op] | None) -> str:
    """The towns that a plan of `go` leads to, as a word; a dash for no plan."""
    return "-" if ops is None else "".join(str(op.args["b"]) for op in ops)


def op(made: Problem, **args: str) -> Op:
    """The one act with these arguments."""
    [found] = [o for o in made.ops if all(o.args.get(k) == v for k, v in args.items())]
    return found
