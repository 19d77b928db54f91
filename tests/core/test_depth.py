"""How deep JSON may be nested."""

import pytest

from midcourse.core.errors import PlanError
from midcourse.core.gates.checks import as_json, checked
from midcourse.core.language.depth import DEEPEST, is_deep
from midcourse.core.language.text import Unreadable, json_in
from midcourse.core.model import Json
from tests.fuzz.material import nested


def test_depth_counts_brackets_within_brackets_and_not_beside_each_other():
    assert not is_deep("[" * DEEPEST + "]" * DEEPEST)
    assert is_deep("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1)) and is_deep(b"[" * 100_000)
    assert not is_deep(b"[" + b"[]," * 1000 + b"[]]") and not is_deep("[[[")


@pytest.mark.parametrize("depth", [DEEPEST + 1, 600, 5_000])
def test_what_is_too_deep_is_a_bad_answer_or_is_written_as_text(depth):
    assert b"too deep" in as_json(nested(depth))
    with pytest.raises(PlanError, match="deeper|recursion"):
        checked(nested(depth), Json, "a value")
    with pytest.raises(Unreadable):
        json_in("[" * depth + "1" + "]" * depth, "a plan")
