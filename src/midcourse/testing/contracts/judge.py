"""What any judge must keep."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from ...core.plans.plan import Act
from ...core.protocols import Case, Judge, Verdict
from .common import Rule, check

NOTHING = Case("have it wrapped", "", frozenset(), ())
FAILED = Case("have it wrapped", "", frozenset(), ((Act("wrap", id="s1"), "failed"),))


def check_judge(make: Callable[[], Judge]) -> None:
    """Check a judge."""
    check("judge", RULES, make)


async def it_gives_a_verdict(judge: Judge) -> str:
    verdict = cast(object, await judge.assess(NOTHING))
    return "" if isinstance(verdict, Verdict) else f"it answered {verdict!r}"


async def it_says_who_speaks(judge: Judge) -> str:
    return "" if (await judge.assess(NOTHING)).who else "its verdict has no name to it"


async def nothing_done_is_not_met(judge: Judge) -> str:
    return "nothing was done or seen, and it says met" if (await judge.assess(NOTHING)).met else ""


async def a_failed_step_is_not_met(judge: Judge) -> str:
    return "the only step failed, and it says met" if (await judge.assess(FAILED)).met else ""


async def not_knowing_is_said_with_a_reason(judge: Judge) -> str:
    verdict = await judge.assess(NOTHING)
    return "it cannot tell, and does not say why" if verdict.met is None and not verdict.why else ""


RULES: tuple[Rule[Judge], ...] = (
    it_gives_a_verdict,
    it_says_who_speaks,
    nothing_done_is_not_met,
    a_failed_step_is_not_met,
    not_knowing_is_said_with_a_reason,
)
