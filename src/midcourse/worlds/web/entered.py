"""What was put into the fields of a form still stands there when it is sent: some pages empty it when the mouse comes near."""

from __future__ import annotations

from contextlib import suppress
from time import monotonic

from .engine import BrowserError
from .gestures import Unfit
from .held import Held
from .sessions import unawaited

LAG = 0.6
"""Seconds in which a script may not have taken over yet what was entered: many wait until nobody types any more."""
KEEP = "e => { globalThis.letGo?.(); (globalThis.entered ??= new Map()).set(e, e.value); }"
"""Note what stands in a field now, in a script world that the page's own scripts cannot reach."""
PRESSED = """e => {
  const kept = globalThis.entered ?? new Map();
  const sends = !!e.form && e.type === 'submit';
  const mine = sends ? [...kept].filter(([field]) => field.form === e.form && field.isConnected) : [];
  const stands = value => [...e.form.elements].some(field => field.value === value);
  const redrawn = sends ? [...kept].filter(([field]) => !field.isConnected) : [];
  const isOtherwise = () => mine.some(([field, value]) => field.value !== value);
  const takeAsItIs = () => mine.forEach(([field]) => kept.set(field, field.value));
  const emptied = isOtherwise() || redrawn.some(([, value]) => !stands(value));
  if (!sends) kept.clear();
  redrawn.forEach(([field]) => kept.delete(field));
  globalThis.letGo?.();
  globalThis.heldBack = false;
  if (emptied) takeAsItIs();
  else if (mine.length) {
    const hold = event => {
      letGo();
      if (!isOtherwise()) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      takeAsItIs();
      globalThis.heldBack = true;
    };
    globalThis.letGo = () => removeEventListener('click', hold, true);
    addEventListener('click', hold, true);
  }
  return [e.tagName === 'OPTION', sends, emptied, mine.length > 0];
}"""
"""Whether something is an option; whether with it the browser itself sends what stands in the fields, and no script what it took
over from them; whether something of it does not stand there as we left it, since we pressed something last; whether we left
something there. The click is held back if that is so only when it comes."""
LET_GO = """e => {
  globalThis.letGo?.();
  if (!globalThis.heldBack) globalThis.entered?.clear();
  return globalThis.heldBack;
}"""
"""Hold no more clicks back; whether one was. What was sent is no longer kept."""


class Entered:
    """What we entered last, where and when."""

    def __init__(self) -> None:
        self._at, self._document = -LAG, ""

    def keep(self, element: Held, document: str) -> None:
        """Note what a field holds, now that we have left it. What the page drew anew meanwhile is found by the next look."""
        self._at, self._document = monotonic(), document
        unawaited(element.ask(KEEP))  # it is noted before anything else is asked

    def lag(self, document: str) -> float:
        """Seconds until a script of this document has taken over what was entered."""
        return self._at + LAG - monotonic() if document == self._document else 0.0


async def sent_as_entered(button: Held) -> None:
    """Unfit if the click on a button was held back, as the form did not hold any more what was entered."""
    held_back = False
    with suppress(BrowserError):  # another page has come
        held_back = await button.ask(LET_GO)
    if held_back:
        raise emptied()


def emptied() -> Unfit:
    """The failure of a click that would have sent something else than what was entered."""
    return Unfit("changed", "the form does not hold any more what was entered, and was not sent", "changed")
