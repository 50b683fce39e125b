from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.scores.score_pad import (
    LONGEST_TYPED,
    TIEBREAK_FIELDS,
    TOTAL,
    PadError,
    pad_categories,
    pad_fields,
    pad_label,
    pad_result,
    pad_tiebreak,
    pad_values,
    parse_sum,
)
from campaign.scores.words import CATEGORY_NAMES, signed
from campaign.web.forms import VersionField
from scoring import Kind, Rules
from scoring.limits import can_lose, highest, highest_total

SPECIAL_TILES = _("Districts + printed VP + VP of special tiles")


class PadForm(forms.Form):
    """The score pad: a field for the VP of each category.

    The form warns of impossible VP, and accepts them only if the players confirm them (`sure`).
    """

    version = VersionField()
    sure = forms.BooleanField(label=_("Yes, we counted again"), required=False)

    def __init__(self, *args: Any, rules: Rules, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.rules = rules
        self.categories = pad_categories(rules)
        self.doubts: list[str] = []
        for name in pad_fields(rules):
            self.fields[name] = forms.CharField(
                label=pad_label(name),
                required=False,
                max_length=LONGEST_TYPED,
                help_text=SPECIAL_TILES if name == Kind.PUBLIC_SERVICE and rules.services else "",
                widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off", "size": "10"}),
            )

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        for name in pad_fields(self.rules):
            if name not in self.cleaned_data:
                continue
            try:
                self._check(name, self.cleaned_data[name])
            except PadError as error:
                self.add_error(name, ValidationError(str(error), code="sum"))
        if not self.errors and self._disagrees:
            text = _("The kinds make %(sum)s VP, and the total is %(total)s. Correct one, or leave the total empty.")
            values = {"sum": signed(self.points or 0), "total": self.pad[TOTAL]}
            self.add_error(TOTAL, ValidationError(text, code="sum", params=values))
        if not self.errors:
            self.doubts = list(self._doubts())
            if self.doubts and not self.cleaned_data["sure"]:
                raise ValidationError(self.doubts, code="doubt")
        return cleaned

    def _check(self, name: str, typed: str) -> None:
        """Raise PadError if a field has no sum, or VP below 0 in a category that never loses any."""
        if name in TIEBREAK_FIELDS:
            pad_tiebreak({name: typed})
        elif parse_sum(typed) < 0 and name != TOTAL and not can_lose(name, self.rules):
            raise PadError(gettext("This never comes to less than 0 VP."))

    def _doubts(self) -> Iterator[str]:
        values = self.values
        for category, vp in values.items():
            limit = highest(category, self.rules)
            if vp > limit:
                yield _("%(category)s: no city brings more than %(limit)s VP here, and this is %(vp)s.") % {
                    "category": CATEGORY_NAMES[category],
                    "limit": limit,
                    "vp": vp,
                }
        total, limit = pad_result(self.pad, self.rules).total, highest_total(self.rules)
        if total > limit:
            yield _("No city reaches more than %(limit)s VP in this mission, and this is %(vp)s.") % {
                "limit": limit,
                "vp": total,
            }

    @property
    def _disagrees(self) -> bool:
        """Tell whether both categories and a total are typed, and their VP differ."""
        total = self.pad[TOTAL]
        return bool(total) and pad_result(self.pad, self.rules).total != parse_sum(total)

    @property
    def pad(self) -> dict[str, str]:
        """Map each field to the typed text."""
        return {name: self.cleaned_data.get(name, "") for name in pad_fields(self.rules)}

    @property
    def values(self) -> dict[str, int]:
        """Map each category to its VP."""
        return {
            category: vp for category, vp in pad_values(self.pad, self.rules).items() if category in self.categories
        }

    @property
    def points(self) -> int | None:
        """Return the total VP; None if a typed text cannot be read."""
        if not self.is_bound:
            return pad_result({name: str(self.initial.get(name, "")) for name in self.fields}, self.rules).total
        self.is_valid()
        if any(name in self.errors for name in pad_fields(self.rules)):
            return None
        return pad_result(self.pad, self.rules).total

    @property
    def rows(self) -> list[tuple[str, forms.BoundField]]:
        """List each category with its field, in the order of the paper pad."""
        return [(category, self[category]) for category in self.categories]

    @property
    def total_field(self) -> forms.BoundField:
        return self[TOTAL]

    @property
    def tiebreak(self) -> list[forms.BoundField]:
        return [self[name] for name in TIEBREAK_FIELDS]
