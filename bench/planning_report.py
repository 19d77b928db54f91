"""What planning.py measured, as tables and a plot."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Callable, Iterable, Sequence
from math import exp, log
from pathlib import Path
from typing import NamedTuple

from planning_repair import Mended
from planning_runs import Taken

BAR = 0.2
"""The most states that mending may look at, as a share of those for planning anew."""


class Row(NamedTuple):
    """One problem, by all three."""

    domain: str
    problem: str
    ours: Taken
    theirs: Taken
    downward: Taken
    wrong: tuple[str, ...]
    """Planners whose plan did not hold when played through."""


Time = Callable[[Row], float | None]
PAIRS: dict[str, Time] = {
    "pyperplan": lambda row: row.theirs.seconds,
    "Fast Downward, whole": lambda row: row.downward.seconds,
    "Fast Downward, search": lambda row: row.downward.search,
}


def mean_ratio(pairs: Iterable[tuple[float | None, float | None]]) -> tuple[float, int] | None:
    """The geometric mean of the first through the second where both are there, and of how many."""
    logs = [log(max(a, 1e-6) / max(b, 1e-6)) for a, b in pairs if a is not None and b is not None]
    return (exp(sum(logs) / len(logs)), len(logs)) if logs else None


def times(rows: Sequence[Row], other: Time) -> tuple[float, int] | None:
    """Midcourse's time through another's."""
    return mean_ratio((row.ours.seconds, other(row)) for row in rows)


def lengths(rows: Sequence[Row], other: Callable[[Row], Taken]) -> tuple[float, int] | None:
    """Midcourse's plan length through another's."""
    both = ((row.ours.plan, other(row).plan) for row in rows)
    return mean_ratio((len(a), len(b)) for a, b in both if a and b)


def table(head: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    out = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    return "\n".join([*out, *(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)])


def _shown(ratio: tuple[float, int] | None) -> str:
    return f"{ratio[0]:.2f}" if ratio is not None else "-"


def _seconds(value: float | None) -> str:
    return f"{value:.3f}" if value is not None else "-"


def _count(rows: Sequence[Row], pick: Callable[[Row], Taken]) -> int:
    return sum(pick(row).seconds is not None for row in rows)


def overall(rows: Sequence[Row], limit: float) -> str:
    """Solved, invalid, ratios."""
    n = len(rows)
    picks: tuple[tuple[str, Callable[[Row], Taken]], ...] = (
        ("Midcourse", lambda row: row.ours),
        ("pyperplan", lambda row: row.theirs),
        ("Fast Downward", lambda row: row.downward),
    )
    lines = [
        (name, f"{_count(rows, pick)} of {n}", sum(name in row.wrong for row in rows), _shown(lengths(rows, pick)))
        for name, pick in picks
    ]
    head = ("planner", f"solved in {limit:.0f} s", "plans that do not hold", "Midcourse's length through its")
    ratios = [
        (name, f"{ratio[0]:.3f}", ratio[1], sum(r.ours.seconds > t for r in rows if r.ours.seconds and (t := other(r))))
        for name, other in PAIRS.items()
        if (ratio := times(rows, other)) is not None
    ]
    head_of_ratios = ("Midcourse's time through that of", "geometric mean", "problems solved by both", "Midcourse slower in")
    return f"{table(head, lines)}\n\n{table(head_of_ratios, ratios)}"


def by_domain(rows: Sequence[Row]) -> str:
    """One line for each domain."""
    lines: list[Sequence[object]] = []
    for domain in dict.fromkeys(row.domain for row in rows):
        own = [row for row in rows if row.domain == domain]
        solved = [_count(own, pick) for pick in (lambda r: r.ours, lambda r: r.theirs, lambda r: r.downward)]
        lines.append((domain, len(own), *solved, *(_shown(times(own, other)) for other in PAIRS.values())))
    return table(("domain", "problems", "Midcourse", "pyperplan", "Fast Downward", *(f"time / {name}" for name in PAIRS)), lines)


def by_problem(rows: Sequence[Row]) -> str:
    """One line for each problem."""
    lines = [
        (
            row.problem,
            _seconds(row.ours.seconds),
            *(_seconds(other(row)) for other in PAIRS.values()),
            " / ".join(str(len(t.plan) or "-") for t in (row.ours, row.theirs, row.downward)),
            "; ".join(filter(None, (row.ours.why[:80], *(f"{name}'s plan does not hold" for name in row.wrong)))),
        )
        for row in rows
    ]
    return table(("problem", "Midcourse, s", *(f"{name}, s" for name in PAIRS), "steps", "note"), lines)


def repairs(mended: Sequence[Mended], lost: int) -> str:
    """States for mending against states for planning anew."""
    if not mended:
        return "No plan was broken."
    mending, anew = sum(m.mending for m in mended), sum(m.anew for m in mended)
    repaired = [m for m in mended if m.repaired]
    only = sum(m.mending for m in repaired), sum(m.anew for m in repaired)
    ratio = mending / max(1, anew)
    per_case = mean_ratio((m.mending + 1, m.anew + 1) for m in mended)
    length = mean_ratio((m.mended_length, m.anew_length) for m in mended if m.mended_length and m.anew_length)
    lines = [
        ("broken plans", len(mended)),
        ("left out: planning anew found no way", lost),
        ("repaired", f"{len(repaired)} ({len(repaired) / len(mended):.0%})"),
        ("states looked at, mending (with the planner behind it)", f"{mending:,}"),
        ("states looked at, planning anew", f"{anew:,}"),
        (f"ratio of the totals; at most {BAR}", f"**{ratio:.3f}** ({'met' if ratio <= BAR else 'not met'})"),
        ("ratio of the totals, repaired ones alone", f"{only[0] / max(1, only[1]):.3f}"),
        ("geometric mean of the ratios, one state added to each", _shown(per_case)),
        (
            "seconds, mending against planning anew",
            f"{sum(m.mending_seconds for m in mended):.1f} against {sum(m.anew_seconds for m in mended):.1f}",
        ),
        ("plan length, mended through new", _shown(length)),
        ("plans that do not hold", sum(not m.valid for m in mended)),
    ]
    domains: list[Sequence[object]] = []
    for domain in dict.fromkeys(m.domain for m in mended):
        own = [m for m in mended if m.domain == domain]
        domains.append((domain, len(own), sum(m.repaired for m in own), sum(m.mending for m in own), sum(m.anew for m in own)))
    head = ("domain", "cases", "repaired", "states mending", "states anew")
    return f"{table(('what', 'figure'), lines)}\n\n{table(head, domains)}"


def report(
    rows: Sequence[Row], left_out: Sequence[tuple[str, str]], mended: Sequence[Mended], lost: int, limit: float, seed: int
) -> str:
    """The whole report."""
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    parts = [
        "# Planning without a model",
        f"{len(rows)} problems of {len({row.domain for row in rows})} domains of pddlgym, chosen by their place in its lists; "
        f"{limit:.0f} s each; measured on {machine}; seed {seed}. Times of Midcourse are of grounding and search (no "
        "improvement of plans), as are those of pyperplan (up-pyperplan, greedy best-first with hFF, the engine's own clock). "
        "Fast Downward (in kstar-planner, lazy greedy with ff and its preferred operators) is given twice: its whole process, "
        "start and reading included, and its search alone.",
        overall(rows, limit),
        "![time against time](planning.svg)",
        "## By domain",
        by_domain(rows),
        "## Mending a broken plan",
        repairs(mended, lost),
        "## By problem",
        by_problem(rows),
        "## Left out, because one of the three cannot read it",
        table(("problem", "why"), left_out) if left_out else "None.",
    ]
    return "\n\n".join(parts) + "\n"


def write_json(rows: Sequence[Row], left_out: Sequence[tuple[str, str]], mended: Sequence[Mended], path: Path) -> None:
    """All figures, for other programs."""
    told = [
        {"problem": r.problem, "wrong": r.wrong}
        | {
            name: {"seconds": t.seconds, "search": t.search, "steps": len(t.plan), "why": t.why}
            for name, t in (("midcourse", r.ours), ("pyperplan", r.theirs), ("fast downward", r.downward))
        }
        for r in rows
    ]
    whole = {"problems": told, "left out": left_out, "mended": [m._asdict() for m in mended]}
    path.write_text(json.dumps(whole, indent=1), encoding="utf-8")


def plot(rows: Sequence[Row], limit: float, path: Path) -> None:
    """Time against time, both axes logarithmic; what was not solved stands on the edge."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    edge, low = limit * 1.6, 2e-4
    figure, axes = pyplot.subplots(1, len(PAIRS), figsize=(4.4 * len(PAIRS), 4.4), sharey=True)
    for axis, (name, other) in zip(axes, PAIRS.items(), strict=True):
        points = [(other(row) or edge, row.ours.seconds or edge) for row in rows]
        points = [(max(x, low), max(y, low)) for x, y in points]
        colours = ["#dc2626" if y >= edge else "#16a34a" if x >= edge else "#2563eb" for x, y in points]
        axis.scatter(*zip(*points, strict=True), c=colours, s=18, alpha=0.7, linewidths=0)
        axis.plot([low, edge], [low, edge], color="#64748b", linewidth=1)
        for draw in (axis.axhline, axis.axvline):
            draw(limit, color="#94a3b8", linewidth=0.8, linestyle=":")
        axis.set(xscale="log", yscale="log", xlim=(low * 0.7, edge * 1.3), ylim=(low * 0.7, edge * 1.3), xlabel=f"{name}, s")
        axis.grid(alpha=0.25)
        ratio = times(rows, other)
        axis.set_title(f"geometric mean of ratios {_shown(ratio)}", fontsize=10)
    axes[0].set_ylabel("Midcourse, s  (below the line: quicker)")
    figure.suptitle(f"Seconds to a plan; on the edge: none within {limit:.0f} s", fontsize=11)
    figure.tight_layout()
    figure.savefig(path.with_suffix(".svg"))
    figure.savefig(path.with_suffix(".png"), dpi=110)
