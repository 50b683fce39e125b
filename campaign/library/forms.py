"""Forms that read the library's query strings: players and house rules, a filter of tiles, a round of Architects."""

import re
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.scores.addresses import SERVICES
from campaign.scores.programmes import LONGEST_NAME, own_mission, with_services
from campaign.scores.words import CATEGORY_NAMES, words
from campaign.web.forms import refuse_tags
from campaign.web.names import hidden_in
from campaign.web.table import TableRulesForm
from scoring import MISSIONS, Kind, Mission, MissionLineError, Mode, Rules
from scoring.tiles import FEWEST_PLAYERS, PLAYERS, TABLES, TILES
from scoring.turns import Play

PLAYER_CHOICES = [(count, str(count)) for count in PLAYERS]
TABLE_CHOICES = [(count, str(count)) for count in TABLES]
ROUND_CHOICES = [(number, str(number)) for number in sorted({tile.round for tile in TILES})]
ANY = ("", _("any"))
PLAY = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")


def _number(**kwargs: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(coerce=int, empty_value=None, required=False, **kwargs)


class LineField(forms.CharField):
    """A field for a mission's line. Its value is the rules of that line, or None if the line is empty."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("The mission's line"), **kwargs)

    def to_python(self, value: Any) -> Rules | None:  # type: ignore[override]
        line = super().to_python(value)
        if not line:
            return None
        try:
            return Rules.parse(line)
        except MissionLineError as error:
            raise ValidationError(words(error.message), code="line") from error


class AuthorsField(forms.CharField):
    """A field for a text by a mission's author: plain text, without invisible characters and angle brackets."""

    def validate(self, value: str) -> None:
        super().validate(value)
        if sign := next(iter(hidden_in(value).values()), None):
            message = _("This contains an invisible character (%(code)s). Type it again.")
            raise ValidationError(message, code="hidden", params={"code": f"U+{ord(sign):04X}"})
        refuse_tags(value)


class TableForm(TableRulesForm):
    """The number of players and the house rules: `?players=3&harbor_workers=1&tiebreak_mission=5&services=1`."""

    players = _number(choices=TABLE_CHOICES, label=_("Players"))
    services = forms.BooleanField(required=False)

    def played(self, mission: Mission) -> Mission:
        """Return the mission, with the expansion if the query string has `services`."""
        return with_services(mission) if self.cleaned_data.get(SERVICES) else mission

    @property
    def count(self) -> int:
        return self.cleaned_data.get("players") or FEWEST_PLAYERS


class MissionForm(TableForm):
    """One of the ten missions (`?mission=7&players=3`) or a composed one (`?rules=classic+districts=4,2&name=…`)."""

    mission = _number(choices=[(number, str(number)) for number in MISSIONS])
    rules = LineField(required=False)
    name = AuthorsField(max_length=LONGEST_NAME, required=False, label=_("Name"))

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        cleaned["asked"] = None
        if cleaned.get("mission"):
            cleaned["asked"] = self.played(MISSIONS[cleaned["mission"]])
        elif cleaned.get("rules"):
            cleaned["asked"] = own_mission(cleaned["rules"].line, cleaned.get("name", ""))
        return cleaned

    @property
    def asked(self) -> Mission | None:
        """Return the mission in the query string, or None if there is none. The form has to be valid."""
        return cast("Mission | None", self.cleaned_data["asked"])


class TilesForm(forms.Form):
    """A filter of the catalogue of tiles: `?round=3&kind=shop&mode=classic&players=2`."""

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
    """The Architects of a round in their order of play. "1.2.5-3" means #1, then #2, then a #5 played as #3."""

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
    """Return the text of plays for PlaysField: "1.2"."""
    return ".".join(
        str(play.architect) if play.architect == play.number else f"{play.architect}-{play.number}" for play in plays
    )


class RoundForm(MissionForm):
    """The Architects played so far in a round: `?mission=8&players=3&plays=1.2`."""

    plays = PlaysField(required=False, max_length=100)
