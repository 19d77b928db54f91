"""What a failure is, and which rule says so."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest

from midcourse.core.errors import TaskError
from midcourse.core.failing.failures import LADDER
from midcourse.core.failing.findings import CATEGORY_OF, USUAL, Finding, finding_of, in_history
from midcourse.core.model import Failed, Skill
from midcourse.core.plans.plan import Act
from midcourse.core.protocols import Report
from midcourse.planners.scripted import ScriptedPlanner
from midcourse.recovery.classify import RulesClassifier, read_rules, shipped_rules
from midcourse.testing import SymbolicWorld
from tests.support import lab, the

CORPUS = Path(__file__).parents[2] / "bench" / "classifier"


def found(message, error="", reason="failed", **more):
    return asyncio.run(RulesClassifier().classify(Report("act", reason, message, error, **more)))


@pytest.mark.parametrize(
    ("error", "message", "kind", "category"),
    [
        ("PermissionError", "[Errno 13] Permission denied: '/protected/x'", "denied", "permission"),
        ("httpx.HTTPStatusError", "Client error '403 Forbidden' for url 'http://x/'", "denied", "permission"),
        ("httpx.HTTPStatusError", "Client error '429 Too Many Requests' for url 'http://x/'", "transient", "resource"),
        ("ConnectionRefusedError", "[Errno 111] Connection refused", "transient", "environment"),
        ("httpx.ReadTimeout", "The read operation timed out", "uncertain", "timeout"),
        ("FileNotFoundError", "[Errno 2] No such file or directory: 'a'", "changed", "dependency"),
        ("sqlite3.OperationalError", "no such table: orders", "changed", "dependency"),
        ("sqlite3.OperationalError", "database is locked", "transient", "resource"),
        ("OSError", "[Errno 28] No space left on device", "environment", "resource"),
        ("TypeError", "move() got an unexpected keyword argument 'speed'", "underspecified", "validation"),
        ("", "bash: frob: command not found", "structural", "dependency"),
        ("NotImplementedError", "", "structural", "logic"),
        ("AttributeError", "'NoneType' object has no attribute 'id'", "unexpected", "logic"),
    ],
)
def test_messages_that_everybody_meets(error, message, kind, category):
    finding = found(message, error)
    assert (finding.kind, finding.category) == (kind, category), finding.rule
    assert finding.confidence >= 0.6 and finding.rule.startswith("rule ")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        ("BlockingIOError", "[Errno 11] Resource temporarily unavailable: 'c.ics'"),
        ("mailbox.ExternalClashError", "dot lock unavailable: /var/mail/ann"),
        ("redis.MaxConnectionsError", "Too many connections"),
        ("psycopg.OperationalError", "FATAL: remaining connection slots are reserved for superusers"),
        ("pymongo.WaitQueueTimeoutError", "Timed out while checking out a connection from connection pool. maxPoolSize: 1"),
        ("pymongo.NotPrimaryError", "not primary"),
        ("redis.TryAgainError", "TRYAGAIN Multiple keys request during rehashing of slot"),
        ("botocore.ClientError", "HTTP 400: (ProvisionedThroughputExceededException): The level of throughput was exceeded"),
        ("botocore.ClientError", "HTTP 503: (SlowDown) when calling the PutObject operation: Please reduce your request rate."),
    ],
)
def test_what_was_turned_away_before_it_began_is_tried_again_whatever_it_would_have_done(error, message):
    finding = found(message, error)
    assert (finding.kind, finding.clean, finding.category) == ("transient", True, "resource"), finding.rule


def test_who_is_told_to_try_again_is_not_told_that_nothing_was_done():
    finding = found("We encountered an internal error. Please try again.", "botocore.ClientError")
    assert (finding.kind, finding.clean) == ("transient", False)


@pytest.mark.parametrize(
    ("message", "severity", "category"),
    [
        ("Plan has no steps", "critical", "logic"),
        ("Circular dependency between step 2 and step 4", "critical", "logic"),
        ("Contradictory steps: 3 deletes what 5 reads", "critical", "logic"),
        ("Invalid plan structure: steps is no list", "critical", "validation"),
        ("Dependency not found: step_7", "critical", "dependency"),
        ("Dependency step_7 not found", "critical", "dependency"),
        ("No suitable model found for code generation", "critical", "environment"),
        ("No server found", "critical", "environment"),
        ("Tool not active: web_search", "high", "dependency"),
        ("Agent 'writer' is not active", "high", "dependency"),
        ("Agent not found: 12", "high", "dependency"),
        ("Resource unavailable: gpu-0", "high", "resource"),
        ("Missing required parameter: path", "high", "validation"),
        ("Memory limit exceeded", "critical", "resource"),
    ],
)
def test_what_platforms_say_of_their_plans_has_the_severity_that_their_users_expect(message, severity, category):
    finding = found(message)
    assert (finding.severity, finding.category) == (severity, category), finding.rule


def test_words_inside_words_say_nothing():
    assert found("no messages on the server were found wanting: all 5 delivered").kind != "transient"
    assert found("the sandboxed roommate lockedinplace").kind == "unexpected"
    assert found("no messages on the server were found wanting").severity == "medium"
    assert found("the dependency graph was not found wanting").severity != "critical"


def test_the_world_s_own_word_and_its_own_reason_come_before_what_a_message_seems_to_say():
    assert found("permission denied", said="transient").rule == "the world says so"
    assert found("permission denied, said the gripper", reason="grasp_slipped").kind == "transient"


def test_what_nothing_is_known_about_asks_for_a_second_opinion_where_there_is_one():
    class Second:
        asked = 0

        async def classify(self, report):
            self.asked += 1
            return Finding("structural", "high", "logic", "other", 0.9, "a model")

    second = Second()
    classifier = RulesClassifier(second=second)
    assert asyncio.run(classifier.classify(Report("act", "odd", "zork"))).rule == "a model"
    assert asyncio.run(classifier.classify(Report("act", "odd", "permission denied"))).kind == "denied"
    assert second.asked == 1, "only where the rules are not sure"


def test_rules_of_your_own_come_first_and_their_mistakes_are_named(tmp_path):
    path = tmp_path / "failures.yaml"
    path.write_text("- {name: our gate, message: 'gate \\d+ is shut', skill: 'open*', kind: denied, severity: low}\n")
    own = RulesClassifier(read_rules(path))
    finding = own.by_rules(Report("open_gate", "failed", "Gate 7 is shut, permission denied"))
    assert (finding.kind, finding.severity, finding.rule) == ("denied", "low", "rule our gate")
    assert own.by_rules(Report("close_gate", "failed", "Gate 7 is shut")).rule != "rule our gate"
    for text, told in (
        ("- {name: a, message: x, kind: sad}", "kinds are transient"),
        ("- {name: a, kind: denied}", "fits everything"),
        ("- {name: a, message: '(', kind: denied}", "no regular expression"),
        ("- {name: a, message: x, kind: denied, colour: red}", "a rule has name, kind"),
        ("- {name: a, message: x, kind: denied}\n- {name: a, message: y, kind: denied}", "two rules are called 'a'"),
        ("a: [", "not YAML"),
    ):
        path.write_text(text)
        with pytest.raises(TaskError, match=told):
            read_rules(path)


def test_every_kind_and_every_detail_type_is_mapped():
    assert set(USUAL) == set(LADDER)
    assert {USUAL[k][1] for k in USUAL} <= set(CATEGORY_OF.values()) | {"resource", "logic"}
    for rule in shipped_rules():
        assert rule.finding().category and rule.finding().type


def test_history_makes_what_does_not_pass_worse():
    passing = finding_of("busy")
    assert passing.severity == "medium"
    assert in_history(passing, 1, 4).severity == "medium"
    assert in_history(passing, 4, 4).severity == "high"
    assert in_history(passing, 1, 1).severity == "high"
    assert in_history(finding_of("timeout"), 3, 9).severity == "critical"
    assert finding_of("missing_dependency").severity == "critical"


def test_the_corpus_is_large_and_its_halves_share_no_library():
    halves = [
        [json.loads(line) for line in (CORPUS / name).read_text().splitlines()] for name in ("tuning.jsonl", "held_out.jsonl")
    ]
    libraries = [{line["library"] for line in half} for half in halves]
    assert not libraries[0] & libraries[1] and all(len(half) >= 150 for half in halves)
    assert all(line["kind"] in LADDER for half in halves for line in half)


def test_the_rules_still_fit_the_half_they_were_written_with():
    lines = [json.loads(line) for line in (CORPUS / "tuning.jsonl").read_text().splitlines()]
    classifier = RulesClassifier()
    right = sum(
        classifier.by_rules(Report(x["skill"], "failed", x["message"], x["error"] or "command")).kind == x["kind"] for x in lines
    )
    assert right / len(lines) >= 0.93


def test_a_step_that_fails_with_low_severity_is_passed_by_and_told(tmp_path):
    class Cold(SymbolicWorld):
        async def act(self, call):
            return Failed("cold", "the thumbnail cache is cold") if call.skill == "warm" else await super().act(call)

    (tmp_path / "failures.yaml").write_text("- name: thumbnails\n  message: thumbnail\n  kind: structural\n  severity: low\n")
    classifier = RulesClassifier(read_rules(tmp_path / "failures.yaml"))
    made = lab(Cold([Skill("warm"), Skill("go", makes="there")]), ScriptedPlanner([Act("warm"), Act("go")]), "there")
    director = made.director()
    director.parts = replace(director.parts, classifier=classifier)
    run = asyncio.run(director.start("r1", made.task, made.settings))
    assert the(run.ending).success and the(run.ending).replans == 0 and run.work.records["s1"].state == "failed"
    assert "low severity" in the(run.ending).afterword.notes[0] and "thumbnail cache" in the(run.ending).afterword.notes[0]
