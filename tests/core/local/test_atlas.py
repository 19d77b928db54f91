"""What is known of an interface is corrected at the first sight of a change."""

from __future__ import annotations

from midcourse.core.local.atlas import FADES, Atlas
from midcourse.core.local.views import Sight, Thing


def sight(title, *keys):
    return Sight(title, tuple(Thing(key, "way") for key in keys))


def test_a_place_is_known_by_its_title_and_its_things_not_by_its_title_alone():
    atlas = Atlas()
    first = atlas.place_of(sight("Settings", "a", "b", "c"))
    assert atlas.place_of(sight("Settings", "a", "b")) == first, "a look may miss a thing"
    assert atlas.place_of(sight("Settings", "x", "y", "z")) != first
    assert atlas.place_of(sight("Other", "a", "b", "c")) != first


def test_what_an_act_led_to_before_fades_when_it_leads_elsewhere():
    atlas = Atlas()
    home, old, new = (atlas.place_of(sight(t, "a")) for t in ("home", "old", "new"))
    atlas.saw(home, "a", old)
    atlas.saw(home, "a", new)
    assert atlas.led[home, "a"] == {old: FADES, new: 1.0}
    far, legs = atlas.travel(home, set())
    assert old not in far and legs[new] == (home, "a")


def test_closing_what_was_opened_is_held_to_lead_back_until_it_was_tried():
    atlas = Atlas()
    home = atlas.place_of(sight("home", "a"))
    inner = atlas.place_of(Sight("inner", (Thing("x", "close"),)))
    atlas.places[inner].opener = home
    assert atlas.travel(inner, set())[1] == {home: (inner, "x")}
    assert atlas.travel(inner, {(inner, "x")})[0] == {inner: 0.0}
    atlas.saw(inner, "x", inner)
    assert atlas.travel(inner, set())[0] == {inner: 0.0}
