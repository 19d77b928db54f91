"""Midcourse is killed while a note is written: resumed, the text is in the file once."""

import os
import signal
import subprocess
import sys

import yaml

from tests.patience import HANGS

MIDCOURSE = [sys.executable, "-u", "-c", "from midcourse.command import main; main()"]


def test_midcourse_killed_after_the_text_was_entered_goes_on_and_the_file_holds_it_once(tmp_path):
    note = tmp_path / "notes" / "note.txt"
    note.parent.mkdir()
    file = tmp_path / "task.yaml"
    task = {
        "goal": "save the note",
        "world": "desktop:mousepad folder=notes",
        "values": {"text": "water the plants", "Name": str(note)},
        "done_when": "file(note.txt) and line(note.txt, water the plants)",
    }
    file.write_text(yaml.safe_dump(task))
    environment = {**os.environ, "MIDCOURSE_HOME": str(tmp_path / "home")}
    first = subprocess.Popen([*MIDCOURSE, "run", str(file)], env=environment, stdout=subprocess.PIPE, text=True)
    assert first.stdout is not None
    told = []
    for line in first.stdout:
        told.append(line)
        if "select(" in line and "try 1" in line:
            break
    assert first.poll() is None, told
    first.send_signal(signal.SIGKILL)
    first.communicate()
    [run] = [p.name for p in (tmp_path / "home" / "runs").iterdir()]
    done = subprocess.run([*MIDCOURSE, "resume", run], env=environment, capture_output=True, text=True, timeout=HANGS)
    assert done.returncode == 0, done.stdout + done.stderr
    assert note.read_bytes() == b"water the plants"
