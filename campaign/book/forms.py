from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.book.people import Person, WhoIsWho, meeting_of
from campaign.web.forms import DateInput

NO_DAY = _("Choose a day.")
NOBODY = _("Nobody in this book has this number.")


class FilterForm(forms.Form):
    """Read the filter in the book's query string: a period, and people. Only games with all these people match."""

    since = forms.DateField(label=_("From"), required=False, widget=DateInput, error_messages={"invalid": NO_DAY})
    until = forms.DateField(label=_("To"), required=False, widget=DateInput, error_messages={"invalid": NO_DAY})
    player = forms.TypedMultipleChoiceField(
        label=_("Who was there"), coerce=int, required=False, error_messages={"invalid_choice": NOBODY}
    )

    def __init__(self, *args: Any, people: WhoIsWho, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [(person.number, person.name) for person in people.all]

    @property
    def is_filtered(self) -> bool:
        """Tell whether the query string sets a filter. Call `is_valid` first."""
        return any(self.cleaned_data.get(name) for name in self.fields)

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        since, until = self.cleaned_data.get("since"), self.cleaned_data.get("until")
        if since and until and until < since:
            self.add_error("until", _("The last day is before the first."))
        return cleaned


class JoinForm(forms.Form):
    """Ask which persons to merge into one person."""

    person = forms.TypedMultipleChoiceField(
        coerce=int, error_messages={"required": _("Choose two or more."), "invalid_choice": NOBODY}
    )

    def __init__(self, *args: Any, people: WhoIsWho, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A number from before a merge leads to the merged person, as in a form that is sent twice.
        self.persons = {number: person for person in people.all for number in person.numbers}
        field = self.fields["person"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101
        field.choices = [(number, person.name) for number, person in self.persons.items()]

    def clean_person(self) -> list[Person]:
        """Return the persons to merge; only one if the chosen ones are one person already."""
        numbers = set(self.cleaned_data["person"])
        if len(numbers) == 1:
            raise ValidationError(_("Choose two or more."), code="too_few")
        chosen = list({self.persons[number] for number in numbers})
        if len(chosen) > 1 and meeting_of(player.pk for person in chosen for player in person.players):
            raise ValidationError(_("Two of them sat at one table: they are not one person."), code="met")
        return chosen
