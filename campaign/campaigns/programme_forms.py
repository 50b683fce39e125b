from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import lazy
from django.utils.html import escape
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from campaign.campaigns.programme import PlannedMission
from campaign.library.line_words import told_by_words
from campaign.models import Campaign
from campaign.scores.house_rules import STANDARD
from campaign.scores.programmes import LONGEST_NAME, LONGEST_STORY, MOST_MISSIONS, ProgrammeEntry, entry_of
from campaign.scores.words import numbered_title, words
from campaign.web.forms import NameField, refuse_controls_in_lines, refuse_tags
from scoring import THE_TEN, Mission, MissionLineError, Rules
from scoring.setups import setup
from scoring.tiles import MOST_PLAYERS

OWN = "own"
MOST_OF_STORIES = 24_000  # limit for the total size of the stories on a page, in bytes
NO_SUCH_CHOICE = _("Choose one of the ten, or a mission of your own.")


class PlannedMissionForm(forms.Form):
    """A mission of the programme: one of the ten missions, or a composed mission given by its line."""

    leaves_story_out = False  # whether the page hides this mission's story, because the page would be too long
    is_asked_for = False  # whether the query string (`?story_of=3`) asks for the story of this mission

    was = forms.IntegerField(required=False, widget=forms.HiddenInput)
    order = forms.IntegerField(
        label=_("Position"), required=False, min_value=0, max_value=99, widget=forms.NumberInput(attrs={"size": "3"})
    )
    mission = forms.ChoiceField(
        label=_("Mission"),
        required=False,
        choices=[
            ("", _("None")),
            *((str(mission.number), lazy(numbered_title, str)(mission)) for mission in THE_TEN),
            (OWN, _("A mission of your own")),
        ],
        error_messages={"invalid_choice": NO_SUCH_CHOICE},
    )
    line = forms.CharField(label=_("Its line"), required=False, max_length=400)
    name = NameField(label=_("Its title"), required=False, max_length=LONGEST_NAME, validators=[refuse_tags])
    story = forms.CharField(
        label=_("Its story"),
        required=False,
        max_length=LONGEST_STORY,
        widget=forms.Textarea(attrs={"rows": 2}),
        validators=[refuse_controls_in_lines],
    )

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean() or {}
        if cleaned.get("mission") == OWN and "line" in cleaned:
            try:
                cleaned["own"] = Mission.parse(cleaned["line"], cleaned.get("name", ""))
            except MissionLineError as error:
                self.add_error("line", words(error.message))
        return cleaned

    @property
    def is_free(self) -> bool:
        """Tell whether the row has no mission. If it had one before, saving the page removes the mission."""
        return not self.cleaned_data.get("mission") and "mission" not in self.errors

    @property
    def order_sent(self) -> int:
        """Return the sent position. A row without a number comes last."""
        order = self.cleaned_data.get("order")
        return MOST_MISSIONS if order is None else max(order, 1)

    @property
    def is_moved(self) -> bool:
        """Tell whether the mission is new, or has another number than before."""
        return self.order_sent != self.cleaned_data.get("was")

    @property
    def planned(self) -> PlannedMission:
        """Return the mission that the row describes. The form has to be valid."""
        chosen, was = self.cleaned_data["mission"], self.cleaned_data["was"]
        if chosen != OWN:
            return PlannedMission(entry_of(THE_TEN[int(chosen)]), was)
        story = self.cleaned_data["story"].replace("\r\n", "\n") if self.has_story else self.initial["story"]
        return PlannedMission(entry_of(self.cleaned_data["own"], story), was)

    @property
    def title(self) -> str:
        """Return the title of the chosen mission, or say that the row is for one more."""
        chosen = str(self["mission"].value() or "")
        if not chosen and not self["was"].value():
            return gettext("One more mission")
        label = dict(self.fields["mission"].choices).get(chosen, chosen)  # type: ignore[attr-defined]
        return str((chosen == OWN and self["name"].value()) or label)

    @property
    def is_open(self) -> bool:
        """Tell whether the page shows the fields of the row.

        It does so for one more mission, an error, a requested story, and a mission that was just dealt.
        """
        has_errors = any(name in self.errors for name in ("mission", "line", "name", "story"))
        is_free = not self["mission"].value() and not self["was"].value()
        is_dealt = self.prefix == f"missions-{self.data.get('deal')}"
        return self.is_asked_for or has_errors or is_free or is_dealt

    @property
    def told(self) -> str:
        """Say what is new in a composed mission; "" for a mission of the manual, or if the line is invalid."""
        try:
            line = Rules.parse(str(self["line"].value() or "")).line
        except MissionLineError:
            return ""
        return " ".join(str(sentence.text) for sentence in told_by_words(line, STANDARD).new)

    @property
    def has_story(self) -> bool:
        """Tell whether the row shows a field for its story. Without the field, the stored story stays unchanged."""
        was_sent = not self.is_bound or self.add_prefix("story") in self.data
        return not self.initial.get("story") or (was_sent and not self.leaves_story_out)


