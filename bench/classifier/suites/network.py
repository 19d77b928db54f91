"""Below and beside HTTP: socket, ssl, cryptography, dnspython, websockets."""

# Each context below can fail by itself:
# ruff: noqa: SIM117

from __future__ import annotations

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .common import KEPT, Case, as_nobody, limited, python_without_dns, suite
from .labels import (
    BAD_INPUT,
    BAD_SYNTAX,
    BAD_TYPE,
    BAD_VALUE,
    BUSY,
    CONFLICT,
    DAEMON_DOWN,
    DENIED,
    EXHAUSTED,
    GARBAGE,
    LOST,
    MISSING,
    NO_ANSWER_IN_TIME,
    NO_SUCH_HOST,
    NOT_CONNECTED_IN_TIME,
    REFUSED,
    SERVER_BUG,
    STATUS,
    UNKNOWN_NAME,
    UNSUPPORTED,
    Labels,
)
from .servers import answers, certificate, full_port, http_server, refused_port, remember, reset, resets, silent, tcp


@suite("socket")
def socket_cases(tmp: Path) -> Iterator[Case]:
    taken = socket.create_server(("127.0.0.1", 0))
    remember(taken.getsockname()[1])

    def exchange(handler: Callable[[socket.socket], None]) -> Any:
        with socket.create_connection(("127.0.0.1", tcp(handler)), timeout=0.3) as peer:
            peer.sendall(b"x")
            peer.recv(10)
            for _ in range(20):
                peer.sendall(b"x" * 1000)
                time.sleep(0.01)

    yield "connect", REFUSED, lambda: socket.create_connection(("127.0.0.1", refused_port()))
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: socket.create_connection(("127.0.0.1", full_port()), timeout=0.2)
    yield "receive", LOST, lambda: exchange(resets)
    yield "send", LOST, lambda: exchange(lambda connection: connection.shutdown(socket.SHUT_RDWR))
    yield "listen", Labels("transient", "resource", "network"), lambda: socket.create_server(taken.getsockname())
    yield "listen", BAD_INPUT, lambda: socket.create_server(("192.0.2.1", 0))
    yield "listen", DENIED, as_nobody(lambda: socket.create_server(("127.0.0.1", 81)))
    yield "resolve", NO_SUCH_HOST, lambda: socket.getaddrinfo("nowhere.invalid", 80)
    yield "resolve", BAD_INPUT, lambda: socket.getaddrinfo("127.0.0.1", "frob")
    yield "resolve", BAD_INPUT, lambda: socket.getaddrinfo("127.0.0.1", 80, socket.AF_INET6)
    yield "resolve", BAD_INPUT, lambda: socket.getaddrinfo("a" * 70 + ".test", 80)
    yield "resolve", REFUSED, partial(python_without_dns, tmp, "import socket; socket.getaddrinfo('example.test', 80)")
    yield "connect", BAD_INPUT, lambda: socket.create_connection(("127.0.0.1", 99999))
    yield "connect", BAD_TYPE, lambda: socket.socket().connect("127.0.0.1")
    yield "connect", DAEMON_DOWN, lambda: socket.socket(socket.AF_UNIX).connect(str(tmp / "daemon.sock"))
    yield "send", CONFLICT, lambda: socket.socket().send(b"x")
    closed = socket.socket()
    closed.close()
    yield "send", CONFLICT, lambda: closed.send(b"x")
    yield "send", BAD_TYPE, lambda: socket.socket(type=socket.SOCK_DGRAM).sendto("text", ("127.0.0.1", 9))  # type: ignore
    yield "send", BAD_INPUT, lambda: socket.socket(type=socket.SOCK_DGRAM).sendto(b"x" * 70000, ("127.0.0.1", 9))
    yield "open", UNSUPPORTED, lambda: socket.socket(socket.AF_INET, socket.SOCK_SEQPACKET)
    yield "open", UNSUPPORTED, lambda: socket.socket(77)
    yield "open", DENIED, as_nobody(lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 1))
    yield "open", EXHAUSTED, limited(lambda: [KEPT.append(socket.socket()) for _ in range(99)], RLIMIT_NOFILE=24)
    yield "resolve", BAD_INPUT, lambda: socket.inet_aton("1.2.3.x")
    yield "receive", BUSY, lambda: (taken.setblocking(False), taken.accept())


