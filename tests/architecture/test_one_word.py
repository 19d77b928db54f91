"""One word, one meaning: no class, function or module of core has a name that another has."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

CORE = Path(__file__).parents[2] / "src" / "midcourse" / "core"


def named() -> dict[str, dict[str, list[str]]]:
    """Kind -> name -> the files that define it, for what core makes public and its modules."""
    found = {kind: defaultdict[str, list[str]](list) for kind in ("class", "function", "module")}
    for path in sorted(CORE.rglob("*.py")):
        where = str(path.relative_to(CORE))
        if path.stem != "__init__":
            found["module"][path.stem].append(where)
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                found["class"][node.name].append(where)
            elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                found["function"][node.name].append(where)
    return {kind: dict(names) for kind, names in found.items()}


@pytest.mark.parametrize("kind", ["class", "function", "module"])
def test_no_name_of_core_is_used_twice(kind):
    twice = {name: files for name, files in named()[kind].items() if len(files) > 1}
    assert named()[kind] and not twice, "rename until each word means one thing"


def test_no_function_is_named_as_a_module_that_is_about_something_else():
    found = named()
    strangers = {name for name, files in found["function"].items() if name in found["module"] and Path(files[0]).stem != name}
    assert not strangers
