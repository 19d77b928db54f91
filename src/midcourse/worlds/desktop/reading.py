"""Windows that tell nothing, read from their pictures: a reading is kept while its picture stays, and confirmed before a click.

What cannot be read anew keeps its old reading, with its age and the cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from time import monotonic

from ...core.gates.lookers import Affords
from ...core.model import Cost
from ...core.seeing.zones import TRIES, Zone, old_reading
from ..onlooker import NotRead
from .driver import Box, Element, Frame, Key, Refused, Window
from .frames import cropped, same
from .mute import as_elements, keyed
from .readers import Reader
from .things import shared_area
from .vision import Vision

TIERS = ("unchanged", "accessibility", "ocr", "vision")
"""Ways of looking, the cheapest first."""


@dataclass(slots=True)
class Reading:
    """What is known of one window."""

    title: str
    zones: tuple[Zone, ...] = ()
    tier: str = ""
    """Who read it; '' if nobody could yet."""
    at: float = 0.0
    """When it was read."""
    picture: Frame | None = None
    """What it was read from; None once it is doubted."""
    cause: str = ""
    """Why it is not as the window is now; '' if it is."""
    tried: Frame | None = None
    """The last picture that somebody was asked about."""
    tries: int = 0
    """How often, with this picture."""
    confirmed: dict[Key, Frame] = field(default_factory=dict[Key, Frame])
    """Zones that were found to be there, and how the window looked then."""

    def carets(self) -> list[Box]:
        """Where a caret may blink: in fields; anywhere where fields are not told."""
        fields = [z.box for z in self.zones if z.role == "textbox"]
        return fields if self.tier == "vision" or self.picture is None else [(0, 0, self.picture.width, self.picture.height)]

    def is_of(self, picture: Frame) -> bool:
        """Whether this window looks as it did when it was read."""
        return self.picture is not None and same(self.picture, picture, self.carets())


class Readings:
    """What is known of the windows that tell nothing about themselves."""

    def __init__(self, readers: Sequence[Reader]) -> None:
        self.readers = tuple(readers)
        self._kept: dict[int, Reading] = {}

    @property
    def vision(self) -> Vision | None:
        """The model among the readers."""
        return next((r for r in self.readers if isinstance(r, Vision)), None)

    def keep_within(self, affords: Affords) -> None:
        """Ask the model for nothing that this does not allow."""
        if self.vision is not None:
            self.vision.affords = affords

    def settle(self) -> Cost:
        """What was paid since this was last asked."""
        return self.vision.settle() if self.vision is not None else Cost()

    @property
    def at_rest(self) -> bool:
        """Whether another look at the same screen could tell no more."""
        return not any(r.cause and 0 < r.tries < TRIES for r in self._kept.values())

    def stale(self) -> str:
        """Which windows are not known as they are now, since when and why; ''."""
        now = monotonic()
        return "; ".join(old_reading(r.title, now - r.at if r.tier else None, r.cause) for r in self._kept.values() if r.cause)

    # --- reading --------------------------------------------------------------------------------------------------------

    async def refresh(self, mute: Sequence[Window], windows: Sequence[Window], screen: Frame) -> list[str]:
        """Read what has changed. Who read what, for people; the first word of each is the tier."""
        self._kept = {w.id: self._kept.get(w.id) or Reading(w.title) for w in mute}
        told: list[str] = []
        for window in mute:
            kept = self._kept[window.id]
            kept.title = window.title
            if why := _is_hidden(window, windows, screen):
                kept.cause = why
                continue
            picture = cropped(screen, window.box)
            if kept.is_of(picture):
                kept.cause = ""
            elif kept.tries < TRIES or not same(kept.tried, picture, kept.carets()):
                told += await self._read(kept, picture)
        return told

    async def _read(self, kept: Reading, picture: Frame) -> list[str]:
        kept.tries = kept.tries + 1 if same(kept.tried, picture, kept.carets()) else 1
        kept.tried = picture
        causes: list[str] = []
        for reader in self.readers:
            began = monotonic()
            try:
                drawn = await reader.read(picture)
            except NotRead as error:
                causes.append(f"{reader.tier}: {error}")
                continue
            now = monotonic()
            kept.zones, kept.tier, kept.at, kept.picture, kept.cause = drawn.zones, reader.tier, now, picture, ""
            kept.confirmed.clear()
            said = f"{reader.tier} read {len(drawn.zones)} targets in {kept.title!r}, {(now - began) * 1000:.0f} ms"
            return [f"{said} ({drawn.dropped})" if drawn.dropped else said]
        kept.cause = "; ".join(causes)
        return []

    def elements(self, windows: Iterable[Window], offset: int) -> list[Element]:
        """What was read, new and old, where the windows are now."""
        found: list[Element] = []
        for window in windows:
            kept = self._kept.get(window.id)
            if kept is not None and kept.tier and _is_as_large(window, kept):
                found += as_elements(window, kept.zones, kept.tier, offset + len(found))
        return found

    def old(self) -> frozenset[Key]:
        """The zones of windows that could not be read as they are now."""
        return frozenset(key for id, r in self._kept.items() if r.cause for key, _ in keyed(id, r.zones))

    # --- one zone ---------------------------------------------------------------------------------------------------------

    def zone(self, key: Key) -> tuple[int, Zone]:
        """The window of a zone, and the zone. Refused when it is known no more."""
        window = int(key[1].partition("/")[0])
        kept = self._kept.get(window)
        for each, zone in keyed(window, kept.zones) if kept is not None else ():
            if each == key:
                return window, zone
        raise Refused("stale_target", f"{key[1].split('/')[-2]!r} is not on the screen any more")

    async def confirm(self, key: Key, window: Window, screen: Frame) -> None:
        """See that a zone is where it was read, by its own pixels. Refused, with nothing done, when that is not seen."""
        _, zone = self.zone(key)
        kept = self._kept[window.id]
        if why := _is_hidden(window, [window], screen) or ("" if _is_as_large(window, kept) else "it has another size now"):
            raise Refused("stale_target", f"{window.title!r} is not as it was read: {why}", "changed")
        picture = cropped(screen, window.box)
        part = cropped(picture, zone.box)
        known = kept.confirmed.get(key)
        if (known is not None and known == part) or (kept.tier == "ocr" and kept.is_of(picture)):
            return
        causes: list[str] = []
        for reader in sorted(self.readers, key=lambda r: TIERS.index(r.tier)):
            try:
                there = await reader.is_there(picture, zone)
            except NotRead as error:
                causes.append(f"{reader.tier}: {error}")
                continue
            if there:
                kept.confirmed[key] = part
                return
            causes.append(f"{reader.tier}: {'something else' if there is False else 'nothing that could be read'} is there")
            if there is False:
                break
        kept.picture = None  # the next look reads it again
        if kept.tries >= TRIES:
            kept.zones = tuple(z for z in kept.zones if z != zone)
        raise Refused("unconfirmed", f"{zone.label!r} was not found where {kept.tier} saw it ({'; '.join(causes)})", "transient")


def _is_as_large(window: Window, kept: Reading) -> bool:
    shown = kept.picture or kept.tried
    return shown is not None and (shown.width, shown.height) == window.box[2:]


def _is_hidden(window: Window, windows: Sequence[Window], screen: Frame) -> str:
    """Why the picture of a window is not its own, or ''."""
    left, top, width, height = window.box
    if left < 0 or top < 0 or left + width > screen.width or top + height > screen.height:
        return "a part of it is outside the screen"
    above = windows[[w.id for w in windows].index(window.id) + 1 :]
    over = next((w for w in above if w.kind != "hidden" and shared_area(w.box, window.box)), None)
    return f"{over.title or over.kind or 'a window'!r} lies over it" if over is not None else ""
