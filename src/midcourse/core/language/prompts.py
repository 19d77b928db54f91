"""What is asked of a language model, and what it says."""

from __future__ import annotations

from ..model import Cost, Json, Value


class Prompt(Value, frozen=True):
    """One question. Text that was seen in a world is marked as such inside `prompt`: it is data, never instruction."""

    purpose: str
    """What it is for: plan, judge, reflect. Costs are told by it."""
    system: str
    """What the model is to be and how it is to answer: written by us, without any text from a world."""
    prompt: str
    """The question itself."""
    pictures: tuple[bytes, ...] = ()
    """PNG."""
    most_tokens: int = 2048
    """The longest answer that is paid for."""
    form: dict[str, Json] = {}
    """A JSON schema of the answer, for services that can be held to one."""


class Completion(Value, frozen=True):
    """An answer, as it came."""

    text: str
    """All that the model said; '' if it said nothing."""
    model: str = ""
    """The name of the model that answered, as verdicts and reflections give it."""
    read: int = 0
    """Tokens that the model read, by its own count."""
    written: int = 0
    """Tokens that the model wrote, by its own count."""
    money: float = 0.0
    """US dollars, of the tokens whose price is known."""
    cut: bool = False
    """It broke off at its longest."""
    unpriced: int = 0
    """Tokens whose price nobody knows."""

    @property
    def cost(self) -> Cost:
        """What it cost."""
        return Cost(self.read + self.written, self.money, self.unpriced, answers=1)
