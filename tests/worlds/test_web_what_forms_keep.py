"""What is sent has every value and goes by what sends it; what a page only says of it, before or though it was refused, proves
nothing."""

import pytest

from midcourse import Task
from midcourse.core.logic.conditions import fact, parse_fact, told_by
from tests.worlds.in_browser import does, ends, in_browser

SETTINGS = """<title>Garage</title><h1 id=brand>Old</h1><div role=dialog style="border:1px solid"><h3>Settings</h3>
<form onsubmit="return false"><p><label for=t>Title</label> <input id=t value=Old onchange="brand.textContent = value"></p>
<p><label for=m>Language Packs</label> <button id=m onclick="packs.hidden = false">Manage...</button></p>
<p><label><input type=checkbox> Fuzzy times</label></p></form>
<div><button onclick="fetch('/save', {method: 'POST', body: 'title=' + t.value})">Save</button> <button>Cancel</button></div></div>
<p id=packs hidden>There are no packs.</p>"""


def posted(page, goal, end, values, **pages):
    """What a run has sent, and how it ended."""

    async def story(web, site):
        outcome = await ends(web, Task(goal, end, values=values), "", max_seconds=40.0)
        return outcome, [form for _, form in site.posted]

    return in_browser({"/": page, "/save": "ok", **pages}, story)


def test_a_button_amid_the_fields_does_not_send_what_the_foot_of_the_dialog_keeps():
    outcome, sent = posted(SETTINGS, "change the title in the settings", "text(Garage)", {"Title": "Garage"})
    assert outcome.success and sent == [{"title": "Garage"}]


def test_a_form_called_as_the_goal_is_not_sent_without_a_value():
    page = """<form onsubmit="fetch('/save', {method: 'POST', body: 'n=' + n.value}); s.textContent = 'Added ' + n.value; return false">
    <label>Name <input id=n></label> <button>Add Package</button></form><p id=s></p>"""
    values = {"Name": "Notes", "Colour": "red"}
    outcome, sent = posted(page, "add the package Notes", "text(Added Notes red)", values)
    assert sent == [] and "Colour" in outcome.ending.final_detail


def test_nothing_is_called_done_while_a_value_found_no_field():
    page = "<h1>Terms</h1><button onclick=\"this.textContent = 'Create new'\">Actions</button>"
    outcome, sent = posted(page, "press Actions", "", {"Term": "Fuchs"})
    assert sent == [] and outcome.verdict == "failed" and "Term" in outcome.ending.final_detail


@pytest.mark.parametrize("status", [400, 403, 422])
def test_what_a_page_lists_by_itself_is_no_record_where_the_server_refused_it(status):
    page = """<form onsubmit="return send(event)"><label>Name <input name=n></label><button>Add</button></form><ul id=l><li>hammer</ul>
    <p id=told></p><script>async function send(e) { e.preventDefault(); const li = document.createElement('li');
    li.textContent = e.target.n.value; l.append(li); const r = await fetch('/add', {method: 'POST', body: 'n=' + e.target.n.value});
    if (!r.ok) told.textContent = 'Could not save'; }</script>"""
    pages = {"/add": (status, "no")}

    async def story(web, site):
        return await ends(web, Task("add saw", "listed(/, saw)", values={"Name": "saw"}), "", max_seconds=40.0)

    assert not in_browser({"/": page, **pages}, story).success


@pytest.mark.parametrize("value", ["*", ">=3", "+=1", "$first", "$$", "-=2"])
def test_every_text_is_entered_as_it_is_written(value):
    page = "<form method=post action=/save><label>Name <input name=n></label><button>Add</button></form>"
    outcome, sent = posted(page, "add it", "title(Kept)", {"Name": value}, **{"/save": "<title>Kept</title>kept"})
    assert outcome.success and sent == [{"n": value}]
    assert told_by(parse_fact(fact("value", "textbox Name", value)).args[1]) == value


STYLED = {
    "shown": "<style>.m p{display:none} .m:focus-within p{display:block}</style><div class=m><button>Show</button><p>Total is 5</p></div>",
    "hidden": """<button onclick="const s = new CSSStyleSheet(); s.replaceSync('#x{display:none}');
    document.adoptedStyleSheets = [s]">Show</button><p id=x>Booked for Monday</p><i style="display:none"></i>""",
}


@pytest.mark.parametrize("kind", list(STYLED))
def test_a_page_that_changes_by_style_alone_is_seen_to_change(kind):
    async def story(web, site):
        before = (await web.observe()).facts
        await does(web, "click", "button Show")
        return before, (await web.observe()).facts

    before, after = in_browser({"/": STYLED[kind]}, story)
    line = "text(Total is 5)" if kind == "shown" else "text(Booked for Monday)"
    assert (line in before, line in after) == ((False, True) if kind == "shown" else (True, False))


HINTED = """<form onsubmit="return false"><div><label for=none>Password</label><div><input id=p type=password oninput=chk()></div></div>
<div><label for=none>Confirm Password</label><div><input id=c type=password oninput=chk()> <span id=h hidden>They do not match</span>
</div></div><div><a href="#" onclick="if (p.value == c.value) fetch('/save', {method: 'POST', body: 'word=' + p.value})
.then(() => s.textContent = 'Made')">Create Account</a></div></form><p id=s></p><script>function chk(){h.hidden=p.value==c.value}</script>"""


def test_a_field_keeps_its_name_though_a_hint_comes_up_beside_it_and_a_link_that_says_so_sends_the_form():
    values = {"Password": "steep hill", "Confirm Password": "steep hill"}
    outcome, sent = posted(HINTED, "create an account", "text(Made)", values)
    assert outcome.success and sent == [{"word": "steep hill"}]


def test_a_field_keeps_its_name_though_what_is_written_in_it_is_drawn_beside_it():
    page = """<div><div><label for=x>Value</label></div><div><div style="position:relative"><textarea id=v rows=1
    oninput="c.textContent = value" style="position:relative;background:none"></textarea><pre style="position:absolute;top:0;left:2px">
    <code id=c></code></pre></div></div></div>"""

    async def story(web, site):
        first = [t.id for t in (await web.observe()).targets]
        await does(web, "fill", first[0], text="hello")
        return first, [t.id for t in (await web.observe()).targets]

    first, later = in_browser({"/": page}, story)
    assert first == later == ["textbox Value"]


def test_a_button_that_names_a_key_is_called_by_what_it_tells_where_one_points_at_it():
    async def story(web, site):
        return [t.label for t in (await web.observe()).targets]

    assert in_browser({"/": "<button title='New folder'>F7</button><button title=x>OK</button>"}, story) == ["New folder", "OK"]
