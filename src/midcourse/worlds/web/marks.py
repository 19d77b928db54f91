"""Marking a text on a page, as a mouse that is dragged over it does, and places in drawings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...core.model import Json
from .gestures import PATIENCE, Unfit

MARK = """wanted => {
  const plain = s => (s ?? '').replace(/\\s+/g, ' ').trim(), text = plain(wanted), cut = text.length >= 190;
  if (!text) return false;
  for (const e of document.querySelectorAll('textarea, input')) {
    const at = ['text', 'textarea', 'search'].includes(e.type) ? e.value.indexOf(wanted) : -1;
    if (at >= 0) { e.focus(); e.setSelectionRange(at, at + wanted.length); return true; }
  }
  const range = document.createRange(), shown = [...document.body.querySelectorAll('*')].filter(e => e.getClientRects().length);
  const fits = e => plain(e.innerText) === text || (cut && plain(e.innerText).startsWith(text));
  const whole = shown.filter(fits).at(-1);
  if (whole) range.selectNodeContents(whole);
  else {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    let node, at = -1;
    while (at < 0 && (node = walker.nextNode()))
      if (node.parentElement?.getClientRects().length) at = node.data.indexOf(wanted);
    if (at < 0) return false;
    range.setStart(node, at);
    range.setEnd(node, at + wanted.length);
  }
  const around = range.commonAncestorContainer;
  (around.closest ? around : around.parentElement)?.closest('[contenteditable]')?.focus();
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  return true;
}"""
"""Marks the smallest part of the page that says nothing else, else the first place where the text stands; whether it is there."""


async def mark(page: Any, text: str) -> None:
    """Mark a text; Unfit where the page shows none like it."""
    if not await page.evaluate(MARK, text):
        raise Unfit("not_found", "the page shows no such text", "underspecified")


SAME_DRAWING = """(e, at) => {
  const drawing = e.closest('svg, canvas');
  return !!drawing && drawing.contains(document.elementFromPoint(at[0], at[1]));
}"""


async def click_beside(page: Any, element: Any, args: Mapping[str, Json]) -> None:
    """Click so far from the middle of what is drawn; Unfit where something else than the same drawing lies there."""
    await element.scroll_into_view_if_needed(timeout=PATIENCE)
    box = await element.bounding_box()
    if box is None:
        raise Unfit("target_not_found", "it has no place on the page", "changed")
    at = [box["x"] + box["width"] / 2 + int(args.get("right") or 0), box["y"] + box["height"] / 2 + int(args.get("down") or 0)]
    if not await element.evaluate(SAME_DRAWING, at):
        raise Unfit("bad_arguments", "that place is not in the same drawing")
    await page.mouse.click(*at)
