"""A real client against a server that never stops sending: the run is told, and goes on to its end in bounded memory and time."""

import asyncio
import gzip
import socket
import threading
import time

import pytest

from midcourse.core.errors import PlannerUnreachable
from midcourse.core.language.prompts import Prompt
from midcourse.models import size
from midcourse.models.door import ModelDoor
from tests.patience import patient

HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n"


class Endless:
    """A server that answers every request with chunks, as long as anybody reads."""

    def __init__(self, head: bytes, chunk: bytes) -> None:
        self.sent = 0
        self._answer = head + b"\r\n", f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n"
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                peer, _ = self._socket.accept()
            except OSError:
                return
            head, chunk = self._answer
            with peer:
                try:
                    peer.recv(65_536)
                    peer.sendall(head)
                    while self.sent < 200_000_000:
                        peer.sendall(chunk)
                        self.sent += len(chunk)
                except OSError:
                    continue

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=[(HEAD, b" " * 65_536), (HEAD + b"content-encoding: gzip\r\n", gzip.compress(b" " * 10_000_000))])
def endless(request):
    server = Endless(*request.param)
    yield server
    server.close()


def test_an_answer_without_end_is_cut_off(endless, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{endless.port}/v1")
    began = time.monotonic()
    with pytest.raises(PlannerUnreachable):
        asyncio.run(ModelDoor("openai-chat:gpt-4o", seconds=60).ask(Prompt("plan", "s", "p")))
    assert time.monotonic() - began < patient(50) and endless.sent < 4 * size.MOST
