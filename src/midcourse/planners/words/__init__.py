"""A planner that needs no model: plain words, and what is on the screen.

`language` reads the instruction, `finding` tells which thing is meant, `values` what is to be entered; `steps` says who turns a
clause into acts (`clicking`, `choosing`, `entering`, `moving`); `forms` knows what to do with named values, `revealing` where to
look for what cannot be seen. It plans as far as it can see and ends with a `replan` step.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from ...core.gates.request import AtALoss, NothingToDo, PlanRequest, Reply
from ...core.logic.conditions import coverage, evaluate, fact, parse
from ...core.model import Target
from ...core.plans.plan import Act, Draft, Replan, Step
from .asked import Asked
from .asking import asked_first
from .clicking import only_sends, open_context, sender
from .counting import answer, counted
from .early import left_to_do
from .ends import End
from .fields import NO, YES, credentials
from .finding import near_it, norm
from .forms import Wanted
from .language import Clause, read, unread
from .no_way import unentered
from .not_yet import unless_lacking
from .pressing import shortcut
from .purposes import AGAIN, AROUND, ENTER, SEND, STEP, named_in, stretch
from .removing import Removal, removes
from .revealing import buttons, in_ours, may_hand_on, reveal
from .screen import Part, Screen
from .sending import TAKING
from .steps import acts_for
from .verbs import CREATING
from .ways import makers_of_others

PATIENCE = 10.0
"""Seconds that something switched off may take to be switched on."""
OPENING = ("click", "double_click", "select", "select_menu")
"""Acts that may bring up a dialog."""
PLAIN = ("click", "double click", "enter", "select", "uncheck")
"""Clauses that name what is to be done, and not just what for."""
FILLING = ("enter", "select", "uncheck", "drag", "sort", "log in")
"""Clauses after which something may have to be sent."""
ARRANGING = ("drag", "sort")
"""Clauses after which only what says that it sends is pressed: much that is moved about is not to be sent."""
ENTERING = ("fill", "select", "check", "uncheck", "upload")
"""Acts after which it may, whatever clause asked for them."""
RESTARTS = 3
"""How often a program that ended is started again."""


class WordsPlanner:
    """Plans acts on targets (click, fill, select …) from an instruction, from named values, and from the goal's condition."""

    def __init__(self, *, around: bool = True) -> None:
        """`around`: it turns the wheel and points at menus for what is not to be seen; local planning looks around by itself."""
        self._around = around

    async def plan(self, request: PlanRequest) -> Reply:
        """The next steps, as far as the page shows; "done" if nothing of the instruction is left; "stuck" if it does not find
        what the instruction names."""
        screen = Screen(request, self._around)
        if request.done_when and evaluate(parse(request.done_when), request.facts, coverage(request.view.covers)) is True:
            rest = self._rest(screen) if screen.has_windows and not request.task.values else None
            if rest is None and (first := left_to_do(screen)) is not None:
                return usable(screen, first)
            return rest or NothingToDo(f"{request.done_when} holds")
        if (reply := asked_first(screen)) is not None:
            return reply
        reply = Wanted(screen).next() if request.task.values or request.progress.in_doubt or request.done_when else None
        if reply is None:
            reply = unless_lacking(screen, self._by_instruction(screen))
            return _begun_again(screen, reply) or unentered(
                screen, _tried(screen, usable(screen, reply)), CREATING, makers_of_others(screen)
            )
        return _begun_again(screen, reply) or _tried(screen, usable(screen, reply))

    def _rest(self, screen: Screen) -> Reply | None:
        """What of an instruction for a program is left and can be done at once, though its end is seen: what a window shows may
        still have to be saved. None where nothing is left, or it cannot be seen."""
        asked = Asked(screen)
        left: list[list[Act]] = []
        begun = False
        for clause in read(screen.request.goal):
            acts = acts_for(asked, clause) if clause.kind in PLAIN else None
            if acts is None or (acts and not begun) or (screen.hidden and shortcut(acts)):
                return None
            begun = True
            left = [*left, acts] if acts else []  # what stands before something that was done was done, and has changed since
            asked.earlier.append(clause)
        first = next((i + 1 for i, acts in enumerate(left) if isinstance(acts, Part)), len(left))
        steps = [act for acts in left[:first] for act in acts]
        plan = usable(screen, stretch(*steps, Replan("what is left was done")))
        acts = [step for step in plan.steps if isinstance(step, Act)] if isinstance(plan, Draft) else []
        return plan if acts and not any(act.skill in ("wait_for", "dismiss") for act in acts) else None

    def _by_instruction(self, screen: Screen) -> Reply:
        asked = Asked(screen)
        steps: list[Step] = []
        clauses = read(screen.request.goal)
        if (told := counted(screen)) is not None and not screen.has_windows:
            given = answer(screen, told)
            if given is None:
                return AtALoss(f"the answer is {told}, and nothing on the screen takes it")
            steps += given
            if given and any(act.skill == "click" for act in given):
                return stretch(*steps, Replan("the answer was given"))
        if clauses and not (told and steps) and all(map(only_sends, clauses)) and (first := unread(screen.request.goal)):
            return AtALoss(f"what {first!r} asks for is not known, and nothing is sent without it")
        for clause in clauses:
            acts = acts_for(asked, clause)
            if acts is None:
                return self._further(asked, steps, clause.text or clause.verb)
            if acts and removes(screen) and (told := Removal(screen, End(screen)).only_hides(clause.verb, acts)):
                return AtALoss(told)
            if screen.has_windows and acts and _may_have_changed(screen, steps, acts):
                return stretch(*steps, Replan(f"what comes of it before {clause.verb}"))
            keys = shortcut(acts) if screen.has_windows and screen.hidden and not in_ours(screen) else ""
            if keys and screen.covers:  # they are for a window, and not for what came up in it
                told = ", ".join(buttons(screen)) or "nothing"
                return AtALoss(f"{screen.covers[0]!r} is open and takes {keys}: say how to answer it (there: {told})")
            steps += acts
            if isinstance(acts, Part):
                return stretch(*steps, Replan("what comes of it is to be seen"))
            asked.earlier.append(clause)
        if steps:
            return stretch(*steps, Replan("what comes of it is to be seen"))
        if not clauses:
            return AtALoss("the instruction names nothing that can be done on a screen")
        ends = clauses[-1].kind in ("click", "double click", "submit", "close", "focus", "hover", "action", "expand")
        if screen.has_windows:  # a window is no form: to press what nobody named may make, send or shut something
            return NothingToDo("all that was asked for is done")
        entered = any(c.kind in FILLING for c in clauses) or any(act.skill in ENTERING for act in screen.done)
        button = sender(screen, [clauses[0].verb], unasked=True) if not ends else None
        if button is not None and clauses[-1].kind in ARRANGING and norm(button.label) not in TAKING:
            button = None
        if button is not None and (entered or _is_said(button, clauses)) and screen.did("click", button.id) < 0:
            return stretch(Act("click", {}, button.id), Replan("the form was sent"))
        if screen.request.done_when and not entered and all(clause.kind == "find" for clause in clauses):
            return AtALoss("the instruction only says what is to be found, and the screen does not show it")
        if left := _not_entered(screen):
            return AtALoss(f"no field was found for {', '.join(map(repr, left))}")
        return NothingToDo("all that was asked for is done")

    def _further(self, asked: Asked, steps: list[Step], missing: str) -> Reply:
        """What can be done before the missing thing, then something that may bring it into sight."""
        screen = asked.screen
        if steps:
            return stretch(*steps, Replan(f"{missing} cannot be seen yet"))
        act = next(iter(open_context(asked) or ()), None) or reveal(screen, missing)
        if act is None:
            names = near_it(screen.targets, missing) or (buttons(screen) if in_ours(screen) else [])
            near = f" (there: {', '.join(names)})" if names else ""
            return AtALoss(f"nothing on the screen is {missing!r}{near}, and nothing is left that could show it")
        return stretch(act, Replan(f"to find {missing}"))


