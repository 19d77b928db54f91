"""What sends a form: no sign on what only stands in it; and a part of it that a page keeps by itself is not the form."""

import pytest

from midcourse import Task
from midcourse.worlds.web import asides, outgoing
from tests.worlds.test_web_found_cold_third import POST, done_on

SIGN = "<svg width=16 height=16 viewBox='0 0 16 16'><path d='M3 3l10 10M13 3L3 13' stroke=black /></svg>"
X = f'<button class="inline-flex items-center" onclick="event.preventDefault(); this.parentNode.remove()">{SIGN}</button>'
TIPS = {
    "read before and behind it": f"<div><div>Did you know? {X}</div><p>Herons wade in flat water.</p></div>",
    "with a heading": f"<div>{X}<h3>Did you know?</h3></div>",
    "bare": f"<div>{X}</div>",
}
SAVES = """<button type=button onclick="location = '/list'">{away}</button>
<button type=button onclick="post('/save', n.value + '; ' + t.value).then(() => location = '/list')">{save}</button>"""
FIELDS = (
    """<p><label>Name <input id=n onblur="post('/name', this.value)"></label><p><label>Text <textarea id=t></textarea></label>"""
)


def a_form(head, rest):
    return f"{POST}<div><h1>New bird</h1>{head}<form onsubmit='event.preventDefault()'>{FIELDS}{rest}</form></div>"


def listed(request):
    return 200, f"<h1>Birds</h1><ul>{'<li>Heron' if posts else ''}</ul>"


posts: list[str] = []


def made(page):
    """How the task ended, and what was sent, on a site that lists what was kept by itself."""
    posts.clear()

    def kept(request):
        posts.append(request.path)
        return 200, "ok"

    task = Task("create the bird Heron", "listed(/list, Heron)", values={"Name": "Heron", "Text": "It wades"})
    outcome, posted = done_on({"/": page, "/list": listed, "/name": kept, "/save": kept}, task, 60.0)
    return outcome, [path for path, _ in posted]


ENGLISH, GERMAN = ("Cancel", "Save"), ("Abbrechen", "Speichern")
# In a language of which no word is known, a sign alone on a line tells nothing: there only a tip that can be seen to be one counts.
CASES = [(name, words) for name in TIPS for words in (ENGLISH, GERMAN) if (name, words) != ("bare", GERMAN)]


@pytest.mark.parametrize(("tip", "words"), CASES)
def test_a_sign_on_a_tip_in_a_form_does_not_send_it(tip, words):
    assert asides.is_aside
    away, save = words
    outcome, posted = made(a_form(SAVES.format(away=away, save=save), TIPS[tip]))
    assert outcome.success and posted == ["/name", "/save"], outcome.ending


def test_where_a_sign_on_a_tip_is_all_there_is_nothing_sends_the_form():
    outcome, posted = made(a_form("", TIPS["with a heading"]))
    assert not outcome.success and posted == ["/name"] and "has no button that sends it" in outcome.ending.final_detail


@pytest.mark.parametrize("hint", ["", "<span>Enter sends it</span>"])
def test_a_sign_alone_at_the_foot_of_a_form_sends_it(hint):
    sign = f"<p>{hint}<button>{SIGN}</button></p>"
    page = f"""{POST}<h1>Birds</h1><button type=button>Save as a page</button><input placeholder=Filter><ul id=l></ul><form
onsubmit="event.preventDefault(); post('/save', t.value); l.innerHTML = '<li>' + t.value"><textarea id=t aria-label=Text></textarea>{sign}</form>"""
    task = Task("write a note", "text(It wades)", values={"Text": "It wades"})
    outcome, posted = done_on({"/": page, "/save": "ok"}, task)
    assert outcome.success and [path for path, _ in posted] == ["/save"], outcome.ending


# --- what a page keeps by itself ----------------------------------------------------------------------------------------------


def test_what_a_page_kept_of_one_field_does_not_show_that_the_form_was_sent():
    assert outgoing.Outgoing().left == []
    outcome, posted = made(a_form("", "<button>Los</button>"))
    assert not outcome.success and posted == ["/name"]
    assert "it sent nothing: what was entered in Text went out in no request" in outcome.ending.final_detail


def test_what_is_sent_a_moment_later_is_seen():
    late = "setTimeout(() => post('/save', t.value), 900); said.textContent = n.value"
    page = a_form("<p id=said></p>", f'<button onclick="{late}">Los</button>')
    task = Task("create the bird Heron", "text(Heron)", values={"Name": "Heron", "Text": "It wades"})
    outcome, posted = done_on({"/": page, "/name": "ok", "/save": "ok"}, task)
    assert outcome.success and [path for path, _ in posted] == ["/name", "/save"]


@pytest.mark.parametrize("body", ["n.value + ' ' + t.value", "JSON.stringify({n: n.value, t: t.value})"])
def test_a_page_that_keeps_each_field_by_itself_has_kept_all(body):
    fields = FIELDS.replace("<textarea id=t>", f"<textarea id=t onblur=\"post('/save', {body})\">")
    page = f"{POST}<form onsubmit='event.preventDefault()'>{fields}<button>Los</button></form>"
    outcome, posted = made(page)
    assert outcome.success and posted == ["/name", "/save"]


def test_a_page_that_sends_nothing_at_all_keeps_what_it_shows():
    page = """<form onsubmit="event.preventDefault(); l.innerHTML = '<li>' + n.value"><label>Name <input id=n></label><label>Text
<input></label><button>Los</button></form><ul id=l></ul>"""
    task = Task("add the bird", "text(Heron)", values={"Name": "Heron", "Text": "It wades"})
    outcome, _ = done_on(page, task)
    assert outcome.success
