"""What makes a cover go, and which keys copy, by what is written there."""

import pytest

from midcourse.worlds.web.clipboard import copies
from midcourse.worlds.web.closers import choice


def chosen(said, *labels):
    return choice({label: label for label in labels}, said)


@pytest.mark.parametrize(
    ("said", "labels", "pressed"),
    [
        ("We use cookies", ("Settings", "Accept all"), "Accept all"),
        ("We use cookies. You can delete them. Is that fine?", ("Settings", "OK, I agree"), "OK, I agree"),
        ("Read our news", ("Subscribe", "No thanks"), "No thanks"),
        ("Upgrade today", ("Upgrade", "No, I do not want to pay"), "No, I do not want to pay"),
        ("A tour", ("Next", "Close the tour"), "Close the tour"),
        ("Delete all notes?", ("Delete", "Cancel"), "Cancel"),
    ],
)
def test_a_cover_is_made_to_go_by_what_only_closes_it(said, labels, pressed):
    assert chosen(said, *labels) == pressed


@pytest.mark.parametrize(
    ("said", "labels"),
    [
        ("Delete all notes?", ("Keep them", "Yes")),
        ("Are you sure you want to leave the team?", ("Stay", "OK")),
        ("Really?", ("OK delete everything", "Keep")),
        ("Your trial has ended", ("Accept and pay", "Stay on the free plan")),
        ("Your cart", ("Continue to payment", "Return to the shop")),
        ("Your account", ("Close account", "Stay")),
        ("We miss you", ("Cancel subscription", "Stay a member")),
        ("You were away", ("Yes, log out", "Stay signed in")),
    ],
)
def test_nothing_is_pressed_that_takes_away_ends_or_pays(said, labels):
    assert chosen(said, *labels) == ""


@pytest.mark.parametrize(
    "keys", ["Control+C", "Control+x", "Meta+c", "ControlOrMeta+KeyC", "Control+Insert", "Shift+Delete", "Control+Shift+c"]
)
def test_keys_that_copy_or_cut_are_known(keys):
    assert copies(keys)


@pytest.mark.parametrize("keys", ["Enter", "c", "Shift+c", "Control+A", "Control+V", "Delete", "+", "Control++"])
def test_other_keys_copy_nothing(keys):
    assert not copies(keys)
