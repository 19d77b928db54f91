"""What programs tell about themselves, over AT-SPI: the whole tree by one call where the toolkit keeps it, by a walk where not.

This file, `atspi_calls.py` and `texts.py` are the only ones that know jeepney.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ...core.errors import TaskError
from .atspi_calls import ATSPI, Found, box_of, in_order, method, name_of, short, tip_in, tips_of
from .atspi_words import role_name, state_names
from .driver import Box, Element, Gone, Key
from .inside import is_inside, own_name, shown_inside

try:
    from jeepney import DBusAddress, MatchRule, MessageType, Properties, message_bus, new_method_call
    from jeepney.io.blocking import open_dbus_connection
except ImportError:
    raise TaskError("The desktop world needs jeepney, python-xlib and mss: pip install 'midcourse[desktop]'") from None

REGISTRY, ROOT = "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root"
PATIENCE = 2.0
"""Seconds that a program has to answer."""
PROMPT = 0.08
"""Seconds within which a program that has nothing else to do answers."""
AT_ONCE = 150
"""Questions that are on their way together."""
MOST_CHILDREN, MOST_CELLS = 200, 400
UNCOUNTED = -1
"""How many are in a thing that makes them only when it is asked."""
EVENTS = (
    "window:",
    "object:children-changed",
    "object:state-changed:showing",
    "object:state-changed:focused",
    "object:state-changed:checked",
    "object:state-changed:selected",
    "object:state-changed:sensitive",
    "object:property-change:accessible-name",
    "object:text-changed",
)
"""What programs are asked to tell. GTK keeps its tree for one call only once somebody asks for such things."""
TEXTS = frozenset({"text", "entry", "spin button", "terminal", "paragraph", "editbar", "autocomplete", "document text"})
MENUS = frozenset({"menu", "menu item", "popup menu", "combo box", "menu bar"})
REPLY_TO = 5
"""The field of a message that names what it answers."""


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
        self._walks: dict[Key, tuple[object, int, list[Found]]] = {}
        """Program -> what its toolkit did not keep, how often a change had been told by then, and what was found there."""
        self._processes: dict[str, int] = {}
        self._inside: dict[str, bool] = {}
        """Programs, and whether they tell places inside their windows."""
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
        [children] = self._ask([method((REGISTRY, ROOT), "Accessible", "GetChildren")])
        self._ask([method(tuple(key), "Accessible", "GetRole") for key in (children[0] if children else [])])
        return time.monotonic() - began > PROMPT

    # --- the tree -------------------------------------------------------------------------------------------------------

    def elements(self) -> list[Element]:
        """What all programs show, parents before their children; those of `inside` where they are inside their windows."""
        [children] = self._ask([method((REGISTRY, ROOT), "Accessible", "GetChildren")])
        elements: list[Element] = []
        for key in [tuple(k) for k in (children[0] if children else [])]:
            found = self._walked(key) if self._learnt_inside(key) else self._kept(key) or self._walked(key)
            elements += self._with_boxes(found, self._process(key[0]), len(elements))
        return elements

    @property
    def inside(self) -> set[int]:
        """The processes that tell places inside their windows."""
        return {self._process(bus) for bus, inside in self._inside.items() if inside}

    def _learnt_inside(self, program: Key) -> bool:
        if program[0] not in self._inside:
            about = Properties(DBusAddress(program[1], program[0], f"{ATSPI}Application"))
            toolkit, version = self._ask([about.get("ToolkitName"), about.get("Version")])
            self._inside[program[0]] = bool(toolkit and version) and is_inside(toolkit[0][1], version[0][1])
        return self._inside[program[0]]

    def _is_inside(self, key: Key) -> bool:
        return self._inside.get(key[0], False)

    def _process(self, bus: str) -> int:
        if bus not in self._processes:
            asked = DBusAddress("/org/freedesktop/DBus", "org.freedesktop.DBus", "org.freedesktop.DBus")
            [told] = self._ask([new_method_call(asked, "GetConnectionUnixProcessID", "s", (bus,))])
            self._processes[bus] = told[0] if told else 0
        return self._processes[bus]

    def _kept(self, program: Key) -> list[Found]:
        """The tree as the toolkit keeps it; nothing where it keeps none."""
        [items] = self._ask([method((program[0], "/org/a11y/atspi/cache"), "Cache", "GetItems")])
        if not items or not items[0] or not isinstance(items[0][0][3], int):
            return []
        below: dict[Key, list[tuple[int, Found]]] = {}
        for key, _, parent, index, count, interfaces, name, role, tip, states in items[0]:
            found = Found(tuple(key), tuple(parent), role_name(role), name, state_names(states), short(interfaces), count, tip)
            below.setdefault(found.parent, []).append((index, found))
        top = next((f for many in below.values() for _, f in many if f.key == program), None)
        if top is None:
            return []
        ordered: list[Found] = []
        left = [top]
        while left:
            found = left.pop()
            ordered.append(found)
            children = sorted(below.get(found.key, ()), key=lambda pair: pair[0])
            left += [child for _, child in reversed(children) if child.key != found.key]
        # A toolkit keeps only what somebody has asked for before, and nothing of a table, which makes its cells when asked.
        shown = (f for f in ordered if "showing" in f.states)
        lacking = [f for f in shown if len(below.get(f.key, ())) < f.children <= MOST_CELLS or f.children == UNCOUNTED]
        known = {f.key for f in ordered}
        return in_order([*ordered, *self._lacked(program, lacking, known)]) if lacking else ordered

    def _lacked(self, program: Key, lacking: list[Found], known: set[Key]) -> list[Found]:
        """What lies below these; asked for level by level only if a program told of a change since the last time."""
        sign, told = tuple((f.key, f.children) for f in lacking), self._told
        before = self._walks.get(program)
        if before is not None and before[:2] == (sign, told):
            return before[2]
        found = self._below(lacking, known)
        self._walks[program] = (sign, told, found)
        return found

    def _walked(self, program: Key) -> list[Found]:
        """The tree, asked for level by level; what is not shown is left out, unless it is in a menu."""
        top = Found(program, ("", ""), "application", "", frozenset({"showing"}), frozenset())
        return in_order([top, *self._below([top], set())])

    def _below(self, level: list[Found], known: set[Key]) -> list[Found]:
        """All below these elements, but for what is known already."""
        found: list[Found] = []
        asked = self._ask([method(f.key, "Accessible", "GetChildren") for f in level])
        for _ in range(40):
            children = [(tuple(key), f) for f, told in zip(level, asked, strict=True) if told for key in told[0][:MOST_CHILDREN]]
            pairs = [(key, f) for key, f in children if key not in known]
            if not pairs:
                break
            questions = [
                message
                for key, _ in pairs
                for message in (
                    method(key, "Accessible", "GetRole"),
                    method(key, "Accessible", "GetState"),
                    method(key, "Accessible", "GetChildren"),  # with the rest: a program that draws lets each question wait
                    name_of(key),
                    method(key, "Accessible", "GetInterfaces"),
                    *([method(key, "Component", "GetExtents", "u", (0,))] if self._is_inside(key) else []),
                )
            ]
            told = iter(self._ask(questions))
            level, asked = [], []
            for key, parent in pairs:
                role, states, inside, name, interfaces = (next(told) for _ in range(5))
                sized = not self._is_inside(key) or box_of(next(told)) is not None
                if role is None or states is None or not sized:
                    continue
                child = Found(
                    key, parent.key, role_name(role[0]), name[0][1] if name else "", state_names(states[0]),
                    short(interfaces[0] if interfaces else ()),
                )  # fmt: skip
                if self._is_inside(key):
                    child = child._replace(states=shown_inside(child.states), name=own_name(child.role, child.name))
                if "showing" in child.states or parent.role in MENUS or child.role in MENUS:
                    level.append(child)
                    asked.append(inside)
            found += level
        return found

    def _with_boxes(self, found: Sequence[Found], process: int, offset: int) -> list[Element]:
        shown = [f for f in found if "showing" in f.states and f.role != "application"]
        reads = [f.key for f in shown if f.role in TEXTS and "Text" in f.interfaces]
        tips = [(f.key, question) for f in shown for question in tips_of(f)]
        boxed = (method(f.key, "Component", "GetExtents", "u", (0,)) for f in shown)
        told = iter(self._ask([*boxed, *self._asked_texts(reads), *(question for _, question in tips)]))
        boxes = {f.key: box_of(next(told)) for f in shown}
        texts = {key: answer[0] for key in reads if (answer := next(told))}
        said: dict[Key, list[Any]] = {}
        for key, _ in tips:
            said.setdefault(key, []).append(next(told))
        places = {f.key: offset + i for i, f in enumerate(found)}
        return [
            Element(
                f.key, f.role, f.name, f.states, boxes.get(f.key), places.get(f.parent, -1), process,
                texts.get(f.key), "EditableText" in f.interfaces, f.tip or tip_in(said.get(f.key, ())),
            )
            for f in found
        ]  # fmt: skip

    def _asked_texts(self, keys: Sequence[Key]) -> list[Any]:
        """The questions for the texts of these elements. Where -1 is not understood as the end, as in fields of GTK 4, the end is
        asked for first."""
        inside = [key for key in keys if self._is_inside(key)]
        counts = self._ask([Properties(DBusAddress(k[1], k[0], f"{ATSPI}Text")).get("CharacterCount") for k in inside])
        ends = {key: count[0][1] for key, count in zip(inside, counts, strict=True) if count}
        return [method(key, "Text", "GetText", "ii", (0, ends.get(key, -1))) for key in keys]

    # --- one element ----------------------------------------------------------------------------------------------------

    def put(self, key: Key, text: str) -> bool:
        """Put a text in place of what stands in an element; whether it took it."""
        [told] = self._ask([method(key, "EditableText", "SetTextContents", "s", (text,))])
        return bool(told and told[0])

    def read(self, key: Key) -> str:
        """What stands in an element."""
        [told] = self._ask(self._asked_texts([key]))
        if not told:
            raise Gone("it is not there any more, or holds no text")
        return told[0]

    def box(self, key: Key) -> Box | None:
        """Where an element is now, as its program tells it; None when it is not there any more."""
        [told] = self._ask([method(key, "Component", "GetExtents", "u", (0,))])
        return box_of(told)

    def states(self, key: Key) -> frozenset[str]:
        """The states of an element."""
        [told] = self._ask([method(key, "Accessible", "GetState")])
        states = state_names(told[0]) if told else frozenset[str]()
        return shown_inside(states) if self._is_inside(key) else states

    def focus(self, key: Key) -> bool:
        """Give the keyboard to an element; whether it took it."""
        [told] = self._ask([method(key, "Component", "GrabFocus")])
        return bool(told and told[0])
