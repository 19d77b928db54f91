"""The words by which a goal, a label or an address says that something is made or changed."""

from __future__ import annotations

from .language import stem

CREATING = frozenset(stem(word) for word in ("add", "new", "create", "insert"))
CHANGING = frozenset(stem(word) for word in ("edit", "change", "modify", "update", "rename"))
