"""Which field takes which value, by names and structure: what is to be entered, what stands already, what found no field."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from ...core.model import Target
from ...core.plans.plan import Act, escaped
from .asked_in import asked_by_a_click, is_asked, part_of
from .cells import meant
from .finding import alike, norm, spelled_out
from .purposes import SEND, SIGN_IN, STEP, named_in
from .same import same_value
from .screen import BOXES, Screen

TAKES = ("textbox", "spinbutton", "slider", "combobox", "listbox", "radiogroup", "tree", "checkbox", "switch", "file")
CHOICES = ("combobox", "listbox", "radiogroup", "tree")
YES = frozenset({"yes", "true", "on", "1", "y", "checked", "ja", "oui", "si", "sí", "sim", "да", "是"})
NO = frozenset({"no", "false", "off", "0", "n", "unchecked", "nein", "non", "não", "нет", "否"})
CLEAR, OTHER = 0.8, 0.78
"""How well a label must fit a name; how well another name of a field counts."""
PASSWORDS = ("password", "passwort", "kennwort", "passwd", "mot de passe", "contraseña", "senha", "wachtwoord", "пароль", "密码")
"""What values for signing in are called, where no reference to a secret tells."""
SECRET = "secret:"
DOCUMENT = "text"
"""What the value for the large field of an editor is called."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A value and the field that takes it."""

    name: str
    value: str
    target: Target
    act: Act | None
    """What enters it; None where it stands already."""
    wrong: str = ""
    """Why the field cannot take it; '' if it can."""


@dataclass(slots=True)
class Form:
    """The part of a page that takes the most of the values."""

    part: str
    entries: list[Entry] = field(default_factory=list[Entry])
    signs_in: bool = False
    """It asks for one password, and for who somebody is."""

    @property
    def names(self) -> set[str]:
        """The values that it takes."""
        return {e.name for e in self.entries}

    @property
    def asks(self) -> bool:
        """Whether it only asks for something to be shown."""
        return self.part.startswith("search")


def credentials(values: dict[str, str]) -> set[str]:
    """The names of values that are for signing in: secrets, passwords, and who is asked for just before one."""
    found: set[str] = set()
    before = ""
    for name, value in values.items():
        if value.startswith(SECRET) or any(word in norm(name) for word in PASSWORDS):
            found |= {name, before} - {""}
        before = name
    return found


def forms(screen: Screen) -> list[Form]:
    """The parts of the page that take values, the one that takes the most first; a search comes last, an open dialog first."""
    values = screen.request.task.values
    takers = meant(screen, [t for t in screen.targets if t.role in (*TAKES, "radio") and t.id not in screen.hidden])
    parts: dict[str, list[Target]] = {}
    for target in takers:
        parts.setdefault(part_of(screen, target), []).append(target)
    found: list[Form] = []
    signed, before = _that_signed_in(screen)
    for part, targets in parts.items():
        form = Form(part, _entries(screen, targets, values))
        records = bool(form.names & (signed | before)) and not _asks_who(form, targets, signed, credentials(values) | signed)
        if records:
            form = Form(part, _entries(screen, targets, {n: v for n, v in values.items() if n not in signed | before}))
        secret = sum("password" in t.state for t in targets)
        texts = sum(is_asked(screen, t, {e.target.id for e in form.entries}) for t in targets)
        form.signs_in = secret == 1 and texts <= 1 and not records
        if form.signs_in and (who := _who(screen, form, targets)) is not None:
            form.entries.insert(0, who)
        if any(not (e.wrong and e.target.role in BOXES) for e in form.entries):  # boxes alone take no texts: they choose rows
            found.append(form)
    return sorted(found, key=lambda f: (f.asks, not f.part.startswith("dialog"), -len(f.entries)))


def _who(screen: Screen, form: Form, targets: Sequence[Target]) -> Entry | None:
    """The value just before the password, for the only other field of a form that signs in: some call it by another name."""
    values = screen.request.task.values
    names = list(values)
    secret = next((i for i, name in enumerate(names) if name in form.names and {name} & credentials(values)), 0)
    taken = {e.target.id for e in form.entries}
    free = [t for t in targets if is_asked(screen, t, taken) and t.id not in taken]
    if not secret or names[secret - 1] in form.names or len(form.entries) != 1 or len(free) != 1 or free[0].role != "textbox":
        return None
    return entry(screen, names[secret - 1], values[names[secret - 1]], free[0])


