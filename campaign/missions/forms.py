"""The forms that read the query string of a composed mission."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from campaign.library.forms import AuthorsField, LineField, MissionForm
from campaign.scores.programmes import LONGEST_STORY
from scoring import Mission

LONGEST_SEED = 60


class OwnMissionForm(MissionForm):
    """A composed mission in an address: `?rules=classic+districts=4,2&name=…&story=…&players=3`."""

    mission = None  # type: ignore[assignment] # None removes a field in Django; `rules` replaces it
    rules = LineField()
    story = AuthorsField(
        max_length=LONGEST_STORY,
        required=False,
        label=_("Story"),
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Read aloud before the game. Plain text, no links."),
    )

    @property
    def own(self) -> Mission:
        assert self.asked  # noqa: S101 - callers read the mission of a valid form only
        return self.asked


class ComposeForm(OwnMissionForm):
    """The form for a composed mission's name, story, seed and number of players."""

    rules = None  # type: ignore[assignment] # composition.py reads the rules
    seed = forms.CharField(max_length=LONGEST_SEED, required=False, label=_("Seed"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _("At most 60 characters. Without a name, pages show the mission's line.")

    def value_of(self, name: str) -> str:
        """Return the value of a field as it was typed, valid or not."""
        return str(self[name].value() or "")
