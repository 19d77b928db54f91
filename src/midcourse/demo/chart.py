"""A bar chart as SVG, with nothing but text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

PALETTE = {True: "#2563eb", False: "#cbd5e1"}
BAR, GAP, LEFT, WIDE = 22, 8, 130, 300


def bars(title: str, panels: Mapping[str, Sequence[tuple[str, float, str]]], highlight: str) -> str:
    """Panels side by side, one bar a row: (name, value, label). The highlighted name has its own colour."""
    rows = max(len(rows) for rows in panels.values())
    width, height = LEFT + len(panels) * (WIDE + 90), 64 + rows * (BAR + GAP)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="12" y="22" font-size="15" font-weight="bold">{escape(title)}</text>',
    ]
    for column, (name, rows_of) in enumerate(panels.items()):
        left = LEFT + column * (WIDE + 90)
        out.append(f'<text x="{left}" y="46" font-weight="bold">{escape(name)}</text>')
        most = max((value for _, value, _ in rows_of), default=0.0) or 1.0
        for row, (label, value, text) in enumerate(rows_of):
            y = 56 + row * (BAR + GAP)
            length = WIDE * value / most
            if column == 0:
                out.append(f'<text x="{LEFT - 10}" y="{y + 15}" text-anchor="end">{escape(label)}</text>')
            out.append(f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{BAR}" fill="{PALETTE[label == highlight]}"/>')
            out.append(f'<text x="{left + length + 6:.1f}" y="{y + 15}">{escape(text)}</text>')
    return "\n".join([*out, "</svg>", ""])
