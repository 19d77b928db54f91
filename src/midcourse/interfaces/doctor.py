"""Is everything there that a run needs? One line each, with what to do about it."""

from __future__ import annotations

import sqlite3
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from ..approval.accepting import RULES, choose_rules
from ..core.errors import TaskError
from ..private import private_folder
from ..recovery.accepting import FAILURES, choose_failures
from ..wiring.homes import check_home

EXTRAS = {
    "web": "playwright",
    "desktop": "jeepney",
    "demos": "django",
    "robot": "mujoco",
    "models": "pydantic_ai",
    "pddl": "unified_planning",
}


class Finding(NamedTuple):
    """One thing looked at."""

    fine: bool
    what: str
    needed: bool = True


def examine(home: Path, own: Path) -> list[Finding]:
    """Everything that can be told without starting a run. `own`: the person's own folder, where accepted rules are kept."""
    version = ".".join(map(str, sys.version_info[:3]))
    findings = [
        Finding(sys.version_info >= (3, 11), f"Python {version} (3.11 or later is needed)"),
        Finding(sqlite3.sqlite_version_info >= (3, 31), f"SQLite {sqlite3.sqlite_version} (3.31 or later is needed)"),
        _writable(home),
        *_rules(home / RULES, own),
        *_rules(home / FAILURES, own),
    ]
    for extra, module in EXTRAS.items():
        there = find_spec(module) is not None
        findings.append(Finding(there, f"extra '{extra}'" + ("" if there else f": pip install 'midcourse[{extra}]'"), False))
    return findings


def _rules(path: Path, own: Path) -> list[Finding]:
    """Whether the home's own rules can be read, and whether they count."""
    if not path.is_file():
        return []
    try:
        chosen = (choose_failures if path.name == FAILURES else choose_rules)(path, own)
    except TaskError as error:
        return [Finding(False, str(error))]
    return [Finding(chosen.accepted, chosen.note or f"rules {path}", needed=False)]


def _writable(home: Path) -> Finding:
    probe = home / ".probe"
    try:
        check_home(home)
        private_folder(home)
        probe.write_text("")
        probe.unlink()
    except TaskError as error:
        return Finding(False, str(error))
    except OSError as error:
        return Finding(False, f"the home {home} cannot be written: {error.strerror}; set MIDCOURSE_HOME to another folder")
    return Finding(True, f"home {home.resolve()} can be written")
