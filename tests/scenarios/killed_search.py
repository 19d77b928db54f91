"""A search for a way that a test kills: `killed_search.py FOLDER [EVENT]`. The screens are kept in a file, as a program's are."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import midcourse
from midcourse.core.local.figures import LocalSettings
from midcourse.core.model import Call
from midcourse.interfaces.decisions import decisions_of
from midcourse.planners.local import LocalPlanner
from midcourse.planners.local.words import WordsNearness
from tests.planners.local.rooms import Rooms
from tests.planners.local.test_local_planner import LIMITS, Script
from tests.planners.local.test_taken_up import GOAL, ORDER

FOLDER = Path(sys.argv[1])
SCREENS = FOLDER / "screens.json"
LAST = int(sys.argv[2]) if len(sys.argv) > 2 else 0
"""The event that is kept last; 0: none is."""


class Kept(Rooms):
    """Rooms that outlive the process."""

    def __init__(self) -> None:
        super().__init__()
        if SCREENS.exists():
            self.here, self.wrapped, self.did = json.loads(SCREENS.read_text())

    async def act(self, call: Call):  # type: ignore[no-untyped-def]
        done = await super().act(call)
        SCREENS.write_text(json.dumps([self.here, self.wrapped, self.did]))
        return done


def main() -> int:
    store = midcourse.open_store(FOLDER / "journal.db")
    append = store.append

    async def mortal(run_id, epoch, entries):  # type: ignore[no-untyped-def]
        for entry in entries:
            await append(run_id, epoch, [entry])
            if entry.seq == LAST:
                os.kill(os.getpid(), signal.SIGKILL)

    store.append = mortal  # type: ignore[method-assign]
    world = Kept()
    planner = LocalPlanner(Script(**ORDER), WordsNearness(), settings=LocalSettings(acts=24, forward_acts=3))
    if (FOLDER / "run").exists():
        ended = midcourse.resume((FOLDER / "run").read_text(), world=world, planner=planner, store=store)
    else:
        (FOLDER / "run").write_text("r-search")
        ended = midcourse.run(
            "get there", done_when=GOAL, world=world, planner=planner, store=store, settings=LIMITS, run_id="r-search"
        )
    tale = [(d.name, d.word, d.what) for d in decisions_of(ended.run)]
    print(json.dumps([tale, world.did, world.wrapped, ended.ending.final_reason, len(ended.entries)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
