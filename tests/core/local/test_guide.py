"""A coarse plan is a suggestion: no mark goes back in what is shown, no goal ends a run, and no mark is believed for good."""

from __future__ import annotations

import pytest

from midcourse.core.local.guide import (
    after_act,
    goals_in,
    guide_of,
    is_worn,
    marked,
    revised,
    still_open,
    told,
    too_fine,
    without_a_way,
)

GUIDE = guide_of([("find the menu", "open(menu)"), ("find bookmarks", "open(bookmarks)"), ("name the folder", "named")])


def see(guide, *facts):
    return marked(guide, lambda condition: condition in facts)


def ids(points):
    return [p.id for p in points]


def test_goals_are_tried_after_the_last_reached_one_then_before_it_then_the_doubted_ones():
    guide = see(GUIDE, "open(bookmarks)")
    assert ids(still_open(guide, 1)) == ["g3", "g1"]
    later = see(guide, "named")
    assert ids(still_open(later, 1)) == ["g1", "g2"], "what was reached and is no more comes last"


def test_a_mark_is_never_shown_going_back():
    guide = see(see(GUIDE, "open(menu)"))
    assert told(guide).startswith("Progress: 1 of 3") and guide.points[0].doubted
    assert see(guide, "open(menu)").points[0].doubted is False


def test_a_judges_word_counts_for_goals_without_a_condition_and_stays_open_to_doubt():
    guide = guide_of([("find it", "")])
    yes = marked(guide, lambda condition: None, lambda goal: True)
    no = marked(yes, lambda condition: None, lambda goal: False)
    assert yes.points[0].reached and no.points[0].reached and ids(still_open(no, 1)) == ["g1"]


def test_a_goal_without_a_way_waits_until_the_world_is_another():
    guide = without_a_way(GUIDE, "g1", world=7, impossible=False)
    assert ids(still_open(guide, 7)) == ["g2", "g3"] and ids(still_open(guide, 8)) == ["g1", "g2", "g3"]


def test_a_goal_that_is_called_impossible_three_times_leaves_the_plan_and_is_told_to_the_reviser():
    guide = GUIDE
    for world in range(3):
        guide = without_a_way(guide, "g1", world, impossible=True)
    assert ids(guide.points) == ["g2", "g3"] and guide.dropped == ("find the menu",)


def test_what_was_reached_once_never_leaves_what_is_shown():
    guide = see(see(GUIDE, "open(menu)"))
    for world in range(4):
        guide = without_a_way(guide, "g1", world, impossible=True)
    assert ids(guide.points) == ["g1", "g2", "g3"] and "g1" not in ids(still_open(guide, 9))


def test_three_acts_that_brought_nothing_wear_it_out_and_one_that_did_does_not():
    guide = GUIDE
    for _ in range(2):
        guide = after_act(guide, progress=False)
    assert not is_worn(guide) and is_worn(after_act(guide, False)) and not is_worn(after_act(guide, True))


def test_a_revision_keeps_what_was_reached_under_its_id_and_happens_three_times_at_most():
    guide = see(GUIDE, "open(menu)")
    for _ in range(3):
        guide = revised(guide, [("find the menu", "open(menu)"), ("try the search", "found")])
    assert ids(guide.points)[0] == "g1" and [p.goal for p in guide.points] == ["find the menu", "try the search"]
    worn = after_act(after_act(after_act(guide, False), False), False)
    assert not is_worn(worn)


@pytest.mark.parametrize("goal", ["Click the Save button", "press Ctrl+S", "move to (120, 40)", "double-click the file"])
def test_a_goal_that_says_how_is_too_fine(goal):
    assert too_fine(goal)


def test_a_goal_in_words_of_exploring_is_not():
    assert not too_fine("Explore where bookmarks are kept") and not too_fine("Find the type of the file")


def test_goals_are_read_from_text():
    text = "Plan:\nStep 1: Explore the menu\n2. Find bookmarks | open(bookmarks)\n- not a step\nStep 3) Name it"
    assert goals_in(text) == [("Explore the menu", ""), ("Find bookmarks", "open(bookmarks)"), ("Name it", "")]
