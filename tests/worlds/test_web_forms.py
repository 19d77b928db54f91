"""Forms on pages: every value or nothing, sent once, by structure and not by the words on buttons."""

import time

import pytest

from midcourse import Task
from midcourse.core.model import Done, Failed
from tests.worlds.in_browser import DONE, does, ends, in_browser

KINDS = """<form method=post action=/done>
<label>Name <input name=name></label> <label>Fragile <input type=checkbox name=fragile></label>
<fieldset><legend>Colour</legend><label><input type=radio name=colour value=r>red</label><label><input type=radio name=colour value=b>blue</label></fieldset>
<label>Due <input type=date name=due></label> <label>Level <input type=range name=level min=0 max=10 value=1></label>
<label>Amount <input type=number name=amount></label> <button>Send</button></form>"""
WHOLE = {"Name": "Ada", "Fragile": "yes", "Colour": "blue", "Due": "2026-12-01", "Level": "7", "Amount": "12"}


def sent(site):
    return [posted for _, posted in site.posted]


def run(pages, values, done_when="title(Done)", goal="send it", **settings):
    """The outcome of a task with values at the first page, and what was posted."""

    async def story(web, site):
        outcome = await ends(web, Task(goal, done_when, values=values), "", **settings)
        return outcome, sent(site)

    return in_browser(pages, story)


def test_every_kind_of_field_takes_its_value():
    outcome, posted = run({"/": KINDS, "/done": DONE}, WHOLE)
    assert outcome.success, outcome.ending
    assert posted == [{"name": "Ada", "fragile": "on", "colour": "b", "due": "2026-12-01", "level": "7", "amount": "12"}]


def test_a_value_without_a_field_sends_nothing_and_is_named_with_the_nearest():
    outcome, posted = run({"/": KINDS, "/done": DONE}, {**WHOLE, "Colours": "blue", "Weight": "3"})
    assert not outcome.success and not posted
    assert "no field for 'Colours' (nearest: Colour" in outcome.ending.final_detail and "'Weight'" in outcome.ending.final_detail


def test_a_field_that_puts_its_value_away_when_it_is_left_sends_nothing():
    page = """<form method=post action=/done><label>Name <input name=name></label>
    <label>Code <input name=code onblur="this.value=''"></label><button>Send</button></form>"""
    outcome, posted = run({"/": page, "/done": DONE}, {"Name": "Ada", "Code": "x7"})
    assert not outcome.success and not posted and "Code does not keep 'x7'" in outcome.ending.final_detail


def test_a_picker_that_hears_only_keys_and_presses_beside_it_keeps_the_value():
    page = """<form method=post action=/done><label>Due <input id=d name=due></label><button>Send</button></form><script>
    let held = '1999-01-01'; d.onkeyup = () => held = d.value; document.onmousedown = e => { if (e.target !== d) d.value = held }</script>"""
    outcome, posted = run({"/": page, "/done": DONE}, {"Due": "2026-12-01"})
    assert outcome.success and posted == [{"due": "2026-12-01"}], outcome.ending


def test_a_refused_sign_in_is_sent_once():
    page = "<form method=post action=/><label>User <input name=u></label><label>Pass <input type=password name=p></label><button>In</button></form>"
    outcome, posted = run({"/": page}, {"User": "ada", "Pass": "x", "Title": "t"}, "listed(/things, t)")
    assert not outcome.success and len(posted) <= 1 and "refused" in outcome.ending.final_detail


