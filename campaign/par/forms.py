from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.par.asked import AskedPar
from campaign.scores.house_rules import SWITCHES
from campaign.scores.words import words
from scoring import HouseRules, MissionLineError, Rules
from scoring.drafts import no_draft
from scoring.mission_lines import LONGEST_LINE
from scoring.tiles import MOST_PLAYERS, TABLES


class ParForm(forms.Form):
    """The query string of a par's page: `?rules=classic+districts=4,2&players=3&keep_discarded=1`."""

    rules = forms.CharField(
        max_length=LONGEST_LINE, label=_("The mission's line"), error_messages={"required": _("Type a mission's line.")}
    )
    players = forms.TypedChoiceField(
        choices=[(count, str(count)) for count in TABLES], coerce=int, required=False, label=_("Players")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in SWITCHES.items():
            self.fields[name] = forms.BooleanField(label=label, required=False)

    def clean_rules(self) -> str:
        try:
            rules = Rules.parse(self.cleaned_data["rules"])
        except MissionLineError as error:
            raise ValidationError(words(error.message), code="line") from error
        if refusal := no_draft(rules):
            raise ValidationError(words(refusal), code="line")
        return rules.line

    @property
    def asked(self) -> AskedPar:
        house_rules = HouseRules(**{name: self.cleaned_data[name] for name in SWITCHES})
        return AskedPar(self.cleaned_data["rules"], self.cleaned_data["players"] or MOST_PLAYERS, house_rules)
