"""What a world answers, on its way past the secrets that are hidden in it."""

import asyncio

import pytest
from msgspec.structs import replace

from midcourse.core.model import Call, Failed, Uncertain
from midcourse.testing import SymbolicWorld
from midcourse.worlds.secrets import WithSecrets


class Door(SymbolicWorld):
    """Answers as it is told."""

    def __init__(self, answer):
        super().__init__([])
        self._answer = answer

    async def act(self, call):
        return self._answer


@pytest.mark.parametrize(
    "answer",
    [
        Uncertain("interrupted", "it knew sesame-open", anew=True),
        Failed("busy", "it knew sesame-open", "transient", clean=False, error="a.B", retry_after=2.0, begun=True),
    ],
)
def test_an_answer_keeps_all_but_the_secret_in_its_texts(answer):
    told = asyncio.run(WithSecrets(Door(answer), {"DOOR": "sesame-open"}).act(Call("enter", {"word": "secret:DOOR"})))
    assert told == replace(answer, detail="it knew secret:DOOR")


def test_what_a_world_raises_is_told_with_its_type():
    class Broken(Door):
        async def act(self, call):
            raise ConnectionRefusedError("sesame-open was refused")

    told = asyncio.run(WithSecrets(Broken(None), {"DOOR": "sesame-open"}).act(Call("enter", {})))
    assert told == Failed("connection_refused", "secret:DOOR was refused", clean=False, error="ConnectionRefusedError")
