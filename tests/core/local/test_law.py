"""Each rule of the local law decides something that would be decided otherwise without it."""

from __future__ import annotations

from midcourse.core.local.atlas import Atlas
from midcourse.core.local.episode import Episode
from midcourse.core.local.figures import LocalSettings
from midcourse.core.local.law import value
from midcourse.core.local.moves import AskLeave, Back, Dismiss, GiveUp, Measure, Propose, Reconsider, Restore, Try
from midcourse.core.local.views import Sight, Thing
from tests.core.local.looking import next_move

SEARCH = LocalSettings(forward_acts=0)


def sight(title, *things, interrupts=False, **values):
    return Sight(title, tuple(Thing(*t.split()) for t in things), values, interrupts)


HOME = sight("home", "tools way", "help way")
TOOLS = sight("tools", "export way", "x close")
EXPORT = sight("export", "go way", "x close")


def begin(first=HOME, settings=SEARCH, wants_value=False):
    return Episode(Atlas(), first, wants_value, settings)


def measured(episode, near=5.0):
    if isinstance(next_move(episode), Measure):
        episode.measured([near])


def test_it_asks_what_to_try_at_a_place_that_is_new():
    assert next_move(begin()) == Propose(frozenset())


def test_forward_it_takes_the_first_proposal_and_asks_for_no_closeness():
    episode = begin(settings=LocalSettings())
    episode.proposed(["tools", "help"])
    assert next_move(episode) == Try("tools", "retain")


def test_forward_it_asks_anew_after_each_act_because_a_list_is_stale_by_then():
    episode = begin(settings=LocalSettings())
    episode.proposed(["tools", "help"])
    episode.did(Try("tools", "retain"), HOME, failed=False)
    assert next_move(episode) == Propose(frozenset())


def test_an_act_that_slipped_is_tried_once_more_and_not_a_third_time():
    episode = begin(settings=LocalSettings())
    for _ in range(2):
        episode.proposed(["tools"])
        assert next_move(episode) == Try("tools", "retain") or next_move(episode) == Try("tools", "explore")
        episode.did(Try("tools", "retain"), HOME, failed=False)
    assert (0, "tools") in episode.tried
    assert next_move(episode) == Propose(frozenset({"tools"}))


def test_what_a_look_misses_has_not_changed():
    full = sight("form", "name field", "go way", name="Ann")
    part = sight("form", "go way", "more way", "name2 way")
    episode = begin(Sight("form", (*full.things, *part.things), {"name": "Ann"}))
    episode.proposed(["go"])
    episode.did(Try("go", "retain"), Sight("form", (*part.things,)), failed=False)
    assert (0, "go") not in episode.tried and episode.misses == {(0, "go"): 1}


def test_the_first_places_are_measured_twice_so_that_the_noise_is_known():
    episode = begin()
    episode.proposed(["tools"])
    assert next_move(episode) == Measure(2)
    episode.measured([5.0, 8.0])
    assert episode.noise > SEARCH.noise


def test_exactly_nothing_is_an_error_more_often_than_the_truth():
    episode = begin()
    episode.measured([0.0, 6.0])
    assert episode.found(0).readings == [6.0] and not episode.differences


def test_closeness_whose_noise_is_not_known_yet_moves_nobody():
    episode = begin()
    before = value(episode, 0)
    episode.measured([9.0, 9.0])
    assert value(episode, 0) == before
    episode.differences += [0.0, 0.0]
    assert value(episode, 0) > before


def test_a_place_of_which_nobody_said_how_near_it_is_is_held_to_be_what_the_way_there_let_expect():
    sure, doubtful = begin(), begin()
    sure.proposed(["tools"])
    for episode in (sure, doubtful):
        episode.did(Try("tools", "retain"), sight("Tools", "export way"), failed=False, value=5.0)
    assert value(sure, 1) > 5.0 > value(doubtful, 1)


def test_closing_is_held_to_be_less_likely_unless_it_is_named_first():
    episode = begin(sight("page", "a way", "shut close", "b way"))
    episode.proposed(["a", "shut", "b"])
    measured(episode)
    episode.tried.add((0, "a"))
    move = next_move(episode)
    assert isinstance(move, Try) and move.key == "b"


