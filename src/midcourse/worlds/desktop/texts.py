"""What comes to stand in the fields of programs, told by them as it changes: also of a field that is gone a moment later."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, cast

from jeepney import DBusAddress, HeaderFields, MatchRule, MessageType, message_bus, new_method_call

from .accessibility import REGISTRY, connected
from .atspi_calls import ATSPI
from .driver import Gone, Key

EVENT = "object:text-changed"
SOON = 0.3
"""Seconds after which it is asked whether to go on."""
LONGEST = 200_000


def texts_told(session: str, over: Callable[[], bool]) -> Iterator[tuple[Key, str, bool]]:
    """(field, its text now, whether something was put in), for each change until it is over. Gone when nobody tells any more.

    A program sends its news and its answers in one order: an answer holds all changes told before it, and none after it.
    """
    bus = connected(session)
    texts: dict[Key, str] = {}
    asked: dict[int, Key] = {}
    waiting: dict[Key, bool] = {}
    try:
        registry = DBusAddress("/org/a11y/atspi/registry", REGISTRY, f"{ATSPI}Registry")
        rule = MatchRule(type="signal", interface=f"{ATSPI}Event.Object", member="TextChanged")
        for message in (new_method_call(registry, "RegisterEvent", "s", (EVENT,)), message_bus.AddMatch(rule)):
            bus.send(message, serial=next(bus.outgoing_serial))
        while not over():
            try:
                told = bus.receive(timeout=SOON)
            except TimeoutError:
                continue
            fields = told.header.fields
            if told.header.message_type is MessageType.signal and fields.get(HeaderFields.member) == "TextChanged":
                key = (str(fields[HeaderFields.sender]), str(fields[HeaderFields.path]))
                more = str(told.body[0]).startswith("insert")
                if key in texts:
                    texts[key] = changed(texts[key], more, int(told.body[1]), told.body[2], told.body[3])
                    yield key, texts[key], more
                elif key not in waiting:
                    serial = next(bus.outgoing_serial)
                    bus.send(new_method_call(_text(key), "GetText", "ii", (0, -1)), serial=serial)
                    asked[serial] = key
                waiting[key] = more
            elif (key := asked.pop(cast("int", fields.get(HeaderFields.reply_serial, -1)), None)) is not None:
                if told.header.message_type is MessageType.method_return and len(told.body[0]) <= LONGEST:
                    texts[key] = told.body[0]
                    yield key, texts[key], waiting.get(key, True)
                else:
                    waiting.pop(key, None)
    except (OSError, EOFError, ValueError) as error:
        raise Gone(f"the accessibility bus is gone: {error}") from None
    finally:
        with suppress(OSError):
            bus.close()


def changed(text: str, more: bool, start: int, length: int, part: Any) -> str:
    """A text after a part was put in or taken out."""
    if more:
        new = str(part[1]) if isinstance(part, tuple) and len(part) == 2 else str(part)
        return text[:start] + new + text[start:]
    return text[:start] + text[start + length :]


def _text(key: Key) -> DBusAddress:
    return DBusAddress(key[1], key[0], f"{ATSPI}Text")
