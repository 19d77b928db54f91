"""What radio buttons are called beside their names."""

from midcourse.worlds.web.radios import radio_names
from midcourse.worlds.web.reading import Node, Reading
from midcourse.worlds.web.texts import Texts
from midcourse.worlds.web.things import Thing


def names(*others: str):
    box = (0, 0, 10, 10)
    nodes = [Node(0, "form", -1, box=box)]
    things: list[Thing] = []
    nodes += [Node(0, "div", 0, box=box), Node(0, "#text", 1, text="Kind", box=box)]
    for option in ("Kind Queue", "Shelf Keeps it."):
        label = len(nodes)
        nodes += [Node(0, "label", 1, box=box), Node(0, "input", label, box=box, attributes={"name": "k"})]
        nodes.append(Node(0, "#text", label, text=option.removeprefix("Kind ").split()[0], box=box))
        things.append(Thing(label + 1, label + 1, "radio", option, box, ()))
    for role in others:
        nodes.append(Node(0, "input", 1, box=box))
        things.append(Thing(len(nodes) - 1, 0, role, "Name", box, ()))
    reading = Reading("http://x/", nodes, (0, 0), None)
    return list(radio_names(reading, Texts(reading), things).values())


def test_radio_buttons_are_called_by_what_is_asked_with_them_and_by_their_first_lines():
    assert names() == [("Kind", "Queue"), ("Kind", "Shelf")]


def test_what_comes_before_other_fields_too_is_not_what_is_asked_with_them():
    assert names("textbox") == [("Queue",), ("Shelf",)]
