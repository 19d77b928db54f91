"""A task that was shown once is done again with other values; what is no longer there is told exactly."""

import asyncio
from pathlib import Path

import pytest
import yaml

from midcourse.core.errors import TaskError
from midcourse.core.model import Observation, Skill, Target
from midcourse.core.plans.plan import Act, Draft
from midcourse.inputs.taskfile import read_task
from midcourse.interfaces.cli import recording as command
from midcourse.planners.given import Given
from midcourse.planners.words.shown import ShownPlanner
from midcourse.wiring.names import planner_named
from midcourse.worlds.shown import Deed, end_of, names_of, task_of, task_values
from midcourse.worlds.web import WebWorld
from midcourse.worlds.web.recording import Recorder, deed_of
from tests.planners.words.screens import calls, screen
from tests.site_on_loopback import Site
from tests.worlds.in_browser import ends, in_browser

HOME = '<title>Home</title><a href="/new">New item</a> <a href="/help">Help</a>'
NEW = """<title>New</title><form method=post action=/add><label>Title <input name=title></label>
<label>Kind <select name=kind><option>tool<option>toy</select></label><label>Fragile <input type=checkbox name=fragile></label>
<button>Save</button></form>"""


def items(site):
    def page(request):
        rows = "".join(f"<tr><td>{p['title']}<td>{p['kind']}" for path, p in site().posted)
        return 200, f"<title>Items</title><table><tr><th>Title<th>Kind{rows}</table>"

    return page


def pages(holder, new=NEW, home=HOME):
    return {"/": home, "/new": new, "/add": (303, "", ("Location", "/items")), "/items": items(lambda: holder[0])}


async def press(page, selector):
    box = await page.locator(selector).bounding_box()
    await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


async def shows(web, over):
    """A person: by mouse and keys, in their own time."""
    page = web.page
    await press(page, "text=New item")
    await page.wait_for_url("**/new")
    await asyncio.sleep(0.6)
    await press(page, "[name=title]")
    await page.keyboard.type("lamp")
    await page.locator("select").select_option("toy")
    await press(page, "[name=fragile]")
    await asyncio.sleep(0.6)
    await press(page, "button")
    await page.wait_for_url("**/items")
    await asyncio.sleep(0.8)
    over.set()


def recorded(tmp_path) -> Path:
    """The task file of a person who adds a lamp."""

    async def tell():
        holder = []
        with Site(pages(holder)) as site:
            holder.append(site)
            async with WebWorld(site.address + "/") as web:
                recorder, over = Recorder(web), asyncio.Event()
                listening = asyncio.ensure_future(recorder.listen(over))
                while recorder.last is None:
                    await asyncio.sleep(0.05)
                await asyncio.sleep(0.3)
                await shows(web, over)
                await listening
                assert recorder.first is not None and recorder.last is not None
                return task_of("web:http://127.0.0.1:1/", recorder.deeds(), recorder.first, recorder.last)

    made = asyncio.run(tell())
    file = tmp_path / "task.yaml"
    file.write_text(yaml.safe_dump(made, sort_keys=False))
    return file


def again(file, values, **changed):
    """The recorded task on a site, with other values: the outcome, and what was posted."""

    async def tell():
        holder = []
        with Site(pages(holder, **changed)) as site:
            holder.append(site)
            task = read_task(file)
            task.values.update(values)
            async with WebWorld(site.address + "/") as web:
                planner = planner_named("shown", Given(task.scripts()))
                return await ends(web, task.task(), "", planner=planner), [p for _, p in site.posted]

    return asyncio.run(tell())


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return recorded(tmp_path_factory.mktemp("shown"))


def test_what_was_shown_is_a_task_with_values_and_an_end(file):
    made = yaml.safe_load(file.read_text())
    assert made["values"] == {"Title": "lamp", "Kind": "toy"} and made["planner"] == "shown"
    assert [(s["do"], s["on"]) for s in made["plan"]] == [
        ("click", "link New item"),
        ("fill", "textbox Title"),
        ("select", "combobox Kind"),
        ("check", "checkbox Fragile"),
        ("click", "button Save"),
    ]
    assert made["done_when"] == 'listed("/items", "{Title}")'


def test_it_is_done_again_with_other_values(file):
    outcome, posted = again(file, {"Title": "saw", "Kind": "tool"})
    assert outcome.success and posted == [{"title": "saw", "kind": "tool", "fragile": "on"}], outcome.ending


