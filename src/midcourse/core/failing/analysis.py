"""A failure as data: what it was, why it came about, what had a part in it, and where the like was met before."""

from __future__ import annotations

from ..model import Value
from .failures import Kind
from .findings import Category, Severity


class Met(Value, frozen=True):
    """A failure that a run met, as later runs remember it."""

    signature: str
    """The same for like failures."""
    told: str
    """The failure as a sentence: the call, the reason and the detail."""
    mended: bool
    """The act worked later in that run."""
    run: str = ""
    """The id of the run that met it; '' for the run at hand."""

    def sentence(self) -> str:
        """The failure in words, with what became of it."""
        became = "it worked later" if self.mended else "nothing mended it"
        return f"{self.told} ({became}{f', run {self.run}' if self.run else ''})"


class Analysis(Value, frozen=True):
    """What is known about a failure when another plan is made for it."""

    step: str
    """The id of the step that failed."""
    failure: str
    """The failure as a sentence: the call, the reason and the detail."""
    kind: Kind
    """The kind of failure, which says what is tried for it."""
    severity: Severity
    """How bad it is; `high` where nobody classified it."""
    category: Category
    """Where it comes from, for people to sort by; `unknown` where nobody classified it."""
    root_cause: str
    """Why it came about, in the words of `who`; where nobody looked into it, the failure once more."""
    factors: tuple[str, ...] = ()
    """What else had a part in it."""
    preventable: bool | None = None
    """Whether a better plan would have avoided it; None where nobody can tell."""
    fix: str = ""
    """What would mend it, in words."""
    similar: tuple[str, ...] = ()
    """Like failures, of this run and of earlier ones, whether something mended them or not."""
    lessons: tuple[str, ...] = ()
    """What mended or harmed in like cases."""
    who: str = ""
    """Who looked into it."""

    def lines(self) -> tuple[str, ...]:
        """All of it in words, as evidence."""
        headline = f"{self.failure} [{self.kind}, {self.severity}, {self.category}]"
        why = [f"{self.root_cause}; to mend it: {self.fix}" if self.fix else self.root_cause] if self.who else []
        return (headline, *why, *self.factors, *(f"met before: {s}" for s in self.similar), *self.lessons)
