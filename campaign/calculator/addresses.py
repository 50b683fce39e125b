"""The address of a calculation: the mission, the table and the city that it holds."""

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from campaign.editor.taps import Outcome, line_of
from campaign.library.facts import as_rules
from campaign.stamps import RulesStamp
from scoring import City


@dataclass(frozen=True, slots=True)
class Table:
    """The rules a city is scored by, and how many play."""

    stamp: RulesStamp
    players: int

    @property
    def action(self) -> str:
        """The address without a city, to which every tap is sent."""
        return self._address()

    def address(self, city: City) -> str:
        """Return the address that shows this very city."""
        line = line_of(city)
        return self._address(**({"city": line} if line else {}))

    def analysis(self, city: City) -> str:
        """Return the address of the page that tells what would bring more in this city."""
        return self._address(city=line_of(city), view="calculator_analysis")

    def address_chosen(self, outcome: Outcome) -> str:
        """Return the address after a tap without scripts; it holds the square and the brush too."""
        line = line_of(outcome.city)
        return self._address(**({"city": line} if line else {}), at=outcome.at, brush=outcome.brush) + "#city"

    def _address(self, *, view: str = "calculator", **more: str) -> str:
        query = {"mission": self.stamp.mission, "players": self.players, **as_rules(self.stamp.house_rules), **more}
        return f"{reverse(view)}?{urlencode(query, safe='/*')}"
