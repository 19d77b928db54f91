"""Taking something away: the one that the goal speaks of and no other, once, with the question that is asked before."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urljoin, urlsplit

from ...core.gates.request import AtALoss, Reply
from ...core.logic.conditions import Literal, parse, parse_fact
from ...core.model import Target
from ...core.plans.plan import Act, Replan
from ...core.plans.quoting import verbatim
from .addresses import is_at
from .agreeing import name_in, typed_first
from .cards import pointed_at_card
from .ends import End
from .final import UNDOING, taking_away
from .finding import norm
from .language import stem
from .no_way import is_said_last
from .other_forms import was_led
from .own_page import declared_menu, holds_name, is_headed_by
from .purposes import AT, LOOK, MENU, MOMENT, stretch
from .records import Records, is_called, record_of, spoken
from .revealing import MENUS, at_menu, is_menu
from .screen import Screen
from .verbs import CHANGING
from .ways import LEADING, LOOKING, OUT, SHOWING, WAY, leads_away, retreat, shut_menu, thing_of, toward
from .ways_in import way_in

REMOVE, AGREE = "take away", "yes, take it away"
WAITS = (2.0, 4.0)
ASSENT = frozenset(stem(word) for word in ("yes", "ok", "okay", "confirm", "sure", "continue", "proceed", "ja", "oui", "sim"))
REFUSAL = frozenset(stem(word) for word in ("no", "cancel", "keep", "back", "close", "nein", "abbrechen", "annuler", "cancelar"))
SELECTED = stem("selected")
EVERY = frozenset(stem(word) for word in ("all", "everything", "selected", "alle", "tout", "todo"))
BOX = "browser box"


def removes(screen: Screen) -> bool:
    """Whether a task is to take something away: its goal says so, and its end is that something is no longer there."""
    gone = any(lit.negated and lit.name in ("listed", "text", "row") for lit in parse(screen.request.done_when))
    return gone and bool(spoken(screen.request.goal) & UNDOING)


class Removal:
    """What is to be taken away, on the screen as it is."""

    def __init__(self, screen: Screen, end: End) -> None:
        self._screen, self._end = screen, end
        self._gone = [lit for lit in parse(screen.request.done_when) if lit.negated]
        told = thing_of(screen.request.goal)
        self._name = (
            told & {w for lit in self._gone for w in spoken(" ".join(lit.args[-1:] if _is_line(lit) else lit.args))} or told
        )
        self._said = spoken(screen.request.goal) | {w for lit in self._gone for w in spoken(" ".join(lit.args))}
        self._lines = {lit.args[-1] for lit in self._gone if lit.name in ("listed", "text") and lit.args}
        self._records = Records(screen, self._name)

    def next(self) -> Reply | None:
        """The next stretch; None: the words of the goal are all there is to go by."""
        pressed = [i for i, a in enumerate(self._screen.done) if a.description.startswith(REMOVE)]
        if pressed:
            return self._after(pressed[-1])
        found = [t for t in self._removers() if self._is_meant(t)]
        best = max(found, key=lambda t: (self._records.meant.get(t.id, 0), len(spoken(t.label) & self._name)), default=None)
        if best is not None:
            act = Act("click", {}, best.id, description=f"{REMOVE}{AT}{self._screen.page}")
            return stretch(act, Replan("it may be asked whether it is meant"))
        if not self._screen.done:
            return stretch(Act("wait_for", {"seconds": MOMENT}), Replan("the page may still be drawn"))
        if (way := self._way()) is not None:
            return stretch(way, Replan("another page"))
        thing = " ".join(sorted(self._name))
        if self._removers():
            return AtALoss(f"nothing was taken away: nothing here is for {thing!r} alone")
        return AtALoss(f"nothing was taken away: nothing that was seen takes {thing!r} away") if was_led(self._screen) else None

    def still_to_do(self) -> Reply | None:
        """A look at the page as it comes, though what is to go is not shown, where the last that we did was to press a way on
        that stays on this page: a switch may hide it. None where it was taken away, or was not there."""
        acts = [a for a in self._screen.done if a.skill not in LOOKING]
        hid = acts and acts[-1].description in (WAY, MENU) and acts[-1].skill in ("click", "check")
        there = next((t for t in self._screen.targets if hid and t.id == acts[-1].target), None)
        leads = urlsplit(self._screen.leads.get(there.id, "")) if there is not None else None
        if leads is None or (leads.path and leads.path != urlsplit(self._screen.page).path):
            return None
        return stretch(Act("go", {"url": self._screen.page}, description=OUT, again=True), Replan("whether it was only hidden"))

    def only_hides(self, verb: str, acts: Sequence[Act]) -> str:
        """What is said where all that an instruction finds to take something away is a button without a word of it, one for all
        or for what is chosen, or what is said last; else ''."""
        ids = {act.target for act in acts if act.skill == "click"} if stem(verb) in UNDOING else set[str]()
        found = [t for t in self._screen.targets if t.id in ids]
        hides = any(spoken(t.label) & EVERY - self._said or self._may_hide(t) or is_said_last(self._screen, t) for t in found)
        return f"nothing was taken away: nothing that was seen takes {' '.join(sorted(self._name))!r} away" if hides else ""

    def _removers(self) -> list[Target]:
        """What says that it takes something away."""
        mine = [t for t in self._screen.of(*LEADING) if t.id not in self._screen.hidden and not self._screen.is_off(t.id)]
        mine = [t for t in mine if ("click", t.id, str({})) not in self._screen.failed]
        every = EVERY - {SELECTED} if self._is_chosen() else EVERY
        return [t for t in mine if taking_away(t.label) and not spoken(t.label) & every]

    def _is_chosen(self) -> bool:
        """Whether our last act opened or ticked what stands with it."""
        return next((a.description for a in reversed(self._screen.done) if a.skill != "wait_for"), "") == MENU

    def _is_meant(self, remover: Target) -> bool:
        """Whether what it takes away is what the goal speaks of: it stands with it, is called so, or the page is about it."""
        if remover.id in self._records.others or (record_of(self._screen, remover) and not self._is_here()):
            return False
        if remover.id in self._records.meant or self._name & spoken(remover.label):
            return True
        if self._is_chosen():  # it came up in the menu that stands with it, or is for what is ticked
            last = next(a.target for a in reversed(self._screen.done) if a.skill != "wait_for")
            of_the_page = self._screen.parts.get(last, "").startswith("navigation")
            return not of_the_page or spoken(remover.label) <= UNDOING | self._said
        if text := record_of(self._screen, remover):
            return bool(spoken(text) & self._name)
        if self._is_alone(remover) and (self._is_opened() or holds_name(self._screen, self._lines)):
            return True  # it came up with the one that is meant
        part = self._screen.parts.get(remover.id, "")
        if part.startswith("dialog") and self._name <= spoken(part):
            return True
        titles = (f.args[0] for text in self._screen.request.facts if (f := parse_fact(text)).name == "title" and f.args)
        there = urlsplit(self._screen.page)
        about = spoken(" ".join((*titles, re.sub(r"[/_.=&?%-]+", " ", f"{there.path} {there.query}"))))
        return self._name <= about

    def _is_alone(self, remover: Target) -> bool:
        """Whether nothing else here may take away what the page is about: no picture that clears a field, nor what ends a session
        in the site's own bar."""
        signs = {t.id for t in self._screen.targets if "wordless" in t.state} - {remover.id}
        of_the_page = [t.id for t in self._removers() if t.id not in signs and not record_of(self._screen, t)]
        return [id for id in of_the_page if self._screen.parts.get(id, "") != "navigation"] == [remover.id]

    def _way(self) -> Act | None:
        """On to where it can be taken away: the way in, a menu that stands with it, what leads to it, the page that lists it."""
        if (door := way_in(self._screen)) is not None:
            return door
        for place in self._places() if not was_led(self._screen) else ():  # that it is gone is known where it was seen
            if not is_at(self._screen.page, place) and not self._screen.tried("go", url=place):
                return Act("go", {"url": place}, description=WAY)
        for menu in self._screen.of("button", "item", "link", "image", "disclosure"):
            mine = menu.id in self._records.meant or bool(spoken(record_of(self._screen, menu)) & self._name)
            mine = mine or (self._name <= spoken(menu.label) <= self._said | MENUS)  # its own label says whose it is
            if not mine or menu.id in self._screen.hidden or menu.id in self._records.others:
                continue
            if record_of(self._screen, menu) and not self._is_here():
                continue  # it stands with one whose name goes on
            if (act := at_menu(self._screen, menu, MENU)) is not None:
                return act
        box = self._box()
        chosen = Act("check", {}, box.id, description=MENU) if box is not None else None
        if chosen is not None and self._waits_for_a_choice():
            return chosen
        if act := self._named(with_address=True) or chosen or self._named(with_address=False):
            return act
        if self._is_opened() and (form := self._own_form()) is not None:
            return form
        if self._is_opened() and (menu := shut_menu(self._screen, MENU, self._records) or self._in_the_head()) is not None:
            return menu
        is_its_own = is_headed_by(self._screen, self._name, self._said)
        if is_its_own and (menu := declared_menu(self._screen)) is not None:
            return menu
        act = toward(self._screen, self._places())
        target = next((t for t in self._screen.targets if act is not None and t.id == act.target), None)
        barred = target is not None and (taking_away(target.label) or self._is_another(target) or self._may_hide(target))
        barred = barred or (target is not None and is_said_last(self._screen, target))  # it is for what was taken away
        if act is not None and target is not None and not barred:
            return act
        for place in self._places():
            if not is_at(self._screen.page, place) and not self._screen.tried("go", url=place):
                return Act("go", {"url": place})
        return pointed_at_card(self._screen, self._name) or retreat(self._screen)

    def _is_opened(self) -> bool:
        """Whether we just opened what is called by its name, so that this page is about it."""
        acts = [a for a in self._screen.done if a.skill not in LOOKING and a.description != MENU]
        return bool(acts) and acts[-1].description == WAY and self._name <= spoken(acts[-1].target)

    def _in_the_head(self) -> Act | None:
        """What opens a menu in the head of the page of the one that is meant, and says that it does: it may not be the site's."""
        shut = [t for t in self._screen.of("button") if is_menu(t) and {"hasPopup", "collapsed"} & set(t.state)]
        mine = (t for t in shut if t.id not in self._screen.hidden and t.id not in self._records.others)
        return next((act for t in mine if (act := at_menu(self._screen, t, MENU)) is not None), None)

    def _own_form(self) -> Act | None:
        """The only thing that says that it changes something, and nothing else, where what is meant is open: it may be taken away
        there."""
        mine = [t for t in self._screen.of(*LEADING) if t.id not in self._screen.hidden and spoken(t.label) <= CHANGING]
        mine = [t for t in mine if spoken(t.label) and (t.id in self._records.meant or not record_of(self._screen, t))]
        fresh = len(mine) == 1 and not self._screen.tried("click", mine[0].id)
        return Act("click", {}, mine[0].id, description=WAY) if fresh else None

    def _waits_for_a_choice(self) -> bool:
        """Whether something takes away what is chosen in a list, and nothing is chosen yet."""
        off = (t for t in self._screen.of("button") if self._screen.is_off(t.id) and t.id not in self._screen.hidden)
        return any(taking_away(t.label) and not record_of(self._screen, t) for t in off)

    def _named(self, with_address: bool) -> Act | None:
        """What is called by its name and was not opened yet: a link to its page, or what a script opens."""
        named = [t for t in self._screen.of("link", "treeitem", "item") if self._name <= spoken(t.label)]
        own = [t for t in named if spoken(t.label) <= self._said] or self._rows_of_its_own(named)
        if not own and not (len(named) == 1 and self._is_here()):
            return None  # what is called by more words than its own is another
        kind = [t for t in own or named if (t.id in self._screen.leads) == with_address and not taking_away(t.label)]
        kind = [t for t in kind if not leads_away(self._screen, t)]  # an address that is listed, and not its page
        fresh = (t for t in kind if t.id not in self._screen.hidden and not self._screen.tried("click", t.id))
        one = min(fresh, key=lambda t: len(t.label), default=None)
        return Act("click", {}, one.id, description=WAY) if one is not None else None

    def _rows_of_its_own(self, named: list[Target]) -> list[Target]:
        """The only row that a script opens of which one cell says the name and nothing else."""
        rows = [t for t in named if t.role == "item" and is_called(self._screen, t.label, self._name)]
        return rows if len(rows) == 1 else []

    def _may_hide(self, target: Target) -> bool:
        """Whether a button may only hide what is to go, as switches and filters of a list do: the line stands here already, and
        the button is neither called so, nor in its record, nor does it say that it opens or changes something."""
        words = spoken(target.label)
        opens = {"hasPopup", "collapsed"} & set(target.state) or words & (CHANGING | SHOWING) or self._name <= words
        said = (rf"(?<!\w){re.escape(line)}(?!\w)" for line in self._lines)
        here = any(re.search(line, text) for line in said for text in self._screen.texts)
        return target.role == "button" and here and not (opens or taking_away(target.label) or target.id in self._records.meant)

    def _is_another(self, target: Target) -> bool:
        """Whether a thing is called by the name and by words that nobody said."""
        words = spoken(target.label)
        return bool(words & self._name) and any(not w.isdigit() for w in words - self._said)

    def _is_here(self) -> bool:
        """Whether the very line that is to go stands on this page; so too where none is told."""
        shown = {
            f.args[-1] for text in self._screen.request.facts if (f := parse_fact(text)).name in ("text", "listed") and f.args
        }
        return not self._lines or bool(self._lines & shown)

    def _box(self) -> Target | None:
        """The box that chooses it in a list, where it is the only one of its name and no other is ticked."""
        boxes = [t for t in self._screen.of("checkbox") if t.id not in self._screen.hidden]
        said = {t.id: spoken(f"{t.label} {record_of(self._screen, t) or t.id.partition(' in ')[2]}") for t in boxes}
        mine = [t for t in boxes if self._name <= said[t.id]]
        own = [t for t in mine if self._name <= (spoken(t.label) or said[t.id]) <= self._said | {stem("select")}]
        mine = own or (mine if self._is_here() else [])  # more words are another's name
        free = len(boxes) > 1 and not any(t.id in self._screen.checked for t in boxes)
        return mine[0] if len(mine) == 1 and free and self._screen.did("check", mine[0].id) < 0 else None

    def _after(self, last: int) -> Reply:
        """Say yes to the question whether it is meant; then look whether it is gone."""
        since = self._screen.done[last + 1 :]
        agreed = any(a.description == AGREE for a in since)
        sure = [t for t in self._screen.of("checkbox") if spoken(t.label) & ASSENT and t.id not in self._screen.hidden]
        unsure = [t for t in sure if t.id not in self._screen.checked and self._screen.did("check", t.id) < 0]
        if not agreed and unsure:
            return stretch(Act("check", {}, unsure[0].id), Replan("it may be said yes"))
        field = typed_first(self._screen, self._screen.done[last].description.rpartition(AT)[2]) if not agreed else None
        if field is not None and (reply := self._named_first(field)) is not None:
            return reply
        if not agreed and (button := self._yes(last)) is not None:
            return stretch(Act("click", {}, button.id, description=AGREE), Replan("it may be gone"))
        if not agreed and not any(a.skill == "wait_for" for a in since):
            return stretch(Act("wait_for", {"seconds": 0.6}), Replan("a question may still come"))
        places = self._places()
        if places and not any(a.skill == "go" and a.description == LOOK for a in since):
            return stretch(Act("go", {"url": places[0]}, description=LOOK, again=True), Replan(LOOK))
        if (more := self._end.further(since, WAITS)) is not None:
            return more
        return AtALoss(f"what takes it away was used once, and {self._screen.request.done_when} is not seen")

    def _named_first(self, field: Target) -> Reply | None:
        """Type the name of what is taken away, where a question says that it wants it; None where the question may do without."""
        if self._screen.values.get(field.id, "").strip():
            return None
        name = name_in(self._screen, field, self._name, self._said, self._lines)
        if name and self._screen.did("fill", field.id) < 0:
            return stretch(Act("fill", {"text": verbatim(name)}, field.id), Replan("it may be said yes"))
        if "required" not in field.state:
            return None
        return AtALoss(f"it was asked for {field.label!r} before anything is taken away, and what that is is not known")

    def _yes(self, last: int) -> Target | None:
        """What says yes in a box of the browser, in a dialog, or on a page that came up for the question."""
        box = next((t for t in self._screen.of("button") if t.id == f"{BOX} OK"), None)
        if box is not None:
            return box
        fresh = [
            t for t in self._screen.of("button", "link") if t.id not in self._screen.hidden and not spoken(t.label) & REFUSAL
        ]
        asking = [t for t in fresh if self._screen.parts.get(t.id, "").startswith("dialog") or self._is_in_a_question(t)]
        asked = asking or (self._on_a_page_that_asks(fresh, last))
        said = [t for t in asked if spoken(t.label) & (UNDOING | ASSENT) and not record_of(self._screen, t)]
        if not said and asking:
            said = [t for t in asking if t.role == "button" and norm(t.label) not in ("", "close")]
        more = {t.id: {stem(w) for w in norm(t.label).split()} - UNDOING - ASSENT - self._said for t in said}
        plain = [t for t in reversed(said) if not more[t.id] & EVERY]
        return min(plain, key=lambda t: len(more[t.id]), default=None)  # more words do more than was asked

    def _on_a_page_that_asks(self, fresh: list[Target], last: int) -> list[Target]:
        """What may say yes on a page to which the click itself led: nothing that speaks of another thing to be taken away."""
        page = urlsplit(self._screen.done[last].description.rpartition(AT)[2]).path
        went = any(a.skill == "go" for a in self._screen.done[last + 1 :])
        if went or page == urlsplit(self._screen.page).path:
            return []
        return [t for t in fresh if (said := spoken(t.label)) & ASSENT or said <= UNDOING | self._said]

    def _is_in_a_question(self, target: Target) -> bool:
        """Whether it lies in what our click laid over the page, and leads to no other."""
        leads = urlsplit(self._screen.leads.get(target.id, ""))
        stays = target.role == "button" or leads.path in ("", urlsplit(self._screen.page).path) or leads.scheme == "javascript"
        part = self._screen.parts.get(target.id, "")
        below = "wordless" in target.state and part.startswith("form")  # a sign of the form that the question fades in over
        return bool(self._screen.hidden) and stays and not below and bool(spoken(target.label) & (UNDOING | ASSENT))

    def _places(self) -> list[str]:
        return [urljoin(self._screen.page, lit.args[0]) for lit in self._gone if _is_line(lit) and lit.args[0] != "*"]


def _is_line(literal: Literal) -> bool:
    return literal.name == "listed" and len(literal.args) > 1
