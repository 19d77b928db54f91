"""A task that was shown once, done again: the recorded steps, found again on the screen; what is missing is mended or told."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from ...core.errors import TaskError, choices
from ...core.gates.request import AtALoss, NothingToDo, PlanRequest, Reply
from ...core.logic.conditions import coverage, evaluate, fact, parse, with_values
from ...core.model import Target
from ...core.plans.plan import Act, Draft, Replan, Step, title
from ...core.protocols import Planner
from ..given import Given
from ..repair import RepairPlanner
from . import WordsPlanner, usable
from .asked_in import part_of
from .asking import asked_first
from .ends import led_on, may_be_an_echo
from .fields import TAKES, Entry, Form, credentials, entry, needed
from .final import final_words, is_opposite
from .finding import alike
from .forms import TRIES, Wanted
from .purposes import AT, BACK, ENTER, ENTERING, SEND, SIGN_IN, STEP, named_in, stretch
from .screen import Screen
from .sending import senders

ENTERS = ("fill", "select", "check", "uncheck", "upload")
CALLED, LEADS, INSTEAD = "called ", "leads to ", "in place of "
"""How a recorded step tells what else its target is called, and where it leads."""
ONCE_MORE = "the page once more"


class ShownPlanner:
    """Follows recorded steps. A value of the task stands in them as `{Name}`."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._steps = [step for step in steps if isinstance(step, Act)]
        self._words = WordsPlanner()

    async def plan(self, request: PlanRequest) -> Reply:
        """The next recorded steps that the screen has; else what brings them back; else what exactly is missing."""
        screen = Screen(request)
        if request.done_when and evaluate(parse(request.done_when), request.facts, coverage(request.view.covers)) is True:
            rest = self._next(screen) if may_be_an_echo(screen) else None
            return usable(screen, rest) if isinstance(rest, Draft) else NothingToDo(f"{request.done_when} holds")
        doubtful = bool(request.progress.in_doubt)  # nothing is entered anew before it is known what became of that
        reply = asked_first(screen) or (None if doubtful else self._next(screen))
        if reply is not None:
            return usable(screen, reply)
        mended = await self._words.plan(request)
        if not isinstance(mended, Draft):
            return self._back(screen) or self._loaded_again(screen) or self._lacking(screen, mended.why)
        sends = any(named_in([act], SEND) for act in mended.steps if isinstance(act, Act))
        if sends and (boxes := self._boxes(screen)) is not None:
            return usable(screen, boxes)
        stray = self._stray(screen, mended)
        return (self._loaded_again(screen) or self._lacking(screen, stray)) if stray else mended

    def _next(self, screen: Screen) -> Reply | None:
        at = self._passed(screen)
        here = next((i for i in range(at, len(self._steps)) if self._may_begin(screen, at, i)), None)
        if here is None:
            return None
        entries: list[Entry] = []
        for i in range(here, len(self._steps)):
            step = self._steps[i]
            target = located(screen, step) or _sender(screen, step, entries)
            if target is None and not step.target and i == here:
                return self._commanded(step)
            if target is None or target.id in screen.hidden:
                return self._entered(entries)
            if enters(step):
                entries.append(self._entry(screen, step, target))
            elif (more := self._entered(entries)) is not None:
                return more
            else:
                return self._pressed(screen, i, target, entries)
        return self._entered(entries)

    def _entered(self, entries: Sequence[Entry]) -> Reply | None:
        """What enters the values that do not stand yet; None where all do."""
        if wrong := [e.wrong for e in entries if e.wrong]:
            return AtALoss(f"nothing was sent: {'; '.join(wrong)}")
        acts = [e.act for e in entries if e.act is not None]
        return stretch(*acts, Replan("to see that every value stands")) if acts else None

    def _pressed(self, screen: Screen, i: int, target: Target, entries: Sequence[Entry]) -> Reply | None:
        step = self._steps[i]
        rest = self._steps[i + 1 :]
        sends = bool(entries) or (i > 0 and enters(self._steps[i - 1]))
        final = sends and not any(enters(s) for s in rest)
        if final and any(a.description.startswith(SEND) for a in screen.done):
            return None  # it was sent: whether it arrived is looked for
        if final and (left := self._left_out(screen, i, {e.name for e in entries})):
            return self._loaded_again(screen) or AtALoss(f"nothing was sent: {', '.join(left)} found no field")
        if final and (empty := needed(screen, part_of(screen, target), entries)):
            return AtALoss(f"nothing was sent: {empty}")
        held = [e.target.id for e in entries if e.target.id in screen.values]
        ready = " and ".join(fact("value", id, screen.values[id]) for id in held)
        values = screen.request.task.values
        expects = screen.request.done_when if final and not rest else with_values(step.expects, values)
        names = {e.name for e in entries}
        who = bool(names) and names <= credentials(screen.request.task.values)
        on = bool(names) and target.id == step.target
        what = SIGN_IN if who else SEND if final else STEP if on else ""
        instead = "" if target.id == step.target else f"{INSTEAD}{step.target}"
        told = f"{what} {', '.join(sorted(names))} at {screen.page}" if what else step.description or instead
        leads_on = what == STEP and bool(part_of(screen, target))
        gone = [e.target.id for e in entries if leads_on or (who and "password" in e.target.state)]
        if gone and not expects:
            expects = f"not {fact('visible', gone[0])}"  # another page has other fields, and who is in is not asked again
        press = Act(step.skill, step.args, target.id, expects, ready, description=told, again=leads_on)
        return stretch(press, Replan("what comes of it is to be seen"))

    def _commanded(self, step: Act) -> Reply:
        """Keys for whatever has the keyboard."""
        return stretch(step, Replan("what comes of it is to be seen"))

    def _entry(self, screen: Screen, step: Act, target: Target) -> Entry:
        value = str(
            step.args.get("text", step.args.get("option", step.args.get("file", "yes" if step.skill == "check" else "no")))
        )
        for name, wanted in screen.request.task.values.items():
            if value == f"{{{name}}}":
                return entry(screen, name, wanted, target)
            if f"{{{name}}}" in value:  # such as a file in a folder that stays
                return entry(screen, name, value.replace(f"{{{name}}}", wanted), target)
        return entry(screen, target.label, value, target)

    def _passed(self, screen: Screen) -> int:
        """How many recorded steps are behind us, by the acts that were done."""
        begun, place = self._begun_anew(screen)
        at = begun
        for i, step in enumerate(self._steps[begun:], begun):
            found = next((k for k in range(place, len(screen.done)) if _same(screen.done[k], step)), None)
            if found is not None:
                at, place = i + 1, found + 1
        while at > begun and enters(self._steps[at - 1]):
            at -= 1  # what was entered is looked at again: it may have gone
        return at

    def _back(self, screen: Screen) -> Reply | None:
        """Back to a page of values that was to lead on, and was not taken: what came after it has nothing of what was shown."""
        at = max((i for i, a in enumerate(screen.done) if a.description.startswith((STEP, SEND))), default=-1)
        if at < 0 or screen.done[at].description.startswith(SEND) or led_on(screen, at):
            return None
        if sum(a.description == BACK for a in screen.done) >= TRIES:
            return None
        page = screen.done[at].description.rpartition(AT)[2]
        return stretch(Act("go", {"url": page}, description=BACK, again=True), Replan(BACK))

    def _loaded_again(self, screen: Screen) -> Reply | None:
        """The page once more, where a press led to it and something is not on it that was shown there: a page whose scripts did
        not come has not all its fields."""
        since = [a for a in screen.done if a.skill not in ENTERING]
        if not since or since[-1].description == ONCE_MORE or since[-1].description.startswith((SEND, SIGN_IN)):
            return None
        return stretch(Act("go", {"url": screen.page}, description=ONCE_MORE, again=True), Replan(ONCE_MORE))

    def _left_out(self, screen: Screen, upto: int, here: set[str]) -> list[str]:
        """The values of steps before one that were not entered, and are not among those that stand here."""
        passed = here | named_in(screen.done, STEP) | credentials(screen.request.task.values)
        steps = [s for s in self._steps[:upto] if enters(s) and not any(_same(a, s) for a in screen.done)]
        names = (name for s in steps for name in screen.request.task.values if f"{{{name}}}" in map(str, s.args.values()))
        return [name for name in dict.fromkeys(names) if name not in passed]

    def _begun_anew(self, screen: Screen) -> tuple[int, int]:
        """The step and the act from which on all counts: the first, or those of a page of values to which we went back."""
        back = max((i for i, a in enumerate(screen.done) if a.description == BACK), default=-1)
        press = max((i for i, a in enumerate(screen.done[: back + 1]) if a.description.startswith((STEP, SEND))), default=-1)
        if press < 0 or screen.done[press].description.startswith(SEND):
            return 0, 0
        at = next((i for i, step in enumerate(self._steps) if _same(screen.done[press], step)), 0)
        while at > 0 and enters(self._steps[at - 1]):
            at -= 1
        return at, back + 1

    def _may_begin(self, screen: Screen, at: int, i: int) -> bool:
        """Whether the steps go on at one: it is here, and what is left out before it enters nothing but who somebody is."""
        signs_in = credentials(screen.request.task.values)
        left_out = [s for s in self._steps[at:i] if enters(s)]
        if any(not any(f"{{{name}}}" in str(s.args) for name in signs_in) for s in left_out):
            return False
        if not self._steps[i].target:
            return i == at
        target = located(screen, self._steps[i])
        return target is not None and target.id not in screen.hidden

    def _stray(self, screen: Screen, mended: Draft) -> str:
        """Why a plan from words goes astray: it enters a value elsewhere than was shown, or sends it from there; '' if not."""
        for act in (step for step in mended.steps if isinstance(step, Act)):
            for purpose in (ENTER, SEND):
                for name in sorted(named_in([act], purpose) - credentials(screen.request.task.values)):
                    step = next((s for s in self._steps if f"{{{name}}}" in map(str, s.args.values())), None)
                    field = located(screen, step) if step is not None else None
                    before = self._left_out(screen, self._steps.index(step), set()) if step is not None else []
                    if left := [other for other in before if not self._stands_here(screen, other)]:
                        return f"nothing was sent: {', '.join(left)} found no field"
                    if step is not None and (field is None or (purpose == ENTER and field.id != act.target)):
                        return f"nothing was sent: {name!r} was shown in {step.target}, and {act.target} may be another"
        return ""

    def _boxes(self, screen: Screen) -> Draft | None:
        """What ticks the boxes here as they were shown, which no value tells; None where they are so."""
        shown = [(step, located(screen, step)) for step in self._steps if step.skill in ("check", "uncheck")]
        entries = [self._entry(screen, step, target) for step, target in shown if target is not None]
        acts = [e.act for e in entries if e.act is not None]
        return stretch(*acts, Replan("to see that every box stands")) if acts else None

    def _stands_here(self, screen: Screen, name: str) -> bool:
        """Whether the field in which a value was shown is on the screen."""
        return any(located(screen, s) is not None for s in self._steps if f"{{{name}}}" in map(str, s.args.values()))

    def _lacking(self, screen: Screen, why: str) -> Reply:
        at = self._passed(screen)
        if at >= len(self._steps) or Wanted(screen).was_sent:
            return AtALoss(why)
        step = self._steps[at]
        there = choices(step.target, [t.id for t in screen.targets])
        return AtALoss(f"recorded step {at + 1} of {len(self._steps)}, {title(step)}: it is not on {screen.page}; {there}. {why}")


