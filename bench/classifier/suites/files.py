"""Files, folders and archives: os, shutil, pathlib, coreutils, tar, tarfile, zipfile."""

# The code below fails on purpose, and calls what it wants to see failing:
# ruff: noqa: PTH102, PTH104, PTH106, PTH107, PTH123, PTH208, PTH211, SIM115

from __future__ import annotations

import io
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .common import KEPT, NOBODY, ROOT, Case, as_nobody, furnish, limited, python_read_only, read_only, shell, suite
from .labels import (
    BAD_INPUT,
    BAD_SYNTAX,
    BAD_TYPE,
    BAD_VALUE,
    BUSY,
    CONFLICT,
    DENIED,
    EXHAUSTED,
    MISSING,
    MISSING_KEY,
    READ_ONLY_SYSTEM,
    UNKNOWN_NAME,
    UNSUPPORTED,
)


def open_many() -> None:
    while True:
        KEPT.append(open("/dev/null"))


def write_full() -> None:
    with open("/dev/full", "w") as device:
        device.write("x" * 100000)


@suite("os")
def os_cases(tmp: Path) -> Iterator[Case]:
    furnish(tmp)
    at = tmp.joinpath
    yield "read_file", MISSING, lambda: open(at("missing.txt"))
    yield "read_file", CONFLICT, lambda: open(at("full"))
    yield "read_file", CONFLICT, lambda: open(at("a.txt", "inner"))
    yield "read_file", CONFLICT, lambda: open(at("loop"))
    yield "read_file", DENIED, as_nobody(lambda: open(at("secret", "key")))
    yield "write_file", DENIED, as_nobody(lambda: open(at("a.txt"), "w"))
    yield "write_file", DENIED, as_nobody(lambda: open("/etc/passwd", "a"))
    yield "write_file", BAD_INPUT, lambda: open(at("n" * 300), "w")
    yield "write_file", CONFLICT, lambda: open(at("a.txt"), "x")
    yield "write_file", EXHAUSTED, write_full
    yield "write_file", EXHAUSTED, limited(lambda: at("big").write_bytes(b"x" * 200000), RLIMIT_FSIZE=10000)
    yield "read_file", EXHAUSTED, limited(open_many, RLIMIT_NOFILE=20)
    yield "write_file", READ_ONLY_SYSTEM, partial(python_read_only, tmp, "open('disk/new.txt', 'w')")
    yield "make_folder", READ_ONLY_SYSTEM, partial(python_read_only, tmp, "import os; os.mkdir('disk/new')")
    yield "make_folder", CONFLICT, lambda: os.mkdir(at("full"))
    yield "make_folder", MISSING, lambda: os.mkdir(at("no", "such"))
    yield "make_folder", DENIED, as_nobody(lambda: os.mkdir(at("new")))
    yield "remove_folder", CONFLICT, lambda: os.rmdir(at("full"))
    yield "remove_folder", MISSING, lambda: os.rmdir(at("gone"))
    yield "remove_folder", CONFLICT, lambda: os.rmdir(at("a.txt"))
    yield "remove_folder", BUSY, lambda: os.rmdir("/proc") if ROOT else os.rmdir("/dev/shm")
    yield "delete_file", MISSING, lambda: os.remove(at("gone.txt"))
    yield "delete_file", CONFLICT, lambda: os.remove(at("full"))
    yield "delete_file", DENIED, as_nobody(lambda: os.remove(at("a.txt")))
    yield "move_file", MISSING, lambda: os.rename(at("gone"), at("there"))
    yield "move_file", CONFLICT, lambda: os.rename(at("a.txt"), at("full"))
    yield "move_file", UNSUPPORTED, lambda: os.rename(at("a.txt"), "/dev/shm/collect-a.txt")
    yield "move_file", BAD_INPUT, lambda: os.rename(at("full"), at("full", "inner", "self"))
    yield "link_file", CONFLICT, lambda: os.symlink("a.txt", at("b.txt"))
    yield "link_file", UNSUPPORTED, lambda: os.link(at("a.txt"), "/dev/shm/collect-a.txt")
    yield "list_folder", CONFLICT, lambda: os.listdir(at("a.txt"))
    yield "list_folder", DENIED, as_nobody(lambda: os.listdir(at("secret")))
    yield "read_file", CONFLICT, lambda: os.read(999, 1)
    yield "stop_process", MISSING, lambda: os.kill(4194300, 15)
    yield "stop_process", DENIED, as_nobody(lambda: os.kill(1, 15))
    yield "wait_process", MISSING, lambda: os.waitpid(4194300, 0)
    yield "change_owner", DENIED, as_nobody(lambda: os.chown(at("a.txt"), 0, 0))
    quiet, _ = os.pipe()
    os.set_blocking(quiet, False)
    yield "read_pipe", BUSY, lambda: os.read(quiet, 1)
    yield "seek", UNSUPPORTED, lambda: os.lseek(os.pipe()[0], 0, 0)
    yield "mount", DENIED, as_nobody(lambda: os.chroot("/tmp"))
    yield "resize_terminal", UNSUPPORTED, lambda: os.get_terminal_size(os.open("/dev/null", os.O_RDONLY))


