"""What pages of applications showed that nobody here had opened, a second time: what is done is done with the one that is meant."""

import pytest

from midcourse import Task
from tests.worlds.in_browser import ends, in_browser

POST = "<title>Page</title><script>function post(p) { return fetch(p, {method: 'POST'}) }</script>"


TAKEN = dict.fromkeys(
    ("/Yes", "/Yes%20to%20all", "/Yes%20and%20mute%20for%20awhile", "/Delete%20this%20file", "/Delete%20the%20whole%20folder"),
    "ok",
)


def done_on(page, task):
    """How the task ended on this page, and where something was sent."""

    async def story(web, site):
        outcome = await ends(web, task, "", max_seconds=40.0)
        return outcome, [path for path, _ in site.posted]

    return in_browser({"/": page, **TAKEN}, story)


BOARD = f"""{POST}<main><h1>Board</h1>
<section><h3>Task list</h3><ul><li>Call Ann<li>Rake</ul><button onclick="add(this, 'tasks')">Add task</button></section>
<section><h3>Garden</h3><ul><li>Spade<li>Pan</ul><button onclick="add(this, 'garden')">Add task</button></section></main>
<script>function add(button, name) {{ const form = document.createElement('form');
form.innerHTML = '<input aria-label="Title"><button>Save</button>';
form.onsubmit = event => {{ event.preventDefault(); post('/' + name); const line = document.createElement('li');
line.textContent = form.querySelector('input').value; form.parentElement.querySelector('ul').append(line);
form.replaceWith(button) }}; button.replaceWith(form) }}</script>"""


@pytest.mark.parametrize(("place", "sent"), [("Garden", ["/garden"]), ("Cellar", [])])
def test_what_is_made_in_one_of_several_places_is_made_in_the_one_that_the_goal_names(place, sent):
    outcome, posted = done_on(BOARD, Task(f"add a task to the list {place}", "text(Hoe)", values={"Title": "Hoe"}))
    assert posted == sent and outcome.success is bool(sent)


def asking(*answers: str) -> str:
    buttons = " ".join(f"""<button onclick="go('{answer}')">{answer}</button>""" for answer in answers)
    return f"""{POST}<main><h1>Files</h1><ul id=files><li>plan.txt <button onclick="ask('plan.txt')">Delete</button>
<li>list.txt <button onclick="ask('list.txt')">Delete</button></ul></main>
<div id=box role=dialog aria-modal=true aria-label="Are you sure?"
style="display:none;position:fixed;inset:80px 200px;background:#eee;padding:30px"><p>Do you want to delete it?</p>{buttons}</div>
<script>let meant = ''; function ask(one) {{ meant = one; box.style.display = 'block' }}
function go(answer) {{ post('/' + encodeURI(answer)); box.style.display = 'none';
for (const line of document.querySelectorAll("li")) if (line.textContent.includes(meant)) line.remove() }}</script>"""


@pytest.mark.parametrize(
    ("answers", "yes"),
    [
        (["Yes", "Yes to all", "No"], "/Yes"),
        (["Yes", "Yes and mute for awhile", "No"], "/Yes"),
        (["Delete this file", "Delete the whole folder", "Cancel"], "/Delete%20this%20file"),
    ],
)
def test_of_several_answers_the_plainest_yes_is_given(answers, yes):
    _, posted = done_on(asking(*answers), Task("delete the file list.txt", "not listed(/, list.txt)"))
    assert posted == [yes]


FORM = """<form onsubmit="event.preventDefault(); post('/saved')"><label>Name <input name=name></label>"""
CALENDAR = """<style>.days { margin-left: 300px; height: 500px; overflow: auto; position: relative }
.hours { position: absolute; left: 0; right: 0; top: 0; height: 1600px }</style><div class=days><div class=hours>00:00</div></div>"""
BACK = """<a href="#back" role=button onclick="post('/back')">Back</a>"""


def test_what_is_cut_off_by_a_box_that_scrolls_covers_nothing():
    foot = f'<div style="display:flex;flex-direction:row-reverse"><button>Save</button> {BACK}</div></form>'
    _, posted = done_on(f"{POST}{FORM}{CALENDAR}{foot}", Task("add the room Tower", "text(made)", values={"Name": "Tower"}))
    assert posted == ["/saved"]


def test_what_leads_away_sends_no_form():
    page = f"{POST}{FORM.replace('submit', 'dragstart')}<div onclick=\"post('/saved')\">Save</div>{BACK}</form>"
    _, posted = done_on(page, Task("add the room Tower", "text(made)", values={"Name": "Tower"}))
    assert "/back" not in posted


