"""What pages of applications showed that nobody here had opened, a third time: what is entered, pressed and said to be done."""

import pytest

from midcourse import Task
from midcourse.planners.words import early, no_way, same
from tests.worlds.in_browser import ends, in_browser

POST = "<title>Page</title><script>function post(p, b) { return fetch(p, {method: 'POST', body: b}) }</script>"
HTML = ("Content-Type", "text/html; charset=utf-8")


def done_on(pages, task, seconds=40.0):
    """How the task ended on these pages (the first one alone, or all by their paths), and what was sent where."""

    async def story(web, site):
        outcome = await ends(web, task, "", max_seconds=seconds)
        return outcome, list(site.posted)

    return in_browser(pages if isinstance(pages, dict) else {"/": pages}, story)


def test_where_these_rules_are():
    assert same.same_value("1", "1.0") and early.left_to_do and no_way.no_ways


# --- what signed in -----------------------------------------------------------------------------------------------------------

DOOR = """<title>In</title><form method=post action=/login><label>Email <input name=u></label>
<label>Password <input type=password name=p></label>{more}<button>Sign in</button></form>"""
PEOPLE = "<h1>People</h1><table><tr><th>Name<th>Room<tr><td><a href=/2>Bea Larch</a><td>Barn<tr><td><a href=/3>Tom Oak</a><td>Mill</table>"
PASSWORD = "<label>Password <input type=password name=password></label>"
RECORDS = {
    "a password alone": f"<label>Room <input name=room value=Barn></label> <label>Language <input name=l value=en></label>{PASSWORD}",
    "beside the only field": f"<label>Room <input name=room value=Barn></label>{PASSWORD}",
    "and who it is": f"<label>Email <input name=email value=bea@x></label><label>Room <input name=room value=Barn></label>{PASSWORD}",
}
SIGNS_IN = {"Email": "clerk@x", "Password": "gate"}


def house(record, door):
    """Pages that only who signed in may see."""
    inside, changed = [], []

    def guarded(page):
        def answer(request):
            if request.command == "POST":
                changed.append(1)
                return 303, "", ("Location", "/")
            return 200, (page + "<p>Tower" * len(changed) if inside else door), HTML

        return answer

    def login(request):
        inside.append(1)
        return 303, "", ("Location", "/")

    form = f"<h1>Bea Larch</h1><form method=post action=/2>{record}<button>Save</button></form>"
    return {"/": guarded(PEOPLE), "/2": guarded(form), "/login": login}


@pytest.mark.parametrize("record", RECORDS.values(), ids=RECORDS)
@pytest.mark.parametrize("more", ["", "<label><input type=checkbox name=stay> Stay</label>"], ids=["", "with a box"])
def test_what_signed_in_is_not_entered_in_a_record(record, more):
    task = Task("change the room of Bea Larch to Tower", "listed(/, Tower)", values={**SIGNS_IN, "Room": "Tower"})
    outcome, posted = done_on(house(record, DOOR.format(more=more)), task)
    assert [path for path, _ in posted] == ["/login", "/2"] and outcome.success
    told = posted[1][1]
    assert told["room"] == "Tower" and "password" not in told and told.get("email", "bea@x") == "bea@x"


def test_what_did_not_sign_in_is_entered_in_a_record():
    record = "<label>Room <input name=room></label> <label>Key <input type=password name=key></label>"
    task = Task("change the room and key of Bea Larch", "listed(/, Tower)", values={**SIGNS_IN, "Room": "Tower", "Key": "iron"})
    outcome, posted = done_on(house(record, DOOR.format(more="")), task)
    assert outcome.success and posted[1] == ("/2", {"room": "Tower", "key": "iron"})


def test_what_signed_in_is_entered_where_a_page_asks_for_it_again():
    done = []

    def answer(request):
        if request.command == "POST":
            done.append(1)
            return 303, "", ("Location", request.path)
        asks = f"<h1>Once more</h1><form method=post>{PASSWORD}<button>Go on</button></form>"
        form = "<form method=post><label>Room <input name=room></label><button>Save</button></form>"
        door = DOOR.format(more="").replace(" action=/login", "")
        home = "<h1>Home</h1><a href=/room>Room</a>"
        return 200, [door, asks if request.path == "/room" else home, form, "<p>Tower is taken"][len(done)], HTML

    task = Task("set the room", "text(Tower is taken)", values={**SIGNS_IN, "Room": "Tower"})
    outcome, posted = done_on({"/": answer, "/room": answer}, task)
    assert outcome.success and [told for _, told in posted] == [
        {"u": "clerk@x", "p": "gate"},
        {"password": "gate"},
        {"room": "Tower"},
    ]


# --- ends that hold too early -------------------------------------------------------------------------------------------------

GRID = f"""{POST}<h1>Settings</h1><label><input type=checkbox checked onchange="post('/' + this.checked)"> Show grid</label>"""


