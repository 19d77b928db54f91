"""Texts with wildcards: what they stand for, and that no text takes long."""

import re
import time

from hypothesis import given
from hypothesis import strategies as st

from midcourse.core.people.command_lines import read_command
from midcourse.core.people.globs import Glob, glob
from midcourse.core.people.patterns import allows
from midcourse.core.people.places import places_in
from tests.patience import patient

PLAIN = r"[\w.+\-]"


@given(st.text(st.sampled_from("ab*?/\\."), max_size=7), st.text(st.sampled_from("ab/\\.,"), max_size=9), st.booleans())
def test_it_fits_what_the_like_regular_expression_fits(pattern, text, single):
    deep = r"[\w.+\-/" + (r"\\" if "\\" in pattern else "") + "]*"
    signs = {"**": deep, "*": f"{PLAIN}*", **({"?": PLAIN} if single else {})}
    wanted = "".join(signs.get(part) or re.escape(part) for part in re.split(r"(\*\*|\*|\?)", pattern))
    assert Glob(pattern, single).fits(text) is (re.fullmatch(wanted, text) is not None)


def test_no_text_takes_long_whoever_has_chosen_it():
    began = time.process_time()
    assert not glob("*-*-*-*.txt", True).fits("a" + "-" * 100_000)
    assert not allows("s(p=*a*a*a*a*a*a*b)", "s", {"p": "a" * 200_000}, "", {})
    assert places_in("a." * 100_000) == []
    assert "a long line with code" in read_command("tar xf " + "a." * 30_000).programs
    for line in ("sudo " + "$(" * 4_900, "sh -c '" + "://a" * 2_400, "a " * 4_900, "tar xf " + "X= " * 3_300):
        read_command(line)
    assert time.process_time() - began < patient(10)