@suite("shutil")
def shutil_cases(tmp: Path) -> Iterator[Case]:
    furnish(tmp)
    at = tmp.joinpath
    yield "copy_file", MISSING, lambda: shutil.copy(at("gone.txt"), at("c.txt"))
    yield "copy_file", BAD_INPUT, lambda: shutil.copy(at("a.txt"), at("a.txt"))
    yield "copy_file", CONFLICT, lambda: shutil.copyfile(at("full"), at("c"))
    yield "copy_file", EXHAUSTED, lambda: shutil.copyfileobj(io.StringIO("x" * 100000), open("/dev/full", "w"))
    yield "copy_file", DENIED, as_nobody(lambda: shutil.copy(at("private.txt"), "/dev/shm/collect-p"))
    yield "copy_folder", CONFLICT, lambda: shutil.copytree(at("full"), at("secret"))
    yield "copy_folder", MISSING, lambda: shutil.copytree(at("gone"), at("new"))
    yield "copy_folder", DENIED, as_nobody(lambda: shutil.copytree(at("full"), at("new")))
    yield "move_file", MISSING, lambda: shutil.move(at("gone"), at("new"))
    yield "move_file", CONFLICT, lambda: shutil.move(str(at("full", "note.txt")), str(at())) and shutil.move(
        str(at("note.txt")), str(at("full"))
    ) and at("note.txt").write_text("y") and shutil.move(str(at("note.txt")), str(at("full")))  # fmt: skip
    yield "move_folder", BAD_INPUT, lambda: shutil.move(str(at("full")), str(at("full", "inner")))
    yield "remove_folder", MISSING, lambda: shutil.rmtree(at("gone"))
    yield "remove_folder", CONFLICT, lambda: shutil.rmtree(at("a.txt"))
    yield "remove_folder", DENIED, as_nobody(lambda: shutil.rmtree(at("secret")))
    yield "unpack", BAD_INPUT, lambda: shutil.unpack_archive(at("a.txt"), at("out"))
    yield "unpack", BAD_INPUT, lambda: shutil.unpack_archive(at("a.txt"), at("out"), format="zip")
    yield "unpack", UNKNOWN_NAME, lambda: shutil.unpack_archive(at("a.txt"), at("out"), format="rar")
    yield "pack", UNKNOWN_NAME, lambda: shutil.make_archive(str(at("out")), "rar", at("full"))
    yield "pack", MISSING, lambda: shutil.make_archive(str(at("out")), "zip", at("gone"))
    yield "change_owner", BAD_INPUT, lambda: shutil.chown(at("a.txt"), user="no-such-user")
    yield "disk_usage", MISSING, lambda: shutil.disk_usage(at("gone"))


@suite("pathlib")
def pathlib_cases(tmp: Path) -> Iterator[Case]:
    furnish(tmp)
    at = tmp.joinpath
    yield "read_file", MISSING, lambda: at("notes.md").read_text()
    yield "read_file", CONFLICT, lambda: at("full").read_text()
    yield "read_file", BAD_VALUE, lambda: at("binary").read_text("utf-8")
    yield "read_file", DENIED, as_nobody(lambda: at("private.txt").read_text())
    yield "read_file", BAD_VALUE, lambda: Path("a\0b").read_text()
    yield "write_file", DENIED, as_nobody(lambda: at("new.txt").write_text("x"))
    yield "write_file", MISSING, lambda: at("no", "dir", "x.txt").write_text("x")
    yield "write_file", BAD_TYPE, lambda: at("x.txt").write_text(b"bytes")  # type: ignore[arg-type]
    yield "write_file", EXHAUSTED, lambda: Path("/dev/full").write_text("x")
    yield "make_folder", CONFLICT, lambda: at("full").mkdir()
    yield "make_folder", CONFLICT, lambda: at("a.txt", "sub").mkdir(parents=True)
    yield "delete_file", MISSING, lambda: at("gone").unlink()
    yield "delete_file", DENIED, as_nobody(lambda: at("b.txt").unlink())
    yield "remove_folder", CONFLICT, lambda: at("full").rmdir()
    yield "move_file", MISSING, lambda: at("gone").rename(at("x"))
    yield "resolve", MISSING, lambda: at("gone").resolve(strict=True)
    yield "resolve", CONFLICT, lambda: at("loop").resolve(strict=True)
    yield "resolve", BAD_VALUE, lambda: Path("/a/b").relative_to("/c")
    yield "resolve", BAD_VALUE, lambda: Path("/").with_name("x")
    yield "list_folder", BAD_VALUE, lambda: list(at().glob(""))
    yield "list_folder", UNSUPPORTED, lambda: list(at().glob("/etc/*"))
    yield "list_folder", MISSING, lambda: list(at("gone").iterdir())
    yield "link_file", CONFLICT, lambda: at("a.txt").symlink_to("b.txt")
    yield "change_mode", MISSING, lambda: at("gone").chmod(0o600)