def shortages_of(mission: Mission) -> list[str]:
    """Name the pieces that the box may lack if four players play a composed mission; [] for the ten missions."""
    return [words(message) for message in setup(mission, MOST_PLAYERS).shortages] if mission.is_own else []


class BaseProgrammeForms(forms.BaseFormSet[PlannedMissionForm]):
    """The missions of a campaign in order, and an empty row for a new mission."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "missing_management_form": _("The mission list was incomplete. Please send it again."),
    }

    def __init__(
        self,
        *args: Any,
        campaign: Campaign,
        proposed: ProgrammeEntry | None = None,
        shown: str | None = None,
        **kwargs: Any,
    ) -> None:
        """Fill the empty row with the mission `proposed`. Always show the story of the mission at position `shown`."""
        self.campaign = campaign
        kwargs |= {"prefix": "missions", "initial": list(self._rows(campaign, proposed or {}))}
        super().__init__(*args, **kwargs)
        if not self.is_bound:
            self._leave_stories_out(shown)

    def _leave_stories_out(self, shown: str | None) -> None:
        """Hide the story fields of the last missions if all stories together have more than MOST_OF_STORIES bytes."""
        left = MOST_OF_STORIES
        for form in self.forms:
            form.is_asked_for = str(form.initial.get("was", "")) == shown
        # To stay visible, the requested story and the story of a new mission come first.
        for form in sorted(self.forms, key=lambda form: not form.is_asked_for and "was" in form.initial):
            left -= len(escape(form.initial.get("story", "")).encode())
            form.leaves_story_out = left < 0

    @staticmethod
    def _rows(campaign: Campaign, proposed: ProgrammeEntry) -> "Iterator[dict[str, Any]]":
        for position, mission in campaign.missions.items():
            own = campaign.programme[position - 1] if mission.is_own else {}
            yield {"was": position, "order": position, "mission": str(mission.number or OWN), **own}
        if len(campaign.missions) < MOST_MISSIONS:
            yield {"order": len(campaign.missions) + 1, **({"mission": OWN, **proposed} if proposed else {})}

    def clean(self) -> None:
        chosen = [form for form in self.forms if not form.is_free]
        if not 1 <= len(chosen) <= MOST_MISSIONS:
            raise ValidationError(
                _("A programme has 1 to %(limit)s missions."), code="how_many", params={"limit": MOST_MISSIONS}
            )
        known: list[int] = [form.cleaned_data["was"] for form in chosen if form.cleaned_data.get("was")]
        if len(known) != len(set(known)) or not set(known) <= set(self.campaign.missions.positions):
            raise ValidationError(_("This page is out of date. Load it again."), code="outdated")

    @property
    def rows(self) -> "Iterator[tuple[PlannedMissionForm, int, list[str]]]":
        """Yield each form with the number of finished games of its mission, and the pieces that the box may lack."""
        finished = Counter(self.campaign.games.finished().values_list("mission", flat=True))
        for form in self.forms:
            position = form.initial.get("was") or 0
            yield form, finished[position], shortages_of(self.campaign.missions[position]) if position else []

    @property
    def planned(self) -> list[PlannedMission]:
        """Return the missions in their new order.

        A row with a new number gets exactly this place. The others keep their order, and fill the other places. Rows
        with the same new number follow each other in the order of the page.
        """
        chosen = [form for form in self.forms if not form.is_free]
        ordered = [form for form in chosen if not form.is_moved]
        place = 0
        for form in sorted((form for form in chosen if form.is_moved), key=lambda form: form.order_sent):
            place = max(form.order_sent, place + 1)
            ordered.insert(place - 1, form)
        return [form.planned for form in ordered]

    def refuse(self, was: int, sentence: Any) -> None:
        """Show an error in the mission's row, if any, or above all rows. `was` is the mission's old position."""
        row = next((form for form in self.forms if form.cleaned_data.get("was") == was), None)
        if row:
            row.add_error("mission", sentence)
        else:
            self.non_form_errors().append(sentence)


if TYPE_CHECKING:
    from collections.abc import Iterator

    ProgrammeForms = BaseProgrammeForms
else:
    ProgrammeForms = forms.formset_factory(
        PlannedMissionForm,
        formset=BaseProgrammeForms,
        extra=0,
        max_num=MOST_MISSIONS + 1,
        absolute_max=MOST_MISSIONS + 1,
    )
