"""What pictures on buttons stand for, and what stands with each of several things alike."""

import pytest

from midcourse.worlds.web.icons import pictured
from midcourse.worlds.web.reading import Node, Reading
from midcourse.worlds.web.records import records_of
from midcourse.worlds.web.texts import Texts
from midcourse.worlds.web.things import Thing


def node(tag: str, parent: int = 0, text: str = "", url: str = "", **attributes: str) -> Node:
    told = {"class" if name == "marks" else name.replace("_", "-"): value for name, value in attributes.items()}
    return Node(0, tag, parent, text=text, url=url, box=(0, 0, 10, 10), attributes=told)


@pytest.mark.parametrize(
    ("inside", "name"),
    [
        (node("i", marks="fa-solid fa-trash-can"), "delete"),
        (node("svg", data_testid="DeleteIcon"), "delete"),
        (node("use", href="#icon-pencil"), "edit"),
        (node("img", alt="Edit it"), "Edit it"),
        (node("span", marks="wide box"), ""),
        (node("i", marks="fa fa-fw fa-lg"), ""),
        (node("i", marks="v-icon notranslate mdi mdi-pencil theme--light"), "edit"),
    ],
)
def test_a_picture_is_called_by_what_it_stands_for(inside, name):
    assert pictured([node("button", -1), inside]) == name


def test_a_picture_that_is_clicked_on_itself_is_called_so_too():
    assert pictured([node("i", -1, marks="v-icon mdi mdi-checkbox-blank-outline theme--light")]) == "checkbox blank"
    assert pictured([node("div", -1, marks="icon-bar mdi-wide")]) == ""


DOTS = (
    "M12 6.75a.75.75 0 1 1 0-1.5.75.75 0 0 1 0 1.5ZM12 12.75a.75.75 0 1 1 0-1.5.75.75 0 0 1 0 1.5ZM12 18.75a.75.75 0 1 1 0-1.5Z",
    "M6 10c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2zm12 0c-1.1 0-2 .9-2 2s.9 2 2 2 2-.9 2-2-.9-2-2-2zm-6 0c-1.1 0-2 .9-2 2s.9 2 2 2z",
)
OTHERS = (
    "M5 12.55a11 11 0 0 1 14.08 0M1.42 9a16 16 0 0 1 21.16 0M8.53 16.11a6 6 0 0 1 6.95 0",
    "M4 6h16M4 12h16M4 18h16",
    "M12 2c3 0 3 4 0 4zm0 6c9 0 9 9 0 9z",
    "",
)


def test_three_dots_in_a_line_are_a_menu_whoever_drew_them_and_no_other_figures_are():
    def shown(*figures):
        return pictured([node("button", -1), node("svg"), *figures])

    frame = node("path", d="M0 0h24v24H0z", fill="none")
    assert [shown(frame, node("path", d=path)) for path in DOTS] == ["more", "more"]
    assert [shown(node("path", d=path)) for path in OTHERS] == [""] * len(OTHERS)
    assert shown(*(node("circle", cx="12", cy=y, r="1") for y in ("5", "12", "19"))) == "more"
    assert shown(*(node("circle", cx=x, cy=x, r="1") for x in ("5", "12", "19"))) == ""
    assert shown(*(node("circle", cx="12", cy=y, r="1") for y in ("5", "12", "19")), node("line")) == ""


def cards(url: str = "", first: str = "Gull", second: str = "Tern") -> list[str]:
    nodes = [node("main", -1)]
    places: list[int] = []
    for name in (first, second):
        card = len(nodes)
        nodes += [node("section"), node("#text", card, name), node("a", card, url=url)]
        places.append(card + 2)
    reading = Reading("http://x/list", nodes, (0, 0), None)
    things = [Thing(place, place, "link", "Edit", (0, 0, 10, 10), ()) for place in places]
    found = records_of(reading, Texts(reading), things)
    return [found.get(place, "") for place in places]


def test_with_each_of_several_stands_the_text_of_the_largest_part_that_holds_just_it():
    assert cards() == ["Gull", "Tern"] == cards("http://x/list#")


def test_one_link_that_is_written_twice_is_no_list():
    assert cards("http://x/edit") == ["", ""]
