"""Read HTML: find elements by CSS selectors, and their words as a screen reader reads them."""

from collections.abc import Iterable
from functools import cache

from lxml import html
from lxml.cssselect import CSSSelector

UNSAID = {"script", "style", "template"}
WITHIN_A_LINE = {"a", "abbr", "b", "code", "em", "i", "kbd", "mark", "q", "small", "span", "strong", "svg", "use"}


class Page:
    """A whole page or a part of one: `Page(response)`, `Page("<p>markup</p>")`."""

    def __init__(self, answer):
        source = answer if isinstance(answer, str | bytes) else b"".join(answer)
        text = source.decode() if isinstance(source, bytes) else source
        self.root = html.document_fromstring(text) if text.strip() else html.Element("html")

    def all(self, selector):
        return selecting(selector)(self.root)

    def one(self, selector):
        found = self.all(selector)
        assert len(found) == 1, f"{len(found)} elements are {selector}"
        return found[0]

    def has(self, selector):
        return bool(self.all(selector))

    def words(self, selector="body"):
        """Return the text of the only element that this selector finds."""
        return words(self.one(selector))

    def each(self, selector, attribute=None):
        """Return the texts of all elements that this selector finds, or the values of one of their attributes."""
        return [words(one) if attribute is None else one.get(attribute) for one in self.all(selector)]

    def value(self, selector):
        """Return the value of the only field that this selector finds."""
        field = self.one(selector)
        return field.text if field.tag == "textarea" else field.get("value")


@cache
def selecting(selector):
    """Compile a CSS selector. The cache saves time, because compiling takes longer than searching the page."""
    return CSSSelector(selector, translator="html")


def words(element):
    """Return the text that a screen reader reads for an element."""
    return " ".join("".join(_said(element)).split())


def _said(element) -> Iterable[str]:
    if isinstance(element.tag, str) and element.tag not in UNSAID and element.get("aria-hidden") != "true":
        edge = "" if element.tag in WITHIN_A_LINE else " "
        yield edge + (element.text or "")
        for child in element:
            yield from _said(child)
            yield child.tail or ""
        yield edge