@suite("ssl", "cryptography")
def ssl_cases(tmp: Path) -> Iterator[Case]:
    def shake(port: int, context: ssl.SSLContext | None = None, name: str = "localhost") -> Any:
        with socket.create_connection(("127.0.0.1", port), timeout=0.5) as raw:
            with (context or ssl.create_default_context()).wrap_socket(raw, server_hostname=name) as peer:
                peer.sendall(b"x")
                return peer.recv(9)

    good, expired = certificate(tmp), certificate(tmp, days=-5)
    trusting = ssl.create_default_context(cafile=tmp / "localhost10.pem")
    trusts_expired = ssl.create_default_context(cafile=tmp / "localhost-5.pem")
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.maximum_version = ssl.TLSVersion.TLSv1_2
    modern = certificate(tmp, "modern.test")
    modern.minimum_version = ssl.TLSVersion.TLSv1_3
    asks = certificate(tmp, "asks.test")
    asks.verify_mode = ssl.CERT_REQUIRED
    loose = ssl._create_unverified_context()
    yield "connect", DENIED, lambda: shake(tcp(silent, good))
    yield "connect", DENIED, lambda: shake(tcp(silent, expired), trusts_expired)
    yield "connect", DENIED, lambda: shake(tcp(silent, good), trusting, "other.test")
    yield "connect", DENIED, lambda: shake(tcp(silent, good), trusting, "127.0.0.1")
    yield "connect", UNSUPPORTED, lambda: shake(tcp(silent, modern), old)
    yield "connect", DENIED, lambda: shake(tcp(silent, asks), loose)
    yield "connect", GARBAGE, lambda: shake(tcp(answers(b"HTTP/1.1 400 Bad Request\r\n\r\n")))
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: shake(tcp(silent))
    yield "connect", REFUSED, lambda: shake(tcp(resets))
    yield "connect", REFUSED, lambda: shake(tcp(lambda connection: connection.recv(9) and None))
    yield "receive", NO_ANSWER_IN_TIME, lambda: shake(tcp(silent, good), loose)
    yield "load_key", MISSING, lambda: good.load_cert_chain(tmp / "gone.pem")
    (tmp / "bad.pem").write_text("nonsense")
    yield "load_key", BAD_INPUT, lambda: good.load_cert_chain(tmp / "bad.pem")
    yield "load_key", BAD_INPUT, lambda: good.load_cert_chain(tmp / "localhost10.pem", tmp / "localhost-5.pem")
    yield "load_key", BAD_INPUT, lambda: good.set_ciphers("ROT13")
    yield "load_key", BAD_INPUT, lambda: ssl.create_default_context(cadata="nonsense")
    yield "connect", BAD_VALUE, lambda: ssl.create_default_context().wrap_socket(socket.socket())


@suite("cryptography", "cryptography")
def cryptography_cases(tmp: Path) -> Iterator[Case]:
    from cryptography import x509
    from cryptography.fernet import Fernet
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec, rsa
    from cryptography.hazmat.primitives.ciphers import Cipher, aead, algorithms, modes

    key = ec.generate_private_key(ec.SECP256R1())
    secret = serialization.BestAvailableEncryption(b"pw")
    locked = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, secret)
    yield "decrypt", DENIED, lambda: Fernet(Fernet.generate_key()).decrypt(b"nonsense")
    yield "decrypt", BAD_VALUE, lambda: Fernet(b"short")
    yield "decrypt", DENIED, lambda: aead.AESGCM(b"k" * 16).decrypt(b"n" * 12, b"x" * 40, None)
    yield "encrypt", BAD_VALUE, lambda: aead.AESGCM(b"k" * 15)
    yield "encrypt", BAD_VALUE, lambda: algorithms.AES(b"k" * 5)
    yield "encrypt", BAD_VALUE, lambda: Cipher(algorithms.AES(b"k" * 16), modes.CBC(b"i" * 3)).encryptor()
    yield "encrypt", BAD_TYPE, lambda: aead.AESGCM("text")  # type: ignore[arg-type]
    yield "verify", DENIED, lambda: key.public_key().verify(b"bad", b"data", ec.ECDSA(hashes.SHA256()))
    yield "load_key", BAD_VALUE, lambda: serialization.load_pem_private_key(b"nonsense", None)
    yield "load_key", DENIED, lambda: serialization.load_pem_private_key(locked, None)
    yield "load_key", DENIED, lambda: serialization.load_pem_private_key(locked, b"wrong")
    yield "load_key", BAD_VALUE, lambda: x509.load_pem_x509_certificate(b"nonsense")
    yield "make_key", BAD_VALUE, lambda: rsa.generate_private_key(65537, 100)


