"""What was spent, what is set aside, what is left."""

from __future__ import annotations

from msgspec.structs import replace

from ..model import Cost, Value
from .settings import Settings


class Spent(Value, frozen=True):
    """Counters of one run. `reserved` is set aside for the one answer that is waited for."""

    steps: int = 0
    """Acts that were begun, retries included."""
    planner_calls: int = 0
    """Requests to the planner, for plans and to read the goal; one that reached nobody is taken off again."""
    unanswered: int = 0
    """Those of them that a death cut off: they are paid for, and asked again."""
    searches: int = 0
    """Those of them that only carry a search for a way on: each follows an act of it, and no limit of requests counts them."""
    model_calls: int = 0
    """Answers that cost something, whoever gave them."""
    replans: int = 0
    """Plans asked for because something was not as planned, with those that a lesson or a reflection mended."""
    segments: int = 0
    """Plans asked for as `segment` or `achieve`: to plan on, to look further, or because people want something else. Those that
    only carry a search on are not counted."""
    questions: int = 0
    """Questions put to people."""
    cost: Cost = Cost()
    """Tokens and money of all answers so far, whoever gave them."""
    reserved: Cost = Cost()
    """The most that the answer may cost which is waited for; nothing where none is."""
    idle: float = 0.0
    """Seconds spent waiting for people: not counted against the budget."""
    paid: tuple[tuple[int, float], ...] = ()
    """(steps, price) of each of the last plans that cost something."""
    tiers: dict[str, int] = {}
    """Way of looking -> how many looks it answered, in a world that has several."""
    looking: Cost = Cost()
    """What looks have cost; a part of `cost`."""


def spend(spent: Spent, cost: Cost) -> Spent:
    """The counters after an answer that cost this. Nobody pays us: a cost below zero is none."""
    answers, cost = cost.answers, replace(at_least_nothing(cost), answers=0)
    return replace(spent, cost=spent.cost + cost, model_calls=spent.model_calls + max(answers, cost != Cost()))


def spend_on_look(spent: Spent, tier: str, cost: Cost) -> Spent:
    """The counters after a look that was answered in this way and cost this."""
    if not tier and cost == Cost():
        return spent
    after = spend(spent, cost)
    tiers = {**spent.tiers, tier: spent.tiers.get(tier, 0) + 1} if tier else spent.tiers
    return replace(after, tiers=tiers, looking=spent.looking + (after.cost - spent.cost))


def cost_left(spent: Spent, settings: Settings) -> Cost:
    """Tokens and money that may still be set aside, the reserve kept back."""
    limits = settings.limits
    keep = 1.0 - limits.reserve
    limit = Cost(int(limits.max_tokens * keep), limits.max_money * keep)
    return limit - spent.cost - spent.reserved


def affords(spent: Spent, settings: Settings, most: Cost) -> bool:
    """Whether an answer that may cost this much may be asked for."""
    left, most = cost_left(spent, settings), at_least_nothing(most)
    return most.tokens <= left.tokens and most.money <= left.money


def at_least_nothing(cost: Cost) -> Cost:
    """A cost as it is counted: nobody is paid for an answer, whatever he says."""
    return Cost(max(0, cost.tokens), max(0.0, cost.money), max(0, cost.unpriced), max(0, cost.answers))


def affords_look(spent: Spent, settings: Settings, most: Cost) -> bool:
    """Whether a look may ask for answers of a model that may cost this much; one where nobody counted them."""
    calls = spent.model_calls + max(1, most.answers)
    return calls <= settings.limits.max_model_calls and affords(spent, settings, most)


def seconds_left(settings: Settings, elapsed: float) -> float:
    """Seconds before the reserve for the last look and the report begins."""
    return settings.limits.max_seconds * (1.0 - settings.limits.reserve) - elapsed


LONGEST = 1000
"""Steps that one plan may have."""


def planner_calls_left(spent: Spent, settings: Settings) -> int:
    """Requests that may still be made of the planner; a search for a way goes on as far as its own limit of acts."""
    return settings.limits.max_planner_calls - (spent.planner_calls - spent.searches)


def most_events(settings: Settings, messages: int = 0, resumes: int = 0) -> int:
    """An upper bound of the length of any journal made under these settings.

    Each counted thing (act, request, question, message, resumption) is followed by a bounded number of looks, notes,
    lessons and waits, and each plan by as many passed steps as it has; nothing else makes events. An act of a search is followed
    by one request more.
    """
    limits = settings.limits
    requests = limits.max_planner_calls + limits.max_steps
    counted = limits.max_steps + requests + limits.max_questions + settings.patience.retries + messages + resumes
    looks = settings.looking.look_retries + 1
    return 20 + (counted + 1) * (13 + 2 * looks) + requests * LONGEST
