"""A small site on loopback for the tests of the web world: pages from a table, and what was posted to it."""

import http.server
import socket
import threading
import time
from contextlib import suppress
from urllib.parse import parse_qs


class Site:
    """`with Site({"/": "<h1>…"}) as site:`. A page is HTML, or a function of the request that returns (status, HTML)."""

    def __init__(self, pages):
        self.pages, self.posted, self.asked = pages, [], []

    def __enter__(self):
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *args):
                pass

            def do_GET(self):
                site.asked.append(self.path)
                self.answer()

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
                site.posted.append((self.path, {k: v[0] for k, v in parse_qs(body).items()}))
                self.answer()

            def answer(self):
                page = site.pages.get(self.path.split("?")[0], (404, "<h1>not here</h1>"))
                if callable(page):
                    page = page(self)
                if page is None:
                    return
                status, html, *headers = page if isinstance(page, tuple) else (200, page)
                self.send_response(status)
                for name, value in headers or [("Content-Type", "text/html; charset=utf-8")]:
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(html if isinstance(html, bytes) else str(html).encode())

        self._handler, self._port = Handler, 0
        self.up()
        return self

    def __exit__(self, *_):
        self.down()

    def up(self):
        """It answers, at the address where it was."""
        self._server = _Server(("127.0.0.1", self._port), self._handler)
        self._port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        self.address = f"http://127.0.0.1:{self._port}"

    def down(self):
        """Connections to it are refused, and those that were open end."""
        self._server.shutdown()
        for line in self._server.lines:
            with suppress(OSError):  # it ended already
                line.shutdown(socket.SHUT_RDWR)
        self._server.server_close()
        self._thread.join()


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, *args):
        self.lines = []
        super().__init__(*args)

    def get_request(self):
        line, address = super().get_request()
        self.lines.append(line)
        return line, address


def slowly(html, seconds):
    """A page that takes its time."""

    def page(request):
        time.sleep(seconds)
        return 200, html

    return page


def failing_once(html):
    """A page whose first answer is an error."""
    seen = []

    def page(request):
        seen.append(1)
        return (200, html) if len(seen) > 1 else (503, "<h1>busy</h1>")

    return page
