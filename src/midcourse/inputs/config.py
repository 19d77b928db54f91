"""What the environment, `.env` and `midcourse.toml` say; the only file that reads them."""

from __future__ import annotations

import io
import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

from ..core.errors import TaskError, choices
from ..core.people.loosening import loose_settings
from ..core.run.groups import field_places, flat
from ..core.run.settings import MOST, Settings
from ..plain_files import check_plain
from ..private import has_accepted, keep_accepted
from .settings_text import override

HOME = "MIDCOURSE_HOME"
STORE = "MIDCOURSE_STORE"
PREFIX = "MIDCOURSE_"
SECRET_PREFIX = "MIDCOURSE_SECRET_"
BARE = ("auto_replanning_", "enable_auto_")
"""Settings that are called the same in the environment, without a prefix."""
DOTENV, FILE = ".env", "midcourse.toml"


def home() -> Path:
    """The folder of journals, blobs and results: $MIDCOURSE_HOME, else `.midcourse` here."""
    return Path(os.environ.get(HOME) or ".midcourse")


def is_home_named() -> bool:
    """Whether the person says where the home is: one that just lies here may be of others."""
    return bool(os.environ.get(HOME))


def own_folder() -> Path:
    """The folder of the person who runs it, outside of any checkout: `.midcourse` in the home directory."""
    return Path.home() / ".midcourse"


def store() -> str:
    """The name of the store that keeps the runs: $MIDCOURSE_STORE, else the SQLite file of the home."""
    return os.environ.get(STORE) or "sqlite:"


def has_display() -> bool:
    """Whether a window can be opened."""
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def secrets() -> dict[str, str]:
    """Name -> value of every $MIDCOURSE_SECRET_NAME."""
    return {k.removeprefix(SECRET_PREFIX): v for k, v in os.environ.items() if k.startswith(SECRET_PREFIX)}


class Loaded(NamedTuple):
    """Settings, and where each comes from."""

    settings: Settings
    sources: dict[str, str]
    """Setting -> `environment AUTO_…`, `.env`, `midcourse.toml` or `default`."""
    note: str = ""
    """Which file lets people be asked less than usual, and whether that counts; '' if none does."""


def variable(name: str) -> str:
    """What a setting is called in the environment."""
    return name.upper() if name.startswith(BARE) else f"{PREFIX}{name.upper()}"


def load_settings(folder: str | Path = ".") -> Loaded:
    """The settings of this place: the environment over `.env` over `midcourse.toml` over the defaults.

    The files may come with a checkout: where they let people be asked less than usual, that counts once a person has accepted it.
    """
    folder = Path(folder)
    settings, sources = Settings(), dict.fromkeys(field_places(Settings), "default")
    notes: list[str] = []
    for source, values in _sources(folder):
        loose = {} if source == "environment" else _loose(source, values)
        if loose:
            path = folder / source
            counts = _is_own(folder) or has_accepted(own_folder(), _content(path, loose))
            values = values if counts else {name: value for name, value in values.items() if name not in loose}
            notes += [] if _is_own(folder) else [_told(path, loose, counts)]
        settings = _over(settings, source, values)
        for name in values:
            sources[name] = f"{source} {variable(name)}" if source == "environment" else source
    return Loaded(settings, sources, "; ".join(notes))


def accept_settings(path: Path) -> str:
    """Keep that a person accepts what `.env` or `midcourse.toml` says now about asking people less; what it is, in words."""
    values = dict(_sources(path.parent)).get(path.name, {})
    loose = _loose(path.name, values)
    if not loose:
        return f"{path} asks people no less than usual: it counts as it is"
    keep_accepted(own_folder(), _content(path, loose), path)
    return f"accepted {path}, which asks people less than usual ({_written(loose)}); when that changes, it must be accepted again"


def _over(settings: Settings, source: str, values: Mapping[str, str]) -> Settings:
    try:
        return override(settings, values)
    except TaskError as error:
        raise TaskError(f"{source}: {error}") from None


def _loose(source: str, values: Mapping[str, str]) -> dict[str, str]:
    """Those among the settings by which people are asked less than usual."""
    usual = Settings()
    return {name: values[name] for name in loose_settings(flat(_over(usual, source, values)), flat(usual))}


