"""Turn typed or tapped text into a city that a game's rules can score, or explain the mistake in the text."""

from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.translation import gettext as _

from campaign.scores.words import words
from scoring import Allocation, City, NotationError, Rules, ScoringError, score, settle

# A larger number counts as a typing error. The box check finds smaller errors.
MOST_OF_A_RESOURCE = 999


REMEMBERED = 5_000  # the number of cities in the cache; each takes some kilobytes


@dataclass(frozen=True, slots=True)
class _CityUnderRules:
    """A city and its rules as a key of the cache. Rules with the same text count as equal."""

    city: City
    text: str
    rules: Rules = field(compare=False)


def best_allocation(city: City, rules: Rules) -> Allocation:
    """Return the best allocation of a city. Each process computes it once and caches it."""
    return settle_once(_CityUnderRules(city.unsettled, rules.text, rules))


@lru_cache(maxsize=REMEMBERED)
def settle_once(question: _CityUnderRules) -> Allocation:
    """Return the allocation that `settle` finds for a city. Each process caches the allocation."""
    return settle(question.city, question.rules)


# Each tap in the editor reads the city that the previous tap stored. So the cities that were read are cached.
parse_city = lru_cache(maxsize=REMEMBERED)(City.parse)


def line_of_columns(city: str, allocation: str) -> str:
    """Join the columns `city` and `allocation` of an evaluation or its history to one line of notation."""
    return f"{city} {allocation}".rstrip()


class CityError(ValueError):
    """The city cannot be stored.

    `str(error)` explains the mistake to the user; `square` or `position` is the place of the mistake.
    """

    def __init__(self, message: str, *, square: str | None = None, position: int | None = None) -> None:
        super().__init__(message)
        self.square = square
        self.position = position


def read_city(text: str, rules: Rules) -> City:
    """Read a line of notation as a city that can be scored. Raises CityError."""
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
            settle(city, rules)  # raises an error that names both modes
    except ScoringError as error:
        raise CityError(words(error.message), square=getattr(error, "square", None)) from error
