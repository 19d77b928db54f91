"""A world from a Python file (`world.py`, `world.py:name`) or from a module (`package.module`, `package.module:name`)."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from ..core.errors import MidcourseError, TaskError, choices
from ..core.protocols import World
from .tools import as_world


def from_words(words: str, base: Path, keep: Path | None) -> World:
    """What is called `world` there, or has the name after the colon, or the functions themselves."""
    module, _, name = words.partition(":")
    found = _load_file(base / module) if module.endswith(".py") else _load_module(module)
    there = vars(found)
    if name and name not in there:
        raise TaskError(f"{module} has no {name!r}; {choices(name, (n for n in there if not n.startswith('_')))}")
    made: object = there[name] if name else there.get("world", found)
    if isinstance(made, type) or (callable(made) and not isinstance(made, World)):
        with _told(f"the world {words} cannot be made"):
            made = made()
    return as_world(made)


@contextmanager
def _told(what: str) -> Generator[None]:
    """Whatever code of others raises is told in one line."""
    try:
        yield
    except (MidcourseError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise TaskError(f"{what}: {type(error).__name__}: {error}") from error


def _load_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise TaskError(f"no world file {path}")
    name = f"midcourse_world_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent.resolve()))
    try:
        with _told(f"the world file {path} cannot be loaded"):
            spec.loader.exec_module(module)
    finally:
        sys.path.pop(0)
    return module


def _load_module(name: str) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise TaskError(f"no world {name!r}: it is neither a Python file nor a module; give world.py, or package.module:name")
    with _told(f"the world {name} cannot be loaded"):
        try:
            return importlib.import_module(name)
        except ImportError as error:
            raise TaskError(f"no world {name!r}: {error}; give a Python file such as world.py, or package.module:name") from None
