"""A desktop as a world: real programs, facts from what they tell about themselves, and from the disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic
from typing import TypeVar

from msgspec.structs import replace

from ...core.errors import LookFailed
from ...core.gates.checks import check_skills
from ...core.gates.lookers import Affords
from ...core.logic.conditions import Condition, fact
from ...core.model import Call, Cost, Done, Failed, Observation, Result, Skill, Uncertain
from ...core.plans.calls import misfit
from ...core.protocols import Model
from ..drawing import drawn
from ..naming import Names
from .absence import Absences
from .contracts import SKILLS, TARGETED, VOCABULARY
from .copying import may_carry_off, no_secret_carried_off
from .driver import Box, Driver, Frame, Gone, Hearing, Refused
from .folders import Folders
from .frames import as_png, painted, same
from .hushed import Hushed
from .mute import is_unknown, mute_parts, mute_windows
from .private import PrivateDisplay
from .reaching import Reach
from .readers import Reader
from .reading import TIERS, Readings
from .sight import Sight, describe, without_old
from .skills import Hands
from .starting import Begun, begin
from .things import Screenful
from .vision import Vision
from .x11 import X11

T = TypeVar("T")
SIZE = (1280, 800)
REST = 0.05
"""Seconds between two looks that must be alike before the screen counts as settled."""
STILL = 3
"""How often in a row the screen must be found at rest after an act: a program may be slow to show what it does."""
PATIENCE = 30.0
"""Seconds that a look may take beyond settling."""
BEGINNING = 50.0
"""Seconds more that it may take if a display must be started first: a machine that is busy may need a second start."""


class DesktopWorld:
    """A desktop. It starts with the first look, and again if it is lost; a private one ends with the world."""

    vocabulary = VOCABULARY
    has_screen = True
    """Plans may be made from words and what is on the screen."""

    def __init__(
        self,
        *,
        driver: Driver | None = None,
        program: str = "",
        folders: Sequence[Path] = (),
        pictures: bool = False,
        shared: bool = False,
        step_delay_seconds: float = 0.0,
        settle: float = 2.0,
        size: tuple[int, int] = SIZE,
        readers: Sequence[Reader] = (),
        wanted_model: str | None = None,
    ) -> None:
        """`program` is started with the desktop; `folders` are watched. `shared`: somebody works at it, whose touch stops us.

        `readers` read the pictures of windows that tell nothing about themselves; the first that can tell answers.
        `wanted_model`: the last of them is a model of this name, which is to be lent; '' is the run's own.
        """
        self.driver: Driver = driver or X11(PrivateDisplay(size))
        self._thread: ThreadPoolExecutor | None = None
        self.program, self._folders = program, Folders(folders)
        self._pictures, self._shared = pictures, shared
        self._delay, self._settle, self._size = step_delay_seconds, settle, size
        self._readings = Readings(readers)
        self.wanted_model = wanted_model
        self._reach = Reach(self.driver, self._call, self.look, self._shown, self._readings)
        self._hands = Hands(self._reach, self._observed, self._folder)
        self._names = Names()
        self._frame: Frame | None = None
        self._seen: Observation | None = None
        self._doubted = False
        """An act was done since the last look: the screen is read anew even if it seems the same."""
        self._acted = 0.0
        self._start: asyncio.Task[None] | None = None
        """The last start of the display and its program."""
        self._begun = Begun()
        self._hushed = Hushed()
        self._absences = Absences()

    def _folder(self) -> Path:
        """Where programs are started."""
        return self._folders.first or Path.cwd()

    async def skills(self) -> Sequence[Skill]:
        """What can be done on a desktop."""
        check_skills(SKILLS)
        return SKILLS

    @property
    def most_each(self) -> Cost:
        """The most that one answer of the model that looks may cost."""
        return self._readings.vision.most_each if self._readings.vision is not None else Cost()

    def keep_within(self, affords: Affords) -> None:
        """Ask the model that looks for nothing that this does not allow."""
        self._readings.keep_within(affords)

    def lend(self, model: Model) -> None:
        """Read with this model what nothing else can tell."""
        self._readings.readers = (*self._readings.readers, Vision(model))
        self.wanted_model = None

    def entrust(self, secrets: Mapping[str, str], home: str, used: Collection[str] = ()) -> str:
        """The secrets of the run, which no picture is to show; nothing else is needed, and nothing is to be said of it."""
        self._hushed.entrust(secrets)
        return ""

    def look_for(self, end: Condition) -> None:
        """What the run is to bring about: what is to go must have been seen before it has gone."""
        self._absences = Absences.of(end)
        self._seen = None

    async def close(self) -> None:
        """End a private display and all that runs on it; let go of any other."""
        if self._start is not None:
            self._start.cancel()
            await asyncio.wait([self._start])
            self._start = None
        if self._thread is not None:
            await self._call(self.driver.stop)
            self._thread.shutdown(wait=False)
            self._thread = None
        self._forget()

    async def __aenter__(self) -> DesktopWorld:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _call(self, work: Callable[..., T], *args: object) -> T:
        """Ask the driver, in the one thread that is its own."""
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "desktop")
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args))

    # --- looking ------------------------------------------------------------------------------------------------------------

    async def observe(self) -> Observation:
        """What the desktop shows, once it has come to rest."""
        try:
            vision = self._readings.vision
            most = self._settle + PATIENCE + (vision.seconds if vision is not None else 0.0)
            async with asyncio.timeout(most if self._is_ready else most + BEGINNING):
                await self._ready()
                return await self._observed()
        except TimeoutError:
            raise LookFailed("the desktop does not answer") from None
        except Gone as error:
            self._forget()
            raise LookFailed(str(error)) from None

    @property
    def _is_ready(self) -> bool:
        began = self._start is None or (self._start.done() and not self._start.cancelled() and self._start.exception() is None)
        return began and self.driver.alive

    async def _ready(self) -> None:
        """Start what is not there. Whoever gives up waiting leaves the start to the next who asks: it is never half done."""
        if self._is_ready:
            return
        if self._start is None or self._start.done():
            self._start = asyncio.ensure_future(self._begin())
        await asyncio.shield(self._start)

    async def _begin(self) -> None:
        self._forget()
        self._names = Names()
        await self._call(self.driver.start)
        if self.program:
            self._begun = await begin(self._reach, self.program, self._folder())

    async def _observed(self) -> Observation:
        began = monotonic()
        files, covered = self._folders.look()
        at_rest = not self._doubted and self._readings.at_rest and not self._absences.restless
        if self._seen is not None and at_rest and await self._call(self._unchanged):
            return self._told(self._seen, files, covered, "unchanged", f"unchanged, {_ms(began)}")
        unrest = await self._settled()
        read = await self._read()
        began = monotonic()
        sight = await self.look()
        files, covered = self._folders.look()
        picture = await self.picture() if self._pictures else None
        self._doubted = False
        if self.program and not self._begun.has_window(sight.screen.windows):
            sight.facts.add(fact("ended", self.program))
        self._seen = Observation(frozenset(sight.facts), sight.covers, sight.targets, picture, stale=unrest)
        tier = max(("accessibility", *(each.split()[0] for each in read)), key=TIERS.index)
        how = (f"accessibility, {_ms(began)}", *read, *filter(None, (self._begun.why_not,)))
        return self._told(self._seen, files, covered, tier, "; ".join(how))

    def _told(self, seen: Observation, files: frozenset[str], covered: tuple[str, ...], tier: str, how: str) -> Observation:
        return replace(
            seen,
            facts=seen.facts | files,
            covers=(*seen.covers, *covered),
            source=f"desktop: {how}",
            stale="; ".join(filter(None, (seen.stale, self._readings.stale()))),
            tier=tier,
            cost=self._readings.settle(),
        )

    async def _read(self) -> list[str]:
        """Read the windows and parts that tell nothing about themselves, if anybody can; who read what."""
        if not self._readings.readers:
            return []
        elements, windows = await self._call(lambda: (self.driver.elements(), self.driver.windows()))
        screen = Screenful(elements, windows, self._size)
        parts = mute_parts(screen) if any(reader.tier == "ocr" for reader in self._readings.readers) else {}
        mute = [*mute_windows(screen), *(window for window, _ in parts.values())]
        return await self._readings.refresh(mute, windows, await self._shown(), {id: box for id, (_, box) in parts.items()})

    async def _shown(self) -> Frame:
        """The screen without secrets."""
        frame = await self._call(self.driver.capture)
        sight = self._reach.sight
        secret = self._hushed.boxes(sight.screen, sight.things) if sight is not None else []
        return painted(frame, secret) if secret else frame

    def _unchanged(self) -> bool:
        """Whether the screen is as it was, but for a caret, and no program told of a change."""
        now = self.driver.capture()
        return not self.driver.stirred() and same(self._frame, now, self._carets())

    def _carets(self) -> list[Box]:
        """Where carets may blink."""
        sight = self._reach.sight
        return [t.box for t in sight.things.values() if t.role == "textbox"] if sight is not None else []

    async def _settled(self) -> str:
        """Wait until two looks at the screen are alike; why they never were, or ''."""
        until = monotonic() + self._settle
        before = await self._call(self.driver.capture)
        wanted = STILL if self._doubted else 1
        while True:
            await asyncio.sleep(REST)
            busy = await self._call(self.driver.busy)
            now = await self._call(self.driver.capture)
            still = same(before, now, self._carets()) and not busy and not await self._call(self.driver.stirred)
            wanted = wanted - 1 if still else max(wanted, 1)
            self._frame = before = now
            if wanted == 0:
                return ""
            if monotonic() > until:
                return "" if still else "the screen does not come to rest"

    async def look(self) -> Sight:
        """What programs tell at this moment, settled or not."""
        elements, windows = await self._call(lambda: (self.driver.elements(), self.driver.windows()))
        elements += self._readings.elements(windows, len(elements))
        screen = Screenful(elements, windows, self._size)
        things = screen.things()
        sight = describe(screen, things, self._names.name(things), self._hands.typing.ours)
        unread = bool(self._readings.stale()) or (not self._readings.readers and is_unknown(screen))
        covers = without_old(sight, self._readings.old(), unread)
        sight.covers = self._absences.covers(sight, covers, not self.program or self._begun.is_known, monotonic())
        self._reach.sight = sight
        return sight

    async def picture(self) -> bytes:
        """The screen with its targets drawn on, as a PNG; password fields, and whatever shows a secret, are black."""
        sight = self._reach.sight or await self.look()
        frame = await self._call(self.driver.capture)
        secret = self._hushed.boxes(sight.screen, sight.things)
        reachable = [t for t in sight.targets if sight.is_seen(t.id)]
        return await asyncio.to_thread(lambda: drawn(as_png(frame), reachable, (0, 0), secret))

    def _forget(self) -> None:
        self._seen = self._frame = self._reach.sight = None

    # --- listening to a person ------------------------------------------------------------------------------------------------

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders that are watched."""
        return self._folders.all

    async def listen(self) -> Hearing:
        """Listen to what a person does on it from now on."""
        await self._ready()
        return await self._call(self.driver.listen)

    async def stirred(self) -> bool:
        """Whether programs have told of a change since this was last asked."""
        return await self._call(self.driver.stirred)

    # --- acting -------------------------------------------------------------------------------------------------------------

    async def act(self, call: Call) -> Result:
        """Do it. What went astray is told; what happens when the display is lost is uncertain."""
        if wrong := misfit(SKILLS, call):
            return wrong
        if call.skill in TARGETED and not call.target:
            return Failed("bad_arguments", f"{call.skill} needs a target: on which thing?")
        self._hushed.put(call)
        try:
            await self._ready()
            if self._shared and (told := await self._call(self.driver.touched)):
                return Failed("person", f"{told}; the run waits until it may go on", "environment")
            await asyncio.sleep(max(0.0, self._acted + self._delay - monotonic()))
            if self._hushed.met and may_carry_off(call):
                no_secret_carried_off(call, await self.look(), self._hushed)
            self._doubted = True
            return Done(await self._hands.do(call.skill, call.args, call.target))
        except Refused as refused:
            return refused.result
        except Gone as gone:
            self._forget()
            return Uncertain("interrupted", f"{gone}; it starts again with the next look")
        except LookFailed as error:
            return Failed("no_display", str(error))
        finally:
            self._acted = monotonic()


def _ms(began: float) -> str:
    return f"{(monotonic() - began) * 1000:.0f} ms"
