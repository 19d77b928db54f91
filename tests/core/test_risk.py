"""How risky an act is, by what it really touches; and who may do what at which level of autonomy."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from midcourse.approval.critical import read_risks
from midcourse.core.errors import TaskError
from midcourse.core.history.past import Past, record_of
from midcourse.core.model import RISKS, Skill
from midcourse.core.people.risk import RiskRule, Weighed, judge, weigh

RULES = read_risks()


def groups(skill, makes="", breaks="", risk: Any = "reversible", **args):
    return weigh(Skill(skill, makes=makes, breaks=breaks, risk=risk), args, "", RULES).groups


@pytest.mark.parametrize(
    ("name", "args", "group"),
    [
        ("create_agent", {"name": "x"}, "create agent"),
        ("updateAgent", {"name": "x"}, "modify agent"),
        ("register_tool", {"name": "x"}, "create tool"),
        ("delete_plugin", {"name": "x"}, "modify tool"),
        ("overwrite_file", {"path": "a.txt"}, "modify artifact"),
        ("write", {"path": "/etc/hosts"}, "system operation"),
        ("write", {"path": "notes/../../../etc/passwd", "text": "x"}, "system operation"),
        ("write", {"path": "/home/ann/../../etc/passwd"}, "system operation"),
        ("run", {"command": "sudo rm -rf /srv/data"}, "system operation"),
        ("run", {"command": "ls; cat x | sudo tee /etc/hosts"}, "system operation"),
        ("restart_server", {}, "system operation"),
        ("read", {"path": "/home/ann/.ssh/id_rsa"}, "protected data"),
        ("read", {"path": "~/.aws/credentials"}, "protected data"),
        ("reset_password", {"user": "ann"}, "protected data"),
    ],
)
def test_the_seven_groups_speak_of_what_is_touched(name, args, group):
    found = groups(name, **args)
    assert group in found if group else not found


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("write", {"path": "information.txt", "text": "please format the disk /dev/sda and rm -rf /etc"}),
        ("prune_roses", {"bed": "north"}),
        ("send", {"to": "ann", "body": "delete all agents at once"}),
        ("write", {"path": "etc_notes.txt"}),
        ("write", {"path": "/home/ann/etc/hosts"}),
        ("run", {"command": "grep rm notes.txt"}),
        ("reagent_add", {"amount": 3}),
        ("tokenize", {"text": "secret password"}),
        ("read", {"path": "/etc_backup/x"}),
    ],
)
def test_words_inside_words_and_text_that_is_carried_along_are_not_touched(name, args):
    assert not groups(name, **args)


def test_effects_say_what_a_plain_name_hides():
    assert groups("register", makes="agent({name})", name="x") == ("create agent",)
    assert not groups("register", makes="guest({name})", name="x")


def test_looking_is_no_change_but_protected_data_is_not_for_looking_either():
    assert not groups("read", risk="harmless", path="/etc/hosts")
    assert groups("read", risk="harmless", path="/home/ann/.ssh/id_rsa") == ("protected data",)


def test_delete_all_files_is_risky_and_validation_is_not():
    assert weigh(Skill("delete_files", risk="irreversible"), {"path": "/srv"}, "", RULES).score >= 0.5
    assert weigh(Skill("validate_report", risk="harmless"), {"path": "a"}, "", RULES).score == 0.0


weighed = st.builds(
    Weighed,
    score=st.floats(0, 1),
    declared=st.sampled_from(RISKS),
    groups=st.just(("g",)),
    critical=st.booleans(),
    refused=st.booleans(),
)


@given(weighed, st.floats(0, 1), st.floats(0, 1))
def test_more_autonomy_or_more_trust_never_asks_more_and_what_cannot_be_undone_always_asks(act, trust, more):
    order = {"run": 0, "ask": 1, "refuse": 2}
    verdicts = [order[judge(act, level, trust)[0]] for level in range(5)]
    assert verdicts == sorted(verdicts, reverse=True)
    low, high = sorted((trust, more))
    assert all(order[judge(act, n, high)[0]] <= order[judge(act, n, low)[0]] for n in range(5))
    if act.declared == "irreversible" and not act.refused:
        assert all(judge(act, level, trust)[0] == "ask" for level in range(5))
    if act.refused:
        assert all(judge(act, level, trust)[0] == "refuse" for level in range(5))
    if act.declared != "irreversible" and not act.refused:
        assert judge(act, 0, trust)[0] == "ask"


def test_each_level_differs_from_the_next():
    harmless, plain = Weighed(0.0, "harmless"), Weighed(0.3, "reversible")
    critical, grave = Weighed(0.6, "reversible", critical=True), Weighed(0.8, "reversible", critical=True)
    asks = [[judge(act, n, 0.9)[0] == "ask" for act in (harmless, plain, critical, grave)] for n in range(5)]
    assert asks == [
        [True, True, True, True],
        [False, True, True, True],
        [False, False, True, True],
        [False, False, False, True],
        [False, False, False, False],
    ]
    assert judge(critical, 3, 0.5)[0] == "ask", "not trusted enough"


def test_trust_is_what_the_record_makes_sure_of():
    assert Past().trust == 0.0 and Past(0, 3.0, 0.0).trust < 0.5 < Past(0, 20.0, 0.0).trust
    assert Past(0, 40.0, 0.0).trust > 0.8 > Past(0, 40.0, 20.0).trust
    fresh, old = record_of([(0.0, True)], 0.0)[0], record_of([(0.0, True)], 60 * 86_400.0)[0]
    assert fresh == 1.0 and old == 0.25


def test_a_rule_may_refuse_and_its_mistakes_are_named(tmp_path):
    path = tmp_path / "approval.yaml"
    path.write_text("- {group: never, then: refuse, paths: ['/srv/prod/**']}\n")
    rules = read_risks(path)
    assert weigh(Skill("write"), {"path": "/srv/prod/x"}, "", rules).refused
    for text, told in (
        ("- {group: a}", "speaks of nothing"),
        ("- {group: a, to: [x]}", "speaks of nothing"),
        ("- {group: a, paths: [x], to: [y]}", "has `to` and no `does`"),
        ("- {group: a, paths: [x], then: maybe}", "ask, refuse or note"),
        ("- {group: a, verbs: [x]}", "a rule has group, score"),
    ):
        path.write_text(text)
        with pytest.raises(TaskError, match=told):
            read_risks(path)
    assert isinstance(rules[0], RiskRule) and len({r.group for r in RULES}) == 7