@pytest.mark.parametrize(
    ("goal", "end", "values", "sent"),
    [
        ("open the settings and switch Show grid off", "not checked(checkbox Show grid)", {"Show grid": "no"}, ["/false"]),
        ("open the settings", "not enabled(button Pump)", {}, []),
        ("open the settings", "not expanded(button Pump) and title(Page)", {}, []),
    ],
)
def test_how_a_thing_is_that_is_not_on_the_page_is_not_known(goal, end, values, sent):
    pages = {"/": "<h1>Flows</h1><a href=/settings>Settings</a>", "/settings": GRID, "/false": "ok"}
    outcome, posted = done_on(pages, Task(goal, end, values=values))
    assert [path for path, _ in posted] == sent and outcome.success is bool(sent)


def test_how_a_thing_is_that_is_on_the_page_is_known():
    pump = (
        "<button disabled>Pump</button><script>setTimeout(() => document.querySelector('button').disabled = false, 900)</script>"
    )
    assert done_on(f"<h1>Mill</h1>{pump}", Task("wait for the pump", "not invalid(button Pump)"))[0].success


MODE = "<label>Mode <select name=mode><option>Auto<option>Dark</select></label>"
KEEP = "<label><input type=checkbox name=keep value=on> Keep accessories</label>"
NAME = "<label>Subtitle <input name=subtitle></label>"
SAVE = """<button type=button onclick="post('/saved')">{}</button>"""
DARK, KEPT, TITLED = "value(combobox Mode, Dark)", "checked(checkbox Keep accessories)", "value(textbox Subtitle, Barn)"


@pytest.mark.parametrize(
    ("body", "goal", "end", "values"),
    [
        (f"<form method=post action=/saved>{MODE}<button>Los</button></form>", "set the mode", DARK, {"Mode": "Dark"}),
        (f"<form method=post action=/saved>{NAME}<button>Los</button></form>", "set the subtitle", TITLED, {"Subtitle": "Barn"}),
        (f"<div>{KEEP}{SAVE.format('Save')}</div>", "switch Keep accessories on", KEPT, {"Keep accessories": "yes"}),
        (f"<div>{KEEP}{SAVE.format('Apply settings')}</div>", "switch Keep accessories on", KEPT, {"Keep accessories": "yes"}),
        (f"<div>{KEEP}{SAVE.format('Save')}</div>", "check Keep accessories", KEPT, {}),
    ],
)
def test_what_was_only_set_is_sent_before_it_is_said_to_be_done(body, goal, end, values):
    outcome, posted = done_on({"/": POST + body, "/saved": "ok"}, Task(goal, end, values=values))
    assert [path for path, _ in posted] == ["/saved"] and outcome.success


@pytest.mark.parametrize(
    ("body", "sent"),
    [
        (KEEP.replace("<input", """<input onchange="post('/kept')" """) + SAVE.format("Save all"), ["/kept"]),
        (KEEP, []),
        (KEEP + SAVE.format("Add device"), []),
    ],
    ids=["sends itself", "nothing sends it", "a button for something else"],
)
def test_what_saves_itself_is_done_at_once(body, sent):
    task = Task("switch Keep accessories on", KEPT, values={"Keep accessories": "yes"})
    outcome, posted = done_on({"/": f"{POST}<div>{body}</div>", "/kept": "ok", "/saved": "ok"}, task)
    assert [path for path, _ in posted] == sent and outcome.success


# --- what is taken away -------------------------------------------------------------------------------------------------------

JOURNAL = """<h1>Journal</h1>{bar}<ol><li class=tx>{day}Flour<li class=tx>Rent<li class=note>Cash
was counted<li>Bank<li>Till</ol><script>function t(kind) {{ for (const one of document.querySelectorAll('.' + kind))
one.hidden = !one.hidden }}</script>"""
SWITCH = """<{tag} type=button onclick="t('tx')" {more}>Transaction</{tag}> """
NOTES = """<button type=button onclick="t('note')">Note</button>"""


@pytest.mark.parametrize(
    ("bar", "day"),
    [
        (f"<form>{SWITCH.format(tag='button', more='')}{NOTES}</form>", '<a href="#c1">2026-02-03</a> '),
        (f"<div>{SWITCH.format(tag='button', more='aria-pressed=true')}{NOTES}</div>", ""),
        (f"<div>{SWITCH.format(tag='a', more='href=#')}{NOTES}</div>", ""),
        (f"<div>{SWITCH.format(tag='div', more='role=tab')}{NOTES}</div>", ""),
    ],
    ids=["in a form", "pressed", "a link", "a tab"],
)
def test_what_is_only_hidden_was_not_taken_away(bar, day):
    page = JOURNAL.format(bar=bar, day=day)
    outcome, _ = done_on({"/journal": page, "/": page}, Task("delete the transaction Flour", "not listed(/, Flour)"))
    assert not outcome.success and "nothing was taken away" in outcome.ending.final_detail


