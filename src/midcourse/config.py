"""What the environment, `.env` and `midcourse.toml` say; the only file that reads them."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from .core.errors import TaskError, choices
from .core.settings import Settings
from .settings_text import override

HOME = "MIDCOURSE_HOME"
PREFIX = "MIDCOURSE_"
SECRET_PREFIX = "MIDCOURSE_SECRET_"
BARE = ("auto_replanning_", "enable_auto_")
"""Settings that are called the same in the environment, without a prefix."""
DOTENV, FILE = ".env", "midcourse.toml"


def home() -> Path:
    """The folder of journals, blobs and results: $MIDCOURSE_HOME, else `.midcourse` here."""
    return Path(os.environ.get(HOME) or ".midcourse")


def secrets() -> dict[str, str]:
    """Name -> value of every $MIDCOURSE_SECRET_NAME."""
    return {k.removeprefix(SECRET_PREFIX): v for k, v in os.environ.items() if k.startswith(SECRET_PREFIX)}


class Loaded(NamedTuple):
    """Settings, and where each comes from."""

    settings: Settings
    sources: dict[str, str]
    """Setting -> `environment AUTO_…`, `.env`, `midcourse.toml` or `default`."""


def variable(name: str) -> str:
    """What a setting is called in the environment."""
    return name.upper() if name.startswith(BARE) else f"{PREFIX}{name.upper()}"


def load_settings(folder: str | Path = ".") -> Loaded:
    """The settings of this place: the environment over `.env` over `midcourse.toml` over the defaults."""
    folder = Path(folder)
    settings, sources = Settings(), {field.name: "default" for field in msgspec.structs.fields(Settings)}
    for source, values in _sources(folder):
        try:
            settings = override(settings, values)
        except TaskError as error:
            raise TaskError(f"{source}: {error}") from None
        for name in values:
            sources[name] = f"{source} {variable(name)}" if source == "environment" else source
    return Loaded(settings, sources)


def _sources(folder: Path) -> list[tuple[str, dict[str, str]]]:
    """(source, settings as text) from the weakest to the strongest."""
    # Loaded here: a program that brings its own settings does without them.
    from pydantic import Field, create_model
    from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource, TomlConfigSettingsSource

    fields: dict[str, Any] = {
        name: (str | None, Field(None, validation_alias=variable(name)))
        for name in (field.name for field in msgspec.structs.fields(Settings))
    }
    model = create_model("Sources", __base__=BaseSettings, **fields)
    dotenv, file = folder / DOTENV, folder / FILE
    _no_strangers("environment", os.environ)
    said = DotEnvSettingsSource(model, env_file=dotenv, env_file_encoding="utf-8")
    _no_strangers(str(dotenv), {name.upper(): value or "" for name, value in said.env_vars.items()})
    try:
        written = dict(TomlConfigSettingsSource(model, toml_file=file).toml_data) if file.is_file() else {}
    except (ValueError, OSError) as error:
        raise TaskError(f"{file}: not TOML: {error}") from None
    return [
        (FILE, {name: _text(value) for name, value in written.items()}),
        (DOTENV, _only_ours(said())),
        ("environment", _only_ours(EnvSettingsSource(model, case_sensitive=False)())),
    ]


def _only_ours(found: Mapping[str, Any]) -> dict[str, str]:
    """Name -> text; a plain `every=5` of some other program is not ours."""
    names = {variable(field.name): field.name for field in msgspec.structs.fields(Settings)}
    return {names[name]: str(value) for name, value in found.items() if name in names and value is not None}


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _no_strangers(where: str, given: Mapping[str, str]) -> None:
    """A misspelt setting is an error: ignored, it would guard nothing."""
    known = {variable(field.name) for field in msgspec.structs.fields(Settings)}
    for name in given:
        ours = name.startswith((PREFIX, "AUTO_REPLAN", "ENABLE_AUTO_REPLAN", "ENABLE_AUTOREPLAN"))
        if ours and name not in known and name != HOME and not name.startswith(SECRET_PREFIX):
            raise TaskError(f"{where}: no setting {name}; {choices(name, known)}")
