"""Report the result of `make mutants`: figures by module, and the changed lines of each mutant that was not killed.

    python -m benchmarks.mutants            print the table, and the mutants that were not killed
    python -m benchmarks.mutants --table    print only the table

`make mutants` makes thousands of small changes to the engine, one at a time: for example `<` for `<=`, a missing
argument, or a wrong constant. It runs the fast tests of tests/scoring against each of these mutants. If a test fails,
the mutant is killed. If it survives, either no test covers the change, or the change makes no difference. A second run
tries only what changed; after `rm -r mutants` it tries everything, in 45 minutes on two busy cores. `mutmut browse`
shows the same figures. The settings are in pyproject.toml.

The tool changes only functions: no tables or texts, and no functions with a decorator other than `classmethod`. Slow
tests and tests marked `no_mutants` do not run. Each mutant's process inherits the caches of the engine, so
tests/scoring/conftest.py clears them before each test.
"""

import sys
from collections import Counter
from pathlib import Path

from mutmut.mutation.data import SourceFileMutationData
from mutmut.mutation.diff_apply import get_diff_for_mutant
from mutmut.stats import status_by_exit_code

COLUMNS = ("killed", "timeout", "survived", "no tests", "not checked")


def modules():
    """Yield the path of each mutated module, and a dict of its mutants: `{name: status}`."""
    for path in sorted(Path("scoring").rglob("*.py")):
        data = SourceFileMutationData(path=path)
        data.load()
        if data.exit_code_by_key:
            yield path, {name: status_by_exit_code[code] for name, code in data.exit_code_by_key.items()}


def table(found):
    """Yield the lines of a Markdown table with the figures of each module."""
    yield f"| module | mutants | {' | '.join(COLUMNS)} | killed or timeout |"
    yield f"|{' --- |' * (len(COLUMNS) + 3)}"
    total = Counter()
    for path, statuses in found:
        counts = Counter(statuses.values())
        total += counts
        yield row(f"`{path.relative_to('scoring')}`", counts)
    yield row("all", total)


def row(name, counts):
    share = (counts["killed"] + counts["timeout"]) / counts.total()
    return f"| {name} | {counts.total()} | {' | '.join(str(counts[column]) for column in COLUMNS)} | {share:.1%} |"


def survivors(found):
    """Yield a text for each mutant whose status is not "killed": its name, status and changed lines."""
    for path, statuses in found:
        for name, status in statuses.items():
            if status != "killed":
                diff = get_diff_for_mutant(name, path=path).splitlines()
                changed = [line for line in diff if line[:1] in {"-", "+"} and line[:3] not in {"---", "+++"}]
                yield "\n".join([f"\n{name}: {status}", *changed])


def main():
    found = list(modules())
    lines = [*table(found), *([] if "--table" in sys.argv else survivors(found))]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
