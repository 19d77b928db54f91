"""The way in: what leads to where one signs in, on a page that can be read without it."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from ...core.model import Target
from ...core.plans.plan import Act
from .asked import Asked
from .clicking import submit
from .fields import credentials
from .finding import norm
from .language import Clause, read
from .purposes import SIGN_IN
from .screen import Screen
from .ways import WAY

LABELS = re.compile(
    r"(?:log|sign) ?-?(?:in|on)|anmelden|einloggen|login|connexion|se connecter|iniciar sesión|acceder|entrar|accedi|inloggen|"
    r"zaloguj(?: się)?|войти|登录|ログイン"
)
ADDRESS = re.compile(r"(?:^|[/_.-])(?:log-?in|sign-?in|signin|log-?on)(?:$|[/_.-])")
"""What such links are called, and how their addresses are written, in whatever language their pages are."""


SIGNING = ("log in", "submit", "wait", "find")
"""What an instruction may ask for that signs in, and no more."""


BEHIND = ("switch", "uncheck", "drag", "sort")
"""What it may ask for that no form for signing in does: what is there is set or moved about."""


def goes_on(goal: str) -> bool:
    """Whether a goal says what is to be done where one signs in: behind the words for that, or with none."""
    clauses = read(goal)
    if all(clause.kind != "log in" for clause in clauses):
        return any(clause.kind in BEHIND for clause in clauses)
    first = next((i for i, clause in enumerate(clauses) if clause.kind == "log in"), len(clauses))
    after = [c for c in clauses[first:] if c.kind not in SIGNING]
    return any(c.kind != "enter" or c.quoted for c in after)  # what is entered without being told is for signing in


def signed_in(asked: Asked, clause: Clause) -> list[Act] | None:
    """Send what signs in, unless that was done with the values of the task; what was pressed for it may be named behind."""
    done = [i for i, act in enumerate(asked.screen.done) if act.description.startswith(SIGN_IN)]
    if not done:
        return submit(asked, clause)
    asked.since = max(asked.since, done[-1])
    return []


def way_in(screen: Screen) -> Act | None:
    """A click on what leads to where one signs in, if the task has values for that and nobody signed in yet."""
    if not credentials(screen.request.task.values) or any(a.description.startswith(SIGN_IN) for a in screen.done):
        return None
    found = [t for t in screen.of("link", "button", "menuitem") if t.id not in screen.hidden and _leads_in(screen, t)]
    return next((Act("click", {}, t.id, description=WAY) for t in found if not screen.tried("click", t.id)), None)


def _leads_in(screen: Screen, target: Target) -> bool:
    address = urlsplit(screen.leads.get(target.id, "")).path.lower()
    if "submit" in target.state:
        return False
    return LABELS.fullmatch(norm(target.label)) is not None or ADDRESS.search(address) is not None
