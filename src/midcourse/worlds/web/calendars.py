"""A date chosen in a calendar that a field opens, in whatever language its months are."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from .dates import canonical, is_date
from .engine import BrowserError
from .gestures import PATIENCE, Unfit
from .widgets import CLEAR, MARK, choose

REST = 0.06
MOST = 240
"""Months away, at most."""
CALENDAR = """(e, {year, month, day, iso}) => {
  const deep = r => [...r.querySelectorAll('*')].flatMap(n => n.shadowRoot ? [n, ...deep(n.shadowRoot)] : [n]);
  const box = n => n.getBoundingClientRect(), middle = n => (box(n).top + box(n).bottom) / 2;
  const shown = n => box(n).width > 0 && box(n).height > 0 && getComputedStyle(n).visibility !== 'hidden';
  const fresh = deep(document.body).filter(n => !n.__seen && shown(n) && !n.contains(e));
  if (!fresh.length) return 'none';
  const press = n => {
    for (const kind of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
      n.dispatchEvent(new MouseEvent(kind, {bubbles: true, cancelable: true, composed: true}));
  };
  const told = n => { for (const kind of ['input', 'change']) n.dispatchEvent(new Event(kind, {bubbles: true})); return 'on'; };
  const dated = n => (n.dataset.date || n.dataset.day || n.getAttribute('datetime') || '').slice(0, 10) === iso;
  const named = fresh.find(dated);
  if (named) { press(named); return 'picked'; }
  const years = fresh.find(n => ['INPUT', 'SELECT'].includes(n.tagName) && /^\\d{4}$/.test(n.value));
  if (years && +years.value !== year) { years.value = year; return told(years); }
  const months = fresh.find(n => n.tagName === 'SELECT' && n.options.length === 12);
  if (months && months.selectedIndex !== month - 1) { months.selectedIndex = month - 1; return told(months); }
  if (!months || !years) {
    const names = [];
    for (const l of new Set([document.documentElement.lang || 'en', 'en', navigator.language]))
      for (let m = 0; m < 12; m++)
        for (const length of ['long', 'short'])
          names.push([new Date(2020, m, 15).toLocaleDateString(l, {month: length}).toLowerCase().replace('.', ''), m + 1]);
    const said = n => (n.innerText || '').toLowerCase(), month_in = n => names.find(([w]) => said(n).includes(w));
    const heads = fresh.filter(n => n.children.length < 6 && /\\b\\d{4}\\b/.test(said(n)) && month_in(n));
    const head = heads[heads.length - 1];
    if (!head) return 'none';
    const away = (year - +said(head).match(/\\d{4}/)[0]) * 12 + month - month_in(head)[1];
    if (away) {
      const centre = (box(head).left + box(head).right) / 2;
      const pressed = n => ['BUTTON', 'A'].includes(n.tagName) || getComputedStyle(n).cursor === 'pointer';
      const level = n => !n.contains(head) && !head.contains(n) && Math.abs(middle(n) - middle(head)) < 24;
      const side = n => away > 0 ? box(n).left >= centre : box(n).right <= centre;
      const arrows = fresh.filter(n => pressed(n) && level(n) && side(n));
      arrows.sort((a, b) => Math.abs(box(a).left - centre) - Math.abs(box(b).left - centre));
      if (!arrows.length) return 'none';
      press(arrows[0]);
      return 'on';
    }
  }
  const cells = fresh.filter(n => !n.children.length && /^\\d{1,2}$/.test((n.textContent || '').trim()));
  const first = Math.max(cells.findIndex(n => n.textContent.trim() === '1'), 0);
  const cell = cells.slice(first).find(n => +n.textContent.trim() === day);
  if (!cell) return 'none';
  press(cell);
  return 'picked';
}"""
"""One step toward a date among what came up with the calendar: `picked`, `on` for more to do, `none` where there is no way."""


async def pick(page: Any, element: Any, text: str) -> None:
    """Choose what a field that takes no keys opens: a date in its calendar, or what its list offers."""
    if is_date(text):
        await pick_day(element, text)
        return
    try:
        await choose(page, element, text)
    except Unfit as unfit:
        raise Unfit("readonly", f"the field takes no text, {text!r} is no date, and it offers {unfit}", "changed") from unfit


async def pick_day(element: Any, text: str) -> None:
    """Choose a date in the calendar that a field opens: year and month by its fields or arrows, then the day."""
    iso = canonical("date", text)
    wanted = iso.split("-")
    if len(wanted) != 3 or not all(n.isdigit() for n in wanted):
        raise Unfit("readonly", f"the field takes no text, and {text!r} is no date", "changed")
    year, month, day = (int(n) for n in wanted)
    await element.evaluate(MARK)
    try:
        await element.click(timeout=PATIENCE)
        for _ in range(MOST):
            await asyncio.sleep(REST)
            came = await element.evaluate(CALENDAR, {"year": year, "month": month, "day": day, "iso": iso})
            if came == "picked":
                return
            if came == "none":
                break
        raise Unfit("readonly", f"the field takes no text, and no calendar shows {text}", "changed", clean=False)
    finally:
        with suppress(BrowserError):
            await element.evaluate(CLEAR)
