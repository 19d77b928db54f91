"""A clerk's task in a real browser, on an application that goes wrong: an invoice is to be in its database once."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import signal
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from ..core.gates.request import PlanRequest, Reply
from ..core.model import Task
from ..core.plans.plan import Act
from ..core.plans.shorthand import act
from ..core.protocols import Planner, Store
from ..core.run.settings import AutoReplanning, Patience, Settings
from ..director.loop import Director, Watcher
from ..planners.around import Around
from ..planners.scripted import ScriptedPlanner
from ..wiring.names import planner_named
from ..wiring.preparing import prepare
from ..worlds.web import WebWorld
from ..worlds.web.engine import BrowserError
from .shown import Shown

MISHAPS = ("banner", "slow", "session", "form error", "killed")
NUMBER, CUSTOMER, AMOUNT = "2026-117", "Acme Paper", "249.90"
LIST = "/admin/ledger/invoice/"
OURS = Settings(patience=Patience(backoff=0.2), auto=AutoReplanning(min_interval_seconds=0.5))
FIXED = Settings(replan="fixed")
SCRIPT = (
    act("fill", target="textbox Username", text="clerk"),
    act("fill", target="textbox Password", text="secret:LEDGER"),
    act("click", target="button Log in"),
    act("click", target="link Add in Invoices"),
    act("fill", target="textbox Number", text=NUMBER),
    act("fill", target="textbox Customer", text=CUSTOMER),
    act("fill", target="spinbutton Amount", text=AMOUNT),
    act("click", target="button Save"),
)
"""The plan as one would record it on a quiet day: right, as long as nothing happens."""


@dataclass(frozen=True)
class Invoiced(Shown):
    """A run of the task."""

    rows: int
    """In the application's database."""


def task() -> Task:
    """What the clerk is asked to do."""
    return Task(
        f"add invoice {NUMBER} of {CUSTOMER} to the ledger",
        f"listed({LIST}, {NUMBER} {CUSTOMER})",
        values={
            "Username": "clerk",
            "Password": "secret:LEDGER",
            "Number": NUMBER,
            "Customer": CUSTOMER,
            "Amount": AMOUNT,
        },
    )


async def show(
    folder: Path,
    settings: Settings = OURS,
    *,
    script: Sequence[Act] = (),
    run_id: str,
    store: Store,
    mishaps: Sequence[str] = MISHAPS,
    watchers: Sequence[Watcher] = (),
) -> Invoiced:
    """Start the application and a browser, run the task, count what is in the database."""
    password = secrets.token_urlsafe(9)
    async with Ledger(folder, password, mishaps) as ledger:
        world = WebWorld(ledger.address, keep=folder / "browser")
        killer = asyncio.create_task(_kill_once(folder))
        try:
            planner = Pictured(ScriptedPlanner(script) if script else planner_named("words"), world, folder)
            made = prepare(task(), world=world, planner=planner, settings=settings, store=store, secrets={"LEDGER": password})
            run = await Director(made.parts, patient=False, watchers=list(watchers)).start(run_id, made.task, made.settings)
        finally:
            killer.cancel()
            await world.close()
    killed = ["the browser was killed after the server had saved, before it answered"] if (folder / "killed").exists() else []
    return Invoiced(run, killed, planner.taken, rows(folder))


def rows(folder: Path) -> int:
    """How often the invoice is in the application's database."""
    with closing(sqlite3.connect(folder / "ledger.sqlite3")) as database:
        return database.execute("select count(*) from ledger_invoice where number = ?", (NUMBER,)).fetchone()[0]


class Ledger:
    """The application in a process of its own, on loopback."""

    def __init__(self, folder: Path, password: str, mishaps: Sequence[str] = (), port: int = 0) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._port = folder, port
        told = {"LEDGER_PASSWORD": password, "LEDGER_MISHAPS": json.dumps(list(mishaps)), "LEDGER_FOLDER": str(folder)}
        self._environment = {**os.environ, **told}
        self._process: asyncio.subprocess.Process | None = None
        self.address = ""

    async def __aenter__(self) -> Ledger:
        command = (sys.executable, "-m", "midcourse.demo.ledger.serve", str(self._folder), str(self._port))
        log = (self._folder / "server.log").open("ab")
        with log:
            self._process = await asyncio.create_subprocess_exec(
                *command, env=self._environment, stdout=asyncio.subprocess.PIPE, stderr=log
            )
        assert self._process.stdout is not None
        self.address = (await self._process.stdout.readline()).decode().strip()
        if not self.address:
            problem = (self._folder / "server.log").read_text().strip().splitlines()[-1:]
            raise RuntimeError(f"the application did not start: {' '.join(problem)} (pip install 'midcourse[demos]')")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            await self._process.wait()


class Pictured(Around):
    """A planner before whose every answer a picture of the page is taken."""

    def __init__(self, planner: Planner, world: WebWorld, folder: Path) -> None:
        super().__init__(planner)
        self._world, self._folder = world, folder
        self.taken: list[Path] = []

    async def plan(self, request: PlanRequest) -> Reply:
        """The planner's answer."""
        await self.take(request)
        return await self._planner.plan(request)

    async def take(self, request: PlanRequest) -> None:
        """A picture of the page as it is."""
        path = self._folder / f"{len(self.taken) + 1:02}-{request.cause.rule.replace(' ', '-')}.png"
        with suppress(BrowserError):  # a page that is just changing has no picture
            path.write_bytes(await self._world.picture())
            self.taken.append(path)


async def _kill_once(folder: Path) -> None:
    """Kill the browser at the moment when the server has saved and not yet answered."""
    saved = folder / "saved"
    while not saved.exists():  # noqa: ASYNC110
        await asyncio.sleep(0.02)
    for process in browsers_of(folder / "browser"):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    (folder / "killed").write_text("yes")


def browsers_of(profile: Path) -> list[int]:
    """The processes of the browser that uses this folder, its first one first."""
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (entry / "cmdline").read_bytes().split(b"\0")
            if any(str(profile).encode() in word for word in words) and b"chrom" in words[0]:
                found.append(int(entry.name))
    return sorted(found)