def _is_said(button: Target, clauses: Sequence[Clause]) -> bool:
    """Whether an instruction says what is written on a button, within a clause: `scroll to the end press Submit`."""
    said = {word.lower() for clause in clauses for word in (*clause.words, *clause.quoted)}
    return all(word in said for word in button.label.lower().split())


def _not_entered(screen: Screen) -> list[str]:
    """The values of the task that no act was about; those for signing in may not have been asked for."""
    values = screen.request.task.values
    given = {str(value) for act in screen.done for value in act.args.values()}
    named = named_in(screen.done, ENTER) | named_in(screen.done, SEND) | named_in(screen.done, STEP) | credentials(values)
    plain = {name: value for name, value in values.items() if norm(value) not in YES | NO}
    standing = set(screen.values.values())
    return [name for name, value in plain.items() if name not in named and value not in given | standing]


def _may_have_changed(screen: Screen, steps: Sequence[Step], acts: Sequence[Act]) -> bool:
    """Whether acts are for a window that what is to be done before them may shut or cover: a button of a dialog does so, and any
    click before a text is entered or a shortcut pressed."""
    opening = any(isinstance(step, Act) and step.skill in OPENING for step in steps)
    pressed = {step.target for step in steps if isinstance(step, Act) and step.skill == "click"}
    in_dialog = bool(screen.hidden) and any(t.id in pressed for t in screen.of("button"))
    return in_dialog or (opening and (bool(shortcut(acts)) or any(act.skill == "fill" for act in acts)))


