"""What pictures of a desktop show, and what they must not."""

import io

import pytest
from PIL import Image

from midcourse.core.model import Call, Done, Failed
from midcourse.worlds.desktop.hushed import Hushed
from tests.worlds.on_display import does, on_display

SECRET = "Xylophone-4711"


def blackness(picture, box):
    """Which part of a box is black, 0 to 1."""
    left, top, width, height = box
    part = Image.open(io.BytesIO(picture)).convert("RGB").crop((left + 2, top + 2, left + width - 2, top + height - 2))
    return sum(count for count, colour in part.getcolors(1_000_000) or () if colour == (0, 0, 0)) / (part.width * part.height)


def test_a_secret_is_known_however_it_is_written_and_what_is_too_short_is_none():
    hushed = Hushed()
    assert not hushed.holds(SECRET)
    hushed.entrust({"DOOR": SECRET, "PIN": "12"})
    assert hushed.holds(f"file:///{SECRET}.txt")
    assert not hushed.holds("room 12")


def test_a_secret_is_black_wherever_a_program_shows_it(tmp_path):
    shown = tmp_path / "shown.txt"
    shown.write_text(f"the door opens with {SECRET} only\n")
    named = tmp_path / f"{SECRET}.txt"
    named.write_text("nothing here\n")

    async def story(desk):
        told = []
        for opened in (shown, named):
            if opened is named:
                assert (await does(desk, "launch", program=f"mousepad --disable-server {named}")).output
            await desk.observe()
            sight = await desk.look()
            window = sight.active
            field = next(t for id, t in sight.things.items() if t.role == "textbox" and t.window == window.id)
            bar = (window.whole[0], window.whole[1], window.whole[2], window.box[1] - window.whole[1])
            menu = next(t for t in sight.things.values() if t.label == "File" and t.window == window.id)
            picture = await desk.picture()
            told.append([blackness(picture, box) for box in (field.box, bar, menu.box)])
        return told

    async def entrusted(desk):
        desk.entrust({"DOOR": SECRET}, "")
        return await story(desk)

    program = f"mousepad --disable-server {shown}"
    (field, bar, menu), (field2, bar2, menu2) = on_display(entrusted, program=program, folders=[tmp_path])
    assert field > 0.9 and bar2 > 0.9
    assert max(bar, menu, field2, menu2) < 0.5


def test_a_secret_that_was_entered_is_black_where_it_shows_again(tmp_path):
    async def story(desk):
        await desk.observe()
        field = next(t.id for t in (await desk.look()).targets if t.role == "textbox")
        await desk.act(Call("fill", {"text": SECRET}, field, secrets=frozenset({"DOOR"})))
        await desk.observe()
        await does(desk, "hotkey", keys="Ctrl+F")
        await desk.observe()
        sight = await desk.look()
        other = next(t for id, t in sight.things.items() if t.role == "textbox" and id != field)
        filled = await does(desk, "fill", next(id for id, t in sight.things.items() if t is other), text=f"is {SECRET} here")
        await desk.observe()
        return filled, blackness(await desk.picture(), other.box)

    _, dark = on_display(story, program="mousepad", folders=[tmp_path])
    assert dark > 0.9


@pytest.mark.parametrize("keys", ["Ctrl+C", "Ctrl+X", "Shift+Delete"])
def test_a_secret_is_not_copied_from_its_field(tmp_path, keys):
    async def story(desk):
        await desk.observe()
        field = next(t.id for t in (await desk.look()).targets if t.role == "textbox")
        await desk.act(Call("fill", {"text": "hello"}, field))
        await does(desk, "hotkey", keys="Ctrl+A")
        plain = await does(desk, "hotkey", keys="Ctrl+C")
        await desk.act(Call("fill", {"text": SECRET}, field, secrets=frozenset({"DOOR"})))
        await desk.observe()
        await does(desk, "hotkey", keys="Ctrl+A")
        return plain, await does(desk, "hotkey", keys=keys), await does(desk, "select_menu", path="Edit > Copy")

    plain, by_keys, by_menu = on_display(story, program="mousepad", folders=[tmp_path])
    assert isinstance(plain, Done)
    for refused in (by_keys, by_menu):
        assert isinstance(refused, Failed) and refused.reason == "forbidden" and "copy a secret" in refused.detail
