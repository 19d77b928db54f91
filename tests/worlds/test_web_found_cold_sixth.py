"""Pages that nobody here had opened, a sixth time: pages that load long, addresses that a script keeps, and what makes a thing."""

import pytest

from midcourse import Task
from midcourse.planners.words import addresses
from midcourse.worlds.web import beside, loading
from tests.worlds.in_browser import in_browser
from tests.worlds.test_web_found_cold_third import DOOR, HTML, POST, done_on


def test_where_the_rules_for_these_pages_are():
    assert beside.text_beside and loading.loads and addresses.is_at


# --- pages that load ----------------------------------------------------------------------------------------------------------

LOADS = {
    "a sign that turns": '<div role=progressbar aria-valuemin=0 aria-valuemax=1 style="width:30px;height:30px"></div>',
    "a busy part": "<main aria-busy=true><p>One moment</p></main>",
}


@pytest.mark.parametrize("sign", LOADS.values(), ids=LOADS)
def test_a_page_that_says_that_it_loads_does_not_tell_what_it_lacks(sign):
    page = f"<title>Barns</title><nav><a href=/>Barns</a></nav>{sign}<p>Fetching</p>"
    outcome, posted = done_on(page, Task("delete the barn Mill", "not listed(/, Mill)"))
    assert not outcome.success and not posted, outcome.ending


def test_a_bar_that_tells_how_far_something_is_does_not_say_that_the_page_loads():
    bar = '<div role=progressbar aria-valuenow=40 style="width:90px;height:9px"></div><progress value=3 max=9></progress>'
    outcome, _ = done_on(f"<title>Barns</title>{bar}<ul><li>Tower</ul>", Task("delete the barn Mill", "not listed(/, Mill)"))
    assert outcome.success, outcome.ending


# --- pages that a script draws behind `#/` ------------------------------------------------------------------------------------

DRAWN = f"""{POST}<nav><a href="#/home">Home</a> <a href="#/barns">Barns</a></nav><main id=m></main><script>
let barns = JSON.parse(localStorage.barns || '["Mill", "Mill annex", "Tower"]')
const keep = now => {{ barns = now; localStorage.barns = JSON.stringify(now) }}
const row = b => `<tr><td>${{b}}<td><button onclick="drop('${{b}}')">Delete</button>`
const pages = {{home: () => '<h1>Home</h1><p>Welcome</p>', barns: () => `<h1>Barns</h1><table>${{barns.map(row).join('')}}</table>
<p><label>Name <input id=n></label> <button onclick="add(n.value)">Add barn</button>`}}
function draw() {{ m.innerHTML = (pages[location.hash.slice(2).split('?')[0]] || pages.home)() }}
function add(b) {{ post('/add', b).then(() => {{ keep([...barns, b]); location.hash = '#/home' }}) }}
function drop(b) {{ post('/drop', b).then(() => {{ keep(barns.filter(x => x != b)); draw() }}) }}
onhashchange = () => {{ if (location.hash == '#/barns') history.replaceState(0, '', '#/barns?order=name'); draw() }}
onload = draw</script>"""
BEHIND = {"/": DRAWN, "/add": "ok", "/drop": "ok"}


def test_a_page_that_a_script_draws_is_known_by_its_path_with_what_follows_the_sign():
    task = Task("add the barn Granary", "listed(/#/barns, Granary)", values={"Name": "Granary"})
    outcome, posted = done_on(BEHIND, task)
    assert outcome.success and [path for path, _ in posted] == ["/add"], outcome.ending


def test_what_is_gone_from_a_page_that_a_script_draws_is_told_of_it():
    outcome, posted = done_on(BEHIND, Task("delete the barn Mill", "not listed(/#/barns, Mill)"))
    assert outcome.success and [path for path, _ in posted] == ["/drop"], outcome.ending


def test_an_address_without_a_route_names_all_pages_that_are_drawn_at_its_path():
    assert addresses.is_at("http://x/#/barns?order=name", "http://x/") and not addresses.is_at("http://x/", "http://x/#/barns")
    assert addresses.is_at("http://x/#/barns?order=name", "/#/barns") and addresses.is_at("http://x/a#below", "/a")


# --- what fields are called ---------------------------------------------------------------------------------------------------

PICKED = """<div><label for={name}>{label}</label><div><div class=box style="border:1px solid;padding:6px"><div class=grid>{over}<div
class=cell><input id=r-{name} role=combobox aria-autocomplete=list aria-expanded=false aria-haspopup=true{told}></div></div></div></div></div>"""
LAID_OVER = """<title>Wares</title><style>.grid { display: grid } .grid > * { grid-area: 1 / 1 / 2 / 3 } .cell { display: inline-grid }
input { border: 0; background: none; min-width: 2px }</style>"""


def test_what_lies_over_a_list_that_one_types_in_is_what_stands_there_and_not_its_name():
    async def story(web, site):
        return [t.id for t in (await web.observe()).targets]

    empty = PICKED.format(name="kind", label="Kind", over="<div id=e>Select...</div>", told=" aria-describedby=e")
    chosen = PICKED.format(name="mill", label="Mill", over="<div>Upper mill</div>", told="")
    assert in_browser({"/": f"{LAID_OVER}{empty}{chosen}"}, story) == ["combobox Kind", "combobox Mill"]


