"""A desktop as a world: real programs, facts from what they tell about themselves, and from the disk."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import TypeVar

from msgspec.structs import replace

from ...core.errors import LookFailed
from ...core.gates.checks import check_skills
from ...core.model import Call, Done, Failed, Observation, Result, Skill, Uncertain
from ...core.plans.calls import misfit
from ..drawing import drawn
from ..naming import Names
from .contracts import SKILLS, TARGETED, VOCABULARY
from .driver import Box, Driver, Frame, Gone, Refused
from .folders import Folders
from .frames import same
from .private import PrivateDisplay
from .reaching import Reach
from .sight import Sight, describe
from .skills import Hands
from .things import Screenful
from .x11 import X11

T = TypeVar("T")
SIZE = (1280, 800)
REST = 0.05
"""Seconds between two looks that must be alike before the screen counts as settled."""
STILL = 3
"""How often in a row the screen must be found at rest after an act: a program may be slow to show what it does."""
PATIENCE = 30.0
"""Seconds that a look may take beyond settling."""


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
    ) -> None:
        """`program` is started with the desktop; `folders` are watched. `shared`: somebody works at it, whose touch stops us."""
        self.driver: Driver = driver or X11(PrivateDisplay(size))
        self._thread: ThreadPoolExecutor | None = None
        self._program, self._folders = program, Folders(folders)
        self._pictures, self._shared = pictures, shared
        self._delay, self._settle, self._size = step_delay_seconds, settle, size
        self._reach = Reach(self.driver, self._call, self.look)
        self._hands = Hands(self._reach, self._observed, lambda: self._folders.first or Path.cwd())
        self._names = Names()
        self._frame: Frame | None = None
        self._seen: Observation | None = None
        self._doubted = False
        """An act was done since the last look: the screen is read anew even if it seems the same."""
        self._acted = 0.0
        self._hushed: set[str] = set()
        """Fields that a secret was put into."""

    async def skills(self) -> Sequence[Skill]:
        """What can be done on a desktop."""
        check_skills(SKILLS)
        return SKILLS

    async def close(self) -> None:
        """End a private display and all that runs on it; let go of any other."""
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
            async with asyncio.timeout(self._settle + PATIENCE):
                await self._ready()
                return await self._observed()
        except TimeoutError:
            raise LookFailed("the desktop does not answer") from None
        except Gone as error:
            self._forget()
            raise LookFailed(str(error)) from None

    async def _ready(self) -> None:
        if self.driver.alive:
            return
        self._forget()
        self._names = Names()
        await self._call(self.driver.start)
        if self._program:
            with suppress(Refused):
                await self._hands.launch({"program": self._program}, "")

    async def _observed(self) -> Observation:
        began = monotonic()
        files, covered = self._folders.look()
        if self._seen is not None and not self._doubted and await self._call(self._unchanged):
            return self._told(self._seen, files, covered, f"unchanged, {_ms(began)}")
        unrest = await self._settled()
        began = monotonic()
        sight = await self.look()
        files, covered = self._folders.look()
        picture = await self.picture() if self._pictures else None
        self._doubted = False
        self._seen = Observation(frozenset(sight.facts), sight.covers, sight.targets, picture, stale=unrest)
        return self._told(self._seen, files, covered, f"accessibility, {_ms(began)}")

    def _told(self, seen: Observation, files: frozenset[str], covered: tuple[str, ...], how: str) -> Observation:
        return replace(seen, facts=seen.facts | files, covers=(*seen.covers, *covered), source=f"desktop: {how}")

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
        screen = Screenful(elements, windows, self._size)
        things = screen.things()
        sight = describe(screen, things, self._names.name(things), self._hands.typing.ours)
        self._reach.sight = sight
        return sight

    async def picture(self) -> bytes:
        """The screen with its targets drawn on, as a PNG; password fields, and fields that hold a secret, are black."""
        sight = self._reach.sight or await self.look()
        frame = await self._call(self.driver.capture)
        secret = [
            t.box
            for id, t in sight.things.items()
            if id in self._hushed or sight.screen.elements[t.place].role == "password text"
        ]
        reachable = [t for t in sight.targets if sight.is_seen(t.id)]
        return await asyncio.to_thread(lambda: drawn(as_png(frame), reachable, (0, 0), secret))

    def _forget(self) -> None:
        self._seen = self._frame = self._reach.sight = None

    # --- acting -------------------------------------------------------------------------------------------------------------

    async def act(self, call: Call) -> Result:
        """Do it. What went astray is told; what happens when the display is lost is uncertain."""
        if wrong := misfit(SKILLS, call):
            return wrong
        if call.skill in TARGETED and not call.target:
            return Failed("bad_arguments", f"{call.skill} needs a target: on which thing?")
        if call.secrets and call.target:
            self._hushed.add(call.target)
        try:
            await self._ready()
            if self._shared and (told := await self._call(self.driver.touched)):
                return Failed("person", f"{told}; the run waits until it may go on", "environment")
            await asyncio.sleep(max(0.0, self._acted + self._delay - monotonic()))
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


def as_png(frame: Frame) -> bytes:
    """The screen as a PNG."""
    from PIL import Image

    out = io.BytesIO()
    Image.frombytes("RGB", (frame.width, frame.height), bytes(frame.pixels), "raw", "BGRX").save(out, "PNG", compress_level=1)
    return out.getvalue()


def _ms(began: float) -> str:
    return f"{(monotonic() - began) * 1000:.0f} ms"