def enters(step: Act) -> bool:
    """Whether a step enters something; to choose in a menu is to press something."""
    return step.skill in ENTERS and not step.target.startswith("menuitem ")


def located(screen: Screen, step: Act) -> Target | None:
    """The thing that a recorded step means: by its id, its label, what else it was called, or where it led."""
    if not step.target:
        return None
    role, _, label = step.target.partition(" ")
    where = re.sub(r" #\d+$", "", label.partition(" in ")[2])
    label = re.sub(r"( in .*)?( #\d+)?$", "", label)
    by_id = next((t for t in screen.targets if t.id == step.target), None)
    if by_id is not None:
        return by_id
    there = [t for t in screen.targets if (t.role in TAKES) == enters(step) and t.id not in screen.hidden]
    there = [t for t in there if _is_as_final(t, role, label)]
    named = sorted((t for t in there if alike(t.label, label) >= 0.8), key=lambda t: t.role != role)
    told = step.description
    if len(named) > 1:
        led = [t for t in named if told.startswith(LEADS) and _leads(screen, t) == told.removeprefix(LEADS)]
        beside = [t for t in named if where and where in f"{t.id} {screen.among.get(t.id, '')}"]
        named = next((few for few in (led, beside) if few), named)
    if named:
        return named[0] if len(named) == 1 or named[0].role == role else None
    if told.startswith(CALLED):
        others = set(told.removeprefix(CALLED).split(" | "))
        same = [t for t in there if others & set(screen.called.get(t.id, ()))]
        return same[0] if len(same) == 1 else None
    if told.startswith(LEADS):
        same = [t for t in there if _leads(screen, t) == told.removeprefix(LEADS)]
        return same[0] if same else None
    return None


