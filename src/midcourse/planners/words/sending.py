"""What sends a form, by structure: ownership, type, place; words only where structure leaves several."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.logic.conditions import fact
from ...core.model import Target
from .asked_in import part_of, writes_in_place
from .cells import row_of
from .clicking import SENDERS
from .fields import PASSWORDS, TAKES, Entry, Form
from .final import ENDING, goal_words, taking_away
from .finding import norm
from .language import stem
from .records import spoken
from .screen import Screen
from .verbs import CHANGING, CREATING

BACKWARD = ("cancel", "reset", "clear", "close", "back", "delete", "remove", "preview", "logout", "log out", "dismiss")
"""What buttons that do not send a form are called; those come last."""
RETREATS = re.compile(r"(?:go )?back(?! up)\b|cancel|close|dismiss|previous|zurück|abbrechen|schließen|retour|annuler|fermer")
"""At the beginning of a label: it leads away from what was entered."""
SAYS_LITTLE = frozenset(("as", "it", "this", "the", "a", "now"))
STARTS_ANEW = frozenset(stem(word) for word in ("reset", "logout", "abmelden"))
"""Among what takes something away, what may also send a form, such as one for a new password."""
TAKING = ("submit", "save", "done", "apply", "ok", "confirm")
"""What is written on what takes over what was set or moved about."""
CHECK = "check"
"""The sign for that, as fonts draw it."""
NEAR = 60
"""Pixels: a small button so far right of a field may belong to it."""


def senders(screen: Screen, form: Form) -> list[Target]:
    """What may send a form, the likeliest first."""
    buttons = [t for t in screen.of("button") if t.id not in screen.hidden and not _opens(t) and "aside" not in t.state]
    if len(form.entries) == 1 and writes_in_place(screen, form.entries[0].target):  # what brought it up makes another
        return _ranked(screen, [b for b in buttons if _touches(b, form.entries[0].target)])
    mine = [t for t in buttons if part_of(screen, t) == form.part]
    mine = [t for t in mine if not _is_a_sign_beside_a_word(screen, t, buttons, form)]
    if form.part and not mine:  # in many a form a link is all that sends it
        links = [t for t in screen.of("link", "item") if part_of(screen, t) == form.part and t.id not in screen.hidden]
        mine = [t for t in _behind(screen, links, form) if is_said(screen, t)]
    if not buttons and screen.hidden and (link := _only_link(screen, form)) is not None:
        return [link]
    rows = {row_of(e.target) for e in form.entries}
    if len(rows) == 1 and (row := rows.pop()):  # what is entered in a row is sent there, or with the form around it
        own = [b for b in buttons if row_of(b) == row and not _goes_back(b)]
        if own or not any("submit" in t.state for t in mine):
            return _ranked(screen, own)
    around = [b for b in buttons if screen.parts.get(b.id, "").startswith("dialog")]
    submits = [t for t in mine if "submit" in t.state]
    if submits and not (_stand_amid(screen, submits, form) and _behind(screen, around, form)):
        return _ranked(screen, submits)
    mine = [b for b in mine if b not in submits]
    fields = [t for t in screen.targets if t.role in TAKES]
    loose = [b for b in mine if not any(_touches(b, f) for f in fields)] or [b for b in mine if _is_worded(b)]
    if form.part.startswith("dialog"):
        return _ranked(screen, loose, last_first=True)
    if form.part and not form.asks and (below := _behind(screen, around, form)):  # the foot of the dialog that the form lies in
        return _ranked(screen, below, last_first=True)
    if form.part:
        return _ranked(screen, _of_a_form(screen, loose, form) or _elsewhere(screen, buttons, loose, form) or loose)
    apart = [b for b in loose if not screen.parts.get(b.id, "").startswith(("navigation", "row"))]
    if not apart:  # a bar over an editor: many buttons, of which only a word tells
        bar = [b for b in loose if screen.parts[b.id] == "navigation" and norm(b.label) in SENDERS]
        return sorted(bar, key=lambda b: SENDERS.index(norm(b.label)))
    apart = [b for b in apart if "wordless" not in b.state or any(_is_by(b, e.target) for e in form.entries)]
    return _that_speaks_of_it(screen, apart, form) or _ranked(screen, _after(screen, apart, form))


def enters_in(screen: Screen, form: Form) -> Target | None:
    """The field of a form in which Enter sends it; None where there is none, or where Enter presses what sends nothing."""
    submit = next((t for t in screen.of("button") if part_of(screen, t) == form.part and "submit" in t.state), None)
    if submit is not None and ("aside" in submit.state or not _sends(screen, submit)):
        return None
    fields = [e.target for e in form.entries if e.target.role == "textbox" and "multiline" not in e.target.state]
    return fields[-1] if fields else None


def is_said(screen: Screen, button: Target) -> bool:
    """Whether the goal says all that is written on a button, but for words that say little: `Save as` saves a note too."""
    written = norm(button.label).split()
    words = {stem(w) for w in written if w not in SAYS_LITTLE} or {stem(w) for w in written}
    return bool(words) and words <= {stem(w) for w in re.findall(r"\w+", screen.request.goal.lower())}


def other_ways(screen: Screen, button: Target) -> Target | None:
    """What opens other ways to send a form, at the edge of the button that sends it, if the goal may mean one of them."""
    if is_said(screen, button) or button.box is None:
        return None
    left, top, width, height = button.box
    for other in screen.of("button"):
        if "collapsed" not in other.state or other.box is None or other.id in screen.hidden or screen.did("click", other.id) >= 0:
            continue
        x, y, wide, high = other.box
        if abs(y - top) < 4 and abs(high - height) < 4 and (abs(x - left - width) < 4 or abs(x + wide - left) < 4):
            return other
    return None


def switches(screen: Screen, form: Form) -> Target | None:
    """A button in a form that shows other fields of it, as the goal says: one with its words that does not send it."""
    found = [t for t in screen.of("button") if part_of(screen, t) == form.part and t.id not in screen.hidden]
    named = [t for t in found if is_said(screen, t) and "submit" not in t.state and norm(t.label) not in SENDERS]
    return next((t for t in named if screen.did("click", t.id) < 0), None)


def says_so(button: Target) -> bool:
    """Whether a button says that it takes over what was set."""
    return any(re.search(rf"(?<!\w){word}(?!\w)", norm(button.label)) for word in TAKING)


def _only_link(screen: Screen, form: Form) -> Target | None:
    """The one link behind the fields of what lies over the page that leads nowhere and does not go back: a script takes it for a
    button. None where there are several."""
    there = _behind(screen, [t for t in screen.of("link", "item") if t.id not in screen.hidden], form)
    stay = [t for t in there if screen.leads.get(t.id, "").partition("#")[0] in ("", screen.page.partition("#")[0])]
    onward = [t for t in stay if not _goes_back(t) and _sends(screen, t)]
    return onward[0] if len(onward) == 1 else None


def _touches(button: Target, field: Target) -> bool:
    """Whether a button is a part of a field: it lies in it, or at its edge, and is no bigger."""
    if button.box is None or field.box is None:
        return False
    left, top, width, height = button.box
    x, y, wide, high = field.box
    on_line = top < y + high and top + height > y and height <= high + 12
    return on_line and left < x + wide + NEAR and left + width > x - 4 and width <= 3 * height


def _is_by(button: Target, field: Target) -> bool:
    """Whether a button stands at a field, on any side of it."""
    if button.box is None or field.box is None:
        return True
    (left, top, width, height), (x, y, wide, high) = button.box, field.box
    gaps = (x - left - width, left - x - wide, y - top - height, top - y - high)
    return max(gaps) < NEAR


def _opens(button: Target) -> bool:
    """Whether it says that it opens something, and does not send a form by itself."""
    return "hasPopup" in button.state or ("submit" not in button.state and bool({"collapsed", "expanded"} & set(button.state)))


def _is_worded(button: Target) -> bool:
    """Whether it is wide enough for a word: no icon in a field."""
    return button.box is not None and 2 * button.box[2] > 3 * button.box[3]


def _after(screen: Screen, buttons: list[Target], form: Form) -> list[Target]:
    """The buttons after the last value in the order of the page; where none comes after it, those before."""
    places = {t.id: i for i, t in enumerate(screen.targets)}
    last = max(places[e.target.id] for e in form.entries if e.target.id not in screen.hidden)
    behind = [b for b in buttons if places[b.id] > last]
    before = [b for b in reversed(buttons) if places[b.id] < last]
    keeps = [b for b in before if norm(b.label) in (*TAKING, CHECK)]
    if len(behind) > 1 and len(keeps) == 1 and not any(_says_it_sends(screen, b) for b in behind):
        return keeps  # those are for something else
    return behind or [b for b in before if _says_it_sends(screen, b)]


def _says_it_sends(screen: Screen, button: Target) -> bool:
    """Whether it is called what sends something; what makes something new sends no change."""
    goal, words = spoken(screen.request.goal), spoken(button.label)
    makes = bool(words & CREATING) and not words & goal and bool(goal & CHANGING) and not goal & CREATING
    return not makes and (norm(button.label) in SENDERS or is_said(screen, button) or says_so(button))


def _that_speaks_of_it(screen: Screen, buttons: list[Target], form: Form) -> list[Target]:
    """The only button of no form that says first that it takes over what was set, and then of what the goal speaks (`Confirm
    changes to this note`); none where the one behind the fields says that it sends."""
    nearest = _ranked(screen, _after(screen, buttons, form))[:1]
    if any(_says_it_sends(screen, b) and (not says_so(b) or _behind(screen, [b], form)) for b in nearest):
        return []
    goal = spoken(screen.request.goal)
    told = [b for b in buttons if norm(b.label).split()[:1] and norm(b.label).split()[0] in TAKING]
    found = _ranked(screen, [b for b in told if spoken(b.label) & goal])
    return found if len(found) == 1 else []


def _behind(screen: Screen, buttons: list[Target], form: Form) -> list[Target]:
    """The buttons after the last value in the order of the page."""
    places = {t.id: i for i, t in enumerate(screen.targets)}
    last = max((places[e.target.id] for e in form.entries), default=-1)
    return [b for b in buttons if places[b.id] > last]


def _of_a_form(screen: Screen, buttons: list[Target], form: Form) -> list[Target]:
    """The buttons behind the fields of a form; the only one that says that it sends, wherever it stands, if none of those does
    and the form has more of them than one: they are for its parts."""
    behind = _behind(screen, buttons, form)
    said = [b for b in buttons if norm(b.label) in SENDERS or is_said(screen, b)]
    apart = len(behind) > 1 and len(said) == 1 and not form.asks and not any(_says_it_sends(screen, b) for b in behind)
    return said if apart else behind


def _stand_amid(screen: Screen, submits: list[Target], form: Form) -> bool:
    """Whether buttons that would send a form stand among its fields, and none says so: scripts take them for something else."""
    fields = [i for i, t in enumerate(screen.targets) if t.role in TAKES and part_of(screen, t) == form.part]
    behind = {t.id for t in screen.targets[max(fields, default=0) :]}
    return not any(b.id in behind or norm(b.label) in SENDERS or is_said(screen, b) for b in submits)


def _elsewhere(screen: Screen, buttons: list[Target], mine: list[Target], form: Form) -> list[Target]:
    """What sends a form that no button comes after: one that says so, in the form or beside all forms of the page, there rather
    behind it than before it."""
    named = [b for b in mine if norm(b.label) in SENDERS or is_said(screen, b)]
    if named or form.asks:
        return named
    apart = [b for b in buttons if not screen.parts.get(b.id) and norm(b.label) in SENDERS]
    return _behind(screen, apart, form) or apart or _beside_a_retreat(screen, buttons)


def _is_a_sign_beside_a_word(screen: Screen, sign: Target, buttons: Sequence[Target], form: Form) -> bool:
    """Whether a button without a word, on no line with a field, would send a form beside another that says it takes over what
    was entered: in the form or its dialog, or in the page around it, where all its fields are."""
    if "wordless" not in sign.state or form.asks or any(_touches(sign, e.target) for e in form.entries):
        return False
    others = {part_of(screen, t) for t in screen.targets if t.role in TAKES} - {form.part}
    page = () if any(not part.startswith("search") for part in others) else ("",)
    around = [b for b in buttons if (part := screen.parts.get(b.id, "")) in (form.part, *page) or part.startswith("dialog")]
    named = (b for b in around if "wordless" not in b.state and _sends(screen, b) and not _goes_back(b))
    return any(norm(b.label) in TAKING or is_said(screen, b) for b in named)


def _beside_a_retreat(screen: Screen, buttons: Sequence[Target]) -> list[Target]:
    """The one button on a line with others that all lead away from what was entered; nothing where there are several."""
    apart = [b for b in buttons if not screen.parts.get(b.id) and b.box is not None and "wordless" not in b.state]
    away = [b for b in apart if RETREATS.match(norm(b.label))]
    beside = [b for b in apart if b not in away and any(_on_a_line(b, other) for other in away)]
    return [b for b in beside if len(beside) == 1 and _sends(screen, b) and not _goes_back(b)]


def _on_a_line(one: Target, other: Target) -> bool:
    """Whether two buttons stand beside each other, with no more between them than others of their size."""
    if one.box is None or other.box is None:
        return False
    (left, top, width, height), (x, y, wide, high) = one.box, other.box
    return abs(top + height / 2 - y - high / 2) < min(height, high) / 2 and max(x - left - width, left - x - wide) < NEAR


def _goes_back(button: Target) -> bool:
    """Whether it is called what does not send anything."""
    return any(re.search(rf"(?<!\w){word}(?!\w)", norm(button.label)) for word in BACKWARD)


def _sends(screen: Screen, button: Target) -> bool:
    """Whether a button may send anything: not if it leads away, or takes something away that the goal does not speak of."""
    goal = goal_words(screen.request.goal)
    taken = taking_away(button.label) | {stem(w) for w in norm(button.label).split()[:1]} & ENDING
    if taken & STARTS_ANEW and _speaks_of_the_form(screen, button.label, goal):
        taken -= STARTS_ANEW
    leads_away = RETREATS.match(norm(button.label)) is not None and not is_said(screen, button)
    return not leads_away and not taken - goal


def _speaks_of_the_form(screen: Screen, label: str, goal: set[str]) -> bool:
    """Whether a button speaks of what is entered or of the goal, as `Reset password` does; one word speaks of nothing else."""
    words = {stem(w) for w in norm(label).split()}
    fields = {stem(w) for t in screen.targets if t.role in TAKES for w in re.findall(r"\w+", t.label.lower())}
    return len(words) == 1 or bool(words & (fields | goal)) or any(word in norm(label) for word in PASSWORDS)


def _ranked(screen: Screen, buttons: list[Target], last_first: bool = False) -> list[Target]:
    """Those that can be used first, then by what they are called where that tells, then by their place; what the goal says in so
    many words comes before all others."""
    buttons = [b for b in buttons if _sends(screen, b) and b.id not in screen.checked]  # what is pressed in shows where one is
    places = {t.id: i for i, t in enumerate(buttons)}

    def rank(button: Target) -> tuple[bool, bool, bool, int, bool, int]:
        label = norm(button.label)
        off = bool(screen.enabled) and button.id not in screen.enabled
        backward = _goes_back(button)
        named = 0 if label in SENDERS else 1 if any(re.search(rf"(?<!\w){w}(?!\w)", label) for w in SENDERS) else 2
        said = is_said(screen, button)
        late = off and named > 0  # what says that it sends may be switched on by what was entered, a moment later
        return backward and not said, late, not said, min(named, 1), off, -places[button.id] if last_first else places[button.id]

    return sorted(buttons, key=rank)


def standing(screen: Screen, form: Form | None) -> str:
    """That the values of a form stand, as it must still be so when the next thing is done."""
    if form is None or form.asks or any(e.act is not None for e in form.entries):
        return ""
    return " and ".join(_stands(screen, e) for e in form.entries if e.target.role != "file")


def _stands(screen: Screen, e: Entry) -> str:
    """What must still be so when the form is sent, as the page shows it."""
    if e.target.id in screen.values:
        return fact("value", e.target.id, screen.values[e.target.id])
    return fact("checked", e.target.id) if e.target.id in screen.checked else f"not {fact('checked', e.target.id)}"
