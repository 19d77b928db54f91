"""Ids that stay, and what a look costs beside the browser's own accessibility snapshot.

.venv/bin/python bench/web_reading.py [--changes 100] [--seed 1] [--rows 200]
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from midcourse.worlds.web import WebWorld

PAGE = """<h1>People</h1><input aria-label="Search" data-k="search"><button data-k="new">New</button>
<div id="place"><table id="table"></table></div><div id="other"></div>
<script>
let rows = ROWS, next = rows.length;
function row(k) { return `<tr data-row="${k}"><th>Person ${k}</th><td><a href="/p/${k}" data-k="l${k}">Profile</a></td>
 <td><button data-k="e${k}">Edit</button> <button data-k="d${k}">Delete</button></td>
 <td><input type="checkbox" aria-label="pick" data-k="c${k}"></td></tr>` }
function draw() { document.querySelector('#table').innerHTML = rows.map(row).join('') }
draw();
</script>"""
CHANGES = {
    "re-order": "() => { const t = document.querySelector('tbody'); const l = [...t.children]; l.sort(() => R() - .5);"
    " rows = l.map(e => +e.dataset.row); l.forEach(e => t.append(e)); }",
    "insert": "() => { const k = next++; const at = Math.floor(R() * rows.length); rows.splice(at, 0, k);"
    " document.querySelector('tbody').children[at].insertAdjacentHTML('beforebegin', row(k)); }",
    "remove": "() => { if (rows.length < 5) return; const at = Math.floor(R() * rows.length); rows.splice(at, 1);"
    " document.querySelector('tbody').children[at].remove(); }",
    "re-render": "() => draw()",
    "re-order and re-render": "() => { rows.sort(() => R() - .5); draw(); }",
    "move": "() => { const t = document.querySelector('#table'); const to = t.parentElement.id == 'place' ? 'other' : 'place';"
    " document.getElementById(to).append(t); }",
}
"""What is done to the page; `R` is chance, from the seed."""


class Kept(NamedTuple):
    """What became of ids over all changes."""

    survived: int
    kept: int
    mistaken: int


async def ids(changes: int, seed: int, rows: int = 12) -> Kept:
    """Change a page at random, look, and see whether what is still there has its id."""
    dice = random.Random(seed)
    survived = kept = mistaken = 0
    async with _shown(PAGE.replace("ROWS", str(list(range(rows))))) as web:
        await web.page.evaluate(f"() => {{ let s = {seed}; window.R = () => (s = (s * 16807) % 2147483647) / 2147483647; }}")
        before = await _keys(web)
        for _ in range(changes):
            await web.page.evaluate(CHANGES[dice.choice(list(CHANGES))])
            after = await _keys(web)
            for key, id in before.items():
                if key in after:
                    survived += 1
                    kept += after[key] == id
            owner = {id: key for key, id in before.items()}
            mistaken += sum(id in owner and owner[id] != key for key, id in after.items())
            before = after
    return Kept(survived, kept, mistaken)


async def _keys(web: WebWorld) -> dict[str, str]:
    """The page's own name of each target -> its id."""
    await web.observe()
    sight, reading = web._sight, web._reading
    assert sight is not None and reading is not None
    return {k: id for id, t in sight.things.items() if (k := reading[0].nodes[t.place].attributes.get("data-k"))}


class _shown:
    """A browser at a page of our own making."""

    def __init__(self, html: str) -> None:
        self._html = html
        self._web = WebWorld("http://127.0.0.1/")

    async def __aenter__(self) -> WebWorld:
        self._web._tab._last_url = lambda: "about:blank"  # type: ignore[method-assign]
        await self._web._tab.ready()
        await self._web.page.set_content(self._html)
        return self._web

    async def __aexit__(self, *_: object) -> None:
        await self._web.close()


async def reading(rows: int, times: int = 15) -> dict[str, float]:
    """Median milliseconds of a raw snapshot, of a look at a changed page, and of a look at an unchanged one; in one run."""
    async with _shown(PAGE.replace("ROWS", str(list(range(rows))))) as web:
        await web.observe()
        took: dict[str, list[float]] = {"aria snapshot": [], "accessibility tree": [], "changed page": [], "unchanged page": []}
        for n in range(times):
            title = f"() => document.querySelector('h1').textContent = 'People {n}'"
            took["aria snapshot"].append(await _timed(lambda: web.page.aria_snapshot(mode="ai", boxes=True)))
            took["accessibility tree"].append(await _timed(web._tab.tree))
            await web.page.evaluate(title)
            took["changed page"].append(await _timed(web.read))
            took["unchanged page"].append(await _timed(web.observe))
    return {name: statistics.median(values) for name, values in took.items()}


async def _timed(work: Callable[[], Awaitable[Any]]) -> float:
    start = time.perf_counter()
    await work()
    return (time.perf_counter() - start) * 1000


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rows", type=int, default=200)
    options = parser.parse_args()
    found = asyncio.run(ids(options.changes, options.seed))
    share = found.kept / found.survived
    print(f"ids: {found.kept} of {found.survived} survivors kept theirs ({share:.2%}), {found.mistaken} mistaken")
    took = asyncio.run(reading(options.rows))
    for name, value in took.items():
        ratios = ", ".join(f"{value / took[raw]:.2f} of the {raw}" for raw in ("aria snapshot", "accessibility tree"))
        print(f"{options.rows} rows, {name}: {value:.0f} ms ({ratios})")


if __name__ == "__main__":
    main()