def test_it_is_done_though_things_were_renamed_and_moved(file):
    new = NEW.replace("Title <", "Name of it <").replace("Save", "Store it")
    home = HOME.replace("New item", "Create")
    outcome, posted = again(file, {"Title": "saw"}, new=new, home=home)
    assert outcome.success and posted == [{"title": "saw", "kind": "toy", "fragile": "on"}], outcome.ending


def test_what_is_no_longer_there_is_told_and_nothing_is_sent(file):
    outcome, posted = again(file, {"Title": "saw"}, new=NEW.replace("<label>Title <input name=title></label>", ""))
    assert not outcome.success and not posted
    assert "Title" in outcome.ending.final_detail


def test_a_password_that_the_page_shows_while_it_is_typed_is_a_secret():
    page = """<title>In</title><form><label>Password <input type=password id=p></label></form>
    <button onclick="p.type='text'">Show</button>"""

    async def story(web, site):
        recorder, over = Recorder(web), asyncio.Event()
        listening = asyncio.ensure_future(recorder.listen(over))
        while recorder.last is None:
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        await press(web.page, "button")
        await asyncio.sleep(0.5)
        await press(web.page, "#p")
        await web.page.keyboard.type("sesame-street")
        await asyncio.sleep(1)
        over.set()
        await listening
        assert recorder.first is not None and recorder.last is not None
        return task_of("web:x", recorder.deeds(), recorder.first, recorder.last)

    task = in_browser({"/": page}, story)
    assert task["values"] == {"Password": "secret:PASSWORD"} and "sesame" not in repr(task)


def test_the_end_is_the_line_with_the_least_beside_what_was_entered():
    first, last = Observation(), Observation(frozenset({"text(Added lamp at 10:03)", "listed(/items, lamp)", "text(other)"}))
    assert end_of({"Title": "lamp"}, first, last) == 'listed("/items", "{Title}")'
    assert end_of({"Title": "x"}, first, last) == ""


def test_an_act_on_nothing_that_is_seen_is_no_deed():
    assert deed_of({"name": "click", "ref": "e1", "ariaSnapshot": '- button "Go" [ref=e1]'}, Observation()) is None
    assert command.COMMANDS and ShownPlanner(())


def told(name, line, selector="", **more):
    return {"name": name, "ref": "e1", "ariaSnapshot": line, "selector": selector, **more}


LOGIN = Observation(
    frozenset({"called(textbox Login, login name)", "called(textbox Login in x, password)"}),
    targets=(Target("textbox Login", "textbox", "Login"), Target("textbox Login in x", "textbox", "Login", ("password",))),
)


def test_a_field_without_a_name_is_known_by_what_its_author_called_it_and_two_of_one_label_are_two_values():
    who = deed_of(told("fill", "- textbox [ref=e1]", 'input[name="login_name"]', text="ada"), LOGIN)
    word = deed_of(told("fill", "- textbox [ref=e1]", "#password", text="x"), LOGIN)
    assert who is not None and word is not None
    assert task_values([who, word]) == {"Login": "ada", "password": "secret:PASSWORD"}
    assert names_of([who, word]) == {("textbox Login", 0): "Login", ("textbox Login in x", 0): "password"}


def test_the_text_in_a_button_is_the_button_and_keys_that_were_held_are_told():
    seen = Observation(targets=(Target("button Store", "button", "Store"), Target("textbox a", "textbox", "a", ("unnamed",))))
    pressed = deed_of(told("click", '- button "Store" [ref=e0]:\n  - paragraph [ref=e1]'), seen)
    assert pressed is not None and pressed.target.id == "button Store"
    held = deed_of(told("press", "- textbox [ref=e1]", key="a", modifiers=2), seen)
    assert held is not None and held.target.id == "textbox a" and held.args == {"keys": "Control+a"}


def test_what_was_done_to_something_that_no_look_shows_is_told():
    recorder = Recorder(None)
    recorder.first = recorder.last = Observation()
    recorder.action_added(None, told("click", "- button [ref=e1]", "#gone"), None)
    assert recorder.deeds() == [] and recorder.unclear == ["click on #gone"]


def test_the_end_is_no_page_of_one_record_no_line_about_who_signed_in_and_rather_a_line_without_other_numbers():
    values = {"User": "ada", "Password": "secret:PASSWORD", "Title": "lamp"}
    seen = ("listed(/issue1, lamp)", "title(Issue 1 lamp)", 'text("Welcome, ada")', "text(The lamp is there)")
    assert end_of(values, Observation(), Observation(frozenset(seen))) == 'text("The {Title} is there")'


