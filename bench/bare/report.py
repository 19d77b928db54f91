"""What the runs add up to: one table, and every run as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from .faults import FAULTS
from .ways import LEVELS, WAYS


class Row(NamedTuple):
    """One run."""

    library: str
    task: str
    fault: str
    level: str
    way: str
    right: bool
    """The state at the end is that of an undisturbed run."""
    doubled: int
    """Effects beyond those planned."""
    success: bool
    unproven: bool
    waits: bool
    calls: int
    reason: str

    @property
    def said_done(self) -> bool:
        """It says that the work is done, proven or not."""
        return self.success or self.unproven


MEASURES: dict[str, Callable[[Row], bool]] = {
    "doubled": lambda r: r.doubled > 0,
    "says done": lambda r: r.said_done,
    "false success": lambda r: r.success and not r.right,
    "unproven, wrong": lambda r: r.unproven and not r.right,
    "asks": lambda r: r.waits,
}


def wilson(hits: int, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if not count:
        return 0.0, 1.0
    share, spread = hits / count, z * z / count
    middle = (share + spread / 2) / (1 + spread)
    half = z * sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def share(rows: Sequence[Row], of: Callable[[Row], bool]) -> str:
    """`81.2 % [75, 86] (130/160)`."""
    hits = sum(of(r) for r in rows)
    low, high = wilson(hits, len(rows))
    return f"{100 * hits / len(rows):.1f} % [{100 * low:.0f}, {100 * high:.0f}] ({hits}/{len(rows)})"


def table(rows: Sequence[Row]) -> str:
    """A row for each fault, level and way that was run; the surplus effects are counted beside the runs that have any."""
    lines = [
        f"| fault | level | way | right end state | {' | '.join(MEASURES)} |",
        "|---" * 3 + "|---:" * (1 + len(MEASURES)) + "|",
    ]
    for fault in FAULTS:
        for level in LEVELS:
            for way in WAYS:
                mine = [r for r in rows if (r.fault, r.level, r.way) == (fault, level, way)]
                if mine:
                    cells = [share(mine, lambda r: r.right), *(_few(mine, name) for name in MEASURES)]
                    lines.append(f"| {fault} | {level} | {way} | {' | '.join(cells)} |")
    return "\n".join(lines)


def _few(rows: Sequence[Row], name: str) -> str:
    if not any(MEASURES[name](r) for r in rows):
        return f"0 [0, {100 * wilson(0, len(rows))[1]:.0f}]"
    shown = share(rows, MEASURES[name]).rpartition(" (")[0]
    return f"{shown}, {sum(r.doubled for r in rows)} effects" if name == "doubled" else shown


def summary(rows: Sequence[Row]) -> str:
    """Right end states over all faults, by library, level and way: where to look first."""
    lines = ["| library | level | way | undisturbed | disturbed | doubled | says done, wrong |", "|---" * 3 + "|---:" * 4 + "|"]
    for library in dict.fromkeys(r.library for r in rows):
        for level in LEVELS:
            for way in WAYS:
                mine = [r for r in rows if (r.library, r.level, r.way) == (library, level, way)]
                quiet, hit = [r for r in mine if r.fault == "none"], [r for r in mine if r.fault != "none"]
                if not mine:
                    continue
                cells = [share(part, lambda r: r.right) if part else "" for part in (quiet, hit)]
                cells += [share(mine, lambda r: r.doubled > 0), share(mine, lambda r: r.said_done and not r.right)]
                lines.append(f"| {library} | {level} | {way} | {' | '.join(cells)} |")
    return "\n".join(lines)


def write_json(rows: Sequence[Row], about: dict[str, object], path: Path) -> None:
    """Every run, and how it was run."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"about": about, "runs": [r._asdict() for r in rows]}, indent=0), encoding="utf-8")
