"""Draw addresses as QR codes for a phone's camera."""

from functools import lru_cache

import segno
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

THIS_MACHINE = ("localhost", "127.0.0.1", "[::1]")
LONGEST_TEXT = 500  # characters; a phone's camera cannot read the code of a longer text from a screen


def is_only_here(request: HttpRequest) -> bool:
    """Tell whether the address of the page leads another phone to itself, not to this site."""
    return request.get_host().rsplit(":", 1)[0] in THIS_MACHINE


@lru_cache(maxsize=64)  # cached: a code is the same in each language, and drawing it takes milliseconds
def qr_code(text: str) -> SafeString:
    """Draw a QR code as SVG; return "" if the text is too long for a QR code.

    The SVG sets its colours in attributes, because our Content-Security-Policy refuses inline styles.
    """
    if len(text) > LONGEST_TEXT:
        return SafeString("")
    drawing = segno.make(text, error="m", micro=False)
    return mark_safe(drawing.svg_inline(scale=4, border=3, dark="#000", light="#fff", svgclass="qr", omitsize=True))  # noqa: S308 - segno drew it from an address
