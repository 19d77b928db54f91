"""How well failures are classified: accuracy by kind, category and type, and who is taken for whom.

    .venv/bin/python bench/classifier/measure.py bench/classifier/tuning.jsonl [--wrong]

The messages were provoked in the libraries themselves (`collect.py`), labelled beside the code that provokes them, and split by
library: rules were written with `tuning.jsonl` at hand, `held_out.jsonl` was only measured.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path
from typing import Any

from midcourse.core.failing.failures import LADDER, slug
from midcourse.core.failing.findings import Finding
from midcourse.core.protocols import Report
from midcourse.recovery.classify import RulesClassifier

FIELDS = ("kind", "category", "type")


def found(line: dict[str, Any], classifier: RulesClassifier) -> Finding:
    """What the rules make of a message, as the engine would ask them."""
    error = str(line["error"])
    name = error.rsplit(".", 1)[-1]
    reason = slug(name) if error else "failed"
    short = f"{error.split('.')[0]}.{name}" if "." in error else error
    return classifier.by_rules(Report(line["skill"], reason, line["message"], short or "command"))


def main() -> None:
    """Measure one file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--wrong", action="store_true", help="print every message that is taken for something else")
    options = parser.parse_args()
    lines = [json.loads(text) for text in options.file.read_text().splitlines()]
    classifier = RulesClassifier()
    findings = [found(line, classifier) for line in lines]
    print(f"{len(lines)} messages of {len({line['library'] for line in lines})} libraries, {options.file.name}")
    for field in FIELDS:
        right = sum(line[field] == getattr(f, field) for line, f in zip(lines, findings, strict=True))
        print(f"  {field:<9} {right / len(lines):.3f} right")
    sure = [(line, f) for line, f in zip(lines, findings, strict=True) if f.confidence >= 0.6]
    right = sum(line["kind"] == f.kind for line, f in sure)
    print(f"  sure of {len(sure) / len(lines):.3f}; of these {right / max(1, len(sure)):.3f} have the right kind")
    _table(lines, findings)
    if options.wrong:
        for line, f in zip(lines, findings, strict=True):
            if line["kind"] != f.kind:
                print(
                    f"{line['kind']:>14} -> {f.kind:<14} [{f.rule}] {line['library']} {line['error']}: {line['message'][:150]!r}"
                )


def _table(lines: list[dict[str, Any]], findings: list[Finding]) -> None:
    """Rows: what it is. Columns: what it is taken for."""
    pairs = Counter((line["kind"], f.kind) for line, f in zip(lines, findings, strict=True))
    kinds = list(LADDER)
    print("\n| is \\ taken for | " + " | ".join(kinds) + " | recall |")
    print("|---|" + "---:|" * (len(kinds) + 1))
    recalls: list[float] = []
    for kind in kinds:
        total = sum(pairs[kind, other] for other in kinds)
        if total:
            recalls.append(pairs[kind, kind] / total)
            row = " | ".join(str(pairs[kind, other] or "") for other in kinds)
            print(f"| {kind} | {row} | {recalls[-1]:.2f} |")
    print(f"\nmean recall over the kinds {sum(recalls) / len(recalls):.3f}")


if __name__ == "__main__":
    main()
