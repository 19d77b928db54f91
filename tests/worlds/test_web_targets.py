"""Which thing on a page is meant: ids that stay, things drawn anew, things that say something else by now."""

import asyncio

from midcourse import act
from midcourse.core.model import Done, Failed
from midcourse.core.run.events import Rebound
from midcourse.worlds.naming import Names
from tests.worlds.in_browser import does, ends, in_browser


def test_an_element_drawn_anew_is_the_same_target():
    page = """<div id=box></div><script>let n=0; function draw(){ box.innerHTML = '<button onclick="done()">Save</button>' }
    function done(){ document.title = 'saved' } draw(); setTimeout(draw, 1500)</script>"""

    async def story(web, site):
        assert "visible(button Save)" in (await web.observe()).facts
        await asyncio.sleep(2)
        assert isinstance(await does(web, "click", "button Save"), Done)
        assert "title(saved)" in (await web.observe()).facts

    in_browser({"/": page}, story, settle=0.5)


def test_a_target_that_came_back_elsewhere_is_found_again_and_the_journal_says_so():
    page = """<div id=one>First <button onclick="document.title='ok'">Go</button></div> <p>and</p> <div>Second <button>Go</button></div>
    <input aria-label="Name" oninput="one.outerHTML='<div>Other words <button onclick=\\'document.title=1\\'>Go</button></div>'">"""

    async def story(web, site):
        steps = [act("fill", target="textbox Name", text="x"), act("click", target="button Go in First")]
        outcome = await ends(web, "go", "title(1)", planner=steps)
        assert outcome.success, outcome.ending
        assert [e.event.new for e in outcome.entries if isinstance(e.event, Rebound)] == ["button Go in Other words"]

    in_browser({"/": page}, story)


ROWS = "<table id=t></table><script>function draw(names) {{ t.innerHTML = names.map(n => `<tr><th>${{n}}</th><td><button onclick=\"document.title='deleted ${{n}}'\">Delete</button></td></tr>`).join('') }} draw({first})</script>"


def test_a_row_that_was_filled_with_anothers_text_is_another_row():
    async def story(web, site):
        await web.observe()
        await web.page.evaluate(
            "() => { const h = document.querySelectorAll('th'); h[0].textContent = 'Bob'; h[1].textContent = 'Cy'; h[2].closest('tr').remove(); }"
        )
        assert "visible(button Delete in Ada)" not in (await web.observe()).facts
        gone = await does(web, "click", "button Delete in Ada")
        assert isinstance(gone, Failed) and gone.reason == "stale_target"

    in_browser({"/": ROWS.format(first="['Ada', 'Bob', 'Cy']")}, story, settle=0.5)


def test_after_a_restart_an_id_means_the_same_row():
    async def story(web, site):
        await web.observe()
        await web._tab.browser.context.close()
        site.pages["/"] = ROWS.format(first="['Bob', 'Ada']")
        await web.observe()
        await does(web, "click", "button Delete in Ada")
        assert "title(deleted Ada)" in (await web.observe()).facts

    in_browser({"/": ROWS.format(first="['Ada', 'Bob']")}, story)


def test_an_element_of_the_page_cannot_stand_in_for_another_in_a_frame():
    page = "<button id=midcoursePicked onclick=\"document.title='DELETED'\">Delete all</button><iframe src=/in></iframe>"

    async def story(web, site):
        await web.observe()
        assert isinstance(await does(web, "click", "button Inside"), Done)
        facts = (await web.observe()).facts
        assert "text(clicked)" in facts and "title(DELETED)" not in facts

    in_browser({"/": page, "/in": "<button onclick=\"this.after('clicked')\">Inside</button>"}, story)


def test_what_is_typed_does_not_go_astray():
    page = "<input type=password aria-label=Password onfocus='spy.focus()'><input id=spy aria-label=Spy>"

    async def story(web, site):
        await web.observe()
        astray = await does(web, "fill", "textbox Password", text="sesame")
        assert isinstance(astray, Failed) and astray.reason == "not_focused"
        assert "sesame" not in repr((await web.observe()).facts)

    in_browser({"/": page}, story)


def test_a_button_that_says_something_else_by_now_is_not_clicked():
    page = "<button id=b onclick=\"document.title='clicked '+b.textContent\">Keep</button>"

    async def story(web, site):
        await web.observe()
        await web.page.evaluate("() => { b.textContent = 'Delete' }")
        result = await does(web, "click", "button Keep")
        assert isinstance(result, Failed) and "title(clicked Delete)" not in (await web.observe()).facts

    in_browser({"/": page}, story, settle=0.5)


def test_names_say_in_what_things_lie_where_they_are_called_alike():
    page = "<table>" + "".join(f"<tr><th>{name}</th><td><button>Edit</button></td></tr>" for name in ("Ada", "Bob")) + "</table>"

    async def story(web, site):
        assert [t.id for t in (await web.observe()).targets] == ["button Edit in Ada", "button Edit in Bob"]

    in_browser({"/": page}, story)


def test_a_second_of_the_same_name_does_not_take_the_id_of_the_first():
    page = "<div id=d>Here <button>Go</button></div><button id=x onclick=\"d.insertAdjacentHTML('beforebegin', '<div>There <button>Go</button></div>')\">More</button>"

    async def story(web, site):
        before = {t.id: t.box for t in (await web.observe()).targets}
        await does(web, "click", "button More")
        after = {t.id: t.box for t in (await web.observe()).targets}
        assert "button Go" in before and after["button Go"][1] > before["button Go"][1] and "button Go in There" in after

    in_browser({"/": page}, story)


def test_names_are_none_twice():
    assert Names().name([]) == []
