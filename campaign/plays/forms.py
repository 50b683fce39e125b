from collections.abc import Sequence
from datetime import date
from typing import Any

from django import forms
from django.core import signing
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Player
from campaign.plays.reading import MOST_PLAYS, OldPlay, PlaysFile
from campaign.scores.words import words
from campaign.transfer.forms import ImportForm, UploadField
from campaign.web.forms import NameField
from campaign.web.names import looks
from scoring import Mode

SALT = "campaign.plays"


class PlaysForm(ImportForm):
    """The form for the file of another program."""

    file = UploadField(
        label=_("File with plays"),
        help_text=_("An export of BG Stats (.json, .bgsplay), or a list of plays from BoardGameGeek (.xml)."),
        accept=".json,.bgsplay,.xml",
    )

    def read(self, raw: bytes) -> PlaysFile:
        return PlaysFile.read(raw)


def packed(plays: Sequence[OldPlay]) -> str:
    """Return plays as a signed text, for a hidden field between the two forms."""
    rows = [(play.day.isoformat(), play.totals, play.first, play.place) for play in plays[:MOST_PLAYS]]
    return signing.dumps(rows, salt=SALT, compress=True)


class WhoForm(forms.Form):
    """Ask who the people of a file are here, which mode they played, and where the games go."""

    plays = forms.CharField(widget=forms.HiddenInput)
    mode = forms.ChoiceField(label=_("Which rules did you play?"), widget=forms.RadioSelect)
    into = forms.ModelChoiceField(
        label=_("Where do the games go?"),
        queryset=Campaign.objects.none(),
        required=False,
        empty_label=_("Into a new list of games"),
    )

    def __init__(self, *args: Any, tables: Any, known: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["mode"].choices = [(mode.value, words(mode.label)) for mode in Mode]  # type: ignore[attr-defined]
        self.fields["mode"].initial = Mode.CLASSIC.value
        self.fields["into"].queryset = tables  # type: ignore[attr-defined]
        self.found = self._unpacked()
        self.known = known
        here = {looks(name): name for name in known}
        self.names = list(dict.fromkeys(name for play in self.found for name, _total in play.totals))
        for number, name in enumerate(self.names):
            self.fields[f"who-{number}"] = NameField(
                label=name,
                max_length=Player._meta.get_field("name").max_length,
                initial=here.get(looks(name), name),
                widget=forms.TextInput(attrs={"list": "known-names", "autocomplete": "off"}),
            )

    def _unpacked(self) -> list[OldPlay]:
        """Return the plays of the hidden field, which this site has signed; [] if somebody changed them."""
        try:
            rows = signing.loads(self.data.get("plays") or self.initial.get("plays", ""), salt=SALT)
        except signing.BadSignature:
            return []
        return [
            OldPlay(date.fromisoformat(day), tuple((name, total) for name, total in totals), first, place)
            for day, totals, first, place in rows
        ]

    @property
    def people(self) -> list[forms.BoundField]:
        """List the fields that ask who somebody is."""
        return [self[f"who-{number}"] for number in range(len(self.names))]

    @property
    def who(self) -> dict[str, str]:
        """Map each name of the file to the name of the person here. The form has to be valid."""
        return {name: self.cleaned_data[f"who-{number}"] for number, name in enumerate(self.names)}

    def clean(self) -> None:
        super().clean()
        if not self.found:
            raise ValidationError(_("The file did not arrive. Please choose it again."), code="changed")
        if self.errors:
            return
        for play in self.found:
            present = [self.who[name] for name, _total in play.totals]
            if len(set(map(looks, present))) < len(present):
                values = {"names": ", ".join(name for name, _total in play.totals), "day": play.day}
                text = _("On %(day)s these people played against each other, so they are different people: %(names)s.")
                raise ValidationError(text, code="twice", params=values)
