"""The screen as a planner sees it: things by what they can do, what stands in them, what was done already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from msgspec.structs import replace

from ...core.gates.request import PlanRequest
from ...core.logic.conditions import parse_fact, told_by
from ...core.model import Target
from ...core.plans.plan import Act
from .purposes import AGAIN, SEND

FIELDS = ("textbox", "spinbutton", "slider")
LISTS = ("combobox", "listbox")
BOXES = ("checkbox", "radio", "switch")


class Part(list[Act]):
    """Acts after which more of the same clause is to be done: what comes next cannot be seen yet."""


class Screen:
    """One request, sorted."""

    def __init__(self, request: PlanRequest, around: bool = True) -> None:
        """`around`: what is not to be seen is looked for, by turning the wheel and pointing at menus."""
        self.request, self.around = request, around
        self.skills = {skill.name for skill in request.skills}
        self.targets: Sequence[Target] = [t for t in request.view.targets if t.role != "drawing"]
        self.drawings = [t for t in request.view.targets if t.role == "drawing"]
        """Shapes that are only drawn there."""
        self.values: dict[str, str] = {}
        self.checked: set[str] = set()
        self.enabled: set[str] = set()
        self._tells = any(kind.name == "enabled" for kind in request.view.vocabulary)
        self.has_windows = any(kind.name == "window" for kind in request.view.vocabulary)
        """Several programs share it: a field is not the one that is meant just because it is there."""
        self.offers: dict[str, list[str]] = {}
        self.texts: list[str] = []
        self.rows: list[tuple[str, ...]] = []
        self.paragraphs: dict[int, str] = {}
        """The paragraphs of a text, by their number in the order of the page."""
        self.covers: list[str] = []
        self.hidden: dict[str, str] = {}
        """What cannot be reached, and for what."""
        self.asks: dict[str, str] = {}
        """What a thing answers that cannot be undone once it is pressed."""
        self.parts: dict[str, str] = {}
        """The form, dialog, navigation or row that a thing lies in."""
        self.among: dict[str, str] = {}
        """What stands with one of several things called the same."""
        self.called: dict[str, list[str]] = {}
        """What a field is called beside its label."""
        self.leads: dict[str, str] = {}
        self.invalid: set[str] = set()
        self.page = self.headed = ""
        """The whole address; what the page is headed by, above all else in it."""
        self.scrolls = False
        self.reopened = 0
        """How often the screen went and came back, perhaps without who was signed in there."""
        self.ended = ""
        """The program that the task began with and that has ended."""
        here = {t.id for t in request.view.targets}
        for text in sorted(request.facts):
            literal = parse_fact(text)
            match literal.name, literal.args:
                case "value", (id, value) if id in here:
                    self.values[id] = told_by(value)
                case "checked", (id,):
                    self.checked.add(id)
                case "enabled", (id,):
                    self.enabled.add(id)
                case "offers", (id, option):
                    self.offers.setdefault(id, []).append(told_by(option))
                case "text", (line,):
                    self.texts.append(told_by(line))
                case "paragraph", (number, line) if number.isdigit():
                    self.paragraphs[int(number)] = line
                case "row", cells:
                    self.rows.append(cells)
                case "cover", (name,):
                    self.covers.append(name)
                case "hides", (cover, id):
                    self.hidden[id] = cover
                case "asks", (id, question):
                    self.asks[id] = question
                case "within", (id, part):
                    self.parts[id] = part
                case "among", (id, text):
                    self.among[id] = text
                case "called", (id, name):
                    self.called.setdefault(id, []).append(name)
                case "leads", (id, url):
                    self.leads[id] = url
                case "invalid", (id,):
                    self.invalid.add(id)
                case "ended", (program,):
                    self.ended = program
                case "reopened", (times,) if times.isdigit():
                    self.reopened = int(times)
                case "headed", (line,):
                    self.headed = line
                case "scrolls", _:
                    self.scrolls = True
                case "page", (url,):  # of its names, the whole address
                    self.page = max(self.page, url, key=len)
                case _:
                    pass
        self.failed = {(a.skill, a.target, str(a.args)) for a in request.attempts if not a.forgiven}
        all_done = [d.step for d in request.progress.done if isinstance(d.step, Act)]
        self.restarts = sum(act.description == AGAIN for act in all_done)
        past = _in_lives_before(all_done)
        self.done = all_done[past:]
        """Acts that were done, in order, since the program was started again."""
        outputs = [d.output for d in request.progress.done if isinstance(d.step, Act)][past:]
        told = {i: cast("dict[str, object]", out) for i, out in enumerate(outputs) if isinstance(out, dict)}
        self.answers = {i: str(out["answered"]) for i, out in told.items() if "answered" in out}
        """How a form was answered, by the place of the act in `done`: `here` by a page at once, `elsewhere` by another."""
        self.unsent = [str(id) for id in cast("list[object]", (told.get(len(outputs) - 1) or {}).get("unsent") or [])]
        """Fields of which nothing was sent, though others were, up to the last act: what was pressed sent nothing."""

    def is_off(self, target: str) -> bool:
        """Whether something is there and cannot be used, in a world that tells."""
        return self._tells and target not in self.enabled and any(t.id == target for t in self.targets)

    def reached(self, targets: Sequence[Target]) -> list[Target]:
        """Those that nothing lies over; all of them where something lies over each."""
        return [t for t in targets if t.id not in self.hidden] or list(targets)

    @property
    def fields(self) -> list[Target]:
        """Things that hold a text, in the order of the page."""
        return [t for t in self.targets if t.role in FIELDS or (t.role == "combobox" and t.id not in self.offers)]

    def by_other_names(self) -> list[Target]:
        """The things of programs by what they are called beside their labels, as by their tips."""
        there = [t for t in self.targets if t.id not in self.hidden] if self.has_windows else []
        return [replace(target, label=name) for target in there for name in self.called.get(target.id, ())]

    def of(self, *roles: str) -> list[Target]:
        """The things with one of these roles."""
        return [t for t in self.targets if t.role in roles]

    def did(self, skill: str, target: str, since: int = 0) -> int:
        """The place in `done` of such an act, or -1."""
        return next((i for i in range(since, len(self.done)) if (self.done[i].skill, self.done[i].target) == (skill, target)), -1)

    def past(self, since: int = 0) -> list[Target]:
        """The targets of acts done, as their ids tell them."""
        return [_from_id(act.target) for act in self.done[since:] if act.target]

    def tried(self, skill: str, target: str = "", **args: str) -> bool:
        """Whether such an act was done or failed before."""
        return (skill, target, str(args)) in self.failed or any(
            (a.skill, a.target, a.args) == (skill, target, args) for a in self.done
        )

    @property
    def collapsed(self) -> list[Target]:
        """Things that open something which is shut."""
        return [t for t in self.targets if "collapsed" in t.state and t.role not in LISTS]


def _in_lives_before(done: Sequence[Act]) -> int:
    """How many acts were done in a program that has ended since, and count no more; none if one of them sent something."""
    started = max((i for i, act in enumerate(done) if act.description == AGAIN), default=-1)
    sent = any(act.description.startswith(SEND) for act in done[: started + 1])
    return 0 if sent else started + 1


def _from_id(id: str) -> Target:
    role, _, label = id.partition(" ")
    return Target(id, role, re.sub(r"( in .*)?( #\d+)?$", "", label))
