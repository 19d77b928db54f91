"""The end of a task, as its condition tells it: where it shows, further pages of a list, what is still to be set."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from ...core.gates.request import AtALoss, Reply
from ...core.logic.conditions import Literal, parse
from ...core.plans.plan import Act, Replan
from .addresses import is_at
from .fields import credentials
from .final import goal_words
from .finding import alike
from .language import read, stem
from .purposes import BACK, CLEAR, ENTERING, LOOK, SIGN_IN, stretch
from .revealing import further_down
from .screen import Screen

MOST_PAGES, MOST_BACK = 50, 2
"""Further pages of a list that are looked at; pages that we came by."""

OPENS = ("find", "expand", "log in")
"""What an instruction tells to do that may be no more than to open a page."""


ECHOES = ("listed", "text", "row", "title", "visible")
"""What a page may show of a value as it is typed."""


def may_be_an_echo(screen: Screen) -> bool:
    """Whether the end may be what a page says back of values that were entered and not sent: a preview, a suggestion."""
    lines = [lit for lit in parse(screen.request.done_when) if lit.name in ECHOES and not lit.negated]
    acts = [act for act in screen.done if act.skill != "wait_for"]
    return bool(lines and acts) and acts[-1].skill in ENTERING and not screen.has_windows


class End:
    """The condition of a goal, on the screen as it is."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._request = screen, screen.request
        self._goal = parse(screen.request.done_when)

    def clear_up(self) -> Reply:
        """Go to where it can be seen whether an act happened."""
        for doubt in self._request.progress.in_doubt:
            for literal in parse(doubt.shown_by):
                address = self.address(literal)
                if address and not is_at(self._screen.page, address):
                    return stretch(Act("go", {"url": address}, description=CLEAR), Replan(CLEAR))
                if onward := next((t for t in self._screen.targets if "onward" in t.state), None):
                    return stretch(Act("click", {}, onward.id, again=True, description=CLEAR), Replan(CLEAR))
        return AtALoss("nothing shows whether an act in doubt happened")

    def address(self, literal: Literal) -> str:
        """Where a part of the condition shows; '' where it tells no place."""
        if literal.name == "listed" and literal.args and literal.args[0] != "*":
            return urljoin(self._screen.page, literal.args[0])
        return literal.args[0] if literal.name == "page" and literal.args and "*" not in literal.args[0] else ""

    def addresses(self) -> list[str]:
        """Where the end shows. A page that is to open once something was done shows nothing if it is opened by hand."""
        places = [(lit, a) for lit in self._goal if not lit.negated and (a := self.address(lit))]
        return [address for lit, address in places if lit.name != "page" or self._is_all_that_is_wanted(address)]

    def page_of_its_field(self, page: str) -> str:
        """The page of a form that was sent, if the end is how a field stands that is not here; else ''."""
        told = {lit.args[0] for lit in self._goal if lit.name in ("value", "checked") and lit.args}
        return page if told - {t.id for t in self._screen.targets} else ""

    def is_here(self) -> bool:
        """Whether this is the page where the end shows."""
        return any(is_at(self._screen.page, address) for address in self.addresses())

    def _is_all_that_is_wanted(self, page: str) -> bool:
        """Whether the goal is to open a page of which it speaks: it enters no values, and tells of nothing else to be done."""
        goal, values = self._request.goal, self._request.task.values
        if values.keys() - credentials(values) or any(clause.kind not in OPENS for clause in read(goal)):
            return False
        words = {stem(word) for word in re.findall(r"[^\W\d_]+", urlsplit(page).path.lower())}
        return not words or bool(words & goal_words(goal))

    def like_it(self) -> str:
        """What is said of lines that hold what a line of the goal is to be, among other words; '' where there are none."""
        wanted = [arg for lit in self._goal if lit.name in ("listed", "text") and not lit.negated for arg in lit.args[-1:]]
        lines = [t for w in wanted for t in self._screen.texts if re.search(rf"(?<!\w){re.escape(w)}(?!\w)", t)]
        return f"; the page shows {', '.join(repr(line) for line in sorted(lines, key=len)[:3])}" if lines else ""

    def stated(self) -> Literal | None:
        """A part of the goal that says what is to stand or be chosen in a field under `values`, and does not hold."""
        things = {t.id: t for t in self._screen.targets}
        for lit in self._goal:
            if lit.name not in ("value", "checked") or not lit.args or lit.args[0] not in things:
                continue
            if not any(alike(things[lit.args[0]].label, name) >= 0.8 for name in self._request.task.values):
                continue  # the expected end is no value to be entered
            holds = (
                self._screen.values.get(lit.args[0]) == lit.args[1]
                if lit.name == "value"
                else lit.args[0] in self._screen.checked
            )
            if holds == lit.negated:
                return lit
        return None

    def bring_about(self, literal: Literal) -> Reply:
        """What sets it."""
        id = literal.args[0]
        if literal.name == "checked":
            return stretch(Act("uncheck" if literal.negated else "check", {}, id), Replan("it was set"))
        skill = "select" if id in self._screen.offers else "fill"
        return stretch(Act(skill, {"option" if skill == "select" else "text": literal.args[1]}, id), Replan("it was set"))

    def further(self, since: list[Act], waits: Sequence[float]) -> Reply | None:
        """The next page of a list, or a wait; None where the end was seen."""
        onward = next((t for t in self._screen.targets if "onward" in t.state and t.id not in self._screen.hidden), None)
        if onward is not None and sum(a.target == onward.id for a in since) < MOST_PAGES:
            return stretch(Act("click", {}, onward.id, again=True, description="the next page of the list"), Replan(LOOK))
        if (act := further_down(self._screen)) is not None:
            return stretch(act, Replan(LOOK))
        waited = sum(a.skill == "wait_for" and a.description == LOOK for a in since)
        if waited < len(waits):
            return stretch(Act("wait_for", {"seconds": waits[waited]}, description=LOOK), Replan(LOOK))
        return None

    def before(self, since: Sequence[Act], ways: int) -> Reply | None:
        """Back to a page that led to the form, where the end may show; None where we came by none, or saw them."""
        backs = sum(a.skill == "back" for a in since)
        failed = ("back", "", str({})) in self._screen.failed
        if "back" not in self._screen.skills or failed or backs >= min(ways, MOST_BACK):
            return None
        return stretch(Act("back", {}, description=LOOK, again=True), Replan(LOOK))


def led_on(screen: Screen, place: int) -> bool:
    """Whether the server took the page of a form that was sent, and led to another that is no way in."""
    return screen.answers.get(place) == "elsewhere" and not met_a_closed_door(screen.done[place + 1 :])


def came_again(screen: Screen, place: int) -> bool:
    """Whether a page of values that was sent led nowhere, and was asked for again, or is what the server answered; else it only
    stayed."""
    back = any(a.description.startswith(BACK) for a in screen.done[place + 1 :])
    return not led_on(screen, place) and (back or place in screen.answers)


def met_a_closed_door(after: Sequence[Act]) -> bool:
    """Whether signing in came at once: the session had ended before what was sent arrived."""
    first = next((i for i, a in enumerate(after) if a.skill not in ENTERING), None)
    return first is not None and after[first].description.startswith(SIGN_IN)
