"""Is the run going in circles? Counted from what was done and seen, never from what was thought or worded.

Stuck is repetition without news. News is a world not seen before, or an output not given before: so batch work, polling
that shows progress and waiting for something slow are not stuck.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from ..model import Value

WINDOW = 64
PATIENCE = 2
"""How much more often a pattern must come round where each time something else was to be seen, or it was planned so."""


class Turn(Value, frozen=True):
    """One act and the look after it, reduced to what repetition can be told by."""

    act: str
    """Digest of the act."""
    outcome: str
    """`done`, or the reason of its failure."""
    skill: str
    """The name of the act's skill: the same skill with other arguments counts as the same failure."""
    world: int
    """Print of what the goal and the contracts speak of, afterwards."""
    whole: int = 0
    """Print of all that was to be seen."""
    output: str = ""
    """Digest of what it returned."""
    news: bool = True
    """The world or the output had not been seen in the window before."""
    unmet: int = 0
    """Goal facts not seen to hold."""
    asked: bool = False
    """It was done well, in a stretch that a `replan` or an `achieve` step had asked for."""
    waits: bool = False
    """The act only looks or waits: seeing nothing new is no failure of it."""


class Pattern(Value, frozen=True):
    """What repeats."""

    name: str
    """`cycle`, `same failure`, `no news`, `regress`, or `idle` for plans that lead to no act."""
    detail: str
    """What repeats, and how often, in words."""


def find(turns: Sequence[Turn], times: int) -> Pattern | None:
    """The first pattern that has come round `times` times with nothing new, or None."""
    if not turns or turns[-1].news:
        return _regress(turns, times)
    return _cycle(turns, times) or _same_failure(turns, times) or _no_news(turns, times) or _regress(turns, times)


def _cycle(turns: Sequence[Turn], times: int) -> Pattern | None:
    """The same acts with the same outcomes in the same worlds, whatever the period."""
    for period in range(1, len(turns) // times + 1):
        last = turns[-period * times :]
        if any(t.news for t in last[period:]):
            return None  # the longer periods reach further back, over the same news
        changing, wanted = len({t.whole for t in last}) == len(last), all(t.asked for t in last)
        if changing and wanted:
            continue  # a planner that does one thing at a time, and each time something else is to be seen
        if changing or wanted:
            # Something changed each time, though nothing that anybody speaks of; or the plan asked for each.
            last = turns[-period * (times + PATIENCE) :]
            if len(last) < period * (times + PATIENCE) or any(t.news for t in last[period:]):
                continue
        if all(_alike(last[i], last[i % period]) for i in range(len(last))) and not all(t.waits for t in last):
            acts = " → ".join(dict.fromkeys(t.skill for t in last[:period]))
            return Pattern("cycle", f"{acts}, {len(last) // period} times with the same result in the same world")
    return None


def _alike(a: Turn, b: Turn) -> bool:
    return (a.act, a.outcome, a.world, a.output) == (b.act, b.outcome, b.world, b.output)


def _same_failure(turns: Sequence[Turn], times: int) -> Pattern | None:
    """The same skill fails for the same reason again and again, with whatever arguments, and nothing works between."""
    last = turns[-2 * times :]
    if len(last) < 2 * times or last[0].outcome == "done":
        return None
    if len({(t.skill, t.outcome) for t in last}) == 1 and not any(t.news for t in last[1:]):
        return Pattern("same failure", f"{last[0].skill} failed {len(last)} times in a row: {last[0].outcome}")
    return None


def _no_news(turns: Sequence[Turn], times: int) -> Pattern | None:
    """Many acts, and every world and output has been there before."""
    last = turns[-4 * times :]
    if len(last) == 4 * times and not any(t.news or t.waits for t in last):
        return Pattern("no news", f"the last {len(last)} acts led only to what had been seen before")
    return None


def _regress(turns: Sequence[Turn], times: int) -> Pattern | None:
    """Further from the goal with every act."""
    last = turns[-2 * times :]
    if len(last) == 2 * times and last[0].unmet < last[-1].unmet and all(a.unmet < b.unmet for a, b in pairwise(last)):
        return Pattern("regress", f"each of the last {len(last)} acts left more of the goal undone")
    return None
