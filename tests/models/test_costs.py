"""What a run may cost, before; what it did cost, after, by purpose; and the same run again with no network."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.models.test_model_planner import GOOD, reply
from tests.models.test_outages import BAG, TASK


@pytest.fixture
def midcourse(tmp_path, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_HOME", str(tmp_path / "home"))
    (tmp_path / "world.py").write_text(BAG)
    (tmp_path / "task.yaml").write_text(TASK)

    def call(*words):
        program = Path(sys.executable).with_name("midcourse")
        return subprocess.run([program, *words], cwd=tmp_path, capture_output=True, text=True, timeout=60)

    return call


@pytest.fixture
def model(httpserver, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    monkeypatch.setenv("OPENAI_API_KEY", "key-of-nobody")
    return httpserver


def test_a_dry_run_tells_the_most_and_asks_for_nothing(midcourse, model, tmp_path):
    done = midcourse("run", "task.yaml", "--model", "openai-chat:gpt-4o-mini", "--dry-run", "--set", "max_planner_calls=3")
    *_, budget, most = done.stdout.splitlines()
    assert done.returncode == 0 and "the first plan: at most" in done.stdout
    assert "1,000,000 tokens and $1.0000" in budget and most.startswith("at most ")
    assert not model.log and not (tmp_path / "bag").exists()


def test_a_dry_run_without_a_model_costs_nothing(midcourse):
    assert "at most 0 tokens" in midcourse("run", "task.yaml", "--dry-run").stdout


def test_what_a_run_cost_is_told_by_purpose(midcourse, model):
    for answer in ("no idea", GOOD):
        model.expect_ordered_request("/v1/chat/completions").respond_with_json(reply(answer))
    result = json.loads(midcourse("run", "task.yaml", "--model", "openai-chat:tiny", "--json").stdout)
    rows = {r["purpose"]: r for r in json.loads(midcourse("show", result["run"], "--cost", "--json").stdout)}
    assert result["success"] and {k: (r["asked"], r["tokens"]) for k, r in rows.items()} == {
        "plan: first, sent back": (1, 150),
        "plan: first": (1, 150),
    }
    assert "in all 300 tokens" in midcourse("show", result["run"], "--cost").stdout


def test_a_run_that_was_recorded_is_played_again_with_no_server(midcourse, model, tmp_path):
    model.expect_ordered_request("/v1/chat/completions").respond_with_json(reply(GOOD))
    first = midcourse("run", "task.yaml", "--model", "openai-chat:tiny", "--record", "said.jsonl", "--json")
    assert json.loads(first.stdout)["success"]
    for thing in (tmp_path / "bag").iterdir():
        thing.unlink()
    again = midcourse("run", "task.yaml", "--model", "replay:said.jsonl", "--json")
    assert json.loads(again.stdout)["success"] and len(model.log) == 1


def test_there_is_nothing_to_record_without_a_model(midcourse):
    done = midcourse("run", "task.yaml", "--record", "said.jsonl")
    assert done.returncode != 0 and "nothing to record" in done.stderr


def test_a_models_words_about_its_steps_are_shown_with_the_plan(midcourse, model):
    steps = [{**GOOD["steps"][0], "description": "the way", "expected_change": "it is in the bag"}, GOOD["steps"][1]]
    model.expect_ordered_request("/v1/chat/completions").respond_with_json(reply({"steps": steps}))
    assert midcourse("run", "task.yaml", "--model", "openai-chat:tiny").returncode == 0
    assert "pack(thing=map) (the way; to change: it is in the bag)" in midcourse("show", "last", "--plan", "1").stdout
