"""What a platform must offer so that its desktop is a world: a few calls. X11 is one; another is one more file.

All calls block; the world makes them from one thread of its own, one after the other.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

from ...core.model import Failed

Box = tuple[int, int, int, int]
"""Left, top, width, height in pixels of the screen."""
Key = tuple[str, str]
"""What the platform knows an element by, while it lives."""


class Refused(Exception):
    """The act cannot be done; `clean`: and nothing was done."""

    def __init__(self, reason: str, detail: str, kind: str = "", *, clean: bool = True) -> None:
        self.result = Failed(reason, detail, kind, clean=clean)
        super().__init__(detail)


class Gone(Exception):
    """The display or the program that was asked is not there any more."""


class Place(NamedTuple):
    """Where a display is."""

    display: str
    bus: str
    """The address of the session's bus."""
    private: bool = False
    """It was started for us alone."""


class Started(NamedTuple):
    """A program that was started."""

    process: int
    log: Path | None = None
    """Where what it writes can be read."""


class Window(NamedTuple):
    """A window of a program, as the window manager tells it."""

    id: int
    title: str
    process: int
    box: Box
    active: bool
    kind: str = ""
    """`dialog`, `menu`, `notification` …; '' for an ordinary one, `hidden` for one that is not shown."""
    owner: int = 0
    """The window that it belongs to, as a dialog does; 0 for none."""
    program: str = ""
    """The name of the program that it belongs to."""
    modal: bool = False
    """The others of its program wait for it."""
    terminal: bool = False
    """What is typed into it may be a command."""
    frame: tuple[int, int, int, int] = (0, 0, 0, 0)
    """What the window manager draws around it: so many pixels left, right, above and below."""

    @property
    def whole(self) -> Box:
        """What it takes up on the screen, with its frame."""
        left, right, above, below = self.frame
        return (self.box[0] - left, self.box[1] - above, self.box[2] + left + right, self.box[3] + above + below)


class Element(NamedTuple):
    """One element of what programs tell about themselves."""

    key: Key
    role: str
    """In the platform's words, such as `push button`."""
    name: str
    states: frozenset[str]
    box: Box | None
    parent: int
    """Its place in the list; -1 for a program."""
    process: int
    text: str | None = None
    """What stands in it, where it holds text."""
    writable: bool = False
    """Text can be put into it without typing."""
    tip: str = ""
    """What it says when it is pointed at, or while it is empty."""
    window: int = 0
    """The window that it is drawn in, where that is known; 0: the one of its program's that it lies in."""


class Frame(NamedTuple):
    """The screen at one moment."""

    pixels: bytes
    """Four bytes a pixel, row by row: blue, green, red, and one that means nothing."""
    width: int
    height: int


class Pressed(NamedTuple):
    """A person pressed or released a button of the pointer."""

    at: float
    """When, by the monotonic clock."""
    button: int
    down: bool
    point: tuple[int, int]
    window: int = 0
    """The window that was under the pointer; 0 if that is not known."""


class Struck(NamedTuple):
    """A person struck a key."""

    at: float
    keys: str
    """What was held and struck, such as `Ctrl+S` or `Return`."""
    character: str
    """What it types; '' for a key that types nothing."""
    held: bool
    """A key other than Shift was held: it is a shortcut."""
    window: int = 0
    """The window that the keyboard went to; 0 if that is not known."""


class Wrote(NamedTuple):
    """Another text stands in an element."""

    at: float
    key: Key
    text: str
    more: bool
    """Something was put in, not taken out."""

    def comes_from(self, keys: Sequence[float], soon: float, late: float) -> bool:
        """Whether it comes from keys that were struck for the element at these moments: just before; or earlier, where they are
        enough for all of it, as a program that is busy takes them late."""
        within = late if self.more and len(self.text) <= len(keys) else soon
        return any(self.at - within < at <= self.at for at in keys)


Heard = Pressed | Struck | Wrote


class Hearing(Protocol):
    """Ears for what a person does."""

    @property
    def where(self) -> str:
        """The display that is listened to, as people name it."""
        ...

    def heard(self) -> list[Heard]:
        """What was done since this was last asked, in order."""
        ...

    def close(self) -> None:
        """Listen no more."""
        ...


class Driver(Protocol):
    """One desktop."""

    @property
    def alive(self) -> bool:
        """Whether it can be asked."""
        ...

    def start(self) -> None:
        """Connect to it, and start it where it is one's own. LookFailed when that cannot be."""
        ...

    def stop(self) -> None:
        """Let go of it; what was started for it ends."""
        ...

    def launch(self, command: Sequence[str], folder: Path) -> Started:
        """Start a program."""
        ...

    def windows(self) -> list[Window]:
        """The windows that there are, the lowest first. Gone when it cannot be asked."""
        ...

    def elements(self) -> list[Element]:
        """What programs show, parents before their children; closed menus with what is in them."""
        ...

    def capture(self) -> Frame:
        """The screen."""
        ...

    def stirred(self) -> bool:
        """Whether programs have told of a change since this was last asked."""
        ...

    def busy(self) -> bool:
        """Whether a program is slow to answer just now: what it was asked to do may still come."""
        ...

    def touched(self) -> str:
        """What somebody else did with the pointer or the keyboard since our last act; '' for nothing."""
        ...

    def listen(self) -> Hearing:
        """Listen to what a person does from now on. LookFailed when that cannot be."""
        ...

    def move(self, x: int, y: int) -> tuple[int, int]:
        """Move the pointer; where it then is."""
        ...

    def button(self, number: int, down: bool) -> None:
        """Press or release a button of the pointer: 1 left, 2 middle, 3 right, 4 wheel up, 5 wheel down."""
        ...

    def keys(self, names: Sequence[str]) -> None:
        """Press these keys together, and release them. Refused for a key that the keyboard lacks."""
        ...

    def type(self, text: str) -> None:
        """Type it. Refused for a character that the keyboard lacks."""
        ...

    def put(self, key: Key, text: str) -> bool:
        """Put a text into an element in place of what stands there, without typing; whether it took it."""
        ...

    def read(self, key: Key) -> str:
        """What stands in an element. Gone when it is not there any more."""
        ...

    def box(self, key: Key) -> Box | None:
        """Where an element is now; None when it is not there any more."""
        ...

    def states(self, key: Key) -> Collection[str]:
        """The states of an element; empty when it is not there any more."""
        ...

    def focus(self, key: Key) -> bool:
        """Give the keyboard to an element, without the pointer; whether it took it."""
        ...

    def activate(self, window: int) -> None:
        """Bring a window to the front."""
        ...

    def shut(self, window: int) -> None:
        """Ask a window to close."""
        ...

    def place(self, window: int, box: Box) -> None:
        """Move a window."""
        ...


class Screen(Protocol):
    """Where a display comes from: one's own, or the one that somebody works at."""

    @property
    def alive(self) -> bool:
        """Whether it is there."""
        ...

    def start(self) -> Place:
        """Where it is; started first if it is one's own."""
        ...

    def launch(self, command: Sequence[str], folder: Path) -> Started:
        """Start a program on it."""
        ...

    def stop(self) -> None:
        """Let it go."""
        ...
