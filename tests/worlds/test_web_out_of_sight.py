"""What cannot be seen at first: in a menu that opens when it is pointed at, further down a list that grows or is drawn in part."""

from midcourse import Task
from tests.worlds.in_browser import DONE, ends, in_browser
from tests.worlds.test_web_forms import run, sent

NEW = "<form method=post action=/done><label>Titel <input name=a></label><button>Los</button></form>"
BY_STYLE = """<style>nav li ul { display: none } nav li:hover ul { display: block }</style><nav><ul>
<li><a href="#">Haus</a><ul><li><a href=/home>Zimmer</a></ul><li><a href="#">Lager</a><ul><li><a href=/new>Neuer Zettel</a></ul></ul></nav>"""
BY_SCRIPT = """<div role=menubar><span role=menuitem tabindex=0 aria-haspopup=true>Haus</span>
<span role=menuitem tabindex=0 aria-haspopup=true onmouseenter="m.hidden=false">Lager</span></div>
<div id=m role=menu hidden><a role=menuitem href=/new>Neuer Zettel</a></div>"""


def test_a_menu_that_opens_when_it_is_pointed_at_leads_on():
    for page in (BY_STYLE, BY_SCRIPT):
        outcome, posted = run({"/": page, "/new": NEW, "/home": "leer", "/done": DONE}, {"Titel": "Seil"}, goal="Zettel anlegen")
        assert outcome.success and posted == [{"a": "Seil"}], outcome.ending


GROWS = """<title>Liste</title><ul id=u style="line-height:40px"></ul><script>
let n = 0; const all = %s;
function more() { for (let i = 0; i < 20 && n < all.length; i++) { const l = document.createElement('li'); l.innerHTML = all[n++]; u.append(l) } }
more(); addEventListener('scroll', () => { if (innerHeight + scrollY > document.body.scrollHeight - 60) setTimeout(more, 300) })</script>"""
DRAWN_IN_PART = """<title>Liste</title><div id=w style="height:400px;overflow:auto"><div id=i style="position:relative"></div></div><script>
const all = %s; i.style.height = all.length * 40 + 'px';
function draw() { const first = Math.floor(w.scrollTop / 40); i.innerHTML = '';
  all.slice(first, first + 12).forEach((t, k) => { const l = document.createElement('div'); l.innerHTML = t;
    l.style.cssText = 'position:absolute;top:' + (first + k) * 40 + 'px'; i.append(l) }) }
draw(); w.onscroll = draw</script>"""


def named(many, last):
    return str([*(f"Ware {i}" for i in range(many)), last])


def test_what_was_sent_is_found_at_the_end_of_a_list_that_grows_and_is_sent_once():
    for page in (GROWS, DRAWN_IN_PART):
        pages = {"/": NEW, "/done": page % named(70, "Seil")}
        outcome, posted = run(pages, {"Titel": "Seil"}, done_when="listed(/done, Seil)")
        assert outcome.success and posted == [{"a": "Seil"}], outcome.ending


def test_what_a_list_does_not_hold_to_its_end_is_not_sent_again_and_the_run_ends():
    async def story(web, site):
        task = Task("send it", "listed(/done, Seil)", values={"Titel": "Seil"})
        outcome = await ends(web, task, "", max_seconds=60.0)
        assert not outcome.success and len(sent(site)) == 1, outcome.ending

    in_browser({"/": NEW, "/done": GROWS % named(30, "Topf")}, story)


def test_a_row_far_down_is_found_and_changed():
    link = "<a href=/edit>Seil ändern</a>"
    form = "<form method=post action=/end><label>Menge <input name=m></label><button>Los</button></form>"
    pages = {"/": DRAWN_IN_PART % named(50, link), "/edit": form, "/end": DONE}
    outcome, posted = run(pages, {"Menge": "7"}, goal="Seil ändern")
    assert outcome.success and posted == [{"m": "7"}], outcome.ending


def test_a_list_that_says_it_has_more_items_is_not_known_to_the_end():
    async def story(web, site):
        return (await web.observe()).covers

    for size, whole in (("-1", False), ("9", False), ("2", True)):
        page = f"<div role=feed><p role=article aria-setsize={size}>a<p role=article aria-setsize={size}>b</div>"
        assert ("text(*)" in in_browser({"/": page}, story)) is whole


def test_only_what_reaches_further_down_is_scrolled():
    async def story(web, site):
        return {f for f in (await web.observe()).facts if f.startswith("scrolls(")}

    few = "<ul>" + "<li>Ware" * 30 + "</ul>"
    for page, scrolls in ((GROWS % named(70, "x"), "scrolls(page)"), (DRAWN_IN_PART % named(70, "x"), "scrolls(box)")):
        assert scrolls in in_browser({"/": page}, story)
    for page in (NEW, few, "<p>" + "<br>".join(["lang"] * 90), "<div style='height:3000px'>leer</div>"):
        assert in_browser({"/": page}, story) == set()


TALL = """<title>Tokens</title><h2>Tokens</h2><form method=post action=/done>
<div role=dialog aria-modal=true style="position:fixed;inset:0;overflow-y:%s;background:#eee"><h4>Create token</h4>
<p><label>Token name <input name=a></label></p><p style="height:1200px">What it is for.</p>
<button type=button onclick="this.closest('div').hidden = true">Close</button> <button>Create token</button></div></form>"""


def test_what_sends_a_form_is_found_below_the_window_in_a_dialog_that_scrolls_itself():
    outcome, posted = run({"/": TALL % "auto", "/done": DONE}, {"Token name": "laptop"}, goal="create a token")
    assert outcome.success and posted == [{"a": "laptop"}], outcome.ending


def test_what_lies_fixed_below_the_window_where_nothing_scrolls_is_no_target():
    async def story(web, site):
        return [t.id for t in (await web.observe()).targets]

    assert [in_browser({"/": TALL % way}, story) for way in ("hidden", "auto")] == [
        ["textbox Token name"],
        ["textbox Token name", "button Close", "button Create token"],
    ]
