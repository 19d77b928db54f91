"""Windows, and parts of windows, that tell nothing, read from their pictures.

A reading is kept while its picture stays, and confirmed before a click. What cannot be read anew keeps its old reading, with its
age and the cause.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic

from msgspec.structs import replace

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


NO_PARTS: Mapping[int, Box] = {}


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
    part: Box | None = None
    """The part of the window that is read, from its corner; None for all of it."""
    size: tuple[int, int] = (0, 0)
    """How large the window was when it was read."""
    confirmed: dict[Key, Frame] = field(default_factory=dict[Key, Frame])
    """Zones that were found to be there, and how the window looked then."""

    def carets(self) -> list[Box]:
        """Where a caret may blink: in fields; anywhere where fields are not told."""
        fields = [z.box for z in self.zones if z.role == "textbox"]
        return fields if self.tier == "vision" or self.picture is None else [(0, 0, self.picture.width, self.picture.height)]

    def place(self, window: Window) -> Window:
        """The window as if it were no more than the part that is read."""
        if self.part is None:
            return window
        left, top, width, height = self.part
        return window._replace(box=(window.box[0] + left, window.box[1] + top, width, height), frame=(0, 0, 0, 0))

    def moved(self, zone: Zone, back: bool = False) -> Zone:
        """A zone of the part as one of the window; or back."""
        sign, (left, top) = -1 if back else 1, self.part[:2] if self.part is not None else (0, 0)
        return replace(zone, box=(zone.box[0] + sign * left, zone.box[1] + sign * top, zone.box[2], zone.box[3]))

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

    async def refresh(
        self, mute: Sequence[Window], windows: Sequence[Window], screen: Frame, parts: Mapping[int, Box] = NO_PARTS
    ) -> list[str]:
        """Read what has changed. Who read what, for people; the first word of each is the tier. Of a window in `parts` only that
        part, from its corner, is read."""
        self._kept = {w.id: self._kept.get(w.id) or Reading(w.title) for w in mute}
        told: list[str] = []
        for window in mute:
            kept = self._kept[window.id]
            kept.title, kept.part = window.title, parts.get(window.id)
            place = kept.place(window)
            if why := _is_hidden(place, windows, screen):
                kept.cause = why
                continue
            picture = cropped(screen, place.box)
            if kept.is_of(picture):
                kept.cause = ""
            elif kept.tries < TRIES or not same(kept.tried, picture, kept.carets()):
                kept.size = window.box[2:]
                told += await self._read(kept, picture)
        return told

    async def _read(self, kept: Reading, picture: Frame) -> list[str]:
        kept.tries = kept.tries + 1 if same(kept.tried, picture, kept.carets()) else 1
        kept.tried = picture
        causes: list[str] = []
        for reader in self.readers:
            if kept.part is not None and reader.tier != "ocr":
                continue  # a program that tells of all else is not worth the price of a model
            began = monotonic()
            try:
                drawn = await reader.read(picture)
            except NotRead as error:
                causes.append(f"{reader.tier}: {error}")
                continue
            now = monotonic()
            zones = tuple(map(kept.moved, drawn.zones))
            kept.zones, kept.tier, kept.at, kept.picture, kept.cause = zones, reader.tier, now, picture, ""
            kept.confirmed.clear()
            said = f"{reader.tier} read {len(drawn.zones)} targets in {kept.title!r}, {(now - began) * 1000:.0f} ms"
            return [f"{said} ({drawn.dropped})" if drawn.dropped else said]
        kept.cause = "; ".join(causes)
        if kept.part is not None:  # an empty list is empty
            kept.zones, kept.picture, kept.cause = (), picture, ""
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
        place = kept.place(window)
        if why := _is_hidden(place, [place], screen) or ("" if _is_as_large(window, kept) else "it has another size now"):
            raise Refused("stale_target", f"{window.title!r} is not as it was read: {why}", "changed")
        picture, inner = cropped(screen, place.box), kept.moved(zone, back=True)
        part = cropped(picture, inner.box)
        known = kept.confirmed.get(key)
        if (known is not None and known == part) or (kept.tier == "ocr" and kept.is_of(picture)):
            return
        causes: list[str] = []
        for reader in sorted(self.readers, key=lambda r: TIERS.index(r.tier)):
            try:
                there = await reader.is_there(picture, inner)
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
    return (kept.picture or kept.tried) is not None and kept.size == window.box[2:]


def _is_hidden(window: Window, windows: Sequence[Window], screen: Frame) -> str:
    """Why the picture of a window is not its own, or ''."""
    left, top, width, height = window.box
    if left < 0 or top < 0 or left + width > screen.width or top + height > screen.height:
        return "a part of it is outside the screen"
    above = windows[[w.id for w in windows].index(window.id) + 1 :]
    over = next((w for w in above if w.kind != "hidden" and shared_area(w.box, window.box)), None)
    return f"{over.title or over.kind or 'a window'!r} lies over it" if over is not None else ""
