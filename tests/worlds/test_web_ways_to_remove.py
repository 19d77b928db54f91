"""On the way to take something away: what is pressed, what is pointed at, and what is no way; and what shows that it is gone."""

import pytest

from midcourse import Task
from midcourse.planners.words import asked_in, cards, not_yet, own_page
from midcourse.worlds.web import headings, hovered, items, requested
from tests.worlds.in_browser import in_browser
from tests.worlds.test_web_found_cold_third import HTML, POST, done_on


def test_where_these_rules_are():
    assert asked_in.is_asked and cards.pointed_at_card and not_yet.unless_lacking and own_page.declared_menu
    assert headings.headed and hovered.cards_of and items.items_of and requested.is_page


# --- the page of the one that is meant ----------------------------------------------------------------------------------------

TAKE = '<a href="?take">Assign this ticket to c@example.org</a>'
ACTIONS = """<button type=button aria-haspopup=true aria-expanded=false
onclick="m.hidden = !m.hidden; this.setAttribute('aria-expanded', !m.hidden)">{}</button><div id=m hidden><a href=/delete>Delete</a></div>"""
ASKS = """<h1>Delete</h1><p>Delete this ticket (Leak)?</p><form method=post action=/del><a href=/3>No</a> <button>Yes, delete it</button></form>"""


def tickets(page):
    """A ticket that a link on its own page takes, and that can be deleted; what was taken."""
    gone, taken = [], []

    def ticket(request):
        taken.extend([1] if "?take" in request.path else [])
        return (404, "<h1>Not here</h1>", HTML) if gone else (200, page, HTML)

    def delete(request):
        gone.append(1)
        return 303, "", ("Location", "/list")

    rest = "<h1>Tickets</h1><ul><li><a href=/1>1. Mast</a><li><a href=/2>2. Sail</a></ul>"
    go_on = "<script>location.replace('/3')</script>"
    return {"/": go_on, "/3": ticket, "/delete": ASKS, "/del": delete, "/list": rest}, taken


@pytest.mark.parametrize("label", ["Actions", "Aktionen", "Ticket", "Weiteres"])
@pytest.mark.parametrize("nav", ["", "<nav><a href=/list>All Tickets</a></nav>"])
def test_the_menu_that_the_page_of_the_one_that_is_meant_declares_is_opened_and_its_links_do_nothing_else(label, nav):
    page = f"{nav}<main><h3>3. Leak [Open]</h3><p>Owner: nobody {TAKE}</p>{ACTIONS.format(label)}</main>"
    pages, taken = tickets(page)
    outcome, posted = done_on(pages, Task("delete the ticket Leak", "not listed(/3, 3. Leak [Open])"))
    assert outcome.success and not taken and [path for path, _ in posted] == ["/del"], outcome.ending


def test_a_link_with_a_word_behind_the_address_of_its_page_is_no_way():
    pages, taken = tickets(f"<main><h3>3. Leak [Open]</h3><p>Owner: nobody {TAKE}</p></main>")
    outcome, posted = done_on(pages, Task("delete the ticket Leak", "not listed(/3, 3. Leak [Open])"))
    assert not (outcome.success or taken or posted)


def test_the_menu_of_a_page_about_more_than_the_one_that_is_meant_is_not_its_own():
    page = f"<main><h1>Tickets of the Leak group</h1><p>3. Leak</p><p>4. Mast</p>{ACTIONS.format('Actions')}</main>"
    pages, _ = tickets(page)
    outcome, posted = done_on(pages, Task("delete the ticket Leak", "not listed(/3, 3. Leak)"))
    assert not (outcome.success or posted)


@pytest.mark.parametrize(
    ("page", "head"),
    [
        ("<header><h1>Site</h1></header><h2>Leak</h2><h3>Notes</h3>", "Leak"),
        ("<h2>Leak</h2><h2>Mast</h2>", ""),
        ("<div role=heading aria-level=1>Leak</div><h2>Mast</h2>", "Leak"),
    ],
)
def test_a_page_is_headed_by_the_one_heading_above_all_others(page, head):
    async def story(web, site):
        return [f for f in (await web.observe()).facts if f.startswith("headed(")]

    assert in_browser({"/": page}, story) == ([f"headed({head})"] if head else [])


# --- lines and cards ----------------------------------------------------------------------------------------------------------

DELETE = " <form method=post action=/del style='display:inline'><button>Delete</button></form>"


@pytest.mark.parametrize(("holder", "sent"), [("Terns", ["/del"]), ("Gulls", [])])
@pytest.mark.parametrize(("tag", "around"), [("li", "ul"), ("article", "main")])
def test_what_only_one_line_of_a_list_has_is_for_that_line(tag, around, holder, sent):
    def listed(request):
        if request.command == "POST":
            gone.append(1)
            return 303, "", ("Location", "/")
        names = [name for name in ("Terns", "Gulls") if not gone or name != holder]
        lines = "".join(f"<{tag}><p>{name}</p>{DELETE if name == holder else ''}</{tag}>" for name in names)
        return 200, f"<h1>Groups</h1><{around}>{lines}</{around}>", HTML

    gone = []
    outcome, posted = done_on({"/": listed, "/del": listed}, Task("delete the server group Terns", "not listed(/, Terns)"), 20.0)
    assert outcome.success == bool(sent) and [path for path, _ in posted] == sent, outcome.ending


