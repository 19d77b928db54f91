"""What any memory must keep."""

from __future__ import annotations

from collections.abc import Callable

from ...core.protocols import Lesson, Memory
from .common import Rule, check

LESSON = Lesson("wrap|no_paper|office", "fetch paper first", helped=2)
OTHER = Lesson("send|denied|office", "ask the boss", helped=1)


def check_memory(make: Callable[[], Memory]) -> None:
    """Check a memory."""
    check("memory", RULES, make)


async def what_was_learned_is_found_again(memory: Memory) -> str:
    await memory.learn(LESSON)
    found = await memory.recall(LESSON.signature)
    return "" if any(f.remedy == LESSON.remedy for f in found) else f"it found {list(found)!r}"


async def the_best_match_comes_first(memory: Memory) -> str:
    await memory.learn(OTHER)
    await memory.learn(LESSON)
    found = await memory.recall(LESSON.signature)
    return "" if found and found[0].signature == LESSON.signature else f"the first was {list(found)[:1]!r}"


async def learning_twice_keeps_one(memory: Memory) -> str:
    await memory.learn(LESSON)
    await memory.learn(LESSON)
    same = [f for f in await memory.recall(LESSON.signature) if f.remedy == LESSON.remedy]
    return "" if len(same) == 1 else f"it keeps {len(same)} of the same"


async def a_remedy_that_harmed_is_not_proposed(memory: Memory) -> str:
    await memory.learn(Lesson(LESSON.signature, LESSON.remedy, helped=0, harmed=3))
    return "" if not await memory.recall(LESSON.signature) else "it proposes what did harm three times and never helped"


async def an_unknown_situation_finds_nothing(memory: Memory) -> str:
    await memory.learn(LESSON)
    found = await memory.recall("fly|no_wings|moon")
    return "" if not found else f"it found {list(found)!r}"


RULES: tuple[Rule[Memory], ...] = (
    what_was_learned_is_found_again,
    the_best_match_comes_first,
    learning_twice_keeps_one,
    a_remedy_that_harmed_is_not_proposed,
    an_unknown_situation_finds_nothing,
)
