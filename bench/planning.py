"""Planning without a model, against planners written for nothing else: pyperplan, and Fast Downward as kstar-planner ships it.

    uv pip install --python ENV -r bench/requirements-evaluation.txt -e '.[pddl]'
    uv pip install --python ENV --no-deps pddlgym==0.0.7
    ENV/bin/python bench/planning.py [--quick] [--problems FOLDER] [--out FOLDER] [--seed N]

Every planner gets the same files and the same limit, one after the other in one run. Writes planning.md, planning.json and a plot
of time against time. A second part breaks Midcourse's plans and counts the states looked at to mend them.
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from planning_repair import mend_all
from planning_report import Row, plot, report, write_json
from planning_runs import (
    Files,
    Unreadable,
    acts_of,
    by_fast_downward,
    by_midcourse,
    by_pyperplan,
    holds,
    in_child,
    often,
    reading,
    warm_up,
)
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from midcourse.core.plans.plan import Act
from midcourse.worlds.pddl import PddlError, PddlTask, read_texts
from midcourse.worlds.pddl.text import Form, form, parse, read

LIMIT = 10.0
"""Seconds for one plan."""
DOMAINS = (
    "blocks",
    "depot",
    "easynewspapers",
    "gripper",
    "hanoi_operator_actions",
    "manyferry",
    "manygripper",
    "manymiconic",
    "searchandrescue_level5",
    "sokoban",
    "tsp_operator_actions",
    "visit_all",
    "blocks_medium",
    "doors",
    "easygripper",
    "elevator",
    "ferry",
    "lifelong_blocks6",
    "manyblocksnopiles",
    "manygrid",
    "manylogistics",
    "maze",
    "minecraft",
    "newspapers",
    "searchandrescue_level7",
    "slidetile",
    "spannerlearning",
    "trapnewspapers",
    "travel",
)
"""Domains without chances, quantifiers or conditions inside effects; the first twelve are the quick run's."""


class Solved(NamedTuple):
    """A problem and Midcourse's plan for it."""

    domain: str
    problem: str
    task: PddlTask
    plan: list[Act]


def folder_of_problems(given: Path | None) -> Path:
    """The PDDL files that pddlgym brings, wherever it is installed: it is read, never imported."""
    if given is not None:
        return given
    spec = importlib.util.find_spec("pddlgym")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("The problems are those of pddlgym: uv pip install --no-deps pddlgym==0.0.7, or give --problems FOLDER.")
    return Path(spec.submodule_search_locations[0]) / "pddl"


def problems_of(domain: str, root: Path, count: int) -> list[Path]:
    """So many problems of a domain, spread evenly over its own and then its test problems, in the order of their numbers."""

    def number(path: Path) -> tuple[int, str]:
        digits = re.findall(r"\d+", path.stem)
        return (int(digits[-1]) if digits else -1, path.stem)

    found = [p for folder in (domain, f"{domain}_test") for p in sorted((root / folder).glob("*.pddl"), key=number)]
    if len(found) <= count:
        return found
    return [found[round(i * (len(found) - 1) / (count - 1))] for i in range(count)]


def in_order(problem: str, name: str) -> str:
    """A problem's text with its goal behind its start, where the standard has it and pyperplan's reader wants it."""
    late = (":init", ":goal", ":metric")
    items = parse(problem, name).items
    order = sorted(items[1:], key=lambda i: late.index(i.head) + 1 if isinstance(i, Form) and i.head in late else 0)
    return str(form(1, items[0], *order))


def measured(domain: Path, path: Path, folder: Path, repeats: int) -> tuple[Row, PddlTask]:
    """One problem by all three; Unreadable or PddlError if one of them cannot read it."""
    text = in_order(read(path), path.name)
    with reading():
        task = read_texts(read(domain), text, domain.name, path.name)
    files = Files(folder / "domain.pddl", folder / "problem.pddl")
    files.domain.write_text(read(domain), encoding="utf-8")
    files.problem.write_text(text, encoding="utf-8")
    theirs = often(lambda: in_child(by_pyperplan, (files,), LIMIT), repeats)
    downward = often(lambda: by_fast_downward(files, LIMIT), repeats)
    ours = often(lambda: in_child(by_midcourse, (task, LIMIT), LIMIT), repeats)
    wrong = [
        name
        for name, taken in (("Midcourse", ours), ("pyperplan", theirs), ("Fast Downward", downward))
        if taken.seconds is not None and not holds(task, taken.plan)
    ]
    return Row(domain.stem, f"{path.parent.name}/{path.stem}", ours, theirs, downward, tuple(wrong)), task


def measure_all(
    root: Path, domains: tuple[str, ...], count: int, repeats: int, tick: Callable[[str], None]
) -> tuple[list[Row], list[Solved], list[tuple[str, str]]]:
    """All problems by all planners; Midcourse's plans; what was left out and why."""
    rows: list[Row] = []
    solved: list[Solved] = []
    left_out: list[tuple[str, str]] = []
    for domain in domains:
        for path in problems_of(domain, root, count):
            tick(f"{domain} {path.stem}")
            name = f"{path.parent.name}/{path.stem}"
            with tempfile.TemporaryDirectory() as folder:
                try:
                    row, task = measured(root / f"{domain}.pddl", path, Path(folder), repeats)
                except (Unreadable, PddlError) as error:
                    left_out.append((name, str(error).rsplit("cannot be used together: ", 1)[-1]))
                    continue
            rows.append(row)
            acts = acts_of(task, row.ours.plan)
            if acts and "Midcourse" not in row.wrong:
                solved.append(Solved(domain, row.problem, task, acts))
    return rows, solved, left_out


@contextmanager
def bar(what: str, total: int) -> Iterator[Callable[[str], None]]:
    """A bar that goes on by one whenever it is told what is under way."""
    columns = (TextColumn("{task.description:<44}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns) as progress:
        shown = progress.add_task(what, total=total)
        begun = 0

        def tick(name: str) -> None:
            nonlocal begun
            progress.update(shown, completed=begun, description=f"{what}: {name}"[:44])
            begun += 1

        yield tick
        progress.update(shown, completed=total, description=what)


def main() -> None:
    """Measure, and write what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="twelve domains, two problems each, no repeats")
    parser.add_argument("--problems", type=Path, help="a folder laid out like pddlgym's; by default the installed one's")
    parser.add_argument("--out", type=Path, default=Path(".midcourse/bench"))
    parser.add_argument("--seed", type=int, default=0, help="of the disturbances")
    given = parser.parse_args()
    root = folder_of_problems(given.problems)
    domains, count, repeats, cases = (DOMAINS[:12], 2, 1, 2) if given.quick else (DOMAINS, 3, 3, 5)
    total = sum(len(problems_of(domain, root, count)) for domain in domains)
    warm_up()
    with bar("planning", total) as tick:
        rows, solved, left_out = measure_all(root, domains, count, repeats, tick)
    with bar("mending", len(solved)) as tick:
        mended, lost = mend_all(solved, cases, given.seed, tick)
    given.out.mkdir(parents=True, exist_ok=True)
    text = report(rows, left_out, mended, lost, LIMIT, given.seed)
    (given.out / "planning.md").write_text(text, encoding="utf-8")
    write_json(rows, left_out, mended, given.out / "planning.json")
    plot(rows, LIMIT, given.out / "planning")
    print(text)
    print(f"written to {given.out}")


if __name__ == "__main__":
    main()
