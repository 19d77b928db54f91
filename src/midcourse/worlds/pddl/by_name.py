"""`DOMAIN.pddl PROBLEM.pddl`, and perhaps a seed after them for acts with chances."""

from __future__ import annotations

from pathlib import Path

from ...core.errors import TaskError
from ...core.protocols import World
from . import read_files


def from_words(words: str, base: Path, keep: Path | None) -> World:
    """The world of two files, which asks for the problem's goal; its state outlives the process."""
    domain, problem, seed = [*words.split(), "", "", ""][:3]
    if not problem.endswith(".pddl"):
        raise TaskError(f"{words!r} names one PDDL file; give the domain and the problem: DOMAIN.pddl PROBLEM.pddl")
    task, kept = read_files(base / domain, base / problem), keep / "world.json" if keep is not None else None
    return task.world(int(seed) if seed.isdigit() else 0, kept)
