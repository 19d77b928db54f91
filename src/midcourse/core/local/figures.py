"""The figures of the local law. They were found on random interfaces; see docs/measurements."""

from __future__ import annotations

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """What the search over known places weighs, in acts where nothing else is said."""

    ranks: tuple[float, ...] = (0.75, 0.12, 0.07, 0.05)
    """How likely the first, second … proposal is the right one."""
    tail: float = 0.05
    """How likely something is that was not proposed."""
    travel: float = 0.55
    """What an act on the way to another place weighs."""
    slope: float = 0.8
    """How much nearer one right act brings, on the scale of closeness."""
    back: float = 6.0
    """What a wrong option costs, in acts: trying it and coming back."""
    stay: float = 4.0
    """What leaving the place costs at first; it fades to nothing within `stay_acts`."""
    stay_acts: int = 20
    """Acts within which the preference for the present place fades."""
    known: float = 0.15
    """What remains of an option's likelihood where a better way on is known from its place."""
    spread: float = 1.5
    """How far the closeness of a place may be from what the way there lets expect."""
    up: float = 0.8
    """What a place gains whose first proposal goes on."""
    down: float = 2.5
    """What a place loses whose first proposal is to go back."""
    slipped: float = 0.3
    """What remains of an option's likelihood once it had no effect."""
    failed: float = 0.6
    """What remains of it once it failed."""


class LocalSettings(msgspec.Struct, frozen=True):
    """How far local planning goes, and what it weighs."""

    acts: int = 30
    """The most acts of one episode, those on the way back among them."""
    kept: int = 2
    """Acts of these that are kept for putting back what was changed."""
    tries: int = 0
    """The most tries, ways back left out; 0 for no such limit."""
    forward_acts: int = 5
    """For so many acts it goes forward, and asks anew after each of them; it turns back, and asks for closeness, only later."""
    short: int = 12
    """An episode of at most so many acts only goes forward: a search would not be paid back."""
    blurred_acts: int = 30
    """The same, where closeness is too noisy to tell places apart."""
    leaves: int = 2
    """How often people are asked for leave."""
    lifts: int = 3
    """How often what slipped is given another chance, once nothing else is left."""
    asks: int = 4
    """How often the proposer is asked at one place."""
    noise: float = 1.5
    """The error of closeness as long as it was not measured."""
    too_noisy: float = 2.0
    """Error from which on closeness moves nobody."""
    weights: Weights = Weights()
    """What the search weighs."""
