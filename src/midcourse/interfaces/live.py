"""A run in a terminal: the plan as a live list, the last reason, the budget. Plain lines when it is not a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable

from rich.console import Console, Group
from rich.live import Live
from rich.markup import escape
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from ..approval.console import drop_what_was_typed
from ..core.language.printable import printable
from ..core.run.entries import Entry
from ..core.run.state import Run
from .render import ended_at, plan_lines, reason_of_last_change, sentence

WINDOW = 24
"""Steps shown at once; the rest is counted."""


class PlainView:
    """One line per event; looks that change nothing are left out."""

    def __init__(self, write: Callable[[str], None] | None = None) -> None:
        self._write = write or _out

    def __call__(self, entry: Entry, run: Run) -> None:
        """Show one event."""
        text = sentence(entry, run)
        if text == "looked: nothing changed":
            return
        because = f"  [{entry.rule}]" if entry.rule else ""
        self._write(f"{ended_at(entry) - run.setup.started_at:8.3f}  {text}{because}")

    def __enter__(self) -> PlainView:
        return self

    def __exit__(self, *_: object) -> None:
        return None


def _out(line: str) -> None:
    sys.stdout.write(printable(line) + "\n")
    sys.stdout.flush()


class LiveView:
    """The plan, redrawn in place."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._entries: list[Entry] = []
        self._run: Run | None = None
        self._live = Live(console=console, refresh_per_second=12, get_renderable=self.picture, transient=False)

    def __call__(self, entry: Entry, run: Run) -> None:
        """Take in one event; the picture is drawn when its time comes."""
        self._entries.append(entry)
        self._run = run

    def __enter__(self) -> LiveView:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def prompt(self, question: str) -> str:
        """Ask the person, with the picture out of the way."""
        self._live.stop()
        drop_what_was_typed()
        try:
            return self._console.input(escape(printable(question)))
        finally:
            self._live.start()

    def print(self, text: str) -> None:
        """A line above the picture."""
        self._console.print(escape(printable(text)))

    def picture(self) -> Group | Text:
        """The run as it stands, to be drawn anywhere."""
        run = self._run
        if run is None:
            return Text("starting …", style="dim")
        lines = plan_lines(run, max(40, self._console.width - 6))
        table = Table.grid(padding=(0, 1))
        if len(lines) > WINDOW:
            table.add_row("", Text(f"… {len(lines) - WINDOW} earlier steps", style="dim"))
        for mark, style, text in lines[-WINDOW:]:
            table.add_row(Text(mark, style=style), Text(printable(text), style="" if style != "dim" else "dim"))
        head = Text(printable(run.setup.task.goal), style="bold")
        reason = Text(printable(reason_of_last_change(self._entries, run)) or "no plan yet", style="italic")
        last = Text(sentence(self._entries[-1], run), style="dim", no_wrap=True, overflow="ellipsis")
        return Group(head, table, reason, last, self._budget(run))

    def _budget(self, run: Run) -> Table:
        limits, spent = run.setup.settings.limits, run.spent
        bars = Table.grid(padding=(0, 1))
        for name, used, most in (
            ("steps", spent.steps, limits.max_steps),
            ("replans", spent.replans, limits.max_replans),
            ("planner calls", spent.planner_calls, limits.max_planner_calls),
            ("seconds", run.elapsed(run.at), limits.max_seconds),
        ):
            bar = ProgressBar(total=max(most, 1e-9), completed=min(used, most), width=24)
            bars.add_row(
                Text(name, style="dim"),
                bar,
                Text(f"{used:g}/{most:g}" if used == int(used) else f"{used:.1f}/{most:g}"),
            )
        return bars
