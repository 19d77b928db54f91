"""The one form of a run's id: it names rows, folders and files, and comes from people and journals alike."""

from __future__ import annotations

import re

from ..errors import TaskError

TAKEN = ("last",)
"""Words that commands take in place of an id."""
_FORM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


def check_run_id(id: str) -> str:
    """The id, if it has the form; TaskError names what is valid."""
    id = str(id)
    if not _FORM.fullmatch(id) or id.lower() in TAKEN:
        found = ascii(id if len(id) <= 60 else f"{id[:60]}…")
        raise TaskError(
            f"run id {found}; valid: up to 100 letters, digits, '_' and '-', beginning with a letter or a digit, but not 'last'"
        )
    return id
