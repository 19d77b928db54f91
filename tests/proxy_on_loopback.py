"""A small HTTP proxy on loopback (CONNECT with a login) that notes who came through it."""

import base64
import socket
import threading
from contextlib import suppress


class Proxy:
    """`with Proxy("ada", "pass-word") as proxy:`. Without a login it lets everybody pass."""

    def __init__(self, user="", password=""):
        self._wanted = base64.b64encode(f"{user}:{password}".encode()).decode() if user else ""
        self.ways = []
        """What it was asked to connect to."""
        self.refused = 0

    def __enter__(self):
        self._server = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()
        return self

    def __exit__(self, *_):
        with suppress(OSError):
            self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()

    def _serve(self):
        with suppress(OSError):
            while True:
                threading.Thread(target=self._pass, args=(self._server.accept()[0],), daemon=True).start()

    def _pass(self, here):
        with suppress(OSError), here:
            asked = b""
            while b"\r\n\r\n" not in asked:
                asked += here.recv(4096)
            head = asked.decode("latin-1")
            if self._wanted and f"Proxy-Authorization: Basic {self._wanted}\r\n" not in head:
                self.refused += 1
                here.sendall(b"HTTP/1.1 407 Login Needed\r\nContent-Length: 0\r\n\r\n")
                return
            where = head.split()[1]
            self.ways.append(where)
            host, _, port = where.rpartition(":")
            with socket.create_connection((host, int(port))) as there:
                here.sendall(b"HTTP/1.1 200 Open\r\n\r\n")
                back = threading.Thread(target=_carry, args=(there, here), daemon=True)
                back.start()
                _carry(here, there)
                back.join()


def _carry(one, other):
    with suppress(OSError):
        while data := one.recv(1 << 16):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_WR)
