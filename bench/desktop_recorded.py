"""A task shown once in an editor, done again with other values, without a model.

    python bench/desktop_recorded.py [--program mousepad] [--times 5] [--by-keys] [--trouble exists] [--tell]

A scripted person (another process, by pointer and keys alone) shows it on a private display; `midcourse run` does it again.
Judged by the files on the disk, byte for byte.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from midcourse.demo.desktop import ENDS, FIELDS
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.desktop.private import PrivateDisplay
from midcourse.worlds.desktop.recording import Recorder
from midcourse.worlds.desktop.x11 import X11
from midcourse.worlds.shown import task_of
from midcourse.yaml_files import as_yaml

TEXTS = ("Water the plants", "Grüße an alle!", "2 + 2 = 4; (really)", 'She said "yes"', "a  b   c, tabs and {braces}", "1, 2, 3")
NAMES = ("plants.txt", "gruss.txt", "sums 2.txt", "said.md", "odd-name_5.txt", "numbers")
MIDCOURSE = (sys.executable, "-c", "from midcourse.command import main; main()")


async def recorded(program: str, folder: Path, text: str, name: str, how: str = "pointer") -> tuple[dict[str, Any], list[str]]:
    """The task that a person shows, and what could not be written down."""
    display = PrivateDisplay((1280, 800))
    async with DesktopWorld(driver=X11(display), program=program, folders=[folder]) as desk:
        recorder, over = Recorder(desk), asyncio.Event()
        await recorder.begin()
        listening = asyncio.ensure_future(recorder.listen(over))
        script = str(Path(__file__).with_name("desktop_person.py"))
        place = display.place
        told = (place.display, place.bus, FIELDS[program], text, str(folder / name), how)
        person = await asyncio.create_subprocess_exec(sys.executable, script, *told)
        try:
            assert await asyncio.wait_for(person.wait(), 120) == 0, "the person did not find what was to be used"
            await asyncio.sleep(1.0)
        finally:
            over.set()
            await listening
        assert recorder.first is not None
        made = task_of(f"desktop:{program} folder={folder}", recorder.deeds(), recorder.first, await recorder.lasting())
    return made, recorder.unclear


def again(file: Path, home: Path, values: dict[str, str]) -> str:
    """What `midcourse run` says of the task with these values."""
    given = [word for name, value in values.items() for word in ("--set-value", f"{name}={value}")]
    env = {**os.environ, "MIDCOURSE_HOME": str(home)}
    done = subprocess.run([*MIDCOURSE, "run", str(file), *given], env=env, capture_output=True, text=True, timeout=300)
    return done.stdout + done.stderr


def play(folder: Path, program: str, times: int, how: str, tell: bool = False) -> int:
    """Show it once, do it again; how often the file was right, byte for byte."""
    notes = folder / "notes"
    notes.mkdir()
    made, unclear = asyncio.run(recorded(program, notes, TEXTS[0], NAMES[0], how))
    file = folder / "task.yaml"
    file.write_text(as_yaml(made))
    print(file.read_text(), "".join(f"not written down: {what}\n" for what in unclear), sep="")
    right = 0
    for n in range(1, times + 1):
        text, name = TEXTS[n % len(TEXTS)], NAMES[n % len(NAMES)]
        said = again(file, folder / "home", {"text": text, FIELDS[program]: name})
        saved = (notes / name).read_bytes() if (notes / name).exists() else b""
        right += saved == (text + ENDS[program]).encode()
        print(f"{n}: {name}: {'right' if saved == (text + ENDS[program]).encode() else f'wrong: {saved!r}'}", flush=True)
        if tell:
            print(said)
    print(f"{program}, shown with {how}: {right} of {times} right, byte for byte")
    return right


def main() -> None:
    """Show, play, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--program", default="mousepad", choices=list(FIELDS))
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--by-keys", action="store_true")
    parser.add_argument("--tell", action="store_true")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="midcourse-bench-", ignore_cleanup_errors=True) as folder:
        play(Path(folder), asked.program, asked.times, "keys" if asked.by_keys else "pointer", asked.tell)


if __name__ == "__main__":
    main()
