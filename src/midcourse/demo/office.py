"""An office on real files: three invoices become a signed report in the outbox.

Sixteen steps on the shortest way, and two ways to do most of them. Every effect is a file; every fact is read from files.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Literal, cast

from ..core.logic.conditions import fact
from ..core.model import Call, Failed, Result
from ..worlds.functions import fail, observer, skill
from ..worlds.tools import ToolsWorld

Invoice = Literal["ann", "bob", "cid"]
INVOICES: tuple[Invoice, ...] = ("ann", "bob", "cid")
AMOUNTS: dict[str, tuple[float, str]] = {"ann": (120.0, "EUR"), "bob": (99.5, "USD"), "cid": (45.25, "EUR")}
RATES = {"EUR": 1.0, "USD": 0.9}
ALL_CHECKED = " and ".join(f"checked({i})" for i in INVOICES)
GOAL = "sent and " + " and ".join(f"filed({i})" for i in INVOICES)
LIMIT = 0.4
"""Seconds that a step may take: everything here is quick, so a longer wait means that it hangs."""


class Office:
    """The folder, what can be done in it, and what can be seen there."""

    def __init__(self, folder: Path, pace: float = 0.0) -> None:
        self.folder, self._pace = folder, pace
        self.effects: list[tuple[str, bool]] = []
        """(what really happened, whether it was already so): kept for the judge outside; the run never sees it."""
        for name in ("inbox", "work", "outbox", "archive"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        for name, (amount, currency) in AMOUNTS.items():
            if not (folder / "archive" / f"{name}.txt").exists():
                (folder / "inbox" / f"{name}.txt").write_text(f"Invoice from {name}: {amount} {currency}\n")

    # --- what can be done ---------------------------------------------------------------------------------------

    @skill(makes="read({invoice})", complete=True, timeout=LIMIT)
    def scan(self, invoice: Invoice) -> None:
        """Read an invoice with the scanner."""
        self._read(invoice, "scan")

    @skill(makes="read({invoice})", complete=True, timeout=LIMIT)
    def retype(self, invoice: Invoice) -> None:
        """Read an invoice by typing it in."""
        self._read(invoice, "retype")

    def _read(self, invoice: str, how: str) -> None:
        words = self._source(invoice).read_text().split()
        self._write(f"{how} {invoice}", self._work(f"{invoice}.json"), json.dumps([float(words[-2]), words[-1]]))

    @skill(needs="read({invoice})", makes="checked({invoice})", complete=True, timeout=LIMIT)
    def check(self, invoice: Invoice) -> None:
        """Compare what was read with the invoice."""
        read = self._work(f"{invoice}.json")
        if not read.exists():
            fail("file_not_found", f"{invoice} has not been read")
        self._write(f"check {invoice}", self._work(f"{invoice}.ok"), read.read_text())

    @skill(makes="rates", complete=True, timeout=LIMIT)
    def fetch_rates(self, source: Literal["bank", "newspaper"]) -> None:
        """Get the exchange rates."""
        self._write(f"fetch_rates {source}", self._work("rates.json"), json.dumps(RATES))

    @skill(needs=f"rates and {ALL_CHECKED}", makes="total", complete=True, timeout=LIMIT)
    def sum_up(self) -> None:
        """Add up the checked amounts in one currency."""
        total = sum(amount * RATES[currency] for amount, currency in map(self._amount, INVOICES))
        self._write("sum_up", self._work("total.json"), json.dumps(round(total, 2)))

    @skill(needs=f"total and {ALL_CHECKED}", makes="report", complete=True, timeout=LIMIT)
    def write_report(self, form: Literal["letter", "table"]) -> None:
        """Write the report."""
        total = json.loads(self._work("total.json").read_text())
        lines = [f"# Invoices ({form})", *(f"- {i}: {self._amount(i)[0]} {self._amount(i)[1]}" for i in INVOICES)]
        self._write("write_report", self._work("report.md"), "\n".join([*lines, f"Total: {total} EUR", ""]))

    @skill(needs="report", makes="proofread", complete=True, timeout=LIMIT)
    def proofread(self) -> None:
        """Read the report through."""
        self._write("proofread", self._work("report.proof"), str(len(self._work("report.md").read_text())))

    @skill(needs="proofread and report", makes="signed", complete=True, timeout=LIMIT)
    def sign(self, tool: Literal["pen", "stamp"]) -> None:
        """Sign the report."""
        self._write(f"sign {tool}", self._work("report.sig"), f"signed with {tool}")

    @skill(makes="outbox_open", complete=True, timeout=LIMIT)
    def open_outbox(self) -> None:
        """Unlock the outbox with the key."""
        self._write("open_outbox", self.folder / "outbox" / "open", "key")

    @skill(makes="outbox_open", complete=True, timeout=LIMIT)
    def call_courier(self) -> None:
        """Have the courier unlock the outbox."""
        self._write("call_courier", self.folder / "outbox" / "open", "courier")

    @skill(needs="signed and report and outbox_open", makes="sent", complete=True, risk="irreversible", timeout=LIMIT)
    def send(self) -> None:
        """Send the report. It cannot be called back."""
        report = self._work("report.md").read_text() + self._work("report.sig").read_text() + "\n"
        sent = self.folder / "outbox" / "sent.md"
        self.effects.append(("send", sent.exists()))
        with sent.open("a") as file:
            file.write(report)

    @skill(needs="checked({invoice})", makes="filed({invoice})", complete=True, timeout=LIMIT)
    def file_away(self, invoice: Invoice) -> None:
        """Put a checked invoice into the archive."""
        source = self._source(invoice)
        target = self.folder / "archive" / f"{invoice}.txt"
        self.effects.append((f"file_away {invoice}", target.exists()))
        source.replace(target)

    # --- what can be seen ---------------------------------------------------------------------------------------

    @observer("read(*)", "checked(*)", "filed(*)", "rates", "total", "report", "proofread", "signed", "outbox_open", "sent")
    def look(self) -> list[str]:
        """Everything on the desk, in the outbox and in the archive."""
        time.sleep(self._pace)
        return self.facts()

    def facts(self) -> list[str]:
        """What is so now, by the files."""
        seen: list[str] = []
        for invoice in INVOICES:
            seen += [fact("read", invoice)] * self._work(f"{invoice}.json").exists()
            seen += [fact("checked", invoice)] * self._work(f"{invoice}.ok").exists()
            seen += [fact("filed", invoice)] * (self.folder / "archive" / f"{invoice}.txt").exists()
        for name, path in self._single_facts().items():
            seen += [name] * path.exists()
        return seen

    def _single_facts(self) -> dict[str, Path]:
        return {
            "rates": self._work("rates.json"),
            "total": self._work("total.json"),
            "report": self._work("report.md"),
            "proofread": self._work("report.proof"),
            "signed": self._work("report.sig"),
            "outbox_open": self.folder / "outbox" / "open",
            "sent": self.folder / "outbox" / "sent.md",
        }

    # --- small --------------------------------------------------------------------------------------------------

    def _work(self, name: str) -> Path:
        return self.folder / "work" / name

    def _source(self, invoice: str) -> Path:
        inbox = self.folder / "inbox" / f"{invoice}.txt"
        return inbox if inbox.exists() else self.folder / "archive" / f"{invoice}.txt"

    def _amount(self, invoice: str) -> tuple[float, str]:
        checked = self._work(f"{invoice}.ok")
        if not checked.exists():
            fail("file_not_found", f"{invoice} has not been checked")
        return cast("tuple[float, str]", tuple(json.loads(checked.read_text())))

    def _write(self, what: str, path: Path, text: str) -> None:
        self.effects.append((what, path.exists()))
        path.write_text(text)


class OfficeWorld(ToolsWorld):
    """The office as a world that can also be disturbed from outside."""

    def __init__(self, office: Office) -> None:
        super().__init__(office, settles=0.0)  # what is written to a file is there at once
        self.office = office
        self._gone: set[str] = set()

    async def act(self, call: Call) -> Result:
        """As the office does it, unless the machine for it is out of order."""
        if call.skill in self._gone:
            return Failed("unsupported", f"{call.skill} is out of order")
        return await super().act(call)

    def disturb(self, kind: str, chance: random.Random) -> str:
        """What may happen in an office: work is lost, somebody helps, a machine breaks."""
        office = self.office
        match kind:
            case "undo":
                things = [*sorted((office.folder / "work").iterdir()), office.folder / "outbox" / "open"]
                lost = [thing for thing in things if thing.exists()]
                if not lost:
                    return ""
                chosen = chance.choice(lost)
                chosen.unlink()
                return f"{chosen.parent.name}/{chosen.name} was lost"
            case "help":
                return self._help(chance)
            case "capability":
                broken = chance.choice(["scan", "call_courier", "open_outbox", "retype"])
                other = {"scan": "retype", "retype": "scan", "open_outbox": "call_courier", "call_courier": "open_outbox"}
                if broken in self._gone or other[broken] in self._gone:
                    return ""  # one of the two ways stays
                self._gone.add(broken)
                return f"{broken} is out of order from now on"
            case _:
                return ""

    def _help(self, chance: random.Random) -> str:
        office = self.office
        facts = set(office.facts())
        offers: list[tuple[str, Callable[[], object]]] = []
        for invoice in INVOICES:
            if f"read({invoice})" not in facts:
                offers.append((f"{invoice} is read", partial(office.scan, invoice)))
            elif f"checked({invoice})" not in facts:
                offers.append((f"{invoice} is checked", partial(office.check, invoice)))
        if "rates" not in facts:
            offers.append(("the rates are there", partial(office.fetch_rates, "bank")))
        if "outbox_open" not in facts:
            offers.append(("the outbox is open", office.open_outbox))
        if not offers:
            return ""
        what, do = chance.choice(offers)
        do()
        return f"a colleague helps: {what}"
