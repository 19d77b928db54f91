"""τ²-bench as inspect-evals ships it: a shop's and an airline's tools, each task with the calls that solve it.

A task's world holds the customers that it speaks of, with all that is theirs; the other thousands are left out.
"""

from __future__ import annotations

import copy
import gzip
import inspect
import json
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any

from inspect_ai.util import Store
from inspect_evals.tau2.airline.AirlineAgentTools import AirlineAgentTools
from inspect_evals.tau2.airline.data_model import FlightDB
from inspect_evals.tau2.retail.data_model import RetailDB
from inspect_evals.tau2.retail.RetailAgentTools import RetailAgentTools
from inspect_evals.tau2.utils import TAU2_DATA_DIR

from .box import Call, Facts, Task, facts_of

NAME = "tau2"
DOMAINS = {"retail": (RetailAgentTools, RetailDB, "orders"), "airline": (AirlineAgentTools, FlightDB, "reservations")}
"""Tools, database, and what a customer owns."""
UNCHANGING = {"products"}
"""No tool changes the catalogue: looks leave it out."""


class Desk:
    """The tools of one domain over a small database."""

    def __init__(self, domain: str, data: dict[str, Any]) -> None:
        kind, database, _ = DOMAINS[domain]
        self._db = database.model_validate(copy.deepcopy(data))
        self._desk = kind(store=Store(), db=self._db, initialized=True)
        names = [n for n in vars(kind) if not n.startswith(("_", "model_")) and n != "initialize"]
        self.tools: dict[str, Callable[..., Any]] = {
            n: getattr(self._desk, n) for n in names if inspect.isfunction(vars(kind)[n])
        }

    def state(self) -> Facts:
        """Every leaf of the records."""
        parts = {name: part for name, part in vars(self._db).items() if name not in UNCHANGING}
        return frozenset(f for name, part in parts.items() for f in facts_of(part, name))

    def keep(self) -> Any:
        """A copy of the database."""
        return copy.deepcopy(vars(self._db))

    def put_back(self, kept: Any) -> None:
        """Make the database what it was."""
        vars(self._db).update(copy.deepcopy(kept))


def tasks() -> Iterable[Task]:
    """Every task of both domains; calls that are no tool of the desk (a calculator, a human agent) are left out."""
    for domain, (kind, _, _) in DOMAINS.items():
        for row in json.loads((TAU2_DATA_DIR / "domains" / domain / "tasks.json").read_text(encoding="utf-8")):
            actions = row["evaluation_criteria"].get("actions") or []
            calls = tuple(Call(a["name"], a["arguments"]) for a in actions if a["name"] in vars(kind))
            yield Task(NAME, f"{domain}_{row['id']}", partial(_desk, domain, calls), calls)


@cache
def _whole(domain: str) -> dict[str, Any]:
    with gzip.open(TAU2_DATA_DIR / "domains" / domain / "db.json.gz", "rt", encoding="utf-8") as file:
        return json.load(file)


def _desk(domain: str, calls: tuple[Call, ...]) -> Desk:
    whole, owned = _whole(domain), DOMAINS[domain][2]
    given = [call.args for call in calls]
    users = {id for id, user in whole["users"].items() if any(_names(args, user) for args in given)}
    users |= {thing["user_id"] for id, thing in whole[owned].items() if any(id in args.values() for args in given)}
    data = {
        "users": {id: whole["users"][id] for id in sorted(users)},
        owned: {id: thing for id, thing in whole[owned].items() if thing["user_id"] in users},
    }
    text = json.dumps([data, given])
    for rest in whole.keys() - data.keys():
        data[rest] = {id: _named_days(thing, text) for id, thing in whole[rest].items() if f'"{id}"' in text}
    return Desk(domain, data)


def _names(args: dict[str, Any], user: dict[str, Any]) -> bool:
    """Whether a call speaks of a customer: by id, by address of mail, or by name."""
    name = user["name"]
    by_name = args.get("last_name") == name["last_name"] and args.get("first_name") == name["first_name"]
    return by_name or user["user_id"] == args.get("user_id") or user["email"] == args.get("email")


def _named_days(thing: dict[str, Any], text: str) -> dict[str, Any]:
    """A flight has a record for each day: those that nobody speaks of are left out."""
    if "dates" not in thing:
        return thing
    return thing | {"dates": {day: about for day, about in thing["dates"].items() if f'"{day}"' in text}}
