"""What a run may cost, before; what it did cost, after, by purpose; and the same run again with no network."""

import json

import pytest

from midcourse.core.model import Cost
from tests.commands import MODELS, command
from tests.models.test_model_planner import GOOD, reply
from tests.models.test_outages import BAG, TASK
from tests.support import the


@pytest.fixture
def midcourse(tmp_path, monkeypatch):
    monkeypatch.setenv("MIDCOURSE_HOME", str(tmp_path / "home"))
    (tmp_path / "world.py").write_text(BAG)
    (tmp_path / "task.yaml").write_text(TASK)

    def call(*words):
        return command(*words, cwd=tmp_path, loaded=MODELS)

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


def test_an_unknown_price_is_unknown_everywhere_and_says_which_limit_holds(midcourse, model):
    asked = ("run", "task.yaml", "--model", "openai-chat:tiny")
    dry = midcourse(*asked, "--dry-run").stdout
    assert "max_money ($1.00) cannot hold, max_tokens (1,000,000) does" in dry and "price=IN/OUT" in dry
    model.expect_ordered_request("/v1/chat/completions").respond_with_json(reply(GOOD))
    done = midcourse(*asked, "--json")
    result = json.loads(done.stdout)
    assert "max_money ($1.00) cannot hold" in done.stderr and "cannot hold" in result["price_note"]
    assert (
        the(result["cost"], dict).items() >= {"tokens": 150, "money": None, "unpriced": 150, "model_calls": 1, "looks": 3}.items()
    )
    shown = midcourse("show", "last", "--cost").stdout
    assert "unknown" in shown and "in all 150 tokens at an unknown price" in shown
    [row] = json.loads(midcourse("show", "last", "--cost", "--json").stdout)
    assert row["money"] is None and row["unpriced"] == 150
    texts = [dry, shown, *(midcourse("show", "last", *more).stdout for more in ((), ("--plan", "1")))]
    assert "at an unknown price" in texts[2] and not any("$0.00" in text for text in texts)


def test_a_price_that_is_given_counts_and_holds_the_limit_in_money(midcourse, model):
    asked = ("run", "task.yaml", "--model", "openai-chat:tiny price=1/10", "--set", "max_money=0.01", "--json")
    refused = midcourse(*asked)
    assert json.loads(refused.stdout)["final_reason"] == "budget_exhausted" and not model.log and not refused.stderr
    model.expect_ordered_request("/v1/chat/completions").respond_with_json(reply(GOOD))
    result = json.loads(midcourse(*asked[:4], "--json").stdout)
    cost = result["cost"]
    assert (cost["tokens"], cost["money"], cost["unpriced"]) == (150, pytest.approx((120 * 1 + 30 * 10) / 1e6), 0)
    assert result["price_note"] == ""


def test_a_price_that_cannot_be_read_is_an_error_with_the_right_form(midcourse, model):
    done = midcourse("run", "task.yaml", "--model", "openai-chat:tiny prise=1")
    assert done.returncode == 2 and "price=0.15/0.60" in done.stderr


def test_a_published_price_is_known(midcourse, model):
    dry = midcourse("run", "task.yaml", "--model", "openai-chat:gpt-4o-mini", "--dry-run").stdout
    assert "unknown" not in dry and "$0.0000" not in dry


def test_what_is_partly_unpriced_says_how_much():
    assert (Cost(100, 0.5) + Cost(50, unpriced=50)).in_words() == "150 tokens and $0.5000, the price of 50 of them unknown"


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
