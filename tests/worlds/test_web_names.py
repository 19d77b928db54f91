"""What things are called where their author says it in another way: a title, a type, more words, a name with a value in it."""

import pytest

from midcourse import Task
from midcourse.core.model import Done
from midcourse.worlds.web.chosen import TALLEST
from tests.worlds.in_browser import DONE, does, ends, in_browser
from tests.worlds.test_web_forms import run, sent

SIGNS = """<a href=/new title="Neue Notiz">✚</a> <button title="Weg damit">x</button> <button title="Mehr davon">Liste</button>
<a href=/2 title="Seite zwei">2</a>"""
READ_OUT = """<span id=l>Sorte</span> <div id=c role=combobox tabindex=0 aria-expanded=false aria-labelledby="l v" aria-controls=o
 onclick="o.hidden=false" style="width:90px;height:20px"><span id=v>keine</span></div>
<ul id=o role=listbox hidden><li role=option onclick="v.innerText='rund';o.hidden=true">rund<li role=option>eckig</ul>"""
BAR = """<div style="display:flex;height:40px"><h4>Kasse</h4>
<label>Von <input role=combobox aria-expanded=false id=a></label><label>Bis <input role=combobox aria-expanded=false></label></div>
<div style="height:50px;position:relative"><input role=combobox aria-expanded=true aria-controls=b placeholder=Konto>
<ul id=b role=listbox style="position:absolute"><li role=option>Bank</ul></div>"""


def facts_of(page):
    async def story(web, site):
        return (await web.observe()).facts

    return in_browser({"/": page}, story)


def test_a_sign_is_called_by_its_title_and_a_word_by_itself():
    facts = facts_of(SIGNS)
    assert {"visible(link Neue Notiz)", "visible(button Weg damit)", "visible(button Liste)", "visible(link 2)"} <= facts


def test_a_list_that_reads_out_its_value_with_its_name_keeps_its_name():
    async def story(web, site):
        assert "value(combobox Sorte, keine)" in (await web.observe()).facts
        assert isinstance(await does(web, "select", "combobox Sorte", option="rund"), Done)
        assert "value(combobox Sorte, rund)" in (await web.observe()).facts

    in_browser({"/": READ_OUT}, story)


def test_an_empty_list_shows_neither_what_stands_beside_it_nor_what_it_offers():
    facts = facts_of(BAR)
    assert {'value(combobox Von, "")', 'value(combobox Bis, "")', 'value(combobox Konto, "")'} <= facts
    around = "<div style='height:{}px'><span>rund</span><input role=combobox aria-expanded=false aria-label=Sorte></div>"
    assert "value(combobox Sorte, rund)" in facts_of(around.format(TALLEST))
    assert 'value(combobox Sorte, "")' in facts_of(around.format(TALLEST + 1))


def test_a_field_without_any_name_is_known_by_what_the_browser_takes_there():
    page = "<form method=post action=/done><input type=date name=dd><input name=t placeholder=Title><button>Go</button></form>"
    outcome, posted = run({"/": page, "/done": DONE}, {"Date": "2026-12-01", "Title": "rope"})
    assert outcome.success and posted == [{"dd": "2026-12-01", "t": "rope"}], outcome.ending


LONG = """<form method=post action=/done><label>Titel <input name=a></label>
<label>Hier den Text schreiben <textarea name=b></textarea></label>{}<button>Los</button></form>"""


def test_a_name_that_stands_in_one_label_among_more_words_is_that_field():
    outcome, posted = run({"/": LONG.format(""), "/done": DONE}, {"Titel": "Seil", "Text": "zwanzig"})
    assert outcome.success and posted == [{"a": "Seil", "b": "zwanzig"}], outcome.ending


@pytest.mark.parametrize("more", ["<label>Text am Ende <input name=c></label>"])
def test_a_name_that_stands_in_two_labels_is_neither(more):
    outcome, posted = run({"/": LONG.format(more), "/done": DONE}, {"Titel": "Seil", "Text": "zwanzig"})
    assert not outcome.success and not posted and "no field for 'Text'" in outcome.ending.final_detail


