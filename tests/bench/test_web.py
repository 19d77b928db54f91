"""The quick forms of the web benchmarks, and that no rule was written for one page."""

import ast
import asyncio
import re
from pathlib import Path

import miniwob_pages
import pytest
import web
import web_reading

ROOT = Path(__file__).parents[2]
SOURCES = [*(ROOT / "src/midcourse/planners/words").glob("*.py"), *(ROOT / "src/midcourse/worlds/web").glob("*.py")]


def _strings(path):
    """Every string of a file that is no docstring."""
    tree = ast.parse(path.read_text())
    said = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant)}
    return [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str) and id(n) not in said]


def test_the_halves_are_split_by_name_and_are_about_as_large():
    measured = [name for name in miniwob_pages.names() if miniwob_pages.is_measured(name)]
    assert len(miniwob_pages.names()) == 130 and 50 <= len(measured) <= 80


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_rule_names_a_page_or_matches_its_sentence(path):
    text = path.read_text().lower()
    for name in miniwob_pages.names():
        assert name not in text or "-" not in name, f"{path.name} speaks of {name}"
    pages = " ".join(
        " ".join(p.read_text(errors="replace").lower().split()) for p in (miniwob_pages.folder() / "miniwob").glob("*.html")
    )
    for string in _strings(path):
        words = re.findall(r"[a-z]+", string.lower())
        for i in range(len(words) - 3):
            assert " ".join(words[i : i + 4]) not in pages, f"{path.name}: {string!r} is a sentence of a page"


def test_pages_are_solved_and_trouble_is_survived():
    jobs = [("click-button", 1, "validity", ""), ("enter-text", 1, "validity", "popup"), ("click-button", 2, "fixed", "popup")]
    results = web.run_all(jobs, 1)
    assert [r.reward for r in results] == [1.0, 1.0, 0.0], results


def test_ids_stay_with_their_elements():
    found = asyncio.run(web_reading.ids(changes=15, seed=3))
    assert found.survived > 300 and found.kept >= 0.99 * found.survived and found.mistaken == 0