def test_a_sign_in_without_an_answer_is_looked_at_and_sent_again():
    tries, page = (
        [],
        "<form method=post action=/in><label>User <input name=u></label><label>Pass <input type=password name=p></label><button>In</button></form>",
    )

    def door(request):
        tries.append(1)
        return (503, "busy") if len(tries) == 1 else (303, "", ("Location", "/new"))

    new = "<form method=post action=/done><label>Title <input name=t></label><button>Save</button></form>"
    pages = {"/": page, "/in": door, "/new": new, "/done": (303, "", ("Location", "/things")), "/things": "<ul><li>lamp</ul>"}

    def shut(request):
        return (200, "<ul><li>lamp</ul>") if any("t" in p for _, p in SITE[0].posted) else (303, "", ("Location", "/"))

    async def story(web, site):
        SITE.append(site)
        site.pages["/things"] = shut
        outcome = await ends(web, Task("add", "listed(/things, lamp)", values={"User": "a", "Pass": "b", "Title": "lamp"}), "")
        assert outcome.success and sum("t" in p for p in sent(site)) == 1, outcome.ending

    SITE: list = []
    in_browser(pages, story)


def test_the_expected_end_is_never_typed_into_a_field():
    page = "<label>Name <input></label><button onclick=\"document.title='pressed'\">Send</button>"

    async def story(web, site):
        outcome = await ends(web, "look", 'value("textbox Name", Bob)')
        assert not outcome.success and 'value(textbox Name, "")' in (await web.observe()).facts

    in_browser({"/": page}, story)


LIST = "<h1>Things</h1><ul id=l>{}</ul>"
ADD = "<form method=post action=/add><label>Title <input name=title></label><button>Save</button></form>"


@pytest.mark.parametrize("late", [1.5, 4])
def test_a_late_list_is_waited_for_and_the_form_sent_once(late):
    page = f"<h1>Things</h1><ul id=l></ul><script>setTimeout(() => l.innerHTML = '<li>lamp</li>', {late * 1000})</script>"
    pages = {"/": ADD, "/add": (303, "", ("Location", "/things")), "/things": page}
    outcome, posted = run(pages, {"Title": "lamp"}, "listed(/things, lamp)")
    assert outcome.success and len(posted) == 1, outcome.ending


def test_what_is_on_the_second_page_of_a_list_is_found_and_the_form_sent_once():
    def things(request):
        second = "page=2" in request.path
        rows = "<li>lamp" if second else "".join(f"<li>nail {n}" for n in range(20)) + '<a href="/things?page=2">2</a>'
        return 200, f"<h1>Things</h1><ul>{rows}</ul>"

    pages = {"/": ADD, "/add": (303, "", ("Location", "/things")), "/things": things}
    outcome, posted = run(pages, {"Title": "lamp"}, "listed(/things, lamp)", auto_replanning_max_attempts=5)
    assert outcome.success and len(posted) == 1, outcome.ending


def test_a_form_that_is_taken_and_never_shows_is_not_sent_again():
    pages = {"/": ADD, "/add": (303, "", ("Location", "/things")), "/things": "<h1>Things</h1>" + ADD}
    outcome, posted = run(pages, {"Title": "lamp"}, "listed(/things, lamp)", goal="add lamp")
    assert not outcome.success and len(posted) == 1, outcome.ending
    assert "not sent again" in outcome.ending.final_detail


def test_a_refused_connection_is_reloaded_and_no_failure():
    seen = []

    def front(request):
        seen.append(1)
        if len(seen) == 1:
            request.connection.close()
            return None
        return 200, ADD

    async def story(web, site):
        site.pages["/form"] = front
        await web.observe()
        await does(web, "go", url=site.address + "/form")
        outcome = await ends(web, Task("send", "title(Done)", values={"Title": "x"}), "")
        assert outcome.success and len(sent(site)) == 1, outcome.ending

    in_browser({"/": "<p>", "/add": DONE}, story)


def test_the_button_that_sends_is_found_by_structure_in_any_language():
    page = """<form role=search action=/find><input type=search name=q aria-label="Suche"><button>Los</button></form>
    <form method=post action=/done id=f><label>Bezeichnung <input name=name></label><button type=button onclick="document.title='x'">Hilfe</button></form>
    <p><button form=f>Ablegen</button> <a href=/other>Weiter</a></p>"""
    outcome, posted = run({"/": page, "/done": DONE}, {"Bezeichnung": "Lampe"}, goal="Lampe anlegen")
    assert outcome.success and posted == [{"name": "Lampe"}], outcome.ending


