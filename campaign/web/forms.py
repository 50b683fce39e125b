"""Fields and checks for forms of several features."""

from collections.abc import Iterable
from typing import Any, TypeVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms.renderers import TemplatesSetting
from django.http import QueryDict
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.scores.words import numbered_title
from campaign.web.names import JOINERS, TURNING, hidden_in, is_control, without_variations
from campaign.zones import known_zones
from scoring import THE_TEN, Programme
from scoring.tiles import SOLO

LINE_SIGNS = "\n\r\t"
HIGHEST_VERSION = 2**31 - 1
OUT_OF_DATE = _("This page is out of date. Load it again.")

NO_SUCH_MISSION = _("There are ten missions: choose one of them.")
NOT_IN_PROGRAMME = _("Choose a mission of the programme.")


def mission_choices(programme: Programme) -> list[tuple[int, Any]]:
    """Return the missions of a programme as choices of a form field, such as `(7, "7. Price of Silence")`."""
    return [(position, lazy(numbered_title, str)(mission, position)) for position, mission in programme.items()]


def no_such_mission(programme: Programme) -> dict[str, Any]:
    """Return a field's error messages for a choice that is no mission of the programme."""
    return dict.fromkeys(("invalid_choice", "required"), NO_SUCH_MISSION if programme == THE_TEN else NOT_IN_PROGRAMME)


def too_few(fewest: int) -> str:
    """Return the sentence that asks for more players. It names the lowest number of players."""
    return gettext("It takes at least one player.") if fewest == SOLO else gettext("It takes at least two players.")


class FormRenderer(TemplatesSetting):
    """Renders forms and fields with the site's own templates. Widgets keep Django's templates."""

    form_template_name = "shared/_form.html"
    field_template_name = "shared/_field.html"


class FixedFields(dict[str, forms.Field]):
    """Fields that all forms of a class share. Django would make a copy of them for each form."""

    def __deepcopy__(self, _memo: dict[int, Any]) -> "FixedFields":
        return self


F = TypeVar("F", bound=type[forms.Form])


def with_fixed_fields(form: F) -> F:
    """Let all forms of a class share its fields, because copying them takes long. Never change these fields."""
    form.base_fields = FixedFields(form.base_fields)
    return form


class DateInput(forms.DateInput):
    """The browser's own date picker, which reads and sends ISO dates in every language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class ZoneField(forms.CharField):
    """A time zone: its name in any spelling, such as "europe/berlin", or only its city, such as "New York"."""

    def to_python(self, value: Any) -> str:
        text = "_".join((super().to_python(value) or "").split())
        folded = text.casefold()
        named = {zone.casefold(): zone for zone in known_zones()}
        cities = {zone.rpartition("/")[2].casefold(): zone for zone in sorted(known_zones()) if "/" in zone}
        return named.get(folded) or cities.get(folded) or text


class VersionField(forms.IntegerField):
    """A hidden field with the version that the page showed. Views refuse a change if the current version differs."""

    def __init__(self, **kwargs: Any) -> None:
        sentences = dict.fromkeys(("required", "invalid", "min_value", "max_value"), OUT_OF_DATE)
        super().__init__(
            min_value=0, max_value=HIGHEST_VERSION, widget=forms.HiddenInput, error_messages=sentences, **kwargs
        )


class NameField(forms.CharField):
    """A name without invisible characters. Variation selectors are removed; other invisible characters are refused."""

    def to_python(self, value: Any) -> str:
        return without_variations(super().to_python(value) or "").strip()

    def run_validators(self, value: Any) -> None:
        super().run_validators(value)
        refuse_hidden(value)


def refuse_hidden(text: str) -> None:
    """Refuse invisible characters in a name, because different names have to look different. Raises ValidationError."""
    sign = next(iter(hidden_in(text).values()), "")
    message = _("This name contains an invisible character (%(code)s). Type it again.")
    if sign in JOINERS:
        message = _(
            "This name contains an invisible character (%(code)s), which belongs only between emoji and inside words "
            "such as Persian or Hindi ones. Delete the name, and type it again."
        )
    elif sign in TURNING:
        message = _(
            "This name contains an invisible character (%(code)s), which turns the direction of writing. Another name "
            "could be imitated with it. Delete the name, and type it again."
        )
    _refuse(sign, message)


def refuse_controls(text: str, *, allowed: str = "") -> None:
    """Refuse control characters in a text. Raises ValidationError."""
    found = (sign for sign in text if is_control(sign) and sign not in allowed)
    _refuse(found, _("This text contains a control character (%(code)s). Type it again."))


def refuse_controls_in_lines(text: str) -> None:
    """Refuse control characters in a text of several lines, but allow tabs and line ends. Raises ValidationError."""
    refuse_controls(text, allowed=LINE_SIGNS)


def refuse_tags(text: str) -> None:
    """Refuse angle brackets in an author's own words, which are plain text. Raises ValidationError."""
    if "<" in text or ">" in text:
        raise ValidationError(_("Write plain text, without angle brackets."), code="tag")


def _refuse(signs: Iterable[str], message: Any) -> None:
    if sign := next(iter(signs), None):
        raise ValidationError(message, code="hidden", params={"code": f"U+{ord(sign):04X}"})


def seen_now(data: QueryDict, version: int) -> QueryDict:
    """Return the submitted data with the current version. Sending it again overwrites the changes of others."""
    data = data.copy()
    data["version"] = str(version)
    return data
