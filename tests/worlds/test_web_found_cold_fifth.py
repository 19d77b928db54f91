"""The same pages, opened again: menus that come and go, tools of an editor, what opens and what sends."""

import pytest

from midcourse import Task
from midcourse.planners.words import verbs
from midcourse.worlds.web import lines
from midcourse.worlds.web.reading import Node, Reading
from tests.worlds.in_browser import in_browser
from tests.worlds.test_web_found_cold_third import POST, done_on


def test_what_is_written_on_buttons_and_in_menus_is_told_from_other_lines():
    nodes = [Node(1, "main", -1), Node(2, "button", 0), Node(3, "#text", 1), Node(4, "div", 0, role="menuitem"), Node(5, "p", 0)]
    assert lines.on_buttons(Reading("/", nodes, (0.0, 0.0), None)) == {1, 2, 3}
    assert not verbs.CREATING & verbs.CHANGING


# --- what is gone -------------------------------------------------------------------------------------------------------------

ENTRIES = (
    "info",
    "new here",
    "clone",
    "export",
    "permalink",
    "close others",
    "fold",
    "fold others",
    "open in a window",
    "delete",
)
MENU = "".join(f"<p><{{tag}} onclick=\"if (this.textContent == 'delete') gone()\">{entry}</{{tag}}></p>" for entry in ENTRIES)
NOTE = f"""{POST}<aside><h2>Wiki</h2><p>Open</p><p>Recent</p><p>Tools</p><p>a notebook</p><p id=s><a href="#Bread">Bread</a></p></aside><main id=m><button aria-label=more
aria-haspopup=menu aria-expanded=false onclick="this.setAttribute('aria-expanded', 'true'); x.hidden = false">v</button><h2>Bread</h2>
<p>Food</p><p>About Bread from the mill.</p></main><div id=x hidden>{MENU}</div><script>function gone() {{
if (confirm('Do you wish to delete Bread?')) {{ post('/delete', ''); m.remove(); x.remove(); s.remove() }} }}</script>"""


def test_the_entries_of_a_menu_that_we_opened_do_not_stand_for_what_the_page_showed():
    page = NOTE.replace("{tag}", "button")
    outcome, posted = done_on({"/": page, "/delete": "ok"}, Task("delete the note Bread", "not text(About Bread from the mill.)"))
    assert outcome.success and [path for path, _ in posted] == ["/delete"], outcome.ending


# --- what opens, and what sends -----------------------------------------------------------------------------------------------

SIGN = "<svg width=12 height=12></svg>"
TOOLS = "".join(
    f"""<button type=button {shut} title="{name}" onclick="post('/tool', this.title)">{SIGN}</button>"""
    for name, shut in {
        "Apply bold to what is marked": "",
        "Excise the marked text": "aria-expanded=false",
        "Insert picture": "aria-expanded=false",
        "More tools": "aria-expanded=false",
        "Show preview": "",
    }.items()
)
SAVED = "post('/saved', text.value).then(() => { said.textContent = text.value })"
EDITOR = f"""{POST}<main><div>Draft of Rye <button title="Delete this note" onclick="post('/gone')">{SIGN}</button>
<button title="Discard changes to this note" onclick="post('/gone')">{SIGN}</button>
<button title="Confirm changes to this note" onclick="{SAVED}">{SIGN}</button></div>{{fields}}<br>{TOOLS}
<input placeholder="field name"> <button onclick="post('/tool', 'add')">add</button><br>
<textarea id=text rows=4 cols=60 placeholder="Type the text for this note">About Rye</textarea></main><p id=said></p>"""
SITE = {"/tool": "ok", "/gone": "ok", "/saved": "ok"}


def test_what_is_entered_in_no_form_is_sent_by_the_button_that_says_so_of_what_the_goal_names():
    task = Task("edit the note Rye and change its text", "text(Dark bread)", values={"Text": "Dark bread"})
    outcome, posted = done_on({"/": EDITOR.replace("{fields}", ""), **SITE}, task)
    assert outcome.success and [path for path, _ in posted] == ["/saved"], outcome.ending


def test_the_button_behind_the_fields_that_says_that_it_sends_comes_before_one_that_speaks_of_the_goal():
    told = "<button onclick=\"post('/tool', '')\">Apply a filter to the notes</button>"
    save = "<button onclick=\"post('/saved', '').then(() => { said.textContent = text.value })\">Save it</button>"
    page = f"{POST}{told}<p><label>Text <input id=text></label><p style='margin-top:90px'>{save}</p><p id=said></p>"
    outcome, posted = done_on({"/": page, **SITE}, Task("change the text of the notes", "text(Rye)", values={"Text": "Rye"}))
    assert outcome.success and [path for path, _ in posted] == ["/saved"], outcome.ending


