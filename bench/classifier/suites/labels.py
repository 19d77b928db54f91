"""The labels of a situation: an agent performed one act in the world and got this error; which remedy fits?

kind      transient       refused, limited or lost before it took effect, or busy: the same act may work later
          uncertain       sent, and whether it took effect is unknown
          changed         the world is not as the act assumed: look again
          underspecified  the act's own arguments are wrong, missing, malformed or ambiguous
          structural      it can never work here, however the arguments are spelt
          denied          permissions, credentials, policy
          environment     something below is gone or exhausted, and planning cannot mend it
          unexpected      nothing in the message tells what to do
category  environment | dependency | validation | logic | timeout | resource | permission | unknown
type      timeout | permission | not_found | invalid_input | network | syntax | type_error | attribute_error | key_error |
          value_error | index_error | other
"""

from __future__ import annotations

from typing import NamedTuple


class Labels(NamedTuple):
    kind: str
    category: str
    type: str


REFUSED = Labels("transient", "environment", "network")  # nobody took the connection
NOT_CONNECTED_IN_TIME = Labels("transient", "timeout", "timeout")  # time-out before anything was sent
BUSY = Labels("transient", "resource", "other")  # locked, limited, overloaded
NO_ANSWER_IN_TIME = Labels("uncertain", "timeout", "timeout")  # sent, and no answer came in time
LOST = Labels("uncertain", "environment", "network")  # sent, and the connection broke
MISSING = Labels("changed", "dependency", "not_found")  # file, row, element, page not there
MISSING_KEY = Labels("changed", "dependency", "key_error")
MISSING_IN_TIME = Labels("changed", "timeout", "timeout")  # waited for an element that is not there (or is covered)
CONFLICT = Labels("changed", "logic", "other")  # exists already, not empty, stale, closed
BAD_INPUT = Labels("underspecified", "validation", "invalid_input")
BAD_SYNTAX = Labels("underspecified", "validation", "syntax")
BAD_TYPE = Labels("underspecified", "validation", "type_error")
BAD_VALUE = Labels("underspecified", "validation", "value_error")
BAD_INDEX = Labels("underspecified", "validation", "index_error")
UNKNOWN_NAME = Labels("underspecified", "validation", "invalid_input")  # a column, field or option that the caller named
UNSUPPORTED = Labels("structural", "logic", "other")
NOT_INSTALLED = Labels("structural", "dependency", "not_found")
NO_SUCH_HOST = Labels("structural", "dependency", "network")
UNSOLVABLE = Labels("structural", "logic", "value_error")  # singular, infeasible, not positive definite
DENIED = Labels("denied", "permission", "permission")
EXHAUSTED = Labels("environment", "resource", "other")  # disk, memory, descriptors, quota
DAEMON_DOWN = Labels("environment", "dependency", "network")
SERVER_GONE = Labels("environment", "environment", "network")  # the server below was shut down or crashed
READ_ONLY_SYSTEM = Labels("environment", "environment", "permission")
TOOL_GONE = Labels("environment", "dependency", "not_found")  # the browser executable, the display
BUG = Labels("unexpected", "logic", "other")
BUG_ATTRIBUTE = Labels("unexpected", "logic", "attribute_error")
BUG_TYPE = Labels("unexpected", "logic", "type_error")
UNKNOWN_ATTRIBUTE = Labels("underspecified", "validation", "attribute_error")
SERVER_BUG = Labels("unexpected", "unknown", "other")  # 500, garbage for an answer
GARBAGE = Labels("unexpected", "environment", "network")  # the peer does not speak the protocol
STATUS: dict[int, Labels] = {
    400: BAD_INPUT,
    401: DENIED,
    402: EXHAUSTED,
    403: DENIED,
    404: MISSING,
    405: UNSUPPORTED,
    406: BAD_INPUT,
    407: DENIED,
    408: NOT_CONNECTED_IN_TIME,  # the server did not get the request in time
    409: CONFLICT,
    410: MISSING,
    411: BAD_INPUT,
    412: CONFLICT,
    413: BAD_INPUT,
    414: BAD_INPUT,
    415: BAD_INPUT,
    416: BAD_INPUT,
    422: BAD_INPUT,
    423: BUSY,
    429: BUSY,
    431: BAD_INPUT,
    451: DENIED,
    500: SERVER_BUG,
    501: UNSUPPORTED,
    502: REFUSED,
    503: REFUSED,
    504: NO_ANSWER_IN_TIME,
    505: UNSUPPORTED,
    507: EXHAUSTED,
    529: BUSY,
}
