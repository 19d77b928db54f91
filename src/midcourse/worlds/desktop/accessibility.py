"""What programs tell about themselves, over AT-SPI: the whole tree by one call where the toolkit keeps it, by a walk where not.

This file and `texts.py` are the only ones that know jeepney.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from ...core.errors import TaskError
from .atspi_words import role_name, state_names
from .driver import Box, Element, Gone, Key

try:
    from jeepney import DBusAddress, MatchRule, MessageType, Properties, message_bus, new_method_call
    from jeepney.io.blocking import open_dbus_connection
except ImportError:
    raise TaskError("The desktop world needs jeepney, python-xlib and mss: pip install 'midcourse[desktop]'") from None

ATSPI = "org.a11y.atspi."
REGISTRY, ROOT = "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"
PATIENCE = 2.0
"""Seconds that a program has to answer."""
PROMPT = 0.08
"""Seconds within which a program that has nothing else to do answers."""
AT_ONCE = 150
"""Questions that are on their way together."""
MOST_CHILDREN, MOST_CELLS = 200, 400
EVENTS = (
    "window:",
    "object:children-changed",
    "object:state-changed:showing",
    "object:state-changed:focused",
    "object:text-changed",
)
"""What programs are asked to tell. GTK keeps its tree for one call only once somebody asks for such things."""
TEXTS = frozenset({"text", "entry", "spin button", "terminal", "paragraph", "editbar", "autocomplete", "document text"})
MENUS = frozenset({"menu", "menu item", "popup menu", "combo box", "menu bar"})
FAR = 1 << 20
REPLY_TO = 5
"""The field of a message that names what it answers."""


class _Found(NamedTuple):
    """An element before it is asked for its box and its text."""

    key: Key
    parent: Key
    role: str
    name: str
    states: frozenset[str]
    interfaces: frozenset[str]
    children: int = 0


def connected(session: str) -> Any:
    """A connection to the bus on which programs tell about themselves. Gone when it does not answer."""
    try:
        first = open_dbus_connection(session)
        try:
            asked = new_method_call(DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus"), "GetAddress")
            address = first.send_and_get_reply(asked, timeout=10).body[0]
        finally:
            first.close()
        return open_dbus_connection(address)
    except (OSError, ValueError, TimeoutError, IndexError, KeyError) as error:
        raise Gone(f"the accessibility bus does not answer: {error}") from None


class Accessibility:
    """A connection to the bus on which programs tell about themselves."""

    def __init__(self, session: str) -> None:
        self._bus = connected(session)
        self._stirred = True
        self._told = 0
        """How often programs told of a change."""
        self._walks: dict[Key, tuple[object, int, list[_Found]]] = {}
        """Program -> what its toolkit did not keep, how often a change had been told by then, and what was found there."""
        self._processes: dict[str, int] = {}
        registry = DBusAddress("/org/a11y/atspi/registry", REGISTRY, f"{ATSPI}Registry")
        self._ask([new_method_call(registry, "RegisterEvent", "s", (event,)) for event in EVENTS], patience=10.0)
        rules = [MatchRule(type="signal", interface=f"{ATSPI}Event.{kind}") for kind in ("Window", "Object")]
        self._ask([message_bus.AddMatch(rule) for rule in rules])

    def close(self) -> None:
        """Let go of it."""
        with suppress(OSError):
            self._bus.close()

    # --- asking ---------------------------------------------------------------------------------------------------------

    def _ask(self, messages: Sequence[Any], patience: float = PATIENCE) -> list[Any]:
        """What is answered to each, in order; None for an error or no answer in time. Many are on their way together."""
        answers: list[Any] = [None] * len(messages)
        for start in range(0, len(messages), AT_ONCE):
            part = messages[start : start + AT_ONCE]
            try:
                self._exchange(part, start, answers, time.monotonic() + patience)
            except TimeoutError:
                break
            except (OSError, EOFError, ValueError) as error:
                raise Gone(f"the accessibility bus is gone: {error}") from None
        return answers

    def _exchange(self, messages: Sequence[Any], start: int, answers: list[Any], until: float) -> None:
        waiting: dict[int, int] = {}
        for i, message in enumerate(messages):
            serial = next(self._bus.outgoing_serial)
            waiting[serial] = start + i
            self._bus.send(message, serial=serial)
        while waiting:
            reply = self._bus.receive(timeout=max(0.0, until - time.monotonic()))
            place = waiting.pop(reply.header.fields.get(REPLY_TO, -1), None)
            if place is None and reply.header.message_type is MessageType.signal:
                self._stirred, self._told = True, self._told + 1
            elif place is None:
                continue
            elif reply.header.message_type is MessageType.method_return:
                answers[place] = reply.body

    def stirred(self) -> bool:
        """Whether a program told of a change since this was last asked."""
        try:
            while True:
                self._bus.receive(timeout=0)
                self._stirred, self._told = True, self._told + 1
        except TimeoutError:
            pass
        except (OSError, EOFError, ValueError) as error:
            raise Gone(f"the accessibility bus is gone: {error}") from None
        told, self._stirred = self._stirred, False
        return told

    def busy(self) -> bool:
        """Whether a program is slow to answer: it answers only when it has done what it was asked to do before."""
        began = time.monotonic()
        [children] = self._ask([_method((REGISTRY, ROOT), "Accessible", "GetChildren")])
        self._ask([_method(tuple(key), "Accessible", "GetRole") for key in (children[0] if children else [])])
        return time.monotonic() - began > PROMPT

    # --- the tree -------------------------------------------------------------------------------------------------------

    def elements(self) -> list[Element]:
        """What all programs show, parents before their children."""
        [children] = self._ask([_method((REGISTRY, ROOT), "Accessible", "GetChildren")])
        elements: list[Element] = []
        for key in [tuple(k) for k in (children[0] if children else [])]:
            found = self._kept(key) or self._walked(key)
            elements += self._with_boxes(found, self._process(key[0]), len(elements))
        return elements

    def _process(self, bus: str) -> int:
        if bus not in self._processes:
            asked = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
            [told] = self._ask([new_method_call(asked, "GetConnectionUnixProcessID", "s", (bus,))])
            self._processes[bus] = told[0] if told else 0
        return self._processes[bus]

    def _kept(self, program: Key) -> list[_Found]:
        """The tree as the toolkit keeps it; nothing where it keeps none."""
        [items] = self._ask([_method((program[0], "/org/a11y/atspi/cache"), "Cache", "GetItems")])
        if not items or not items[0] or not isinstance(items[0][0][3], int):
            return []
        below: dict[Key, list[tuple[int, _Found]]] = {}
        for key, _, parent, index, count, interfaces, name, role, _, states in items[0]:
            found = _Found(tuple(key), tuple(parent), role_name(role), name, state_names(states), _short(interfaces), count)
            below.setdefault(found.parent, []).append((index, found))
        top = next((f for many in below.values() for _, f in many if f.key == program), None)
        if top is None:
            return []
        ordered: list[_Found] = []
        left = [top]
        while left:
            found = left.pop()
            ordered.append(found)
            children = sorted(below.get(found.key, ()), key=lambda pair: pair[0])
            left += [child for _, child in reversed(children) if child.key != found.key]
        # A toolkit keeps only what somebody has asked for before.
        lacking = [f for f in ordered if "showing" in f.states and len(below.get(f.key, ())) < f.children <= MOST_CELLS]
        known = {f.key for f in ordered}
        return _in_order([*ordered, *self._lacked(program, lacking, known)]) if lacking else ordered

    def _lacked(self, program: Key, lacking: list[_Found], known: set[Key]) -> list[_Found]:
        """What lies below these; asked for level by level only if the program told of a change since the last time."""
        sign, told = tuple((f.key, f.children) for f in lacking), self._told
        before = self._walks.get(program)
        if before is not None and before[:2] == (sign, told) and (renewed := self._renewed(before[2])) is not None:
            return renewed
        found = self._below(lacking, known)
        self._walks[program] = (sign, told, found)
        return found

    def _renewed(self, found: list[_Found]) -> list[_Found] | None:
        """The same elements with their states and names as they are now; None if one is gone."""
        answers = self._ask([*(_method(f.key, "Accessible", "GetState") for f in found), *(_name(f.key) for f in found)])
        states, names = answers[: len(found)], answers[len(found) :]
        if None in states:
            return None
        told = zip(found, states, names, strict=True)
        return [f._replace(states=state_names(state[0]), name=name[0][1] if name else "") for f, state, name in told]

    def _walked(self, program: Key) -> list[_Found]:
        """The tree, asked for level by level; what is not shown is left out, unless it is in a menu."""
        top = _Found(program, ("", ""), "application", "", frozenset({"showing"}), frozenset())
        return _in_order([top, *self._below([top], set())])

    def _below(self, level: list[_Found], known: set[Key]) -> list[_Found]:
        """All below these elements, but for what is known already."""
        found: list[_Found] = []
        for _ in range(40):
            asked = self._ask([_method(f.key, "Accessible", "GetChildren") for f in level])
            children = [(tuple(key), f) for f, told in zip(level, asked, strict=True) if told for key in told[0][:MOST_CHILDREN]]
            pairs = [(key, f) for key, f in children if key not in known]
            if not pairs:
                break
            questions = [
                message
                for key, _ in pairs
                for message in (
                    _method(key, "Accessible", "GetRole"),
                    _method(key, "Accessible", "GetState"),
                    _name(key),
                    _method(key, "Accessible", "GetInterfaces"),
                )
            ]
            told = self._ask(questions)
            level = []
            for i, (key, parent) in enumerate(pairs):
                role, states, name, interfaces = told[4 * i : 4 * i + 4]
                if role is None or states is None:
                    continue
                child = _Found(
                    key, parent.key, role_name(role[0]), name[0][1] if name else "", state_names(states[0]),
                    _short(interfaces[0] if interfaces else ()),
                )  # fmt: skip
                if "showing" in child.states or parent.role in MENUS or child.role in MENUS:
                    level.append(child)
            found += level
        return found

    def _with_boxes(self, found: Sequence[_Found], process: int, offset: int) -> list[Element]:
        shown = [f for f in found if "showing" in f.states and f.role != "application"]
        reads = [f for f in shown if f.role in TEXTS and "Text" in f.interfaces]
        told = self._ask(
            [
                *(_method(f.key, "Component", "GetExtents", "u", (0,)) for f in shown),
                *(_method(f.key, "Text", "GetText", "ii", (0, -1)) for f in reads),
            ]
        )
        boxes = {f.key: _box(answer) for f, answer in zip(shown, told, strict=False)}
        texts = {f.key: answer[0] for f, answer in zip(reads, told[len(shown) :], strict=True) if answer}
        places = {f.key: offset + i for i, f in enumerate(found)}
        return [
            Element(
                f.key, f.role, f.name, f.states, boxes.get(f.key), places.get(f.parent, -1), process,
                texts.get(f.key), "EditableText" in f.interfaces,
            )
            for f in found
        ]  # fmt: skip

    # --- one element ----------------------------------------------------------------------------------------------------

    def put(self, key: Key, text: str) -> bool:
        """Put a text in place of what stands in an element; whether it took it."""
        [told] = self._ask([_method(key, "EditableText", "SetTextContents", "s", (text,))])
        return bool(told and told[0])

    def read(self, key: Key) -> str:
        """What stands in an element."""
        [told] = self._ask([_method(key, "Text", "GetText", "ii", (0, -1))])
        if not told:
            raise Gone("it is not there any more, or holds no text")
        return told[0]

    def box(self, key: Key) -> Box | None:
        """Where an element is now; None when it is not there any more."""
        [told] = self._ask([_method(key, "Component", "GetExtents", "u", (0,))])
        return _box(told)

    def states(self, key: Key) -> frozenset[str]:
        """The states of an element."""
        [told] = self._ask([_method(key, "Accessible", "GetState")])
        return state_names(told[0]) if told else frozenset()

    def focus(self, key: Key) -> bool:
        """Give the keyboard to an element; whether it took it."""
        [told] = self._ask([_method(key, "Component", "GrabFocus")])
        return bool(told and told[0])


def _method(key: Key, interface: str, method: str, signature: str | None = None, args: tuple[object, ...] = ()) -> Any:
    return new_method_call(DBusAddress(key[1], key[0], f"{ATSPI}{interface}"), method, signature, args)


def _name(key: Key) -> Any:
    return Properties(DBusAddress(key[1], key[0], f"{ATSPI}Accessible")).get("Name")


def _short(interfaces: Sequence[str]) -> frozenset[str]:
    return frozenset(name.removeprefix(ATSPI) for name in interfaces)


def _box(answer: Any) -> Box | None:
    if not answer:
        return None
    x, y, width, height = answer[0]
    return (x, y, width, height) if width > 0 and height > 0 and abs(x) < FAR and abs(y) < FAR else None


def _in_order(found: Sequence[_Found]) -> list[_Found]:
    """Parents before children, and the children of one together."""
    below: dict[Key, list[_Found]] = {}
    for each in found[1:]:
        below.setdefault(each.parent, []).append(each)
    ordered: list[_Found] = []
    left = [found[0]]
    seen: set[Key] = set()
    while left:
        each = left.pop()
        if each.key not in seen:
            seen.add(each.key)
            ordered.append(each)
            left += reversed(below.get(each.key, ()))
    return ordered