def _is_own(folder: Path) -> bool:
    """Whether the folder is the person's own, and no checkout."""
    return folder.resolve() in (own_folder().resolve(), own_folder().parent.resolve())


def _content(path: Path, loose: Mapping[str, str]) -> str:
    """What is accepted: these settings, in this file."""
    return f"{path.resolve()}: {_written(loose)}"


def _told(path: Path, loose: Mapping[str, str], counts: bool) -> str:
    how = "as was accepted" if counts else f"which counts once you accept it with: midcourse approvals accept-rules {path}"
    return f"{path} asks people less than usual ({_written(loose)}), {how}"


def _written(loose: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in loose.items())


def _sources(folder: Path) -> list[tuple[str, dict[str, str]]]:
    """(source, settings as text) from the weakest to the strongest."""
    # Loaded here: a program that brings its own settings does without them.
    from pydantic import Field, create_model
    from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, TomlConfigSettingsSource

    fields: dict[str, Any] = {name: (str | None, Field(None, validation_alias=variable(name))) for name in field_places(Settings)}
    model = create_model("Sources", __base__=BaseSettings, **fields)
    dotenv, file = folder / DOTENV, folder / FILE
    _no_strangers("environment", os.environ)
    _check_dotenv(dotenv)
    said = DotEnvSettingsSource(model, env_file=dotenv, env_file_encoding="utf-8-sig")
    if file.exists() and not file.is_file():
        raise TaskError(f"{file} is no file")
    try:
        written = dict(TomlConfigSettingsSource(model, toml_file=file).toml_data) if file.is_file() else {}
    except (ValueError, OSError, RecursionError) as error:
        raise TaskError(f"{file}: not TOML: {error}") from None
    return [
        (FILE, {name: _text(value) for name, value in written.items()}),
        (DOTENV, _only_ours(said())),
        ("environment", _only_ours(EnvSettingsSource(model, case_sensitive=False)())),
    ]


def _only_ours(found: Mapping[str, Any]) -> dict[str, str]:
    """Name -> text; a plain `every=5` of some other program is not ours."""
    names = {variable(name): name for name in field_places(Settings)}
    return {names[name]: str(value) for name, value in found.items() if name in names and value is not None}


def _text(value: object) -> str:
    if isinstance(value, int) and abs(value) > MOST:
        return hex(value)  # Python writes no number of any length in another way
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_dotenv(path: Path) -> None:
    """Lines of `.env` that speak of us must be read, and must belong there."""
    if not path.exists():
        return
    from dotenv import dotenv_values

    try:
        check_plain(path)
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise TaskError(f"cannot read {path} as UTF-8 text: {error}") from None
    values = dotenv_values(stream=io.StringIO(text), interpolate=False)
    for number, line in enumerate(text.splitlines(), 1):
        found = re.match(r"\s*(?:export\s+|set\s+)?((?:MIDCOURSE_|AUTO_?REPLAN|ENABLE_AUTO)\w*)", line, re.IGNORECASE)
        if found and values.get(found[1]) is None:
            raise TaskError(f"{path}:{number}: {found[1]} is not set by this line; write {found[1]}=VALUE")
        if found and "${" in line:  # it would read the environment, and what is secret in it
            raise TaskError(f"{path}:{number}: {found[1]} names another variable; write its value")
        if found and found[1].upper().startswith((SECRET_PREFIX, HOME, STORE)):
            raise TaskError(f"{path}:{number}: {found[1]} is read from the environment alone; export it there")
    _no_strangers(str(path), {name: value or "" for name, value in values.items()})


def _no_strangers(where: str, given: Mapping[str, str]) -> None:
    """A misspelt setting is an error: ignored, it would guard nothing."""
    known = set(map(variable, field_places(Settings)))
    family = [name for name in known if not name.startswith(PREFIX)]
    for name in map(str.upper, given):
        ours = name.startswith((PREFIX, "AUTO_REPLAN", "AUTOREPLAN", "ENABLE_AUTO")) or get_close_matches(name, family, 1, 0.85)
        if ours and name not in known and name not in (HOME, STORE) and not name.startswith(SECRET_PREFIX):
            raise TaskError(f"{where}: no setting {name}; {choices(name, known)}")
