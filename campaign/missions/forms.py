"""The forms that read the query string of a composed mission."""

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
    """The form for a composed mission's name, story and number of players, and for the seed of a dealt one.

    `seed` has dealt the mission on the page; `word` is a typed seed to deal another one.
    """

    rules = None  # type: ignore[assignment] # composition.py reads the rules
    seed = forms.CharField(max_length=LONGEST_SEED, required=False)
    word = forms.CharField(
        max_length=LONGEST_SEED,
        required=False,
        label=_("Seed"),
        help_text=_("Any word; the same one deals the same mission to everybody."),
    )