CARDS = (
    "<style>article { border: 1px solid; width: 290px } article ul { HIDES } article:hover ul { SHOWS }</style><main>LINES</main>"
)


@pytest.mark.parametrize(("hides", "shows"), [("visibility: hidden", "visibility: visible"), ("display: none", "display: block")])
@pytest.mark.parametrize("name", ["Gulls", "Terns"])
def test_the_one_card_that_is_meant_is_pointed_at_for_what_it_shows_only_then(name, hides, shows):
    def listed(request):
        names = [n for n in ("Gulls", "Gulls north", "Terns") if n not in gone]
        links = '<ul><li><a href="/edit/{0}" title=Edit>e</a><li><a href="/del/{0}" title=Delete>x</a></ul>'
        lines = "".join(f"<article><h3>{n}</h3><small>Calendar</small>{links.format(n)}</article>" for n in names)
        return 200, CARDS.replace("HIDES", hides).replace("SHOWS", shows).replace("LINES", lines), HTML

    def delete(request):
        if request.command == "POST":
            gone.append(request.path.rpartition("/")[2])
            return 303, "", ("Location", "/")
        return 200, f"<h1>Delete</h1><form method=post>Delete {name}? <button>Delete</button> <a href=/>Cancel</a></form>", HTML

    gone = []
    pages = {"/": listed, **{f"/del/{n}": delete for n in ("Gulls", "Terns")}}
    outcome, posted = done_on(pages, Task(f"delete the calendar {name}", f"not listed(/, {name})"))
    assert outcome.success and [path for path, _ in posted] == [f"/del/{name}"], outcome.ending


# --- pictures, and what is done -----------------------------------------------------------------------------------------------

DOTS = """<svg width=24 height=24 fill=none viewBox='0 0 24 24' stroke-width=1.5 stroke=currentColor class='{}'><path
d='M12 6.75a.75.75 0 1 1 0-1.5.75.75 0 0 1 0 1.5ZM12 12.75a.75.75 0 1 1 0-1.5.75.75 0 0 1 0 1.5ZM12 18.75a.75.75 0 1 1 0-1.5.75.75 0 0 1 0 1.5Z'/></svg>"""
BARE = "<svg width=9 height=9 class='{}'><path d='M1 1 L8 8'/></svg>"


@pytest.mark.parametrize(
    ("picture", "label"),
    [
        (DOTS.format("x-icon x-icon--default x-button__icon"), "more"),
        (DOTS.format(""), "more"),
        (BARE.format("icon icon--default"), "press me"),
        (BARE.format("icon trash"), "delete"),
    ],
)
def test_three_dots_are_dots_and_a_class_names_a_picture_only_if_a_picture_is_called_so(picture, label):
    async def story(web, site):
        return [t.label for t in (await web.observe()).targets]

    assert in_browser({"/": f"<button class=press-me>{picture}</button>"}, story) == [label]


def test_all_that_was_asked_for_is_not_done_while_the_end_is_seen_not_to_hold():
    page = f"{POST}<h1>Lamp</h1><button onclick=\"post('/x')\">Blink</button><p>off</p>"
    outcome, posted = done_on({"/": page, "/x": "ok"}, Task("press Blink", "not text(off)"))
    assert len(posted) == 1 and outcome.ending.final_reason == "at_a_loss"
    assert "not text(off) is seen not to hold" in outcome.ending.final_detail


# --- signing in ---------------------------------------------------------------------------------------------------------------

LANGUAGES = "<select name=language><option value=en>English<option value=de>German</select>"


@pytest.mark.parametrize("more", ["", LANGUAGES, LANGUAGES.replace("<select", "<select aria-label=Realm")])
def test_a_list_in_which_something_is_chosen_is_nothing_that_a_way_in_asks_for(more):
    door = f"""<form method=post action=/login><input name=email placeholder=Email><input type=password name=password
placeholder=Password>{more}<button>Login</button></form>"""
    inside, gone = [], []

    def page(request):
        inside.extend([1] if request.path == "/login" else [])
        gone.extend([1] if request.path == "/del" else [])
        if request.command == "POST":
            return 303, "", ("Location", "/")
        lines = f"<h1>Groups</h1><ul>{'' if gone else f'<li>Terns {DELETE}'}<li>Gulls</ul>"
        return 200, lines if inside else door, HTML

    task = Task("delete the group Terns", "not text(Terns)", values={"Email": "clerk@x", "Password": "gate"})
    outcome, posted = done_on({"/": page, "/login": page, "/del": page}, task)
    assert outcome.success and [path for path, _ in posted] == ["/login", "/del"], outcome.ending
