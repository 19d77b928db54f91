"""The local law: the next move of an episode. Forward first, then over all known places; never blindly back."""

from __future__ import annotations

from typing import NamedTuple

from .episode import MEASURED_TWICE, MOST_GOES, Episode, Spot
from .moves import AskLeave, Back, Dismiss, GiveUp, LookAgain, Measure, Move, Propose, Reconsider, Restore, Try

USUAL = 3.5
"""How near a place is held to be of which nothing is known."""


def next_move(episode: Episode) -> Move:
    """The next move of an episode whose goal is not seen. A look may miss a thing: before anybody is asked what to try, there are
    two looks, and what is to be acted on is looked for."""
    move = _decided(episode)
    match move:
        case Propose() if episode.may_show_more():
            return LookAgain()
        case Try(key) | Back(key) | Restore(key) if episode.may_show_more(key):
            return LookAgain()
        case _:
            return move


def _decided(episode: Episode) -> Move:
    settings = episode.settings
    if episode.acts >= settings.acts:
        return GiveUp("acts")
    if settings.tries and episode.tries >= settings.tries:
        return GiveUp("tries")
    if episode.atlas.places[episode.here].interrupts and (move := _dismiss(episode)):
        return move
    if (move := _due(episode)) is not None:
        return move
    if episode.acts >= settings.acts - settings.kept and (move := _settle(episode)) is not None:
        return move
    if (move := _known_way(episode)) is not None:
        return move
    if (move := _at_the_goal(episode)) is not None:
        return move
    here, forward = episode.found(episode.here), episode.goes_forward
    if here.options is None or (forward and here.asked_at != episode.acts):
        return Propose(episode.useless(episode.here) | _tried(episode))
    if forward and (move := _forward(episode)) is not None:
        return move
    if not forward and (move := _unread(episode)) is not None:
        return move
    return _search(episode)


def _dismiss(episode: Episode) -> Move | None:
    """Clear an interruption away: by what agrees to it where it asks, else by what closes it, else by what is left."""
    things = [thing for thing in episode.sight.things if (episode.here, thing.key) not in episode.refused and not thing.final]
    for role in ("commit", "close", "way"):
        for thing in things:
            if thing.role == role:
                return Dismiss(thing.key)
    return None


def _due(episode: Episode) -> Move | None:
    """A value here that was changed and did not help is put back first."""
    unseen = episode.unseen
    for (place, key), (old, goes) in episode.debts.items():
        if place == episode.here and goes < MOST_GOES and episode.sight.values.get(key, "") != old and (place, key) not in unseen:
            return Restore(key, old)
    return None


def _settle(episode: Episode) -> Move | None:
    """At the end of its means: one act on the way to the nearest place where a value is still to be put back."""
    owed = {place for (place, _), (_, goes) in episode.debts.items() if goes < MOST_GOES and place != episode.here}
    if not owed:
        return None
    far, legs = episode.atlas.travel(episode.here, _barred(episode))
    near = [(far[place], place) for place in owed if place in far]
    return _first_leg(episode, legs, min(near)[1]) if near else None


def _known_way(episode: Episode) -> Move | None:
    """One act on the way on which an earlier run reached the goal: nobody need be asked."""
    if episode.end is None:
        return None
    place, key = episode.end
    for filled, field in sorted(episode.atlas.filled - {episode.end}):
        empty = episode.sight.thing(field) is not None and not episode.sight.values.get(field)
        if filled == episode.here and empty:
            return Try(field, "retain")
    if episode.here == place:
        there = key in episode.atlas.places[place].things and (place, key) not in episode.unseen | _unnamed(episode)
        return _try(episode, key) if there else None
    far, legs = episode.atlas.travel(episode.here, _barred(episode))
    return _first_leg(episode, legs, place) if place in far else None


def _at_the_goal(episode: Episode) -> Move | None:
    """What the goal speaks of is here, and is to hold something else: nobody need be asked."""
    key = episode.sight.wanting
    return _try(episode, key) if key and key in _options(episode, episode.here) else None


def _unnamed(episode: Episode) -> set[Spot]:
    """What takes away, ends or pays something, and nobody has named for this goal: it is no way to anything else."""
    things = ((number, thing) for number, place in enumerate(episode.atlas.places) for thing in place.things.values())
    return {(at, thing.key) for at, thing in things if thing.final and thing.key not in (episode.found(at).options or {})}


def _barred(episode: Episode) -> set[Spot]:
    return episode.closed | episode.refused | episode.unseen | _unnamed(episode)


def _first_leg(episode: Episode, legs: dict[int, tuple[int, str]], place: int) -> Back:
    while legs[place][0] != episode.here:
        place = legs[place][0]
    return Back(legs[place][1], place)


def _forward(episode: Episode) -> Move | None:
    """At first: the best proposal here that was not tried."""
    left, proposed = _options(episode, episode.here), episode.found(episode.here).options or {}
    return next((_try(episode, key) for key in proposed if key in left), None)


def _tried(episode: Episode) -> set[str]:
    """What need not be proposed here any more."""
    return {key for place, key in episode.tried | episode.refused if place == episode.here}


