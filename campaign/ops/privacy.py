"""The privacy page: which data are stored, where and for how long. Its figures are the constants that the code uses."""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from campaign.models.campaign import TIME_IN_BIN
from campaign.ops import backups
from campaign.ops.cleanup import ABANDONED_AFTER, ATTEMPTS_KEPT, UNREACHABLE_AFTER
from campaign.par.sums import FEWEST_CITIES


@require_safe
def privacy_page(request: HttpRequest) -> HttpResponse:
    """Show which data are stored, where and for how long, and how to have them deleted."""
    context = {
        "operator": settings.OPERATOR,
        "session_days": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "bin_days": TIME_IN_BIN.days,
        "abandoned_days": ABANDONED_AFTER.days,
        "unreachable_days": UNREACHABLE_AFTER.days,
        "fewest_cities": FEWEST_CITIES,
        "attempt_hours": int(ATTEMPTS_KEPT.total_seconds()) // 3600,
        "backup_days": backups.DAYS,
        "backup_weeks": backups.WEEKS,
        "has_reports": bool(settings.SENTRY_DSN),
    }
    return render(request, "ops/privacy.html", context)
