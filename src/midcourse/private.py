"""Files and folders for this user alone, whatever the umask: journals may hold private data.

Among them is the list of what a person has accepted that comes with checkouts of others, and the sign by which a home is known to
be this person's, on this machine, and not one that came with a checkout.
"""

from __future__ import annotations

import errno
import hashlib
import hmac
import json
import os
import sqlite3
import threading
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes, token_hex

_FOLDER, _FILE = 0o700, 0o600
KEPT = "accepted_rules"
"""The file in the person's own folder: a digest and a path in each line."""
KEY, SIGN = "key", "made_here"
"""The file in the person's own folder that signs homes, and the one in a home that holds its sign."""
BELIEVED = ("journal.db", "lessons.db", "signed_in")
"""What in a home is believed: answers, lessons, cookies."""
USED = (*BELIEVED, "runs", "blobs")
"""With what runs began with and what they gave, which tell nothing without those."""
UNDOES = "-journal"
BESIDE = ("-wal", "-shm", UNDOES)
"""How the names of files go on that SQLite keeps beside its own."""
DEEP = 1
"""How many folders down a home holds what Midcourse itself writes: `runs/ID/result.json`, `blobs/DIGEST`."""
_making = threading.Lock()


def private_folder(path: Path) -> Path:
    """The folder, made with those above it where they are missing. One that is there stays as it is."""
    for folder in (*reversed(path.parents), path):
        folder.mkdir(_FOLDER, exist_ok=True)
    return path


def private_file(path: Path) -> None:
    """Make an empty file, to be opened by others later. One that is there stays as it is.

    It is never opened if it is there, nor by two threads at once: to close a file takes this process's SQLite locks away.
    """
    private_folder(path.parent)
    with _making, suppress(FileExistsError):
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE))


def write_ahead(db: sqlite3.Connection) -> None:
    """Have SQLite write what is new to a log beside the file. On the way it leaves no other file there, also if it is killed."""
    if db.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        db.execute("PRAGMA journal_mode = MEMORY")
    db.execute("PRAGMA journal_mode = WAL")


def new_file(folder: Path, name: str) -> Path:
    """An empty file of this name, with a number before it where there is one: nothing that is there is written to or followed."""
    number = 1
    while True:
        path = folder / (name if number == 1 else f"{number}-{name}")
        try:
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE))
            return path
        except FileExistsError:
            number += 1


def write_private(path: Path, data: bytes, *, lasting: bool = True) -> Path:
    """Write the file, whole or not at all, also if the disk is full; `lasting`: also if the machine dies."""
    private_folder(path.parent)
    part = path.with_name(f"{path.name}.{token_hex(8)}.part")  # a name that nobody can lay a link under beforehand
    try:
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, _FILE)) as file:
            file.write(data)
            file.flush()
            if lasting:
                os.fsync(file.fileno())
        return part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_out(path: Path, data: bytes) -> None:
    """Write a file that a person named: a new one in its place, for this user alone; straight into a pipe or a device."""
    path = path.resolve()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path.parent))
    if path.is_file() or not path.exists():
        write_private(path, data)
        return
    handle = os.open(path, os.O_WRONLY | os.O_NONBLOCK)  # a pipe that nobody reads is an error, not a wait
    os.set_blocking(handle, True)
    with os.fdopen(handle, "wb") as file:
        file.write(data)


def has_accepted(own: Path, content: str) -> bool:
    """Whether the person whose folder this is has accepted just this content."""
    path = own / KEPT
    lines = path.read_text(encoding="utf-8", errors="replace").splitlines() if path.is_file() else []
    return any(line.split(" ", 1)[0] == _digest(content) for line in lines)


def keep_accepted(own: Path, content: str, path: Path) -> None:
    """Keep that the person accepts this content of a file."""
    private_file(own / KEPT)
    with (own / KEPT).open("a", encoding="utf-8") as kept:
        kept.write(f"{_digest(content)} {json.dumps(str(path.resolve()))}\n")  # on one line, whatever stands in its name


def holds_believed(home: Path) -> bool:
    """Whether something is in a home that a run would believe, or a link to where it may come to be; SQLite believes what lies
    beside a store also where the store is made later."""
    return any(os.path.lexists(home / (name + ending)) for name in BELIEVED for ending in ("", *BESIDE))


def links_in(home: Path, own: Path) -> list[str]:
    """What is believed in a home and lies elsewhere: who can write there could change it. In their own folder people lay links
    themselves."""
    if home.resolve() == own.resolve():
        return []
    names = [name + ending for name in USED for ending in ("", *BESIDE)]
    folders = [home / name for name in names if (home / name).is_dir() and not (home / name).is_symlink()]
    within = (str(path.relative_to(home)) for folder in folders for path in _links_below(folder))
    return [*(name for name in names if (home / name).is_symlink()), *within]


def _links_below(folder: Path) -> list[Path]:
    """The first link in a folder or in those in it: one is enough, and homes hold many files. What lies deeper is written by the
    browsers and programs of a run alone, which lay links of their own: a killed browser leaves some."""
    waiting = [(folder, DEEP)]
    while waiting:
        place, deep = waiting.pop()
        with os.scandir(place) as entries:
            for entry in entries:
                if entry.is_symlink():
                    return [Path(entry.path)]
                if deep and entry.is_dir(follow_symlinks=False):
                    waiting.append((Path(entry.path), deep - 1))
    return []


def is_signed(home: Path, own: Path) -> bool:
    """Whether the home bears the sign of this person for this place. `own`: the person's own folder."""
    if home.resolve() == own.resolve():
        return True
    try:
        return _bears(home, _sign(home, own)) or has_signed_stores(home, own)
    except OSError:
        return True  # nothing can be kept for this person, and so nothing be told apart


def has_signed_stores(home: Path, own: Path) -> bool:
    """Whether the stores in a home bear a sign, too: one without it was laid there by others."""
    return _bears(home, _sign(home, own, "with its stores"))


def undone_in(home: Path, own: Path) -> list[str]:
    """What lies beside the stores of a home by which SQLite would undo what is in them, and delete files elsewhere. Stores that
    are made here never have it."""
    if home.resolve() == own.resolve():
        return []
    return [name + UNDOES for name in BELIEVED if os.path.lexists(home / (name + UNDOES))]


def sign_of_stores(home: Path, own: Path) -> str:
    """The sign that stores in this home bear."""
    return _sign(home, own, "a store").decode()


def sign_home(home: Path, own: Path) -> None:
    """Keep that the home is this person's, in this place, and that its stores bear their sign; what is believed in it is not to
    get into checkouts of others."""
    write_private(home / SIGN, _sign(home, own, "with its stores"))
    if not (home / ".gitignore").exists():
        write_private(home / ".gitignore", b"*\n!approval.yaml\n")


def _bears(home: Path, sign: bytes) -> bool:
    return (home / SIGN).is_file() and hmac.compare_digest((home / SIGN).read_bytes(), sign)


def _sign(home: Path, own: Path, what: str = "") -> bytes:
    key = own / KEY
    if not key.is_file():
        made = write_private(key.with_name(f"{KEY}.{token_hex(8)}"), token_bytes(32))
        with suppress(FileExistsError):
            os.link(made, key)  # the first key counts, also if two runs begin at once
        made.unlink()
    signed = str(home.resolve()).encode(errors="surrogateescape") + (b"\0" + what.encode() if what else b"")
    return hmac.new(key.read_bytes(), signed, "sha256").hexdigest().encode()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
