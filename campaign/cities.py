"""Turn typed or tapped text into a city that can be scored under a game's rules, or say why it cannot be."""

from dataclasses import dataclass, field
from functools import lru_cache

from django.utils.translation import gettext as _

from campaign.words import words
from scoring import Allocation, City, NotationError, Rules, ScoringError, score, settle

# Far more than the box holds, which is for the box check to say: a figure beyond it is a slip of the finger.
MOST_OF_A_RESOURCE = 999


REMEMBERED = 5_000  # cities, of some kilobytes each


@dataclass(frozen=True, slots=True)
class _Question:
    """A city under rules, which are compared by their text."""

    city: City
    text: str
    rules: Rules = field(compare=False)


def best_allocation(city: City, rules: Rules) -> Allocation:
    """Return the best allocation of a city; solved once by each process, and remembered."""
    return _answer(_Question(city.unsettled, rules.text, rules))


@lru_cache(maxsize=REMEMBERED)
def _answer(question: _Question) -> Allocation:
    return settle(question.city, question.rules)


parse_city = lru_cache(maxsize=REMEMBERED)(City.parse)  # a tap reads what the one before has written


def line_of_columns(city: str, allocation: str) -> str:
    """Join a city and its allocation, as an evaluation and its history hold them, to one line of notation."""
    return f"{city} {allocation}".rstrip()


class CityError(ValueError):
    """The city cannot be kept: `str(error)` says why in the reader's language, `square` or `position` where."""

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
    """See that a city, and the allocation it carries, can be scored under these rules. Raises CityError."""
    if max(city.inhabitants, city.energy) > MOST_OF_A_RESOURCE:
        message = _("No city has more than %(limit)s Inhabitants or Energy Units.")
        raise CityError(message % {"limit": MOST_OF_A_RESOURCE})
    try:
        if city.allocation:
            score(city, city.allocation, rules)
        elif city.board != rules.board:
            settle(city, rules)  # says which mode is which
    except ScoringError as error:
        raise CityError(words(error.message), square=getattr(error, "square", None)) from error
