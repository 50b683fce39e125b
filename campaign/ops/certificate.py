"""A certificate for the table's own network, made on the spot.

Browsers install a site, and let it work without a connection, by HTTPS only, and nobody vouches for an address at home.
So an authority is made that vouches for this one address: a phone that trusts it can open the site. Its key is thrown
away at once, so nobody can ever vouch for anything else with it.
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

LASTS = timedelta(days=397)  # phones take none that lasts longer
RENEWED_BEFORE = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Certificate:
    """Files: what a phone is to trust, and what the site shows with its key."""

    authority: Path
    chain: Path


def certificate() -> Certificate:
    """Return the paths, whether the files exist or not."""
    folder = settings.DATA_DIR / "https"
    return Certificate(folder / "authority.pem", folder / "site.pem")


def certificate_for(host: str) -> Certificate:
    """Make the certificate for an address, or take the one made for it before. CommandError: it cannot be kept."""
    files = certificate()
    made_for = files.chain.with_name("address")
    try:
        if not (_is_fresh(files) and made_for.read_text() == host):
            _make(host, files)
            made_for.write_text(host)
    except OSError as error:
        message = _("The certificate cannot be kept in %(folder)s (%(reason)s).")
        raise CommandError(message % {"folder": files.chain.parent, "reason": error.strerror}) from error
    return files


def _is_fresh(files: Certificate) -> bool:
    oldest = time.time() - (LASTS - RENEWED_BEFORE).total_seconds()
    return all(file.exists() and file.stat().st_mtime > oldest for file in (files.authority, files.chain))


def _make(host: str, files: Certificate) -> None:
    import trustme  # noqa: PLC0415 - ten megabytes that a process which serves has no use for

    authority = trustme.CA(organization_name="Cornerstone", organization_unit_name=host)
    site = authority.issue_cert(host, not_after=datetime.now(UTC) + LASTS)
    files.chain.parent.mkdir(exist_ok=True)
    files.chain.touch(mode=0o600)
    site.private_key_and_cert_chain_pem.write_to_path(str(files.chain))
    authority.cert_pem.write_to_path(str(files.authority))


@everybody
@require_safe
def authority(_request: Request) -> HttpResponse:
    """Send the authority that a phone is to trust; 404 where the site has none of its own."""
    try:
        pem = certificate().authority.read_bytes()
    except OSError as error:
        raise Http404 from error
    return HttpResponse(pem, content_type="application/x-x509-ca-cert")
