"""The cases, one module per family of libraries; importing this declares them all in `SUITES`."""

from . import (
    browser,
    cluster,
    commands,
    databases,
    documents,
    files,
    http,
    models,
    network,
    parsers,
    python,
    remote,
    science,
    stores,
)
from .common import SUITES

__all__ = [
    "SUITES",
    "browser",
    "cluster",
    "commands",
    "databases",
    "documents",
    "files",
    "http",
    "models",
    "network",
    "parsers",
    "python",
    "remote",
    "science",
    "stores",
]