def _try(episode: Episode, key: str) -> Move:
    thing = episode.atlas.places[episode.here].things[key]
    if thing.asks and (episode.here, key) not in episode.allowed:
        return AskLeave(key)
    if thing.role in ("close", "back"):
        return Try(key, "revert")
    other = any(place == episode.here and tried != key for place, tried in episode.atlas.led)
    return Try(key, "explore" if other or episode.found(episode.here).visits > 1 else "retain")


def _unread(episode: Episode) -> Move | None:
    """A place is measured when it is first searched from, and once more when it is come back to."""
    here = episode.found(episode.here)
    if episode.is_blurred:
        return None
    if not here.readings:
        return Measure(2 if len(episode.differences) < MEASURED_TWICE else 1)
    if len(here.readings) < 2 and here.visits == 2:
        return Measure(1)
    return None


# --- the search -------------------------------------------------------------------------------------------------


class _Choice(NamedTuple):
    """One thing that could be tried next, somewhere."""

    worth: float
    """What reaching the goal that way is held to cost, in acts."""
    place: int
    """Where."""
    key: str | None
    """What to try there; None: ask first."""


def _search(episode: Episode) -> Move:
    """Of everything that is untried at any known place, what is held to cost least; then one act on the way there."""
    settings = episode.settings
    far, legs = episode.atlas.travel(episode.here, _barred(episode))
    near = {place: value(episode, place) for place in far}
    choices = [c for place, acts in far.items() if (c := _choice(episode, place, acts, near)) is not None]
    if not choices:
        return Reconsider() if episode.lifts < settings.lifts else GiveUp("exhausted")
    best = min(choices)
    if best.place != episode.here:
        return _first_leg(episode, legs, best.place)
    if best.key is None:
        return Propose(episode.useless(episode.here) | _tried(episode) | (episode.found(episode.here).options or {}).keys())
    return _try(episode, best.key)


def _choice(episode: Episode, place: int, acts: float, near: dict[int, float]) -> _Choice | None:
    settings, found, here = episode.settings, episode.found(place), place == episode.here
    stay = settings.weights.stay * max(0.0, 1.0 - episode.acts / settings.weights.stay_acts)
    worth = settings.weights.travel * acts + (10.0 - near[place]) / settings.weights.slope + (0.0 if here else stay)
    if episode.atlas.places[place].interrupts:
        return None
    if found.options is None:  # nobody has asked there: it must not look attractive for being unknown
        return None if here or not found.visits else _Choice(worth + settings.weights.back * 0.9, place, None)
    left = _options(episode, place)
    if not left:
        return None
    proposed = [key for key in found.options if key in left]
    more = 0.0
    if proposed:
        key = max(proposed, key=lambda k: left[k])
        likely = left[key]
    elif found.asked < settings.asks:
        key, likely, more = None, max(left.values()), 0.3
    else:
        key = max(left, key=lambda k: left[k])
        likely = left[key]
    onward = (there for there in episode.atlas.onward(place) if there != place)
    if any(near.get(there, 0.0) > near[place] + 0.72 and _has_more(episode, there) for there in onward):
        likely *= settings.weights.known
    if key is not None and episode.atlas.places[place].things[key].asks:
        more += 2.0
    return _Choice(worth + settings.weights.back * (1.0 - likely) + more, place, key)


def _has_more(episode: Episode, place: int) -> bool:
    """Whether something that was proposed at a place is untried, or nobody has asked there: else it is a dead end."""
    proposed, left = episode.found(place).options, _options(episode, place)
    return proposed is None or any(key in left for key in proposed)


def value(episode: Episode, place: int) -> float:
    """How near a place is held to be: its readings, drawn to what the way there let expect by how noisy they are."""
    settings, found = episode.settings, episode.found(place)
    noise, spread = episode.noise**2, settings.weights.spread**2 if found.prior is not None else 2.5**2
    prior = USUAL if found.prior is None else found.prior
    readings = found.readings if episode.is_measured else []
    near = (sum(readings) / noise + prior / spread) / (len(readings) / noise + 1.0 / spread) if readings else prior
    return near + found.vote


def _options(episode: Episode, place: int) -> dict[str, float]:
    """Thing -> how likely it is right, of all that is untried there: what was tried makes the rest likelier, but for a share that
    none of them is."""
    settings, known = episode.settings, episode.atlas.places[place]
    proposed, off = episode.found(place).options or {}, episode.useless(place)
    first = next(iter(proposed), "")
    weights: dict[str, float] = {}
    whole = 0.0
    for key, thing in known.things.items():
        spot = (place, key)
        if key in off or spot in episode.unseen or (spot in episode.refused and spot not in episode.allowed):
            continue
        if thing.final and key not in proposed:
            continue
        likely = proposed.get(key, settings.weights.tail)
        if thing.role == "close" and key != first:
            likely *= 0.5
        whole += likely
        if spot not in episode.tried and not _leads_back(episode, spot):
            weights[key] = likely * episode.weight.get(spot, 1.0)
    total = sum(weights.values()) + 0.1 * whole or 1.0
    return {key: weight / total for key, weight in weights.items()}


def _leads_back(episode: Episode, spot: tuple[int, str]) -> bool:
    """Whether a thing is known to lead to a place where we were for this goal: that is a way, and nothing to try."""
    return any(there != spot[0] and episode.found(there).visits for there in episode.atlas.led.get(spot, ()))
