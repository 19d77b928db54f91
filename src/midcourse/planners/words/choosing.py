"""Clauses that ask for a choice: boxes, lists, menus, dates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .calendars import pick_date
from .clicking import click
from .colours import pick_colour
from .comparing import best_of_many, best_offered
from .final import is_opposite, is_unsaid
from .finding import alike, best, norm
from .language import Clause
from .numbers import enter_number
from .screen import BOXES, FIELDS, LISTS, Part, Screen

LEADING = re.compile(r"^(?:(?:the|a|an|all|of|both|words?|items?|options?|names?|entries|following|boxes|checkbox(?:es)?)\s+)+")
"""What comes before the things that are to be chosen, and names none of them."""
SETTING = ("set", "select", "choose", "pick", "adjust", "increase", "decrease")
"""Verbs by which a number is wanted of a field."""


def _items(clause: Clause) -> list[str]:
    """What is to be chosen: a way through menus, quoted, or listed with commas and `and`."""
    if ">" in clause.words:
        path = re.split(r"\s(?:from|in|on|using) the\b", clause.text)[0]
        return [part.strip(" .") for part in path.split(">")]
    if clause.quoted:
        return clause.quoted
    said = re.split(r"\b(?:from|as|in|with|using|on) the\b|\bas the\b", clause.text)[0]
    parts = (LEADING.sub("", p.strip(" .")) for p in re.split(r",| and | or ", said))
    items = [p for p in parts if p and p.lower() not in ("nothing", "none")]
    return [w for item in items for w in ([item] if ">" not in item else re.split(r"\s*>\s*", item))]


def from_menu(asked: Asked, clause: Clause) -> list[Act] | None:
    """`File > Save As`, where a menu tells what is in it though it is shut; None where none does."""
    first, *path = [clean.strip(' ."') for clean in clause.text.split(">")]
    for target in asked.screen.targets:
        if alike(target.label, first) > 0.9 and (option := _offered(asked.screen.offers.get(target.id, []), path)):
            for i in range(asked.since, len(asked.screen.done)):
                act = asked.screen.done[i]
                if (act.skill, act.target, act.args.get("option")) == ("select", target.id, option):
                    asked.since = i + 1
                    return []
            return Part([Act("select", {"option": option}, target.id)])
    return None


def _offered(options: Sequence[str], path: Sequence[str]) -> str:
    """The option with these names, as it is written in the menu; '' where there is none, or several are like it."""
    wanted = [norm(part) for part in path]
    same = [o for o in options if [norm(part) for part in o.split(" > ")] == wanted]
    if same:
        return same[0] if " > ".join(path) not in same else " > ".join(path)
    parts = [(option, option.split(" > ")) for option in options]
    like = [o for o, p in parts if len(p) == len(path) and all(alike(a, b) > 0.8 for a, b in zip(p, path, strict=True))]
    return like[0] if len(like) == 1 else ""


def select(asked: Asked, clause: Clause) -> list[Act] | None:
    """Choose all that is listed."""
    screen = asked.screen
    if ">" in clause.text and (chosen := from_menu(asked, clause)) is not None:
        return chosen
    if clause.nouns and clause.number is not None:
        return click(asked, Clause("select", clause.verb, clause.words, clause.quoted))
    if (dated := pick_date(asked.screen, clause)) is not None:
        return dated
    if (coloured := pick_colour(screen, clause.words)) is not None:
        return coloured
    if (offered := best_offered(screen, clause.text)) is not None:
        return [] if screen.values.get(offered[0]) == offered[1] else [Act("select", {"option": offered[1]}, offered[0])]
    if (chosen := best_of_many(screen, clause)) is not None:
        if chosen.role in BOXES:
            return [] if chosen.id in screen.checked else [Act("check", {}, chosen.id)]
        return asked.once("click", chosen)
    items = _items(clause)
    if (
        clause.verb in ("set", "select", "choose", "pick", "adjust", "increase", "decrease")
        and (entered := enter_number(asked, clause)) is not None
    ):
        return entered
    acts: list[Act] = []
    lists: dict[str, list[str]] = {}
    for item in items:
        chosen = _choice(screen, item)
        if chosen is None:
            path = ">" in clause.text
            if any(alike(t.label, item) > 0.9 for t in screen.past(asked.since)):
                continue
            return acts if path and acts else None
        target, option = chosen
        if option:
            lists.setdefault(target.id, []).append(option)
        elif target.role in BOXES:
            acts += [] if target.id in screen.checked else [Act("check", {}, target.id)]
        elif (
            screen.did("click", target.id, asked.since) < 0 > screen.did("hover", target.id, asked.since)
            and target.id not in screen.checked
        ):
            opens = "hasPopup" in target.state and item != items[-1] and not screen.has_windows
            acts.append(Act("hover" if opens else "click", {}, target.id))
            if ">" in clause.text:
                return acts if item == items[-1] else Part(acts)
    for id, options in lists.items():
        if len(options) == 1 and screen.values.get(id) != options[0]:
            acts.append(Act("select", {"option": options[0]}, id))
        elif len(options) > 1:
            acts.append(Act("select", {"option": sorted(options)}, id))
    return acts


def _choice(screen: Screen, item: str) -> tuple[Target, str] | None:
    """The thing, or the list and its option, that an item names."""
    listed = {option for offered in screen.offers.values() for option in offered}
    options = [(alike(option, item), id, option) for id, offered in screen.offers.items() for option in offered]
    usable = [t for t in screen.targets if not is_unsaid(t, screen.request.goal) and not is_opposite(t.label, item)]
    things = [(alike(t.label, item), t) for t in usable if _is_choice(t, listed)]
    top_option = max(options, default=(0.0, "", ""), key=lambda o: o[0])
    top_thing = max(things, default=None, key=lambda m: (m[0], m[1].role in BOXES))
    if top_thing is not None and top_thing[0] >= max(0.55, top_option[0]):
        return top_thing[1], ""
    if top_option[0] >= 0.55:
        listing = next(t for t in screen.targets if t.id == top_option[1])
        return listing, top_option[2]
    return None


def _is_choice(target: Target, listed: set[str]) -> bool:
    """Whether it is chosen by a click; what a list offers is chosen in the list."""
    return target.role not in (*FIELDS, *LISTS) and not (target.role == "option" and target.label in listed)


def uncheck(asked: Asked, clause: Clause) -> list[Act] | None:
    """Untick what is named."""
    found = best(clause, asked.screen.of(*BOXES))
    if not found:
        return None
    return [Act("uncheck", {}, found[0].target.id)] if found[0].target.id in asked.screen.checked else []
