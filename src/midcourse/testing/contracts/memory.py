"""What any memory must keep."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from ...core.history.lessons import Lesson, may_be_tried
from ...core.history.situations import Situation
from ...core.plans.edits import Insert
from ...core.plans.plan import Act
from ...core.protocols import Memory
from .common import Rule, check

HERE = Situation("wrap", "no_paper", "there is no paper for <name>", {"gift": "book"}, "office", "changed")
ELSEWHERE = Situation("send", "denied", "the boss said no", {"to": "all"}, "office", "denied")
LESSON = Lesson(HERE, Insert((Act("fetch", {"what": "paper"}),)), "the shelf was empty", agent="ann", team="gifts")
OTHER = Lesson(ELSEWHERE, Insert((Act("ask", {"whom": "boss"}),)), agent="ann", team="gifts")
NOW = 1_000_000.0


def check_memory(make: Callable[[], Memory]) -> None:
    """Check a memory."""
    check("memory", RULES, make)


async def _taught(memory: Memory, lesson: Lesson = LESSON, *, trials: str = "a", helped: bool = True) -> None:
    for trial in trials:
        await memory.learn(lesson, helped, trial, NOW)


async def _found(memory: Memory, situation: Situation = HERE, agent: str = "ann", team: str = "gifts") -> list[str]:
    return [f.lesson.id for f in await memory.recall(situation, agent, team, NOW) if may_be_tried(f, NOW)]


async def what_was_learned_is_found_again(memory: Memory) -> str:
    await _taught(memory)
    return "" if LESSON.id in await _found(memory) else "it is not found in its own situation"


async def the_same_situation_comes_before_a_like_one(memory: Memory) -> str:
    await _taught(memory, OTHER, trials="abc")
    await _taught(memory)
    found = await _found(memory)
    return "" if found[:1] == [LESSON.id] else f"the first was {found[:1]}, not {LESSON.id}"


async def other_arguments_are_no_other_situation(memory: Memory) -> str:
    await _taught(memory)
    return "" if LESSON.id in await _found(memory, replace(HERE, args={"gift": "lamp"})) else "another argument hides it"


async def a_trial_counts_once(memory: Memory) -> str:
    await _taught(memory, trials="aaa")
    found = list(await memory.recall(HERE, "ann", "gifts", NOW))
    counts = [f.lesson.helped for f in found]
    return "" if counts == [1.0] else f"one trial, told three times, counts {counts}"


async def one_harm_puts_it_aside(memory: Memory) -> str:
    await _taught(memory, trials="abc")
    await _taught(memory, trials="d", helped=False)
    return "" if not await _found(memory) else "it would be tried again after it did harm"


async def help_brings_it_back(memory: Memory) -> str:
    await _taught(memory, trials="abc")
    await _taught(memory, trials="d", helped=False)
    await _taught(memory, trials="ef")
    return "" if LESSON.id in await _found(memory) else "it stays aside though it helped since"


async def a_lesson_of_one_agent_is_not_for_all(memory: Memory) -> str:
    await _taught(memory, replace(LESSON, scope="agent"))
    return "" if not await _found(memory, agent="bob") else "another agent found what was for one alone"


async def a_lesson_of_a_team_is_for_the_team(memory: Memory) -> str:
    shared = replace(LESSON, scope="team")
    await _taught(memory, shared)
    if shared.id not in await _found(memory, agent="bob"):
        return "another agent of the team did not find it"
    return "" if not await _found(memory, agent="bob", team="ads") else "another team found it"


async def an_unknown_situation_finds_nothing(memory: Memory) -> str:
    await _taught(memory)
    found = await _found(memory, Situation("fly", "no_wings", "pigs do not", {}, "moon", "structural"))
    return "" if not found else f"it found {found}"


RULES: tuple[Rule[Memory], ...] = (
    what_was_learned_is_found_again,
    the_same_situation_comes_before_a_like_one,
    other_arguments_are_no_other_situation,
    a_trial_counts_once,
    one_harm_puts_it_aside,
    help_brings_it_back,
    a_lesson_of_one_agent_is_not_for_all,
    a_lesson_of_a_team_is_for_the_team,
    an_unknown_situation_finds_nothing,
)
