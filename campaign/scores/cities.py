"""Parse city notation and check that a game's rules can score the city. Errors explain the mistake to the user."""

from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.translation import gettext as _

from campaign.scores.words import words
from scoring import Allocation, City, NotationError, Rules, ScoringError, score, settle

# A larger number of Inhabitants or Energy Units counts as a typing error.
MOST_OF_A_RESOURCE = 999


REMEMBERED = 5_000  # the maximum number of cities in each cache; each city takes some kilobytes


@dataclass(frozen=True, slots=True)
class _CityUnderRules:
    """A cache key: a city and the text of the rules."""

    city: City
    text: str
    rules: Rules = field(compare=False)


def best_allocation(city: City, rules: Rules) -> Allocation:
    """Return the best allocation of a city."""
    return settle_once(_CityUnderRules(city.unsettled, rules.text, rules))


@lru_cache(maxsize=REMEMBERED)
def settle_once(question: _CityUnderRules) -> Allocation:
    """Return the best allocation of a city, from a cache."""
    return settle(question.city, question.rules)


# Parsed cities are cached, because each tap in the editor parses the city that the previous tap stored.
parse_city = lru_cache(maxsize=REMEMBERED)(City.parse)


def line_of_columns(city: str, allocation: str) -> str:
    """Join an evaluation's database columns `city` and `allocation` to one line of city notation."""
    return f"{city} {allocation}".rstrip()


class CityError(ValueError):
    """A city cannot be stored. `str(error)` explains the mistake to the user.

    `square` is the wrong square, such as "B3". `position` is the index of the mistake in the typed text.
    """

    def __init__(self, message: str, *, square: str | None = None, position: int | None = None) -> None:
        super().__init__(message)
        self.square = square
        self.position = position


def read_city(text: str, rules: Rules) -> City:
    """Parse city notation and check that the rules can score the city. Raises CityError."""
    try:
        city = parse_city(text)
    except NotationError as error:
        raise CityError(words(error.message), position=error.position) from error
    check_city(city, rules)
    return city


def check_city(city: City, rules: Rules) -> None:
    """Check that a city and its allocation can be scored under these rules. Raises CityError."""
    if max(city.inhabitants, city.energy) > MOST_OF_A_RESOURCE:
        message = _("No city has more than %(limit)s Inhabitants or Energy Units.")
        raise CityError(message % {"limit": MOST_OF_A_RESOURCE})
    try:
        if city.allocation:
            score(city, city.allocation, rules)
        elif city.board != rules.board:
            settle(city, rules)  # raises RuleError, because the city and the rules have different modes
    except ScoringError as error:
        raise CityError(words(error.message), square=getattr(error, "square", None)) from error