def _that_signed_in(screen: Screen) -> tuple[set[str], set[str]]:
    """The values that were sent to sign in, and those for signing in that pages before it took."""
    first = next((i for i, act in enumerate(screen.done) if act.description.startswith(SIGN_IN)), -1)
    led = [act for act in screen.done[: max(first, 0)] if act.description.startswith((SEND, STEP))]
    before = (named_in(led, SEND) | named_in(led, STEP)) & credentials(screen.request.task.values)
    return named_in(screen.done, SIGN_IN) & screen.request.task.values.keys(), before


def _asks_who(form: Form, targets: Sequence[Target], signed: set[str], known: set[str]) -> bool:
    """Whether a form asks again for what signed in, to go on with that: in any other it is about somebody's record, with a field
    that nothing of it is for."""
    taken = {e.target.id for e in form.entries}
    others = [t for t in targets if t.id not in taken and not {"disabled", "readonly"} & set(t.state)]
    if form.names >= signed:  # the very form again; it may offer a language
        others = [t for t in others if t.role == "textbox"]
    return form.names <= known and all(t.role in BOXES for t in others)


def is_filled_up(screen: Screen, form: Form) -> bool:
    """Whether every field of a form takes a value: there is none for what is left. Of radio buttons one is enough."""
    taken = {e.target.id for e in form.entries}
    mine = [t for t in screen.targets if part_of(screen, t) == form.part]
    fields = [t for t in mine if t.role in TAKES]
    picks = any(t.role == "radio" for t in mine) and not any(e.target.role in ("radio", "radiogroup") for e in form.entries)
    return not picks and all(t.id in taken or {"disabled", "readonly"} & set(t.state) for t in fields)


def complaints(screen: Screen, form: Form) -> list[str]:
    """What the page says of fields that hold what they were given, and are not taken."""
    return [f"{e.target.label} is not accepted" for e in form.entries if e.act is None and e.target.id in screen.invalid]


def hidden_entries(screen: Screen) -> list[Entry]:
    """The values and their fields behind what lies over the screen."""
    takers = [t for t in screen.targets if t.role in TAKES and t.id in screen.hidden]
    return _entries(screen, takers, screen.request.task.values)


def _entries(screen: Screen, targets: Sequence[Target], values: dict[str, str]) -> list[Entry]:
    radios, targets = [t for t in targets if t.role == "radio"], [t for t in targets if t.role != "radio"]
    fits = [(_fit(screen, t, name), i, name, t) for name in values for i, t in enumerate(targets)]
    taken: set[str] = set()
    chosen: dict[str, Target] = {}
    for score, _, name, target in sorted(fits, key=lambda m: (-m[0], m[1])):
        if score >= OTHER and name not in chosen and target.id not in taken:
            chosen[name] = target
            taken.add(target.id)
    passed = named_in(screen.done, STEP)
    left = [name for name in values if name not in chosen.keys() | credentials(values) | passed]
    large = _told_in_more_words(left, [t for t in targets if t.id not in taken and t.role != "file"])
    for name, target in (pair for pair in large if "multiline" in pair[1].state):  # it says what it is for in a sentence
        chosen[name] = target
        taken.add(target.id)
        left.remove(name)
    in_dialog = screen.has_windows and any(t.id in screen.hidden for t in screen.targets)
    if chosen.keys() - credentials(values) or in_dialog:
        free = [t for t in targets if t.id not in taken and t.role != "file"]
        files = [t for t in targets if t.id not in taken and t.role == "file"]
        paths = [name for name in left if _may_be_a_file(values[name])]
        for name, target in (*_told_in_more_words(left, free), *_told_in_more_words(paths, files)):
            if name in chosen:
                continue
            chosen[name] = target
            taken.add(target.id)
        left = [name for name in left if name not in chosen]
    free = [t for t in targets if t.id not in taken]
    for name, target in _begun(screen, left, free) or asked_by_a_click(screen, left, free, targets):
        chosen[name] = target
        taken.add(target.id)
        left.remove(name)
    document = [t for t in targets if "multiline" in t.state and t.id not in taken] if screen.has_windows else []
    if DOCUMENT in left and len(document) == 1:  # an editor may call it by the name of the file
        chosen[DOCUMENT] = document[0]
        taken.add(document[0].id)
        left.remove(DOCUMENT)
    nameless = [t for t in targets if {"multiline", "unnamed"} <= set(t.state) and t.id not in taken]
    known = bool(chosen.keys() - credentials(values) or passed)
    lone = len(values.keys() - credentials(values)) == 1
    elsewhere = bool(left) and _stands_elsewhere(screen, left[0])
    if left and len(nameless) == 1 and not elsewhere and (known or (lone and _is_free(screen, nameless[0], values[left[0]]))):
        # no value can name it: here it takes the one whose turn it is
        chosen[left[0]] = nameless[0]
    picked = {name: one for name in left if name not in chosen and (one := _picked(screen, radios, name, values[name]))}
    asked = {**{name: entry(screen, name, values[name], target) for name, target in chosen.items()}, **picked}
    return [asked[name] for name in values if name in asked]


