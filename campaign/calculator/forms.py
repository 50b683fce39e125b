"""What the calculator's address asks for."""

from django import forms

from campaign.library.forms import TableForm
from campaign.models.campaign import FIRST_MISSION
from campaign.stamps import RulesStamp
from scoring import MISSIONS


class CalculatorForm(TableForm):
    """Which rules a city is scored by: `?mission=7&players=3&harbor_workers=1`."""

    mission = forms.TypedChoiceField(
        choices=[(number, str(number)) for number in MISSIONS], coerce=int, empty_value=None, required=False
    )

    @property
    def stamp(self) -> RulesStamp:
        return RulesStamp(self.cleaned_data["mission"] or FIRST_MISSION, self.house_rules)
