from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from campaign.cities import MOST_OF_A_RESOURCE, CityError, read_city
from campaign.editor.moves import AT_A_SQUARE, Do, Tap
from campaign.models.history import LONGEST_KEY, Action
from campaign.web.forms import OUT_OF_DATE, VersionField, with_fixed_fields
from scoring import City, Rules
from scoring.kinds import KIND_OF_LETTER


@with_fixed_fields
class TapForm(forms.Form):
    """Check a tap as the browser sends it: a square, or a button's `do`."""

    do = forms.ChoiceField(
        choices=[(do.value, do.value) for do in Do], required=False, error_messages={"invalid_choice": OUT_OF_DATE}
    )
    square = forms.CharField(required=False)
    at = forms.CharField(required=False)
    brush = forms.CharField(required=False)
    digit = forms.IntegerField(required=False, error_messages={"invalid": OUT_OF_DATE})
    # Names one tap, so that a browser may send it again when the answer was lost.
    key = forms.SlugField(
        required=False, max_length=LONGEST_KEY, error_messages=dict.fromkeys(("invalid", "max_length"), "")
    )

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = rules.board.names

    def clean_do(self) -> Do:
        do: str = self.cleaned_data["do"]
        if do:
            return Do(do)
        if "digit" in self.data:
            return Do.DIGIT
        return Do.PASTE if "city" in self.data and "square" not in self.data else Do.TAP

    def clean_brush(self) -> str:
        brush: str = self.cleaned_data["brush"]
        if brush and brush not in KIND_OF_LETTER:
            raise ValidationError(OUT_OF_DATE, code="brush")
        return brush

    def clean_at(self) -> str:
        at: str = self.cleaned_data["at"]
        return at if at in self.names else ""

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        data = self.cleaned_data
        if data.get("do") in AT_A_SQUARE and not self.chosen:
            named = data.get("square") or data.get("at")
            raise ValidationError(OUT_OF_DATE if named else _("Choose a square first."), code="square")
        return cleaned

    @property
    def chosen(self) -> str:
        """Name the square of this tap, or else the one chosen before; "" for neither."""
        name = self.cleaned_data.get("square") or self.cleaned_data.get("at", "")
        return name if name in self.names else ""

    @property
    def letter(self) -> str:
        """Return the letter of the brush in hand, "" for none or for one there is not."""
        brush: str = self.cleaned_data.get("brush", "")
        return brush

    @property
    def is_step(self) -> bool:
        """Tell whether it is undo or redo."""
        return self.is_valid() and self.cleaned_data["do"] in (Do.UNDO, Do.REDO)

    def action(self, *, by_link: bool) -> Action:
        """Name what was done, as the history keeps it."""
        return Action(self.cleaned_data["do"], self.cleaned_data["key"], by_link)

    @property
    def tap(self) -> Tap:
        data = self.cleaned_data
        return Tap(data["do"], self.names.index(self.chosen) if self.chosen else 0, data["brush"], data["digit"] or 0)


@with_fixed_fields
class VersionForm(forms.Form):
    """Check which version of the city the page was showing."""

    version = VersionField()


@with_fixed_fields
class FollowForm(VersionForm):
    """Check what an open page shows: the version of the city, and whether it has the tools to change it."""

    editing = forms.BooleanField(required=False)


def out_of_range() -> str:
    return _("Type a whole number from 0 to %(limit)s.") % {"limit": MOST_OF_A_RESOURCE}


class SupplyField(forms.IntegerField):
    """How many of a resource somebody owns."""

    def __init__(self) -> None:
        sentence = lazy(out_of_range, str)()
        sentences = dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)
        super().__init__(min_value=0, max_value=MOST_OF_A_RESOURCE, error_messages=sentences)


@with_fixed_fields
class SupplyForm(forms.Form):
    """Check the Inhabitants and Energy Units a player owns."""

    inhabitants = SupplyField()
    energy = SupplyField()

    @property
    def figures(self) -> tuple[int, int]:
        return self.cleaned_data["inhabitants"], self.cleaned_data["energy"]


class NotationForm(forms.Form):
    """Read a city typed or pasted in the notation. `position` is the first wrong character's."""

    city = forms.CharField(
        label=_("The city as a line of text"),
        widget=forms.Textarea(attrs={"rows": 2, "spellcheck": "false", "autocapitalize": "off", "autocomplete": "off"}),
        error_messages={"required": _("A city is a line such as T3SU1-/P-FH2/----/---- 12i5e.")},
    )
    position: int | None = None

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules

    def clean_city(self) -> City:
        try:
            return read_city(in_the_case_of_the_notation(self.cleaned_data["city"]), self.rules)
        except CityError as error:
            self.position = error.position
            raise ValidationError(str(error), code="city") from error


def in_the_case_of_the_notation(text: str) -> str:
    """Write buildings in capitals, supply and allocation in small letters, whichever way somebody typed them.

    >>> in_the_case_of_the_notation("t3s-/ph-- 12I5E")
    'T3S-/PH-- 12i5e'
    """
    if not text.isascii():
        return text  # a wrong character is named where it stands
    buildings, space, rest = text.partition(" ")
    return buildings.upper() + space + rest.lower()


def sentences(form: forms.Form) -> tuple[str, ...]:
    """List everything that is wrong with a form, each sentence once."""
    return tuple(dict.fromkeys(str(error) for errors in form.errors.values() for error in errors))
