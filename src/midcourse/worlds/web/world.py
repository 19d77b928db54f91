"""Web pages as a world: a real browser, facts from what it shows, skills that wait until a thing can be used."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from ...core.errors import LookFailed, TaskError, choices
from ...core.gates.checks import check_skills
from ...core.gates.entrusted import origin_in
from ...core.logic.conditions import Condition, fact
from ...core.model import Call, Done, Failed, Json, Observation, Result, Skill, Target, Uncertain
from ...core.plans.calls import misfit
from ..drawing import drawn
from ..naming import Names
from . import gestures
from .absence import ToGo
from .boxes import answer_box, boxed
from .closers import closer
from .contracts import SKILLS, TARGETED, VOCABULARY
from .covering import covers_in
from .engine import SIZE, BrowserError
from .evidence import OPEN, check_evidence
from .files import Files
from .gestures import Unfit
from .held import NOTHING
from .hushed import Hushed
from .in_sight import in_sight, numbered
from .launching import Trust, cautions
from .lists import Lists
from .options import BrowserOptions
from .origins import origin_of
from .reading import Reading, same
from .sight import Sight, beside, covered, describe, path_of
from .skills import Hands
from .tab import TRIES, Tab
from .texts import Texts
from .things import Thing

PATIENCE = 20.0
"""Seconds that a look may take beyond settling: a busy machine may need them."""
START = 50.0
"""Seconds that the browser may take to start and to open its page; less than a run waits for a look."""


class WebWorld:
    """A browser at a page. It starts with the first look, and again where it was if it dies."""

    vocabulary = VOCABULARY
    has_screen = True
    """Plans may be made from words and what is on the screen."""

    def __init__(
        self,
        start: str,
        *,
        allow: Iterable[str] = (),
        sealed: bool = False,
        terminals: bool = False,
        pictures: bool = False,
        keep: Path | None = None,
        headless: bool = True,
        size: tuple[int, int] = SIZE,
        settle: float = 3.0,
        load: float = 30.0,
        browser: BrowserOptions | None = None,
    ) -> None:
        """`sealed`: pages get nothing from hosts that are not allowed, and send nothing there. `terminals`: keys reach them."""
        self._options = browser or BrowserOptions()
        if self._options.evidence and keep is None:
            raise TaskError("evidence is kept in a run's folder, and there is none: use midcourse run, or WebWorld(keep=FOLDER)")
        self._files = Files(keep, self._options.downloads, apart=bool(self._options.signed_in))
        self._tab = Tab(
            start, allow, self._files, size, self._options, headless=headless, settle=settle, load=load, sealed=sealed
        )
        self._hushed = Hushed()
        self._hands = Hands(self._tab, self._element, self.read, self._closer, self._hushed.holds, terminals)
        self._pictures, self._names = pictures, dict[str, Names]()
        self._sight: Sight | None = None
        self._reading: tuple[Reading, Texts] | None = None
        self._seen: Observation | None = None
        self._shown = Observation()
        """The last look, from which the next act was decided."""
        self._wanted = ""
        """The origin that a secret is meant for; '' for an act without one."""
        self._lists, self._to_go = Lists(), ToGo()
        self._told, self._loaded_at, self._loader = (0, (0, 0), 0.0), 0.0, ""
        self._doubted = False
        """An act failed since the last look: the page is read anew even if it seems the same."""

    @property
    def page(self) -> Any:
        """The page that is open, as Playwright's `Page`; None before the first look."""
        return self._tab.page

    @property
    def downloads(self) -> Path:
        """Where files that came are kept."""
        return self._tab.downloads

    async def skills(self) -> Sequence[Skill]:
        """What can be done on a page."""
        check_skills(SKILLS)
        return SKILLS

    async def close(self) -> None:
        """Close the browser. What it kept for itself goes, unless somebody named a folder; what was downloaded stays."""
        await self._tab.close()
        self._forget()

    def entrust(self, secrets: Mapping[str, str], home: str, used: Collection[str] = ()) -> str:
        """What the browser may need: secrets, and a folder for what is kept by name. What people should know; '' for nothing."""
        self._tab.browser.trust = trust = Trust(secrets, Path(home))
        check_evidence(self._options, trust, used)
        self._hushed.entrust(secrets)
        return cautions(self._options, trust)

    def look_for(self, end: Condition) -> None:
        """What the run is to bring about: what is to go is known to have gone where it stood."""
        self._to_go, self._seen = ToGo(end), None

    def retire(self) -> None:
        """Nobody goes on with this browser later: what was kept for that goes when it is closed."""
        self._files.retire()

    async def __aenter__(self) -> WebWorld:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    # --- looking ------------------------------------------------------------------------------------------------

    async def observe(self) -> Observation:
        """What the page shows, once it has come to rest."""
        try:
            async with asyncio.timeout(START):
                await self._ready()
        except TimeoutError:
            raise LookFailed(f"the browser did not start, or did not open the page, within {START:g} seconds") from None
        except BrowserError as error:
            raise self._unreadable(error) from None
        try:
            async with asyncio.timeout(self._tab.patience + PATIENCE):
                self._shown = await self._tab.unbroken(self._observed())
                return self._shown
        except TimeoutError:
            raise LookFailed("the page does not answer") from None
        except BrowserError as error:
            raise self._unreadable(error) from None

    def _unreadable(self, error: Exception) -> LookFailed:
        if not self._tab.alive:
            self._forget()
        return LookFailed(f"the page cannot be read: {(self._tab.browser.trouble or str(error).splitlines()[0])[:200]}")

    async def _observed(self) -> Observation:
        if self._tab.watch.box is not None:
            return boxed(self._tab.watch.box, self._seen or Observation())
        if (self._tab.is_lost or self._tab.watch.cut) and not await self._tab.reopened():
            raise LookFailed("the page did not load")
        shot = await self._tab.settled(self._last_shot())
        if self._seen is not None and same(self._last_shot(), shot) and not self._doubted and self._news() == self._told:
            return self._seen
        seen = await self._look(shot)
        if self._to_go.known_at:
            await asyncio.sleep(self._to_go.known_at - monotonic())
            seen = await self._look(await self._tab.settled(self._last_shot()))
        return seen

    def _news(self) -> tuple[int, tuple[int, int], float]:
        """What can be told of though the page stays as it is: files that came, things that sent something, what it lacks."""
        return len(self._tab.watch.files), self._tab.watch.outgoing.news, self._to_go.known_at and monotonic()

    async def read(self) -> Observation:
        """What the page shows at this moment, settled or not."""
        await self._ready()
        shot = await self._tab.shot()
        if self._seen is not None and same(self._last_shot(), shot) and self._news() == self._told:
            return self._seen
        return await self._look(shot)

    async def picture(self) -> bytes:
        """The page with its targets drawn on, as a PNG; password fields, and fields that hold a secret, are black."""
        await self._ready()
        if self._reading is None:
            await self.read()
        return (await self._drawn())[0]

    async def _drawn(self) -> tuple[bytes, list[Target]]:
        """The picture, and the targets that can be seen in it, in the order of their numbers."""
        assert self._sight is not None and self._reading is not None
        seen = await in_sight(await self._tab.session(), *self._reading, self._sight, self._tab.size)
        hushed = self._hushed.boxes(self._reading[0], self._sight.things)
        return drawn(await self._tab.photo(), seen, self._reading[0].scroll, hushed), seen

    def _last_shot(self) -> Json | None:
        return self._reading[0].shot if self._reading is not None else None

    async def _look(self, shot: Json) -> Observation:
        titles = asyncio.gather(*(page.title() for page in self._tab.pages if page is not self._tab.page))
        reading, texts, things = await self._tab.reading(shot)
        if reading.url.startswith("chrome-error:"):
            raise LookFailed("the page did not load")
        if why := self._tab.origins.refuses(reading.url):
            await self._tab.page.goto("about:blank")
            raise LookFailed(f"the page led to where it may not: {why}")
        ids = self._named(reading.url).name(things)
        covers = await covers_in(await self._tab.session(), reading, texts, things, ids, self._tab.size)
        sight = describe(reading, texts, things, ids, covers, self._hands.typed)
        self._lists.join(sight, self._tab.watch.unkept)
        self._tab.watch.outgoing.withhold(sight)
        sight.facts |= {fact("sent", id, n) for id, n in self._tab.watch.outgoing.times.items() if id in sight.things}
        foreign = {id: self._tab.foreign.get(reading.nodes[thing.place].frame) for id, thing in sight.things.items()}
        sight.facts |= {fact("foreign", id, origin) for id, origin in foreign.items() if origin}
        sight.facts |= beside(self._tab.watch.files, (reading.title, *await titles), self._tab.browser.starts)
        self._sight, self._reading, self._doubted, self._told = sight, (reading, texts), False, self._news()
        picture, seen = await self._drawn() if self._pictures else (None, ())
        sight.targets = numbered(sight.targets, seen) if self._pictures else sight.targets
        served, gone = self._tab.watch.is_served(self._tab.page), self._tab.watch.has_gone(self._tab.page)
        told = self._to_go.covers(
            sight, covered(sight, bool(self._tab.unrest), monotonic() - self._loaded_at, served), monotonic(), gone
        )
        self._seen = Observation(frozenset(sight.facts), told, sight.targets, picture, "web", self._tab.unrest)
        self._files.remember(reading.url, self._hands.typed.values(), self._hushed.holds)
        return self._seen

    def _named(self, url: str) -> Names:
        if self._tab.loader != self._loader:
            self._loader, self._loaded_at = str(self._tab.loader), monotonic()
            for names in self._names.values():
                names.restart()
        return self._names.setdefault(f"{origin_of(url)}{path_of(url)}", Names())

    async def _ready(self) -> None:
        if await self._tab.ready():
            self._forget()

    def _forget(self) -> None:
        self._sight, self._reading, self._seen = None, None, None

    # --- acting -------------------------------------------------------------------------------------------------

    async def act(self, call: Call) -> Result:
        """Do it. What the page answers is waited for; what the server did not answer is uncertain."""
        if wrong := misfit(SKILLS, call):
            return wrong
        if call.skill in TARGETED and not call.target:
            return Failed("bad_arguments", f"{call.skill} needs a target: on which thing?")
        if call.secrets and set(self._options.evidence) & set(OPEN):
            return Failed("forbidden", f"{' and '.join(OPEN)} would show a secret: leave them out", "denied")
        self._hushed.put(call)
        self._wanted = origin_in(self._shown.facts, call.target) if call.secrets else ""
        result = await self._try(call)
        for _ in range(TRIES):
            if self._sight is None or call.target not in self._sight.things or not gestures.is_stale(result):
                break
            result = await self._try(call)  # it was drawn anew while it was reached for
        self._doubted = self._doubted or self._pictures or not isinstance(result, Done)
        return result

    async def _try(self, call: Call) -> Result:
        try:
            await self._ready()
            return await self._tab.unbroken(self._do(call))
        except Unfit as unfit:
            return unfit.result
        except BrowserError as error:
            return self._broken(error, call)

    async def _do(self, call: Call) -> Result:
        tab = self._tab
        if tab.watch.box is not None:
            self._doubted = True
            return await answer_box(tab, call, self._wanted)
        if tab.watch.cut and call.target:
            return gestures.CUT_OFF
        tab.begins()
        output = await self._hands.do(call.skill, call.args, call.target)
        answered = await tab.loaded() and (not await tab.follow() or await tab.loaded())
        if not tab.alive:
            return self._gone()
        if tab.watch.cut:
            return gestures.CUT_OFF if tab.sent_nothing else gestures.UNHEARD
        if not answered:
            return Uncertain("timeout", f"the page did not answer within {tab.load:g} seconds", anew=tab.has_sent)
        if tab.watch.sent and call.target:
            tab.watch.outgoing.times[call.target] += 1
        wrong = gestures.verdict(tab.heard, tab.watch.refused, tab.sent_nothing)
        if wrong is None and (why := tab.origins.refuses(tab.page.url)):
            wrong = gestures.verdict(tab.heard, [why], tab.sent_nothing)
            with tab.watch.returning():
                await tab.browser.back(tab.page, self._files.last_url, "domcontentloaded", tab.load)
        elif isinstance(wrong, Failed) and call.skill != "go" and (wrong.reason != "forbidden" or tab.is_lost):
            with suppress(BrowserError), tab.watch.returning():  # as if nothing was clicked; a server may be down still
                await tab.browser.back(tab.page, self._files.last_url, "load", tab.load)
        if wrong is not None:
            await tab.renewed(isinstance(wrong, Uncertain))
            return gestures.as_shown(wrong, tab.is_lost or tab.has_sent, tab.watch.is_served(tab.page))
        self._files.remember(tab.page.url, self._hands.typed.values(), self._hushed.holds)  # a browser that dies now goes on here
        return Done(tab.watch.told if output is None else output)

    def _broken(self, error: BrowserError, call: Call) -> Result:
        told = str(error)
        if not self._tab.alive or "has been closed" in told or "crashed" in told or "Connection closed" in told:
            return self._gone()
        return gestures.complaint(error, f"{call.skill} on {call.target}" if call.target else call.skill)

    def _gone(self) -> Result:
        self._tab.forget()
        return Uncertain("interrupted", "the browser is gone; it starts again with the next look", anew=True)

    async def _element(self, target: str, question: str = NOTHING) -> Any:
        """The element behind an id, where it was seen to be: a page may have taken the place of the one that a secret is for."""
        element = await self._found(target, question)
        await gestures.check_origin(element, target, self._wanted)
        return element

    async def _found(self, target: str, question: str) -> Any:
        """The element behind an id; found again if it was drawn anew, waited for while the page is not at rest."""
        thing = self._sight.things.get(target) if self._sight is not None else None
        if thing is not None:
            with suppress(Unfit):  # drawn anew: the id stands for another element now
                return await self._tab.element(thing.key, self._frame_of(thing), question, thing.label)
        for settled in (False, True):
            await self._look(await (self._tab.settled(self._last_shot()) if settled else self._tab.shot()))
            assert self._sight is not None
            if (thing := self._sight.things.get(target)) is not None:
                with suppress(Unfit):
                    return await self._tab.element(thing.key, self._frame_of(thing), question)
        assert self._sight is not None
        raise Unfit("stale_target", f"{target!r} is not on the page; {choices(target, self._sight.things)}")

    def _frame_of(self, thing: Thing) -> str:
        assert self._reading is not None
        return self._reading[0].nodes[thing.place].frame

    def _closer(self, name: str) -> str:
        """The id of what makes a cover go; '' where it has no button for that."""
        assert self._sight is not None and self._reading is not None
        cover = next((c for c in self._sight.overlays if c.id == name), None)
        if cover is None:
            raise Unfit("not_found", f"nothing called {name!r} lies over the page")
        reading, texts = self._reading
        dialogs = {i for i, n in enumerate(reading.nodes) if n.role in ("dialog", "alertdialog") and n.box}
        return closer(texts, cover.place, self._sight.things, {c.place for c in self._sight.overlays} | dialogs)
