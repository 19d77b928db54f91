"""Databases behind a wire protocol: pymysql, redis, pymongo."""

from __future__ import annotations

import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .common import Case, suite
from .labels import (
    BAD_INDEX,
    BAD_INPUT,
    BAD_SYNTAX,
    BAD_TYPE,
    BAD_VALUE,
    BUG_ATTRIBUTE,
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
    UNSUPPORTED,
)
from .servers import full_port, refused_port, reset, resets, says, silent, tcp


@suite("pymysql", "pymysql", "cryptography")
def pymysql_cases(tmp: Path) -> Iterator[Case]:
    import pymysql

    def greeting(connection: socket.socket, *replies: bytes) -> None:
        """Speak just enough of the protocol for the client's own checks."""
        hello = b"\x0a8.0.36\0" + struct.pack("<I", 7) + b"abcdefgh\0" + struct.pack("<HBHHB", 0xF7FF, 45, 2, 0x000F, 21)
        hello += b"\0" * 10 + b"ijklmnopqrst\0mysql_native_password\0"
        connection.sendall(struct.pack("<I", len(hello))[:3] + b"\0" + hello)
        for number, reply in enumerate(replies):
            connection.recv(65536)
            connection.sendall(struct.pack("<I", len(reply))[:3] + (b"\2" if number == 0 else b"\1") + reply)
        connection.recv(65536)

    def connect(port: int, **options: Any) -> Any:
        given: dict[str, Any] = {"connect_timeout": 1} | options
        return pymysql.connect(host="127.0.0.1", port=port, user="u", password="p", **given)

    ok = b"\0\0\0\2\0\0\0"
    healthy = tcp(lambda connection: greeting(connection, ok, ok, ok))
    slow = tcp(lambda connection: (greeting(connection, ok, ok, ok), time.sleep(3))[0])
    yield "connect", REFUSED, lambda: connect(refused_port())
    yield "connect", NO_SUCH_HOST, lambda: pymysql.connect(host="nowhere.invalid")
    yield "connect", NOT_CONNECTED_IN_TIME, lambda: connect(full_port())
    yield "connect", REFUSED, lambda: connect(tcp(reset))
    yield "connect", GARBAGE, lambda: connect(tcp(says(b"HTTP/1.1 400 Bad Request\r\n\r\n")))
    yield "connect", DAEMON_DOWN, lambda: pymysql.connect(unix_socket=str(tmp / "mysqld.sock"))
    yield "connect", BAD_VALUE, lambda: pymysql.connect(host="127.0.0.1", port="many")  # type: ignore[arg-type]
    yield "connect", BAD_VALUE, lambda: connect(healthy, connect_timeout=0)
    yield "connect", BUG_ATTRIBUTE, lambda: connect(healthy, charset="frob")
    yield "connect", BAD_TYPE, lambda: connect(healthy, colour="red")
    yield "query", LOST, lambda: connect(healthy).cursor().execute("select 1")
    yield "query", NO_ANSWER_IN_TIME, lambda: connect(slow, read_timeout=0.2).cursor().execute("select 1")
    closed = connect(healthy)
    closed.close()
    yield "query", CONFLICT, lambda: closed.cursor().execute("select 1")
    yield "query", CONFLICT, closed.close
    yield "query", BAD_TYPE, lambda: connect(healthy).cursor().execute("select %s, %s", (1,))


