from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.campaigns.forms import MISSION_CHOICES, NO_SUCH_MISSION
from campaign.models import Campaign, Game, Player, Seating
from campaign.models.player import FEWEST_PLAYERS, MOST_PLAYERS
from campaign.web.forms import ModelForm, VersionField

NOT_THERE = ""


class DateInput(forms.DateInput):
    """The browser's own date picker, which takes and gives ISO dates in every language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class NotesForm(ModelForm[Game]):
    """What can be said of any game: when, where, and a note."""

    class Meta:
        model = Game
        fields: tuple[str, ...] = ("played_on", "place", "notes")
        widgets: ClassVar[dict[str, Any]] = {"played_on": DateInput, "notes": forms.Textarea(attrs={"rows": 3})}
        labels: ClassVar[dict[str, Any]] = {"played_on": _("Date"), "place": _("Place"), "notes": _("Note")}
        help_texts: ClassVar[dict[str, Any]] = {"notes": _("Whatever is worth remembering of the evening.")}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["version"] = VersionField(initial=self.instance.version)
        self.fields["played_on"].error_messages["required"] = _("When was it played?")

    def clean_played_on(self) -> Any:
        played_on = self.cleaned_data["played_on"]
        if played_on > timezone.localdate() + timedelta(days=1):  # it may be tomorrow already where they play
            raise ValidationError(_("This day has not come yet."), code="future")
        return played_on

    def clean(self) -> dict[str, Any] | None:
        if self.instance.is_finished and {"mission", "counts", "first_player"} & set(self.data):
            message = _("This game is finished: its mission and seats stay as they are. Reopen it to change them.")
            raise ValidationError(message, code="finished")
        return super().clean()

    def _post_clean(self) -> None:
        """Nothing is put on the game here: its verbs write it, and the page still shows what is stored."""

    @property
    def details(self) -> dict[str, Any]:
        """What a game's verbs take."""
        return {name: self.cleaned_data[name] for name in ("played_on", "place", "notes")}


class GameForm(NotesForm):
    """An evening: the mission, when and where, who sits where."""

    mission = forms.TypedChoiceField(
        label=_("Mission"),
        choices=MISSION_CHOICES,
        coerce=int,
        error_messages={"invalid_choice": NO_SUCH_MISSION, "required": NO_SUCH_MISSION},
    )
    first_player = forms.TypedChoiceField(
        label=_("First player"),
        coerce=int,
        required=False,
        empty_value=None,
        error_messages={"invalid_choice": _("Choose somebody of this campaign.")},
    )
    counts = forms.BooleanField(
        label=_("This attempt counts"),
        required=False,
        help_text=_("One attempt at each mission counts for the standings; the others stay in the log."),
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        seats = (
            {evaluation.player_id: evaluation.seat for evaluation in self.instance.evaluations.all()}
            if (self.instance.pk)
            else {}
        )
        # Who has retired since is still at the table of a game that began before.
        self.players: dict[int, Player] = {
            player.pk: player for player in campaign.players.all() if player.is_active or player.pk in seats
        }
        choices = [(NOT_THERE, _("Not there")), *((str(n), str(n)) for n in range(1, len(self.players) + 1))]
        for place, player in enumerate(self.players.values(), start=1):
            self.fields[self.seat_name(player)] = forms.TypedChoiceField(
                label=player.name,
                choices=choices,
                coerce=int,
                required=False,
                empty_value=None,
                initial=seats.get(player.pk) if self.instance.pk else place,
                error_messages={"invalid_choice": _("Choose one of the seats.")},
            )
        first_player = self.fields["first_player"]
        assert isinstance(first_player, forms.ChoiceField)  # noqa: S101 - declared above
        first_player.choices = [("", _("Not noted")), *((player.pk, player.name) for player in self.players.values())]
        first_player.initial = self.instance.first_player_id
        self.fields["mission"].initial = self.instance.mission
        self.fields["counts"].initial = self.instance.counts

    @staticmethod
    def seat_name(player: Player) -> str:
        return f"seat_{player.pk}"

    @property
    def seats(self) -> list[tuple[Player, forms.BoundField]]:
        return [(player, self[self.seat_name(player)]) for player in self.players.values()]

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        taken: dict[int, Player] = {}
        for player in self.players.values():
            seat = self.cleaned_data.get(self.seat_name(player))
            if seat in taken:
                message = _("%(name)s sits there already.") % {"name": taken[seat].name}
                self.add_error(self.seat_name(player), message)
            elif seat:
                taken[seat] = player
        self.present = tuple(player for _seat, player in sorted(taken.items()))
        # A seat that was refused has its own sentence.
        if not any(name.startswith("seat_") for name in self.errors):
            if len(self.present) < FEWEST_PLAYERS:
                raise ValidationError(_("It takes two players at least."), code="too_few")
            if len(self.present) > MOST_PLAYERS:
                raise ValidationError(_("Only four can play at once."), code="too_many")
        first = self.cleaned_data.get("first_player")
        if first and self.players[first] not in self.present:
            self.add_error("first_player", _("The first player must be there."))
        return cleaned

    @property
    def seating(self) -> Seating:
        absent = tuple(player for player in self.players.values() if player not in self.present)
        return Seating(self.present, absent)

    @property
    def details(self) -> dict[str, Any]:
        first = self.cleaned_data["first_player"]
        return super().details | {
            "mission": self.cleaned_data["mission"],
            "counts": self.cleaned_data["counts"],
            "first_player": self.players[first] if first else None,
        }
