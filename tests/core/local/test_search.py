"""What the search over known places weighs: each part of it changes what is chosen."""

from __future__ import annotations

from pytest import approx

from midcourse.core.local.atlas import Atlas
from midcourse.core.local.episode import MOST_STRAYS, Episode
from midcourse.core.local.figures import LocalSettings
from midcourse.core.local.law import _choice, _options, value
from midcourse.core.local.moves import Back, Dismiss, Measure, Try
from midcourse.core.local.views import Sight, Thing
from tests.core.local.looking import next_move
from tests.core.local.test_law import HOME, SEARCH, TOOLS, begin, measured, sight, walked
from tests.support import the

WEIGHTS = SEARCH.weights


def worth(episode, place=0, acts=0.0, near=5.0, others=()):
    return the(_choice(episode, place, acts, {place: near, **dict(others)})).worth


def proposing(*keys, first=HOME):
    episode = begin(first)
    episode.proposed(list(keys))
    return episode


def test_an_option_is_worth_the_way_there_how_far_the_place_is_and_what_it_costs_if_it_is_wrong():
    episode = proposing("tools")
    wrong = 1.0 - _options(episode, 0)["tools"]
    assert worth(episode, acts=2.0) == approx(WEIGHTS.travel * 2 + 5.0 / WEIGHTS.slope + WEIGHTS.back * wrong)
    assert worth(episode, acts=1.0) < worth(episode, acts=3.0) and worth(episode, near=8.0) < worth(episode, near=2.0)


def test_forward_it_goes_on_from_here_though_another_place_is_held_to_be_nearer():
    for settings, move in ((LocalSettings(), Try("export", "retain")), (SEARCH, Back("x", 0))):
        episode = begin(settings=settings)
        episode.proposed(["tools", "help"])
        episode.did(Try("tools", "retain"), TOOLS, failed=False)
        episode.proposed(["export"])
        episode.found(1).vote = -50.0
        episode.found(1).readings.append(5.0)
        assert next_move(episode) == move


def test_leaving_the_place_costs_something_at_first():
    episode = walked()
    episode.acts = 0
    early = worth(episode, 1)
    episode.acts = WEIGHTS.stay_acts
    assert early - worth(episode, 1) == approx(WEIGHTS.stay)


def test_what_needs_leave_costs_more():
    free, asks = (Sight("page", (Thing("send", "commit", asks), Thing("go", "way"))) for asks in (False, True))
    assert worth(proposing("send", first=asks)) - worth(proposing("send", first=free)) == approx(2.0)


def test_where_a_better_way_on_is_known_the_rest_of_the_place_is_less_likely():
    episode = proposing("tools", "help")
    before = worth(episode)
    there = episode.atlas.place_of(TOOLS)
    episode.atlas.saw(0, "help", there)
    assert worth(episode, others=[(there, 9.0)]) > before and worth(episode, others=[(there, 5.0)]) == approx(before)


def test_what_came_by_itself_is_never_a_place_to_search_at():
    episode = walked()
    assert _choice(episode, 1, 1.0, {1: 9.0}) is not None
    episode.atlas.places[1].interrupts = True
    assert _choice(episode, 1, 1.0, {1: 9.0}) is None


def test_a_place_that_nobody_asked_about_does_not_look_attractive():
    episode = walked()
    asked = worth(episode, 1)
    episode.found(1).options = None
    assert worth(episode, 1) > asked
    episode.found(1).visits = 0
    assert _choice(episode, 1, 1.0, {1: 9.0}) is None, "nor one where we never were for this goal"


def test_a_place_is_held_to_be_as_near_as_the_way_there_lets_expect():
    episode = begin()
    episode.proposed(["tools"])
    likely = WEIGHTS.ranks[0]
    episode.did(Try("tools", "retain"), TOOLS, failed=False, value=4.0)
    assert episode.found(1).prior == approx(4.0 + 1.2 * likely - 1.5 * (1.0 - likely))


def test_a_reading_counts_by_how_noisy_readings_are():
    held = []
    for difference in (0.0, 4.0):
        episode = begin()
        episode.differences += [difference] * 3
        before = value(episode, 0)
        episode.found(0).readings.append(9.0)
        assert episode.is_measured and before < value(episode, 0) < 9.0
        held.append(value(episode, 0))
    assert held[0] > held[1]


