"""An approver that asks the person at the terminal."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

from ..core.language.printable import printable
from ..core.people.messages import Answer, Question

YES, NO = ("y", "yes"), ("n", "no")
GOES = 3
"""How often a clear word is asked for."""


class ConsoleApprover:
    """Asks at the terminal: shows the act with all its arguments and reads "y" or "n". Anything but a clear yes to an act is a
    no. Whether an act happened takes a clear word: after a no it is done once more."""

    def __init__(self, read: Callable[[str], str] | None = None, write: Callable[[str], None] = print) -> None:
        self._read, self._write = read or typed, write

    async def allows(self, question: Question) -> Answer | None:
        """The person's answer; None if the terminal is closed, so that the question stays open."""
        self._write(printable(question.text))
        for line in question.in_full:
            self._write(f"    {printable(line)}")
        if question.skill:
            shown = f"{question.skill} {json.dumps(question.args, default=str)} {question.target}".rstrip()
            self._write(f"  {printable(shown)}")
        if question.score:
            groups = f", {', '.join(question.groups)}" if question.groups else ""
            self._write(f"  risk {question.score:.1f} of 1{groups}")
        if question.kind == "clarify":
            return await self._meant(question)
        word = await (self._clearly() if question.kind == "settle" else self._word("  yes or no? [y/N] "))
        if word is None:
            return None
        yes = word in YES
        return Answer(question.id, yes, "console", "" if yes else f"answered {word or 'nothing'}")

    async def _clearly(self) -> str | None:
        """A yes or a no that was typed; None where none came, so that the question stays open."""
        for _ in range(GOES):
            word = await self._word("  did it happen, yes or no? (after a no it is done once more) ")
            if word is None or word in (*YES, *NO):
                return word
        return None

    async def _word(self, prompt: str) -> str | None:
        try:
            return (await _ask(self._read, prompt)).strip().lower()
        except EOFError:
            return None

    async def _meant(self, question: Question) -> Answer | None:
        """What the person says was meant; nothing is a no."""
        try:
            said = (await _ask(self._read, "  your answer (Enter for none): ")).strip()
        except EOFError:
            return None
        return Answer(question.id, bool(said), "console", said)


def typed(prompt: str) -> str:
    """A line that a person types, or that comes through a pipe; EOFError at its end.

    Python breaks off with an error of its own if it ends while somebody waits in its buffer: a pipe is read past that.
    """
    if sys.stdin.isatty():
        drop_what_was_typed()
        return input(prompt)
    print(prompt, end="", flush=True)
    line = bytearray()
    while not line.endswith(b"\n"):
        got = os.read(sys.stdin.fileno(), 1)
        if not got and not line:
            raise EOFError
        line += got or b"\n"
    return line.decode(errors="replace").rstrip("\r\n")


def drop_what_was_typed() -> None:
    """Forget the keys that were typed before a question was shown: they answer nothing that anybody has read."""
    with suppress(ImportError, OSError, ValueError):  # no such terminal
        import termios

        with suppress(termios.error):
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)


async def _ask(read: Callable[[str], str], prompt: str) -> str:
    """Read in a daemon thread: a person who never answers must not keep the process from ending."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[str] = loop.create_future()

    def work() -> None:
        text: str | None = None
        with suppress(BaseException):  # whatever ends the terminal, the question stays open
            text = read(prompt)
        with suppress(RuntimeError):  # the loop is closed: the answer came too late for anybody to hear
            loop.call_soon_threadsafe(_settle, answer, text)

    threading.Thread(target=work, daemon=True).start()
    return await answer


def _settle(answer: asyncio.Future[str], text: str | None) -> None:
    if answer.done():
        return
    if text is None:
        answer.set_exception(EOFError())
    else:
        answer.set_result(text)
