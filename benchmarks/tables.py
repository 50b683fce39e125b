"""Print plain tables on the terminal."""

from collections.abc import Iterable, Sequence


def print_table(title: str, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table. Align the first column left, and all other columns right.

    A float has one decimal, or two decimals if it is below ten. None becomes a dash.
    """
    lines = [list(head), *([_cell(value) for value in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    print(f"\n{title}\n")
    for number, line in enumerate(lines):
        first, *others = (
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        print("  " + "  ".join([first, *others]).rstrip())
        if number == 0:
            print("  " + "  ".join("-" * width for width in widths))


def _cell(value: object) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:,.2f}" if value < 10 else f"{value:,.1f}"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)
