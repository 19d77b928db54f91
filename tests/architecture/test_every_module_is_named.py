"""Every module of the library is named by some test: imported, or a name of it where that is public."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"
COMMANDS, DEMOS = "midcourse.interfaces.cli", "midcourse.demo"
ROBOT, WEB, DESK = "midcourse.worlds.robot", "midcourse.worlds.web", "midcourse.worlds.desktop"
UNNAMED = {
    **dict.fromkeys(
        (f"{COMMANDS}.{name}" for name in ("learning", "looking", "running")),
        "commands: tests/interfaces gives them on a command line, as people do",
    ),
    **dict.fromkeys(
        (*(f"{COMMANDS}.{name}" for name in ("demo", "desktop", "office", "robot", "scenes", "web")), f"{DEMOS}.robot"),
        "demonstrations: they are shown by their commands",
    ),
    **dict.fromkeys(
        (f"{DEMOS}.ledger.{name}" for name in ("mishaps", "models", "serve")),
        "another process: tests/scenarios/test_web_killed.py starts it and books in it",
    ),
    **dict.fromkeys(
        (*(f"{ROBOT}.{name}" for name in ("arm", "building", "engine", "eye", "skills")), "midcourse.worlds.grid.options"),
        "limbs: they move only in a game or a simulation, which tests/worlds/test_grid.py and test_robot.py run",
    ),
    **dict.fromkeys(
        (f"{WEB}.{name}" for name in ("frames", "skills", "watching")),
        "hands on a real browser: tests/worlds/test_web*.py drive it through the world",
    ),
    **dict.fromkeys(
        (f"{DESK}.{name}" for name in ("accessibility", "skills")),
        "hands on a real display: tests/worlds/test_desktop*.py drive it through the world",
    ),
}
"""Module -> why no test names it."""


def name_of(path: Path) -> str:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in (SOURCE / "midcourse").rglob("*.py")}
Exports = dict[tuple[str, str], tuple[str, str]]


def imported(tree: ast.Module, package: list[str]) -> Iterator[tuple[str, str, str]]:
    """(name here, module, name there) of everything that is imported from somewhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((alias.asname or alias.name, module, alias.name) for alias in node.names)


def passed_on() -> Exports:
    """What modules declare in `__all__` and have from another: such a name counts for where it lives."""
    found: Exports = {}
    for module, path in MODULES.items():
        if "__all__" not in (text := path.read_text()):
            continue
        tree = ast.parse(text)
        lists = (n.value for n in tree.body if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == "__all__")
        public = {e.value for n in lists if isinstance(n, ast.List | ast.Tuple) for e in n.elts if isinstance(e, ast.Constant)}
        package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
        found |= {(module, name): (home, there) for name, home, there in imported(tree, package) if name in public}
    return found


def named_in(text: str, exports: Exports) -> set[str]:
    """The modules that a test names."""
    tree = ast.parse(text)
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    for _, module, name in imported(tree, []):
        found.add(module)
        seen: set[tuple[str, str]] = set()
        while (module, name) in exports and (module, name) not in seen:
            seen.add((module, name))
            module, name = exports[module, name]
        found |= {module, f"{module}.{name}"}
    return found


def test_every_module_is_named_by_a_test_or_says_why_not():
    exports = passed_on()
    named = {module for path in (ROOT / "tests").rglob("*.py") for module in named_in(path.read_text(), exports)}
    unnamed = {module for module, path in MODULES.items() if path.name != "__init__.py" and module not in named}
    assert not unnamed - UNNAMED.keys(), "no test names it: give it a test file of its own"
    assert not UNNAMED.keys() - unnamed, "a test names it, or it is gone: it is no exception any more"


def test_a_name_counts_for_the_module_where_it_lives():
    exports: Exports = {("midcourse.a", "B"): ("midcourse.a.b", "B")}
    assert "midcourse.a.b" in named_in("from midcourse.a import B", exports)
    assert "midcourse.a.c" in named_in("from midcourse.a import c", exports)
    assert "midcourse.a.b" not in named_in("from midcourse.a import C", exports)
