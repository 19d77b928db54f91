"""Marking a text on a page: the browser's own selection, as a mouse that is dragged over it leaves it."""

from __future__ import annotations

from typing import Any

from .gestures import Unfit

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