def test_the_proposers_vote_counts_in_how_near_a_place_is_held_to_be():
    episode = walked()
    before = value(episode, 2)
    episode.proposed(["x"])
    assert value(episode, 2) == approx(before - WEIGHTS.down)


def test_a_way_that_led_elsewhere_now_and_then_takes_more_acts():
    atlas = Atlas()
    home, there, other = (atlas.place_of(sight(title, "a way")) for title in ("home", "there", "other"))
    atlas.saw(home, "a", there)
    sure = atlas.travel(home, set())[0][there]
    atlas.saw(home, "a", other)
    atlas.saw(home, "a", there)
    assert sure == approx(2.0 / 1.5) and atlas.travel(home, set())[0][there] > sure


def test_once_an_interruption_is_gone_it_shows_where_the_act_before_it_led():
    episode = begin()
    episode.proposed(["tools"])
    episode.did(Try("tools", "retain"), sight("news", "ok close", interrupts=True), failed=False)
    episode.did(Dismiss("ok"), TOOLS, failed=False)
    assert episode.atlas.led == {(0, "tools"): {episode.here: 1.0}} and (0, "tools") in episode.tried


def test_a_place_that_is_come_back_to_is_measured_once_more():
    episode = proposing("tools")
    episode.measured([5.0, 5.0])
    assert not isinstance(next_move(episode), Measure)
    episode.found(0).visits = 2
    assert next_move(episode) == Measure(1)


def test_what_slipped_is_less_likely_and_what_failed_a_little():
    for failed, left in ((False, WEIGHTS.slipped), (True, WEIGHTS.failed)):
        episode = proposing("tools")
        episode.did(Try("tools", "retain"), HOME, failed=failed)
        assert episode.weight[0, "tools"] == left


def test_a_proposer_with_nothing_left_to_say_is_asked_once_more_before_the_end():
    episode = proposing("tools")
    episode.found(0).asked = SEARCH.asks
    episode.reconsidered()
    assert episode.found(0).asked == SEARCH.asks - 1


def test_a_known_way_that_led_elsewhere_too_often_is_forgotten():
    atlas = Atlas()
    atlas.ends["goal"] = (atlas.place_of(HOME), "tools")
    episode = Episode(atlas, HOME, False, SEARCH, "goal")
    for stray in range(MOST_STRAYS):
        assert episode.end is not None, stray
        episode.did(Try("tools", "retain"), HOME, failed=False)
    assert episode.end is None


def test_it_asks_for_more_only_so_often_at_one_place():
    episode = proposing("tools")
    measured(episode)
    episode.tried.add((0, "tools"))
    assert the(_choice(episode, 0, 0.0, {0: 5.0})).key is None
    episode.found(0).asked = SEARCH.asks
    assert the(_choice(episode, 0, 0.0, {0: 5.0})).key == "help"


def test_a_known_way_that_did_nothing_once_is_tried_again_and_twice_it_is_learned():
    atlas = Atlas()
    home, tools = atlas.place_of(HOME), atlas.place_of(TOOLS)
    atlas.saw(home, "tools", tools)
    atlas.ends["goal"] = (tools, "export")
    episode = Episode(atlas, HOME, False, SEARCH, "goal")
    for _ in range(2):
        assert next_move(episode) == Back("tools", tools)
        episode.did(Back("tools", tools), HOME, failed=False)
    assert tools not in atlas.travel(home, set())[0]


def test_what_slipped_is_less_likely_than_before():
    episode = proposing("tools", "help")
    before = _options(episode, 0)["tools"]
    episode.did(Try("tools", "retain"), HOME, failed=False)
    assert _options(episode, 0)["tools"] < before


def test_what_the_world_put_back_by_itself_is_no_debt_any_more():
    form = sight("form", "wrap toggle", "go way")
    episode = begin(form, wants_value=True)
    episode.did(Try("wrap", "retain"), Sight("form", form.things, {"wrap": "on"}), failed=False)
    assert episode.debts == {(0, "wrap"): ("", 0)}
    episode.did(Try("go", "explore"), form, failed=False)
    assert not episode.debts
