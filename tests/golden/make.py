"""Make the golden journals anew, each of a kind of run: `python tests/golden/make.py`. Do it when POLICY is raised.

Everything in them comes from the shipped fakes and a clock that stands still: the same code makes the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[2] / "src")]

from midcourse.core.run.events import POLICY
from midcourse.engine.jsonl import export
from tests.golden.deciding import HERE, differences, read
from tests.golden.rare import RARE
from tests.golden.usual import USUAL, Kind

KINDS = (*USUAL, *RARE)


def journal(kind: Kind) -> bytes:
    """The journal of one run of this kind, as lines of JSON."""
    made = kind()
    made.clock._tick = 0.25
    made.run()
    return b"".join(export(made.entries))


def main(folder: Path) -> None:
    """Write them all, unless what is there is decided otherwise now and POLICY was not raised."""
    policy = folder / "POLICY"
    if policy.exists() and int(policy.read_text()) == POLICY:
        for path in (folder / f"{kind.__name__}.jsonl" for kind in KINDS):
            if path.exists() and (found := differences(path.stem, read(path))):
                raise SystemExit(found[0].sentence())
    for kind in KINDS:
        (folder / f"{kind.__name__}.jsonl").write_bytes(journal(kind))
    policy.write_text(f"{POLICY}\n")
    print(f"{len(KINDS)} journals of policy {POLICY} in {folder}")


if __name__ == "__main__":
    main(HERE if len(sys.argv) < 2 else Path(sys.argv[1]))