def test_texts_far_apart_on_a_line_are_also_lines_of_their_own():
    facts = facts_of("<li><b>Baker</b><i style='display:inline-block;width:40px'></i>Bread<li>no <b>lamp</b> here<li>o<b>n</b>e")
    assert {"text(Baker Bread)", "text(Bread)", "text(no lamp here)", "text(one)"} <= facts
    assert "text(lamp)" not in facts


KINDS = """<form method=post action=/done><button type=button>Buchung</button> <button type=button onclick="k.hidden=false">Notiz</button>
<label>Titel <input name=a></label><p id=k hidden><label>Anlass <input name=b></label></p><button>Los</button></form>"""


def test_a_button_in_a_form_that_the_goal_names_shows_its_other_fields():
    outcome, posted = run({"/": KINDS, "/done": DONE}, {"Titel": "Seil", "Anlass": "Umzug"}, goal="eine Notiz schreiben")
    assert outcome.success and posted == [{"a": "Seil", "b": "Umzug"}], outcome.ending


SPLIT = """<form method=post action=/done style="display:flex;align-items:end"><label>Titel <input name=a></label>
<button name=as value=draft style="height:30px;margin:0;border:0">Entwurf</button
><button type=button aria-expanded=false style="height:30px;margin:0;border:0" onclick="m.hidden=false">▾</button>
<span id=m hidden><button name=as value=live>Aushängen</button></span></form>"""


@pytest.mark.parametrize(("goal", "how"), [("den Zettel aushängen", "live"), ("einen Zettel schreiben", "draft")])
def test_of_several_ways_to_send_a_form_the_one_that_the_goal_says_is_taken(goal, how):
    outcome, posted = run({"/": SPLIT, "/done": DONE}, {"Titel": "Seil"}, goal=goal)
    assert outcome.success and posted == [{"a": "Seil", "as": how}], outcome.ending


def test_a_button_beside_the_last_field_sends_where_no_other_is():
    page = """<div style="display:flex"><label>Titel <input id=a></label><button style="width:70px;height:24px"
    onclick="fetch('/add', {method:'POST', body:'a='+a.value}).then(() => document.title='Done')">Ablegen</button></div>"""
    outcome, posted = run({"/": page, "/add": "ok"}, {"Titel": "Seil"})
    assert outcome.success and posted == [{"a": "Seil"}], outcome.ending


OWN_WAY = """<form method=post action=/done><label>Due <input id=d name=due></label><button>Go</button></form>
<div id=c hidden><h4>March 2027</h4></div><script>
const c = document.getElementById('c'), way = /^\\d+\\. [a-z]+ \\d{4}$/i;
for (let i = 1; i <= 31; i++) { const s = document.createElement('span'); s.textContent = i; s.style.cursor = 'pointer';
  s.onclick = () => { d.value = i + '. March 2027'; c.hidden = true }; c.append(s, ' ') }
document.onmousedown = e => { if (e.target !== d && !c.contains(e.target)) c.hidden = true };
d.onfocus = d.onclick = () => c.hidden = false; d.onblur = () => { if (!way.test(d.value)) d.value = '' }</script>"""


def test_a_date_that_a_field_puts_away_is_chosen_in_its_calendar():
    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "fill", "textbox Due", text="2027-03-09"), Done)
        assert "value(textbox Due, 9. March 2027)" in (await web.observe()).facts

    in_browser({"/": OWN_WAY}, story)


def test_what_takes_something_away_is_no_way_on_and_a_question_on_the_way_is_answered_no():
    page = """<h1>Zettel</h1><button onclick="fetch('/gone', {method: 'POST'})">Zettel löschen</button>
    <button onclick="if (confirm('Alles ändern?')) fetch('/gone', {method: 'POST'})">Zettel ändern</button>
    <a href=/new>Zettel neu</a>"""
    form = "<form method=post action=/done><label>Titel <input name=a></label><button>Los</button></form>"

    async def story(web, site):
        task = Task("einen Zettel ändern oder schreiben", "title(Done)", values={"Titel": "Seil"})
        outcome = await ends(web, task, "")
        assert outcome.success and sent(site) == [{"a": "Seil"}], (outcome.ending, site.posted)

    in_browser({"/": page, "/new": form, "/done": DONE, "/gone": "ok"}, story)
