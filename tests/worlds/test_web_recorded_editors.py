"""What is typed into an editor is written down with the task, and typed again with another text."""

import asyncio

import pytest
import yaml

from midcourse.core.model import Observation, Target
from midcourse.inputs.taskfile import read_task
from midcourse.planners.given import Given
from midcourse.wiring.names import planner_named
from midcourse.worlds.shown import task_of
from midcourse.worlds.web import WebWorld
from midcourse.worlds.web.editors import is_more_of, typed
from midcourse.worlds.web.recording import Recorder, deed_of
from tests.site_on_loopback import Site
from tests.worlds.in_browser import ends, in_browser
from tests.worlds.test_web_recording import items, press

PAGE = """<title>New</title><form method=post action=/add onsubmit="kind.value = edit.innerText.replace(/\\n+/g, '|')">
<label>Title <input name=title></label><div id=edit class=blank contenteditable=true style="min-height:80px"><p><br></p></div>
<input type=hidden name=kind id=kind><button>Save</button></form><script>edit.removeAttribute('id');
const edit_ = document.querySelector('[contenteditable]'); window.edit = edit_; edit_.oninput = () => edit_.className = 'full';
document.execCommand('defaultParagraphSeparator', false, 'p')</script>"""


async def types(page):
    """A person: a title, then two lines in the editor."""
    await press(page, "[name=title]")
    await page.keyboard.type("lamp", delay=10)
    await press(page, "[contenteditable]")
    await page.keyboard.type("Save", delay=30)
    await page.keyboard.press("Enter")
    await page.keyboard.type("energy now", delay=30)
    await asyncio.sleep(0.6)
    await press(page, "button")
    await page.wait_for_url("**/items")
    await asyncio.sleep(0.8)


def test_a_text_in_an_editor_is_a_value_and_is_typed_again(tmp_path):
    async def tell():
        holder = []
        with Site({"/": PAGE, "/add": (303, "", ("Location", "/items")), "/items": items(lambda: holder[0])}) as site:
            holder.append(site)
            async with WebWorld(site.address + "/") as web:
                recorder, over = Recorder(web), asyncio.Event()
                listening = asyncio.ensure_future(recorder.listen(over))
                while recorder.last is None:
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.3)
                await types(web.page)
                over.set()
                await listening
                assert recorder.unclear == [] and recorder.first is not None
                made = task_of(f"web:{site.address}/", recorder.deeds(), recorder.first, await recorder.lasting())
            file = tmp_path / "task.yaml"
            file.write_text(yaml.safe_dump(made, sort_keys=False))
            task = read_task(file)
            task.values.update({"Title": "saw", "text": "Other words\nand more"})
            async with WebWorld(site.address + "/") as web:
                outcome = await ends(web, task.task(), "", planner=planner_named("shown", Given(task.scripts())))
            return made, outcome, [p for _, p in site.posted]

    made, outcome, posted = asyncio.run(tell())
    assert made["values"] == {"Title": "lamp", "text": "Save\nenergy now"}
    assert [s["do"] for s in made["plan"]] == ["fill", "fill", "click"]
    assert outcome.success, outcome.ending
    assert posted == [{"title": "lamp", "kind": "Save|energy now"}, {"title": "saw", "kind": "Other words|and more"}]


EDITOR = Observation(
    frozenset({"focused(textbox)", 'value(textbox, "Save it")', "value(textbox #2, Save)"}),
    targets=(
        Target("textbox", "textbox", "", ("unnamed", "multiline")),
        Target("textbox #2", "textbox", "", ("unnamed", "multiline")),
        Target("button Save", "button", "Save"),
    ),
)


@pytest.mark.parametrize("snapshot", ["- generic [ref=e1]: Save", "- textbox [ref=e1]: Save", "- textbox [active] [ref=e1]"])
def test_the_text_of_an_editor_is_not_taken_for_the_name_of_a_thing(snapshot):
    told = {"name": "fill", "ref": "e1", "ariaSnapshot": snapshot, "selector": 'internal:text="Save"i', "text": "Save"}
    deed = deed_of(told, EDITOR)
    assert deed is not None and deed.target.id == "textbox"
    assert deed_of({**told, "text": "Other"}, EDITOR) is None


@pytest.mark.parametrize(
    ("inside", "text"),
    [("\n  - paragraph [ref=e2]: a\n  - paragraph [ref=e3]: b", "a\nb c"), ("\n- paragraph: beside", "a\n\nb c")],
)
def test_one_key_makes_one_new_line_between_paragraphs(inside, text):
    data = {"ref": "e1", "ariaSnapshot": f"- generic [ref=e1]:{inside}", "text": "a\n\nb\u00a0c"}
    assert typed(data) == text


def test_the_label_of_one_field_names_no_other_and_an_editor_keeps_its_id_though_its_classes_change():
    page = (
        "<label>Title <input></label><div contenteditable class='x blank' style='min-height:40px'></div>"
        "<label for=far>Far</label><div contenteditable style='min-height:40px'></div><input id=far>"
    )

    async def story(web, site):
        before = (await web.observe()).targets
        await web.page.evaluate("document.querySelector('.blank').className = 'x full'")
        return before, (await web.observe()).targets

    before, after = in_browser({"/": page}, story)
    assert [t.label for t in before] == ["Title", "", "", "Far"] and [t.id for t in before] == [t.id for t in after]


def test_a_label_in_one_shadow_tree_is_not_taken_for_that_of_a_field_in_another():
    page = """<div></div><div></div><script>const [a, b] = document.querySelectorAll('div');
    a.attachShadow({mode: 'open'}).innerHTML = '<label for=input>Due</label><br><input id=input type=hidden><input class=x>';
    b.attachShadow({mode: 'open'}).innerHTML = '<label for=input>Note</label><br><input id=input>';</script>"""

    async def story(web, site):
        return (await web.observe()).targets

    assert [t.label for t in in_browser({"/": page}, story)] == ["Due", "Note"]


def test_what_was_typed_into_a_field_with_a_name_is_not_taken_for_an_editor_of_which_a_late_look_still_tells():
    asked = {"name": "fill", "ref": "e2", "ariaSnapshot": '- textbox "Why" [ref=e2]', "selector": "", "text": "new"}
    assert deed_of(asked, EDITOR, sure=True) is None
    empty = Observation(frozenset({"focused(textbox)", 'value(textbox, "")'}), targets=EDITOR.targets)
    typed_into = {"name": "fill", "ref": "", "ariaSnapshot": "", "selector": "internal:role=textbox", "text": "new"}
    assert deed_of(typed_into, empty, sure=True) is None and deed_of(typed_into, empty) is not None


def test_an_editor_that_is_told_by_its_text_is_typed_into_once():
    def told(text, where="has-text="):
        return {"name": "fill", "selector": f'internal:role=textbox >> internal:{where}"{text}"i', "text": text}

    assert is_more_of(told("All"), told("All about")) and is_more_of(told("All about"), told("All"))
    assert not is_more_of(told("All"), told("None")) and not is_more_of(told("A", "label="), told("Ab", "label="))
    assert not is_more_of({"name": "click"}, told("A"))
