"""Which of many things a goal speaks of: what is changed or taken away is one of a list, and no other may be touched."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ...core.model import Target
from .language import SMALL, stem
from .screen import Screen


def spoken(text: str, without: Collection[str] = ()) -> set[str]:
    """The words of a text as they are compared, those that say little left out."""
    return {s for w in re.findall(r"\w+", text.lower()) if w not in SMALL and (s := stem(w)) not in without}


def record_of(screen: Screen, target: Target) -> str:
    """What stands with a thing that a page has for each of what it lists; '' where it is no such thing."""
    row = screen.parts.get(target.id, "")
    return screen.among.get(target.id, "") or (row.removeprefix("row").strip() if row.startswith("row") else "")


def is_called(screen: Screen, record: str, thing: set[str], all_of: Collection[str] = ()) -> bool:
    """Whether a line of a record, such as a cell of its row, says nothing but words of the thing, and `all_of` these."""
    lines = {line for line in screen.texts if re.search(rf"(?<!\w){re.escape(line)}(?!\w)", record)}
    own = (line for line in lines if not any(line != other and line in other for other in lines))
    return any(words <= thing and words >= set(all_of) for line in own if (words := spoken(line)))


class Records:
    """What a page lists, as far as it has the same thing for each, and which one is meant."""

    def __init__(self, screen: Screen, thing: set[str], of: Sequence[Target] | None = None) -> None:
        """`thing`: the words of the goal for what is to be changed or taken away. `of`: the things that are told apart; all."""
        self.meant: dict[str, int] = {}
        """How many of these words stand with a thing that belongs to the one that is meant."""
        self.others: set[str] = set()
        """What belongs to another, or to one of several of which nothing tells which is meant."""
        groups: dict[tuple[str, str], list[Target]] = {}
        for target in screen.targets if of is None else of:
            if target.id in screen.among:
                groups.setdefault((target.role, target.label), []).append(target)
        for targets in groups.values():
            words = {t.id: spoken(screen.among[t.id]) & thing for t in targets}
            shared = {w for own in words.values() for w in own if len(words) > 1 and all(w in o for o in words.values())}
            counts = {id: len(own - shared) for id, own in words.items()}
            most = max(counts.values())
            best = [id for id, count in counts.items() if count == most > 0]
            if len(best) > 1:
                best = [id for id in best if is_called(screen, screen.among[id], thing - shared)] or best
            elif not best and shared:  # each has all words of it, and one has a line of nothing else
                best = [id for id in counts if is_called(screen, screen.among[id], thing, shared)]
            self.others |= counts.keys() - set(best if len(best) == 1 else ())
            if len(best) == 1:
                self.meant[best[0]] = most or len(shared)
        told = {screen.among[id] for id in self.meant}
        for id in [id for id in self.meant if any(_holds(screen.among[id], other) for other in told)]:
            del self.meant[id]  # it stands with a whole list, and not with the one of it


def _holds(text: str, other: str) -> bool:
    """Whether what stands with a thing has in it all that stands with another, and begins otherwise: a list with a line of it."""
    return other in text and not text.startswith(other)


def said_in_every_row(screen: Screen) -> dict[str, set[str]]:
    """The words that each of several rows with the same things in it has, by these rows: they tell none from the others."""
    rows: dict[str, list[str]] = {}
    for target in screen.targets:
        if (part := screen.parts.get(target.id, "")).startswith("row "):
            rows.setdefault(part, []).append(target.role)
    alike: dict[tuple[str, ...], list[str]] = {}
    for part, roles in rows.items():
        alike.setdefault(tuple(roles), []).append(part)
    found: dict[str, set[str]] = {}
    for parts in (parts for parts in alike.values() if len(parts) > 1):
        said = [spoken(part.removeprefix("row ")) for part in parts]
        shared = {word for word in said[0] if all(word in words for words in said)}
        found |= dict.fromkeys(parts, shared)
    return found
