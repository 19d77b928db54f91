"""A look may miss a thing: two looks come before a question, and what is to be acted on is looked for."""

from midcourse.core.local.atlas import Atlas
from midcourse.core.local.episode import MOST_LOOKS, Episode
from midcourse.core.local.figures import LocalSettings
from midcourse.core.local.law import next_move
from midcourse.core.local.moves import GiveUp, LookAgain, Propose, Try
from tests.core.local.test_law import HOME, sight

HALF = sight("home", "help way")


def begin(first=HOME, settings=None):
    return Episode(Atlas(), first, False, settings or LocalSettings())


def test_a_place_is_looked_at_twice_before_anybody_is_asked_what_to_try_there():
    episode = begin(HALF)
    assert next_move(episode) == LookAgain()
    episode.look(HOME)
    assert next_move(episode) == Propose(frozenset())
    assert set(episode.atlas.places[0].things) == {"tools", "help"}, "what either look shows is known"


def test_on_a_known_way_where_nobody_is_asked_one_look_is_enough():
    atlas = Atlas()
    atlas.place_of(HOME)
    atlas.ends["there"] = (0, "tools")
    assert next_move(Episode(atlas, HOME, False, LocalSettings(), "there")) == Try("tools", "retain")
    assert next_move(Episode(atlas, HALF, False, LocalSettings(), "there")) == LookAgain(), "it is known to be here"


def test_what_is_to_be_acted_on_and_is_not_shown_is_looked_for_and_then_left():
    episode = begin()
    episode.look(HALF)
    episode.proposed(["tools", "help"])
    for _ in range(MOST_LOOKS - 2):
        assert next_move(episode) == LookAgain(), "it was seen here before"
        episode.look(HALF)
    assert next_move(episode) == Try("help", "retain")


def test_what_another_look_shows_is_acted_on():
    episode = begin()
    episode.look(HALF)
    episode.proposed(["tools", "help"])
    assert next_move(episode) == LookAgain()
    episode.look(HOME)
    assert next_move(episode) == Try("tools", "retain")


def test_at_the_end_of_its_acts_it_does_not_look_once_more():
    assert next_move(begin(settings=LocalSettings(acts=0))) == GiveUp("acts")
