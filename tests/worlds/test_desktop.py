"""A real editor on a display of its own: what is seen and what is done."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from midcourse import act
from midcourse.core.errors import LookFailed
from midcourse.core.model import Done, Failed, Uncertain
from midcourse.testing import check_world
from midcourse.worlds.desktop import DesktopWorld
from midcourse.worlds.desktop.keeper import descendants
from midcourse.worlds.desktop.private import PrivateDisplay
from tests.patience import HANGS
from tests.worlds.on_display import does, on_display, processes

TEXT = "textbox text"


def test_the_world_keeps_the_contract(tmp_path):
    examples = [act("fill", target=TEXT, text="one\ntwo"), act("hover", target="menuitem File")]
    check_world(lambda: DesktopWorld(program="mousepad", folders=[tmp_path]), examples=examples)


@pytest.mark.parametrize(
    ("program", "name", "end"), [("mousepad", "textbox Name", ""), ("featherpad", "textbox File name", "\n")]
)
def test_a_text_is_written_and_saved_and_a_file_that_exists_is_not_overwritten_without_a_yes(tmp_path, program, name, end):
    async def save(desk, file):
        assert isinstance(await does(desk, "select_menu", path="File > Save As"), Done)
        seen = await desk.observe()
        assert any(f.startswith("dialog(Save") for f in seen.facts) and f"hides(Save As, {TEXT})".lower() in {
            f.lower().replace("...", "") for f in seen.facts
        }
        assert isinstance(await does(desk, "fill", name, text=str(tmp_path / file)), Done)
        seen = await desk.observe()
        button = next(
            t.id
            for t in seen.targets
            if t.label == "Save" and not any(f.endswith(f", {t.id})") for f in seen.facts if f.startswith("hides"))
        )
        assert isinstance(await does(desk, "click", button), Done)
        return await desk.observe()

    async def story(desk):
        seen = await desk.observe()
        assert {f"runs({program})", f"focused({TEXT})", f'value({TEXT}, "")', "offers(menuitem File, Save As)"} <= seen.facts
        await does(desk, "fill", TEXT, text="three\nsegments: äö €")
        seen = await save(desk, "note.txt")
        assert {"file(note.txt)", "line(note.txt, three)"} <= seen.facts
        assert (tmp_path / "note.txt").read_bytes() == ("three\nsegments: äö €" + end).encode()
        (tmp_path / "other.txt").write_text("somebody's own")
        seen = await save(desk, "other.txt")
        [final] = [t.id for t in seen.targets if "final" in t.state]
        for refused in (await does(desk, "click", final), await does(desk, "press", keys="Return")):
            assert isinstance(refused, Failed) and refused.reason == "forbidden" and "confirm" in refused.detail
        cover = next(
            f for f in seen.facts if (f.startswith("cover(") and "Save" not in f) or ("exists" in f and f.startswith("cover("))
        )
        assert isinstance(await does(desk, "dismiss", cover=cover[6:-1].strip('"')), Done)
        assert not [t for t in (await desk.observe()).targets if "final" in t.state]
        assert (tmp_path / "other.txt").read_text() == "somebody's own"

    on_display(story, program=program, folders=[tmp_path])


def test_an_unchanged_screen_is_told_by_comparing_it_and_a_caret_is_no_change(tmp_path):
    async def story(desk):
        await desk.observe()
        await asyncio.sleep(0.3)
        await desk.observe()
        told = []
        for _ in range(12):  # the caret blinks meanwhile
            await asyncio.sleep(0.1)
            told.append((await desk.observe()).source)
        assert all(source.startswith("desktop: unchanged") for source in told[1:]), told
        await does(desk, "fill", TEXT, text="x")
        assert (await desk.observe()).source.startswith("desktop: accessibility")

    on_display(story, program="mousepad")


def test_text_is_typed_where_the_keyboard_goes_read_back_and_put_back():
    async def story(desk):
        await desk.observe()
        assert isinstance(await does(desk, "type_text", text="Grüße, 100 €\n"), Done)
        assert f'value({TEXT}, "Grüße, 100 €\\n")' in (await desk.observe()).facts
        assert isinstance(await does(desk, "put_back", text="Grüße, 100 €\n"), Done)
        assert f'value({TEXT}, "")' in (await desk.observe()).facts
        await does(desk, "select_menu", path="Help > About")
        await desk.observe()
        lost = await does(desk, "type_text", text="nobody asked")
        assert isinstance(lost, Failed) and lost.reason == "not_focused"

    on_display(story, program="mousepad")


def test_a_menu_in_a_menu_is_reached_and_what_it_lacks_is_told():
    async def story(desk):
        await desk.observe()
        await does(desk, "fill", TEXT, text="loud")
        await does(desk, "press", TEXT, keys="Ctrl+A")
        assert isinstance(await does(desk, "select", "menuitem Edit", option="Convert > To Uppercase"), Done)
        assert f"value({TEXT}, LOUD)" in (await desk.observe()).facts
        wrong = await does(desk, "select", "menuitem Edit", option="Convert > To Nothing")
        assert isinstance(wrong, Failed) and wrong.reason == "bad_arguments" and "To Uppercase" in wrong.detail

    on_display(story, program="mousepad")


def test_the_cells_of_a_table_are_seen_and_can_be_clicked(tmp_path):
    (tmp_path / "letters.txt").write_text("Dear Ada\n")

    async def story(desk):
        await desk.observe()
        assert isinstance(await does(desk, "select", "menuitem File", option="Save As"), Done)
        assert isinstance(await does(desk, "wait_for", condition="visible(item letters.txt)", seconds=15.0), Done)
        assert isinstance(await does(desk, "click", "item letters.txt"), Done)
        return await desk.observe()

    assert "value(textbox Name, letters.txt)" in on_display(story, program="mousepad", folders=[tmp_path]).facts


def test_a_window_that_moved_or_lies_outside_or_behind_is_still_reached(tmp_path):
    async def story(desk):
        seen = await desk.observe()
        window = next(w for w in desk.driver.windows() if w.program == "mousepad")
        for place in ((5, 300), (-500, 100), (900, 600)):
            desk.driver.place(window.id, (*place, *window.box[2:]))
            assert isinstance(await does(desk, "fill", TEXT, text=f"at {place}"), Done)
        await does(desk, "launch", program="featherpad")
        seen = await desk.observe()
        mine = next(t.id for t in seen.targets if f'value({t.id}, "at (900, 600)")' in seen.facts)
        assert isinstance(await does(desk, "fill", mine, text="in front again"), Done)
        assert "active(*Untitled 1 - Mousepad)" in {f.replace('"', "") for f in (await desk.observe()).facts}

    on_display(story, program="mousepad")


def test_nothing_is_left_of_a_private_display(tmp_path):
    display = PrivateDisplay((640, 480))
    display.start()
    display.launch(["mousepad"], tmp_path)
    kept = {display.keeper, *descendants(display.keeper)}
    display.stop()
    assert len(kept) >= 4 and not [p for p in kept if Path(f"/proc/{p}").exists()]


def test_a_private_display_ends_when_midcourse_is_killed(tmp_path):
    code = (
        "import asyncio, sys; from midcourse.worlds.desktop import DesktopWorld\n"
        "async def go():\n desk = DesktopWorld(program='mousepad'); await desk.observe(); print(desk.driver.screen.keeper, flush=True); await asyncio.sleep(60)\n"
        "asyncio.run(go())"
    )
    killed = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert killed.stdout is not None
    keeper = int(killed.stdout.readline())
    kept = {keeper, *descendants(keeper)}
    assert len(kept) >= 5
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    killed.stdout.close()
    until = time.monotonic() + HANGS
    while time.monotonic() < until and any(Path(f"/proc/{p}").exists() for p in kept):
        time.sleep(0.05)
    assert not [p for p in kept if Path(f"/proc/{p}").exists()]


def test_an_editor_or_a_display_that_is_killed_is_told_and_the_display_starts_again():
    async def story(desk):
        await desk.observe()
        [editor] = processes("mousepad") & set(descendants(desk.driver.screen.keeper))
        os.kill(editor, signal.SIGKILL)
        time.sleep(0.5)
        assert "runs(mousepad)" not in (await desk.observe()).facts
        assert isinstance(await does(desk, "launch", program="mousepad"), Done)
        assert f'value({TEXT}, "")' in (await desk.observe()).facts
        [server] = processes("Xvfb") & set(descendants(desk.driver.screen.keeper))
        os.kill(server, signal.SIGKILL)
        time.sleep(0.3)
        lost = await does(desk, "fill", TEXT, text="x")
        assert isinstance(lost, Uncertain) and lost.reason == "interrupted"
        assert "runs(mousepad)" in (await desk.observe()).facts  # its program was started with it

    on_display(story, program="mousepad")


def test_a_machine_without_a_display_says_what_it_lacks(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(LookFailed, match="apt-get install xvfb"):
        PrivateDisplay((640, 480)).start()


TERMINAL = """
import sys
from Xlib import X, display
there = display.Display()
root = there.screen()
window = root.root.create_window(50, 50, 300, 200, 1, root.root_depth, event_mask=X.KeyPressMask)
window.set_wm_class("xterm", "XTerm")
window.set_wm_name("shell")
window.map()
keys = open(sys.argv[1], "w", buffering=1)
while True:
    event = there.next_event()
    if event.type == X.KeyPress:
        keys.write(chr(there.keycode_to_keysym(event.detail, 0) & 0x7F).replace("\\r", "\\n"))
"""


def test_keys_reach_a_terminal_only_by_the_act_that_asks(tmp_path):
    (tmp_path / "terminal.py").write_text(TERMINAL)
    typed = tmp_path / "typed"

    async def story(desk):
        await desk.observe()
        await does(desk, "launch", program=f"{sys.executable} {tmp_path / 'terminal.py'} {typed}")
        await does(desk, "focus_window", title="shell")
        for refused in (
            await does(desk, "press", keys="r"),
            await does(desk, "press", keys="Return"),
            await does(desk, "hotkey", keys="Shift+Insert"),
            await does(desk, "type_text", text="rm x\n"),
            await does(desk, "run_in_terminal", command="ls", title="another"),
        ):
            assert isinstance(refused, Failed), refused
        assert typed.read_text() == ""
        assert isinstance(await does(desk, "run_in_terminal", command="echo hello", title="shell"), Done)
        await asyncio.sleep(0.3)
        return typed.read_text()

    assert on_display(story, program="mousepad") == "echo hello\n"