def test_what_lies_behind_a_dialog_is_no_target_and_our_dialog_is_no_obstacle():
    page = """<label>Name <input id=back></label><button onclick="document.title='behind'">Sichern</button>
    <button onclick="d.style.display='block'">Neue Ware</button>
    <div id=d style="display:none;position:fixed;inset:0;background:#0008"><div role=dialog aria-modal=true aria-label="Neu" style="background:#fff;margin:90px">
    <label>Name <input id=n></label><button onclick="d.style.display='none'">Abbrechen</button>
    <button onclick="fetch('/add', {method:'POST', body:'name='+n.value}).then(() => document.title='Done')">Anlegen</button></div></div>"""

    async def story(web, site):
        await web.observe()
        await does(web, "click", "button Neue Ware")
        outcome = await ends(web, Task("Ware anlegen", "title(Done)", values={"Name": "Lampe"}), "")
        assert outcome.success and sent(site) == [{"name": "Lampe"}], outcome.ending

    in_browser({"/": page, "/add": "ok"}, story)


def test_a_preview_that_comes_back_is_followed_by_the_other_button():
    def take(request):
        body = site_posts[0].posted[-1][1]
        return (200, FORM2.format(body["s"])) if "preview" in body else (303, "", ("Location", "/list"))

    site_posts = []

    async def story(web, site):
        site_posts.append(site)
        outcome = await ends(web, Task("den Schaden erfassen", "listed(/list, kaputt)", values={"Betreff": "kaputt"}), "")
        assert outcome.success and ["ok" in p for p in sent(site)] == [False, True], outcome.ending

    listed = []

    def listing(request):
        found = [p for p in sent(site_posts[0]) if "ok" in p]
        listed.append(1)
        return 200, LIST.format("".join(f"<li>{p['s']}" for p in found))

    in_browser({"/": FORM2.format(""), "/take": take, "/list": listing}, story)


FORM2 = """<form method=post action=/take><label>Betreff <input name=s value="{}"></label>
<button name=preview value=1>Vorschau</button><button name=ok value=1>Melden</button></form>"""


def test_a_page_that_is_drawn_late_is_waited_for():
    page = """<h1>App</h1><div id=a></div><script>setTimeout(() => a.innerHTML = `<form method=post action=/done>
    <label>Name <input name=name></label><button>Send</button></form>`, 1500)</script>"""
    outcome, posted = run({"/": page, "/done": DONE}, {"Name": "Ada"})
    assert outcome.success and posted == [{"name": "Ada"}], outcome.ending


def test_a_download_is_seen_though_the_page_stays_as_it_is():
    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "click", "link Report"), Done)
        for _ in range(40):
            if "downloaded(report.csv)" in (seen := await web.observe()).facts:
                break
            time.sleep(0.05)
        assert "downloaded(report.csv)" in seen.facts

    file = (200, "a,b", ("Content-Type", "text/csv"), ("Content-Disposition", "attachment; filename=report.csv"))
    in_browser({"/": "<a href=/report>Report</a>", "/report": file}, story)


def test_an_option_that_is_not_offered_is_told_with_those_that_are():
    async def story(web, site):
        await web.observe()
        refused = await does(web, "select", "radiogroup Colour", option="green")
        assert isinstance(refused, Failed) and "red, blue" in refused.detail

    in_browser({"/": KINDS}, story)


@pytest.mark.parametrize(
    ("field", "label"),
    [
        ("<label>Weight <input name=w required></label>", "Weight"),
        ('<label>Kind <select name=w required><option value="">choose<option>toy</select></label>', "Kind"),
        ("<label>Terms <input type=checkbox name=w required></label>", "Terms"),
        ("<label>Due <input type=date name=w required></label>", "Due"),
        ("<div role=textbox contenteditable aria-label=Note aria-required=true></div>", "Note"),
        (
            "<fieldset><legend>Size</legend><label><input type=radio name=w value=1 required>small</label>"
            "<label><input type=radio name=w value=2>big</label></fieldset>",
            "Size",
        ),
    ],
)
def test_a_form_with_a_field_that_must_be_filled_and_gets_nothing_is_not_sent(field, label):
    page = f"<form novalidate method=post action=/done><label>Name <input name=name></label>{field}<button>Send</button></form>"
    outcome, posted = run({"/": page, "/done": DONE}, {"Name": "Ada"})
    assert not outcome.success and not posted
    assert f"{label} must be filled in, and no value is for it (nearest: Name)" in outcome.ending.final_detail


