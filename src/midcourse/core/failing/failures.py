"""Kinds of failure, and the ladder: what is tried for each, in order."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Literal as Choice

Kind = Choice["transient", "uncertain", "changed", "underspecified", "structural", "denied", "environment", "unexpected"]


class Remedy(StrEnum):
    """One rung. Each is a small function of the policy, named alike."""

    RETRY = "retry"
    """The same again, after a pause; only if it did not happen or may happen twice."""
    REBIND = "rebind"
    """The same on the target that is now what the old one was."""
    REENTER = "re-enter"
    """Another place of the same plan, where it still holds."""
    REPLAN = "replan"
    """Another plan that does not contain the failed act."""
    ASK = "ask"
    """A person must mend it: planning cannot."""


LADDER: dict[Kind, tuple[Remedy, ...]] = {
    "transient": (Remedy.RETRY, Remedy.REBIND, Remedy.REENTER, Remedy.REPLAN),
    "uncertain": (Remedy.RETRY, Remedy.REENTER, Remedy.REPLAN),
    "changed": (Remedy.REBIND, Remedy.REENTER, Remedy.REPLAN),
    "underspecified": (Remedy.REPLAN,),
    "structural": (Remedy.REENTER, Remedy.REPLAN),
    "denied": (Remedy.REPLAN,),
    "environment": (Remedy.ASK,),
    # Nobody said what it was: once more, since most such failures pass; then as if the world had changed.
    "unexpected": (Remedy.RETRY, Remedy.REENTER, Remedy.REPLAN),
}

PASSING: tuple[Kind, ...] = ("transient", "uncertain", "unexpected")
"""Failures that may pass by themselves."""

UNSEEN_EFFECTS = ("no_effect", "partial_effect")
"""Reasons of failures of acts that answered well."""

ERROR_VALUE = "error_value"
"""The reason of an act whose answer says that it did not work."""

KIND_OF_REASON: dict[str, Kind] = {
    "ambiguous_object": "underspecified",
    "bad_arguments": "underspecified",
    "busy": "transient",
    "collision": "changed",
    "connection": "transient",
    "connection_aborted": "transient",
    "connection_refused": "transient",
    "connection_reset": "transient",
    "database_gone": "environment",
    "denied": "denied",
    "disk_full": "environment",
    "does_not_exist": "structural",
    "dropped": "changed",
    ERROR_VALUE: "transient",
    "file_exists": "changed",
    "file_not_found": "changed",
    "forbidden": "denied",
    "grasp_slipped": "transient",
    "impossible": "structural",
    "interrupted": "uncertain",
    "locked": "transient",
    "missing_dependency": "underspecified",
    "needs_not_met": "changed",
    "no_display": "environment",
    "no_effect": "transient",
    "no_grasp": "structural",
    "not_found": "changed",
    "not_implemented": "structural",
    "object_not_found": "changed",
    "partial_effect": "changed",
    "permission": "denied",
    "permission_denied": "denied",
    "plan_timeout": "changed",
    "rate_limited": "transient",
    "stale_target": "changed",
    "target_not_found": "changed",
    "timeout": "uncertain",
    "unreadable_answer": "uncertain",
    "unavailable": "transient",
    "unknown_skill": "underspecified",
    "unreachable": "structural",
    "unsupported": "structural",
    "verification_failed": "transient",
}

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")


def kind_of(reason: str, said: str = "") -> Kind:
    """The kind of a failure: what the world said, else what the reason means, else unexpected."""
    if said in LADDER:
        return said
    return KIND_OF_REASON.get(reason, "unexpected")


def slug(exception_name: str) -> str:
    """`FileNotFoundError` -> `file_not_found`."""
    name = exception_name.removesuffix("Error").removesuffix("Exception") or exception_name
    return _CAMEL.sub("_", name).lower()


def qualified(error: BaseException) -> str:
    """The type of an exception as `package.Name`; built-in ones by their name alone."""
    kind = type(error)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__.split('.')[0]}.{kind.__name__}"


def tries_allowed(kind: Kind, retries: int) -> int:
    """How often an act may fail with this kind, in an unchanged world, before it is banned there."""
    match kind:
        case "transient" | "uncertain":
            return 1 + retries
        case "unexpected":
            return 1 + min(1, retries)
        case "environment":
            return 1 + retries
        case "changed" | "underspecified" | "structural" | "denied":
            return 1


def pause_before(retry: int, first: float) -> float:
    """Seconds before the nth retry (from 0): exponential, at most 30."""
    return min(30.0, first * 2.0**retry)
