"""Two small screens as programs have them, with menus, dialogs and a dead end. They know nothing of Midcourse.

Here: the pages, and the server that gives them out on loopback.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread


class _Quiet(SimpleHTTPRequestHandler):
    """Says nothing."""

    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def served() -> Generator[str]:
    """The address at which the pages are, as long as it is needed."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(Path(__file__).parent)))
    server.daemon_threads = True
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
