"""What the programs that a world starts get of our environment."""

import subprocess
import sys
from importlib import import_module

from midcourse.worlds.inherited import inherited
from tests.worlds.on_display import on_display


def test_what_a_person_set_stays_and_what_is_for_midcourse_alone_goes(monkeypatch):
    monkeypatch.setenv("QT_STYLE_OVERRIDE", "Fusion")
    monkeypatch.setenv("MIDCOURSE_SECRET_PIN", "1234-5678")
    assert inherited()["QT_STYLE_OVERRIDE"] == "Fusion" and "MIDCOURSE_SECRET_PIN" not in inherited()


def test_what_a_library_wrote_is_as_it_was_at_the_start():
    """In a process of its own: what it was started with is what counts."""
    script = (
        "import os\n"
        "from midcourse.worlds.inherited import inherited\n"
        "os.environ['LIBRARIES'] = '/x/site-packages/cv2/lib:/usr/lib'\n"
        "os.environ['PLUGINS'] = '/x/site-packages/cv2/plugins'\n"
        "print(inherited()['LIBRARIES'], inherited()['MINE'], 'PLUGINS' in inherited())\n"
    )
    env = {**inherited(), "LIBRARIES": "/usr/lib", "MINE": "/home/ann/site-packages/here"}
    told = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=True).stdout
    assert told == "/usr/lib /home/ann/site-packages/here False\n"


def test_a_program_of_qt_starts_beside_a_library_that_brings_its_own_qt(tmp_path):
    import_module("cv2")

    async def first_look(desk):
        return (await desk.observe()).facts

    facts = on_display(first_look, program="featherpad", folders=[tmp_path])
    assert any(fact.startswith("window(") for fact in facts) and "ended(featherpad)" not in facts
