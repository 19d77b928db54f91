"""Meaning as vectors, where wordllama is installed: `pip install 'midcourse[lessons]'`. Its weights are in its wheel."""

# pyright: reportMissingImports=false, reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false, reportMissingTypeStubs=false

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from .lessons import Embed, Nearest

ENOUGH = 0.6
"""From this likeness on two situations may be the same in other words."""


def load() -> tuple[Embed, Nearest] | None:
    """The two functions that lessons need, or None where nothing is installed."""
    return (embed, nearest) if is_installed() else None


def is_installed() -> bool:
    """Whether meanings can be compared here."""
    return find_spec("wordllama") is not None


@lru_cache(maxsize=1)
def _model() -> Any:
    import wordllama

    home = Path(str(wordllama.__file__)).parent
    return wordllama.WordLlama.load(cache_dir=home, disable_download=True)


@lru_cache(maxsize=4096)
def embed(text: str) -> bytes:
    """The text's meaning, of length one."""
    import numpy as np

    vector = np.asarray(_model().embed([text])[0], dtype=np.float32)
    return (vector / (np.linalg.norm(vector) or 1.0)).tobytes()


def alike(text: str, others: Sequence[str]) -> list[float]:
    """How alike in meaning a text is to each of the others; texts that share no word may be."""
    import numpy as np

    if not others:
        return []
    matrix = np.frombuffer(b"".join(map(embed, others)), dtype=np.float32).reshape(len(others), -1)
    return [float(likeness) for likeness in matrix @ np.frombuffer(embed(text), dtype=np.float32)]


def nearest(wanted: bytes, kept: Sequence[tuple[int, bytes]], most: int) -> list[tuple[int, float]]:
    """The nearest, the very nearest first; none that is not near enough."""
    import numpy as np

    if not kept:
        return []
    matrix = np.frombuffer(b"".join(vector for _, vector in kept), dtype=np.float32).reshape(len(kept), -1)
    likeness = matrix @ np.frombuffer(wanted, dtype=np.float32)
    order = np.argsort(-likeness)[:most]
    return [(kept[i][0], float(likeness[i])) for i in order if likeness[i] >= ENOUGH]
