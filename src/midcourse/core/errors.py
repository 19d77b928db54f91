"""Every error that Midcourse raises on purpose.

    MidcourseError
    ├── BadInput              what a person or program gave is wrong; names the fact and the choices
    │   ├── ConditionError    a condition, with the position
    │   ├── PlanError         a plan or a step
    │   ├── TaskError         a task file or a setting
    │   └── JournalError      a journal that cannot be read
    │       └── NewerJournal  written by a later release
    ├── LookFailed            the world could not be seen this time
    ├── PlannerUnreachable    the planner's service is down or over quota; trying later can help
    ├── LeaseLost             another process runs this run now
    └── RunNotFound           no such run in this store

A step that did not work is not among them: it is a `Failed` result with a reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class MidcourseError(Exception):
    """Base class of all exceptions that Midcourse raises."""


class BadInput(MidcourseError):
    """Input that cannot be used as it is. Nothing was started. It is told in one line, whatever was given."""

    def __init__(self, text: str) -> None:
        super().__init__(" ".join(text.splitlines()))


class ConditionError(BadInput):
    """A condition that does not parse."""

    def __init__(self, text: str, position: int, problem: str) -> None:
        self.text, self.position, self.problem = text, position, problem
        super().__init__(f"{problem} at position {position + 1} of condition {text!r}")


class PlanError(BadInput):
    """A plan or step that this world cannot take."""


class TaskError(BadInput):
    """A task, a setting or a file that describes one. `place` is where in a task file, such as `$.plan[2].with`."""

    def __init__(self, text: str, place: str = "") -> None:
        self.place = place
        super().__init__(text)


class JournalError(BadInput):
    """A journal that cannot be read as one."""

    def at(self, place: str) -> JournalError:
        """The same with the place that it speaks of: a line of a file, or an event of a run."""
        return JournalError(f"{place}: {self}")


class NewerJournal(JournalError):
    """A journal written by a later release."""

    def __init__(self, found: int, known: int, place: str = "this journal") -> None:
        self.found, self.known = found, known
        super().__init__(
            f"{place} has events of format {found}; this release reads formats up to {known}: "
            "read it with the release that wrote it, or a later one"
        )

    def at(self, place: str) -> NewerJournal:
        """The same with the place that it speaks of."""
        return NewerJournal(self.found, self.known, place)


class LookFailed(MidcourseError):
    """This look failed. The engine keeps the last observation and how old it is."""


class PlannerUnreachable(MidcourseError):
    """The planner cannot be reached now. This does not count as a replan."""

    def __init__(self, detail: str, retry_after: float | None = None, *, asked: bool = False) -> None:
        """`asked`: the question may have been answered, and paid for, without the answer reaching us."""
        self.retry_after = retry_after if retry_after is not None and 0 <= retry_after < float("inf") else None
        self.asked = asked
        super().__init__(detail)


class LeaseLost(MidcourseError):
    """Another process holds this run now; this one must not act any more."""


class RunNotFound(MidcourseError):
    """No such run in this store."""


def choices(given: str, valid: Iterable[str]) -> str:
    """The valid choices as a phrase, nearest first when one is near."""
    names = sorted(valid)
    if not names:
        return "there are none"
    near = get_close_matches(given, names, n=1)
    listed = ", ".join(names)
    return f"did you mean {near[0]}? valid: {listed}" if near else f"valid: {listed}"
