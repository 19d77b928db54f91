"""Named values and a goal's condition: every value of a form is entered, it is sent once, and the end is looked for."""

from __future__ import annotations

from msgspec.structs import replace

from ...core.gates.request import AtALoss, Reply
from ...core.logic.conditions import fact
from ...core.model import Target
from ...core.plans.plan import Act, Replan
from .addresses import is_at
from .came_back import as_sent, stands_as_sent
from .cards import pointed_at_card
from .cells import opened
from .ends import End, came_again, led_on, met_a_closed_door
from .fields import SECRET, Entry, Form, complaints, credentials, forms, hidden_entries, is_filled_up, nearest, needed
from .other_forms import are_meant, are_written, was_led, way_first
from .purposes import ASK, AT, BACK, CAME_BACK, CLEAR, ENTER, ENTERING, LOOK, MOMENT, SEND, SIGN_IN, STEP, named_in, stretch
from .removing import Removal, removes
from .revealing import PART, drawn_further, further_down, hidden_parts, is_coming, pointed_at
from .screen import Screen
from .sending import enters_in, is_said, other_ways, senders, standing, switches
from .shut_menus import in_menus
from .ways import WAY, behind_a_button, left_open, made_new, none_meant, out_of_the_way, retreat, thing_of, toward
from .ways_in import goes_on, way_in

REFUSED = "refused"
"""How a world tells that the server took what was sent for wrong, and did nothing."""
TRIES = 2
"""How often a value is entered that a field does not keep, and a form sent that was seen to be refused."""
WAITS = (2.0, 4.0, 6.0)
"""Seconds in which what was sent may show where it is looked for."""
NO_SENDER = "every value is entered, and the form has no button that sends it"


