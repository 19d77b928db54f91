"""Worlds from PDDL: any domain and problem file as a world that can be acted in, and the task to do there.

`text` reads the files with their lines, `check` finds wrong names, `outcomes` takes chances apart, `contracts` turns actions
into skills.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from ...core.errors import TaskError
from ...core.model import Skill, Task
from ..symbolic import SymbolicWorld
from .check import Names, check_action, check_formula, declared
from .contracts import Read, Unsupported, read_problem, up_problem
from .outcomes import Variant, split
from .text import Form, PddlError, Word, form, parse, read, sections

DOMAIN = (
    "domain",
    ":requirements",
    ":types",
    ":constants",
    ":predicates",
    ":functions",
    ":action",
)
PROBLEM = ("problem", ":domain", ":requirements", ":objects", ":init", ":goal", ":metric", ":goal-reward")


class PddlTask(NamedTuple):
    """A world and what is wanted in it."""

    skills: tuple[Skill, ...]
    facts: frozenset[str]
    goal: str
    name: str

    def world(self, seed: int = 0, keep: Path | None = None) -> SymbolicWorld:
        """The world at its start. Outcomes with chances fall by the seed; with `keep`, its state outlives the process."""
        asked = Task(f"solve {self.name}", self.goal)
        return SymbolicWorld(self.skills, self.facts, seed=seed, keep=keep, task=asked)


def read_files(domain: Path, problem: Path) -> PddlTask:
    """The task of two files; PddlError with the line of what is wrong."""
    return read_texts(read(domain), read(problem), str(domain), str(problem))


def read_texts(domain: str, problem: str, domain_name: str = "domain", problem_name: str = "problem") -> PddlTask:
    """The task of two texts."""
    names = (domain_name, problem_name)
    defined = parse(domain, domain_name)
    if any(isinstance(i, Form) and i.head == ":derived" for i in defined.items):
        line = next(i.line for i in defined.items if isinstance(i, Form) and i.head == ":derived")
        raise PddlError(domain_name, line, "derived predicates (:derived) are not supported")
    parts = sections(defined, domain_name, DOMAIN)
    wanted = sections(parse(problem, problem_name), problem_name, PROBLEM)
    for part, found, source, what in (("domain", parts, domain_name, "domain"), ("problem", wanted, problem_name, "problem")):
        if part not in found:
            raise PddlError(source, 1, f"this is no {what} file: (define ({what} NAME) …) is missing")
    for part in (":init", ":goal"):
        if part not in wanted:
            raise PddlError(problem_name, 1, f"the problem has no ({part} …)")
    declared_names = declared(parts, wanted, names)
    variants = _check(parts, wanted, declared_names, names)
    read_up = _translated(parts, wanted, variants, names)
    title = wanted["problem"][0].items[1]
    return PddlTask(
        tuple(read_up.skills), frozenset(read_up.facts), read_up.goal, title.text if isinstance(title, Word) else "problem"
    )


def _check(
    parts: Mapping[str, list[Form]], wanted: Mapping[str, list[Form]], known: Names, names: tuple[str, str]
) -> dict[str, Variant]:
    """Check both files, and put the actions with chances in their place as one action for each outcome."""
    found: dict[str, Variant] = {}
    actions: list[Form] = []
    for action in parts.get(":action", ()):
        made, variants = split(check_action(action, known, names[0]), names[0])
        actions += made
        found |= {v.name: v for v in variants}
    if not actions:
        raise PddlError(names[0], parts["domain"][0].line, "the domain has no (:action …)")
    parts.get(":action", [])[:] = actions
    for section in (":init", ":goal"):
        for one in wanted[section]:
            for item in one.rest:
                if isinstance(item, Form):
                    check_formula(item, known, set(), names[1])
                else:
                    raise PddlError(names[1], item.line, f"expected something in parentheses, found {item.text!r}")
    return found


def _translated(
    parts: Mapping[str, list[Form]], wanted: Mapping[str, list[Form]], variants: dict[str, Variant], names: tuple[str, str]
) -> Read:
    """Both files in the order and the words that the reader of unified-planning knows."""
    functions = [form(f.line, *(i for i in f.items if "(reward)" not in str(i))) for f in parts.get(":functions", ())]
    ordered = [form(1, "domain", "d")]
    for name in DOMAIN[2:]:
        ordered += functions if name == ":functions" else parts.get(name, ())
    domain = form(1, "define", *(f for f in ordered if len(f.items) > 1))
    body = [form(1, "problem", "p"), form(1, ":domain", "d")]
    for name in (":objects", ":init", ":goal", ":metric"):
        body += [f for f in wanted.get(name, ()) if name != ":metric" or "reward" not in str(f)]
    try:
        return read_problem(up_problem(str(domain), str(form(1, "define", *body))), variants)
    except Unsupported as error:
        raise PddlError(names[0], parts["domain"][0].line, f"not supported: {error}") from None
    except TaskError:
        raise
    except Exception as error:  # whatever its reader stumbles over is the files' fault, as far as a user can tell
        told = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise PddlError(
            names[0], parts["domain"][0].line, f"{names[0]} and {names[1]} cannot be used together: {told}"
        ) from error


__all__ = ["PddlError", "PddlTask", "read_files", "read_texts"]
