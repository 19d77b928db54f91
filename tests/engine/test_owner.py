"""Who runs a run, and whether that process is still there."""

import os
import socket
import subprocess
import sys

from midcourse.engine.owner import is_alive, whoami


def test_this_process_knows_itself_and_is_alive():
    host, pid, born = whoami().rsplit(" ", 2)
    assert (host, pid) == (socket.gethostname(), str(os.getpid())) and born.isdigit()
    assert is_alive(whoami()) and whoami() == whoami()


def test_a_reused_number_is_not_the_process_that_had_it():
    host, pid, born = whoami().rsplit(" ", 2)
    assert not is_alive(f"{host} {pid} {int(born) + 1}")


def test_a_process_that_is_gone_is_not_alive_even_before_its_parent_has_noticed():
    import time

    code = "from midcourse.engine.owner import whoami; print(whoami(), flush=True); input()"
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, "-c", code], stdin=pipe, stdout=pipe, text=True) as child:
        assert child.stdout is not None and child.stdin is not None
        owner = child.stdout.readline().strip()
        assert is_alive(owner)
        child.stdin.write("\n")
        child.stdin.close()
        patience = time.monotonic() + 10
        while is_alive(owner) and time.monotonic() < patience:
            time.sleep(0.01)
        assert not is_alive(owner) and child.returncode is None, "nobody has waited for it yet"
    assert not is_alive(owner)


def test_of_another_host_nothing_is_known():
    assert is_alive("elsewhere 1 2")
