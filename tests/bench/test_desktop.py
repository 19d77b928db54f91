"""The quick form of the benchmark on a desktop: one run of each kind of trouble that the demonstration does not show."""

import asyncio

import desktop
import pytest


@pytest.mark.parametrize("trouble", ["dialog", "moved", "slow", "killed"])
def test_the_note_is_saved_whatever_goes_wrong(tmp_path, trouble):
    row = asyncio.run(desktop.play(tmp_path, trouble, "ours", "mousepad", 1))
    assert row.saved and row.claimed and not row.overwritten and row.strayed == 0, row
