"""What a world answers, on its way past the secrets that are hidden in it."""

import asyncio
import traceback

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


@pytest.mark.parametrize("ends", [KeyboardInterrupt, SystemExit, GeneratorExit, type("Ends", (BaseException,), {})])
def test_what_ends_the_process_does_not_say_the_secret_on_its_way(ends):
    class Ending(Door):
        async def act(self, call):
            try:
                raise ends("sesame-open")
            except BaseException as error:
                raise ends("it knew sesame-open") from error

    act = WithSecrets(Ending(None), {"DOOR": "sesame-open"}).act(Call("enter", {}))
    with pytest.raises(BaseException, match="secret:DOOR") as raised:
        act.send(None)
    assert "sesame" not in "".join(traceback.format_exception(raised.value)).replace('ends("sesame', "").replace(
        "knew sesame", ""
    )
    assert isinstance(raised.value, ends if ends in (KeyboardInterrupt, GeneratorExit) else SystemExit)


def test_what_ends_the_process_and_says_no_secret_stays_as_it_is():
    class Ending(Door):
        async def act(self, call):
            raise SystemExit(3)

    with pytest.raises(SystemExit) as raised:
        WithSecrets(Ending(None), {"DOOR": "sesame-open"}).act(Call("enter", {})).send(None)
    assert raised.value.code == 3
