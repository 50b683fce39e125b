"""Run the named benchmarks, or all of them, and print tables: `python -m benchmarks [NAME ...]`."""

import sys

from benchmarks import beside, engine, evenings, floods, pages, site

PARTS = {
    "engine": engine.report,
    "site": site.report,
    "pages": pages.report,
    "beside": beside.report,
    "evenings": evenings.report,
    "floods": floods.report,
}


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"expected {', '.join(PARTS)}, got {', '.join(unknown)}", file=sys.stderr)
        return 2
    for name in names or PARTS:
        PARTS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
