"""Widgets that pages build themselves, by the patterns of the ARIA practices."""

from midcourse import Task
from midcourse.core.model import Done, Failed
from midcourse.worlds.web import calendars, widgets
from tests.worlds.in_browser import DONE, does, ends, in_browser

SELECT = """<span id=l>Kind</span><div role=combobox id=c tabindex=0 aria-labelledby=l aria-controls=o aria-expanded=false
 style="border:1px solid;width:120px" onclick="o.hidden=false;this.setAttribute('aria-expanded','true')">tool</div>
<ul id=o role=listbox hidden>%s</ul>"""
OPTION = (
    """<li role=option onclick="c.textContent=this.textContent;o.hidden=true;c.setAttribute('aria-expanded','false')">%s</li>"""
)
BUTTON = """<div>Size</div><button aria-haspopup=listbox onclick="m.hidden=false" id=b>small</button>
<div id=m hidden><div onclick="b.textContent='large';m.hidden=true" style="cursor:pointer">large</div></div>"""
SUGGEST = """<label>Town <input role=combobox aria-autocomplete=list aria-controls=s oninput="setTimeout(() =>
 s.innerHTML = '<li role=option onclick=&quot;document.querySelector(`input`).value=this.textContent;s.innerHTML=``&quot;>' + this.value + '</li>', 200)"></label><ul id=s role=listbox></ul>"""
SLIDER = """<div role=slider tabindex=0 aria-label=Level aria-valuenow=2 aria-valuemin=0 aria-valuemax=9 style="width:90px;height:20px"
 onkeydown="const d = {ArrowRight: 1, ArrowLeft: -1}[event.key] || 0; this.setAttribute('aria-valuenow', +this.getAttribute('aria-valuenow') + d)"></div>"""
SEGMENTS = "".join(
    f"""<div role=spinbutton tabindex=0 contenteditable aria-valuemax={most} aria-label="{name}" style="display:inline-block;width:40px;height:20px"
 onkeydown="event.preventDefault(); this.t = (this.t || '') + event.key; this.setAttribute('aria-valuenow', +this.t)"></div>"""
    for name, most in (("m", 12), ("d", 30), ("y", 9999))
)
PARTS = f"<div role=group aria-label=Due>{SEGMENTS}</div>"
CALENDAR = """<label>When <input id=w readonly onclick="draw(2026, 10)"></label><div id=k></div><script>
function draw(y, m) { const name = new Date(y, m, 1).toLocaleDateString('de', {month: 'long'});
 k.innerHTML = `<div><button id=p>‹</button> <span>${name} ${y}</span> <button id=n>›</button></div>` +
  '<i>30</i> ' + [...Array(31).keys()].map(d => `<b onclick="w.value='${y}-${m + 1}-${d + 1}';k.innerHTML=''">${d + 1}</b>`).join(' ');
 n.onclick = () => draw(m == 11 ? y + 1 : y, (m + 1) % 12); p.onclick = () => draw(m ? y : y - 1, (m + 11) % 12); }</script>"""
DROP = """<div role=button tabindex=0 aria-label="Drop files" onclick="f.click()" style="width:90px;height:30px">here</div>
<input type=file id=f hidden onchange="document.title = this.files[0].name">"""


def test_choices_sliders_dates_and_suggestions_are_used_and_read_back():
    async def story(web, site):
        seen = await web.observe()
        assert {"value(combobox Kind, tool)", "value(combobox Size, small)", "value(slider Level, 2)"} <= seen.facts
        for call in (
            ("select", "combobox Kind", {"option": "toy"}),
            ("select", "combobox Size", {"option": "large"}),
            ("select", "combobox Town", {"option": "Ulm"}),
            ("fill", "slider Level", {"text": "7"}),
            ("fill", "textbox Due", {"text": "2026-12-01"}),
        ):
            assert isinstance(done := await does(web, call[0], call[1], **call[2]), Done), done
            await web.observe()
        assert {
            "value(combobox Kind, toy)",
            "value(combobox Size, large)",
            "value(combobox Town, Ulm)",
            "value(slider Level, 7)",
            "value(textbox Due, 2026-12-01)",
        } <= (await web.observe()).facts
        refused = await does(web, "select", "combobox Kind", option="car")
        assert isinstance(refused, Failed) and "tool, toy" in refused.detail

    page = SELECT % (OPTION % "tool" + OPTION % "toy") + BUTTON + SUGGEST + SLIDER + PARTS
    in_browser({"/": page}, story)
    assert widgets.OPENS < 5