def test_where_nobody_can_tell_how_near_a_place_is_nobody_is_asked_for_ever():
    episode = begin()
    episode.proposed(["tools"])
    for _ in range(3):
        assert isinstance(next_move(episode), Measure)
        episode.measured([])
        episode.found(0).readings.clear()
    assert next_move(episode) == Try("tools", "retain")


def test_closeness_that_is_too_noisy_moves_nobody():
    episode = begin()
    for difference in (16.0, 16.0, 16.0):
        episode.differences.append(difference)
    before = value(episode, 0)
    episode.found(0).readings.append(9.0)
    assert episode.is_blurred and value(episode, 0) == before and episode.goes_forward


def test_closeness_that_is_too_noisy_is_not_paid_for_any_more():
    episode = begin(settings=LocalSettings(acts=60))
    episode.acts, episode.differences = 40, [16.0, 16.0, 16.0]
    episode.proposed(["tools"])
    assert not episode.goes_forward and next_move(episode) == Try("tools", "retain")


def test_an_interruption_is_dismissed_and_is_no_place_that_acts_lead_to():
    episode = begin(settings=LocalSettings())
    episode.proposed(["tools"])
    notice = sight("news", "later way", "ok close", interrupts=True)
    episode.did(Try("tools", "retain"), notice, failed=False)
    assert next_move(episode) == Dismiss("ok")
    assert not episode.atlas.led and (0, "tools") not in episode.tried


def test_what_may_not_clear_an_interruption_away_gives_way_to_the_next_thing_on_it():
    episode = begin(settings=LocalSettings())
    episode.proposed(["tools"])
    episode.did(Try("tools", "retain"), sight("news", "later way", "ok close", interrupts=True), failed=False)
    episode.refuse("ok")
    assert next_move(episode) == Dismiss("later")


def test_a_value_that_was_changed_and_did_not_help_is_put_back_first():
    form = sight("form", "wrap toggle", "name field", name="Ann")
    episode = begin(form, wants_value=True)
    episode.proposed(["wrap", "name"])
    measured(episode)
    changed = Sight("form", form.things, {"name": "Ann", "wrap": "on"})
    episode.did(Try("wrap", "retain"), changed, failed=False)
    assert next_move(episode) == Restore("wrap", "")
    episode.did(Restore("wrap", ""), form, failed=False)
    assert episode.backs["restored"] == 1 and not episode.debts


def test_a_value_that_cannot_be_put_back_is_tried_three_times_and_stays_a_debt():
    form = sight("form", "wrap toggle")
    changed = Sight("form", form.things, {"wrap": "on"})
    episode = begin(form, wants_value=True)
    episode.proposed(["wrap"])
    measured(episode)
    episode.did(Try("wrap", "retain"), changed, failed=False)
    for _ in range(3):
        assert next_move(episode) == Restore("wrap", "")
        episode.did(Restore("wrap", ""), changed, failed=True)
    assert not isinstance(next_move(episode), Restore) and episode.debts == {(0, "wrap"): ("", 3)}
    assert episode.backs["partial"] == 1


def named(title, key, role, should_hold, *others, **values):
    """A place with a thing that the goal names."""
    return Sight(title, (*sight(title, *others).things, Thing(key, role, should_hold=should_hold)), values)


def test_what_the_goal_names_is_acted_on_where_it_is_seen_and_nobody_is_asked():
    for role, wants in (("toggle", "on"), ("field", "Ann")):
        assert next_move(begin(named("form", "it", role, wants, "go way"))) == Try("it", "retain")
        assert isinstance(next_move(begin(named("form", "it", role, wants, "go way", it=wants))), Propose), "it holds that"
    assert isinstance(next_move(begin(named("form", "it", "toggle", "", "go way", it="on"))), Try), "it should be off"
    assert isinstance(next_move(begin(named("form", "it", "way", "on", "go way"))), Propose), "it takes no value"


def test_what_the_goal_names_is_not_tried_for_ever():
    form = named("form", "it", "toggle", "on", "go way")
    episode = begin(form)
    for _ in range(2):
        move = next_move(episode)
        assert isinstance(move, Try) and move.key == "it"
        episode.did(move, form, failed=False)
    assert next_move(episode) == Propose(frozenset({"it"}))


