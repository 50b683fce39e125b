"""The address of a calculation, which holds the mission, the number of players and the city."""

from dataclasses import dataclass

from django.urls import reverse

from campaign.editor.play import Outcome, line_of
from campaign.scores.addresses import mission_query, query_text
from campaign.scores.house_rules import as_rules
from campaign.scores.stamps import RulesStamp
from scoring import City, HouseRules, Mission


@dataclass(frozen=True, slots=True)
class CalculatorRules:
    """The rules that score a city, and the number of players."""

    mission: Mission
    house_rules: HouseRules
    players: int

    @property
    def stamp(self) -> RulesStamp:
        return RulesStamp.of(self.mission, self.house_rules)

    @property
    def action(self) -> str:
        """Return the address, without a city, for every tap of the page."""
        return self._address()

    def address(self, city: City) -> str:
        """Return the address that shows this city."""
        line = line_of(city)
        return self._address(**({"city": line} if line else {}))

    def analysis(self, city: City) -> str:
        return self._address(city=line_of(city), view="calculator_analysis")

    def address_chosen(self, outcome: Outcome) -> str:
        """Return the address after a tap without JavaScript, with the chosen square and the brush."""
        line = line_of(outcome.city)
        return self._address(**({"city": line} if line else {}), at=outcome.at, brush=outcome.brush) + "#city"

    def _address(self, *, view: str = "calculator", **more: str) -> str:
        query = mission_query(self.mission) | {"players": str(self.players)} | as_rules(self.house_rules) | more
        return f"{reverse(view)}?{query_text(query)}"
