"""Named values and a goal's condition: fill what is there to be filled, send it, go where the goal can be seen."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from ...core.gates.request import AtALoss, Reply
from ...core.logic.conditions import Literal, parse
from ...core.model import Target
from ...core.plans.plan import Act, Draft, Replan, Step
from .clicking import sender
from .finding import alike, norm
from .language import SMALL, stem
from .screen import Screen

AUTHOR = "words"


def stretch(*steps: Step) -> Draft:
    """A plan as far as the screen shows, made from what is seen and done."""
    return Draft(steps, author=AUTHOR, afresh=True)


class Wanted:
    """What a task with values and a condition still wants, on the screen as it is."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._request = screen, screen.request
        self._goal = parse(self._request.done_when)

    def next(self) -> Reply | None:
        """The next stretch; None: the words of the goal are all there is to go by."""
        fields = self._fields()
        signing_in = any(t.label and "password" in norm(t.label) for t, _ in fields)
        if fields and (signing_in or not self._request.progress.in_doubt):
            return self._fill(fields, signing_in)
        if self._request.progress.in_doubt:
            return self._clear_up()
        literal = self._stated()
        if literal is not None:
            return self._bring_about(literal)
        return self._toward() if self._request.task.values or self._addresses() else None

    # --- forms --------------------------------------------------------------------------------------------------------------

    def _fields(self) -> list[tuple[Target, str]]:
        """The fields and lists on the screen for which there is a value."""
        found: list[tuple[Target, str]] = []
        for name, value in self._request.task.values.items():
            holders = [t for t in self._screen.targets if t.id in self._screen.values]
            fit = max(((alike(t.label, name), t) for t in holders), default=None, key=lambda m: m[0])
            if fit is not None and fit[0] >= 0.8:
                found.append((fit[1], value))
        return found

    def _fill(self, fields: list[tuple[Target, str]], signing_in: bool) -> Reply:
        steps: list[Step] = []
        for target, value in fields:
            if self._screen.values.get(target.id) == value:
                continue
            if target.id in self._screen.offers:
                steps.append(Act("select", {"option": value}, target.id))
            else:
                steps.append(Act("fill", {"text": value}, target.id))
        button = sender(self._screen)
        if button is None:
            if steps:
                return stretch(*steps, Replan("to send it"))
            return self._toward() or AtALoss("the form has no button that sends it")
        whole = {name for name, _ in fields} and not signing_in and self._last_form(fields)
        expects = self._request.done_when if whole else ""
        ready = " and ".join(f"value({_quoted(t.id)}, {_quoted(v)})" for t, v in fields)
        return Draft(
            (*steps, Act("click", {}, button.id, expects, ready), Replan("the form was sent")), author=AUTHOR, afresh=True
        )

    def _last_form(self, fields: list[tuple[Target, str]]) -> bool:
        """Whether this form takes all the values that are not for signing in."""
        there = {value for _, value in fields}
        others = [
            v
            for n, v in self._request.task.values.items()
            if not any(w in norm(n) for w in ("user", "password", "login", "email"))
        ]
        return bool(others) and all(v in there for v in others)

    # --- going to where it can be seen --------------------------------------------------------------------------------------

    def _clear_up(self) -> Reply:
        """Go to where it can be seen whether an act happened."""
        for doubt in self._request.progress.in_doubt:
            for literal in parse(doubt.shown_by):
                address = self._address(literal)
                if address and urlsplit(address).path != urlsplit(self._screen.page).path:
                    return stretch(Act("go", {"url": address}), Replan("to see whether it happened"))
        return AtALoss("nothing shows whether an act in doubt happened")

    def _address(self, literal: Literal) -> str:
        if literal.name == "listed" and literal.args and literal.args[0] != "*":
            return urljoin(self._screen.page, literal.args[0])
        return literal.args[0] if literal.name == "page" and literal.args and "*" not in literal.args[0] else ""

    def _addresses(self) -> list[str]:
        return [a for lit in self._goal if not lit.negated and (a := self._address(lit))]

    def _stated(self) -> Literal | None:
        """A part of the goal that says what is to stand or be chosen in something on the screen, and does not hold."""
        ids = {t.id for t in self._screen.targets}
        for lit in self._goal:
            if lit.name not in ("value", "checked") or not lit.args or lit.args[0] not in ids:
                continue
            holds = (
                self._screen.values.get(lit.args[0]) == lit.args[1]
                if lit.name == "value"
                else lit.args[0] in self._screen.checked
            )
            if holds == lit.negated:
                return lit
        return None

    def _bring_about(self, literal: Literal) -> Reply:
        id = literal.args[0]
        if literal.name == "checked":
            return Draft(
                (Act("uncheck" if literal.negated else "check", {}, id), Replan("it was set")), author=AUTHOR, afresh=True
            )
        skill = "select" if id in self._screen.offers else "fill"
        return stretch(Act(skill, {"option" if skill == "select" else "text": literal.args[1]}, id), Replan("it was set"))

    def _toward(self) -> Reply | None:
        """The link or button that speaks most of the goal, else the page where the goal can be seen."""
        words = {stem(w) for w in norm(self._request.goal).split() if w not in SMALL}
        words |= {stem(w) for a in self._addresses() for w in urlsplit(a).path.split("/") if w}
        tried = {a.target for a in self._screen.done if a.skill == "click"}
        scored: list[tuple[float, Target]] = []
        for target in self._screen.of("link", "button", "menuitem", "item", "tab"):
            if target.id in tried:
                continue
            mine = {stem(w) for w in norm(target.id).split()[1:] if w not in SMALL}
            if mine & words:
                scored.append((len(mine & words) - 0.1 * len(mine - words), target))
        listed = self._in_menus(words)
        if listed is not None and listed[0] > max((score for score, _ in scored), default=0.0):
            return stretch(listed[1], Replan("what the menu led to"))
        if scored:
            top = max(scored, key=lambda m: m[0])
            return stretch(Act("click", {}, top[1].id), Replan("another page"))
        for address in self._addresses():
            if urlsplit(address).path != urlsplit(self._screen.page).path:
                return stretch(Act("go", {"url": address}), Replan("to see whether the goal holds"))
        return None

    def _in_menus(self, words: set[str]) -> tuple[float, Act] | None:
        """What a shut menu offers that speaks most of the goal, and was not chosen yet."""
        done = {(a.target, a.args.get("option")) for a in self._screen.done if a.skill == "select"}
        found: list[tuple[float, Act]] = []
        for target in self._screen.of("menuitem"):
            for option in self._screen.offers.get(target.id, ()):
                mine = {stem(w) for w in norm(option).split() if w not in SMALL}
                if mine & words and (target.id, option) not in done:
                    score = len(mine & words) - 0.1 * len(mine - words) - 0.01 * len(option)
                    found.append((score, Act("select", {"option": option}, target.id)))
        return max(found, key=lambda pair: pair[0], default=None)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