@suite("coreutils", "cmd:cp")
def coreutils_cases(tmp: Path) -> Iterator[Case]:
    furnish(tmp)
    for skill, labels, script in (
        ("copy_file", MISSING, "cp gone.txt x.txt"),
        ("copy_file", BAD_INPUT, "cp a.txt a.txt"),
        ("copy_file", BAD_INPUT, "cp full copied"),
        ("copy_file", BAD_INPUT, "cp a.txt"),
        ("copy_file", BAD_INPUT, "cp --wrong a.txt x"),
        ("copy_file", MISSING, "cp a.txt no/such/dir/"),
        ("move_file", MISSING, "mv gone.txt x.txt"),
        ("move_file", BAD_INPUT, "mv full full/inner"),
        ("move_file", CONFLICT, "mkdir -p t/full/x && mv full t/"),
        ("delete_file", MISSING, "rm gone.txt"),
        ("delete_file", CONFLICT, "rm full"),
        ("delete_file", DENIED, "rm -r --preserve-root /"),
        ("remove_folder", CONFLICT, "rmdir full"),
        ("make_folder", CONFLICT, "mkdir full"),
        ("make_folder", MISSING, "mkdir no/such"),
        ("make_folder", BAD_INPUT, "mkdir -m 999 y"),
        ("read_file", MISSING, "cat gone.txt"),
        ("read_file", CONFLICT, "cat full"),
        ("read_file", BAD_INPUT, "head -n abc a.txt"),
        ("read_file", BAD_INPUT, "cut a.txt"),
        ("read_file", BAD_INPUT, "sort --key=0 a.txt"),
        ("write_file", EXHAUSTED, "cat a.txt > /dev/full"),
        ("write_file", EXHAUSTED, "dd if=/dev/zero of=/dev/full bs=1k count=1"),
        ("write_file", CONFLICT, "touch a.txt/x"),
        ("link_file", CONFLICT, "ln -s a.txt b.txt"),
        ("link_file", UNSUPPORTED, "ln full hard"),
        ("list_folder", MISSING, "ls gone"),
        ("list_folder", BAD_INPUT, "ls --colour=purple"),
        ("change_mode", BAD_INPUT, "chmod u+q a.txt"),
        ("compute", BAD_SYNTAX, "expr 1 +"),
        ("compute", BAD_VALUE, "expr 1 / 0"),
        ("date", BAD_INPUT, "date -d 'not a day'"),
    ):
        yield skill, labels, partial(shell, script, tmp)
    yield "write_file", READ_ONLY_SYSTEM, partial(read_only, tmp, "touch", "disk/x")
    for skill, script in (
        ("read_file", "cat private.txt"),
        ("list_folder", "ls secret"),
        ("write_file", "touch new.txt"),
        ("delete_file", "rm -f a.txt"),
        ("change_mode", "chmod 777 a.txt"),
        ("move_file", "mv a.txt c.txt"),
        ("copy_file", "cp private.txt /dev/shm/collect-x"),
    ):
        yield skill, DENIED, partial(shell, script, tmp, user=NOBODY)


