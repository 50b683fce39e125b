"""What an address of the library asks for: the table, a filter of the catalogue, a round of Architects."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.library.facts import SWITCHES, TIEBREAK
from campaign.library.records import STANDARD
from campaign.words import CATEGORY_NAMES
from scoring import MISSIONS, HouseRules, Kind, Mode
from scoring.tiles import FEWEST_PLAYERS, PLAYERS, TILES
from scoring.turns import Play

PLAYER_CHOICES = [(count, str(count)) for count in PLAYERS]
ROUND_CHOICES = [(number, str(number)) for number in sorted({tile.round for tile in TILES})]
ANY = ("", _("any"))
PLAY = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")


def _number(**kwargs: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(coerce=int, empty_value=None, required=False, **kwargs)


class TableForm(forms.Form):
    """How many sit down, and by which house rules: `?players=3&harbor_workers=1&tiebreak_mission=5`."""

    players = _number(choices=PLAYER_CHOICES, label=_("Players"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in SWITCHES.items():
            self.fields[name] = forms.BooleanField(label=label, required=False)
        self.fields[TIEBREAK] = _number(choices=[(number, str(number)) for number in MISSIONS])

    @property
    def count(self) -> int:
        return self.cleaned_data["players"] or FEWEST_PLAYERS

    @property
    def house_rules(self) -> HouseRules:
        """Read what the address asks for; a mission that does not exist breaks no tie, so the usual one does."""
        switched = {name: self.cleaned_data[name] for name in SWITCHES}
        return HouseRules(**switched, tiebreak_mission=self.cleaned_data.get(TIEBREAK) or STANDARD.tiebreak_mission)


class TilesForm(forms.Form):
    """Which tiles of the catalogue: `?round=3&kind=shop&mode=classic&players=2`."""

    round = _number(choices=[ANY, *ROUND_CHOICES], label=_("Round"))
    kind = forms.TypedChoiceField(
        coerce=Kind,
        empty_value=None,
        required=False,
        label=_("Building"),
        choices=[ANY, *((kind.value, CATEGORY_NAMES[kind]) for kind in Kind if kind in CATEGORY_NAMES)],
    )
    mode = forms.TypedChoiceField(
        coerce=Mode,
        empty_value=None,
        required=False,
        label=_("Mode"),
        choices=[ANY, (Mode.CLASSIC.value, _("Classic")), (Mode.EXPERT.value, _("Expert"))],
    )
    players = _number(choices=[ANY, *PLAYER_CHOICES], label=_("Players"))


class PlaysField(forms.CharField):
    """The Architects of a round in the order they were played: "1.2.5-3", the last one a #5 played as 3."""

    def to_python(self, value: Any) -> tuple[Play, ...]:  # type: ignore[override]
        return tuple(self._play(part) for part in (super().to_python(value) or "").split(".") if part)

    @staticmethod
    def _play(part: str) -> Play:
        found = PLAY.fullmatch(part)
        if found is None:
            raise ValidationError(_("This is not a round of Architects."), code="plays")
        architect, number = found.groups(default=found[1])
        return Play(int(architect), int(number))


def plays_text(plays: tuple[Play, ...]) -> str:
    """Write plays as PlaysField reads them."""
    return ".".join(
        str(play.architect) if play.architect == play.number else f"{play.architect}-{play.number}" for play in plays
    )


class RoundForm(TableForm):
    """A round of Architects so far: `?mission=8&players=3&plays=1.2`."""

    plays = PlaysField(required=False, max_length=100)