def test_where_the_goal_names_its_thing_other_values_are_not_offered():
    assert next_move(begin(named("form", "it", "field", "Ann", "wrap toggle", "go way", it="Ann"))) == Propose(
        frozenset({"wrap"})
    )
    assert next_move(begin(named("form", "it", "field", "Ann", "wrap toggle", "on next", it="Ann"))) == Propose(frozenset())


def test_where_a_place_is_wanted_values_are_not_offered_unless_a_form_goes_on():
    assert next_move(begin(sight("page", "wrap toggle", "go way"))) == Propose(frozenset({"wrap"}))
    assert next_move(begin(sight("page", "wrap toggle", "on next"))) == Propose(frozenset())
    assert next_move(begin(sight("page", "wrap toggle", "go way"), wants_value=True)) == Propose(frozenset())


def test_what_commits_is_tried_with_leave_only_and_a_no_closes_it():
    episode = begin(Sight("page", (Thing("send", "commit", True), Thing("go", "way"))), LocalSettings())
    episode.proposed(["send"])
    assert next_move(episode) == AskLeave("send")
    episode.answered("send", yes=False)
    assert next_move(episode) != Try("send", "retain") and not isinstance(next_move(episode), AskLeave)


def test_a_way_that_needs_leave_is_never_a_way_back():
    episode = begin(Sight("page", (Thing("send", "commit", True),)), LocalSettings())
    episode.answered("send", yes=True)
    episode.atlas.saw(0, "send", episode.atlas.place_of(TOOLS))
    far, _ = episode.atlas.travel(0, episode.closed | episode.refused)
    assert far == {0: 0.0}


def walked():
    """At `export`, three places deep, with nothing left to try there."""
    episode = begin()
    for near, options, key, there in (
        (6.0, ["tools", "help"], "tools", TOOLS),
        (5.0, ["export"], "export", EXPORT),
    ):
        episode.proposed(options)
        while isinstance(next_move(episode), Measure):
            episode.measured([near, near])
        episode.did(Try(key, "retain"), there, failed=False, value=value(episode, episode.here))
    return episode


def test_when_a_place_has_nothing_left_it_goes_back_one_act_and_looks():
    episode = walked()
    episode.proposed(["x"])
    while isinstance(next_move(episode), Measure):
        episode.measured([1.0, 1.0])
    episode.tried.update({(2, "go"), (2, "x")})
    assert next_move(episode) == Back("x", 1)
    episode.did(Back("x", 1), TOOLS, failed=False)
    assert episode.backs == {"restored": 1, "partial": 0, "diverged": 0} and episode.here == 1


def test_a_back_move_that_led_elsewhere_is_told_and_learned():
    episode = walked()
    episode.did(Back("x", 1), HOME, failed=False)
    assert episode.backs["diverged"] == 1 and episode.atlas.led[2, "x"] == {0: 1.0}


def test_a_back_move_that_three_times_came_to_nothing_is_no_way_any_more():
    episode = walked()
    for _ in range(3):
        episode.did(Back("x", 1), EXPORT, failed=True)
    assert (2, "x") in episode.closed and episode.backs["partial"] == 3


def test_the_proposers_first_word_says_whether_a_place_is_off_the_way():
    episode = walked()
    episode.proposed(["x", "go"])
    assert episode.found(2).vote == -SEARCH.weights.down
    other = walked()
    other.proposed(["go"])
    assert other.found(2).vote == SEARCH.weights.up


def test_what_was_tried_makes_the_rest_likelier_but_not_certain():
    from midcourse.core.local.law import _options

    episode = begin()
    episode.proposed(["tools", "help"])
    before = _options(episode, 0)["help"]
    episode.tried.add((0, "tools"))
    assert before < _options(episode, 0)["help"] < 0.7


def test_filling_a_field_opens_the_way_on_again_and_makes_the_old_proposals_stale():
    form = sight("form", "name field", "on next")
    episode = begin(form)
    episode.proposed(["on", "name"])
    for _ in range(2):
        episode.did(Try("on", "retain"), form, failed=False)
    assert (0, "on") in episode.tried
    episode.did(Try("name", "explore"), Sight("form", form.things, {"name": "Ann"}), failed=False)
    assert (0, "on") not in episode.tried and episode.found(0).options is None


