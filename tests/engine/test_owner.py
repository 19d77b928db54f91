"""Who runs a run, and whether that process is still there."""

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from midcourse.engine import owner
from midcourse.engine.owner import Owner, described, fate_of, whoami
from tests.patience import HANGS

BARE = Owner("desk", "m1", "boot1", "4026531836.4026531834", "41", "900", "a")


def me(**changed: str) -> str:
    return " ".join(Owner(*whoami().split(" "))._replace(**changed))


def test_this_process_knows_itself_and_is_alive():
    mine = Owner(*whoami().split(" "))
    assert (mine.host, mine.pid) == (socket.gethostname(), str(os.getpid())) and mine.born.isdigit()
    assert fate_of(whoami()) == "alive" and described(whoami()) == f"process {os.getpid()} on {socket.gethostname()}"


def test_two_stores_of_a_process_can_be_told_apart():
    assert whoami() != whoami()


def test_a_reused_number_is_not_the_process_that_had_it():
    assert fate_of(me(born="1")) == "dead"


def test_a_process_that_is_gone_is_not_alive_even_before_its_parent_has_noticed():
    code = "from midcourse.engine.owner import whoami; print(whoami(), flush=True); input()"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdout is not None and child.stdin is not None
        other = child.stdout.readline().strip()
        assert fate_of(other) == "alive"
        child.stdin.write("\n")
        child.stdin.close()
        patience = time.monotonic() + HANGS
        while fate_of(other) == "alive" and time.monotonic() < patience:
            time.sleep(0.01)
        assert fate_of(other) == "dead" and child.returncode is None, "nobody has waited for it yet"
    assert fate_of(other) == "dead"


@pytest.mark.parametrize("changed", [{"space": "1.1"}, {"boot": "another"}, {"boot": "-"}, {"space": "-"}, {"born": "-"}])
def test_a_number_that_cannot_be_seen_from_here_proves_nothing(changed, monkeypatch):
    here = Owner(*whoami().split(" "))._replace(space="7.7")
    monkeypatch.setattr(owner, "_here", lambda: here)
    assert fate_of(" ".join(here._replace(pid="999999999", **changed))) == "unknown"


def test_of_another_release_nothing_is_known():
    assert fate_of("elsewhere 1 2") == "unknown" and described("else\x1b[2Jwhere 1 2") == "else\\u001b[2Jwhere 1 2"


def test_what_ran_before_this_machine_was_started_again_is_gone(monkeypatch):
    monkeypatch.setattr(owner, "_here", lambda: BARE._replace(boot="boot2"))
    assert fate_of(" ".join(BARE)) == "dead"


@pytest.mark.parametrize("changed", [{"host": "other"}, {"machine": "m2"}, {"space": "77.78"}], ids=lambda c: next(iter(c)))
def test_another_start_of_what_may_be_another_machine_proves_nothing(changed, monkeypatch):
    monkeypatch.setattr(owner, "_here", lambda: BARE._replace(boot="boot2"))
    assert fate_of(" ".join(BARE._replace(**changed))) == "unknown"


def test_another_start_of_a_machine_without_an_id_proves_nothing(monkeypatch):
    monkeypatch.setattr(owner, "_here", lambda: BARE._replace(boot="boot2", machine="-"))
    assert fate_of(" ".join(BARE._replace(machine="-"))) == "unknown"


def test_a_system_that_tells_nothing_judges_nobody(monkeypatch):
    monkeypatch.setattr(owner, "_text", lambda path: "")
    assert fate_of(whoami()) == "unknown"


def test_a_process_that_proc_hides_is_not_taken_for_dead(monkeypatch):
    def hide(path: Path) -> str:
        raise FileNotFoundError(path)

    monkeypatch.setattr(Path, "read_text", hide)
    assert owner._born(str(os.getpid())) == "-" and owner._born("999999999") == ""
