"""Editors that draw their own lines, over a field that nobody sees, are fields: what stands in them is what they draw."""

import pytest

from midcourse import Task, fact
from midcourse.worlds.web.drawn_editors import written_in
from midcourse.worlds.web.reading import Node, Reading
from midcourse.worlds.web.texts import Texts
from tests.worlds.in_browser import does, ends, in_browser

TEXT = "name: oak\nlist:\n  - one\n  - two"
DRAWS = """<style>.ed { position: relative; width: 500px; height: 160px; border: 1px solid; overflow: hidden }
.small { %s } .lines { position: absolute; inset: 0 0 0 40px; cursor: text; z-index: 2; font: 14px monospace; white-space: pre }
.gutter { position: absolute; left: 0; top: 0; font: 14px monospace; cursor: default }</style>
<main><h1>New note</h1><form onsubmit="event.preventDefault(); save()"><p><label>Title <input id=t></label></p>
<p>%s</p><div class=ed id=ed>%s<div class=gutter id=g></div><div class=lines id=l></div></div><p><button>Save</button></p></form>
<p id=o></p></main>
<script>const k = ed.querySelector('textarea'); let text = 'old: 1', all = false;
function draw() { const lines = text.split('\\n'); g.innerText = lines.map((_, i) => i + 1).join('\\n');
l.replaceChildren(...lines.map(x => { const d = document.createElement('div'); d.textContent = x || '\\u200b'; return d })) }
function put(more) { text = all ? more : text + more; all = false; draw() }
k.onkeydown = e => { if (e.ctrlKey && e.code == 'KeyA') all = true; if (e.key == 'Delete') put('') };
k.oninput = () => { put(k.value.replaceAll('\\n', '\\n  ')); k.value = '' };
if (%s) k.onpaste = e => { e.preventDefault(); put(e.clipboardData.getData('text/plain')) };
function save() { fetch('/save', {method: 'POST', body: new URLSearchParams({title: t.value, text})}).then(() => {
o.textContent = 'Saved ' + t.value }) }
draw()</script>"""
DOT = "position: absolute; left: 40px; top: 3px; width: 1px; height: 1px; padding: 0; border: 0"
CUT = "position: absolute; width: 3px; height: 0; overflow: hidden"


def page(style=DOT, label="Body", field="<textarea class=small></textarea>", pastes="true"):
    return DRAWS % (style, label, field, pastes)


def saved(html, values):
    async def story(web, site):
        outcome = await ends(web, Task("write the note", "text(Saved Barn)", values=values), "", max_seconds=40.0)
        return outcome, [form for _, form in site.posted]

    return in_browser({"/": html, "/save": ""}, story)


@pytest.mark.parametrize(
    "html",
    [
        page(),
        page(CUT, "Body", "<div class=small><textarea style='width: 1000px; height: 1em'></textarea></div>"),
        page(DOT, "Body", "<textarea class=small aria-label='Cursor at row 1'></textarea>"),
        page(DOT, "", "<textarea class=small aria-label=Body></textarea>"),
    ],
    ids=["above it", "cut off", "author's own words", "named by its author"],
)
def test_a_text_for_an_editor_is_written_there_as_it_is(html):
    outcome, sent = saved(html, {"Title": "Barn", "Body": TEXT})
    assert outcome.success and sent == [{"title": "Barn", "text": TEXT}], outcome.ending


def test_an_editor_that_makes_another_text_of_it_is_not_saved():
    outcome, sent = saved(page(pastes="false"), {"Title": "Barn", "Body": TEXT})
    assert not outcome.success and sent == [] and "does not keep" in outcome.ending.final_detail, outcome.ending


def test_what_an_editor_draws_is_its_value_and_no_text_of_the_page():
    async def story(web, site):
        seen = await web.observe()
        editors = [t for t in seen.targets if "multiline" in t.state]
        assert [t.label for t in editors] == ["Body"] and editors[0].box[2] > 400
        assert fact("value", "textbox Body", "old: 1") in seen.facts and not any(f.startswith("text(old") for f in seen.facts)
        assert not any(f.startswith("hides(") for f in seen.facts)
        await does(web, "fill", "textbox Body", text="")
        assert fact("value", "textbox Body", "") in (await web.observe()).facts

    in_browser({"/": page()}, story)


LONG = "\n".join(f"line {n}: {'x' * (n % 7)}" for n in range(60))


def test_of_a_long_text_the_lines_that_are_drawn_must_be_right():
    only_the_last = page().replace("...lines.map(", "...lines.slice(-8).map(")
    outcome, sent = saved(only_the_last, {"Title": "Barn", "Body": LONG})
    assert outcome.success and sent == [{"title": "Barn", "text": LONG}], outcome.ending


def test_an_answer_that_no_script_reads_is_an_answer():
    form = """<form onsubmit="event.preventDefault(); fetch('/save', {method: 'POST', body: 'x'}).then(() => { o.textContent = 'Saved' })">
<button>Save</button></form><p id=o></p>"""

    async def story(web, site):
        await web.observe()
        assert (await does(web, "click", "button Save")).__class__.__name__ == "Done"
        assert "text(Saved)" in (await web.observe()).facts

    in_browser({"/": form, "/save": (200, "")}, story)


@pytest.mark.parametrize(
    ("ours", "stands"),
    [("one two three\n  four", True), ("one two three\nfour", False), ("one two\nthree\n  four five", False)],
)
def test_a_long_line_may_be_broken_and_an_indented_one_stays_indented(ours, stands):
    over_text = {"cursor": "text"}
    drawn = ["one two", "three", "\u00a0\u00a0four"]
    lines = [Node(2 + n, "#text", 0, text=line, box=(0, 20 * n, 80, 16), style=over_text) for n, line in enumerate(drawn)]
    field = Node(9, "textarea", 0, editor=0)
    reading = Reading("", [Node(1, "div", -1, box=(0, 0, 200, 100)), *lines, field], (0.0, 0.0), None)
    assert written_in(reading, Texts(reading), 4, ours) == (ours if stands else "one two\nthree\n  four")
