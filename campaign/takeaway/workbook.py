"""Write a workbook of one sheet."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from io import BytesIO

from xlsxwriter import Workbook

WIDTH = 14  # the width of the columns, in letters
UNWRITTEN = re.compile("[\ufffe\uffff]")  # XlsxWriter escapes all other characters that XML does not allow

CellValue = str | int | date | None


def workbook(head: Sequence[str], rows: Iterable[Sequence[CellValue]]) -> bytes:
    """Write a workbook with this head and these rows. A cell is a text, a number or a date, and never a formula."""
    file = BytesIO()
    with Workbook(file, {"in_memory": True, "default_date_format": "yyyy-mm-dd"}) as book:
        sheet = book.add_worksheet()
        sheet.write_row(0, 0, head, book.add_format({"bold": True}))
        last = 0
        for last, row in enumerate(rows, 1):
            for column, cell in enumerate(row):
                if isinstance(cell, str):
                    sheet.write_string(last, column, UNWRITTEN.sub("", cell))  # `write` would make "=1+1" a formula
                else:
                    sheet.write(last, column, cell)
        sheet.set_column(0, len(head) - 1, WIDTH)
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, last, len(head) - 1)
    return file.getvalue()