# --- what a row names beside its own record -----------------------------------------------------------------------------------

CELL = """<td onclick="location = '/shop/stock/deep/wide/{name}'">"""
WARE = f"<tr><td><input type=checkbox>{CELL}{{name}}{CELL}{{price}}<td><a href=/shop/stock/deep/wide/acme>Acme</a>{CELL}No"
RECORD = "<title>{name}</title><h1>{name}</h1><a href=/shop/stock/deep/wide/{name}/edit>Edit</a>"
EDITED = "<title>Edit</title><form method=post action=/shop/stock/deep/wide/{name}/kept><label>Note <input name=note></label><button>Save</button></form>"


def test_a_link_of_a_row_to_what_else_it_names_is_no_way_to_the_one_that_is_meant():
    wares = "".join(WARE.format(name=name, price=price) for name, price in {"hammer": 3, "saw": 20, "sawhorse": 4}.items())
    pages = {f"/shop/stock/deep/wide/{name}": RECORD.format(name=name) for name in ("hammer", "saw", "sawhorse", "acme")}
    pages |= {f"/shop/stock/deep/wide/{name}/edit": EDITED.format(name=name) for name in ("saw", "acme")}
    pages |= {
        f"/shop/stock/deep/wide/{name}/kept": (303, "", ("Location", "/shop/stock/deep/wide/list")) for name in ("saw", "acme")
    }
    listed = f"<title>Wares</title><h1>Wares</h1><table>{wares}</table>"
    task = Task("edit the product saw", "listed(/shop/stock/deep/wide/list, dear)", values={"Note": "dear"})
    _, posted = done_on({"/": listed, "/shop/stock/deep/wide/list": listed, **pages}, task, seconds=12)
    assert [path for path, _ in posted] == ["/shop/stock/deep/wide/saw/kept"], posted


# --- what is behind the door --------------------------------------------------------------------------------------------------

LIGHTS = "".join(
    f"<p><label><input type=checkbox onclick=\"post('/{name}')\"> {name} light</label>" for name in ("Barn", "Mill", "Millstone")
)


@pytest.mark.parametrize("goal", ["switch the Mill light on", "turn on the Mill light"])
def test_what_a_goal_switches_is_behind_the_form_that_signs_in(goal):
    inside = []

    def login(request):
        inside.append(1)
        return 303, "", ("Location", "/")

    pages = {
        "/": lambda request: (200, f"{POST}{LIGHTS}" if inside else DOOR.format(more=""), HTML),
        "/login": login,
        "/Mill": "ok",
    }
    task = Task(goal, "checked(checkbox Mill light)", values={"Email": "clerk@x", "Password": "gate"})
    outcome, posted = done_on(pages, task)
    assert outcome.success and [path for path, _ in posted] == ["/login", "/Mill"], (outcome.ending, posted)


# --- the form of the one that is to go ----------------------------------------------------------------------------------------

BOOKS = "<title>Books</title><h1>Books</h1><ul><li><a href=/3>Honey cakes</a><li><a href=/4>Plum jam</a></ul>"
BOOK = "<title>Book</title><p>by Anna Berg</p><a href=/3/edit>Edit</a>"
BOOK_FORM = """<title>Edit metadata</title><nav><a href=/out>Logout</a></nav><button onclick="veil.hidden = false;
setTimeout(() => sure.hidden = false, 400)">Delete book</button><form{kind} style="margin-top:90px"><label>Title <input name=t
value="{name}"></label><input name=day value=2025-01-01><button type=button class="icon-remove"></button><button>Save</button></form>
<div id=veil style="position:fixed;left:0;top:0;width:600px;height:70px;background:#0003" hidden></div><div id=sure role=dialog hidden
aria-label="Are you sure?" style="position:fixed;inset:0;background:#fff"><p>It is lost for good.</p><button>Cancel</button>
<button onclick="post('/gone').then(() => location = '/')">Delete</button></div>"""


@pytest.mark.parametrize(("name", "kind", "goes"), [("Honey cakes", "", 1), ("Honey", "", 0), ("Honey cakes", " role=search", 0)])
def test_a_form_that_holds_the_name_of_what_is_to_go_is_about_it(name, kind, goes):
    gone = []

    def drop(request):
        gone.append(1)
        return 200, "ok", HTML

    books = lambda request: (200, BOOKS.replace("<li><a href=/3>Honey cakes</a>", "") if gone else BOOKS, HTML)  # noqa: E731
    pages = {"/": books, "/3": BOOK, "/3/edit": POST + BOOK_FORM.format(name=name, kind=kind), "/gone": drop}
    outcome, _ = done_on(pages, Task("delete the book Honey cakes", "not listed(/, Honey cakes)"))
    assert len(gone) == goes and outcome.success == bool(goes), outcome.ending