def _stands_elsewhere(screen: Screen, name: str) -> bool:
    """Whether the page itself has the name of a value, and not just on what is pressed: a nameless field is not beside it."""
    pressed = {norm(t.label) for t in screen.of("button", "tab", "menuitem")}
    return norm(name) not in pressed and norm(name) in {norm(text) for text in screen.texts}


def _picked(screen: Screen, radios: Sequence[Target], name: str, value: str) -> Entry | None:
    """The one radio button that says the value, where what is asked with it says the name; None where there is not just one."""
    found: list[Target] = []
    for target in radios:
        called = [target.label, *screen.called.get(target.id, ())]
        says = any(norm(other) == norm(value) for other in called)
        asks = any(re.search(rf"(?<!\w){re.escape(norm(name))}(?!\w)", norm(other)) for other in called[1:])
        found += [target] if says and asks else []
    if len(found) != 1:
        return None
    return Entry(name, value, found[0], None if found[0].id in screen.checked else Act("check", {}, found[0].id))


def _told_in_more_words(names: Sequence[str], targets: Sequence[Target]) -> list[tuple[str, Target]]:
    """Values whose name stands in just one label that is left, where no other value that is left has its name there."""
    holds = {
        name: [t for t in targets if re.search(rf"(?<!\w){re.escape(norm(name))}(?!\w)", spelled_out(t.label))] for name in names
    }
    lone = [(name, found[0]) for name, found in holds.items() if len(found) == 1 and len(norm(name)) > 2]
    claims = Counter(t.id for found in holds.values() for t in found)
    return [(name, target) for name, target in lone if claims[target.id] == 1]


def _begun(screen: Screen, names: Sequence[str], free: Sequence[Target]) -> list[tuple[str, Target]]:
    """Values with whose names the labels of all fields begin that a form has left (`Email` and `Email address`), each with just
    one; nothing where a field is left over, or they are fields of no form."""
    if screen.has_windows or not names or len(names) != len(free) or not all(part_of(screen, t) for t in free):
        return []
    fits = [(name, [t for t in free if norm(t.label).startswith(f"{norm(name)} ")]) for name in names]
    pairs = [(name, found[0]) for name, found in fits if len(found) == 1]
    return pairs if len({t.id for _, t in pairs}) == len(free) else []


def _may_be_a_file(value: str) -> bool:
    """Whether a value looks like the path of a file."""
    return "/" in value or "\\" in value or re.search(r"\.\w{1,5}$", value) is not None


def _is_free(screen: Screen, target: Target, value: str) -> bool:
    """Whether nothing stands in a field that another may have put there."""
    shown = screen.values.get(target.id, "")
    return not shown.strip() or same_value(shown, value) or screen.did("fill", target.id) >= 0


CUT = 50
"""Letters: a label of so many may be the beginning of a longer one."""


