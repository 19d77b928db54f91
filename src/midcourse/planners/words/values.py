"""What is to be entered: quoted, named by what stands beside it, counted out, or worked out."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from itertools import pairwise

from .finding import alike, norm
from .language import Clause, is_mark
from .screen import Screen

_SUMS: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: lambda a, b: a / b,
}
_SUM = re.compile(r"^\s*(-?\d+(?:\s*[-+*/x×÷]\s*-?\d+)+)\s*=?\s*\??\s*$")
_EQUATION = re.compile(r"^(?=[^a-z]*([a-z])(?![a-z]))[\d\s+\-*/×÷().a-z]+=[\d\s+\-*/×÷().a-z]+$")
"""An equation with one unknown, that is called by one letter."""
_EXACT = re.compile(r"^[$#@]?[\d][\d:/.,$%-]*$|^-\d+$")


def value_of(clause: Clause, screen: Screen, earlier: list[Clause]) -> str | None:
    """The one text that a clause wants entered; None where it cannot be told."""
    if clause.quoted:
        return clause.quoted[0]
    words = [w for w in clause.words if not is_mark(w)]
    low = [w.lower() for w in words]
    for rule in (_under, _beside, _nth_word, _worked_out, _copied):
        found = rule(clause, screen, earlier)
        if found is not None:
            return found
    exact = [i for i, w in enumerate(words) if _EXACT.match(w)]
    if exact:
        value = words[exact[0]]
        after = words[exact[0] + 1] if exact[0] + 1 < len(words) else ""
        return f"{value} {after}" if after.upper() in ("AM", "PM") else value
    if "below" in low or "above" in low or "shown" in low:
        return the_only_text(screen)
    return None


def _under(clause: Clause, screen: Screen, earlier: list[Clause]) -> str | None:
    """`the phone number of Anna`: what stands in her row, under that header; None unless both are named and tell one cell."""
    text = f" {norm(clause.text)} "
    found: set[str] = set()
    for head in screen.rows:
        named = [i for i, cell in enumerate(head) if cell and f" {norm(cell)} " in text]
        for row in screen.rows:
            if row is head or len(row) != len(head) or len(named) != 1:
                continue
            whose = [i for i, cell in enumerate(row[: named[0]]) if cell and f" {norm(cell)} " in text]
            if whose and row[named[0]]:
                found.add(row[named[0]])
    return found.pop() if len(found) == 1 else None


def _beside(clause: Clause, screen: Screen, earlier: list[Clause]) -> str | None:
    """`the value of Gender`: what stands in its row."""
    text = norm(clause.text)
    best: tuple[int, str] | None = None
    for row in screen.rows:
        for label, value in pairwise(row):
            name = norm(label)
            if name and re.search(rf"(?<!\w)of {re.escape(name)}(?!\w)", text) and (best is None or len(name) > best[0]):
                best = (len(name), value)
    return best[1] if best else None


def _nth_word(clause: Clause, screen: Screen, earlier: list[Clause]) -> str | None:
    """`the 4th word in the paragraph`, said here or just before."""
    for said in (clause, *reversed(earlier)):
        if said.number is not None and "word" in [w.lower() for w in said.words]:
            areas = [screen.values.get(f.id, "") for f in screen.fields if "multiline" in f.state]
            words = max(areas if any(areas) else screen.texts, key=len, default="").split()
            place = said.number - 1 if said.number > 0 else len(words) - 1
            return re.sub(r"[^\w]+$|^[^\w]+", "", words[place]) if 0 <= place < len(words) else None
    return None


def _worked_out(clause: Clause, screen: Screen, earlier: list[Clause]) -> str | None:
    """The answer to the one sum on the screen, where an answer is asked for."""
    told = {w.lower() for w in (*clause.words, *re.findall(r"\w+", screen.request.goal))}
    asked = bool(told & {"answer", "result", "solution", "sum", "unknown", "solve", "calculate", "compute", "equation"})
    sums = [m[1] for line in screen.texts if (m := _SUM.match(line))]
    solved = [x for line in screen.texts if (x := solved_for(line)) is not None]
    if asked and not sums and len(solved) == 1:
        return solved[0]
    return worked_out(sums[0]) if asked and len(sums) == 1 else None


def solved_for(equation: str) -> str | None:
    """The one number for which `3 + x = 7` is so; None for what is no such equation, or where it is not of the first degree."""
    text = equation.strip().lower()
    found = _EQUATION.match(text)
    letters = set(re.findall(r"[a-z]", text))
    if found is None or len(letters) != 1:
        return None
    left, _, right = re.sub(rf"(\d)\s*{found[1]}", rf"\1*{found[1]}", text).partition("=")
    away: list[float] = []
    for tried in (0, 1, 2):
        sides = [worked_out(side.replace(found[1], f"({tried})")) for side in (left, right)]
        if sides[0] is None or sides[1] is None:
            return None
        away.append(float(sides[0]) - float(sides[1]))
    step = away[1] - away[0]
    if not step or abs(away[2] - away[1] - step) > 1e-6:
        return None
    x = -away[0] / step
    return str(int(x)) if x == int(x) else str(round(x, 4))


def worked_out(sum_: str) -> str | None:
    """`3 + 4` as `7`; None for what is no sum."""
    text = re.sub(r"[x×]", "*", sum_).replace("÷", "/").strip()

    def work(node: ast.expr) -> float:
        match node:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _SUMS:
                return _SUMS[type(op)](work(left), work(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -work(operand)
            case ast.Constant(value=int() | float() as value):
                return value
            case _:
                raise ValueError(text)

    try:
        value = work(ast.parse(text, mode="eval").body)
    except (ValueError, SyntaxError, ZeroDivisionError):
        return None
    return str(int(value)) if value == int(value) else str(round(value, 4))


def _copied(clause: Clause, screen: Screen, earlier: list[Clause]) -> str | None:
    """What stands in the field that was to be copied from."""
    source = next((c for c in reversed(earlier) if c.kind == "copy"), None)
    if source is None:
        return None
    full = [t for t in screen.fields if screen.values.get(t.id)]
    number = source.number
    if number is not None:
        return screen.values[full[number - 1].id] if 0 < number <= len(full) else None
    return screen.values[full[0].id] if full else the_only_text(screen)


def the_only_text(screen: Screen) -> str | None:
    """The text on the screen that is no label and not the instruction itself."""
    goal = norm(screen.request.goal)
    labels = {norm(t.label) for t in screen.targets if t not in screen.fields}
    left = [
        line
        for line in screen.texts
        if norm(line) not in goal and norm(line) not in labels and alike(line, screen.request.goal) < 0.5
    ]
    return left[0] if len(left) == 1 else None