def test_a_field_that_must_be_filled_and_holds_something_does_not_hold_up_the_form():
    page = """<form method=post action=/done><label>Name <input name=name required></label><label>Weight <input name=w value=3 required></label>
    <label>Kind <select name=k required><option value="">choose<option selected>toy</select></label><button>Send</button></form>"""
    outcome, posted = run({"/": page, "/done": DONE}, {"Name": "Ada"})
    assert outcome.success and posted == [{"name": "Ada", "w": "3", "k": "toy"}], outcome.ending


NAME = "<title>Name</title><form method=post action=/name><label>Page name <input name=page required></label><button>Weiter</button></form>"
TEXT = "<title>Text</title><form method=post action=/done><label>Content <textarea name=text></textarea></label><button>Ablegen</button></form>"
TWO = {"/": NAME, "/name": (303, "", ("Location", "/text")), "/text": TEXT, "/done": DONE}


def test_a_form_over_two_pages_is_filled_in_page_by_page_and_each_is_sent_once():
    outcome, posted = run(TWO, {"Page name": "Lamp", "Content": "of brass"})
    assert outcome.success and posted == [{"page": "Lamp"}, {"text": "of brass"}], outcome.ending


def test_what_no_later_page_takes_is_told_with_what_was_sent():
    outcome, posted = run({**TWO, "/text": DONE.replace("Done", "Empty")}, {"Page name": "Lamp", "Content": "of brass"})
    assert not outcome.success and posted == [{"page": "Lamp"}]


def test_a_page_that_leads_on_and_was_refused_for_a_moment_is_sent_again():
    busy = [503]

    def name(request):
        return (busy.pop(), "<h1>busy</h1>") if busy else (303, "", ("Location", "/text"))

    outcome, posted = run({**TWO, "/name": name}, {"Page name": "Lamp", "Content": "of brass"})
    assert outcome.success and posted == [{"page": "Lamp"}, {"page": "Lamp"}, {"text": "of brass"}], outcome.ending


def test_an_editor_without_a_name_takes_the_one_value_that_no_field_takes_and_the_bar_over_it_saves():
    page = """<div role=navigation><button type=button>Bold</button><button type=button onclick="p.value=document.querySelector('.area').innerText;f.submit()">Save</button></div>
    <form id=f method=post action=/done><input type=hidden name=text id=p></form>
    <div aria-hidden=true>3</div><div contenteditable style="height:90px" class=area></div>"""
    outcome, posted = run({"/": page, "/done": DONE}, {"Content": "of brass"})
    assert outcome.success and posted == [{"text": "of brass"}], outcome.ending


def test_a_label_names_the_widget_that_it_is_for_though_the_page_builds_it_itself():
    page = """<label for=k>Sorte</label><div id=k><div role=combobox aria-label=kind tabindex=0 aria-expanded=false
    onclick="l.hidden=false;this.setAttribute('aria-expanded','true')"><span id=v>Werkzeug</span></div></div><div role=listbox id=l hidden>
    <div role=option onclick="v.textContent=this.textContent;l.hidden=true">Werkzeug</div><div role=option
    onclick="v.textContent=this.textContent;l.hidden=true">Spielzeug</div></div>
    <button onclick="fetch('/done',{method:'post',body:'k='+v.textContent}).then(()=>document.title='Done')">Ablegen</button>"""
    outcome, posted = run({"/": page, "/done": DONE}, {"Sorte": "Spielzeug"})
    assert outcome.success and posted == [{"k": "Spielzeug"}], outcome.ending
