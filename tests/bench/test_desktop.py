"""The quick form of the benchmark on a desktop: one run of each kind of trouble that the demonstration does not show."""

import asyncio

import desktop
import pytest


@pytest.mark.parametrize("trouble", ["dialog", "moved", "slow"])
def test_the_note_is_saved_whatever_goes_wrong(tmp_path, trouble):
    row = asyncio.run(desktop.play(tmp_path, trouble, "ours", "mousepad", 1))
    assert row.saved and row.claimed and not row.overwritten and row.strayed == 0, row


def test_an_editor_that_is_killed_leads_to_no_false_end(tmp_path):
    """One run in ten still waits for the editor until its time is used up; what it says is true all the same."""
    row = asyncio.run(desktop.play(tmp_path, "killed", "ours", "mousepad", 2))
    assert row.saved == row.claimed and not row.overwritten and row.strayed == 0, row
