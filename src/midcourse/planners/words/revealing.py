"""Where something may be that cannot be seen: behind a cover, in a shut section, on another tab, on the next page, in a menu
that opens when it is pointed at, further down."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from zlib import crc32

from ...core.model import Target
from ...core.plans.plan import Act, Draft, Replan
from .final import final_words, is_unsaid
from .finding import alike, norm
from .language import stem
from .purposes import AROUND, MOMENT, stretch
from .records import Records, spoken
from .screen import Screen

BRIEFLY = 0.6
"""Seconds."""
STARTING, LATER, HANDING_ON = 6, 3, 4
"""How often it is waited, twice as long each time: for a program that starts, or what comes up in it; once that was in vain; and
for what a program leaves to another, as a launcher does."""
ONWARD = ("next", ">", "»", "more", "show more", "load more", "older", "see more")

MORE = ("...", "…", "⋮", "⋯", "more", "more options", "options", "actions", "menu", "more_vert", "more_horiz")
"""What is written on what opens more that can be done with something."""
MENUS = frozenset(
    stem(word)
    for word in ("menu", "more", "actions", "options", "⋮", "…", "⋯", "menü", "mehr", "aktionen", "optionen", *MORE[-2:])
)
NOTCHES, ALL, TURNS = 6, 200, 80
"""How far the wheel is turned at once, where that shows something new and where it does not; how often on one page at most."""
BELOW, POINTED = "what comes below ", "what comes up there"
POINTS = 8
"""How many things are pointed at on one page at most."""
PART, PARTS = "a shut part of the page", 8
"""What it is called that such a part is opened, and how many are in one run at most."""


def waits(screen: Screen) -> int:
    """How often in a row it was waited, up to now."""
    return next((i for i, act in enumerate(reversed(screen.done)) if act.skill != "wait_for"), len(screen.done))


def drawn_further(done: Sequence[Act], once: bool = False) -> Draft | None:
    """A moment in which the page may be drawn further; None where it had one since it was last more than looked at. `once`: where
    the run had one, as whoever looks around acts in between, and looks again by itself."""
    since = done if once else takewhile(lambda act: act.skill in AROUND, reversed(done))
    if any(act.skill == "wait_for" for act in since):
        return None
    return stretch(Act("wait_for", {"seconds": MOMENT}), Replan("the page may still be drawn"))


def reveal(screen: Screen, missing: str) -> Act | None:
    """An act that was not tried yet and may bring it into sight."""
    for cover in screen.covers if not in_ours(screen) else ():
        if not screen.tried("dismiss", cover=cover):
            return Act("dismiss", {"cover": cover})
    waited = waits(screen)
    if waited < (_patience(screen) if screen.has_windows else 1):
        return Act("wait_for", {"seconds": BRIEFLY * 2**waited})  # it may be on its way
    likely = sorted(screen.collapsed, key=lambda t: -alike(t.label, missing))
    tabs = [t for t in screen.of("tab") if t.id not in screen.checked and "selected" not in t.state]
    under = screen.hidden if screen.has_windows else {}
    barred = {t.id for t in screen.targets if is_unsaid(t, screen.request.goal)}
    for target in (*likely, *tabs):
        if screen.did("click", target.id) < 0 and target.id not in under and target.id not in barred:
            return Act("click", {}, target.id)
    closed = [t for t in screen.of("treeitem", "menuitem") if screen.did("click", t.id) < 0 and t.id not in under]
    closed = [t for t in closed if t.id not in barred]
    if screen.has_windows:  # an entry of a menu that opens nothing does something
        closed = [t for t in closed if t.role == "treeitem" or "hasPopup" in t.state]
    if closed:
        return Act("click", {}, closed[0].id)
    if not screen.has_windows and (shut := menu_of(screen)) is not None:
        return Act("click", {}, shut.id)
    if (act := _next_page(screen)) is not None:
        return act
    return pointed_at(screen, missing) or further_down(screen)


def _next_page(screen: Screen) -> Act | None:
    """On to the next page of what is listed; None where that led nowhere from a page with these very lines."""
    onward = [t for t in screen.of("link", "button", "item") if norm(t.label) in ONWARD or t.label.strip() in ONWARD]
    told = f"on from {_lines(screen)}"
    if not onward or any(a.target == onward[0].id and a.description == told for a in screen.done):
        return None
    return Act("click", {}, onward[0].id, description=told)


def _lines(screen: Screen) -> str:
    """What the lines of a page are known by."""
    return f"{crc32(chr(10).join(screen.texts).encode()):08x}"


def menu_of(screen: Screen) -> Target | None:
    """What opens more of the one thing of many that the goal speaks of, or the only such thing on the screen."""
    menus = [t for t in screen.of("button", "item", "link", "image") if norm(t.label) in MORE or t.label.strip() in MORE]
    goal = screen.request.goal.lower()
    spoken = [t for t in menus if any(w in goal for w in screen.among.get(t.id, "").lower().split()[:2] if len(w) > 2)]
    meant = spoken if len(menus) > 1 else menus
    return meant[0] if len(meant) == 1 and screen.did("click", meant[0].id) < 0 else None


def in_ours(screen: Screen) -> bool:
    """Whether what lies over the rest is a dialog that we have filled in: it is not to go before it is sent."""
    filled = {a.target for a in screen.done if a.skill in ("fill", "type_text", "check", "select")}
    return screen.has_windows and any(t.id in filled and t.id not in screen.hidden for t in screen.targets)


def buttons(screen: Screen) -> list[str]:
    """The buttons that nothing lies over."""
    return [t.label for t in screen.of("button") if t.label and t.id not in screen.hidden]


def _patience(screen: Screen) -> int:
    """How often it is worth to wait in a program: what stays away after the longest wait is looked for elsewhere."""
    before = screen.done[: len(screen.done) - waits(screen)]
    waited = (float(act.args.get("seconds") or 0) for act in before if act.skill == "wait_for")
    return LATER if max(waited, default=0.0) >= BRIEFLY * 2 ** (STARTING - 1) else STARTING


def may_hand_on(screen: Screen) -> bool:
    """Whether a program that has ended may have left the rest to another, which is not shown yet: the last act was a click in
    it. Started once more, it would start that one twice."""
    waited = waits(screen)
    last = screen.done[-waited - 1 :][:1]
    return waited < HANDING_ON and any(act.skill == "click" for act in last)


def is_coming(screen: Screen) -> bool:
    """Whether what our last click opens is still being drawn: it laid something without a word over the page, or it was on what
    is still there, and so may not have led to another page, whatever its address is."""
    if not screen.done or screen.done[-1].skill != "click":
        return False
    last = screen.done[-1].target
    stays = any(t.id == last and t.role in ("button", "link") and "expanded" not in t.state for t in screen.targets)
    return stays or any(" " not in cover for cover in screen.covers)


def further_down(screen: Screen) -> Act | None:
    """A turn of the wheel; None where one to the very end showed nothing new. What shows nothing new on a small turn is not drawn
    in part, so nothing is passed over by a long one."""
    turns = [a for a in _here(screen) if a.skill == "scroll"]
    shown = f"{BELOW}{_lines(screen)}"
    if "scroll" not in screen.skills or not (screen.around and screen.scrolls) or len(turns) >= TURNS:
        return None
    down = ALL if turns and turns[-1].description == shown else NOTCHES
    if down == ALL == turns[-1].args.get("down"):
        return None
    return Act("scroll", {"down": down}, description=shown, again=True)


def pointed_at(screen: Screen, missing: str) -> Act | None:
    """Something that was not pointed at yet and may open a menu; the likest first."""
    pointed = {a.target for a in _here(screen) if a.skill == "hover"}
    pointed |= {target for skill, target, _ in screen.failed if skill == "hover"}
    if "hover" not in screen.skills or not screen.around or screen.has_windows or len(pointed) >= POINTS:
        return None
    others = Records(screen, spoken(screen.request.goal)).others
    menus = [t for t in screen.of("link", "button", "menuitem", "item", "image") if _may_open(screen, t) and t.id not in pointed]
    menus = [t for t in menus if t.id not in others]  # what can be done with another is not asked for
    best = max(menus, key=lambda t: alike(t.label, missing), default=None)
    return Act("hover", {}, best.id, description=POINTED) if best is not None else None


def _may_open(screen: Screen, target: Target) -> bool:
    """Whether a menu may come up at it: it says so, lies where menus are, or has hidden links with it. What tells that it is shut
    opens on a click."""
    if target.id in screen.hidden or screen.is_off(target.id) or "collapsed" in target.state:
        return False
    return bool({"hasPopup", "unfolds"} & set(target.state)) or screen.parts.get(target.id) == "navigation"


def at_menu(screen: Screen, target: Target, told: str) -> Act | None:
    """What opens a menu: pointing at it, where links are hidden with it; then a click, where it says that it is one, as that may
    do something. None where both were tried."""
    if "unfolds" in target.state and not ({"hasPopup", "collapsed"} & set(target.state)) and not screen.tried("hover", target.id):
        return Act("hover", {}, target.id, description=told) if "hover" in screen.skills else None
    says_so = (is_menu(target) and target.role != "link") or {"hasPopup", "collapsed"} & set(target.state)
    if final_words(target):
        return None  # `Reset options`
    return Act("click", {}, target.id, description=told) if says_so and not screen.tried("click", target.id) else None


def is_menu(target: Target) -> bool:
    """Whether it is called what opens more that can be done with something."""
    return bool({stem(w) for w in (*norm(target.label).split(), target.label.strip())} & MENUS)


def _here(screen: Screen) -> list[Act]:
    """What was done since something was clicked or another page was opened, the first first."""
    looks = takewhile(lambda a: a.skill in ("scroll", "hover", "wait_for"), reversed(screen.done))
    return list(looks)[::-1]


def hidden_parts(screen: Screen) -> Target | None:
    """A tab or shut section that was not opened yet. A button of no form whose name stands nowhere on the page is a tool."""
    tabs = [t for t in screen.of("tab") if t.id not in screen.checked and "selected" not in t.state]
    shut = [t for t in (*screen.collapsed, *tabs) if t.id not in screen.hidden and "hasPopup" not in t.state]
    shut = [t for t in shut if t.role != "button" or screen.has_windows or _is_a_part(screen, t)]
    if sum(act.description == PART for act in screen.done) >= PARTS and not screen.has_windows:
        return None
    return next((t for t in shut if not screen.tried("click", t.id)), None)


def _is_a_part(screen: Screen, button: Target) -> bool:
    """Whether what a button opens belongs to a form, or the page has its name as a line, or a line in it."""
    if screen.parts.get(button.id, "").startswith(("form", "search", "dialog")):
        return True
    label, lines = norm(button.label), {norm(text) for text in screen.texts}
    words = label.split()
    longer = any(f" {label} " in f" {line} " for line in lines)
    return longer or any(f" {line} " in f" {label} " and 2 * len(line.split()) > len(words) for line in lines)
