# ruff: noqa: E501 (a table, and scripts for pages)
"""Tasks that a scripted person shows once in a browser, by mouse and keys, and how the interface changes afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Error

from .app import App, Record
from .drawn_pages import PANEL, STREAMLIT
from .server_pages import DJANGO, OTTERWIKI, ROUNDUP

PAUSE = 0.7
"""Seconds in which a person sees what came."""


@dataclass(frozen=True)
class Showing:
    """A task, as a person shows it: `press` and `enter`, `choose`, `tick` by what is written there."""

    app: App
    name: str
    at: str
    steps: Sequence[tuple[str, str, str]]
    """(what is done, CSS or text selector, the name of the value or '')."""
    values: Callable[[int], Mapping[str, str]]
    """The values of the n-th time, by the names in `steps`; the first is shown."""
    key: Callable[[Mapping[str, str]], Record]
    wanted: Callable[[Mapping[str, str]], Record]


THINGS = ("lamp", "saw", "rope", "vase", "chest", "ladder", "barrel", "anvil", "bucket", "kettle")
KINDS = ("toy", "food", "tool")


def _items(n: int) -> dict[str, str]:
    return {
        "name": THINGS[n % 10] + (f" {n}" if n > 9 else ""),
        "amount": str(5 + 3 * n),
        "kind": KINDS[n % 3],
        "note": f"note {n}",
    }


_IN = (("enter", "#id_username", "user"), ("enter", "#id_password", "word"), ("press", "input[type=submit]", ""))


def _django(n: int) -> dict[str, str]:
    return {"user": "clerk", "word": "steep-hill-9", **_items(n)}


def _issues(n: int) -> dict[str, str]:
    priority = ("bug", "wish", "urgent", "feature", "critical")[n % 5]
    return {
        "user": "admin",
        "word": "steep-hill-9",
        "title": f"Broken {THINGS[n % 10]} {n}",
        "priority": priority,
        "keyword": f"word {n}",
    }


def _pages(n: int) -> dict[str, str]:
    return {"page": f"{THINGS[n % 10].title()} {n}", "text": f"All about {THINGS[n % 10]} number {n}", "why": f"because {n}"}


_STORE = "button:has-text('Store')"
_ITEM = (("enter", "[name=name]", "name"), ("enter", "[name=amount]", "amount"), ("choose", "[name=kind]", "kind"))
_ROUNDUP_IN = (
    ("enter", "[name=__login_name]", "user"),
    ("enter", "[name=__login_password]", "word"),
    ("press", "input[value=Login]", ""),
)
SHOWINGS: tuple[Showing, ...] = (
    Showing(
        DJANGO, "add an item", "/admin/", (*_IN, ("press", "a[href$='item/add/']", ""), *_ITEM, ("press", "[name=_save]", "")),
        _django, lambda v: {"name": v["name"]}, lambda v: {"amount": v["amount"], "kind": v["kind"], "fragile": 0},
    ),
    Showing(
        DJANGO, "add a fragile one with a note", "/admin/goods/item/add/",
        (*_IN, *_ITEM, ("tick", "[name=fragile]", ""), ("enter", "[name=note]", "note"), ("press", "[name=_save]", "")),
        _django, lambda v: {"name": v["name"]}, lambda v: {"amount": v["amount"], "kind": v["kind"], "fragile": 1, "note": v["note"]},
    ),
    Showing(
        ROUNDUP, "an issue", "/",
        (*_ROUNDUP_IN, ("press", "text=Create New >> nth=0", ""), ("enter", "[name=title]", "title"), ("choose", "[name=priority]", "priority"), ("press", "[name=submit_button]", ""), ("press", "text=Show All >> nth=0", "")),
        _issues, lambda v: {"title": v["title"]}, lambda v: {"priority": v["priority"]},
    ),
    Showing(
        ROUNDUP, "a keyword", "/keyword?@template=item", (*_ROUNDUP_IN, ("enter", "[name=name]", "keyword"), ("press", "[name=submit_button]", "")),
        _issues, lambda v: {"title": v["keyword"]}, lambda v: {},
    ),
    Showing(
        OTTERWIKI, "a page", "/",
        (("press", "text=Create page", ""), ("enter", "#pagename", "page"), ("press", "input[type=submit]", ""), ("write", ".cm-content", "text"),
         ("press", "[aria-label=Save], [title*=Save], #save, button:has(.fa-save)", ""), ("enter", "[placeholder*=commit]", "why"), ("press", ".modal.show input[type=submit], .modal.show button[type=submit], #commit-form [type=submit]", "")),
        _pages, lambda v: {"title": v["page"].lower()}, lambda v: {"body": v["text"]},
    ),
    Showing(
        OTTERWIKI, "a page from its form", "/-/create",
        (("enter", "#pagename", "page"), ("press", "input[type=submit]", ""), ("write", ".cm-content", "text"),
         ("press", "[aria-label=Save], [title*=Save], #save, button:has(.fa-save)", ""), ("enter", "[placeholder*=commit]", "why"), ("press", ".modal.show input[type=submit], .modal.show button[type=submit], #commit-form [type=submit]", "")),
        _pages, lambda v: {"title": v["page"].lower()}, lambda v: {"body": v["text"]},
    ),
    Showing(
        STREAMLIT, "a name and an amount", "/", (("enter", "input[aria-label=Name]", "name"), ("enter", "input[aria-label=Amount]", "amount"), ("press", _STORE, "")),
        _items, lambda v: {"name": v["name"]}, lambda v: {"amount": v["amount"]},
    ),
    Showing(
        STREAMLIT, "with a note", "/", (("enter", "input[aria-label=Name]", "name"), ("enter", "textarea[aria-label=Note]", "note"), ("press", _STORE, "")),
        _items, lambda v: {"name": v["name"]}, lambda v: {"note": v["note"]},
    ),
    Showing(
        PANEL, "a name and an amount", "/app", (("enter", "input >> nth=0", "name"), ("enter", "input >> nth=1", "amount"), ("press", _STORE, "")),
        _items, lambda v: {"name": v["name"]}, lambda v: {"amount": v["amount"]},
    ),
    Showing(
        PANEL, "with a kind and a note", "/app", (("enter", "input >> nth=0", "name"), ("choose", "select", "kind"), ("enter", "textarea", "note"), ("press", _STORE, "")),
        _items, lambda v: {"name": v["name"]}, lambda v: {"kind": v["kind"], "note": v["note"]},
    ),
)  # fmt: skip


async def show(page: Any, showing: Showing) -> None:
    """Do it as a person: by mouse and keys, looking at what comes."""
    values = showing.values(0)
    for what, selector, name in showing.steps:
        thing = page.locator(selector).locator("visible=true").first
        await thing.scroll_into_view_if_needed(timeout=10_000)
        if what == "choose":
            await thing.select_option(label=values[name])
        else:
            box = await thing.bounding_box()
            await page.mouse.click(box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, 20))
        if what in ("enter", "write"):
            await page.keyboard.press("Control+A")
            await page.keyboard.type(values[name], delay=15)
            if what == "enter":
                await page.keyboard.press("Tab")
        await asyncio.sleep(PAUSE * (2 if what == "press" else 1))
        with suppress(Error):  # a person waits until the page has come
            await page.wait_for_load_state("networkidle", timeout=10_000)
    await asyncio.sleep(2 * PAUSE)


WATCHED = """(() => { const work = () => { try { change(); } catch (e) {} };
new MutationObserver(work).observe(document, {childList: true, subtree: true}); document.addEventListener('DOMContentLoaded', work);
%s })()"""
CHANGES: Mapping[str, str] = {
    "renamed": """function change() {
      const other = {Name: 'Designation', Amount: 'Quantity', Kind: 'Sort', Note: 'Remark', Title: 'Heading', Priority: 'Weight',
        Keyword: 'Term', Save: 'Keep', SAVE: 'KEEP', Store: 'Put away', 'Page name': 'Call it', 'Submit New Entry': 'File it'};
      const walk = r => { for (const n of r.childNodes) { if (n.shadowRoot) walk(n.shadowRoot);
        if (n.nodeType === 3) { const t = n.data.trim().replace(/:$/, ''); if (other[t]) n.data = n.data.replace(t, other[t]); }
        else if (n.nodeType === 1) { for (const a of ['aria-label', 'placeholder'])
            if (other[n.getAttribute(a)]) n.setAttribute(a, other[n.getAttribute(a)]);
          if (n.type === 'submit' && n.tagName === 'INPUT' && other[n.value.trim()]) n.value = other[n.value.trim()]; walk(n); } } };
      walk(document.body); }""",
    "moved": """function change() { const f = document.querySelector('form[method=post i] fieldset, form[method=post i] table tbody, form[method=post i]');
      if (f && !f.__moved && f.children.length > 1) { f.__moved = 1; f.insertBefore(f.lastElementChild, f.firstElementChild); } }""",
    "one more step": """function change() { if (!document.body || document.__asked || sessionStorage.asked) return; document.__asked = 1;
      const d = document.createElement('div'); d.setAttribute('role', 'dialog'); d.setAttribute('aria-modal', 'true');
      d.style = 'position:fixed;inset:0;background:#fffd;z-index:99999;padding:200px'; d.innerHTML = '<p>We have new terms.</p><button type=button>OK</button>';
      d.querySelector('button').onclick = () => { sessionStorage.asked = 1; d.remove(); }; document.body.append(d); }""",
    "another widget": """function change() { for (const s of document.querySelectorAll('form[method=post i] select:not([multiple])')) { if (s.__gone) continue; s.__gone = 1;
        const g = document.createElement('fieldset'), l = document.querySelector(`label[for="${s.id}"]`);
        g.innerHTML = `<legend>${(l ? l.innerText : s.name).replace(':', '')}</legend>` + [...s.options].filter(o => o.value).map(o =>
          `<label><input type=radio name="__${s.name}" value="${o.value}" ${o.selected ? 'checked' : ''}>${o.label}</label>`).join(' ');
        g.onchange = e => { s.value = e.target.value; }; s.style.display = 'none'; s.after(g); } }""",
}
"""Scripts that change a page as its owners may, by what they change."""


def changing(change: str) -> str:
    """The script that changes every page."""
    return WATCHED % CHANGES[change]