def test_tools_of_an_editor_show_no_other_fields():
    page = EDITOR.replace("{fields}", '<input value="New note"><br><input placeholder="tag name">')
    values = {"Title": "Plum cake", "Tag name": "Food", "Text": "Plums"}
    outcome, posted = done_on({"/": page, **SITE}, Task("create the note Plum cake", "text(Plums)", values=values))
    assert not posted and "no field for 'Title'" in outcome.ending.final_detail


@pytest.mark.parametrize(
    "shut",
    ["<button type=button aria-expanded=false {does}>More fields</button>", "<details><summary {does}>More</summary></details>"],
)
def test_a_shut_part_that_the_page_names_shows_other_fields(shut):
    rest = "<p id=rest hidden><label>Title <input id=title></label></p>"
    save = "<button onclick=\"post('/saved', title.value).then(() => { said.textContent = text.value })\">Save</button>"
    shut = shut.replace("{does}", 'onclick="rest.hidden = false"')
    page = f"{POST}<label>Text <input id=text></label>{shut}{rest}{save}<p id=said></p>"
    task = Task("add a note", "text(Plums)", values={"Title": "Plum cake", "Text": "Plums"})
    outcome, posted = done_on({"/": page, **SITE}, task)
    assert outcome.success and len(posted) == 1, outcome.ending


@pytest.mark.parametrize("sign", ["<i class='fa fa-angle-double-up'></i>", SIGN])
def test_a_sign_without_a_word_far_from_all_fields_sends_nothing(sign):
    fold = f"""<p style="position:absolute;left:20px;top:500px"><button onclick="post('/tool', '')">{sign}</button></p>"""
    page = f"{POST}<div style='margin-left:600px'><label>Grid <input></label></div>{fold}"
    outcome, posted = done_on({"/": page, **SITE}, Task("set the grid", "text(The grid is set)", values={"Grid": "20"}))
    assert not posted and not outcome.success


DEPLOY = """<style>.down::before { content: '\\f0d7' }</style><span><a href="#" onclick="post('/deploy', '')">Deploy</a><a href="#"
onclick="m.hidden = false"><i class="fa-caret-down down"></i></a></span>
<p id=m hidden><a href="#" onclick="post('/restart', '')">Restart the deployed flows</a></p>"""


def test_a_picture_that_a_font_draws_is_no_word_and_not_what_it_stands_beside():
    aside = '<p>Mill <a href="#" onclick="post(\'/x\')"><i class="fa-caret-down down"></i></a></p>'
    page = f"{POST}<header>{DEPLOY}</header><h1>Flows</h1>{aside}"
    task = Task("add a variable for all flows and deploy", "text(OVEN)", values={"Name": "OVEN"})
    outcome, posted = done_on({"/": page, "/deploy": "ok", "/restart": "ok", "/x": "ok"}, task)
    assert not posted and not outcome.success


INNER = "<body style='margin:0'><input aria-label=Text style='width:90px;height:20px'>"


def test_what_lies_in_a_frame_stands_where_the_frame_is():
    async def story(web, site):
        return (await web.observe()).targets

    around = '<iframe src="{}" style="position:absolute;left:200px;top:300px;border:0" width=640 height=120></iframe>'
    pages = {"/": f"<button>Earlier</button>{around.format('/outer')}<button>Later</button>", "/outer": around.format("/inner")}
    answers = {path: (200, page, ("Content-Type", "text/html; charset=utf-8")) for path, page in pages.items()}
    targets = in_browser({**answers, "/inner": (200, INNER, ("Content-Type", "text/html; charset=utf-8"))}, story)
    assert [(t.id, t.box[:2]) for t in targets if t.box][1] == ("textbox Text", (400, 600))
    assert [t.id for t in targets] == ["button Earlier", "textbox Text", "button Later"]


@pytest.mark.parametrize("deploy", ["<button {}>Deploy</button>", '<a href="#" {}>Deploy</a>'])
def test_what_the_goal_says_last_is_no_way_to_what_is_to_go(deploy):
    page = f"""{POST}{deploy.format("onclick=post('/deploy','')")}<h1>Flows</h1><ul><li>Barn<li>Mill</ul>"""
    task = Task("delete the flow Mill and deploy", "not text(Mill)")
    outcome, posted = done_on({"/": page, "/deploy": "ok"}, task)
    assert not posted and not outcome.success
