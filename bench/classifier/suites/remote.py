"""Other machines: ssh, paramiko, smtplib, imaplib, ftplib."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .common import Case, run, suite, without_dns
from .labels import (
    BAD_INPUT,
    BAD_VALUE,
    BUG_ATTRIBUTE,
    CONFLICT,
    DENIED,
    GARBAGE,
    LOST,
    MISSING,
    NO_ANSWER_IN_TIME,
    NO_SUCH_HOST,
    NOT_CONNECTED_IN_TIME,
    REFUSED,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_NAME,
    UNSUPPORTED,
)
from .servers import full_port, refused_port, reset, says, silent, tcp


@suite("ssh", "cmd:ssh")
def ssh_cases(tmp: Path) -> Iterator[Case]:
    flags = ("-F", "none", "-o", "BatchMode=yes", "-o", "UserKnownHostsFile=/dev/null")
    key = tmp / "key"
    key.write_text("nonsense")
    key.chmod(0o600)
    loose = tmp / "loose"
    banner = tcp(says(b"HTTP/1.1 400 Bad Request\r\n\r\n"))
    closing = tcp(lambda connection: None)
    for labels, arguments in (
        (REFUSED, ("-p", str(refused_port()), "127.0.0.1", "true")),
        (NO_SUCH_HOST, ("nowhere.invalid", "true")),
        (NOT_CONNECTED_IN_TIME, ("-o", "ConnectTimeout=1", "-p", str(full_port()), "127.0.0.1", "true")),
        (NOT_CONNECTED_IN_TIME, ("-o", "ConnectTimeout=1", "-p", str(tcp(silent)), "127.0.0.1", "true")),
        (REFUSED, ("-p", str(banner), "127.0.0.1", "true")),
        (REFUSED, ("-p", str(closing), "127.0.0.1", "true")),
        (REFUSED, ("-p", str(tcp(reset)), "127.0.0.1", "true")),
        (BAD_INPUT, ("-p", "99999", "127.0.0.1", "true")),
        (BAD_INPUT, ("-o", "NoSuchOption=1", "127.0.0.1", "true")),
        (BAD_INPUT, ("-Z", "127.0.0.1")),
        (BAD_INPUT, ("-J", "::bad::", "127.0.0.1", "true")),
        (BAD_INPUT, ("-o", "Ciphers=rot13", "127.0.0.1", "true")),
        (MISSING, ("-F", str(tmp / "gone.cfg"), "127.0.0.1", "true")),
    ):
        yield "run_remote", labels, partial(run, "ssh", *flags, *arguments)
    yield "copy_remote", REFUSED, partial(run, "scp", *flags, "-P", str(refused_port()), str(key), "127.0.0.1:/tmp/x")
    yield "copy_remote", MISSING, partial(run, "scp", *flags, str(tmp / "gone"), str(tmp / "x"))
    yield "make_key", CONFLICT, partial(run, "ssh-keygen", "-q", "-N", "", "-f", str(key), stdin="n\n")
    yield "make_key", BAD_INPUT, partial(run, "ssh-keygen", "-q", "-t", "rot13", "-N", "", "-f", str(loose))
    yield "make_key", MISSING, partial(run, "ssh-keygen", "-l", "-f", str(tmp / "gone.pub"))
    yield "make_key", BAD_INPUT, partial(run, "ssh-keygen", "-l", "-f", str(key))
    yield "make_key", BAD_INPUT, partial(run, "ssh-keygen", "-y", "-f", str(key))
    yield "run_remote", REFUSED, partial(without_dns, tmp, "ssh", *flags, "-o", "ConnectTimeout=3", "example.test", "true")


@suite("paramiko", "paramiko")
def paramiko_cases(tmp: Path) -> Iterator[Case]:
    import logging

    import paramiko
    from paramiko import common as said

    logging.getLogger("paramiko").setLevel(logging.CRITICAL + 1)
    key = paramiko.RSAKey.generate(2048)

    class Guard(paramiko.ServerInterface):
        def check_auth_password(self, username: str, password: str) -> int:
            return said.AUTH_SUCCESSFUL if password == "right" else said.AUTH_FAILED

        def check_channel_request(self, kind: str, chanid: int) -> int:
            return said.OPEN_FAILED_ADMINISTRATIVELY_PROHIBITED

        def get_allowed_auths(self, username: str) -> str:
            return "password"

    def handle(connection: socket.socket) -> None:
        transport = paramiko.Transport(connection)
        transport.add_server_key(key)
        transport.start_server(server=Guard())
        time.sleep(3)

    def connect(port: int, host: str = "127.0.0.1", trust: bool = True, **options: Any) -> Any:
        client = paramiko.SSHClient()
        if trust:
            client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
        settings = {"username": "u", "password": "wrong", "timeout": 0.5, "banner_timeout": 0.5, "allow_agent": False}
        client.connect(host, port, look_for_keys=False, **settings | options)
        return client

    server = tcp(handle)
    yield "connect", REFUSED, lambda: connect(refused_port())
    yield "connect", NO_SUCH_HOST, lambda: connect(22, "nowhere.invalid")
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: connect(full_port())
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: connect(tcp(silent))
    yield "connect", REFUSED, lambda: connect(tcp(reset))
    yield "connect", DENIED, lambda: connect(server)
    yield "connect", DENIED, lambda: connect(server, trust=False)
    yield "connect", DENIED, lambda: connect(server, password=None)
    yield "connect", DENIED, lambda: connect(server, password=None, pkey=key)
    yield "run_remote", DENIED, lambda: connect(server, password="right").exec_command("ls")
    yield "open_sftp", DENIED, lambda: connect(server, password="right").open_sftp()
    yield "run_remote", BUG_ATTRIBUTE, lambda: paramiko.SSHClient().exec_command("ls")
    yield "load_key", MISSING, lambda: paramiko.RSAKey.from_private_key_file(str(tmp / "gone"))
    (tmp / "bad").write_text("nonsense")
    yield "load_key", BAD_INPUT, lambda: paramiko.RSAKey.from_private_key_file(str(tmp / "bad"))
    key.write_private_key_file(str(tmp / "locked"), password="pw")
    yield "load_key", DENIED, lambda: paramiko.RSAKey.from_private_key_file(str(tmp / "locked"))
    yield "load_key", DENIED, lambda: paramiko.RSAKey.from_private_key_file(str(tmp / "locked"), "no")
    yield "load_hosts", MISSING, lambda: paramiko.SSHClient().load_host_keys(str(tmp / "gone"))
    yield "load_key", BAD_VALUE, lambda: paramiko.RSAKey.generate(12)


def mail_like(library: str, speak: Callable[..., Any]) -> Iterator[Case]:
    """The failures that the line-based protocols' clients share."""
    yield "connect", REFUSED, lambda: speak(refused_port())
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: speak(full_port())
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: speak(tcp(silent))
    yield "connect", REFUSED, lambda: speak(tcp(lambda connection: None))
    yield "connect", REFUSED, lambda: speak(tcp(reset))
    yield "connect", GARBAGE, lambda: speak(tcp(says(b"\x00\x01 frob\r\n")))
    yield "connect", NO_SUCH_HOST, lambda: speak(25, host="nowhere.invalid")


