"""A fix in words."""

import pytest

from midcourse.core.plans.fixes import ArgumentChange, Forbid, Insert, Instead, Rewrite, say
from midcourse.core.plans.plan import Act


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (Insert((Act("unlock", {"door": "{door}"}), Act("push"))), "first unlock(door={door}), push(), then again"),
        (Instead((Act("knock"),)), "instead knock()"),
        (Forbid("delete(*)"), "never delete(*)"),
        (Rewrite({"n": ArgumentChange("set", new=3)}), "with n = 3"),
        (Rewrite({"n": ArgumentChange("set", new=3)}, throughout=True), "with n = 3, there and in what follows"),
        (Rewrite({"path": ArgumentChange("replace", ".txt", ".md")}), "with path having '.md' for '.txt'"),
        (Rewrite({"path": ArgumentChange("before", new="/tmp/")}), "with path with '/tmp/' before it"),
        (Rewrite({"path": ArgumentChange("behind", new="/")}), "with path with '/' behind it"),
        (Rewrite({"a": ArgumentChange("lower"), "b": ArgumentChange("strip")}), "with a in lower, b without blanks around it"),
    ],
)
def test_each_edit_says_what_it_does(edit, words):
    assert say(edit) == words
