"""A page is read while it is waited for: once where it stays as it is, and again where it does not."""

import asyncio
from typing import Any, cast

import pytest

from midcourse.worlds.web.ahead import GUESSES, Ahead, Read


class Reader:
    """Reads layouts, and tells how often it began to and ended."""

    def __init__(self) -> None:
        self.began: list[Any] = []
        self.ended: list[Any] = []

    async def __call__(self, shot: Any) -> Read:
        self.began.append(shot)
        await asyncio.sleep(0.01)
        if shot == "broken":
            raise ValueError("the page is gone")
        self.ended.append(shot)
        return cast("Read", f"reading of {shot}")


def told(story):
    read = Reader()

    async def tell():
        ahead = Ahead(read)
        ahead.waits()
        result = await story(ahead)
        await asyncio.sleep(0.05)
        return result

    return asyncio.run(tell()), read


def test_what_stays_as_it_was_is_read_once():
    async def story(ahead):
        ahead.guess("a")
        await asyncio.sleep(0.02)
        return await ahead.reading("a")

    result, read = told(story)
    assert result == "reading of a" and read.began == ["a"]


def test_what_changed_is_read_as_it_is_now_and_the_guess_is_broken_off():
    async def story(ahead):
        ahead.guess("a")
        await asyncio.sleep(0)
        return await ahead.reading("b")

    result, read = told(story)
    assert result == "reading of b" and read.began == ["a", "b"] and read.ended == ["b"]


def test_one_that_moves_all_the_time_is_guessed_at_only_so_often_in_one_wait():
    async def story(ahead):
        for shot in range(9):
            ahead.guess(shot)
            await asyncio.sleep(0)
        first = await ahead.reading("end")
        ahead.waits()
        ahead.guess("next")
        return first, await ahead.reading("next")

    result, read = told(story)
    assert result == ("reading of end", "reading of next") and read.began == [*range(GUESSES), "end", "next"]


def test_what_goes_wrong_in_a_guess_is_told_only_to_one_who_waits_for_it():
    async def dropped(ahead):
        ahead.guess("broken")
        await asyncio.sleep(0.02)
        return await ahead.reading("a")

    result, _ = told(dropped)
    assert result == "reading of a"

    async def awaited(ahead):
        ahead.guess("broken")
        await ahead.reading("broken")

    with pytest.raises(ValueError, match="the page is gone"):
        told(awaited)
