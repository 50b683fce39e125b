"""The days that a game may have, in forms, files and the admin."""

from datetime import date, timedelta

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

FIRST_DAY = date(2015, 1, 1)  # the game appeared in 2016
TWO_YEARS = timedelta(days=2 * 366)


def is_day_of_a_game(day: date) -> bool:
    """Tell whether a game can have this day: the bounds of forms, files and the admin."""
    # A computer without a battery may begin with a day of 1970.
    return FIRST_DAY <= day <= max(timezone.localdate(), FIRST_DAY) + TWO_YEARS


def check_day(day: date) -> None:
    """Raise ValidationError if no game can have this day, because the year was probably mistyped."""
    if not is_day_of_a_game(day):
        sentence = _("Is the year right? Type it with four digits, from 2015 to at most two years from now.")
        raise ValidationError(sentence, code="year")


def latest_day() -> date:
    """Return the latest day on which a game can have ended: tomorrow, which has begun already in other time zones."""
    return timezone.localdate() + timedelta(days=1)