def _fit(screen: Screen, target: Target, name: str) -> float:
    said = _once(target.label)
    label, wanted = norm(re.sub(r"\s*[(（\[*].*$", "", said)) or norm(said), norm(name)
    begins = len(label) >= CUT and wanted.startswith(label)  # worlds tell the beginning of what is long
    score = max(alike(said, name), 0.99 if label == wanted or begins else 0.0)
    if score >= CLEAR:
        return score
    others = (alike(_once(other), name) for other in screen.called.get(target.id, ()))
    return OTHER if any(fit >= 0.95 for fit in others) else 0.0


def _once(text: str) -> str:
    """A name that is said twice, by a label and what it is for, said once."""
    words = text.split()
    half = len(words) // 2
    return " ".join(words[:half]) if half and words[:half] == words[half:] else text


def nearest(screen: Screen, name: str) -> list[str]:
    """The names of fields on the screen, the likest first."""
    labels = {t.label for t in screen.targets if t.role in TAKES and t.label}
    return sorted(labels, key=lambda label: -alike(label, name))[:4]


def needed(screen: Screen, part: str, entries: Sequence[Entry]) -> str:
    """What is said of fields of a part that must be filled in, are empty, and that no value is for; '' where there are none."""
    taken = {e.target.id for e in entries}
    names = {e.name for e in entries} or set(screen.request.task.values)
    told: list[str] = []
    for target in screen.targets:
        if target.role in TAKES and target.id not in taken and part_of(screen, target) == part and _is_missing(screen, target):
            near = sorted(names, key=lambda name, label=target.label: -alike(label, name))[:4]
            told.append(f"{target.label} must be filled in, and no value is for it (nearest: {', '.join(near) or 'none'})")
    return "; ".join(told)


def _is_missing(screen: Screen, target: Target) -> bool:
    """Whether a form is not taken without it, as the page itself says."""
    if "required" not in target.state or {"disabled", "readonly"} & set(target.state):
        return False
    if target.role in BOXES:
        return target.id not in screen.checked
    return target.id in screen.invalid or (target.role != "file" and not screen.values.get(target.id, "").strip())


def entry(screen: Screen, name: str, value: str, target: Target) -> Entry:
    """What puts a value into a field, if it does not stand there."""
    if target.role in BOXES:
        said = norm(value)
        if said not in YES | NO:
            return Entry(name, value, target, None, f"{target.label} is a box: say yes or no, not {value!r}")
        wants = said in YES
        if (target.id in screen.checked) == wants:
            return Entry(name, value, target, None)
        return Entry(name, value, target, Act("check" if wants else "uncheck", {}, target.id))
    if target.role == "file":
        given = screen.did("upload", target.id) >= 0
        return Entry(name, value, target, None if given else Act("upload", {"file": value}, target.id))
    shown = screen.values.get(target.id, "")
    if target.role in CHOICES:
        offered = screen.offers.get(target.id, ())
        option = next((o for o in offered if o == value), next((o for o in offered if norm(o) == norm(value)), ""))
        option = option or _yes_or_no(offered, value) or (_headed(offered, value) if target.role == "radiogroup" else "")
        if offered and not option and target.role != "combobox":
            return Entry(name, value, target, None, f"{target.label} offers no {value!r}; there are {', '.join(offered[:20])}")
        if same_value(shown, option or value):
            return Entry(name, value, target, None)
        return Entry(name, value, target, Act("select", escaped({"option": option or value}), target.id))
    exact = screen.has_windows and "multiline" in target.state  # a program tells lines and spaces as they stand
    if shown == value if exact else same_value(shown, value):
        return Entry(name, value, target, None)
    return Entry(name, value, target, Act("fill", escaped({"text": value}), target.id))


def _yes_or_no(offered: Sequence[str], value: str) -> str:
    """The option that says yes or no as the value does, in other words; '' where there is not just one."""
    meant = next((words for words in (YES, NO) if norm(value) in words), frozenset[str]())
    fits = [option for option in offered if norm(option) in meant]
    return fits[0] if len(fits) == 1 else ""


def _headed(offered: Sequence[str], value: str) -> str:
    """The only option that begins with a value, as cards go on after their heading; '' where there is not just one."""
    fits = [option for option in offered if norm(option).startswith(f"{norm(value)} ")]
    return fits[0] if len(fits) == 1 else ""
