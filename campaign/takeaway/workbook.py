"""Write a workbook of one sheet in pieces. XlsxWriter makes everything except the rows below the head.

XlsxWriter itself would keep the whole workbook, and take several times as long for each cell.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from html import escape
from io import BytesIO, RawIOBase
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from xlsxwriter import Workbook
from xlsxwriter.utility import xl_col_to_name

PIECE = 64 * 1024  # the bytes of a piece, at least
SHEET, END = "xl/worksheets/sheet1.xml", b"</sheetData>"
FIRST_DAY = date(1899, 12, 30)  # days are counted from here
BOLD, DAY = 1, 2  # the numbers of the formats, in the order of their first use
WIDTH = 14  # the width of the columns, in letters
# Characters that XML does not allow, and texts that spreadsheet programs would read as one character.
UNWRITTEN, ENCODED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]"), re.compile("(?=_x[0-9A-Fa-f]{4}_)")

_name = cache(xl_col_to_name)

CellValue = str | int | date | None


def workbook(head: Sequence[str], rows: Sequence[Sequence[CellValue]]) -> Iterator[bytes]:
    """Write a workbook with this head and these rows. A cell is a text, a number or a date, and never a formula."""
    sent = _Sent()
    with ZipFile(_frame(head, rows)) as frame, ZipFile(sent, "w", ZIP_DEFLATED) as file:
        for part in frame.namelist():
            if part != SHEET:
                file.writestr(part, frame.read(part))
        before, after = frame.read(SHEET).split(END)
        with file.open(SHEET, "w") as sheet:
            sheet.write(before)
            for number, row in enumerate(rows, 2):
                sheet.write(_row(number, row).encode())
                if len(sent.held) >= PIECE:
                    yield sent.take()
            sheet.write(END + after)
    yield sent.take()


def _frame(head: Sequence[str], rows: Sequence[Sequence[CellValue]]) -> BytesIO:
    """Write the workbook without the rows below the head."""
    file = BytesIO()
    with Workbook(file, {"in_memory": True}) as frame:
        sheet = frame.add_worksheet()
        sheet.write_row(0, 0, head, frame.add_format({"bold": True}))
        sheet.set_column(0, len(head) - 1, WIDTH)
        day = frame.add_format({"num_format": "yyyy-mm-dd"})
        for column in (column for row in rows[:1] for column, cell in enumerate(row) if isinstance(cell, date)):
            sheet.set_column(column, column, WIDTH, day)
        sheet.freeze_panes(1, 0)
        sheet.autofilter(0, 0, len(rows), len(head) - 1)
    file.seek(0)
    return file


def _row(number: int, cells: Sequence[CellValue]) -> str:
    found = [_cell(f"{_name(column)}{number}", cell) for column, cell in enumerate(cells) if cell is not None]
    return f'<row r="{number}">{"".join(found)}</row>'


def _cell(reference: str, cell: CellValue) -> str:
    if isinstance(cell, str):
        text = escape(ENCODED.sub("_x005F", UNWRITTEN.sub("", cell)), quote=False)
        return f'<c r="{reference}" t="inlineStr"><is><t xml:space="preserve">{text}</t></is></c>'
    if isinstance(cell, date):
        return f'<c r="{reference}" s="{DAY}"><v>{(cell - FIRST_DAY).days}</v></c>'
    return f'<c r="{reference}"><v>{cell}</v></c>'


class _Sent(RawIOBase):
    """A file that keeps only what was not taken yet."""

    def __init__(self) -> None:
        self.held = bytearray()

    def write(self, content: Any, /) -> int:
        self.held += content
        return len(content)

    def take(self) -> bytes:
        taken, self.held = bytes(self.held), bytearray()
        return taken
