"""Read the query string of the calculator."""

from campaign.calculator.addresses import CalculatorRules
from campaign.library.forms import MissionForm
from scoring import MISSIONS, THE_TEN


class CalculatorForm(MissionForm):
    """Read the rules that score a city: `?mission=7&players=3&harbor_workers=1`, or `?rules=classic+sequence`."""

    @property
    def table(self) -> CalculatorRules:
        return CalculatorRules(self.asked or MISSIONS[THE_TEN.positions[0]], self.house_rules, self.count)
