"""Checks that the built site in site/ loads nothing from the network: no script, style, font or picture from elsewhere.

.venv/bin/python scripts/check_site.py [FOLDER]
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

ROOT = Path(__file__).parents[1]
ELSEWHERE = re.compile(r"^(?:[a-z]+:)?//", re.I)
LOADS = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "link": "href",
    "use": "href",
}
"""Element -> the attribute whose address a browser loads by itself."""


class Loaded(HTMLParser):
    """The addresses that a page loads when it is opened, and what would make the theme load more."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a browser would load."""
        given = dict(attrs)
        address = given.get(LOADS.get(tag, ""), "") or ""
        if ELSEWHERE.match(address) and given.get("rel") != "canonical":
            self.found.append(f"<{tag}> {address}")
        if "mermaid" in (given.get("class") or "").split():
            self.found.append("a mermaid drawing, for which the theme loads a script")


def outside(folder: Path) -> Iterator[str]:
    """Everything in the site that needs the network to be read."""
    for path in sorted(folder.rglob("*.html")):
        page = Loaded()
        page.feed(path.read_text(encoding="utf-8"))
        yield from (f"{path.relative_to(folder)}: {found}" for found in page.found)
    for path in sorted(folder.rglob("*.css")):
        for address in re.findall(r"(?:url\(|@import )[\"']?([^\"')\s]+)", path.read_text(encoding="utf-8")):
            if ELSEWHERE.match(address):
                yield f"{path.relative_to(folder)}: {address}"


def main() -> int:
    """Say what is loaded from elsewhere."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"
    pages = list(folder.rglob("*.html"))
    found = list(outside(folder))
    for line in found:
        sys.stderr.write(f"{line}\n")
    if not pages:
        sys.stderr.write(f"no pages in {folder}\n")
    else:
        sys.stdout.write(f"{len(pages)} pages in {folder}, {len(found)} loads from the network\n")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
