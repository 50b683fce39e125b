"""Compare two cities, and name their differences: squares with buildings, the supply, or the allocation."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from campaign.scores.words import words
from scoring import City

MOST_NAMED = 4  # the most squares that a sentence names
# The fields of a city are its squares, and these two:
THE_SUPPLY, THE_ALLOCATION = "", "allocation"


def supply_of(city: City) -> tuple[int, int]:
    """Return the Inhabitants and Energy Units of a city."""
    return city.inhabitants, city.energy


def changed_squares(before: City, after: City) -> tuple[str, ...]:
    """Name the squares whose building differs. If both cities have an allocation by hand, compare resources too."""
    marks = [
        city.allocation.marks if before.allocation and after.allocation and city.allocation else ""
        for city in (before, after)
    ]
    return tuple(
        name
        for index, name in enumerate(after.board.names)
        if before.squares[index] != after.squares[index] or marks[0][index : index + 1] != marks[1][index : index + 1]
    )


def changed_fields(before: City, after: City) -> list[str]:
    """Name the squares that differ; and THE_SUPPLY; and THE_ALLOCATION if only one city is allocated by hand."""
    fields = list(changed_squares(before, after))
    if supply_of(before) != supply_of(after):
        fields.append(THE_SUPPLY)
    if (before.allocation is None) != (after.allocation is None):
        fields.append(THE_ALLOCATION)
    return fields


def what_changed(before: City, after: City) -> str:
    """Describe the difference between two cities: "B3 Shop", "B3, C4", "the supply"."""
    if before.board != after.board:
        return _("the city")
    squares = changed_squares(before, after)
    if len(squares) == 1:
        index = after.board.names.index(squares[0])
        building = after.squares[index] or before.squares[index]
        assert building  # noqa: S101 - two empty squares do not differ
        return f"{squares[0]} {words(building.label)}"
    if squares:
        return ", ".join(squares) if len(squares) <= MOST_NAMED else _("the city")
    if supply_of(before) != supply_of(after):
        return _("the supply")
    return _("the allocation") if before.allocation != after.allocation else _("the city")


def name_fields(fields: Iterable[str]) -> str:
    """Join names of fields into a phrase: "B3, the supply". Without any, return "the city"."""
    phrases = {THE_SUPPLY: _("the supply"), THE_ALLOCATION: _("the allocation")}
    return ", ".join(phrases.get(field, field) for field in fields) or _("the city")
