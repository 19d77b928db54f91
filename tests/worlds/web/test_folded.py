"""At what a menu may come up that is hidden with it."""

from midcourse.worlds.web.folded import folded
from midcourse.worlds.web.reading import Node, Reading
from midcourse.worlds.web.texts import Texts

SEEN = (0, 0, 40, 10)


def places(*nodes: tuple[str, int, str], chosen: dict[int, str] | None = None) -> set[int]:
    """Nodes as (tag, parent, text); a tag with a mark in front is not drawn. `main` is around them all."""
    made = [Node(0, "main", -1, box=SEEN)]
    for tag, parent, text in nodes:
        made.append(Node(0, tag.lstrip("!"), parent, text=text, box=None if tag.startswith("!") else SEEN))
    reading = Reading("http://x/", made, (0, 0), None)
    return folded(reading, Texts(reading), chosen or {})


def test_a_sign_beside_hidden_links_is_what_they_unfold_at():
    assert places(("div", 0, ""), ("#text", 1, "…"), ("!div", 1, ""), ("!a", 3, "")) == {1}
    assert places(("div", 0, ""), ("button", 1, ""), ("!div", 1, ""), ("!a", 3, ""), chosen={2: "button"}) == {2}


def test_many_words_two_things_a_field_and_a_wide_part_unfold_nothing():
    hidden = (("!div", 1, ""), ("!a", 3, ""))
    assert places(("div", 0, ""), ("#text", 1, "much is written here, too much"), *hidden) == set()
    assert places(("div", 0, ""), ("a", 1, ""), *hidden, ("a", 1, ""), chosen={2: "link", 5: "link"}) == set()
    assert places(("div", 0, ""), ("input", 1, ""), *hidden, chosen={2: "checkbox"}) == set()
    assert places(("section", 0, ""), ("#text", 1, "…"), *hidden) == set()
    assert places(("div", 0, ""), ("#text", 1, "…"), ("!div", 1, ""), ("!p", 3, "")) == set()


def test_an_empty_cell_belongs_to_its_row():
    row = (("tr", 0, ""), ("td", 1, ""), ("a", 2, ""), ("#text", 3, "Gull"), ("td", 1, ""), ("!a", 5, ""))
    assert places(*row, chosen={3: "link"}) == {3}