@suite("dnspython", "dns")
def dnspython_cases(tmp: Path) -> Iterator[Case]:
    import dns.message
    import dns.name
    import dns.query
    import dns.rcode
    import dns.resolver
    import dns.zone

    def server(code: Any) -> int:
        listener = socket.socket(type=socket.SOCK_DGRAM)
        listener.bind(("127.0.0.1", 0))

        def loop() -> None:
            while True:
                data, peer = listener.recvfrom(9999)
                if code is not None:
                    reply = dns.message.make_response(dns.message.from_wire(data))
                    reply.set_rcode(code)
                    listener.sendto(reply.to_wire() if code != 99 else b"garbage", peer)

        threading.Thread(target=loop, daemon=True).start()
        return remember(listener.getsockname()[1])

    def look(code: Any, name: str = "example.test", kind: str = "A") -> Any:
        resolver = dns.resolver.Resolver(configure=False)
        resolver.nameservers, resolver.port, resolver.lifetime = ["127.0.0.1"], server(code), 0.4
        return resolver.resolve(name, kind)

    yield "resolve", NO_SUCH_HOST, lambda: look(dns.rcode.NXDOMAIN)
    yield "resolve", REFUSED, lambda: look(dns.rcode.SERVFAIL)
    yield "resolve", DENIED, lambda: look(dns.rcode.REFUSED)
    yield "resolve", UNSUPPORTED, lambda: look(dns.rcode.NOTIMP)
    yield "resolve", MISSING, lambda: look(dns.rcode.NOERROR)
    yield "resolve", MISSING, lambda: look(dns.rcode.NOERROR, kind="MX")
    yield "resolve", NOT_CONNECTED_IN_TIME, lambda: look(None)
    yield "resolve", UNKNOWN_NAME, lambda: look(0, kind="FROB")
    yield "resolve", BAD_INPUT, lambda: look(0, "a..b")
    yield "resolve", BAD_INPUT, lambda: look(0, "a" * 70 + ".test")
    yield "resolve", BAD_INPUT, lambda: look(0, ".".join(["abcdefgh"] * 40))
    yield "parse", BAD_INPUT, lambda: dns.message.from_wire(b"abc")
    yield "parse", BAD_SYNTAX, lambda: dns.zone.from_text("@ IN FROB x", "example.test.")
    yield "parse", BAD_INPUT, lambda: dns.zone.from_text("a 60 IN A 1.2.3.4", "example.test.")
    yield "transfer", REFUSED, lambda: dns.query.tcp(dns.message.make_query("x", "A"), "127.0.0.1", port=refused_port())
    yield "transfer", LOST, lambda: dns.query.tcp(dns.message.make_query("x", "A"), "127.0.0.1", port=tcp(resets))
    yield "transfer", LOST, lambda: dns.query.tcp(dns.message.make_query("x", "A"), "127.0.0.1", port=tcp(answers(b"")))


@suite("websockets", "websockets")
def websockets_cases(tmp: Path) -> Iterator[Case]:
    from websockets.sync.client import connect
    from websockets.sync.server import serve

    base = http_server().replace("http:", "ws:")

    def handle(connection: Any) -> None:
        word = connection.recv()
        if word == "bye":
            connection.close(1011)
        elif word == "policy":
            connection.close(1008)
        elif word == "restart":
            connection.close(1012)
        elif word == "big":
            connection.send("x" * 5000)
        elif word == "lost":
            reset(connection.socket)

    port = remember(refused_port())
    server = serve(handle, "127.0.0.1", port)
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def ask(word: str, **options: Any) -> Any:
        with connect(f"ws://127.0.0.1:{port}", **options) as connection:
            connection.send(word)
            return connection.recv(timeout=0.3)

    for status in (400, 401, 403, 404, 429, 500, 502, 503):
        yield "connect", STATUS[status], partial(connect, f"{base}/status/{status}")
    yield "connect", GARBAGE, partial(connect, f"{base}/ok")
    yield "connect", REFUSED, lambda: connect(f"ws://127.0.0.1:{refused_port()}")
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: connect(f"ws://127.0.0.1:{full_port()}", open_timeout=0.3)
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: connect(f"ws://127.0.0.1:{tcp(silent)}", open_timeout=0.3)
    yield "connect", REFUSED, lambda: connect(f"ws://127.0.0.1:{tcp(resets)}")
    yield "connect", NO_SUCH_HOST, lambda: connect("ws://nowhere.invalid")
    yield "connect", BAD_INPUT, lambda: connect("http://127.0.0.1")
    yield "send", SERVER_BUG, partial(ask, "bye")
    yield "send", DENIED, partial(ask, "policy")
    yield "send", LOST, partial(ask, "restart")
    yield "send", BAD_INPUT, partial(ask, "big", max_size=100)
    yield "send", LOST, partial(ask, "lost")
    yield "send", NO_ANSWER_IN_TIME, lambda: connect(f"ws://127.0.0.1:{port}").recv(timeout=0.2)
    yield "send", BAD_TYPE, partial(ask, 3)  # type: ignore[arg-type]
    closed = connect(f"ws://127.0.0.1:{port}")
    closed.close()
    yield "send", CONFLICT, lambda: closed.send("x")
