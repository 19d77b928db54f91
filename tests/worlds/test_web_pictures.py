"""Pictures of pages: frames only on what can be seen, numbers that the targets have too, and the last one shows the result."""

import io

from PIL import Image

from midcourse.worlds.drawing import EDGE
from midcourse.worlds.web.in_sight import numbered
from tests.worlds.in_browser import does, in_browser

PAGE = """<body style="margin:0"><style>button{position:absolute;width:100px;height:40px}</style>
<button style="left:20px;top:40px">First</button>
<button style="left:20px;top:200px">Covered</button>
<div style="position:fixed;left:0;top:180px;width:400px;height:100px;background:#ccc">Banner</div>
<div style="position:absolute;left:500px;top:40px;width:150px;height:60px;overflow:hidden">
 <button style="left:0;top:0">Upper</button><button style="left:0;top:300px">Cut off</button></div>
<button style="left:20px;top:1500px" onclick="this.textContent='Pressed'">Far</button><div style="height:3000px"></div>"""


def framed(picture, x, y):
    return Image.open(io.BytesIO(picture)).convert("RGB").getpixel((x, y)) == EDGE


def numbers(seen):
    return {t.label: s.removeprefix("number ") for t in seen.targets for s in t.state if s.startswith("number ")}


def test_only_what_can_be_seen_has_a_frame_and_a_number_that_the_targets_have_too():
    async def story(web, site):
        seen = await web.observe()
        assert numbers(seen) == {"First": "1", "Upper": "2"}
        assert framed(seen.picture, 20, 60) and framed(seen.picture, 500, 60)
        assert not framed(seen.picture, 20, 220) and not framed(seen.picture, 500, 360)

    in_browser({"/": PAGE}, story, pictures=True)


def test_the_last_picture_shows_what_came_of_the_last_act_even_if_only_the_view_moved():
    async def story(web, site):
        before = (await web.observe()).picture
        await does(web, "scroll_to", "button Far")
        after = await web.observe()
        assert after.picture != before and "Far" in numbers(after) and "First" not in numbers(after)
        await does(web, "click", "button Far")
        assert "Pressed" in numbers(await web.observe())

    in_browser({"/": PAGE}, story, pictures=True)


def test_a_page_that_was_scrolled_is_asked_what_lies_over_its_things():
    page = PAGE.replace(
        "background:#ccc", "z-index:5;clip-path:inset(0 0 90% 0)"
    )  # its box lies over the far button, it does not

    async def story(web, site):
        await web.observe()
        await web.page.evaluate("scrollTo(0, 1300); document.title = 'scrolled'")
        return (await web.observe()).facts

    facts = in_browser({"/": page}, story)
    assert "title(scrolled)" in facts and not any(f.startswith("hides(") and "button Far" in f for f in facts)


def test_without_a_picture_no_target_has_a_number():
    async def story(web, site):
        return numbers(await web.observe())

    assert in_browser({"/": PAGE}, story) == {} and numbered((), ()) == ()
