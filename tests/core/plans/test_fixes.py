"""A fix in words."""

import pytest

from midcourse.core.plans.fixes import Change, Forbid, Insert, Instead, Rewrite, say
from midcourse.core.plans.plan import Act


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (Insert((Act("unlock", {"door": "{door}"}), Act("push"))), "first unlock(door={door}), push(), then again"),
        (Instead((Act("knock"),)), "instead knock()"),
        (Forbid("delete(*)"), "never delete(*)"),
        (Rewrite({"n": Change("set", new=3)}), "with n = 3"),
        (Rewrite({"n": Change("set", new=3)}, throughout=True), "with n = 3, there and in what follows"),
        (Rewrite({"path": Change("replace", ".txt", ".md")}), "with path having '.md' for '.txt'"),
        (Rewrite({"path": Change("before", new="/tmp/")}), "with path with '/tmp/' before it"),
        (Rewrite({"path": Change("behind", new="/")}), "with path with '/' behind it"),
        (Rewrite({"a": Change("lower"), "b": Change("strip")}), "with a in lower, b without blanks around it"),
    ],
)
def test_each_edit_says_what_it_does(edit, words):
    assert say(edit) == words