@suite("tar", "cmd:tar", "cmd:gzip")
def tar_cases(tmp: Path) -> Iterator[Case]:
    furnish(tmp)
    subprocess.run("tar czf good.tgz a.txt b.txt && head -c 60 good.tgz > cut.tgz && cp a.txt fake.gz", shell=True, cwd=tmp)
    for skill, labels, script in (
        ("unpack", MISSING, "tar xf gone.tar"),
        ("unpack", BAD_INPUT, "tar xf a.txt"),
        ("unpack", BAD_INPUT, "tar xzf a.txt"),
        ("unpack", BAD_INPUT, "tar xzf cut.tgz"),
        ("unpack", MISSING, "tar xzf good.tgz nothere.txt"),
        ("unpack", CONFLICT, "tar xzf good.tgz -k"),
        ("unpack", MISSING, "tar xzf good.tgz -C nowhere"),
        ("pack", MISSING, "tar cf x.tar gone.txt"),
        ("pack", BAD_INPUT, "tar cf x.tar"),
        ("pack", BAD_INPUT, "tar -c -x -f x.tar a.txt"),
        ("pack", BAD_INPUT, "tar --frob a.txt"),
        ("pack", EXHAUSTED, "tar cf /dev/full full"),
        ("pack", MISSING, "tar cf no/such/x.tar a.txt"),
        ("unpack", BAD_INPUT, "gzip -d < a.txt"),
        ("unpack", MISSING, "gunzip gone.gz"),
        ("unpack", BAD_INPUT, "gunzip fake.gz"),
        ("unpack", BAD_INPUT, "gunzip a.txt"),
        ("unpack", BAD_INPUT, "gzip -t cut.tgz"),
    ):
        yield skill, labels, partial(shell, script, tmp)
    yield "pack", DENIED, partial(shell, "tar cf - secret >/dev/null", tmp, user=NOBODY)
    yield "pack", DENIED, partial(shell, "tar cf new.tar b.txt", tmp, user=NOBODY)
    yield "unpack", READ_ONLY_SYSTEM, partial(read_only, tmp, "tar", "xzf", "good.tgz", "-C", "disk", "b.txt")


@suite("tarfile")
def tarfile_cases(tmp: Path) -> Iterator[Case]:
    import tarfile

    (tmp / "bad.tar").write_text("nonsense" * 100)
    with tarfile.open(tmp / "evil.tar", "w") as archive:
        archive.addfile(tarfile.TarInfo("../../out.txt"))
    yield "unpack", MISSING, lambda: tarfile.open(tmp / "gone.tar")
    yield "unpack", BAD_INPUT, lambda: tarfile.open(tmp / "bad.tar")
    yield "unpack", BAD_INPUT, lambda: tarfile.open(tmp / "bad.tar", "r:gz")
    yield "unpack", MISSING_KEY, lambda: tarfile.open(tmp / "evil.tar").extractfile("gone")
    yield "unpack", DENIED, lambda: tarfile.open(tmp / "evil.tar").extractall(tmp / "o", filter="data")
    yield "pack", CONFLICT, lambda: tarfile.open(tmp / "evil.tar", "x")
    yield "pack", BAD_VALUE, lambda: tarfile.open(tmp / "x.tar", "w:frob")  # type: ignore[call-overload]
    yield "pack", CONFLICT, lambda: tarfile.open(tmp / "evil.tar").add(tmp / "bad.tar")


@suite("zipfile")
def zipfile_cases(tmp: Path) -> Iterator[Case]:
    import zipfile

    good = tmp / "good.zip"
    with zipfile.ZipFile(good, "w") as archive:
        archive.writestr("a.txt", "hello" * 50)
    (tmp / "bad.zip").write_text("nonsense")
    damaged = good.read_bytes().replace(b"hellohello", b"jelloHELLO", 1)
    (tmp / "damaged.zip").write_bytes(damaged)
    yield "unpack", MISSING, lambda: zipfile.ZipFile(tmp / "gone.zip")
    yield "unpack", BAD_INPUT, lambda: zipfile.ZipFile(tmp / "bad.zip")
    yield "unpack", BAD_INPUT, lambda: zipfile.ZipFile(tmp / "damaged.zip").read("a.txt")
    yield "unpack", MISSING_KEY, lambda: zipfile.ZipFile(good).read("b.txt")
    yield "pack", CONFLICT, lambda: zipfile.ZipFile(good, "x")
    yield "pack", CONFLICT, lambda: zipfile.ZipFile(good).writestr("x", "y")
    yield "pack", BAD_VALUE, lambda: zipfile.ZipFile(good, "q")  # type: ignore[arg-type]
    yield "pack", UNSUPPORTED, lambda: zipfile.ZipFile(tmp / "n.zip", "w", compression=77)
    yield "pack", MISSING, lambda: zipfile.ZipFile(tmp / "m.zip", "w").write(tmp / "gone.txt")
    closed = zipfile.ZipFile(good)
    closed.close()
    yield "unpack", CONFLICT, lambda: closed.read("a.txt")
