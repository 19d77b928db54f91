"""The drawn world, played: it does what its deeds truly do, strikes once, shows what it covers, and keeps the ledger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from midcourse.core.model import Call, Done, FactKind, Failed, Json, Observation, Result, Skill, Uncertain
from midcourse.testing import Died, FrozenClock

from .drawing import NEVER, Deed, Drawn

What = tuple[str, tuple[tuple[str, Json], ...]]
"""An act by what it is: skill and arguments."""
TICK = 0.01
"""Seconds that an act takes."""


class OrdinaryWorld:
    """A world as a user has it."""

    def __init__(self, drawn: Drawn, clock: FrozenClock) -> None:
        self.drawn, self._clock = drawn, clock
        self.truth = set(drawn.start)
        self.ledger: Counter[What] = Counter()
        """How often each act took effect."""
        self.undone: Counter[What] = Counter()
        """How often somebody else took its effect back."""
        self.returns: Counter[What] = Counter()
        """How often we came back to a place that we had left."""
        self.tried: Counter[What] = Counter()
        self.calls: list[What] = []
        self.pending: list[tuple[float, Deed, What]] = []
        """Effects that are still to come."""
        self._strikes = self._how_often()
        self._struck: What = self._what(drawn.deeds[drawn.struck].skill, drawn.deeds[drawn.struck].args)
        self._place = [self._what(d.skill, d.args) for d in drawn.deeds[: drawn.struck]].count(self._struck)
        self.held: set[str] = set(drawn.start)
        """Every fact that ever was so."""
        self.vocabulary = self._kinds()

    def _how_often(self) -> int:
        match self.drawn.knobs.trouble:
            case "none":
                return 0
            case "refused" | "unavailable":
                return 1 + self.drawn.chance % 2
            case "for good" | "for good, other way":
                return 10_000
            case _:
                return 1

    def _kinds(self) -> Sequence[FactKind]:
        facts = {*self.drawn.view_of, *self.drawn.start, NEVER} - self.drawn.hidden
        return tuple(FactKind(name) for name in sorted({f.split("(")[0] for f in facts} | {"at"}))

    @staticmethod
    def _what(skill: str, args: dict[str, Json]) -> What:
        return skill, tuple(sorted(args.items()))

    async def skills(self) -> Sequence[Skill]:
        """As declared."""
        return self.drawn.skills

    # --- seeing -------------------------------------------------------------------------------------------------

    @property
    def view(self) -> str:
        """Where we are."""
        return next(f[3:-1] for f in self.truth if f.startswith("at("))

    def visible(self, fact: str) -> bool:
        """Whether a look here shows it, if it is so."""
        drawn = self.drawn
        if fact.startswith("at("):
            return True
        if fact in drawn.hidden:
            return False
        return drawn.knobs.coverage == "all" or drawn.view_of.get(fact, "") in ("", self.view)

    async def observe(self) -> Observation:
        """What can be seen from here."""
        self._arrive()
        drawn = self.drawn
        known = {*drawn.view_of, *drawn.start, NEVER}
        covers = tuple(sorted(f for f in known if not f.startswith("at(") and self.visible(f)))
        if drawn.knobs.coverage == "all" and not drawn.hidden and all(d.skill != "note" for d in drawn.deeds):
            covers = ("*",)
        shown = frozenset(f for f in self.truth if self.visible(f))
        return Observation(shown, covers if covers == ("*",) else (*covers, "at(*)"), source="ordinary")

    # --- doing --------------------------------------------------------------------------------------------------

    async def act(self, call: Call) -> Result:
        """Do it, as far as the trouble lets it."""
        await self._clock.sleep(TICK)
        self._arrive()
        other = call.skill.endswith("_other")
        name = call.skill.removesuffix("_other")
        what = self._what(name, call.args)
        self.calls.append(what)
        deed = self._deed(what)
        if deed is None:
            return Failed("bad_arguments", f"nothing answers to {call.skill} with {call.args}")
        missing = [n for n in deed.needs if n not in self.truth]
        if missing:
            return Failed("needs_not_met", f"{missing[0]} is not so")
        if what == self._struck and not other and self.ledger[what] >= self._place and self.tried[what] < self._strikes:
            self.tried[what] += 1
            return self._strike(deed, what)
        self._do(deed, what)
        return Done(deed.output)

    def _strike(self, deed: Deed, what: What) -> Result:
        half = self.drawn.chance % 2 == 0
        match self.drawn.knobs.trouble:
            case "refused":
                return Failed("busy", "try again later")
            case "unavailable":
                return Failed("http_error", "HTTP 503 Service Unavailable", clean=False, error="requests.HTTPError")
            case "broke off":
                self._do(deed, what)
                return Failed("http_error", "HTTP 500 Internal Server Error", clean=False, error="requests.HTTPError")
            case "no-op":
                return Done(deed.output)
            case "for good" | "for good, other way":
                return Failed("not_implemented", "this does not work here", clean=True)
            case "time-out":
                self._do(deed, what)
                return Uncertain("timeout", "no answer in 1 second")
            case "late":
                self.pending.append((self._clock.now() + self._lateness(), deed, what))
                return Done(deed.output)
            case "late after time-out":
                self.pending.append((self._clock.now() + self._lateness(), deed, what))
                return Uncertain("timeout", "no answer in 1 second")
            case "undone by another":
                self._do(deed, what)
                if deed.makes and not deed.breaks and deed.skill != "turn":
                    self.truth -= set(deed.makes)
                    self.undone[what] += 1
                return Done(deed.output)
            case "done by another":
                self._do(deed, what)
                self._help()
                return Done(deed.output)
            case "killed":
                if half:
                    self._do(deed, what)
                raise Died
            case _:
                raise AssertionError(self.drawn.knobs.trouble)

    def _lateness(self) -> float:
        """Seconds until a late effect comes, 0.2 to 9.1: half of them within one."""
        return 0.2 + 9.0 * (self.drawn.chance / 100) ** 3.5

    def _help(self) -> None:
        """Somebody does what a later step is for."""
        later = [d for d in self.drawn.deeds[self.drawn.struck + 1 :] if d.makes and not d.breaks and d.skill.startswith("make")]
        if later:
            self.truth |= set(later[0].makes)
            self.held |= set(later[0].makes)

    def _deed(self, what: What) -> Deed | None:
        """What the act does this time: the nth time, what the nth such deed of the plan does."""
        same = [d for d in self.drawn.deeds if self._what(d.skill, d.args) == what]
        if not same:
            return self._going(what)
        return same[min(self.ledger[what], len(same) - 1)]

    def _going(self, what: What) -> Deed | None:
        if what[0] != "go" or dict(what[1]).get("to") not in self.drawn.views:
            return None
        return Deed("go", dict(what[1]), (), (f"at({dict(what[1])['to']})",))

    def _do(self, deed: Deed, what: What) -> None:
        self.ledger[what] += 1
        if deed.skill == "go" and self.ledger[what] > 1 and not set(deed.makes) <= self.truth:
            self.returns[what] += 1
        if deed.skill == "go":
            self.truth = {f for f in self.truth if not f.startswith("at(")}
        self.truth = (self.truth - set(deed.breaks)) | set(deed.makes)
        self.held |= set(deed.makes)

    def _arrive(self) -> None:
        """What was to come late comes."""
        due = [p for p in self.pending if p[0] <= self._clock.now()]
        self.pending = [p for p in self.pending if p[0] > self._clock.now()]
        for _, deed, what in due:
            self._do(deed, what)

    # --- the truth about it ---------------------------------------------------------------------------------------

    def settle(self) -> None:
        """Let everything come that is still to come."""
        for _, deed, what in self.pending:
            self._do(deed, what)
        self.pending = []

    @property
    def wanted(self) -> Counter[What]:
        """How often each act stands in the plan."""
        return Counter(self._what(d.skill, d.args) for d in self.drawn.deeds)

    @property
    def doubled(self) -> list[What]:
        """Acts that took effect more often than planned, though they must not.

        Who searches may go where no list went, and back; who mends what came to nothing may come back to it.
        """
        searches = self.drawn.knobs.planner == "search"
        mends = self.undone or self.drawn.knobs.trouble == "no-op"
        free = {s.name for s in self.drawn.skills if s.repeatable}
        wanted = self.wanted + self.returns if mends or searches else self.wanted
        counted = ((w, n) for w, n in self.ledger.items() if w[0] not in free and (wanted[w] or not searches))
        return [w for w, n in counted if n > wanted[w] + self.undone[w]]

    @property
    def missing(self) -> list[What]:
        """Acts of the plan that did not take effect, and whose effect nobody else brought about."""
        short: list[What] = []
        for what, times in self.wanted.items():
            deed = next(d for d in self.drawn.deeds if self._what(d.skill, d.args) == what)
            there = deed.makes and set(deed.makes) <= self.held and what[0].startswith("make")
            if self.ledger[what] < times and not there:
                short.append(what)
        return short

    @property
    def reached(self) -> bool:
        """Whether the world is as the plan leaves it."""
        end = set(self.drawn.start)
        for deed in self.drawn.deeds:
            if deed.skill == "go":
                end = {f for f in end if not f.startswith("at(")}
            end = (end - set(deed.breaks)) | set(deed.makes)
        return end <= self.truth

    @property
    def goal_holds(self) -> bool:
        """Whether the goal is so in truth."""
        return set(self.drawn.goal) <= self.truth
