"""Keys do not reach a terminal in a page, however they are pressed, unless the task says so."""

import pytest

from midcourse.core.model import Done, Failed
from midcourse.worlds.web.terminals import has_terminal, no_keys
from tests.support import the
from tests.worlds.in_browser import does, in_browser

HEARS = "<script>addEventListener('keydown', e => document.title += e.key, true)</script>"
TERMINALS = {
    "a hidden area that takes the keys": "<div class='terminal xterm' onclick='t.focus()'><p>$ ready</p>"
    "<textarea id=t class='xterm-helper-textarea' aria-label='Terminal input' style='position:absolute;opacity:0'></textarea></div>",
    "a label": "<p onclick='t.focus()'>$ ready</p><textarea id=t aria-label='Terminal 1, bash'></textarea>",
    "an editor": "<div class='hterm-box'><div id=t contenteditable onclick='t.focus()'><p>$ ready</p></div></div>",
    "in a shadow": "<p onclick='h.shadowRoot.firstChild.focus()'>$ ready</p><div id=h></div><script>h.attachShadow({mode: 'open'})"
    ".innerHTML = `<textarea class='term'></textarea>`</script>",
}


@pytest.mark.parametrize("kind", TERMINALS)
def test_keys_are_not_pressed_in_a_terminal(kind):
    async def story(web, site):
        await web.observe()
        await web.page.evaluate("document.querySelector('p').click()")
        failed = the(await does(web, "press", keys="Enter"), Failed)
        assert failed.reason == "forbidden" and failed.clean and "terminal" in failed.detail
        assert await web.page.title() == ""
        assert await has_terminal(web.page) and "a person" in str(no_keys())

    in_browser({"/": f"<title></title>{TERMINALS[kind]}{HEARS}"}, story)


def test_text_does_not_reach_one_by_way_of_what_it_shows():
    page = f"<title></title>{TERMINALS['a hidden area that takes the keys']}{HEARS}"

    async def story(web, site):
        seen = await web.observe()
        [shown] = [t.id for t in seen.targets if "ready" in t.id]
        failed = the(await does(web, "fill", shown, text="x"), Failed)
        assert failed.reason == "forbidden" and await web.page.title() == ""

    in_browser({"/": page}, story)


def test_they_are_where_the_task_says_so():
    async def story(web, site):
        await web.observe()
        await web.page.evaluate("t.focus()")
        assert isinstance(await does(web, "press", keys="Enter"), Done)
        assert await web.page.title() == "Enter"

    in_browser({"/": f"<title></title>{TERMINALS['a label']}{HEARS}"}, story, terminals=True)


def test_text_is_not_put_into_one_nor_are_keys_pressed_in_one_in_a_frame():
    page = "<label>Commands <textarea class=xterm></textarea></label><iframe src=/in></iframe>"

    async def story(web, site):
        seen = await web.observe()
        [field] = [t.id for t in seen.targets if "Commands" in t.id]
        assert the(await does(web, "fill", field, text="reboot\n"), Failed).reason == "forbidden"
        await web.page.frames[1].evaluate("document.querySelector('textarea').focus()")
        assert the(await does(web, "press", keys="Enter"), Failed).reason == "forbidden"

    in_browser({"/": page, "/in": TERMINALS["a label"]}, story)


def test_fields_that_only_sound_like_one_take_text():
    page = """<form class=terminal-search><label>Terminal <input></label></form>
        <div class=terms><label>Terms <textarea></textarea></label></div>"""

    async def story(web, site):
        seen = await web.observe()
        for field in (t.id for t in seen.targets if "Term" in t.id):
            assert isinstance(await does(web, "fill", field, text="2"), Done)
            assert isinstance(await does(web, "press", field, keys="End"), Done)

    in_browser({"/": page}, story)
