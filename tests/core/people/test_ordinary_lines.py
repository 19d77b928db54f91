"""Ordinary command lines with quotes, remarks, here-documents, groups and variables run without a question, as they always did."""

import pytest

from tests.core.people.test_starters import verdict

LINES = [
    'for f in src/*.py; do\n  head -1 "$f"\ndone',
    "cat > note.md <<EOF\nremember the milk\nand the list\nEOF",
    "cat > note.md <<'EOF'\nIt's 5\" wide, isn't it\nEOF",
    "cat <<-END >> log.txt\n\tone\n\tEND",
    "cat > a.py <<'PY'\nimport os\nprint(os.getcwd())\nPY\npython a.py",
    "# just a remark\nls",
    "git commit -m 'a\n\nb # c'",
    'echo "a" \\\n  "b"',
    "ls \\\n  -la",
    "sqlite3 a.db <<EOF\nselect 1;\nEOF",
    "set -e\ncd src\nls",
    "echo a; # it's a remark\nls",
    'f() {\n  ls "$1"\n}\nf src',
    "python tool.py <<EOF\n1 2 3\nEOF",
    "python tool.py << 'E' | head\nit's\nE\nls",
    "cat <<A <<B\na\nA\nb\nB\nls",
    'echo "line one\nline two" > x',
]


@pytest.mark.parametrize("line", LINES)
def test_an_ordinary_line_over_several_lines_does_not_ask(line):
    assert verdict("run", command=line) == "run"


@pytest.mark.parametrize(
    "line",
    [
        "tee conf.ini <<EOF > /dev/null\n[a]\nb = 1\nEOF",
        "cat > note.md <<'EOF'\nrm the old list; then `reboot`, says $(nobody)\nEOF",
        "ls # then `reboot`",
        "X=ls; $X src; $X docs",
        "for f in a b; do ./$f/run.sh; done",
    ],
)
def test_what_is_only_text_does_not_ask(line):
    assert verdict("run", command=line) == "run"
