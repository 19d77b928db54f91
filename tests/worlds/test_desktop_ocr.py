"""A window that tells nothing about itself, read by OCR: its texts can be clicked on, and a model's boxes are checked by it."""

import asyncio
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from midcourse.core.errors import TaskError
from midcourse.core.model import Done, Failed
from midcourse.core.seeing.zones import Drawn, Zone
from midcourse.worlds.desktop import by_name, ocr
from midcourse.worlds.desktop.driver import Frame
from midcourse.worlds.desktop.ocr import Ocr
from midcourse.worlds.onlooker import NotRead
from tests.worlds.mute_program import SIZE, TITLE, ZONES, picture
from tests.worlds.on_display import does, on_display

PROGRAM = Path(__file__).with_name("mute_program.py")


def drawn(typed="") -> Frame:
    return Frame(picture(typed).convert("RGB").tobytes("raw", "BGRX"), *SIZE)


def test_texts_are_read_where_they_stand():
    read = {zone.label: zone.box for zone in asyncio.run(Ocr().read(drawn())).zones}
    assert set(read) == set(ZONES)
    for label in ("Accept", "Later"):
        left, top, width, height = ZONES[label][1]
        x, y, w, h = read[label]
        assert left <= x and top <= y and x + w <= left + width and y + h <= top + height


def test_texts_that_stand_far_apart_on_one_line_are_two():
    image = Image.new("RGB", (400, 60), "#eeeeee")
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", 14)
    for left, text in ((10, "File"), (50, "Edit"), (92, "View"), (140, "Save As"), (220, "Help")):
        ImageDraw.Draw(image).text((left, 20), text, fill="black", font=font)
    read = asyncio.run(Ocr().read(Frame(image.tobytes("raw", "BGRX"), *image.size))).zones
    assert [zone.label.replace(" ", "") for zone in sorted(read, key=lambda z: z.box)] == [
        "File",
        "Edit",
        "View",
        "SaveAs",
        "Help",
    ]


def test_a_picture_without_text_is_not_read():
    with pytest.raises(NotRead, match="no text"):
        asyncio.run(Ocr().read(Frame(b"\xee" * 4 * 100 * 80, 100, 80)))


@pytest.mark.parametrize(
    ("zone", "there"),
    [
        (Zone("Accept", ZONES["Accept"][1], "button"), True),
        (Zone("Accept", ZONES["Later"][1], "button"), False),
        (Zone("Accept", (20, 180, 260, 40), "button"), False),  # around both
        (Zone("Accept", (300, 180, 100, 40), "button"), None),  # nothing is there
        (Zone("Name", ZONES["Name"][1], "textbox", "ada"), True),
        (Zone("Name", ZONES["Accept"][1], "textbox"), False),
        (Zone("Street", ZONES["Name"][1], "textbox", "ada"), False),
    ],
)
def test_a_thing_is_there_if_its_own_label_is_read_in_its_box_or_beside_its_field(zone, there):
    assert asyncio.run(Ocr().is_there(drawn("ada"), zone)) is there


class Mistaken:
    """A model that swaps two buttons, and cannot tell what a part shows."""

    tier = "vision"

    async def read(self, picture):
        return Drawn((Zone("Accept", ZONES["Later"][1], "button"), Zone("Later", ZONES["Later"][1], "button")))

    async def is_there(self, picture, zone):
        raise AssertionError("the cheaper reader is asked first")


def test_what_is_read_is_clicked_and_the_window_is_read_again_only_when_it_changes(tmp_path):
    clicked = tmp_path / "clicked.txt"

    async def story(desk):
        first = await desk.observe()
        assert {f"text({label})" for label in ZONES} <= first.facts and first.tier == "ocr" and not first.cost.tokens
        assert f"ocr read 4 targets in '{TITLE}'" in first.source and all("ocr" in t.state for t in first.targets)
        still = await desk.observe()
        assert still.tier == "unchanged" and still.targets == first.targets
        assert isinstance(await does(desk, "hover", "item Later"), Done)
        assert (await desk.observe()).tier == "accessibility"  # looked at anew, and found to be as it was read
        assert isinstance(await does(desk, "click", "item Accept"), Done)
        return await desk.observe()

    last = on_display(story, program=f"{sys.executable} {PROGRAM} {clicked}", folders=[tmp_path], readers=[Ocr()])
    assert clicked.read_text() == "click Accept\n" and "text(Thank you)" in last.facts


def test_a_box_of_a_model_in_which_another_text_is_read_is_not_clicked(tmp_path):
    clicked = tmp_path / "clicked.txt"

    async def story(desk):
        await desk.observe()
        return await does(desk, "click", "button Accept"), await does(desk, "click", "button Later")

    options = {"program": f"{sys.executable} {PROGRAM} {clicked}", "folders": [tmp_path], "readers": [Mistaken(), Ocr()]}
    wrong, right = on_display(story, **options)
    assert (
        isinstance(wrong, Failed) and wrong.reason == "unconfirmed" and wrong.clean and "something else is there" in wrong.detail
    )
    assert isinstance(right, Done) and clicked.read_text() == "click Later\n"


def test_without_its_package_the_error_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setattr(ocr, "find_spec", lambda name: None)
    with pytest.raises(TaskError, match=r"midcourse\[ocr\]"):
        by_name.from_words("mousepad ocr", tmp_path, None)
