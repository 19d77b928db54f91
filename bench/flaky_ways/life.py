"""One life of a worker: a process that works until it is done, waits for people, or is killed."""

from __future__ import annotations

import asyncio
import importlib
import json
from itertools import pairwise
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from midcourse import open_store
from midcourse.core.run.events import Asked, Intended, Resumed

from .client import Api

RESULT = "result.json"


def live(way: str, address: str, folder: Path, began: Connection) -> None:
    """Say that the work begins, work, and leave word of how it went; a killed process leaves none."""
    began.send(way)
    try:
        told = _told(importlib.import_module(f"flaky_ways.{way}").work(Api(address), folder))
    except Exception as error:
        told = {"success": False, "ending": f"raised {type(error).__name__}: {error}"}
    part = folder / "part.json"
    part.write_text(json.dumps(told))
    part.rename(folder / RESULT)


def _told(outcome: Any) -> dict[str, Any]:
    """What the way says of itself. A loop that comes to its end says that it is done."""
    if outcome is None:
        return {"success": True, "ending": "returned"}
    ending, question = outcome.ending, outcome.waiting_for
    events = [entry.event for entry in outcome.entries]
    return {
        "success": outcome.success,
        "ending": ending.final_reason if ending else "waiting",
        "detail": ending.final_detail if ending else question.text if question else "",
        "verdict": str(getattr(outcome, "verdict", getattr(ending, "verdict", ""))),
        "questions": sum(isinstance(event, Asked) for event in events),
        "plans": outcome.run.spent.planner_calls,
        "acts": outcome.run.spent.steps,
        "in_flight": sum(isinstance(a, Intended) and isinstance(b, Resumed) for a, b in pairwise(events)),
    }


def journal(folder: Path) -> list[Any]:
    """The entries that a life left behind."""
    return asyncio.run(open_store(folder / "journal.db").read("the-move"))
