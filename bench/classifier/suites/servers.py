"""Scripted peers on the loopback interface: ports that refuse or hang, servers that answer, stall, reset or lie."""

from __future__ import annotations

import contextlib
import http.client
import http.server
import json
import socket
import ssl
import struct
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .common import KEPT

PORTS: set[int] = set()
SSH_BANNER = b"SSH-2.0-OpenSSH_9.2\r\n\r\n"
HALF_CHUNK = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc"


def remember(port: int) -> int:
    PORTS.add(port)
    return port


def refused_port() -> int:
    """A port where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return remember(probe.getsockname()[1])


def full_port() -> int:
    """A port whose queue is full: connecting to it takes for ever."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(0)
    KEPT.append(listener)
    for _ in range(4):
        filler = socket.socket()
        filler.setblocking(False)
        filler.connect_ex(listener.getsockname())
        KEPT.append(filler)
    time.sleep(0.05)
    return remember(listener.getsockname()[1])


def reset(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def tcp(handle: Callable[[socket.socket], object], context: ssl.SSLContext | None = None) -> int:
    """Serve every connection with `handle` in a thread; the port."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(16)
    KEPT.append(listener)

    def serve(connection: socket.socket) -> None:
        with contextlib.suppress(OSError, ValueError):
            if context:
                connection = context.wrap_socket(connection, server_side=True)
            handle(connection)
            connection.close()

    def loop() -> None:
        while True:
            connection, _ = listener.accept()
            threading.Thread(target=serve, args=(connection,), daemon=True).start()

    threading.Thread(target=loop, daemon=True).start()
    return remember(listener.getsockname()[1])


def silent(connection: socket.socket) -> None:
    time.sleep(20)


def says(*lines: bytes, then: Callable[[socket.socket], None] | None = None) -> Callable[[socket.socket], None]:
    """A server that answers each line it gets with the next of `lines` (the first at once)."""

    def handle(connection: socket.socket) -> None:
        for number, line in enumerate(lines):
            if number and not connection.recv(65536):
                return
            connection.sendall(line)
        connection.recv(65536)
        if then:
            then(connection)

    return handle


def answers(reply: bytes) -> Callable[[socket.socket], None]:
    """A server that reads a request, and answers `reply`."""

    def handle(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(reply)
        time.sleep(0.1)

    return handle


def resets(connection: socket.socket) -> None:
    connection.recv(65536)
    reset(connection)


PROVIDER_ERRORS: dict[str, dict[int, tuple[str, str]]] = {  # what the providers' documentation lists
    "openai": {
        400: ("invalid_request_error", "Invalid 'messages[0].role': expected one of 'system', 'user', 'assistant', 'tool'."),
        401: (
            "invalid_request_error",
            "Incorrect API key provided: sk-test. You can find your API key in your account settings.",
        ),
        403: ("invalid_request_error", "Country, region, or territory not supported"),
        404: ("invalid_request_error", "The model `gpt-9` does not exist or you do not have access to it."),
        409: ("conflict_error", "The resource was updated by another request."),
        413: ("invalid_request_error", "Maximum content size limit exceeded"),
        422: ("invalid_request_error", "Unprocessable entity: 'temperature' must be at most 2."),
        429: ("rate_limit_error", "Rate limit reached for requests per minute. Please try again in 20s."),
        500: ("server_error", "The server had an error while processing your request. Sorry about that!"),
        503: ("server_error", "The engine is currently overloaded, please try again later"),
    },
    "anthropic": {
        400: ("invalid_request_error", "messages.0.role: Input should be 'user' or 'assistant'"),
        401: ("authentication_error", "invalid x-api-key"),
        402: ("billing_error", "Your credit balance is too low to access the API. Please go to Plans & Billing."),
        403: ("permission_error", "Your API key does not have permission to use the specified resource."),
        404: ("not_found_error", "model: claude-nope"),
        409: ("conflict_error", "The batch was cancelled while it was being read."),
        413: ("request_too_large", "Request exceeds the maximum allowed number of bytes."),
        422: ("invalid_request_error", "max_tokens: Field required"),
        429: ("rate_limit_error", "This request would exceed your organization's rate limit of 50 requests per minute."),
        500: ("api_error", "Internal server error"),
        503: ("api_error", "Service temporarily unavailable"),
        504: ("timeout_error", "The request timed out while processing."),
        529: ("overloaded_error", "Overloaded"),
    },
}


class Handler(http.server.BaseHTTPRequestHandler):
    """/status/N, /slow, /drop, /reset, /truncated, /loop, /garbage, /gzip, /json, and provider errors /PROVIDER/N/..."""

    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        return

    def reply(self, status: int, body: bytes = b"{}", length: int | None = None, **headers: str) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in ({"Content_Type": "application/json", "Connection": "close"} | headers).items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)
        self.close_connection = True

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        first, _, rest = self.path.strip("/").partition("/")
        if first in PROVIDER_ERRORS:
            status = int(rest.split("/")[0])
            kind, text = PROVIDER_ERRORS[first].get(status, ("", ""))
            body: dict[str, Any] = {"error": {"type": kind, "message": text}}
            if first == "openai":
                body["error"] |= {"param": None, "code": None}
            else:
                body = {"type": "error"} | body
            if kind:
                self.reply(status, json.dumps(body).encode())
            else:
                self.reply(status, b"<html><h1>%d</h1></html>" % status, Content_Type="text/html")
        elif first == "status":
            status = int(rest.split("/")[0])
            self.reply(status, json.dumps({"message": http.client.responses.get(status, "Overloaded")}).encode())
        elif first == "slow":
            time.sleep(6)
            self.reply(200)
        elif first == "drop":
            self.connection.shutdown(socket.SHUT_RDWR)
            self.close_connection = True
        elif first == "reset":
            self.wfile.flush()
            reset(self.connection)
            self.close_connection = True
        elif first == "truncated":
            self.reply(200, b'{"rows": [1, 2', length=500)
        elif first == "loop":
            self.reply(302, b"", Location=self.path)
        elif first == "garbage":
            self.wfile.write(b"\x00\x01\x02 not http at all\r\n\r\n")
            self.close_connection = True
        elif first == "gzip":
            self.reply(200, b"this is not gzip", Content_Encoding="gzip")
        elif first == "text":
            self.reply(200, b"<html>Sign in</html>", Content_Type="text/html")
        else:
            self.reply(200, b'{"ok": true}')

    do_GET = do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = answer


def http_server() -> str:
    """Start the HTTP server; its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.handle_error = lambda *args: None  # type: ignore[method-assign]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{remember(server.server_address[1])}"


def certificate(folder: Path, name: str = "localhost", days: int = 10) -> ssl.SSLContext:
    """A TLS server context with a self-signed certificate for `name` (expired if `days` is negative)."""
    import datetime

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    now = datetime.datetime.now(datetime.UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=30))
        .not_valid_after(now + datetime.timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / f"{name}{days}.pem"
    pem = serialization.Encoding.PEM
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(secret + signed.public_bytes(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(path)
    return context


def transport_cases(tmp: Path) -> dict[str, str]:
    """Addresses of the ways in which an HTTP exchange can go wrong below the status code."""
    base = http_server()
    return {
        "base": base,
        "refused": f"http://127.0.0.1:{refused_port()}/",
        "full": f"http://127.0.0.1:{full_port()}/",
        "no_host": "http://nowhere.invalid/",
        "tls_to_plain": base.replace("http:", "https:") + "/",
        "self_signed": f"https://localhost:{tcp(answers(b'x'), certificate(tmp))}/",
        "wrong_name": f"https://localhost:{tcp(answers(b'x'), certificate(tmp, 'other.test'))}/",
        "expired": f"https://localhost:{tcp(answers(b'x'), certificate(tmp, days=-5))}/",
        "reset": f"http://127.0.0.1:{tcp(resets)}/",
        "garbage": f"http://127.0.0.1:{tcp(answers(SSH_BANNER))}/",
        "chunked": f"http://127.0.0.1:{tcp(answers(HALF_CHUNK))}/",
    }


def transport_base() -> dict[str, str]:
    return {"base": http_server(), "refused": f"http://127.0.0.1:{refused_port()}/"}
