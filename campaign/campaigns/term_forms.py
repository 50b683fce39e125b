from typing import Any

from django import forms
from django.utils.text import Truncator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.library.forms import AuthorsField
from campaign.models import Campaign, Player
from campaign.results.standings import CampaignStandings
from campaign.scores.names import isolated
from campaign.scores.programmes import ProgrammeEntry, entry_of
from campaign.scores.words import names, numbered_title, victory_points, words
from campaign.web.forms import NameField
from campaign.web.names import generated_word
from scoring import Programme
from scoring.dealing import deal_programme, draw_order
from scoring.election import MOST_HEAD_START, HeadStart

LONGEST_WORD = 60
TEN, DRAWN, DEALT, OWN = "ten", "drawn", "dealt", "own"
LONGEST_NAME = int(Campaign._meta.get_field("name").max_length or 0)


class TermForm(forms.Form):
    """The form for a group's next campaign, called a term: its name, its programme, and the players' head starts."""

    name = NameField(
        label=_("What is the campaign called?"),
        max_length=LONGEST_NAME,
        error_messages={"required": _("The campaign needs a name.")},
    )
    programme = forms.ChoiceField(
        label=_("What do you play?"),
        widget=forms.RadioSelect,
        initial=TEN,
        choices=[
            (TEN, _("The ten missions")),
            (DRAWN, _("The ten, in an order drawn from a word")),
            (DEALT, _("Ten others, dealt from a word")),
            (OWN, _("What you played last; you can change it on the next page")),
        ],
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose what you play.")),
    )
    word = AuthorsField(
        label=_("The word"),
        max_length=LONGEST_WORD,
        required=False,
        help_text=_("The same word draws the same order and deals the same ten anywhere."),
    )
    head_start = forms.ChoiceField(
        label=_("Head start for players who were behind"),
        widget=forms.RadioSelect,
        initial=HeadStart.NONE.value,
        error_messages=dict.fromkeys(("required", "invalid_choice"), _("Choose a head start, or none.")),
    )

    def __init__(self, *args: Any, before: Campaign, standings: CampaignStandings, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.before = before
        self.standings = standings
        following = gettext("%(name)s, next term") % {"name": before.name}
        self.fields["name"].initial = Truncator(following).chars(LONGEST_NAME)
        self.fields["word"].initial = generated_word()
        head_start = self.fields["head_start"]
        assert isinstance(head_start, forms.ChoiceField)  # noqa: S101 - declared above
        if before.election.counts_head_starts:
            head_start.choices = [(each.value, self._said(each)) for each in HeadStart]
        else:  # if an average or a share decides the election, VP from the previous term do not count
            del self.fields["head_start"]

    def _said(self, head_start: HeadStart) -> str:
        """Return the label of a choice of head start, with the VP that each player would get."""
        given = [
            f"{isolated(player)} {victory_points(vp)}"
            for player, vp in self.standings.next_head_starts(head_start).items()
            if vp
        ]
        most = victory_points(MOST_HEAD_START)
        text = {
            HeadStart.NONE: gettext("None"),
            HeadStart.QUARTER: gettext("A quarter of the gap, at most %(most)s") % {"most": most},
            HeadStart.HALF: gettext("Half of the gap, at most %(most)s") % {"most": most},
        }[head_start]
        return f"{text}: {names(given)}" if given else text

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("programme") in (DRAWN, DEALT) and not cleaned.get("word") and "word" not in self.errors:
            self.add_error("word", _("Type a word for the draw."))
        return cleaned

    @property
    def shown_word(self) -> str:
        """Return the word in the field, which is the seed for random missions; "" if the word is invalid."""
        typed = str(self["word"].value() or "")
        return "" if self.is_bound and "word" in self.errors else typed[:LONGEST_WORD]

    @property
    def drawn(self) -> list[str]:
        """Return the titles of the manual's ten missions in a random order, with `shown_word` as the seed."""
        return _titles(draw_order(self.shown_word)) if self.shown_word else []

    @property
    def dealt(self) -> list[str]:
        """Return the titles of ten random missions, with `shown_word` as the seed."""
        return _titles(deal_programme(self.shown_word)) if self.shown_word else []

    @property
    def entries(self) -> list[ProgrammeEntry]:
        """Return the chosen programme as a campaign stores it; [] for the manual's programme. Needs a valid form."""
        match self.cleaned_data["programme"]:
            case "drawn":
                return _entries(draw_order(self.cleaned_data["word"]))
            case "dealt":
                return _entries(deal_programme(self.cleaned_data["word"]))
            case "own":
                return list(self.before.programme)
        return []

    @property
    def head_starts(self) -> dict[Player, int]:
        """Return the VP with which each player of the previous term begins. Call this only if the form is valid."""
        return self.standings.next_head_starts(HeadStart(self.cleaned_data.get("head_start") or HeadStart.NONE))


def _titles(programme: Programme) -> list[str]:
    return [numbered_title(mission, position) for position, mission in programme.items()]


def _entries(programme: Programme) -> list[ProgrammeEntry]:
    """Convert a programme to entries for a campaign. A random mission gets a name in the active language."""
    return [entry_of(mission) | ({"name": words(mission.title)} if mission.is_own else {}) for mission in programme]
