"""Formats and schemas: json, tomllib, yaml, csv, xml, lxml, pydantic, jsonschema, msgspec, jinja2."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import partial
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
    BUG_TYPE,
    DENIED,
    MISSING,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_NAME,
)


@suite("json")
def json_cases(tmp: Path) -> Iterator[Case]:
    for text in ("", "{", '{"a": 1,}', "{'a': 1}", '{"a" 1}', "[1 2]", '{"a": 1} x', '"abc', '"\\q"', "nope", '{"a": "\n"}'):
        yield "parse", BAD_SYNTAX, partial(json.loads, text)
    yield "parse", BAD_TYPE, lambda: json.loads(None)  # type: ignore[arg-type]
    yield "write", BAD_TYPE, lambda: json.dumps({"a": object()})
    yield "write", BAD_TYPE, lambda: json.dumps({(1, 2): 3})
    ring: list[Any] = []
    ring.append(ring)
    yield "write", BAD_VALUE, lambda: json.dumps(ring)
    yield "write", BAD_VALUE, lambda: json.dumps(float("nan"), allow_nan=False)


@suite("tomllib")
def tomllib_cases(tmp: Path) -> Iterator[Case]:
    import tomllib

    for text in (
        "a",
        "a = ",
        "a = 1\na = 2",
        "[a\n",
        "a = [1, 2",
        'a = "x',
        "a = 2024-99-99",
        "a = 01",
        "[a]\n[a]",
        "a.b = 1\na = 2",
    ):
        yield "parse", BAD_SYNTAX, partial(tomllib.loads, text)
    yield "parse", BAD_TYPE, lambda: tomllib.load(io.StringIO("a = 1"))  # type: ignore[arg-type]


@suite("yaml", "yaml")
def yaml_cases(tmp: Path) -> Iterator[Case]:
    import yaml

    for text in (
        "a: [1",
        "a: b: c",
        "a:\n\t- b",
        "'abc",
        "{a: 1",
        "*x",
        "a: 1\n b: 2",
        "%frob",
        "!!python/object:os.system {}",
        "@a",
    ):
        yield "parse", BAD_SYNTAX, partial(yaml.safe_load, text)
    yield "parse", BAD_INPUT, lambda: yaml.safe_load("a: 1\n---\nb: 2")
    yield "parse", BAD_INPUT, lambda: yaml.safe_load(b"\xff\xfe\xfa")
    yield "parse", BAD_TYPE, lambda: yaml.safe_load("{[1]: 2}: 3")
    yield "write", BAD_TYPE, lambda: yaml.safe_dump(object())


@suite("csv")
def csv_cases(tmp: Path) -> Iterator[Case]:
    import csv

    yield "write", UNKNOWN_NAME, lambda: csv.DictWriter(io.StringIO(), ["a"]).writerow({"b": 1})
    yield "read", BAD_INPUT, lambda: list(csv.reader(["x" * 200000]))
    yield "read", BAD_SYNTAX, lambda: list(csv.reader(['"a"b'], strict=True))
    yield "read", BAD_SYNTAX, lambda: list(csv.reader(['"abc'], strict=True))
    yield "read", BAD_TYPE, lambda: csv.reader(["a"], delimiter="::")
    yield "read", UNKNOWN_NAME, lambda: csv.reader(["a"], dialect="frob")
    yield "read", BAD_TYPE, lambda: list(csv.reader([b"a,b"]))  # type: ignore[list-item]
    yield "read", BAD_INPUT, lambda: csv.Sniffer().sniff("")
    yield "write", BAD_INPUT, lambda: csv.writer(io.StringIO(), quoting=csv.QUOTE_NONE).writerow(["a,b"])
    yield "write", BAD_TYPE, lambda: csv.writer(io.StringIO()).writerow(3)  # type: ignore[arg-type]


@suite("xml")
def xml_cases(tmp: Path) -> Iterator[Case]:
    from xml.etree import ElementTree as Tree

    for text in (
        "",
        "<a>",
        "<a></b>",
        "<a b=1/>",
        "<a>&frob;</a>",
        "<a/><b/>",
        "text",
        "<a b='1' b='2'/>",
        "<x:a/>",
        "<a>\x01</a>",
    ):
        yield "parse", BAD_SYNTAX, partial(Tree.fromstring, text)
    yield "parse", MISSING, lambda: Tree.parse(tmp / "gone.xml")
    yield "find", BUG_TYPE, lambda: Tree.fromstring("<a/>").find("b[")
    yield "find", BAD_SYNTAX, lambda: Tree.fromstring("<a/>").find("/b")
    yield "find", BUG_ATTRIBUTE, lambda: Tree.fromstring("<a/>").find("b").text  # pyright: ignore[reportOptionalMemberAccess]  # the mistake is the case


@suite("lxml", "lxml")
def lxml_cases(tmp: Path) -> Iterator[Case]:
    from lxml import etree, html

    tree = etree.fromstring("<a><b/></a>")
    for text in ("", "<a>", "<a></b>", "<a b=1/>", "<a>&frob;</a>", "<a/><b/>", "text"):
        yield "parse", BAD_SYNTAX, partial(etree.fromstring, text)
    for path in ("//b[", "frob(b)", "//x:b", "$v"):
        yield "find", BAD_SYNTAX, partial(tree.xpath, path)
    yield "parse", MISSING, lambda: etree.parse(str(tmp / "gone.xml"))
    yield "parse", BAD_INPUT, lambda: html.fromstring("")
    yield "find", BUG_ATTRIBUTE, lambda: tree.find("c").text
    yield "find", BAD_INDEX, lambda: tree.xpath("//c")[0]
    yield "edit", BAD_TYPE, lambda: etree.SubElement(tree, "b").set("k", 3)
    yield "edit", BAD_VALUE, lambda: etree.Element("a b")
    yield "validate", BAD_INPUT, lambda: etree.DTD(io.StringIO("<!ELEMENT a (c)>")).assertValid(tree)


@suite("pydantic", "pydantic")
def pydantic_cases(tmp: Path) -> Iterator[Case]:
    import pydantic

    values: list[tuple[Any, Any]] = [
        (int, "abc"), (int, None), (int, 1.5), (float, "x"), (bool, "perhaps"), (list[int], 3), (dict[str, int], []),
        (pydantic.AnyUrl, "nope"), (tuple[int, int], (1,)), (str, 3),
    ]  # fmt: skip
    for kind, value in values:
        yield "call_tool", BAD_INPUT, partial(pydantic.TypeAdapter(kind).validate_python, value)
    move = pydantic.create_model("Move", __config__={"extra": "forbid"}, x=(float, pydantic.Field(ge=0, le=1)), to=(str, ...))
    for arguments in ({}, {"x": 5, "to": "a"}, {"x": 0.5, "to": "a", "speed": 2}, {"x": "far", "to": None}):
        yield "call_tool", BAD_INPUT, partial(move, **arguments)
    yield "call_tool", BAD_SYNTAX, lambda: move.model_validate_json('{"x": ')
    yield "call_tool", UNKNOWN_ATTRIBUTE, lambda: move(x=0.5, to="a").speed  # pyright: ignore[reportAttributeAccessIssue]  # the mistake is the case


@suite("jsonschema", "jsonschema")
def jsonschema_cases(tmp: Path) -> Iterator[Case]:
    import jsonschema

    for value, schema in (
        ("a", {"type": "integer"}),
        ({}, {"required": ["path"]}),
        ({"b": 1}, {"additionalProperties": False}),
        (7, {"maximum": 5}),
        ("red", {"enum": ["blue", "green"]}),
        ("abc", {"pattern": "^[0-9]+$"}),
        ([], {"minItems": 1}),
        ("abcdef", {"maxLength": 3}),
        ([1, 1], {"uniqueItems": True}),
        (3, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        (3, {"const": 4}),
        (3, {"not": {"type": "integer"}}),
        (5, {"multipleOf": 2}),
        (3, {"type": "frob"}),
        (3, {"$ref": "#/definitions/gone"}),
    ):
        yield "call_tool", BAD_INPUT, partial(jsonschema.validate, value, schema)


@suite("msgspec", "msgspec")
def msgspec_cases(tmp: Path) -> Iterator[Case]:
    import msgspec

    move = msgspec.defstruct("Move", [("x", float), ("to", str)], forbid_unknown_fields=True)
    for text in (b"{}", b'{"x": "far", "to": "a"}', b'{"x": 1, "to": "a", "y": 2}', b"[]"):
        yield "call_tool", BAD_INPUT, partial(msgspec.json.decode, text, type=move)
    for text in (b"{", b'{"a": }', b"", b"nope", b'{"a": 1} x'):
        yield "parse", BAD_SYNTAX, partial(msgspec.json.decode, text)
    yield "write", BAD_TYPE, lambda: msgspec.json.encode(object())
    yield "parse", BAD_INPUT, lambda: msgspec.msgpack.decode(b"\x93\x01")
    yield "call_tool", BAD_INPUT, lambda: msgspec.convert("x", int)
    yield "call_tool", BAD_TYPE, lambda: move(x=1.0)


@suite("jinja2", "jinja2")
def jinja2_cases(tmp: Path) -> Iterator[Case]:
    import jinja2
    import jinja2.sandbox

    strict = jinja2.Environment(undefined=jinja2.StrictUndefined, loader=jinja2.FileSystemLoader(tmp))
    for text in (
        "{{ a",
        "{% if %}",
        "{% for x in y %}",
        "{% frob %}",
        "{{ a | frob }}",
        "{{ 1 + }}",
        "{% endif %}",
        "{{ a..b }}",
    ):
        yield "render", BAD_SYNTAX, partial(strict.from_string, text)
    yield "render", BAD_INPUT, lambda: strict.from_string("{{ name }}").render()
    yield "render", BAD_INPUT, lambda: strict.from_string("{{ a.b.c }}").render(a={})
    yield "render", MISSING, lambda: strict.get_template("gone.html")
    yield "render", BAD_TYPE, lambda: strict.from_string("{{ a + 1 }}").render(a="x")
    yield "render", BAD_VALUE, lambda: strict.from_string("{{ 1 / a }}").render(a=0)
    yield "render", DENIED, lambda: jinja2.sandbox.SandboxedEnvironment().from_string("{{ ''.__class__.mro() }}").render()
