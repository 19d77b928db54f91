"""Midcourse as a program that is killed while it saves, and is resumed: started as `killed.py run FILE` it kills itself."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from midcourse.core.model import Call, Result
from midcourse.worlds.web import WebWorld

SAVED = "BENCH_SAVED"
MIDWAY = 0.1
"""Seconds after the click at which it is killed: the form may be on its way."""
PATIENCE = 200


def killed_and_resumed(file: Path, home: Path, saved: Iterable[str]) -> tuple[str, str]:
    """Run a task file, be killed at the first click after an entry of what is to be saved, resume: the verdict, and why."""
    environment = {**os.environ, "MIDCOURSE_HOME": str(home), SAVED: json.dumps(sorted(saved))}
    run = [sys.executable, __file__, "run", str(file)]
    first = subprocess.run(run, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    if first.returncode != -signal.SIGKILL:
        return "error", f"it was not killed: {first.stdout[-200:]}{first.stderr[-200:]}"
    [id] = [path.name for path in (home / "runs").iterdir()]
    again = [sys.executable, "-c", "from midcourse.command import main; main()", "resume", id]
    subprocess.run(again, env=environment, capture_output=True, text=True, timeout=PATIENCE)
    told = home / "runs" / id / "result.json"
    if not told.exists():
        return "waiting", "it ended without a result"
    result = json.loads(told.read_text())
    return str(result.get("verdict", "")), f"{result.get('final_reason', '')}: {result.get('final_detail', '')}"


def main() -> None:
    """The command line, which kills itself."""
    from midcourse.interfaces.cli import main as midcourse

    saved, filled = set(json.loads(os.environ[SAVED])), [False]
    act = WebWorld.act

    async def acting(web: WebWorld, call: Call) -> Result:
        if call.skill in ("fill", "select") and saved & {str(value) for value in call.args.values()}:
            filled[0] = True
        if filled[0] and call.skill in ("click", "press"):
            asyncio.get_running_loop().call_later(MIDWAY, os.kill, os.getpid(), signal.SIGKILL)
        return await act(web, call)

    WebWorld.act = acting  # type: ignore[method-assign]
    midcourse()


if __name__ == "__main__":
    main()