def test_a_password_that_the_page_shows_elsewhere_is_in_no_part_of_the_task():
    word, name = Target("textbox Word", "textbox", "Word", ("password",)), Target("textbox Name", "textbox", "Name")
    deeds = [
        Deed("fill", name, {"text": "lamp"}),
        Deed("fill", Target("textbox City", "textbox", "City"), {"text": "Bonn"}),
        Deed("fill", word, {"text": "hunter2234"}),
        Deed(
            "click", Target("button Go on as hunter2234", "button", "Go on as hunter2234"), {}, brings='dialog("Hi hunter2234")'
        ),
        Deed("click", Target("link In", "link", "In"), {}, leads="/in/hunter2234"),
        Deed("close_window", Target(""), {"title": "Hello hunter2234"}),
    ]
    last = Observation(frozenset({"text(lamp has hunter2234)", "text(the new one is called lamp)"}))
    made = task_of("web:x", deeds, Observation(), last)
    assert "hunter" not in str(made) and made["done_when"] == 'text("the new one is called {Name}")'
    assert made["plan"][3] == {"do": "click", "on": "button Go on as •••", "expects": 'dialog("Hi •••")'}


@pytest.mark.parametrize(("skill", "arg"), [("fill", "text"), ("select", "option"), ("type_text", "text")])
def test_a_page_cannot_have_a_secret_by_its_name_entered_in_the_next_run(skill, arg):
    """A field whose text the page changed, or an option that it called so, would be a value that stands for the secret."""
    deeds = [Deed(skill, Target("textbox City", "textbox", "City"), {arg: "secret:BANK"})]
    with pytest.raises(TaskError, match="textbox City: 'secret:BANK' would be the name of a secret"):
        task_of("web:x", deeds, Observation(), Observation())
    word = Target("textbox Word", "textbox", "Word", ("password",))
    made = task_of("web:x", [Deed("fill", word, {"text": "secret:BANK"})], Observation(), Observation())
    assert made["values"] == {"Word": "secret:WORD"}


def test_what_stands_in_an_editor_is_no_text_of_the_page():
    async def story(web, site):
        return (await web.observe()).facts

    facts = in_browser({"/": "<p>outside</p><div contenteditable><p>inside</p></div>"}, story)
    assert "text(outside)" in facts and "text(inside)" not in facts


def test_a_value_has_its_place_in_a_text_and_what_a_step_brings_is_expected():
    steps = [
        Act("fill", {"text": "/notes/{Name}"}, "textbox Name"),
        Act("click", {}, "button Save", expects='not dialog("{Name}")'),
        Act("select", {"option": "Close"}, "menuitem File"),
    ]
    told = {"values": {"Name": "a.txt"}, "skills": (Skill("fill"), Skill("click"), Skill("select"))}
    empty = screen("textbox Name", "button Save", facts=('value(textbox Name, "")',), **told)
    plan = asyncio.run(ShownPlanner(steps).plan(empty.request))
    assert isinstance(plan, Draft) and calls(acts_in(plan)) == ["fill textbox Name=/notes/a.txt"]
    stands = ("value(textbox Name, /notes/a.txt)",)
    plan = asyncio.run(ShownPlanner(steps).plan(screen("textbox Name", "button Save", facts=stands, **told).request))
    assert isinstance(plan, Draft) and calls(acts_in(plan)) == ["click button Save"]
    assert acts_in(plan)[0].expects == "not dialog(a.txt)"


def test_a_choice_in_a_menu_presses_and_keys_for_no_target_come_in_their_turn():
    steps = [Act("select", {"option": "New"}, "menuitem File"), Act("hotkey", {"keys": "Ctrl+S"}), Act("click", {}, "button Go")]
    menu = ("menuitem File", "button Go")

    def planned(*done):
        plan = asyncio.run(ShownPlanner(steps).plan(screen(*menu, done=done).request))
        assert isinstance(plan, Draft)
        return calls(acts_in(plan))

    assert planned() == ["select menuitem File=New"]
    assert planned(steps[0]) == ["hotkey=Ctrl+S"]
    assert planned(Act("select", {"option": "Old"}, "menuitem File")) == ["select menuitem File=New"]
    assert planned(*steps[:2]) == ["click button Go"]


def acts_in(plan):
    return [step for step in plan.steps if isinstance(step, Act)]