def _begun_again(screen: Screen, reply: Reply) -> Reply | None:
    """The program that the task began with, started again; None unless it has ended and nothing is left but to wait."""
    acts = [step for step in reply.steps if isinstance(step, Act)] if isinstance(reply, Draft) else []
    waits = isinstance(reply, AtALoss) or (bool(acts) and all(act.skill == "wait_for" for act in acts))
    if not screen.ended or not waits or "launch" not in screen.skills or screen.restarts >= RESTARTS:
        return None
    if isinstance(reply, Draft) and may_hand_on(screen):
        return None
    return stretch(Act("launch", {"program": screen.ended}, description=AGAIN), Replan("what it shows is to be seen"))


def _tried(screen: Screen, reply: Reply) -> Reply:
    """A plan, unless it begins with what failed here and was sent back for that: there is no other, and nothing to doubt."""
    told = next((o for o in screen.request.objections if o.kind == "repeats" and not o.about), None)
    first = next((step for step in reply.steps if isinstance(step, Act)), None) if isinstance(reply, Draft) else None
    if told is None or first is None or (first.skill, first.target, str(first.args)) not in screen.failed:
        return reply
    return AtALoss(told.text)


def usable(screen: Screen, reply: Reply) -> Reply:
    """The plan with what lies over its targets dismissed first, and what is switched off waited for."""
    if not isinstance(reply, Draft):
        return reply
    steps: list[Step] = []
    gone: set[str] = set()
    waited = False
    for step in reply.steps:
        target = step.target if isinstance(step, Act) else ""
        cover = screen.hidden.get(target, "")
        if cover and cover not in gone:
            if ("dismiss", "", str({"cover": cover})) in screen.failed and not screen.has_windows:
                return AtALoss(f"{cover!r} lies over {target!r}, and nothing closes it")
            gone.add(cover)
            steps.append(Act("dismiss", {"cover": cover}))
        if isinstance(step, Act) and screen.is_off(target) and not waited and step.skill not in AROUND:
            waited = True  # what comes after waits for its own turn
            steps.append(Act("wait_for", {"condition": fact("enabled", target), "seconds": PATIENCE}))
        steps.append(step)
    return replace(reply, steps=tuple(steps))
