"""How the browser is to be: its screen, its language and time, its proxy, its logins and where its files go."""

import asyncio
import base64
import stat

import pytest

from midcourse import Task
from midcourse.core.errors import LookFailed, TaskError
from midcourse.inputs.taskfile import read_task
from midcourse.wiring.preparing import prepare
from midcourse.worlds.entrusting import Entrusted, Retires
from midcourse.worlds.web import BrowserOptions, WebWorld
from tests.proxy_on_loopback import Proxy
from tests.site_on_loopback import Site
from tests.worlds.in_browser import does, in_browser

PAGE = """<meta name=viewport content="width=device-width"><title>x</title><p id=p></p><a href=/file download>Get</a><script>
p.textContent = [innerWidth, innerHeight, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone,
'ontouchstart' in window, /Pixel 7/.test(navigator.userAgent)].join(' ')</script>"""


def shown(browser):
    """The one line that the page tells of its browser."""

    async def story(web, site):
        return (await web.observe()).facts

    facts = in_browser({"/": PAGE}, story, browser=browser)
    return next(f for f in facts if f.startswith("text(") and "Get" not in f)


def test_a_page_sees_the_viewport_the_locale_and_the_time_zone():
    told = shown(BrowserOptions(viewport=(900, 500), locale="de-DE", time_zone="Asia/Tokyo"))
    assert told == "text(900 500 de-DE Asia/Tokyo false false)"


def test_a_page_sees_the_device_and_is_used_as_on_one():
    async def story(web, site):
        seen = await web.observe()
        assert "text(412 839 en-US" in next(f for f in seen.facts if f.startswith("text(4"))
        assert any(f.endswith("true true)") for f in seen.facts if f.startswith("text("))
        await does(web, "click", "button Go")
        assert "title(gone)" in (await web.observe()).facts

    page = PAGE + "<div style='height:2000px'></div><button onclick=\"document.title='gone'\">Go</button>"
    in_browser({"/": page}, story, browser=BrowserOptions(device="Pixel 7"))


def test_a_device_that_nobody_knows_is_told_with_the_nearest():
    with pytest.raises(TaskError, match=r"no device 'pixel 77'; the nearest are .*Pixel 7"):
        shown(BrowserOptions(device="pixel 77"))


def test_files_that_come_are_kept_in_the_folder_that_was_named(tmp_path):
    async def story(web, site):
        await web.observe()
        await does(web, "download", "link Get")
        return (await web.observe()).facts

    pages = {"/": PAGE, "/file": (200, b"bytes", ("Content-Disposition", "attachment; filename=a.txt"))}
    facts = in_browser(pages, story, browser=BrowserOptions(downloads=tmp_path / "came"))
    assert "downloaded(a.txt)" in facts and (tmp_path / "came" / "a.txt").read_bytes() == b"bytes"
    assert [p.name for p in (tmp_path / "came").iterdir()] == ["a.txt"]


def test_files_of_one_name_that_come_at_once_are_all_kept_and_nothing_that_is_there_is_written_to(tmp_path):
    came = tmp_path / "came"
    came.mkdir()
    (came / "0.txt").symlink_to(tmp_path / "outside.txt")
    page = """<button onclick='for (const name of ["0.txt", "r.txt", "r.txt", "r.txt"]) get(name)'>Get</button><script>
        let n = 0; function get(name) { const a = document.createElement("a"); a.download = name;
        a.href = URL.createObjectURL(new Blob(["v" + n++])); document.body.append(a); a.click() }</script>"""

    async def story(web, site):
        await web.observe()
        await does(web, "click", "button Get")
        for _ in range(100):
            if len(list(came.iterdir())) == 5 and (await web.observe()).facts >= {"downloaded(3-r.txt)"}:
                break
            await asyncio.sleep(0.05)

    in_browser({"/": page}, story, browser=BrowserOptions(downloads=came))
    kept = [path for path in came.iterdir() if not path.is_symlink()]
    assert sorted(path.read_text() for path in kept) == ["v0", "v1", "v2", "v3"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600} and not (tmp_path / "outside.txt").exists()


def locked(request):
    """A page for those who know the password."""
    known = "Basic " + base64.b64encode(b"ada:open-sesame").decode()
    if request.headers.get("Authorization") == known:
        return 200, "<h1>Inside</h1>"
    return 401, b"", ("WWW-Authenticate", 'Basic realm="x"'), ("Content-Type", "text/html")


def test_basic_auth_is_for_the_first_origin_alone():
    asked = []

    def elsewhere(request):
        asked.append(request.headers.get("Authorization"))
        return locked(request)

    async def story():
        with Site({"/": locked}) as site, Site({"/": elsewhere}) as other:
            options = BrowserOptions(basic_auth="ada:secret:DOOR")
            async with WebWorld(site.address + "/", allow=[other.address], browser=options) as web:
                web.entrust({"DOOR": "open-sesame"}, "unused")
                assert "text(Inside)" in (await web.observe()).facts
                await does(web, "go", url=other.address + "/")
                assert asked and set(asked) == {None}

    asyncio.run(story())


def test_a_secret_that_the_browser_needs_and_nobody_set_is_told_before_anything_is_done(monkeypatch):
    monkeypatch.delenv("MIDCOURSE_SECRET_DOOR", raising=False)
    world = WebWorld("http://127.0.0.1:1/", browser=BrowserOptions(basic_auth="ada:secret:DOOR"))
    assert isinstance(world, Entrusted) and isinstance(world, Retires)
    with pytest.raises(TaskError, match="set MIDCOURSE_SECRET_DOOR"):
        prepare(Task("look", "title(x)"), world=world, planner="words")


def through(proxy, secret, **more):
    """Look at a page of a site through a proxy."""

    async def story():
        with Site({"/": "<h1>Inside</h1>"}) as site:
            options = BrowserOptions(proxy=proxy.address, **more)
            async with WebWorld(site.address + "/", browser=options) as web:
                web.entrust({"WAY": secret}, "unused")
                return site.address, (await web.observe()).facts

    return asyncio.run(story())


def test_all_goes_through_the_proxy_with_its_login():
    with Proxy("ada", "open-sesame") as proxy:
        address, facts = through(proxy, "open-sesame", proxy_login="ada:secret:WAY")
    assert "text(Inside)" in facts and address.removeprefix("http://") in proxy.ways and not proxy.refused


def test_what_a_proxy_says_that_refuses_is_told():
    with Proxy("ada", "open-sesame") as proxy, pytest.raises(LookFailed, match="the proxy .* answered 407 Login Needed"):
        through(proxy, "another-word", proxy_login="ada:secret:WAY")
    assert proxy.refused


def test_a_task_file_says_how_the_browser_is_to_be(tmp_path):
    task = tmp_path / "task.yaml"
    said = "browser: {device: Pixel 7, locale: no, shown: no, pictures: yes, allow: [https://a.org, https://b.org]}"
    task.write_text(f"goal: look\nworld: web:http://127.0.0.1:1/\n{said}\n")
    assert read_task(task).world == (
        "web:http://127.0.0.1:1/ 'device=Pixel 7' locale=no pictures allow=https://a.org allow=https://b.org"
    )
    task.write_text("goal: look\nworld: grid:BabyAI-GoToObj-v0\nbrowser: {locale: de}\n")
    with pytest.raises(TaskError, match=r"task.yaml:3: browser is for pages"):
        read_task(task)
