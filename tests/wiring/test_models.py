"""Language models by name: one, several in turn, kept answers, and keeping them."""

import asyncio

import msgspec
import pytest

from midcourse.core.errors import PlannerUnreachable
from midcourse.core.language.prompts import Completion, Prompt
from midcourse.models.recorded import Kept, digest_of
from midcourse.wiring.models import open_model

ASK = Prompt("plan", "a planner", "what now?")


def kept(path, *texts: str) -> str:
    lines = [msgspec.json.encode(Kept(digest_of(ASK), "plan", Completion(text, "m"))) for text in texts]
    path.write_bytes(b"\n".join(lines) + b"\n")
    return f"replay:{path}"


def test_kept_answers_are_given_in_order_and_then_there_are_none(tmp_path):
    model = open_model(kept(tmp_path / "a", "one", "two"))
    assert [asyncio.run(model.ask(ASK)).text for _ in range(2)] == ["one", "two"]
    with pytest.raises(PlannerUnreachable):
        asyncio.run(model.ask(ASK))


def test_after_a_comma_stands_who_is_asked_when_the_first_cannot_be_reached(tmp_path):
    model = open_model(f"{kept(tmp_path / 'a')} , {kept(tmp_path / 'b', 'from the second')}")
    assert asyncio.run(model.ask(ASK)).text == "from the second"


def test_what_is_recorded_can_be_played_again(tmp_path):
    record = tmp_path / "record"
    asyncio.run(open_model(kept(tmp_path / "a", "one"), record).ask(ASK))
    assert asyncio.run(open_model(f"replay:{record}").ask(ASK)).text == "one"
