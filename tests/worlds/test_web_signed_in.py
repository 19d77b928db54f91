"""Who is signed in is kept by name from run to run, outside of every run's folder; what a browser leaves is removed."""

import asyncio
import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

import pytest

from midcourse import Task, act
from midcourse.core.errors import TaskError
from midcourse.director.loop import Director
from midcourse.interfaces.cli import main
from midcourse.wiring.preparing import prepare
from midcourse.worlds.web import BrowserOptions, WebWorld
from midcourse.worlds.web.files import OWNER, PREFIX, Files, sweep
from tests.patience import HANGS
from tests.site_on_loopback import Site
from tests.worlds.in_browser import does

TOKEN = "tok-4711-of-clerk"
DOOR = "<title>Door</title><form action=/in method=post><button>Enter</button></form>"


def home_page(request):
    """Inside for those who have the cookie; the page also keeps something itself."""
    if f"id={TOKEN}" not in request.headers.get("Cookie", ""):
        return 200, DOOR
    return (
        200,
        "<title>Inside</title><p id=p></p><script>p.textContent = 'kept ' + localStorage.k; localStorage.k = 'here'</script>",
    )


def entering(request):
    return 303, b"", ("Location", "/"), ("Set-Cookie", f"id={TOKEN}; HttpOnly; Path=/"), ("Content-Type", "text/html")


PAGES = {"/": home_page, "/in": entering}


def looked(address, home, click=""):
    """One browser's life: what it saw last."""

    async def story():
        async with WebWorld(address, browser=BrowserOptions(signed_in="clerk")) as web:
            web.entrust({}, str(home))
            await web.observe()
            if click:
                await does(web, "click", click)
            return (await web.observe()).facts

    return asyncio.run(story())


def test_a_later_browser_is_signed_in_and_the_file_is_for_this_user_alone(tmp_path):
    with Site(PAGES) as site:
        assert "title(Inside)" in looked(site.address, tmp_path, "button Enter")
        facts = looked(site.address, tmp_path)
    assert "title(Inside)" in facts and "text(kept here)" in facts
    kept = tmp_path / "signed_in" / "clerk.json"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600 and stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    assert TOKEN in kept.read_text()


def test_it_is_written_only_when_it_changed(tmp_path):
    with Site(PAGES) as site:
        looked(site.address, tmp_path, "button Enter")
        kept = tmp_path / "signed_in" / "clerk.json"
        os.utime(kept, (1, 1))
        looked(site.address, tmp_path)
    assert kept.stat().st_mtime == 1


def test_a_browser_that_is_not_signed_in_leaves_no_file(tmp_path):
    with Site(PAGES) as site:
        looked(site.address, tmp_path)
    assert not (tmp_path / "signed_in").exists()


def test_a_damaged_file_is_one_clear_message(tmp_path):
    (tmp_path / "signed_in").mkdir()
    (tmp_path / "signed_in" / "clerk.json").write_text('{"cookies": [ {"name": "tok-4711')
    with pytest.raises(TaskError, match=r"clerk.json cannot be read \(DecodeError\); remove it and sign in once more") as told:
        looked("http://127.0.0.1:1/", tmp_path)
    assert "tok-4711" not in str(told.value)


@pytest.mark.parametrize("name", ["../x", "a/b", ".x", "", "a b", "x" * 65, "a\\b", "é"])
def test_a_name_that_could_lead_elsewhere_is_refused(name):
    if name:
        with pytest.raises(TaskError, match="signed_in"):
            BrowserOptions(signed_in=name)


def test_a_run_leaves_nothing_of_it_in_its_folder_its_journal_or_the_temporary_folder(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("MIDCOURSE_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temp"))
    (tmp_path / "temp").mkdir()
    with Site(PAGES) as site:
        task = tmp_path / "task.yaml"
        done = "goal: enter\ndone_when: title(Inside)\nplan: [{do: click, on: button Enter}]\n"
        task.write_text(f"{done}world: web:{site.address}/\nbrowser: {{signed_in: clerk}}\n")
        monkeypatch.setattr(sys, "argv", ["midcourse", "run", str(task)])
        with pytest.raises(SystemExit) as ended:
            main()
    assert ended.value.code == 0, capsys.readouterr()
    assert TOKEN in (tmp_path / "home" / "signed_in" / "clerk.json").read_text()
    for path in (tmp_path / "home").rglob("*"):
        if path.is_file() and path.name != "clerk.json":
            assert TOKEN.encode() not in path.read_bytes(), path
    assert not list((tmp_path / "home" / "runs").rglob("profile")) and not list((tmp_path / "temp").iterdir())