@suite("smtplib")
def smtplib_cases(tmp: Path) -> Iterator[Case]:
    import smtplib

    def speak(port: int, host: str = "127.0.0.1") -> smtplib.SMTP:
        return smtplib.SMTP(host, port, timeout=0.3, local_hostname="me")

    def send(*lines: bytes) -> Any:
        with speak(tcp(says(b"220 hi\r\n", b"250 hi\r\n", *lines))) as peer:
            return peer.sendmail("a@example.test", "b@example.test", "hello")

    yield from mail_like("smtplib", speak)
    yield "log_in", UNSUPPORTED, lambda: speak(tcp(says(b"220 hi\r\n", b"250 hi\r\n"))).login("u", "p")
    yield "start_tls", UNSUPPORTED, lambda: speak(tcp(says(b"220 hi\r\n", b"250 hi\r\n"))).starttls()
    yield "send_mail", LOST, lambda: send(b"250 ok\r\n", b"250 ok\r\n", b"354 go\r\n")
    yield "send_mail", CONFLICT, lambda: smtplib.SMTP().sendmail("a", "b", "c")
    yield "send_mail", UNSUPPORTED, lambda: send_message(speak(tcp(says(b"220 hi\r\n", b"250 hi\r\n"))))


def send_message(peer: Any) -> Any:
    from email.message import EmailMessage

    message = EmailMessage()
    message["To"], message["From"] = "ü@example.test", "a@example.test"
    return peer.send_message(message)


@suite("imaplib")
def imaplib_cases(tmp: Path) -> Iterator[Case]:
    import imaplib

    def speak(port: int, host: str = "127.0.0.1") -> imaplib.IMAP4:
        return imaplib.IMAP4(host, port, timeout=0.3)

    yield from mail_like("imaplib", speak)
    yield "log_in", CONFLICT, lambda: imaplib_ready(speak).search(None, "ALL")
    yield "log_in", LOST, lambda: imaplib_ready(speak).login("u", "p")
    yield "search", UNKNOWN_ATTRIBUTE, lambda: imaplib_ready(speak).frob()
    yield "search", UNKNOWN_NAME, lambda: imaplib_ready(speak).uid("FROB", "1")
    yield "start_tls", UNSUPPORTED, lambda: imaplib_ready(speak).starttls()


def imaplib_ready(speak: Callable[[int], Any]) -> Any:
    def handle(connection: socket.socket) -> None:
        connection.sendall(b"* OK ready\r\n")
        tag = connection.recv(999).split()[0]
        connection.sendall(b"* CAPABILITY IMAP4REV1\r\n" + tag + b" OK done\r\n")
        connection.recv(999)

    return speak(tcp(handle))


@suite("ftplib")
def ftplib_cases(tmp: Path) -> Iterator[Case]:
    import ftplib

    def speak(port: int, host: str = "127.0.0.1") -> Any:
        peer = ftplib.FTP(timeout=0.3)
        peer.connect(host, port)
        return peer

    yield from mail_like("ftplib", speak)
    yield "log_in", LOST, lambda: speak(tcp(says(b"220 hi\r\n", b""))).login()
    yield "log_in", NO_ANSWER_IN_TIME, lambda: speak(tcp(says(b"220 hi\r\n", then=silent))).login()
    yield "list", UNKNOWN_ATTRIBUTE, lambda: speak(tcp(says(b"220 hi\r\n"))).frob()
    yield "list", BAD_VALUE, lambda: speak(tcp(says(b"220 hi\r\n"))).cwd("a\r\nb")
    yield "list", BUG_ATTRIBUTE, lambda: ftplib.FTP().nlst()