def _leads(screen: Screen, target: Target) -> str:
    return urlsplit(screen.leads.get(target.id, "")).path


def _is_as_final(target: Target, role: str, label: str) -> bool:
    """Whether a thing takes away, ends or pays no more than the recorded one, by what is written on both."""
    opposite = is_opposite(target.label, label) or is_opposite(label, target.label)
    return not opposite and not final_words(target) - final_words(Target("", role, label))


def _sender(screen: Screen, step: Act, entries: Sequence[Entry]) -> Target | None:
    """The button that sends the form with these entries, where the recorded one goes by another name."""
    parts = {part_of(screen, e.target) for e in entries}
    if step.skill != "click" or not step.target.startswith("button") or len(parts) != 1:
        return None
    return next(iter(senders(screen, Form(parts.pop(), list(entries)))), None)


def _same(done: Act, step: Act) -> bool:
    if done.skill in ("select", "press", "hotkey", "drag", "close_window") and not enters(step) and done.args != step.args:
        return False
    told = (step.description, f"{INSTEAD}{step.target}")
    return done.skill == step.skill and (done.target == step.target or (bool(done.description) and done.description in told))


def from_words(words: str, given: Given) -> Planner:
    """`shown`: the steps that were recorded in the task file."""
    if not given.plans:
        raise TaskError("the planner 'shown' needs recorded steps: make a task file with midcourse record")
    return RepairPlanner(ShownPlanner(given.plans[0]))
