"""A subcommand that takes away for good, or brings in code of others, is named; a name that only sounds like one is not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.approval.critical import read_risks
from midcourse.core.model import Skill
from midcourse.core.people.risk import weigh
from midcourse.core.people.taking import harms_of


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("git push --forc", ["git push --forc, which takes away"]),
        ("git -C x -c a=b reset --hard", ["git reset --hard, which takes away"]),
        ("git restore -S x", []),
        ("git restore -SW x", ["git restore of files, which takes away"]),
        ("git commit -m --force", []),
        ("aws --region x ec2 terminate-instances", ["aws terminate-instances, which takes away"]),
        ("heroku apps:destroy", ["heroku apps:destroy, which takes away"]),
        ("gh pr checkout fix-delete", []),
        ("gh repo delete x", ["gh delete, which takes away"]),
        ("gh label list --search delete", []),
        ("gh api --method DELETE x", ["gh DELETE, which takes away"]),
        ("cargo test delete", []),
        ("cargo install x", ["cargo install, which brings in code"]),
        ("make install", []),
        ("go run x.org/y@v1", ["go x.org/y@v1, which brings in code"]),
        ("node app.js install", []),
        ("bun install", ["bun install, which brings in code"]),
        ("rg delete", []),
    ],
    ids=str,
)
def test_what_a_subcommand_takes_away_or_brings_in_is_named(line, found):
    program, *args = line.split()
    assert harms_of(program, args) == found


def test_the_question_says_which_words_it_is_about():
    weighed = weigh(Skill("run"), {"command": "sudo git push --force"}, "", read_risks())
    assert weighed.critical and "it runs git push --force, which takes away" in weighed.why


@pytest.mark.parametrize(("name", "args"), [("aws", "s3 rb s3://x"), ("run_gh", ["repo", "delete", "x"])])
def test_a_skill_that_is_named_for_a_program_is_weighed_like_it(name, args):
    assert weigh(Skill(name), {"args": args}, "", read_risks()).critical


@given(st.sampled_from(("git", "aws", "gh", "deno", "curl")), st.lists(st.text("-+:=ADdelt. XPrune", max_size=12), max_size=5))
def test_no_words_make_reading_fail(program, args):
    assert isinstance(harms_of(program, args), list)