def test_a_form_that_names_what_has_no_field_is_not_the_first_of_several_pages():
    year = "<div><div tabindex=0><div>Birth year</div><div>Not specified</div></div><ul hidden><li>2009<li>2010</ul></div>"
    page = f"{POST}{FORM}{year}<button>Save</button></form>"
    outcome, posted = done_on(page, Task("create the user Dora", "text(Dora)", values={"Name": "Dora", "Birth year": "2010"}))
    assert not outcome.success and posted == [] and "'Birth year'" in outcome.ending.final_detail


def test_a_box_that_only_tells_that_it_was_saved_is_put_away():
    saved = """post('/saved'); alert('User added'); shown.innerHTML = '<li>' + who.value"""
    page = f"""{POST}<form onsubmit="event.preventDefault(); {saved}"><label>Name <input id=who></label><button>Apply</button></form>
<ul id=shown></ul>"""
    outcome, posted = done_on(page, Task("add a user", "text(bosun)", values={"Name": "bosun"}))
    assert outcome.success and posted == ["/saved"]


ROWS = f"""{POST}<nav><ul><li><a href="#home">Home</a><li><a href="#up" onclick="post('/update-server')">Update</a></ul></nav>
<main><h2>Users</h2><table><thead><tr><th>Name<th>May</thead><tbody id=rows></table><div id=panel></div></main>
<script>let users = {{clerk: 'Read', mate: 'Read', guest: 'Read'}};
function draw() {{ rows.innerHTML = ''; for (const name in users) {{ const row = rows.insertRow(); row.style.cursor = 'pointer';
row.innerHTML = '<td>' + name + '<td>' + users[name]; row.onclick = () => show(name) }} }}
function show(name) {{ panel.innerHTML = '<h3>User</h3><label>May <select id=may><option>Read<option>Write</select></label>' +
'<button id=apply>Apply</button> <button id=del>Delete</button>';
apply.onclick = () => {{ users[name] = may.value; post('/change-' + name); panel.innerHTML = ''; draw() }};
del.onclick = () => {{ delete users[name]; post('/delete-' + name); panel.innerHTML = ''; draw() }} }} draw()</script>"""


@pytest.mark.parametrize(
    ("task", "sent"),
    [
        (Task("change what the user mate may", "row(mate, Write)", values={"May": "Write"}), "/change-mate"),
        (Task("delete the user guest", "not text(guest)"), "/delete-guest"),
    ],
)
def test_a_row_that_a_script_opens_is_opened_for_what_is_done_with_it(task, sent):
    outcome, posted = done_on(ROWS, task)
    assert outcome.success and posted == [sent]


MENUS = f"""{POST}<main><h1>People</h1><table><tbody id=rows></table><div id=form></div></main>
<script>let people = ['Ann Oak', 'Ben Larch', 'Cyd Maple'], menu; function shut() {{ menu?.remove(); menu = null }}
function draw() {{ rows.innerHTML = ''; people.forEach((name, i) => {{ const row = rows.insertRow();
for (const word of [name, '—']) {{ const cell = row.insertCell(); cell.tabIndex = 0; cell.setAttribute('role', 'gridcell');
cell.textContent = word; cell.onclick = shut }} const button = document.createElement('button');
button.innerHTML = '<i>more_vert</i>'; button.onclick = () => {{ shut(); menu = document.createElement('div');
menu.setAttribute('role', 'dialog'); menu.style.cssText = 'position:absolute;left:420px;top:60px;background:#eee';
menu.innerHTML = '<ul><li tabindex=0>Edit details<li tabindex=0>Delete</ul>'; document.body.append(menu);
const [edit, remove] = menu.querySelectorAll('li'); edit.onclick = () => {{ shut(); change(i) }};
remove.onclick = () => {{ shut(); post('/delete-' + i); people.splice(i, 1); draw() }} }}; row.insertCell().append(button) }}) }}
function change(i) {{ form.innerHTML = '<form><label>Full name <input id=who></label><button>Save</button></form>';
who.value = people[i]; form.firstChild.onsubmit = event => {{ event.preventDefault(); post('/edit-' + i); people[i] = who.value;
form.innerHTML = ''; draw() }} }} draw()</script>"""


@pytest.mark.parametrize(
    ("task", "sent"),
    [
        (Task("edit the user Ben Larch", "text(Ben Larchwood)", values={"Full name": "Ben Larchwood"}), "/edit-1"),
        (Task("delete the user Ben Larch", "not text(Ben Larch)"), "/delete-1"),
    ],
)
def test_what_comes_up_in_the_menu_of_the_one_that_is_meant_is_taken_there(task, sent):
    outcome, posted = done_on(MENUS, task)
    assert outcome.success and posted == [sent]
