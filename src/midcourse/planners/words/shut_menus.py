"""What menus offer that are shut: their options are told, and may be chosen without opening them."""

from __future__ import annotations

from ...core.plans.plan import Act
from .finding import norm
from .language import SMALL, stem
from .screen import Screen


def in_menus(screen: Screen) -> Act | None:
    """What a shut menu offers that speaks most of the goal, and was not chosen yet."""
    words = {stem(w) for w in norm(screen.request.goal).split() if w not in SMALL}
    done = {(a.target, a.args.get("option")) for a in screen.done if a.skill == "select"}
    offers: list[tuple[float, Act]] = []
    for target in screen.of("menuitem"):
        for option in screen.offers.get(target.id, ()):
            mine = {stem(w) for w in norm(option).split() if w not in SMALL}
            if mine & words and (target.id, option) not in done:
                score = len(mine & words) - 0.1 * len(mine - words) - 0.01 * len(option)
                offers.append((score, Act("select", {"option": option}, target.id)))
    return max(offers, key=lambda pair: pair[0], default=(0.0, None))[1]
