"""A double tap, a retry after a lost answer and the back button make one thing, not two.

A form that makes something carries a key (`{% once %}`). What was sent with it is remembered in the transaction that
makes the thing; the same form with the same words again leads to what it made. Somebody who goes back and changes a
word means something else, and gets it.
"""

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.contrib.auth import login
from django.db import transaction

from campaign.models import Submission

if TYPE_CHECKING:
    from django.core.files.uploadedfile import UploadedFile

    from campaign.http import Request

FIELD = "once"
GUEST_BACKEND = "django.contrib.auth.backends.ModelBackend"


def once(request: "Request", make: Callable[[], str]) -> str:
    """Call `make`, which returns an address; asked again, return that address without making anything.

    All in one transaction: where `make` raises, nothing is remembered.
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
            return submission.address
    # The answer that would have signed the guest in was lost. The token against forged posts is the same as then, and
    # changes with every login: this is that browser, and nobody was signed in on it since.
    guest = submission.user
    if guest and guest.is_guest and not request.user.is_authenticated and submission.browser == browser:
        login(request, guest, backend=GUEST_BACKEND)
    return submission.address


def fingerprint(request: "Request") -> str:
    """Digest the form's key, and every word and file that was sent with it."""
    words = [(name, request.POST.getlist(name)) for name in sorted(request.POST) if name != "csrfmiddlewaretoken"]
    files = [(file.name, digest(file)) for name in sorted(request.FILES) for file in request.FILES.getlist(name)]
    return hashlib.sha256(repr((request.path, words, files)).encode()).hexdigest()


def digest(file: "UploadedFile[bytes]") -> str:
    """Digest the whole file: one that was mended keeps its name, and maybe its size."""
    file.seek(0)
    return hashlib.sha256(file.read()).hexdigest()


def browser_of(request: "Request") -> str:
    return hashlib.sha256(str(request.META.get("CSRF_COOKIE", "")).encode()).hexdigest()
