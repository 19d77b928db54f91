"""A process that holds a run: `holding.py FILE LEASE SPACE`. It appends one event for each line that it reads.

SPACE: a name for the pid namespace that it pretends to live in; nothing for the real one.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from midcourse.core.errors import LeaseLost
from midcourse.engine import owner
from midcourse.engine.sqlite import SqliteStore
from tests.engine.test_stores import entry, first


async def hold(path: Path, lease: float) -> None:
    store = SqliteStore(path, lease)
    opened = await store.open("r", new=True)
    await store.append("r", opened.epoch, [first()])
    print("holds", flush=True)
    loop = asyncio.get_running_loop()
    seq = 2
    while await loop.run_in_executor(None, sys.stdin.readline):
        try:
            await store.append("r", opened.epoch, [entry(seq)])
            print("kept", flush=True)
        except LeaseLost as error:
            print(f"lost: {error}", flush=True)
        seq += 1


if __name__ == "__main__":
    if sys.argv[3:]:
        owner._space = lambda pid: sys.argv[3]
    asyncio.run(hold(Path(sys.argv[1]), float(sys.argv[2])))
