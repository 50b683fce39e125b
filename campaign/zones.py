"""The names of time zones, such as "Europe/Berlin". Phones and files send names, which may be wrong."""

import os
from functools import cache
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST_ZONE = 64


@cache
def known_zones() -> frozenset[str]:
    return frozenset(available_timezones())


def find_zone(name: str) -> ZoneInfo | None:
    """Return the time zone with this name; None if there is none."""
    return ZoneInfo(name) if name in known_zones() else None


def check_zone(name: str) -> None:
    """Raise ValidationError if there is no time zone with this name."""
    if find_zone(name) is None:
        raise ValidationError(_("Write the time zone as Europe/Berlin, or only its city."), code="zone")


def zone_of_machine() -> str:
    """Return the name of the machine's time zone, from TZ or the link /etc/localtime; "UTC" if neither names one."""
    linked = str(Path("/etc/localtime").resolve()).rpartition("zoneinfo/")[2]
    return next((name for name in (os.environ.get("TZ", ""), linked) if find_zone(name)), "UTC")
