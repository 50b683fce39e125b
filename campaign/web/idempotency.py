"""Make sure that submitting a form twice creates only one object.

A form that creates an object carries a key (`{% once %}`). The transaction that creates the object also stores a digest
of the submitted data and of their sender. If the same visitor sends the same form again with the same data, the answer
leads to the first object. Changed data, or another sender, create another object.
"""

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib.auth import login
from django.db import transaction

from campaign.models import Submission
from campaign.models.history import LONGEST_KEY

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

    from campaign.http import Request

FIELD = "once"
GUEST_BACKEND = "django.contrib.auth.backends.ModelBackend"


def once(request: "Request", make: Callable[[], str]) -> str:
    """Call `make`, which returns an address. For a repeated form, return the first address without calling `make`.

    All of this happens in one transaction: if `make` raises, the submission is not stored.
    """
    if not request.POST.get(FIELD):
        with transaction.atomic():
            return make()
    browser = browser_of(request)
    with transaction.atomic():
        submission, is_new = Submission.objects.get_or_create(key=fingerprint(request), defaults={"browser": browser})
        if is_new:
            submission.address = make()
            submission.user = request.user if request.user.is_authenticated else None
            submission.save(update_fields=["address", "user"])
            made = {"browser": browser, "address": submission.address, "user": submission.user}
            # If `make` has logged in a guest, a second tap comes from that guest, so store the form for the guest as
            # well.
            Submission.objects.get_or_create(key=fingerprint(request), defaults=made)
            return submission.address
    # The form was sent before, and the first response logged a guest in. A sender who is not logged in never got that
    # response, so log the guest in again. The second login is safe, because every login changes the CSRF cookie, and
    # the fingerprint has proved that the sender still has the same cookie.
    guest = submission.user
    if guest and guest.is_guest and not request.user.is_authenticated:
        login(request, guest, backend=GUEST_BACKEND)
    return submission.address


def fingerprint(request: "Request", sender: str = "") -> str:
    """Return a digest of a form's sender, path, fields and files. One of the fields is the form's key."""
    sender = sender or (str(request.user.pk) if request.user.is_authenticated else browser_of(request))
    words = [(name, request.POST.getlist(name)) for name in sorted(request.POST) if name != "csrfmiddlewaretoken"]
    files = [(file.name, digest(file)) for name in sorted(request.FILES) for file in request.FILES.getlist(name)]
    return hashlib.sha256(repr((sender, request.path, words, files)).encode()).hexdigest()


def digest(file: "UploadedFile[bytes]") -> str:
    """Return a digest of a file's content. Name and size do not suffice: a corrected file may keep both."""
    file.seek(0)
    return hashlib.sha256(file.read()).hexdigest()


def browser_of(request: "Request") -> str:
    return hashlib.sha256(str(request.META.get("CSRF_COOKIE", "")).encode()).hexdigest()


def device_of(key: str) -> str:
    """Return the device that a tap's key names; "" if the key names no device."""
    return key.rpartition("-")[0]


def key_of(key: str, account: int | None, browser: str) -> str:
    """Return a tap's key as the history stores it.

    For a sender without an account, return two hashes in place of the key. The first hash is made from browser and
    device, the second from browser and whole key. So another browser can neither repeat the tap nor pretend to be
    that device.
    """
    if account or not key:
        return key
    parts = (hashlib.sha256(f"{browser} {part}".encode()).hexdigest() for part in (device_of(key), key))
    return "-".join(part[: (LONGEST_KEY - 1) // 2] for part in parts)