def test_what_is_hidden_by_what_opens_it_is_taken_away_there():
    opened = """<h2>Flour</h2><button onclick="this.previousSibling.remove(); post('/gone'); this.remove()">Delete</button>"""
    page = f"""{POST}<h1>Journal</h1><p>One<p>Two<p>Three<div id=box><button onclick="box.innerHTML = more.innerHTML">Transaction Flour
</button><p>Flour</div><template id=more>{opened}</template>"""
    outcome, posted = done_on({"/": page, "/gone": "ok"}, Task("delete the transaction Flour", "not text(Flour)"))
    assert outcome.success and [path for path, _ in posted] == ["/gone"]


# --- what is no way on --------------------------------------------------------------------------------------------------------

PROFILE = """<label>Nickname <input name=n value=Bea></label>"""
PRESS = """<button type=button onclick="post('/sent')">{}</button>"""
CHANGES = "change the phone number in the profile"


@pytest.mark.parametrize(
    "body",
    [
        f"<div>{PROFILE}{PRESS.format('Save changes')}</div>",
        f"<form>{PROFILE}{PRESS.format('Submit the profile')}</form>",
        f"<div>{PROFILE}<br>{PRESS.format('Phone: change')}</div>",
        f"<div role=dialog aria-modal=true aria-label=Profile>{PROFILE}{PRESS.format('Change profile')}</div>",
    ],
    ids=["beside it", "in its form", "below it", "in a dialog"],
)
def test_what_sends_fields_is_no_way_to_another_field(body):
    outcome, posted = done_on({"/": f"{POST}<h1>Profile</h1>{body}"}, Task(CHANGES, "text(555 12)", values={"Phone": "555 12"}))
    assert not posted and "no field for 'Phone' (nearest: Nickname)" in outcome.ending.final_detail


@pytest.mark.parametrize("opens", ["Edit", "Edit the profile"])
def test_what_opens_a_form_beside_a_field_is_a_way_on(opens):
    form = "<form method=post action=/sent><label>Phone <input name=phone></label><button>Save</button></form>"
    page = f"""<h1>Profile</h1><div>{PROFILE}<button onclick="f.hidden = false">{opens}</button></div><div id=f hidden>{form}</div>"""
    pages = {"/": page, "/sent": "<p>555 12"}
    outcome, posted = done_on(pages, Task(CHANGES, "text(555 12)", values={"Phone": "555 12"}))
    assert outcome.success and posted == [("/sent", {"phone": "555 12"})]


@pytest.mark.parametrize(
    ("goal", "does"),
    [
        (
            "add a variable for all flows and deploy",
            """<a href="#" role=button onclick="post('/sent');return false">Deploy</a>""",
        ),
        ("add a variable and publish it", PRESS.format("Publish")),
        ("add a note, then send it", PRESS.format("Send")),
    ],
)
def test_what_the_goal_says_last_is_not_done_before_the_values_stand(goal, does):
    task = Task(goal, "text(OVEN)", values={"Name": "OVEN", "Heat": "hot"})
    outcome, posted = done_on({"/": f"{POST}<header>{does}</header><main><h1>Flows</h1><canvas></canvas></main>"}, task)
    assert not outcome.success and not posted


def test_a_page_that_the_goal_says_last_is_a_way_on():
    form = "<form method=post><label>Name <input name=name></label><button>Los</button></form>"
    pages = {"/": "<h1>Mill</h1><a href=/ovens>Ovens</a>", "/ovens": form}
    task = Task("open the ovens and ovens", "text(OVEN)", values={"Name": "OVEN"})
    assert done_on(pages, task)[1] == [("/ovens", {"name": "OVEN"})]


# --- which one is meant -------------------------------------------------------------------------------------------------------

ROW = "<tr><td><a href=/{n}/edit>{name}</a><td>Home page<td><a href=/{n}/add aria-label=\"Add a child page to '{name}'\">+</a>"
TREE = f"""<header><nav><a href=/>Home</a> <a href=/add>Add child page</a></nav></header><main><h1>Home</h1><table><tr><th>Title<th>Kind
{ROW.format(n=4, name="Bread")}{ROW.format(n=5, name="Rye")}</table></main>"""
TITLE = "<form method=post><label>Title <input name=title></label><button>Publish</button></form>"


@pytest.mark.parametrize(("place", "sent"), [("Home", "/add"), ("Rye", "/5/add"), ("Bread", "/4/add")])
def test_a_word_that_all_rows_have_tells_none_of_them(place, sent):
    def answer(request):
        return "<p>Cakes is there" if request.command == "POST" else TITLE

    pages = {"/": TREE, **dict.fromkeys(("/add", "/4/add", "/5/add"), answer)}
    _, posted = done_on(pages, Task(f"add a child page Cakes to {place}", "text(Cakes is there)", values={"Title": "Cakes"}))
    assert [path for path, _ in posted] == [sent]
