"""A private display, kept by a process of its own: an X server, a window manager, a bus, and all that is started on it.

    python keeper.py WIDTHxHEIGHT HOME

It tells where the display is, starts a program for each line on its input, and ends all of them when its input ends: when whoever
started it is done, or was killed. It uses the standard library alone, and nothing of Midcourse, so that it starts at once.
"""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
GRACE = 1.0
"""Seconds that programs have to end by themselves."""
FIRST, TRIES = 200, 5
"""The lowest number of a display, and how many are tried."""
PLAIN = """<?xml version="1.0"?><openbox_config xmlns="http://openbox.org/3.4/rc"><focus><focusNew>yes</focusNew></focus>
<keyboard><keybind key="W-space"><action name="Execute"><command>xfce4-appfinder</command></action></keybind>
</keyboard></openbox_config>"""
"""The window manager's settings: new windows get the keyboard, and one key opens the launcher."""
Child = subprocess.Popen[bytes]
_LIBC = ctypes.CDLL(None, use_errno=True)


STILL = {
    ".config/gtk-3.0/settings.ini": "[Settings]\ngtk-enable-animations=0\n",
    ".config/gtk-4.0/settings.ini": "[Settings]\ngtk-enable-animations=0\n",
    ".config/kdeglobals": "[KDE]\nAnimationDurationFactor=0\n",
}
"""Settings of toolkits by which nothing moves by itself: nobody watches, and a screen that is at rest can be read."""


def _dies_with_us() -> None:
    """Run in each child: it goes when this process goes, however that comes about."""
    _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _start(*command: str, env: dict[str, str], log: int, out: int = 0, given: tuple[int, ...] = (), folder: str = "") -> Child:
    return subprocess.Popen(
        command,
        env=env,
        cwd=folder or None,
        stdin=subprocess.DEVNULL,
        stdout=out or log,
        stderr=log,
        pass_fds=given,
        preexec_fn=_dies_with_us,
    )


def _environment(home: Path) -> dict[str, str]:
    """A home of its own, and accessibility switched on for the usual toolkits."""
    (home / ".config/openbox").mkdir(parents=True, exist_ok=True)
    (home / ".config/openbox/rc.xml").write_text(PLAIN)
    for name, settings in STILL.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(settings)
    for name in ("run", "tmp"):
        (home / name).mkdir(mode=0o700, exist_ok=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "DBUS_", "AT_SPI", "WAYLAND"))}
    return {
        **kept,
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / ".config"),
        "XDG_DATA_HOME": str(home / ".local/share"),
        "XDG_CACHE_HOME": str(home / ".cache"),
        "XDG_RUNTIME_DIR": str(home / "run"),
        "GTK_THEME": "Adwaita",
        "NO_AT_BRIDGE": "0",
        "GTK_A11Y": "atspi",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "QT_ACCESSIBILITY": "1",
        "GDK_BACKEND": "x11",
        "QT_QPA_PLATFORM": "xcb",
        "LIBGL_ALWAYS_SOFTWARE": "1",
        "GSK_RENDERER": "cairo",
        "LC_ALL": "C.UTF-8",
        "GSETTINGS_BACKEND": "memory",
    }


def _open(size: str, home: Path, log: int) -> dict[str, str]:
    """Start the display; the environment of programs on it."""
    env = _environment(home)
    env["DISPLAY"] = next(filter(None, (_serve(size, env, log) for _ in range(TRIES))), "")
    if not env["DISPLAY"]:
        raise OSError("Xvfb did not start")
    bus = _start("dbus-daemon", "--session", "--nofork", "--print-address=1", env=env, log=log, out=subprocess.PIPE)
    assert bus.stdout is not None
    env["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
    # The bus starts its accessibility when somebody first asks. Started here as well, the one that comes second would end, and
    # take away what the first has written on the display.
    _start("openbox", env=env, log=log)
    # Programs look there whether they run already: on another display is not here.
    return {**env, "TMPDIR": str(home / "tmp")}


def _serve(size: str, env: dict[str, str], log: int) -> str:
    """Start the X server; its display, or '' if that number is in use.

    The number is drawn by lot: the lowest that is free may be that of a server which is just ending, and takes the socket of the
    new one away.
    """
    name = f":{FIRST + int.from_bytes(os.urandom(2), 'big')}"
    reading, writing = os.pipe()
    command = ("Xvfb", name, "-displayfd", str(writing), "-screen", "0", f"{size}x24", "-nolisten", "tcp")
    _start(*command, env=env, log=log, given=(writing,))
    os.close(writing)
    with os.fdopen(reading) as ready:
        return name if ready.readline().strip() else ""


def descendants(of: int) -> list[int]:
    """The processes that come from this one, however far down."""
    parents: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            after = (entry / "stat").read_text().rpartition(")")[2].split()
            if after[0] != "Z":
                parents.setdefault(int(after[1]), []).append(int(entry.name))
    found: list[int] = []
    left = [of]
    while left:
        children = parents.get(left.pop(), [])
        found += children
        left += children
    return found


def runs(process: int) -> bool:
    """Whether a process has not ended, taken leave of or not."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _end_all() -> None:
    """End every process that was started here, gently first; those whose parents are gone are ours as well."""
    for number, patience in ((signal.SIGTERM, GRACE), (signal.SIGKILL, 5.0)):
        for process in reversed(descendants(os.getpid())):
            with suppress(ProcessLookupError):
                os.kill(process, number)
        until = time.monotonic() + patience
        while not _take_leave() and time.monotonic() < until:
            time.sleep(0.01)


def _take_leave() -> bool:
    """Hear of the processes that have ended, so that nothing is left of them; whether there are no others."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return True
    return False


def _log(file: Path) -> int:
    return os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)


def _launch(wanted: dict[str, Any], env: dict[str, str], file: Path) -> dict[str, str | int]:
    """Start a program; its process, and the file that it writes to."""
    log = _log(file)
    try:
        return {"pid": _start(*wanted["command"], env=env, log=log, folder=wanted["folder"]).pid, "log": str(file)}
    except OSError as error:
        return {"error": str(error)}
    finally:
        os.close(log)


def main(size: str, home: Path) -> None:
    """Keep the display until the input ends."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the end of the input is the only word that counts
    _LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1)
    log = _log(home / "display.log")
    try:
        try:
            env = _open(size, home, log)
        except OSError as error:
            print(json.dumps({"error": str(error)}), flush=True)
            return
        print(json.dumps({"display": env["DISPLAY"], "bus": env["DBUS_SESSION_BUS_ADDRESS"]}), flush=True)
        for number, line in enumerate(sys.stdin):
            _take_leave()
            print(json.dumps(_launch(json.loads(line), env, home / f"program-{number}.log")), flush=True)
    finally:
        _end_all()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