@suite("redis", "redis")
def redis_cases(tmp: Path) -> Iterator[Case]:
    import redis

    def client(port: int, **options: Any) -> Any:
        settings = {"socket_timeout": 0.3, "socket_connect_timeout": 0.3, "retry": None, "lib_name": None, "lib_version": None}
        return redis.Redis(port=port, host="127.0.0.1", **settings | options)

    def replies(line: bytes) -> Any:
        def handle(connection: socket.socket) -> None:
            while request := connection.recv(65536):
                connection.sendall(b"+OK\r\n" * request.count(b"CLIENT") or line)

        return client(tcp(handle), protocol=2)

    yield "get", REFUSED, lambda: client(refused_port()).get("a")
    yield "get", NOT_CONNECTED_IN_TIME, lambda: client(full_port()).get("a")
    yield "get", NO_ANSWER_IN_TIME, lambda: client(tcp(silent)).get("a")
    yield "set", LOST, lambda: client(tcp(resets)).set("a", 1)
    yield "set", LOST, lambda: client(tcp(lambda connection: connection.recv(99) and None)).set("a", 1)
    yield "get", NO_SUCH_HOST, lambda: redis.Redis(host="nowhere.invalid").get("a")
    yield "get", GARBAGE, lambda: replies(b"HTTP/1.1 400 Bad Request\r\n\r\n").get("a")
    yield "connect", DAEMON_DOWN, lambda: redis.Redis(unix_socket_path=str(tmp / "redis.sock")).ping()
    yield "connect", BAD_VALUE, lambda: redis.Redis.from_url("http://127.0.0.1")
    yield "set", BAD_TYPE, lambda: replies(b"+OK\r\n").set("a", {"b": 1})
    yield "set", BAD_TYPE, lambda: replies(b"+OK\r\n").set("a", None)
    yield "set", BAD_INPUT, lambda: replies(b"+OK\r\n").set("a", 1, ex=3, px=3)
    yield "set", BAD_INPUT, lambda: replies(b"+OK\r\n").hset("a")
    yield "lock", CONFLICT, lambda: replies(b"+OK\r\n").lock("a").release()
    yield "lock", BUSY, lambda: replies(b"$-1\r\n").lock("a", blocking_timeout=0.1).__enter__()
    if not shutil.which("redis-server"):
        print("  redis: no redis-server here, its own errors are left out", file=sys.stderr)
        return
    port = refused_port()
    argv = ["redis-server", "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(tmp), "--maxclients", "6"]
    server = subprocess.Popen(argv, stdout=subprocess.DEVNULL)
    try:
        time.sleep(1)
        db = client(port, socket_timeout=3)
        db.set("text", "abc")
        call = db.execute_command
        yield "push", BAD_TYPE, lambda: db.lpush("text", 1)
        yield "increment", BAD_VALUE, lambda: db.incr("text")
        yield "set", BAD_INPUT, lambda: call("SET", "a")
        yield "set", BAD_SYNTAX, lambda: call("SET", "a", 1, "FROB")
        yield "run", UNSUPPORTED, lambda: call("FROB", "a")
        yield "run", MISSING, lambda: db.evalsha("0" * 40, 0)
        yield "run", BAD_SYNTAX, lambda: db.eval("return (", 0)
        yield "rename", MISSING, lambda: db.rename("gone", "x")
        yield "read_list", BAD_INDEX, lambda: db.rpush("list", 1) and db.lset("list", 9, 1)
        yield "select", BAD_INPUT, lambda: call("SELECT", 99)
        yield "expire", BAD_INPUT, lambda: call("SETEX", "a", -1, "b")
        yield "add", CONFLICT, lambda: db.xadd("log", {"a": 1}, id="5-1") and db.xadd("log", {"a": 1}, id="4-1")
        yield "group", CONFLICT, lambda: [db.xgroup_create("log", "g") for _ in range(2)]
        yield "group", MISSING, lambda: db.xreadgroup("nobody", "me", {"log": ">"})
        call("ACL", "SETUSER", "clerk", "on", ">pw", "~*", "+ping")
        yield "get", DENIED, lambda: client(port, username="clerk", password="pw").get("text")
        yield "get", DENIED, lambda: client(port, username="clerk", password="wrong").get("text")
        call("CONFIG", "SET", "busy-reply-threshold", "50")
        busy = "local i = 0 while i < 3e7 do i = i + 1 end"
        stuck = threading.Thread(target=db.eval, args=(busy, 0), daemon=True)
        stuck.start()
        time.sleep(0.2)
        yield "get", BUSY, lambda: client(port, socket_timeout=3).get("text")
        stuck.join()
        call("CONFIG", "SET", "maxmemory", "1")
        yield "set", EXHAUSTED, lambda: db.set("b", 1)
        call("CONFIG", "SET", "maxmemory", "0")
        crowd = [client(port) for _ in range(6)]
        yield "get", BUSY, lambda: [each.ping() for each in crowd]
        for each in crowd:
            each.close()
        call("REPLICAOF", "127.0.0.1", str(refused_port()))
        yield "set", DENIED, lambda: db.set("b", 1)
        call("CONFIG", "SET", "replica-serve-stale-data", "no")
        yield "get", BUSY, lambda: db.get("text")
        call("REPLICAOF", "NO", "ONE")
        call("CONFIG", "SET", "requirepass", "pw")
        yield "get", DENIED, lambda: client(port).get("text")
    finally:
        server.kill()
        server.wait()


@suite("pymongo", "pymongo")
def pymongo_cases(tmp: Path) -> Iterator[Case]:
    import bson
    import pymongo
    from bson.objectid import ObjectId

    def client(port: int) -> Any:
        return pymongo.MongoClient("127.0.0.1", port, serverSelectionTimeoutMS=300, connectTimeoutMS=200, socketTimeoutMS=200)

    down = client(refused_port())
    yield "query", REFUSED, lambda: down.shop.item.find_one()
    yield "query", NOT_CONNECTED_IN_TIME, lambda: client(full_port()).shop.item.find_one()
    yield "query", NOT_CONNECTED_IN_TIME, lambda: client(tcp(silent)).shop.item.find_one()
    yield "query", REFUSED, lambda: client(tcp(resets)).shop.item.insert_one({"a": 1})
    yield (
        "connect",
        NO_SUCH_HOST,
        lambda: pymongo.MongoClient("nowhere.invalid", serverSelectionTimeoutMS=200).admin.command("ping"),
    )
    yield "connect", BAD_INPUT, lambda: pymongo.MongoClient("mongo://x")
    yield "connect", BAD_INPUT, lambda: pymongo.MongoClient("mongodb://u:p@s@127.0.0.1")
    yield "query", BAD_INPUT, lambda: down["a b"]
    yield "query", BAD_INPUT, lambda: down.shop["$x"]
    yield "query", BAD_TYPE, lambda: down.shop.item.insert_one([1])
    yield "query", BAD_VALUE, lambda: down.shop.item.update_one({}, {"a": 1})
    yield "query", BAD_INPUT, lambda: down.shop.item.bulk_write([])
    yield "query", BAD_INPUT, lambda: bson.encode({"a": object()})
    yield "query", BAD_INPUT, lambda: bson.encode({"a": 2**70})
    yield "query", BAD_INPUT, lambda: ObjectId("xyz")
    yield "query", BAD_INPUT, lambda: bson.decode(b"garbage!")
    closed = client(refused_port())
    closed.close()
    yield "query", CONFLICT, lambda: closed.shop.item.find_one()