def test_the_profile_of_a_run_that_is_over_goes_and_that_of_one_that_waits_stays(tmp_path):
    async def story(address, over):
        folder = tmp_path / over
        steps = [act("click", target="button Enter")]
        made = prepare(Task("enter", "title(Inside)"), world=f"web:{address}/", planner=steps, keep=folder)
        run = await Director(made.parts, patient=False).start("r", made.task, made.settings)
        await made.release(run if over == "over" else None)
        return bool(run.ending and run.ending.success), (folder / "browser" / "profile").exists()

    with Site(PAGES) as site:
        assert asyncio.run(story(site.address, "waits")) == (True, True)
        assert asyncio.run(story(site.address, "over")) == (True, False)


KILLED = """
import asyncio, sys
from midcourse.worlds.web import WebWorld
async def main():
    web = WebWorld(sys.argv[1])
    await web.observe()
    print("there", flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.fixture
def short():
    """A temporary folder with a short name: Chromium's sockets lie there."""
    with tempfile.TemporaryDirectory(prefix="mc", dir="/tmp", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def test_what_a_killed_process_left_goes_at_the_next_start(short, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(short))
    monkeypatch.setattr(tempfile, "tempdir", str(short))
    with Site(PAGES) as site:
        process = subprocess.Popen([sys.executable, "-c", KILLED, site.address], stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None and process.stdout.readline() == "there\n"
        (left,) = short.glob(f"{PREFIX}*")
        assert (left / "profile").is_dir()
        sweep()
        assert (left / "profile").is_dir()  # its process lives
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        for _ in range(int(HANGS / 0.2)):  # the browser ends by itself, shortly after; on a busy machine that may take a while
            sweep()
            if not left.exists():
                break
            with suppress(OSError):  # made anew by the browser as it ended: such a folder goes once it is old
                if not (left / OWNER).exists():
                    os.utime(left, (1, 1))
            time.sleep(0.2)
    assert not left.exists()


def test_a_folder_that_a_browser_makes_anew_as_it_ends_goes_too_and_a_new_one_stays(short, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(short))
    old, new = short / f"{PREFIX}old", short / f"{PREFIX}new"
    for folder in (old, new):
        (folder / "profile" / "Default").mkdir(parents=True)
    os.utime(old, (1, 1))
    sweep()
    assert not old.exists() and (new / "profile").is_dir()


def test_a_folder_that_a_browser_writes_to_while_it_goes_is_removed_the_next_time(short, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(short))
    left = short / f"{PREFIX}x"
    (left / "profile").mkdir(parents=True)
    (left / "owner").touch()
    (left / "page.json.0123.part").touch()
    removes = shutil.rmtree

    def written_meanwhile(folder, **how):
        removes(folder, **how)
        monkeypatch.setattr(shutil, "rmtree", removes)
        monkeypatch.setattr(Path, "unlink", late)

    def late(file, **how):
        monkeypatch.undo()
        monkeypatch.setattr(tempfile, "tempdir", str(short))
        (left / "profile").mkdir()
        file.unlink(**how)

    monkeypatch.setattr(shutil, "rmtree", written_meanwhile)
    sweep()
    assert (left / "profile").is_dir()
    sweep()
    assert not left.exists()


def test_a_browser_that_was_never_started_makes_no_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    WebWorld("http://127.0.0.1:1/")
    assert not list(tmp_path.iterdir())


def test_what_was_downloaded_stays_when_the_rest_goes(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    files = Files(None)
    (files.profile).mkdir()
    files.downloads.mkdir()
    (files.downloads / "a.txt").write_text("a")
    files.remember("http://x/", (), lambda _: False)
    assert files.last_url == "http://x/" and json.loads((files.profile.parent / "page.json").read_text())
    files.tidy()
    (left,) = tmp_path.iterdir()
    assert [str(p.relative_to(left)) for p in sorted(left.rglob("*"))] == ["downloads", str(Path("downloads/a.txt"))]
