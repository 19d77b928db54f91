"""Pages in a real browser: what is seen and what is done."""

import tempfile

from midcourse import Task, act
from midcourse.core.model import Done, Failed
from midcourse.core.run.events import PlanRequested
from midcourse.testing import check_world
from midcourse.worlds.web import WebWorld
from tests.site_on_loopback import Site
from tests.support import the
from tests.worlds.in_browser import DONE, FORM, does, ends, in_browser


def test_the_world_keeps_the_contract():
    with Site({"/": FORM, "/done": DONE}) as site:
        examples = [
            act("fill", target="textbox Name", text="Ada"),
            act("select", target="combobox Colour", option="blue"),
            act("check", target="checkbox News"),
            act("hover", target="button Send"),
            act("scroll_to", target="button Send"),
        ]
        check_world(lambda: WebWorld(site.address + "/"), examples=examples)


def test_a_look_tells_roles_names_states_and_what_it_covers():
    async def story(web, site):
        seen = await web.observe()
        assert {"visible(button Send)", "enabled(button Send)", 'value(textbox Name, "")', "title(Form)"} <= seen.facts
        assert {
            "offers(combobox Colour, red)",
            "value(combobox Colour, red)",
            "text(Sign up)",
            "listed(/, Sign up)",
        } <= seen.facts
        assert f"page({site.address}/)" in seen.facts and "listed(/, *)" in seen.covers and "text(*)" in seen.covers
        assert [t.id for t in seen.targets if t.role == "checkbox"] == ["checkbox News"]
        assert seen.targets[0].box is not None

    in_browser({"/": FORM}, story)


def test_a_form_is_filled_and_sent_once():
    async def story(web, site):
        await web.observe()
        for call in (
            ("fill", "textbox Name", {"text": "Ada"}),
            ("select", "combobox Colour", {"option": "blue"}),
            ("check", "checkbox News", {}),
        ):
            assert isinstance(await does(web, call[0], call[1], **call[2]), Done)
        seen = await web.observe()
        assert {"value(textbox Name, Ada)", "value(combobox Colour, blue)", "checked(checkbox News)"} <= seen.facts
        assert isinstance(await does(web, "click", "button Send"), Done)
        assert "text(Thank you)" in (await web.observe()).facts
        assert [p for _, p in site.posted] == [{"name": "Ada", "colour": "blue", "news": "on"}]

    in_browser({"/": FORM, "/done": DONE}, story)


def test_what_stood_in_a_field_comes_back():
    async def story(web, site):
        await web.observe()
        await does(web, "fill", "textbox Name", text="first")
        await does(web, "fill", "textbox Name", text="second")
        await does(web, "put_back", "textbox Name", text="second")
        await does(web, "check", "checkbox News")
        await does(web, "uncheck", "checkbox News")
        facts = (await web.observe()).facts
        assert "value(textbox Name, first)" in facts and "checked(checkbox News)" not in facts

    in_browser({"/": FORM}, story)


def test_a_look_at_an_unchanged_page_is_the_same_look_and_takes_no_picture():
    async def story(web, site):
        first = await web.observe()
        photos = []
        photo = web._tab.photo

        async def counted():
            photos.append(1)
            return await photo()

        web._tab.photo = counted
        assert await web.observe() is first and not photos
        await does(web, "fill", "textbox Name", text="x")
        assert await web.observe() is not first and len(photos) == 1

    in_browser({"/": FORM}, story, pictures=True)


def test_settling_is_seen():
    script = """<ul id=l></ul><script>let n=0; const t=setInterval(()=>{ l.innerHTML += '<li>row '+(++n)+'</li>'; if(n==8) clearInterval(t); }, 30)</script>"""

    async def story(web, site):
        assert "text(row 8)" in (await web.observe()).facts

    in_browser({"/": script}, story)


def test_tabs_uploads_downloads_and_keys(tmp_path):
    page = """<a href="/more" target="_blank">More</a> <a href="/file" download>File</a> <input type="file" aria-label="Paper">
    <input aria-label="Find" onkeydown="if(event.key=='Enter') document.title='found '+this.value">"""
    paper = tmp_path / "paper.txt"
    paper.write_text("hello")

    async def story(web, site):
        await web.observe()
        await does(web, "fill", "textbox Find", text="cats")
        await does(web, "press", "textbox Find", keys="Enter")
        assert "title(found cats)" in (await web.observe()).facts
        assert isinstance(await does(web, "upload", "file Paper", file=str(paper)), Done)
        missing = await does(web, "upload", "file Paper", file=str(tmp_path / "none"))
        assert isinstance(missing, Failed) and missing.reason == "file_not_found"
        done = await does(web, "download", "link File")
        assert isinstance(done, Done) and (web.downloads / "report.csv").read_text() == "a,b"
        assert "downloaded(report.csv)" in (await web.observe()).facts
        await does(web, "click", "link More")
        facts = (await web.observe()).facts
        assert {"title(Second)", "tab(Second)", "tab(found cats)"} <= facts
        assert isinstance(await does(web, "switch_tab", title="found cats"), Done)
        assert "title(found cats)" in (await web.observe()).facts

    file = (200, b"a,b", ("Content-Type", "text/csv"), ("Content-Disposition", "attachment; filename=report.csv"))
    in_browser({"/": page, "/more": "<title>Second</title>two", "/file": file}, story)