def test_a_list_behind_a_button_is_called_by_its_label_and_not_by_what_it_shows():
    async def story(web, site):
        assert "value(combobox Sorte, klein)" in (await web.observe()).facts

    in_browser(
        {"/": "Anderes <p><label for=b>Sorte</label><p>Hinweis<p><button id=b aria-haspopup=listbox>klein</button>"}, story
    )


def test_a_day_is_chosen_in_a_calendar_of_another_language_months_away():
    async def story(web, site):
        await web.observe()
        assert isinstance(done := await does(web, "fill", "textbox When", text="2027-02-03"), Done), done
        assert "value(textbox When, 2027-2-3)" in (await web.observe()).facts
        assert isinstance(await does(web, "fill", "textbox When", text="soon"), Failed)

    in_browser({"/": "<html lang=de>" + CALENDAR}, story)
    assert calendars.MOST > 100


def test_a_drop_zone_takes_a_file(tmp_path):
    (tmp_path / "a.txt").write_text("x")

    async def story(web, site):
        await web.observe()
        assert isinstance(done := await does(web, "upload", "button Drop files", file=str(tmp_path / "a.txt")), Done), done
        assert "title(a.txt)" in (await web.observe()).facts

    in_browser({"/": DROP}, story)


STAND_IN = """<form method=post action=/done><table><tr><td><label for=g>Group</label></td><td>
<select id=g name=g aria-hidden=true tabindex=-1 style="position:absolute;width:1px;height:1px;opacity:0"><option>Work<option>Friends</select>
<span role=combobox tabindex=0 aria-haspopup=true aria-expanded=false aria-labelledby=shown style="display:block;width:200px;border:1px solid"
 onclick="o.hidden=false"><span id=shown role=textbox aria-readonly=true><i title="Empty it">×</i>Work</span></span>
<ul id=o role=listbox hidden><li role=option>Work</li>
<li role=option onclick="g.value='Friends';shown.lastChild.data='Friends';o.hidden=true">Friends</li></ul></td></tr></table>
<label>Name <input name=name></label><button>Save</button></form>"""


def test_what_stands_in_for_a_hidden_list_goes_by_its_label_and_shows_its_value_alone():
    async def story(web, site):
        seen = await web.observe()
        assert "value(combobox Group, Work)" in seen.facts and not any("×" in t.id for t in seen.targets), seen.targets
        task = Task("add a contact", "title(Done)", values={"Name": "Ada", "Group": "Friends"})
        return await ends(web, task, ""), site.posted

    outcome, posted = in_browser({"/": STAND_IN, "/done": DONE}, story)
    assert outcome.success and posted == [("/done", {"g": "Friends", "name": "Ada"})], (outcome.ending, posted)


DRAWN = """<style>section {position: relative; height: 30px} input {position: absolute; opacity: 0; width: 16px; height: 16px; margin: 0}
 i {position: absolute; display: block; width: 16px; height: 16px; border: 1px solid}</style>
<section><input type=checkbox title=Gull><i onclick="this.previousElementSibling.click()"></i></section>%s"""


def test_a_box_without_a_label_is_ticked_by_what_is_drawn_over_it_and_not_through_a_cover():
    async def ticks(web, site):
        await web.observe()
        return await does(web, "check", "checkbox Gull"), "checked(checkbox Gull)" in (await web.observe()).facts

    assert in_browser({"/": DRAWN % ""}, ticks) == (Done(None), True)
    cover = "<div style='position:fixed;inset:0;background:#fff'>We like cookies</div>"
    done, ticked = in_browser({"/": DRAWN % cover}, ticks)
    assert isinstance(done, Failed) and done.reason == "covered" and not ticked
