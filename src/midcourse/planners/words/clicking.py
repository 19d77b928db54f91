"""Clauses that ask for a click: on what is named, what closes, what sends, what opens."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .comparing import best_of_many
from .entering import slots
from .final import final_words, goal_words, losing_words
from .finding import best, making, norm, signs
from .language import Clause, is_mark, times_in
from .looks import Look, looking_so, read_look
from .records import Records, spoken
from .revealing import ONWARD
from .screen import BOXES, Part, Screen

SENDERS = (
    *("submit", "save", "send", "search", "ok", "log in", "login", "sign in", "continue", "next", "done", "confirm", "apply"),
    *("add", "create", "book", "buy", "order", "go", "finish", "post", "update", "register", "sign up", "get ticket"),
)
"""What buttons that send a form are called, the likeliest first."""
OPENERS = ("+", "▸", "►", "▶", "▾", "⊕", "☰", "≡", "⋮", "…")
"""Signs on what opens a menu."""
MOST_CLICKS = 20
THAT = frozenset(("it", "that", "them"))
"""Words for what was found before."""
CLICKS = ("click", "double_click")
HANDING = ("forward", "share", "send")
RECIPIENTS = frozenset(("to", "recipient", "recipients", "email to"))
"""What fields are called that ask who is to get something."""
ORDERS = ("ascending", "increasing", "descending", "decreasing")


def click(asked: Asked, clause: Clause) -> list[Act] | None:
    """Click on what is meant, as often as it is said; boxes are ticked."""
    times, words = times_in(clause.words)
    if times == 1:
        return _click(asked, clause)
    found = best(Clause(clause.kind, clause.verb, words, clause.quoted, whole=clause.whole), asked.screen.targets)
    if not found or times > MOST_CLICKS or final_words(found[0].target):
        return _click(asked, clause)
    id = found[0].target.id
    done = sum((act.skill, act.target) == ("click", id) for act in asked.screen.done[asked.since :])
    return [Act("click", {}, id, again=True)] * max(0, times - done)


def _click(asked: Asked, clause: Clause) -> list[Act] | None:
    screen = asked.screen
    if not clause.quoted and not clause.content and asked.context and THAT & {w.lower() for w in clause.words}:
        clause = Clause(clause.kind, clause.verb, list(asked.context), list(asked.context[:1]) if len(asked.context) == 1 else [])
    if (ordered := _in_order(asked, clause)) is not None:
        return ordered
    if clause.kind == "action" and not clause.quoted and not clause.content:
        clause = Clause(clause.kind, clause.verb, [clause.verb])
    if (chosen := best_of_many(screen, clause)) is not None:
        return asked.once("click", chosen)
    if (looked := _by_look(asked, clause)) is not None:
        return looked
    if screen.has_windows and (asked.was_left(clause, *CLICKS) or asked.was_tipped(clause, *CLICKS)):
        return []
    found = best(clause, screen.targets, asked.context) or best(clause, screen.by_other_names(), asked.context)
    if screen.has_windows and screen.hidden:  # a dialog that is open is meant, also while its button is switched off
        found = [m for m in found if m.target.id not in screen.hidden] or found
    if screen.has_windows and not any(t.label == sign for t in screen.targets for sign in clause.quoted[:1]):
        found = signs(clause, screen.reached(screen.of("button"))) or found
    if not found and screen.has_windows:
        found = making(clause, screen.reached(screen.of("button", "menuitem", "link", "item")))
    clear = [m for m in found if m.target.id in screen.enabled or not screen.enabled]
    if screen.has_windows and found and clear and found[0].score > clear[0].score:
        clear = []  # what is meant is switched off still: something that is only like it is not meant
    if not found:
        return [] if asked.was_done(clause, "click", "press", "double_click") else None
    top = [m.target for m in (clear or found) if m.score >= (clear or found)[0].score]
    if not (top := _for_the_one_that_is_meant(screen, clause, top)):
        return None
    chosen = screen.reached(top)[0]
    if clause.kind == "double click":
        return asked.once("double_click", chosen)
    if chosen.role in BOXES and clause.kind != "click":
        return [] if chosen.id in screen.checked else [Act("check", {}, chosen.id)]
    if chosen.role in BOXES and chosen.id in screen.checked:
        return []
    return asked.once("click", chosen)


def _by_look(asked: Asked, clause: Clause) -> list[Act] | None:
    """Click on the shape, or all shapes, that a clause describes by their look; None where it does not."""
    screen, look = asked.screen, read_look(clause.words)
    if look is None or clause.quoted or clause.number is not None:
        return None
    shapes = looking_so(screen, clause.words)
    done = [i for i in range(asked.since, len(screen.done)) if _was_such(screen.done[i], screen.past(i)[:1], look)]
    left = [t for t in shapes if not any(screen.done[i].target == t.id for i in done)] if look.every or not done else []
    if not left:
        asked.since = done[-1] + 1 if done else asked.since
        return [] if done else None
    return [Act("click", {}, t.id) for t in (left if look.every else left[:1])]


def _was_such(act: Act, past: Sequence[Target], look: Look) -> bool:
    return act.skill == "click" and any(t.role == "shape" and look.fits(t, 0.0) for t in past)


def _for_the_one_that_is_meant(screen: Screen, clause: Clause, found: list[Target]) -> list[Target]:
    """Of what a page has for each of many, what stands with the one that the instruction names; nothing where it names one that
    is none of them."""
    apart = [t for t in found if t.id in screen.among]
    content = [*clause.content, *clause.whole.split()[1:]]
    thing = spoken(" ".join((*clause.quoted, *content)), {w for t in found for w in spoken(t.label)})
    if len(apart) < 2 or len(apart) < len(found) or not thing or clause.number is not None:
        return found
    records = Records(screen, thing)
    meant = [t for t in apart if t.id in records.meant]
    known = {w for t in apart for w in spoken(screen.among[t.id])}
    named = spoken(" ".join(clause.quoted or [w for w in content if w[:1].isupper() or w[:1].isdigit()])) & thing
    return [] if named and not named & known else meant or found


def _in_order(asked: Asked, clause: Clause) -> list[Act] | None:
    """`in ascending order`: all that bear a number, by it; None where no order is asked for."""
    order = next((w.lower() for w in clause.words if w.lower() in ORDERS), "")
    numbered = [(float(m[0]), t) for t in asked.screen.targets if (m := re.search(r"-?\d+(\.\d+)?$", t.label))]
    if not order or len(numbered) < 2:
        return None
    numbered.sort(key=lambda pair: pair[0], reverse=order.startswith("de"))
    return [Act("click", {}, t.id) for _, t in numbered if asked.screen.did("click", t.id) < 0]


def action(asked: Asked, clause: Clause) -> list[Act] | None:
    """`reply to them with the text "…"`: the button of that name, then what is to be entered, then what sends it."""
    acts = _action(asked, clause)
    if not clause.heads:
        return acts
    final = {t.id for t in asked.screen.targets if final_words(t)}
    return [] if acts is None or any(act.target in final for act in acts) else acts  # what follows says how that is done


def _action(asked: Asked, clause: Clause) -> list[Act] | None:
    screen = asked.screen
    button = Clause("click", clause.verb, [clause.verb], whole=f"{clause.verb} {clause.text}")
    whom = _after(clause.words, "to") if clause.verb in HANDING and not clause.quoted else ""
    whose = _after(clause.words, "from") or _after(clause.words, "by")
    whose = whose or (_after(clause.words, "to") if clause.verb == "reply" else "")
    if whose and not asked.context:
        asked.context = [whose]
    if whom:
        return _handed_on(screen, asked, clause, whom)
    if not clause.quoted:
        whole = Clause("click", clause.verb, [clause.verb, *clause.words])  # of several about the same, the one that says so
        named = click(asked, whole) if best(whole, screen.targets, asked.context) else click(asked, clause)
        return named if named is not None else click(asked, button)
    fields = [f for f in screen.fields if f.role == "textbox"]
    if not fields:
        return click(asked, button) or open_context(asked)
    whom = _after(clause.words, "to")
    acts: list[Act] = []
    for value, hint in [(clause.quoted[-1], ["text", "body", "message"]), *([(whom, ["to"])] if whom else [])]:
        named = [f for f in fields if f.id not in asked.used and {norm(w) for w in f.label.split()} & set(hint)]
        field = (named or [f for f in fields if f.id not in asked.used and not screen.values.get(f.id)] or [None])[0]
        if field is not None:
            asked.used.add(field.id)
            if screen.values.get(field.id) != value:
                acts.append(Act("fill", {"text": value}, field.id))
    send = sender(screen, ["send", clause.verb]) or _icon(screen, "send")
    if send is not None and screen.did("click", send.id, asked.since) < 0:
        acts.append(Act("click", {}, send.id))
    return acts


def _handed_on(screen: Screen, asked: Asked, clause: Clause, whom: str) -> list[Act] | None:
    """Open what is to be handed on, press what hands it on, then enter who is to get it, and send it. Who gets it is not what is
    handed on."""
    fields = [f for f in screen.fields if {norm(w) for w in f.label.split()} & RECIPIENTS or norm(f.label) in RECIPIENTS]
    if len(fields) == 1:
        acts = [] if screen.values.get(fields[0].id) == whom else [Act("fill", {"text": whom}, fields[0].id)]
        send = sender(screen, ["send"]) or _icon(screen, "send")
        return [*acts, *(asked.once("click", send) if send is not None else [])]
    about = " ".join(asked.context)
    named = click(asked, Clause("click", clause.verb, [clause.verb], whole=f"{clause.verb} {about}"))
    opened = named if named is not None else open_context(asked)
    return None if opened is None else Part(opened)


def _icon(screen: Screen, word: str) -> Target | None:
    found = best(Clause("click", word, [word], [word]), screen.targets)
    return found[0].target if found else None


def _after(words: Sequence[str], mark: str) -> str:
    """The name after a word: `to Anna` is Anna; `to them` is nobody new."""
    for before, word in pairwise(words):
        if before.lower() == mark and word[:1].isupper():
            return word
    return ""


def open_context(asked: Asked) -> list[Act] | None:
    """Open what the instruction is about, to find more on it."""
    if not asked.context:
        return None
    found = best(Clause("click", "open", list(asked.context)), asked.screen.targets)
    fresh = [m.target for m in found if asked.screen.did("click", m.target.id) < 0]
    return [Act("click", {}, fresh[0].id)] if fresh else None


def close(asked: Asked, clause: Clause) -> list[Act] | None:
    """Whatever closes what is open."""
    wanted = Clause("click", "close", ["close"], ["close"])
    found = best(wanted, asked.screen.targets) or best(Clause("click", "close", ["x"], ["x"]), asked.screen.targets)
    if not found:
        return [] if any(a.skill in ("click", "dismiss") for a in asked.screen.done[asked.since :]) else None
    return asked.once("click", found[0].target)


def submit(asked: Asked, clause: Clause) -> list[Act] | None:
    """What sends the form."""
    named = best(Clause("click", "submit", ["submit"], ["submit"]), asked.screen.of("button", "link", "item"))
    button = named[0].target if named else sender(asked.screen)
    return asked.once("click", button) if button is not None else None


def only_sends(clause: Clause) -> bool:
    """Whether a clause asks for nothing but that something is sent: `press Submit when done`."""
    said = norm(" ".join(clause.quoted or clause.content))
    return clause.kind == "submit" or (clause.kind == "click" and (said in SENDERS or said.split()[:1] == ["submit"]))


def sender(screen: Screen, like: Sequence[str] = (), *, unasked: bool = False) -> Target | None:
    """The button that sends what was entered: none that takes away or ends what the goal does not speak of; and where nobody has
    asked to send anything (`unasked`), none that pays."""
    words, goal = final_words if unasked else losing_words, goal_words(screen.request.goal)
    buttons = screen.reached(screen.of("button") or screen.of("item", "link"))
    buttons = [t for t in buttons if not words(t) - goal]
    usable = [t for t in buttons if t.id in screen.enabled] or buttons
    for found in (usable, buttons):  # what is switched off may be switched on by what is entered
        for word in (*like, *SENDERS):
            for button in found:
                if norm(button.label) == word:
                    return button
    for word in (*like, *SENDERS):
        for button in usable:
            if re.search(rf"(?<!\w){re.escape(word)}(?!\w)", norm(button.label)):
                return button
    return usable[0] if len(usable) == 1 else None


def focus(asked: Asked, clause: Clause) -> list[Act] | None:
    """Put the keyboard into a field."""
    fields = asked.screen.fields
    found = best(Clause("click", "focus", clause.words, clause.quoted), fields, roles=("textbox",))
    return asked.once("click", (found[0].target if found else fields[0])) if fields else None


def expand(asked: Asked, clause: Clause) -> list[Act] | None:
    """Open what is shut."""
    screen = asked.screen
    shut = screen.collapsed
    named = best(clause, shut) if clause.quoted or clause.content else []
    if named:
        return asked.once("click", named[0].target)
    if shut and not any(screen.did("click", t.id, asked.since) >= 0 for t in shut):
        return [] if len(shut) > 1 and "sections" in clause.nouns else [Act("click", {}, shut[0].id)]
    if clause.quoted or (clause.content and best(clause, screen.targets)):
        return click(asked, clause)
    openers = [t for t in screen.targets if t.label.split()[-1:] and t.label.split()[-1] in OPENERS]
    return Part(asked.once("click", openers[0])) if len(openers) == 1 else []


def find(asked: Asked, clause: Clause) -> list[Act] | None:
    """What is found is what the rest is about, and is opened if nothing on it can be used from here. A form is filled in."""
    screen = asked.screen
    if clause.verb in ("search", "look") and (entered := slots(asked, clause)):
        return entered
    if clause.verb == "search" and (searched := _searched(asked, clause)) is not None:
        return searched
    words = clause.quoted or [w for w in clause.content if w[:1].isupper() or w[:1].isdigit()] or clause.content
    asked.context = [w for w in words if not is_mark(w)]
    if onward_to(screen) and not clause.quoted and asked.context and not _is_shown(screen, asked.context):
        return None if any(w[:1].isupper() for w in asked.context) else []  # a further page may show it
    return []


def onward_to(screen: Screen) -> list[Target]:
    """What leads to a further page of what is listed."""
    return [t for t in screen.of("link", "button", "item") if norm(t.label) in ONWARD or t.label.strip() in ONWARD]


def _is_shown(screen: Screen, words: Sequence[str]) -> bool:
    """Whether each of some words stands anywhere on the screen."""
    told = " ".join((*screen.texts, *(t.label for t in screen.targets))).lower()
    return all(word.lower() in told for word in words)


def _searched(asked: Asked, clause: Clause) -> list[Act] | None:
    """`search for "oak"`: into the one field that searches, and sent; None where there is none."""
    screen = asked.screen
    boxes = [f for f in screen.fields if f.role in ("textbox", "combobox")]
    fields = [f for f in boxes if "search" in norm(f.label) or screen.parts.get(f.id, "").startswith("search")] or boxes
    said = clause.quoted[:1]
    if len(fields) != 1 or not said:
        return None
    if screen.did("fill", fields[0].id, asked.since) < 0:
        return Part([Act("fill", {"text": said[0]}, fields[0].id)])
    buttons = [t for t in screen.of("button", "item", "link", "image") if norm(t.label) in ("search", "go", "find")]
    if not buttons:
        return None if "press" not in screen.skills else _entered(asked, fields[0])
    return asked.once("click", buttons[0])


def _entered(asked: Asked, field: Target) -> list[Act]:
    i = asked.screen.did("press", field.id, asked.since)
    if i >= 0:
        asked.since = i + 1
        return []
    return Part([Act("press", {"keys": "Enter"}, field.id)])
