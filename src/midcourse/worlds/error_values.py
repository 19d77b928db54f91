"""Answers that say it did not work, of tools that raise nothing: `{"error": …}`, `isError`, a status of 400 or more, a line
`Error: …`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields as fields_of
from dataclasses import is_dataclass
from typing import Any, NamedTuple, cast

IN_DOUBT = (408, 500, 502, 504)
"""Statuses that say nothing of how far it came."""
_STATUS = ("status_code", "statusCode", "status", "HTTPStatusCode", "http_status")
"""Where answers that are mappings keep their status."""
_SAYS_WHY = ("error", "errors", "message", "detail", "reason")
_ABOUT_ERRORS = frozenset(
    (*_SAYS_WHY, "ok", "success", "isError", "is_error", "status", "status_code", "statusCode", "code", "type", "title",
     "details", "description", "error_code", "errorCode", "error_type", "error_description", "traceback", "request_id", "hint")
)  # fmt: skip
"""Names that an answer has which tells of an error and of nothing else. With any other, something was done, or looked up."""
_NOTHING: tuple[Any, ...] = (None, "", [], {}, False)
"""What stands for what was not done: `{"error": "no such order", "cancelled": false}`; 0 is one of them, as Python compares."""
_FAILED = frozenset(("error", "fail", "failed", "failure"))
"""What a status says in a word, where it did not work; without a reason it may be what was asked for."""


_LINE = re.compile(r"error: *\S[^\n]*", re.IGNORECASE)
"""One line that tells of an error and of nothing else; more lines are what a command printed, or what was read."""


_READS = re.compile(r"(?:read|get|fetch|list|show|view|tail|head|cat|search|find|query|lookup|look|describe)s?(?![a-z])")
"""How the names of tools begin that only read."""
_PRINTS = re.compile(r"(?:load|last|print|log)s?(?![a-z])")
"""How names begin of tools that may read, or act: what they give as text is not judged."""


_LOST = re.compile(
    r"""(?ix)
    timed[ -]?out | timeout(?:error|exception|expired) | (?:read|write|request|gateway)timeout | e(?:timedout|connreset|pipe)\b
    | time-?out\b(?!\ (?:must|should|is|has|cannot|can't|value|param|arg|option|needs))
    | deadline\ (?:was\ )?exceeded | took\ too\ long
    | no\ (?:response|answer|reply)(?:\W*$|\ (?:came|from|within|after|in\ time|received|was\ received))
    | connection\ (?:was\ |has\ been\ )?(?:reset|aborted|lost|closed|broken|dropped) | reset\ by\ peer | broken\ pipe
    | remote\ ?(?:end\ closed|disconnected) | server\ disconnected | socket\ hang\ up
    | incomplete\ ?read | unexpected\ (?:eof|end\ of)
    | internal\ server\ error | bad\ gateway | (?:http(?:/[\d.]+)?|status|code)\W{0,3}(?:408|500|502|504)\b
    | (?:^|error)\W{0,3}(?:408|500|502|504)\W*(?:$|server\b|error\b)
    """
)
"""What tools hand on of an answer that never came: nobody knows how far the call got."""
_NEVER_THERE = re.compile(
    r"""(?ix)
    connect(?:ion|ing)?\b(?:\ to\b.{0,80})?\ (?:timed[ -]?out|time-?out) | connect(?:ion)?timeout | new\ connection | refused
    | \b(?:lock(?:\ wait)?|pool|handshake|session|login|dns\ operation)\ (?:has\ |is\ )?(?:timed[ -]?out|time-?out)
    | (?:invalid|unknown|unexpected|bad|wrong|missing|unsupported)\ (?:\w+\ )?time-?out
    """
)
"""The call was never received, or only its arguments speak of time."""


class ErrorValue(NamedTuple):
    """What an answer says went wrong."""

    text: str
    in_doubt: bool = False
    """It may have been done all the same."""


def error_in(output: Any) -> ErrorValue | None:
    """What went wrong, if the answer says so; None for any other answer.

    This is the rule of a world that names none of its own: `ToolsWorld(…, errors=…)`.
    """
    if isinstance(output, Mapping):
        return _in_mapping(cast("Mapping[str, Any]", output))
    status = getattr(output, "status_code", None)
    if isinstance(status, int) and status >= 400:
        return ErrorValue(f"HTTP {status} {getattr(output, 'reason', '') or ''}".strip(), status in IN_DOUBT)
    if getattr(output, "isError", None) is True:
        return ErrorValue(str(getattr(output, "content", "") or "the tool says that it failed"))
    fields = _fields(output)
    return _in_mapping(fields) if fields else None


def _fields(output: Any) -> Mapping[str, Any]:
    """The fields of an answer that is a value with named fields: a dataclass, or a model of pydantic's kind."""
    if is_dataclass(output) and not isinstance(output, type):
        return {field.name: getattr(output, field.name, None) for field in fields_of(output)}
    names = getattr(cast("type[Any]", type(output)), "model_fields", None)
    return {str(name): getattr(output, name, None) for name in cast("dict[str, Any]", names)} if isinstance(names, dict) else {}


def status_of(error: Exception) -> int | None:
    """The HTTP status that an exception brings: its own, or that of the answer it holds, be that an object or a mapping."""
    answer = getattr(error, "response", error)
    found = _in_answer(cast("Mapping[str, Any]", answer)) if isinstance(answer, Mapping) else getattr(answer, "status_code", None)
    for status in (found, getattr(error, "code", None)):
        if isinstance(status, int) and 400 <= status < 600:
            return status
    return None


def _in_answer(answer: Mapping[str, Any]) -> Any:
    """The status in an answer, or in what it says about itself."""
    inner = (cast("Mapping[str, Any]", part) for part in answer.values() if isinstance(part, Mapping))
    return next((part[name] for part in (answer, *inner) for name in _STATUS if isinstance(part.get(name), int)), None)


def error_line(skill: str, output: Any) -> ErrorValue | None:
    """A tool's one line `Error: …`, unless the tool is named as one that reads: there it may be what was read."""
    if not isinstance(output, str) or _begins(skill, _READS, _PRINTS) or not _LINE.fullmatch(output.strip()):
        return None
    return ErrorValue(output.strip())


def weighed(skill: str, wrong: ErrorValue) -> ErrorValue:
    """The error in doubt where its words tell that no answer came, unless the tool is named as one that reads."""
    lost = _LOST.search(wrong.text) is not None and _NEVER_THERE.search(wrong.text) is None
    return wrong._replace(in_doubt=True) if lost and not _begins(skill, _READS) else wrong


def _begins(skill: str, *ways: re.Pattern[str]) -> bool:
    """Whether a tool's name begins with one of these words: `read_file`, `readFile`, but not `reader_add`."""
    return any(way.match(skill[:1].lower() + skill[1:]) for way in ways)


def _in_mapping(output: Mapping[str, Any]) -> ErrorValue | None:
    status = next((v for k in ("status_code", "statusCode", "status", "code") if isinstance(v := output.get(k), int)), 0)
    bad_status = not isinstance(status, bool) and 400 <= status < 600
    denied = any(output.get(name) is False for name in ("ok", "success"))
    flagged = any(output.get(name) is True for name in ("isError", "is_error"))
    if not (denied or flagged or bad_status) and any(output.get(name) is True for name in ("ok", "success")):
        return None  # it says itself that it worked, whatever else it tells
    tells = output.get("error")
    said = output.get("status")
    fails = isinstance(said, str) and said.lower() in _FAILED and any(output.get(name) for name in _SAYS_WHY)
    partly = any(value not in _NOTHING for name, value in output.items() if name not in _ABOUT_ERRORS)
    if not (tells or flagged or denied or (not partly and (bad_status or fails or output.get("errors")))):
        return None  # errors, or a status, beside what was done or found are part of an answer
    why = next((output[name] for name in _SAYS_WHY if output.get(name)), "the answer says that it did not work")
    in_doubt = (bad_status and status in IN_DOUBT) or (partly and not flagged)
    return ErrorValue(f"HTTP {status}: {why}" if bad_status else str(why), in_doubt)