def test_drag_and_back_and_frames():
    page = """<a href="/two">Two</a><div draggable="true" tabindex=0 id=a style="width:60px;height:30px;background:red"
    onmousedown="this.dataset.d=1">stone</div><div id=b tabindex=0 style="width:60px;height:30px;margin-top:60px"
    ondragover="event.preventDefault()" ondrop="document.title='dropped'">hole</div><iframe src="/in"></iframe>"""

    async def story(web, site):
        assert "visible(button Inside)" in (await web.observe()).facts
        assert isinstance(await does(web, "click", "button Inside"), Done)
        assert "text(clicked)" in (await web.observe()).facts
        await does(web, "click", "link Two")
        assert "text(the second)" in (await web.observe()).facts
        assert isinstance(await does(web, "back"), Done)
        assert "visible(link Two)" in (await web.observe()).facts

        assert isinstance(await does(web, "drag", "item stone", onto="item hole"), Done)
        assert "title(dropped)" in (await web.observe()).facts
        assert the(await does(web, "drag", "item stone"), Failed).reason == "bad_arguments"

    inner = "<button onclick=\"this.after('clicked')\">Inside</button>"
    in_browser({"/": page, "/two": "the second", "/in": inner}, story)


def test_two_clicks_and_the_wheel():
    page = """<button ondblclick="document.title='opened'">Folder</button><p style="height:3000px">
    <div id=box tabindex=0 style="position:fixed;top:90px;height:50px;overflow:auto" onscroll="document.title='moved'">
    <button>Row</button><p style="height:900px"></div>
    <script>onscroll = () => { document.title = scrollY > 200 ? 'far' : 'near' }</script>"""

    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "click", "button Folder"), Done)
        assert "title(opened)" not in (await web.observe()).facts
        assert isinstance(await does(web, "double_click", "button Folder"), Done)
        assert "title(opened)" in (await web.observe()).facts
        assert isinstance(await does(web, "scroll", "button Row", down=2), Done)
        assert isinstance(await does(web, "wait_for", condition="title(moved)"), Done)
        assert isinstance(await does(web, "scroll", down=5), Done)
        assert isinstance(await does(web, "wait_for", condition="title(far)"), Done)

    in_browser({"/": page}, story)


def test_values_and_a_condition_are_a_task(monkeypatch):
    monkeypatch.setenv("MIDCOURSE_SECRET_PW", "sesame")

    def admin(request):
        titles = (p["Title"] for _, p in SITE[0].posted if "Title" in p)
        return 200, f"<h1>Things</h1><a href=/add>Add thing</a><ul>{''.join(f'<li>{t}</li>' for t in titles)}</ul>"

    SITE = []
    login = "<form method=post action=/in><label>User <input name=User></label><label>Password <input type=password name=P></label><button>Log in</button></form>"
    add = "<form method=post action=/things><label>Title <input name=Title></label><button>Save</button></form>"

    async def story(web, site):
        SITE.append(site)
        task = Task(
            "add the thing lamp", "listed(/things, lamp)", values={"User": "ada", "Password": "secret:PW", "Title": "lamp"}
        )
        return await ends(web, task, "")

    outcome = in_browser({"/": login, "/in": admin, "/things": admin, "/add": add}, story)
    assert outcome.success, outcome.ending
    assert [p for _, p in SITE[0].posted] == [{"User": "ada", "P": "sesame"}, {"Title": "lamp"}]


def test_a_planned_replan_serves_with_the_look_of_the_step_before():
    async def story(web, site):
        return await ends(web, 'enter "Ada" into Name and click Send', "text(Thank you)")

    outcome = in_browser({"/": FORM, "/done": DONE}, story)
    kinds = [type(e.event).__name__ for e in outcome.entries]
    assert outcome.success
    for i, entry in enumerate(outcome.entries):
        if isinstance(entry.event, PlanRequested) and i > 3:
            assert kinds[i - 1] in ("Looked", "Missed"), kinds


def test_a_browser_leaves_nothing_behind_but_what_was_downloaded(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    async def looks(web, site):
        await web.observe()

    async def downloads(web, site):
        await web.observe()
        await does(web, "download", "link Report")

    in_browser({"/": FORM}, looks)
    assert [p.name for p in tmp_path.glob("midcourse-web-*")] == []
    page = "<a download='report.csv' href='data:text/csv,a'>Report</a>"
    in_browser({"/": page}, downloads)
    [folder] = tmp_path.glob("midcourse-web-*")
    assert [p.name for p in folder.iterdir()] == ["downloads"]
