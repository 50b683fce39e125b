"""Test that a photo, or a picture made to hurt, is refused like any other file. The site itself reads no pictures.

A photo of a city is read on the phone (docs/photo.md) and never sent. Only two forms take a file.
"""

import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image

from campaign.models import Campaign
from tests.pages import Page

pytestmark = pytest.mark.django_db


def chunk(name, content):
    return len(content).to_bytes(4, "big") + name + content + zlib.crc32(name + content).to_bytes(4, "big")


def png(width, height):
    """Return a small PNG that says it has so many pixels, all of them black: a bomb for whoever unpacks it."""
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([1, 0, 0, 0, 0])
    rows = zlib.compress(bytes(1_000_000), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


HEIC = b"\0\0\0\x18ftypheic\0\0\0\0mif1heic"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>'
PICTURES = {
    "city.png": png(4, 4),
    "bomb.png": png(2**31 - 1, 2**31 - 1),
    "empty.png": png(0, 0),
    "cut.png": png(4, 4)[:20],
    "city.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF\0" + b"\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03" + b"\xff\xd9",
    "comment.jpg": b"\xff\xd8\xff\xfe\xff\xff" + b"{}" * 100,
    "city.heic": HEIC + b"\xff\xff\xff\xffmeta" + bytes(100),
    "endless.heic": HEIC + b"\0\0\0\x01mdat" + b"\xff" * 8,
    "city.svg": SVG,
    "city.json": png(4, 4),
    "nothing.jpg": b"",
    "../../city.png": b"{}",
}


@pytest.mark.parametrize(
    ("address", "kind"), [("/campaigns/import/", "image/png"), ("/campaigns/plays/", "application/json")]
)
def test_a_picture_is_refused_with_a_sentence_and_never_opened(as_owner, monkeypatch, settings, address, kind):
    settings.BUDGETS = settings.BUDGETS | {"imports": "100/h"}
    monkeypatch.setattr(Image, "open", lambda *_args: pytest.fail("a picture was opened"))
    for name, content in PICTURES.items():
        answer = as_owner.post(address, {"file": SimpleUploadedFile(name, content, kind)})
        assert answer.status_code == 200, name
        assert Page(answer).has(".field__error"), name
    assert not Campaign.objects.exists()
