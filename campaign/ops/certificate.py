"""Make an HTTPS certificate for a site on a home network.

Browsers install a site only over HTTPS, and no public authority certifies an address of a home network. So the site
makes its own authority, for this address only. Nobody can misuse the authority, because its key is not stored.
"""

import time
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.core.management.base import CommandError
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from campaign.access import everybody
from campaign.http import Request

LASTS = timedelta(days=397)  # phones refuse certificates that last longer
RENEWED_BEFORE = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Certificate:
    """The paths of the two certificate files."""

    authority: Path  # the certificate of the authority that phones must trust
    chain: Path  # the site's certificate chain with the private key


def certificate() -> Certificate:
    """Return the paths of the certificate files. The files may not exist yet."""
    folder = settings.DATA_DIR / "https"
    return Certificate(folder / "authority.pem", folder / "site.pem")


def certificate_for(host: str) -> Certificate:
    """Return a certificate for `host`. Make one if it is missing or expires soon. Raises CommandError."""
    files = certificate()
    made_for = files.chain.with_name("address")
    try:
        if not (_is_fresh(files) and made_for.read_text(encoding="utf-8") == host):
            _make(host, files)
            made_for.write_text(host, encoding="utf-8")
    except OSError as error:
        message = _("The certificate cannot be kept in %(folder)s (%(reason)s).")
        raise CommandError(message % {"folder": files.chain.parent, "reason": error.strerror}) from error
    return files


def _is_fresh(files: Certificate) -> bool:
    oldest = time.time() - (LASTS - RENEWED_BEFORE).total_seconds()
    return all(file.exists() and file.stat().st_mtime > oldest for file in (files.authority, files.chain))


def _make(host: str, files: Certificate) -> None:
    import trustme  # noqa: PLC0415 - takes ten megabytes, which a serving process does not need

    authority = trustme.CA(organization_name="Cornerstone", organization_unit_name=host)
    site = authority.issue_cert(host, not_after=datetime.now(UTC) + LASTS)
    files.chain.parent.mkdir(exist_ok=True)
    files.chain.touch(mode=0o600)
    site.private_key_and_cert_chain_pem.write_to_path(str(files.chain))
    authority.cert_pem.write_to_path(str(files.authority))


@everybody
@require_safe
def authority(_request: Request) -> HttpResponse:
    """Send the certificate of the authority, which a phone must trust."""
    try:
        pem = certificate().authority.read_bytes()
    except OSError as error:
        raise Http404 from error
    return HttpResponse(pem, content_type="application/x-x509-ca-cert")
