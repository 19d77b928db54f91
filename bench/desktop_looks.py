"""How long a look takes: at an editor with an open save dialog, beside the raw calls for the same elements; and at a screen that
did not change.

    python bench/desktop.py --looks
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from midcourse.core.model import Call, Done
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.desktop.accessibility import REGISTRY, ROOT, Accessibility
from midcourse.worlds.desktop.atspi_calls import method
from midcourse.worlds.desktop.atspi_words import state_names

TIMES = 15


async def measure(folder: Path, program: str = "mousepad", times: int = TIMES) -> dict[str, float]:
    """Milliseconds, the middle of so many: the raw calls and a look, taken in turn; and an unchanged screen."""
    async with DesktopWorld(program=program, folders=[folder]) as desk:
        await desk.observe()
        opened = await desk.act(Call("select_menu", {"path": "File > Save As"}))
        assert isinstance(opened, Done), opened
        await desk.observe()
        raw: list[float] = []
        whole: list[float] = []
        nodes = 0
        for _ in range(times):
            took, nodes = await _timed(lambda: desk._call(_raw, desk.driver._access))  # type: ignore[attr-defined]
            raw.append(took)
            whole.append((await _timed(desk.look))[0])
        still: list[float] = []
        for _ in range(200):
            took, seen = await _timed(desk.observe)
            if seen.tier == "unchanged":
                still.append(took)
            if len(still) == times:
                break
        return {
            "elements": nodes,
            "raw_ms": round(statistics.median(raw), 1),
            "look_ms": round(statistics.median(whole), 1),
            "look_to_raw": round(statistics.median(whole) / statistics.median(raw), 2),
            "quickest_to_quickest": round(min(whole) / min(raw), 2),
            "unchanged_ms": round(statistics.median(still), 2) if still else -1.0,
            "unchanged_looks": len(still),
        }


def _raw(access: Accessibility) -> int:
    """The tree of each program by one call, and the boxes of what is shown: what no look can do without. How many elements."""
    [programs] = access._ask([method((REGISTRY, ROOT), "Accessible", "GetChildren")])
    found = 0
    for bus, _ in programs[0]:
        [items] = access._ask([method((bus, "/org/a11y/atspi/cache"), "Cache", "GetItems")])
        shown = [tuple(item[0]) for item in items[0] if "showing" in state_names(item[-1])] if items else []
        access._ask([method(key, "Component", "GetExtents", "u", (0,)) for key in shown])
        found += len(items[0]) if items else 0
    return found


async def _timed(work: Callable):
    began = time.perf_counter()
    found = await work()
    return (time.perf_counter() - began) * 1000, found


def print_looks(program: str) -> dict[str, float]:
    """Measure once, and print it as a line of JSON."""
    with tempfile.TemporaryDirectory(prefix="midcourse-bench-") as folder:
        told = asyncio.run(measure(Path(folder), program))
    print(json.dumps({"program": program, **told}))
    return told
