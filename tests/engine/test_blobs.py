"""Blobs are what their names say, or nothing."""

import asyncio
import os

import pytest

from midcourse.core.errors import JournalError
from midcourse.engine.blobs import FolderBlobs, MemoryBlobs


@pytest.mark.parametrize("make", [FolderBlobs, lambda folder: MemoryBlobs()], ids=["folder", "memory"])
def test_the_same_bytes_are_kept_once_and_given_back(make, tmp_path):
    blobs = make(tmp_path)
    names = [asyncio.run(blobs.put(data)) for data in (b"a picture", b"", b"a picture")]
    assert names[0] == names[2] != names[1]
    assert [asyncio.run(blobs.get(name)) for name in names[:2]] == [b"a picture", b""]


def test_a_blob_that_was_changed_is_not_given_out(tmp_path):
    blobs = FolderBlobs(tmp_path)
    name = asyncio.run(blobs.put(b"what was seen"))
    (file,) = (path for path in tmp_path.rglob("*") if path.is_file())
    file.write_bytes(b"what was not seen")
    with pytest.raises(JournalError, match="its content does not fit its name"):
        asyncio.run(blobs.get(name))


@pytest.mark.parametrize("name", ["", "x", "../../secret", "/etc/passwd", "A" * 64, "a" * 65, "a" * 63 + "\n"])
def test_what_is_no_name_of_a_blob_leads_to_no_file(name, tmp_path):
    (tmp_path / "secret").write_text("do not read me")
    with pytest.raises(JournalError, match="no blob is named"):
        asyncio.run(FolderBlobs(tmp_path / "in" / "blobs").get(name))


def test_a_blob_that_was_never_kept_is_said_to_be_missing(tmp_path):
    for blobs in (FolderBlobs(tmp_path), MemoryBlobs()):
        with pytest.raises(JournalError, match="no blob"):
            asyncio.run(blobs.get("0" * 64))


@pytest.mark.parametrize("there", ["a pipe", "a folder", "a device"])
def test_what_is_no_file_is_told_at_once_and_not_read(there, tmp_path):
    blobs = FolderBlobs(tmp_path)
    name = asyncio.run(blobs.put(b"a picture"))
    path = tmp_path / name[:2] / name
    path.unlink()
    match there:
        case "a pipe":
            os.mkfifo(path)
        case "a folder":
            path.mkdir()
        case _:
            path.symlink_to(os.devnull)
    with pytest.raises(JournalError, match=f"it is {there}, not a file"):
        asyncio.run(blobs.get(name))
