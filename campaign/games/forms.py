from collections.abc import Iterable
from datetime import date
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from campaign.games.single_games import ServicesField, SingleField, SingleGame, check_room_for_services
from campaign.models import Campaign, Evaluation, Game, Player, Seating
from campaign.models.bounds import MOST_EVER_PLAYED, no_more_people, warn_of_people
from campaign.models.days import latest_day
from campaign.scores.names import folded, isolated
from campaign.scores.programmes import own_mission
from campaign.scores.words import names, numbered_title
from campaign.web.forms import (
    DateInput,
    NameField,
    VersionField,
    mission_choices,
    no_such_mission,
    refuse_controls,
    refuse_controls_in_lines,
    too_few,
)
from campaign.web.names import are_alike
from scoring.tiles import MOST_PLAYERS

ALIKE = _("Somebody in this campaign has this name, or one that looks like it. Choose another.")
NOBODY_HERE = _("Choose somebody in this campaign.")


class DetailsForm(forms.ModelForm[Game]):
    """The form for a finished game: the columns of Game.DETAILS. Open games have these fields as well."""

    class Meta:
        model = Game
        fields: tuple[str, ...] = Game.DETAILS
        widgets: ClassVar[dict[str, Any]] = {"played_on": DateInput, "notes": forms.Textarea(attrs={"rows": 3})}
        help_texts: ClassVar[dict[str, Any]] = {
            "notes": _("What do you want to remember of this evening?"),
            "left_out": _("It counts for no average, win or record there. The log keeps it."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            self.fields["version"] = VersionField(initial=self.instance.version)
        self.fields["played_on"].error_messages["required"] = _("When was it played?")
        # Django would run the model's validators in `_post_clean`, which this form does not use.
        self.fields["played_on"].validators += Game._meta.get_field("played_on").validators
        for name in Game.DETAILS:
            field = self.fields[name]
            if isinstance(field, forms.CharField):
                has_lines = isinstance(field.widget, forms.Textarea)
                field.validators.append(refuse_controls_in_lines if has_lines else refuse_controls)

    def clean_played_on(self) -> date:
        played_on: date = self.cleaned_data["played_on"]
        if self.instance.is_finished and played_on > latest_day():
            raise ValidationError(_("This day has not come yet."), code="future")
        return played_on

    def clean(self) -> dict[str, Any] | None:
        if self.instance.is_finished and {"mission", "counts", "first_player"} & set(self.data):
            message = _("This game is finished: its mission and seats stay as they are. Reopen it to change them.")
            raise ValidationError(message, code="finished")
        return super().clean()

    def _post_clean(self) -> None:
        """Do nothing. Django's method would set the form's values on the game before they are stored."""

    @property
    def details(self) -> dict[str, Any]:
        """Return the values of the fields, as arguments for the methods of Game."""
        return {name: self.cleaned_data[name] for name in Game.DETAILS}

    @property
    def detail_fields(self) -> list[forms.BoundField]:
        """List the fields that open and finished games have in common."""
        return [self[name] for name in Game.DETAILS]


class GameForm(DetailsForm):
    """The form for a new or open game. Mission and players are required; all other fields have defaults."""

    mission = forms.TypedChoiceField(label=_("Mission"), coerce=int)
    here = forms.TypedMultipleChoiceField(
        label=_("Who is here?"),
        coerce=int,
        required=False,
        error_messages={"invalid_choice": NOBODY_HERE},
    )
    guest_name = NameField(
        label=_("Name"),
        required=False,
        max_length=Player._meta.get_field("name").max_length,
        widget=forms.TextInput(attrs={"list": "known-guests", "autocomplete": "off"}),
    )
    guest_counts = forms.BooleanField(label=_("The guest counts in the standings"), required=False)
    first_player = forms.TypedChoiceField(
        label=_("First player"),
        coerce=int,
        required=False,
        empty_value=None,
        error_messages={"invalid_choice": NOBODY_HERE},
    )
    # `Game.in_standings`. A page that was open during an upgrade says `counts`, as the database does.
    counts = forms.BooleanField(
        label=_("This attempt counts"),
        required=False,
        help_text=_("One attempt at each mission counts for the standings; the others stay in the log."),
    )

    def __init__(self, *args: Any, campaign: Campaign, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.campaign = campaign
        self.fields["guest_name"].help_text = warn_of_people(len(campaign.players.all()))
        evaluations = self.instance.evaluations.all() if self.instance.pk else ()
        seats = {evaluation.player_id: evaluation.seat for evaluation in evaluations}
        # List the active players, the players of this game (even if they have left the campaign), and all guests of
        # earlier games, because they may come again.
        self.players: dict[int, Player] = {
            player.pk: player
            for player in campaign.players.all()
            if player.is_active or player.pk in seats or player.is_guest
        }
        choices = [(str(n), str(n)) for n in range(1, MOST_PLAYERS + 1)]
        for number, player in enumerate(self.players.values(), start=1):
            self.fields[self.seat_name(player)] = forms.TypedChoiceField(
                label=str(player),
                choices=[("", "–"), *choices],
                coerce=int,
                required=False,
                empty_value=None,
                initial=seats.get(player.pk, number if number <= MOST_PLAYERS else None),
                error_messages={"invalid_choice": _("Choose one of the seats.")},
            )
        people = [(player.pk, str(player)) for player in self.players.values()]
        self._choose("here", people, [pk for pk in self.players if self._is_expected(pk, seats)])
        self._choose("first_player", [("", _("Not noted")), *people], self.instance.first_player_id)
        self.fields["counts"].initial = self.instance.in_standings
        if campaign.is_single_games:
            with_expansion = self._play_single_game()
        else:
            self._choose("mission", mission_choices(campaign.missions), self.instance.mission)
            self.fields["mission"].error_messages |= no_such_mission(campaign.missions)
            missions = campaign.missions.items()
            with_expansion = [
                numbered_title(mission, position) for position, mission in missions if mission.rules.services
            ]
        self.fields["services"] = ServicesField(with_expansion)
        self.fields["services"].initial = self.instance.services

    def _play_single_game(self) -> list[str]:
        """Offer the missions for a single game. Return the titles of the missions that always use the expansion."""
        own = own_mission(self.instance.line, self.instance.title) if self.instance.line else None
        missions = SingleField(own, initial=self.instance.line or str(self.instance.mission))
        self.fields["mission"] = missions
        del self.fields["counts"], self.fields["guest_counts"]
        return missions.with_expansion

    def _choose(self, name: str, choices: list[tuple[Any, Any]], initial: Any) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - declared above
        field.choices = choices
        field.initial = initial

    def _is_expected(self, pk: int, seats: dict[int, int | None]) -> bool:
        return seats.get(pk) is not None if self.instance.pk else not self.players[pk].is_guest

    @staticmethod
    def seat_name(player: Player) -> str:
        return f"seat_{player.pk}"

    @property
    def table(self) -> list[tuple[Player, bool, forms.BoundField]]:
        """List all possible players, as tuples: the player, whether they take part, and the field for their seat."""
        here = {str(pk) for pk in self["here"].value() or ()}
        return [(player, str(player.pk) in here, self[self.seat_name(player)]) for player in self.players.values()]

    @property
    def asks_who(self) -> bool:
        """Tell whether the page asks for players and seats. It does not if the only possible player takes part."""
        return [is_here for _player, is_here, _seat in self.table] != [True]

    @property
    def is_folded(self) -> bool:
        """Tell whether the page may collapse the less important fields: none of them has an error."""
        shown = {"mission", "here", "guest_name", "guest_counts", "__all__", "version"}
        return not self.is_bound or self.errors.keys() <= shown

    @property
    def mission_chosen(self) -> int | str | None:
        """Return the chosen mission's position in the campaign, or None. For a single game, return the field's text."""
        typed = str(self["mission"].value())
        if self.campaign.is_single_games:
            return typed
        return next((number for number in self.campaign.missions.positions if str(number) == typed), None)

    def latest_attempt(self, games: Iterable[Game]) -> Game | None:
        """Return the latest of the campaign's games at the chosen mission, or None.

        Single games have no order, so anybody may play a mission again: of their games, only open ones are attempts.
        """
        chosen = str(self.mission_chosen)
        games = [game for game in games if chosen == (game.line or str(game.mission))]
        if self.campaign.is_single_games:
            games = [game for game in games if not game.is_finished]
        return max(games, key=lambda game: game.pk, default=None)

    @property
    def earlier_attempt(self) -> Game | None:
        """Return the finished game that counts so far for the chosen mission. The games have to be prefetched."""
        chosen = self.mission_chosen
        if self.instance.is_finished or not isinstance(chosen, int):
            return None
        return self.campaign.games_in_standings.get(chosen)

    @property
    def earlier_winners(self) -> str:
        return names(self.earlier_attempt.winners) if self.earlier_attempt else ""

    def clean_services(self) -> bool:
        services: bool = self.cleaned_data["services"]
        if services and (chosen := self.cleaned_data.get("mission")):
            is_single = isinstance(chosen, SingleGame)
            check_room_for_services(chosen.mission if is_single else self.campaign.missions[chosen])
        return services

    def clean_guest_name(self) -> str:
        name: str = self.cleaned_data["guest_name"].strip()
        people = self.campaign.players.all()
        named = [player for player in people if folded(player.name) == folded(name)]
        others = (player for player in people if player.is_active and not (player.is_guest and player in named))
        if name and any(are_alike(name, player.name) for player in others):
            raise ValidationError(ALIKE, code="taken")
        if name and not named and len(people) >= MOST_EVER_PLAYED:
            raise ValidationError(no_more_people(), code="full")
        return name

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        here = [self.players[pk] for pk in self.cleaned_data.get("here", ())]
        taken: dict[int, Player] = {}
        for player in here:
            seat = self.cleaned_data.get(self.seat_name(player))
            if seat in taken:
                message = _("%(name)s sits there already.") % {"name": isolated(taken[seat])}
                self.add_error(self.seat_name(player), message)
            elif seat:
                taken[seat] = player
        seat_of = {player: seat for seat, player in taken.items()}
        # Players without a seat come after all players with a seat.
        self.present = tuple(sorted(here, key=lambda player: seat_of.get(player, len(self.players) + 1)))
        if not self.errors.keys() & {"here", "guest_name", *map(self.seat_name, self.players.values())}:
            count = len(self.present) + bool(self.cleaned_data.get("guest_name"))
            if count < self.campaign.fewest_players:
                raise ValidationError(too_few(self.campaign.fewest_players), code="too_few")
            if count > MOST_PLAYERS:
                raise ValidationError(_("Only four can play at once."), code="too_many")
        if any(self._looks_like_another(player, here) for player in here if player.is_guest and not player.is_active):
            self.add_error("here", ALIKE)
        first = self.cleaned_data.get("first_player")
        if first and self.players[first] not in self.present:
            self.add_error("first_player", _("The first player must be at the table."))
        return cleaned

    def _looks_like_another(self, guest: Player, here: list[Player]) -> bool:
        """Tell whether a guest who comes again has a name that by now belongs to somebody else, or looks like it."""
        others = {player for player in self.campaign.players.all() if player.is_active or player in here} - {guest}
        names = [self.cleaned_data.get("guest_name", ""), *(player.name for player in others)]
        return any(are_alike(guest.name, name) for name in names)

    @property
    def known_names(self) -> list[str]:
        """List the names of guests and of people who have left, as suggestions for the guest's name."""
        return sorted({player.name for player in self.campaign.players.all() if not player.is_active})

    @property
    def leaving(self) -> list[Evaluation]:
        """List the entered cities and score pads of players whom the form removes from the game."""
        if not self.instance.pk:
            return []
        return [one for one in self.instance.present if one.is_in and one.player not in self.present]

    def seat(self) -> Seating:
        """Return the seating. If somebody typed a guest's name, add this guest to the campaign, on the last seat."""
        present = self.present
        if name := self.cleaned_data["guest_name"]:
            guest = self.campaign.invite(name, in_standings=self.cleaned_data.get("guest_counts", False))
            present = present if guest in present else (*present, guest)
        if self.campaign.is_single_games:
            return Seating(present)  # single games list no absent players
        absent = (player for player in self.players.values() if player not in present and not player.is_guest)
        return Seating(present, tuple(absent))

    @property
    def details(self) -> dict[str, Any]:
        first = self.cleaned_data["first_player"]
        mission = self.cleaned_data["mission"]
        return super().details | {
            **(mission.columns if isinstance(mission, SingleGame) else {"mission": mission}),
            "in_standings": self.cleaned_data.get("counts", False),
            "services": self.cleaned_data["services"],
            "first_player": self.players[first] if first else None,
        }
