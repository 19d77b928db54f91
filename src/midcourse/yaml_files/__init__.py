"""YAML as people write it into task files, rules and scenes: the one loader and writer. A key that is given twice is an error."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple, cast

import yaml

from ..core.errors import TaskError
from ..plain_files import open_plain
from .nodes import check_nodes

TWICE = "is given twice"
LARGEST = 1_000_000
"""Bytes of a file that are read."""
LONGEST_NUMBER = 1000
"""Signs of a number that is read as one: a longer one cannot be put in words again, or takes its time."""
NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")


class OnceLoader(yaml.SafeLoader):
    """Plain values only, and each key of a mapping once."""

    def construct_object(self, node: Any, deep: bool = False) -> Any:
        """One value; MarkedYAMLError with the place where the text is not what it is said or seems to be, as in `!!int x`."""
        if node.tag in NUMBERS and isinstance(node, yaml.ScalarNode) and len(str(node.value)) > LONGEST_NUMBER:
            raise _misread(node, f"a number has {LONGEST_NUMBER:,} signs at most; put quotes around a text")
        try:
            return cast("Any", super().construct_object(node, deep))  # pyright: ignore[reportUnknownMemberType]
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            kind = str(node.tag).rpartition(":")[2]
            why = f" ({error})" if isinstance(error, ValueError) else ""  # the others speak of the loader, not of the text
            raise _misread(node, f"{str(node.value)[:60]!r} is no {kind}{why}") from None

    def compose_mapping_node(self, anchor: Any) -> Any:
        """A mapping whose keys differ."""
        node = cast("Any", super().compose_mapping_node(anchor))  # pyright: ignore[reportUnknownMemberType]
        first: dict[tuple[str, str], Any] = {}
        for key in (key for key, _ in node.value if isinstance(key, yaml.ScalarNode)):
            before = first.setdefault((key.tag, str(key.value)), key)
            if before is not key:
                text = f"{str(key.value)!r} {TWICE}, first in line {before.start_mark.line + 1}"
                raise yaml.MarkedYAMLError(problem=text, problem_mark=key.start_mark)
        return node


def _misread(node: Any, problem: str) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=problem, problem_mark=node.start_mark)


class Written(NamedTuple):
    """What a YAML text says, and where."""

    node: Any
    """The tree with the place of everything; None for an empty text."""
    data: Any
    """What it says, as plain values."""


def read_text(path: Path, what: str) -> str:
    """The text of a file; TaskError with what it should be, if it cannot be read."""
    try:
        with open_plain(path) as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise TaskError(f"{path} is larger than {LARGEST:,} bytes: too large for {what}")
        return data.decode("utf-8")
    except OSError as error:
        raise TaskError(f"cannot read {what} {path}: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise TaskError(f"{path}:{line}: not UTF-8 text (byte {error.start})") from None


def read_yaml(text: str, where: str, loader: type[OnceLoader] = OnceLoader) -> Written:
    """What a text says; TaskError with the line of what is wrong in it."""
    try:
        return _read(text, loader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        problem = error.problem or str(error)
        raise TaskError(f"{where}:{line}: {'' if TWICE in problem else 'not YAML: '}{problem}") from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise TaskError(f"{where}:{line}: not YAML: {error.reason} (U+{error.character:04X})") from None
    except (yaml.YAMLError, ValueError) as error:
        raise TaskError(f"{where}:1: not YAML: {' '.join(str(error).split())}") from None


def as_yaml(data: Any) -> str:
    """Plain values as people read them: in the order given, letters of every language as they are."""
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=110)


def _read(text: str, loader: type[OnceLoader]) -> Written:
    reader = loader(text)
    try:
        node = cast("Any", reader.get_single_node())
        check_nodes(node)
        return Written(node, cast("Any", reader.construct_document(node)) if node is not None else None)  # pyright: ignore
    except RecursionError:
        raise yaml.MarkedYAMLError(problem="nested too deeply", problem_mark=reader.get_mark()) from None  # pyright: ignore
    finally:
        reader.dispose()  # pyright: ignore[reportUnknownMemberType]
