"""Make sure that submitting a form twice creates only one object.

A form that creates an object has a hidden field with a key (`{% once %}`). The transaction that creates the object also
stores a digest of the sender and the submitted data. If the same sender submits the same data again, the response leads
to the first object.
"""

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.db import transaction

from campaign.models import Submission
from campaign.models.history import LONGEST_KEY
from campaign.web.guests import sign_in

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

    from campaign.http import Request

FIELD = "once"


def once(request: "Request", make: Callable[[], str]) -> str:
    """Create an object by calling `make`, and return its address. For a repeated form, return the first address."""
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
            # `make` may log in a guest, which changes the fingerprint. So store the new fingerprint too.
            Submission.objects.get_or_create(key=fingerprint(request), defaults=made)
            return submission.address
    # The response that logged in a guest has not arrived, so log in the guest again. This is safe, because only the
    # same browser has the same fingerprint.
    guest = submission.user
    if guest and guest.is_guest and not request.user.is_authenticated:
        sign_in(request, guest)
    return submission.address


def first_address(request: "Request") -> str:
    """Return the address to which a repeated form led first, or "". Use it if `make` deletes what the view needs."""
    sent_before = Submission.objects.filter(key=fingerprint(request)) if request.POST.get(FIELD) else ()
    return next((submission.address for submission in sent_before), "")


def fingerprint(request: "Request", sender: str = "") -> str:
    """Return a digest of a form's sender, path, fields and files. The default sender is the account or browser."""
    sender = sender or (str(request.user.pk) if request.user.is_authenticated else browser_of(request))
    words = [(name, request.POST.getlist(name)) for name in sorted(request.POST) if name != "csrfmiddlewaretoken"]
    files = [(file.name, digest(file)) for name in sorted(request.FILES) for file in request.FILES.getlist(name)]
    return hashlib.sha256(repr((sender, request.path, words, files)).encode()).hexdigest()


def digest(file: "UploadedFile[bytes]") -> str:
    """Return a digest of a file's content. Name and size are not enough, because a corrected file may keep both."""
    file.seek(0)
    return hashlib.sha256(file.read()).hexdigest()


def browser_of(request: "Request") -> str:
    return hashlib.sha256(str(request.META.get("CSRF_COOKIE", "")).encode()).hexdigest()


def device_of(key: str) -> str:
    """Return the device in a tap's key: "k3f9x2" for the key "k3f9x2-17". Return "" for a key without a device."""
    return key.rpartition("-")[0]


def key_of(key: str, account: int | None, browser: str) -> str:
    """Return the text that the history stores for a tap's key: the key or, without an account, two hashes.

    The hashes depend on the browser, so another browser that learns the key cannot pretend to be the same device.
    """
    if account or not key:
        return key
    parts = (hashlib.sha256(f"{browser} {part}".encode()).hexdigest() for part in (device_of(key), key))
    return "-".join(part[: (LONGEST_KEY - 1) // 2] for part in parts)
