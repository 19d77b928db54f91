"""Tables whose cells hold something to act on: the header over a thing, and the row that it lies in."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from .reading import Node, Reading

CELLS = frozenset({"gridcell", "cell", "rowheader"})
TABLES = frozenset({"table", "grid", "treegrid"})
LONGEST_ROW = 80


class Cell(NamedTuple):
    """Where a thing lies in a table."""

    header: str
    """What stands over its column; '' for nothing."""
    row: int
    """Which of the page's rows it lies in."""
    text: str
    """What is written in its row."""


class Tables:
    """The tables of one page. `inside` gives the text of a part of the page."""

    def __init__(self, reading: Reading, inside: Callable[[int, int], str]) -> None:
        self._nodes, self._reading, self._inside = reading.nodes, reading, inside
        self._headers: dict[int, dict[int, str]] = {}
        self._rows = {place: n for n, place in enumerate((i for i, n in enumerate(self._nodes) if _is_row(n)), 1)}

    def cell(self, place: int) -> Cell | None:
        """Where a thing lies; None where it lies in no table with headers."""
        if not self._rows:
            return None
        around = (place, *self._reading.parents(place))
        cell = next((p for p in around[:8] if _is_cell(self._nodes[p])), None)
        row = next((p for p in around if _is_row(self._nodes[p])), None)
        table = next((p for p in around if self._nodes[p].tag == "table" or self._nodes[p].role in TABLES), None)
        if cell is None or row is None or table is None or not table < row < cell:
            return None
        over = self._over(table)
        if not over or any(self._nodes[p].tag == "thead" for p in around) or self._heads(row):
            return None  # what stands among the headers filters the rows, and belongs to none
        return Cell(over.get(self._column(row, cell), ""), self._rows[row], self._inside(row, LONGEST_ROW))

    def _over(self, table: int) -> dict[int, str]:
        """The headers of a table by their columns: those of the first row that has nothing else."""
        if table not in self._headers:
            self._headers[table] = {}
            inside = {table}
            for i in range(table + 1, len(self._nodes)):
                if self._nodes[i].parent not in inside:
                    break
                inside.add(i)
                if _is_row(self._nodes[i]) and len(found := self._heads(i)) > 1:
                    self._headers[table] = found
                    break
        return self._headers[table]

    def _heads(self, row: int) -> dict[int, str]:
        cells = self._cells(row)
        if not all(self._nodes[c].tag == "th" or self._nodes[c].role == "columnheader" for c in cells):
            return {}
        return {self._column(row, c): self._inside(c, LONGEST_ROW) for c in cells}

    def _cells(self, row: int) -> list[int]:
        found: list[int] = []
        inside = {row}
        for i in range(row + 1, len(self._nodes)):
            if self._nodes[i].parent not in inside:
                break
            inside.add(i)
            if _is_cell(self._nodes[i]) or self._nodes[i].role == "columnheader":
                found.append(i)
        return [c for c in found if not any(o in found for o in self._reading.parents(c))]

    def _column(self, row: int, cell: int) -> int:
        told = self._nodes[cell].attributes.get("aria-colindex", "")
        if told.isdigit():
            return int(told)
        before = [c for c in self._cells(row) if c < cell]
        return 1 + sum(_width(self._nodes[c]) for c in before)


def _width(cell: Node) -> int:
    told = cell.attributes.get("colspan", "")
    return int(told) if told.isdigit() else 1


def _is_cell(node: Node) -> bool:
    return node.tag in ("td", "th") or node.role in CELLS


def _is_row(node: Node) -> bool:
    return node.tag == "tr" or node.role == "row"
