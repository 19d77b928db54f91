"""Which act may have which secret: a planner may name any, and gets none that the task does not mean for this act.

A task means a secret for a skill (`login`), for one argument of it (`login.password`), for the pages of an origin
(`https://example.org`), or, under `values`, for the field of that name where the run began. Any other use asks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ..logic.conditions import parse_fact
from ..model import SECRET, secret_name
from ..people.addresses import web_address
from ..plans.plan import Act, secrets_in
from ..run.state import Run

FILLERS = frozenset(("a", "an", "the", "your", "my", "our", "enter", "please", "type", "required", "optional", "here", "field"))
"""Words of a label that say nothing about what belongs there."""
PAGE = "page("
"""How the fact begins that names the page that is open."""
FOREIGN = "foreign("
"""How the fact begins that names the origin of a frame, where that is not the page's: `foreign(target, origin)`."""


def not_entrusted(run: Run, step: Act) -> str:
    """What of the act's secrets the task does not mean for it, in words; '' where it means them all."""
    for argument, name in _asked(step):
        label = target.label if (target := run.seen.belief.target(step.target)) is not None else ""
        if not _is_meant(run, name, step, argument, label):
            where = f" of the field {label!r}" if label else ""
            return f"the task does not mean the secret {name} for {step.skill}.{argument}{where}"
    return ""


def _asked(step: Act) -> Iterator[tuple[str, str]]:
    for argument, value in step.args.items():
        if isinstance(value, str):
            if name := secret_name(value):
                yield argument, name
        elif isinstance(value, dict | list | tuple):
            yield from ((argument, name) for name in sorted(secrets_in({argument: value})))


def _is_meant(run: Run, name: str, step: Act, argument: str, label: str) -> bool:
    here = origin_in(run.seen.belief.facts, step.target)
    for place in run.setup.task.secrets.get(name, ()):
        if place in (step.skill, f"{step.skill}.{argument}"):
            return True
        if step.target and here and "://" in place and here == origin_of(place):
            return True
    fields = [field for field, value in run.setup.task.values.items() if value == SECRET + name]
    at_home = here == run.seen.origin and bool(label)  # a value is for a field, not for any argument of that name
    return at_home and any(_words(field) == _words(label) for field in fields)


def _words(text: str) -> list[str]:
    """The words of a field's name, without marks and without what only asks to fill it in."""
    return [word for word in re.findall(r"\w+", text.replace("_", " ").casefold()) if word not in FILLERS]


def origin_in(facts: Iterable[str], target: str = "") -> str:
    """The origin of the page that is open, or of the frame in it that a target lies in; '' where there is none."""
    facts = tuple(facts)
    frames = (parse_fact(fact).args for fact in facts if target and fact.startswith(FOREIGN))
    for framed, origin in frames:
        if framed == target:
            return origin_of(origin)
    pages = (parse_fact(fact).args[0] for fact in facts if fact.startswith(PAGE))  # one page by several names
    origins = {origin for name in pages if not name.startswith("/") and (origin := origin_of(name))}
    return " and ".join(sorted(origins))  # several are none that anybody named


def origin_of(url: str) -> str:
    """Scheme, host and port; '' for what is no web address."""
    address = web_address(url)
    return f"{address.scheme}://{address.host}:{address.port}" if address is not None else ""