def test_what_slipped_gets_another_chance_before_it_gives_up():
    alone = sight("alone", "go way")
    episode = begin(alone)
    episode.proposed(["go"])
    measured(episode)
    episode.tried.add((0, "go"))
    episode.misses[0, "go"] = 2
    for _ in range(SEARCH.lifts):
        assert next_move(episode) == Reconsider()
        episode.reconsidered()
        assert (0, "go") not in episode.tried
        episode.tried.add((0, "go"))
        episode.misses[0, "go"] = 2
    assert next_move(episode) == GiveUp("exhausted")


def test_acts_end_it_and_tries_only_where_that_is_set():
    episode = begin(settings=LocalSettings(acts=2, tries=0))
    episode.acts = 2
    assert next_move(episode) == GiveUp("acts")
    limited = begin(settings=LocalSettings(tries=1))
    limited.tries = 1
    assert next_move(limited) == GiveUp("tries")


def test_a_thing_that_is_not_to_be_seen_now_is_not_acted_on():
    episode = begin(settings=LocalSettings())
    episode.look(sight("home", "tools way"))
    episode.proposed(["help", "tools"])
    assert next_move(episode) == Try("tools", "retain")


def test_a_dead_end_behind_an_option_does_not_make_the_other_options_of_its_place_less_likely():
    home = sight("home", "tools way", "file way", "edit way", "add way")
    menu = sight("tools", "export way", "settings way", "escape close")
    episode = begin(home, settings=LocalSettings(forward_acts=12))
    episode.proposed(["tools"])
    episode.did(Try("tools", "retain"), menu, failed=False, value=value(episode, 0))
    episode.proposed(["export", "settings"])
    episode.did(Try("export", "retain"), EXPORT, failed=False, value=value(episode, 1))
    episode.proposed(["go"])
    for _ in range(2):
        episode.did(Try("go", "retain"), EXPORT, failed=False)
    episode.proposed(["x"])
    episode.did(Try("x", "revert"), home, failed=False)
    episode.proposed([])
    assert next_move(episode) == Back("tools", 1), "what is left to try is one menu away"


def test_what_is_known_to_lead_where_we_were_is_a_way_and_not_a_try():
    atlas = Atlas()
    first = Episode(atlas, HOME, False, LocalSettings())
    first.proposed(["tools"])
    first.did(Try("tools", "retain"), TOOLS, failed=False)
    second = Episode(atlas, TOOLS, False, LocalSettings())
    second.proposed(["x"])
    second.did(Try("x", "revert"), HOME, failed=False)
    second.proposed(["tools", "help"])
    assert next_move(second) == Try("help", "explore")


def test_the_last_acts_are_kept_for_putting_values_back():
    form = sight("form", "wrap toggle", "next next", "x close")
    episode = begin(form, settings=LocalSettings(acts=5, kept=2), wants_value=True)
    episode.proposed(["wrap"])
    episode.did(Try("wrap", "retain"), Sight("form", form.things, {"wrap": "on"}), failed=False)
    episode.did(Try("x", "revert"), HOME, failed=False)
    episode.atlas.saw(1, "tools", 0)
    episode.acts = 3
    assert episode.debts and next_move(episode) == Back("tools", 0)


def test_what_the_world_put_back_by_itself_is_no_debt():
    form = sight("form", "wrap toggle", "next next")
    episode = begin(form, wants_value=True)
    episode.did(Try("wrap", "retain"), Sight("form", form.things, {"wrap": "on"}), failed=False)
    assert episode.debts
    episode.look(form)
    assert not episode.debts


def test_a_key_that_may_be_pressed_is_no_thing_that_a_place_is_known_by_and_is_never_missed():
    episode = begin()
    episode.atlas.places[0].things["press Control+o"] = Thing("press Control+o", "way", shown=False)
    episode.look(HOME)
    assert episode.here == 0 and not episode.unseen
    episode.proposed(["press Control+o"])
    measured(episode)
    assert next_move(episode) == Try("press Control+o", "retain")


def test_a_field_that_the_task_names_a_value_for_is_of_use_where_a_place_is_wanted():
    named = Sight("form", (Thing("name", "field", wanted=True), Thing("other", "field")))
    assert begin(named).useless(0) == frozenset({"other"})
