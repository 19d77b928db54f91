"""Rules about failures that let more be done than the shipped ones count once a person has accepted them."""

import pytest

from midcourse.recovery.accepting import accept_failures, choose_failures, may_never_end
from tests.interfaces.test_command_line import desk, midcourse, task

__all__ = ["desk"]
BOLD = "- {name: all is well, skill: '*', kind: transient, clean: true}\n"
MILD = "- {name: our wall, reason: [unreachable], kind: denied}\n"


@pytest.fixture
def file(tmp_path):
    (tmp_path / "home").mkdir()
    path = tmp_path / "home" / "failures.yaml"
    path.write_text(MILD + BOLD)
    return path


def test_rules_that_let_acts_be_tried_again_count_once_they_are_accepted(file, tmp_path):
    own = tmp_path / "own"
    before = choose_failures(file, own)
    assert [rule.name for rule in before.rules] == ["our wall"] and not before.accepted
    assert (
        f"(all is well); these rules are left out until you accept it with: midcourse approvals accept-rules {file}"
        in before.note
    )
    assert "(all is well)" in accept_failures(file, own)
    after = choose_failures(file, own)
    assert len(after.rules) == 2 and after.note.endswith("as was accepted")
    file.write_text(BOLD)
    assert not choose_failures(file, own).rules


@pytest.mark.parametrize("kind", ["transient", "unexpected", "uncertain"])
def test_a_rule_of_a_kind_that_is_tried_again_waits_though_it_does_not_say_clean(file, tmp_path, kind):
    file.write_text(f"- {{name: x, skill: '*', kind: {kind}}}\n")
    assert not choose_failures(file, tmp_path / "own").rules


def test_rules_that_are_only_stricter_and_those_in_the_persons_own_folder_count_as_they_are(file, tmp_path):
    assert len(choose_failures(file, file.parent).rules) == 2
    file.write_text(MILD)
    chosen = choose_failures(file, tmp_path / "own")
    assert len(chosen.rules) == 1 and not chosen.note and "counts as it is" in accept_failures(file, tmp_path / "own")


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$",
        "(a|a)*b",
        "((a*))*",
        "(?:x|xx)+y",
        "(a+){2,}",
        ".*a.*b",
        r"a{2,}b{0,99}",
        "([(]a*)+",
        "(?:a?){50}a{50}$",
        "(a|b?){9}",
        "a?" * 20,
        "a{0,20}" * 4,
        "(?P<x>a+)+",
        "(a{2,3}){40}",
    ],
)
def test_a_regular_expression_that_may_never_end_waits_too(file, tmp_path, pattern):
    file.write_text(f"- {{name: slow, message: '{pattern}', kind: denied}}\n")
    assert may_never_end(pattern) and not choose_failures(file, tmp_path / "own").rules


@pytest.mark.parametrize(
    "pattern",
    [
        r"gate \d+ is shut",
        "(a|b) c+",
        r"\(a+\)+"[:4],
        "[*+|]+x",
        r"(no|bad) \w{1,20} \w{1,20}",
        "(ab)+",
        "(?:no )?gate",
        "https?://x",
        "x+?y",
        "(?i)no such",
        "(a|b){2}",
        "a{3}b{3}",
    ],
)
def test_a_plain_regular_expression_counts_as_it_is(pattern):
    assert not may_never_end(pattern)


PAYS = """
from midcourse import skill
@skill(makes='paid(a)', risk='irreversible')
def pay(to: str):
    open('ledger', 'a').write('PAID ')
    raise ConnectionResetError('connection reset by peer')
"""


def test_one_yes_pays_once_whatever_rules_a_checkout_brings_and_the_first_line_names_them(desk, monkeypatch):
    monkeypatch.setenv("HOME", str(desk / "person"))
    (desk / ".midcourse").mkdir()
    (desk / ".midcourse" / "failures.yaml").write_text(BOLD)
    (desk / "world.py").write_text(PAYS)
    asked = midcourse(
        desk,
        "run",
        task(
            desk, "goal: g\nworld: world.py\nplan: [{do: pay, with: {to: ann}}]\nsettings: {backoff: 0.01, settle_seconds: 0}\n"
        ),
        "--approver",
        "inbox",
    )
    assert asked.stderr.startswith("midcourse: .midcourse/failures.yaml lets failed acts be tried again"), asked.stderr
    midcourse(desk, "approvals", "approve", "last")
    midcourse(desk, "resume", "last")
    assert (desk / "ledger").read_text() == "PAID "
    assert "(all is well)" in midcourse(desk, "approvals", "accept-rules", ".midcourse/failures.yaml").stdout
    assert "failures.yaml" in midcourse(desk, "doctor").stdout
