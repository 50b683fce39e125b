"""Tap on a city, for the tests of the editor."""

import re
from html import unescape

from tests.factories import enter
from tests.pages import Page

EMPTY = "----/----/----/---- 0i0e"
REAL_CITY = "-OFH-/TPOFS/GTPOF/T4GT-S 17i9e"  # the first city of tests/scoring/boards.json, 103 VP
HTMX = {"HX-Request": "true", "HX-Target": "city"}


class Editor:
    """A client on the editor page of one evaluation. It sends taps as htmx does."""

    def __init__(self, client, evaluation):
        self.client = client
        self.evaluation = evaluation
        self.address = evaluation.get_absolute_url()
        self.version = evaluation.version
        self.response = None

    def tap(self, square="", do="", **more):
        values = {"version": self.version, "square": square, "do": do, **more}
        self.response = self.client.post(self.address, values, headers=HTMX)
        if self.response.status_code == 200:
            self.version = int(Page(self.response).all("[name=version]")[0].get("value"))
        return self

    def begin_with(self, city):
        """Store this city first, as if earlier taps on this page had built it."""
        enter(self.evaluation, city)
        self.version = self.evaluation.version

    def row_after(self, row, **tap):
        """Begin with a city that has these squares in its first row, tap, and return the first row then."""
        self.begin_with(f"{row}/----/----/---- 3i2e")
        assert self.tap(**tap).response.status_code == 200
        return self.city.partition("/")[0]

    @property
    def page(self):
        return unescape(self.response.content.decode())

    @property
    def said(self):
        return " ".join(Page(self.response).each("#said"))

    @property
    def whole_page(self):
        return unescape(self.client.get(self.address).content.decode())

    @property
    def city(self):
        self.evaluation.refresh_from_db()
        return str(self.evaluation.as_city or EMPTY)


def tags(page):
    """Map the id of each part of a page to its attribute `data-part`, a digest of the part's content."""
    parts = (part for part in re.findall(r"<\w+[^>]*>", page) if "data-part" in part)
    return {re.search(r'\sid="([^"]*)"', part)[1]: re.search(r'data-part="([^"]*)"', part)[1] for part in parts}