class Wanted:
    """What a task with values and a condition still wants, on the screen as it is."""

    def __init__(self, screen: Screen) -> None:
        self._screen, self._request = screen, screen.request
        self._values = self._request.task.values
        self._end = End(screen)
        self._sent = [i for i, act in enumerate(screen.done) if act.description.startswith(SEND)]

    @property
    def was_sent(self) -> bool:
        """Whether the form was sent in this run."""
        return bool(self._sent)

    def next(self) -> Reply | None:
        """The next stretch; None: the words of the goal are all there is to go by."""
        found = forms(self._screen)
        door = next((f for f in found if f.signs_in), None)
        if door is not None and self._only_signs_in(door, found):
            return self._sign_in(door)
        if self._request.progress.in_doubt:
            return self._end.clear_up()
        if self._sent:
            return self._after_sending(found)
        found = are_meant(self._screen, found)
        if removes(self._screen) and not self._values.keys() - self._used():
            return Removal(self._screen, self._end).next()
        form = self._whole(found)
        if (act := way_first(self._screen, form or next(iter(found), None), self._end.addresses())) is not None:
            return stretch(act, Replan("another page"))
        if form is not None:
            return self._fill(form)
        if (literal := self._end.stated()) is not None:
            return self._end.bring_about(literal)
        left = self._values.keys() - (self._used() if named_in(self._screen.done, SIGN_IN) else set())
        return self._on(found) if left or self._end.addresses() else None  # after a sign-in the instruction tells the rest

    # --- forms --------------------------------------------------------------------------------------------------------------

    def _used(self) -> set[str]:
        """The values that are for signing in: by what they are, or because a way in took them."""
        return credentials(self._values) | (named_in(self._screen.done, SIGN_IN) & set(self._values))

    def _only_signs_in(self, door: Form, found: list[Form]) -> bool:
        """Whether it is a way in, and not what the task is about."""
        others = set(self._values) - self._used() - door.names
        more = removes(self._screen) or goes_on(self._request.goal)
        return (not others and more) or (bool(others) and not any(others <= f.names for f in found))

    def _whole(self, found: list[Form]) -> Form | None:
        """The form that takes every value that is not for signing in and does not stand elsewhere already."""
        wanted = self._wanted()
        whole = next((f for f in found if wanted <= f.names), None)
        if whole is None and (behind := self._behind()):
            whole = next((f for f in found if wanted - behind.keys() <= f.names and not f.asks), None)
            if whole is not None:  # what went from there meanwhile is entered again
                whole.entries += [behind[name] for name in sorted(wanted - whole.names)]
        return whole if self._values else None

    def _wanted(self) -> set[str]:
        """The values that are still to be entered: all but those for signing in, and those of pages that led on."""
        passed = named_in(self._screen.done, STEP)
        return set(self._values) - self._used() - passed or set(self._values) - passed

    def _behind(self) -> dict[str, Entry]:
        """The values that we entered behind what is open now: a text behind the question for its name."""
        ours = {a.target for a in self._screen.done if a.skill in ENTERING}
        return {e.name: e for e in hidden_entries(self._screen) if e.target.id in ours}

    def _sign_in(self, door: Form) -> Reply:
        last = max((i for i, a in enumerate(self._screen.done) if a.description.startswith(SIGN_IN)), default=-1)
        since = self._screen.done[last + 1 :] if last >= 0 else []
        times = sum(a.description.startswith(SIGN_IN) for a in self._screen.done)
        if times > self._screen.reopened and all(a.skill in ENTERING for a in since):
            if not any(a.skill == "wait_for" for a in since):
                return stretch(Act("wait_for", {"seconds": MOMENT}), Replan("the page may still go on"))
            return AtALoss("the sign-in was refused, and is not sent again with the same values")
        return self._fill(door, SIGN_IN)

    def _fill(self, form: Form, what: str = SEND) -> Reply:
        return self._entered(form) or self._send(form, what)

    def _entered(self, form: Form) -> Reply | None:
        """What enters the values of a form that do not stand yet; None where all do."""
        if wrong := [e.wrong for e in form.entries if e.wrong]:
            return AtALoss(f"{self._unsent}: {'; '.join(wrong)}")
        todo = [e for e in form.entries if e.act is not None]
        for e in todo:
            assert e.act is not None
            if self._tries(e.act) >= TRIES:
                shown = self._shown(e)
                why = f"; write {shown} for it if both are one text" if shown.startswith(SECRET) else ""
                return AtALoss(f"{self._unsent}: {e.target.label} does not keep {self._told(e)}, it shows {shown!r}{why}")
        acts = [replace(e.act, description=f"{ENTER} {e.name}{AT}{self._screen.page}") for e in todo if e.act is not None]
        return stretch(*acts, Replan("to see that every value stands")) if acts else None

    def _send(self, form: Form, what: str) -> Reply:
        """Send a form in which every value stands: by its button, or by Enter where it has none."""
        if empty := needed(self._screen, form.part, form.entries):
            return drawn_further(self._screen.done) or AtALoss(f"{self._unsent}: {empty}")
        button = self._sender(form)
        used = button or enters_in(self._screen, form)
        if used is None:
            listed = in_menus(self._screen)
            return stretch(listed, Replan("what the menu led to")) if listed is not None else AtALoss(NO_SENDER)
        if what == SEND and button is not None and (more := other_ways(self._screen, button)) is not None:
            return stretch(Act("click", {}, more.id), Replan("another way may be meant"))
        expects = self._request.done_when if what == SEND and not form.asks else ""
        gone = [
            e.target.id
            for e in form.entries
            if (what == STEP and form.part) or (what == SIGN_IN and "password" in e.target.state)
        ]
        if gone:
            expects = f"not {fact('visible', gone[0])}"  # who is in is not asked again, and another page has other fields
        ready = standing(self._screen, form)
        for_what = f"{what} {', '.join(sorted(form.names))}{AT}{self._screen.page}"
        skill, args = ("press", {"keys": "Enter"}) if button is None else ("click", {})
        send = Act(skill, args, used.id, expects, ready, description=for_what, again=what == STEP)
        return stretch(send, Replan("the form was sent"))

    def _tries(self, act: Act) -> int:
        since = max((*self._sent, -1))
        presses = (i for i, a in enumerate(self._screen.done) if a.description.startswith((SIGN_IN, STEP)))
        since = max(since, max(presses, default=-1))
        done = sum((a.skill, a.target, a.args) == (act.skill, act.target, act.args) for a in self._screen.done[since + 1 :])
        failed = sum((a.skill, a.target, a.args) == (act.skill, act.target, act.args) for a in self._request.attempts)
        return done + failed

    def _told(self, e: Entry) -> str:
        return e.value if e.value.startswith(SECRET) else repr(e.value)

    def _shown(self, e: Entry) -> str:
        return self._screen.values.get(e.target.id, "") if e.target.id in self._screen.values else "nothing"

    def _sender(self, form: Form) -> Target | None:
        """The button that sends a form; another one if the last only showed the form again."""
        return next(iter(self._unused(form) or senders(self._screen, form)), None)

    def _unused(self, form: Form) -> list[Target]:
        used = [self._screen.done[i].target for i in self._sent if self._screen.answers.get(i) == "here"]
        return [b for b in senders(self._screen, form) if b.id not in used]

    def _led_to_nothing(self, form: Form) -> bool:
        """Whether the form that came back holds all that was sent, and another button may be the one that sends it."""
        return all(e.act is None for e in form.entries) and bool(self._unused(form))

    @property
    def _unsent(self) -> str:
        told = self._sent or any(not a.clean for a in self._request.attempts if a.skill in ("click", "press"))
        return "nothing more was sent" if told else "nothing was sent"

    # --- after sending ------------------------------------------------------------------------------------------------------

    def _after_sending(self, found: list[Form]) -> Reply:
        """Look for what was sent. It is sent again only if it was seen not to have arrived: the form came back from the server,
        or the session had ended, and the place where it would show does not show it."""
        last, form = self._sent[-1], as_sent(self._screen, self._sent[-1], self._whole(found))
        after = self._screen.done[last + 1 :]
        answered = self._screen.answers.get(last)
        at_once = answered in ("here", REFUSED)
        here = form is not None and all(a.skill in ENTERING for a in after)
        came_back = here and (at_once or stands_as_sent(self._screen, last, form, self._end.addresses()))
        refused = came_back or answered == REFUSED or any(a.description == CAME_BACK for a in after) or met_a_closed_door(after)
        if not refused or len(self._sent) > (1 if came_back and at_once else TRIES):  # the server's own answer: once more
            return self._look_for_it()
        if form is not None and (told := complaints(self._screen, form)):
            return AtALoss(f"the form was sent and came back: {'; '.join(told)}")
        looked = sum(a.skill == "go" and a.description in (LOOK, CAME_BACK) for a in after)
        address = next(iter(self._end.addresses()), "")
        unused = came_back and answered != REFUSED and form is not None and self._led_to_nothing(form)
        if not (address or met_a_closed_door(after) or unused):
            return self._look_for_it()  # nothing would show whether it arrived
        look = stretch(Act("go", {"url": address}, description=CAME_BACK, again=True), Replan(LOOK))
        if address and not looked:
            return look
        if looked and (more := self._end.further(after, WAITS[:1] if answered == REFUSED else WAITS)) is not None:
            return more
        if looked == 1 and answered == "here":  # the list may be late, and tell so only if it is asked for anew
            return look
        if form is not None:
            return self._fill(form)
        page = self._screen.done[last].description.rpartition(AT)[2]
        return stretch(Act("go", {"url": page}, description=BACK, again=True), Replan(BACK))

    def _look_for_it(self) -> Reply:
        """Look for what was sent: go to where it shows, further pages of the list, wait."""
        since = self._screen.done[self._sent[-1] + 1 :]
        address = next(iter(self._end.addresses()), "")
        address = address or self._end.page_of_its_field(self._screen.done[self._sent[-1]].description.rpartition(AT)[2])
        if address and not any(a.skill == "go" and a.description == LOOK for a in since):
            return stretch(Act("go", {"url": address}, description=LOOK, again=True), Replan(LOOK))
        if (more := self._end.further(since, WAITS)) is not None:
            return more
        ways = sum(a.description == WAY for a in self._screen.done[: self._sent[-1]])
        if not address and (back := self._end.before(since, ways)) is not None:
            return back
        told = f"{self._request.done_when or 'the end'} is not seen{self._end.like_it()}"
        if unsent := ", ".join(id.partition(" ")[2] for id in self._screen.unsent):
            told = f"it sent nothing: what was entered in {unsent} went out in no request"
        return AtALoss(f"what sends the form was pressed, and {told}; it is not sent again")

    # --- on toward the form ---------------------------------------------------------------------------------------------------

    def _on(self, found: list[Form]) -> Reply | None:
        """On toward the form or the end: what is shut here, a way that speaks of the goal, the page where the end shows."""
        wanted = self._wanted()
        if named_in(self._screen.done, STEP):
            return self._through(found, wanted)
        best = max(found, key=lambda f: len(f.names & wanted), default=None)
        near = best is not None and not best.asks and 2 * len(best.names & wanted) >= len(wanted) > 0
        if not near and (page := self._left()):
            return stretch(Act("go", {"url": page}, description=BACK, again=True), Replan(BACK))
        if near and best is not None and (part := switches(self._screen, best) or hidden_parts(self._screen)):
            return stretch(Act("click", {}, part.id, description=PART), Replan("to find the other fields"))
        if near and best is not None and (self._screen.has_windows or not senders(self._screen, best)):
            if (act := self._entered(best)) is not None:
                return act
            near = False  # nothing here sends it: what it leads to may take the others
        if not near:
            if is_coming(self._screen) and (wait := drawn_further(self._screen.done, once=not self._screen.around)) is not None:
                return wait
            begun = left_open(self._screen) or way_in(self._screen)
            if act := begun or opened(self._screen, wanted) or made_new(self._screen, wanted):
                return stretch(act, Replan("a way in, or a field that may come up there"))
            way = in_menus(self._screen) or toward(self._screen, self._end.addresses()) or behind_a_button(self._screen)
            if act := way or out_of_the_way(self._screen) or self._another_part(found):
                return stretch(replace(act, needs=standing(self._screen, best)), Replan("another page"))
            if act := self._search(found, wanted):
                return act
        if (led := self._lead_on(found, wanted)) is not None:
            return led
        if not near:
            for address in self._end.addresses():
                other = not is_at(self._screen.page, address)
                if (other or (was_led(self._screen) and not wanted)) and not self._screen.tried("go", url=address):
                    return stretch(Act("go", {"url": address}, again=not other), Replan("to see whether the goal holds"))
        if (wait := drawn_further(self._screen.done, once=not near and not self._screen.around)) is not None:
            return wait
        if act := (pointed_at(self._screen, self._request.goal) if not near else None) or further_down(self._screen):
            return stretch(act, Replan("what comes up there"))
        if best is not None and best.names & wanted:
            lacking = sorted(wanted - best.names)
            names = "; ".join(f"{name!r} (nearest: {', '.join(nearest(self._screen, name)) or 'none'})" for name in lacking)
            return AtALoss(f"{self._unsent}: no field for {names}")
        if (act := pointed_at_card(self._screen, thing_of(self._request.goal)) or retreat(self._screen)) is not None:
            return stretch(act, Replan("another way"))
        return AtALoss(lost) if (lost := none_meant(self._screen)) else None

    def _another_part(self, found: list[Form]) -> Act | None:
        """What opens another part of a page with a form on it: what is wanted may stand there."""
        there = found or any("submit" in t.state for t in self._screen.of("button"))
        part = hidden_parts(self._screen) if there and not self._screen.has_windows else None
        return Act("click", {}, part.id, description=PART) if part is not None else None

    def _lead_on(self, found: list[Form], wanted: set[str]) -> Reply | None:
        """The first page of a form over several: each of its fields takes a value, and at least as many values are left, for
        which nothing here has a field. One that comes again is filled in again."""
        before = named_in(self._screen.done, STEP)
        for form in found if not self._screen.has_windows else ():  # a window is no page: no button of it must lead on
            mine = form.names & (wanted | before)
            left = wanted - form.names
            button = self._sender(form)  # one that is called as the goal sends no page before it
            leads = button is not None and not is_said(self._screen, button)
            first = 0 < len(mine) <= len(left) and not form.asks and leads
            times = [i for i, a in enumerate(self._screen.done) if named_in([a], STEP) == form.names]
            again = not times or (len(times) < TRIES and came_again(self._screen, times[-1]))
            ends = self._end.is_here() or are_written(self._screen, left)  # what is sent here is not led on
            if first and again and is_filled_up(self._screen, form) and not ends:
                more = drawn_further(self._screen.done) if any(e.act for e in form.entries) else None  # fields may still come
                return more or self._fill(form, STEP)
        return None

    def _through(self, found: list[Form], wanted: set[str]) -> Reply:
        """On through a form over several pages, of which some were sent: what is left is for the page to which they led, and for
        no other."""
        last = max(i for i, a in enumerate(self._screen.done) if a.description.startswith(STEP))
        if (led := self._lead_on(found, wanted)) is not None:
            return led
        if (wait := drawn_further(self._screen.done)) is not None:
            return wait
        told = self._screen.done[last].description
        if not led_on(self._screen, last) and sum(a.description == BACK for a in self._screen.done) < TRIES:
            return stretch(Act("go", {"url": told.rpartition(AT)[2]}, description=BACK, again=True), Replan(BACK))
        before = ", ".join(sorted(named_in(self._screen.done, STEP)))
        return AtALoss(f"the page with {before} was sent, and there is no field for {', '.join(sorted(wanted))} after it")

    def _left(self) -> str:
        """The page where values were entered, if we only left it to see whether something happened that did not, or a sign-in
        led to a page with nothing on it; else ''."""
        acts = [a for a in self._screen.done if a.skill != "wait_for"]
        last = max((i for i, a in enumerate(acts) if a.description.startswith(ENTER)), default=-1)
        if last < 0 or sum(a.description == BACK for a in acts) > TRIES:
            return ""
        if acts[-1].description != CLEAR and (self._screen.targets or not acts[-1].description.startswith(SIGN_IN)):
            return ""
        return acts[last].description.rpartition(AT)[2]

    def _search(self, found: list[Form], wanted: set[str]) -> Reply | None:
        """A search that takes some of the values, made once."""
        asks = next((f for f in found if f.asks and f.names & wanted), None)
        if asks is None or any(a.description.startswith(ASK) for a in self._screen.done):
            return None
        return self._fill(asks, ASK)
