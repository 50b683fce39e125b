from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from campaign.models import Campaign, Colour, Player, RosterEntry
from campaign.models.bounds import MOST_EVER_PLAYED, no_more_people, warn_of_people
from campaign.par.sums import FEWEST_CITIES
from campaign.par.weights import weights_sentence
from campaign.scores.names import folded, isolated
from campaign.web.forms import (
    OUT_OF_DATE,
    NameField,
    VersionField,
    ZoneField,
    mission_choices,
    no_such_mission,
    too_few,
)
from campaign.web.names import looks
from scoring.election import DEFAULT_BEST_OF
from scoring.house_rules import DEFAULT_TIEBREAK_MISSION
from scoring.tiles import FEWEST_PLAYERS, MOST_PLAYERS

ELECTION = ("election_by", "best_of", "tiebreak_mission", "table_runs_games", "analyses_open_games")


class CampaignForm(forms.ModelForm[Campaign]):
    """A campaign's name, election rule and house rules."""

    tiebreak_mission = forms.TypedChoiceField(
        label=_("A tie for mayor is broken by mission"),
        coerce=int,
        initial=DEFAULT_TIEBREAK_MISSION,
        help_text=_(
            "The better rank in this mission decides. The campaign manual does not say which mission; we take the last."
        ),
    )

    class Meta:
        model = Campaign
        fields: tuple[str, ...] = (
            "name",
            "election_by",
            "best_of",
            "tiebreak_mission",
            "table_runs_games",
            "analyses_open_games",
            "manual_tower_points",
            "keep_discarded",
            "harbor_workers",
            "four_architects",
            "monument_parks_only",
            "park_district_parks_only",
        )
        field_classes: ClassVar[dict[str, Any]] = {"name": NameField}
        widgets: ClassVar[dict[str, Any]] = {"election_by": forms.RadioSelect}
        labels = {
            "name": _("What is the campaign called?"),
            "election_by": _("What decides who becomes mayor?"),
            "best_of": _("How many missions count?"),
            "table_runs_games": _("Everybody at the table may begin and finish games"),
            "analyses_open_games": _("Cities can be analyzed before their game is finished"),
            "manual_tower_points": _("Tower Blocks score 2, 5, 6, 10, a fifth floor 15"),
            "keep_discarded": _("A discarded building still brings its resources"),
            "harbor_workers": _("Mission 9: Inhabitants in Harbors are workers too"),
            "four_architects": _("Mission 10: only Architects #1 to #4"),
            "monument_parks_only": _("Mission 10: a Playground beside a Monument brings nothing"),
            "park_district_parks_only": _("Expansion: “Park District” counts only Parks"),
        }
        help_texts = {
            "election_by": _(
                "The campaign manual adds up all points. The other ways are fair to a player who misses an evening."
            ),
            "best_of": _("Only if each player's best missions decide."),
            "table_runs_games": _(
                "People who use the link for the table may too. Unticked: only players with an account. Only the "
                "owner reopens a finished game."
            ),
            "analyses_open_games": _("The analysis shows how to build better. Unticked: only after the game."),
            "manual_tower_points": _(
                "As in the campaign manual, whose table ends at four floors. Unticked: 1, 3, 6, 10, 15 VP, as in the"
                " rulebook."
            ),
            "keep_discarded": _("As in the campaign manual. Unticked: nothing, as in the rulebook."),
            "harbor_workers": _(
                "Unticked: workers are those in Public Services, Factories and Offices, as the campaign manual lists"
                " them."
            ),
            "four_architects": _("Unticked: everybody has a #5 as well, and one Architect stays unused each round."),
            "monument_parks_only": _("Unticked: it counts as a Park, 5 VP. No rulebook decides this."),
            "park_district_parks_only": _("Unticked: Playgrounds count as well. The tile shows a Park."),
        }
        error_messages = {
            "name": {"required": _("The campaign needs a name.")},
            "election_by": dict.fromkeys(("required", "invalid_choice"), _("Choose what decides the campaign.")),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.is_single_games:  # single games have no election and no tie-break
            for name in ("election_by", "best_of", "tiebreak_mission"):
                del self.fields[name]
            return
        missions = self.instance.missions
        tiebreak = self.fields["tiebreak_mission"]
        assert isinstance(tiebreak, forms.ChoiceField)  # noqa: S101 - declared above
        tiebreak.choices = mission_choices(missions)
        tiebreak.error_messages |= no_such_mission(missions)
        how_many = _("Type a number from 1 to %(limit)s.") % {"limit": len(missions)}
        self.fields["best_of"] = forms.IntegerField(
            label=self.fields["best_of"].label,
            help_text=self.fields["best_of"].help_text,
            initial=DEFAULT_BEST_OF,
            validators=[MinValueValidator(1, how_many), MaxValueValidator(len(missions), how_many)],
            error_messages=dict.fromkeys(("required", "invalid"), how_many),
        )

    @property
    def election(self) -> list[forms.BoundField]:
        """Return the fields about the election, about who runs games, and about analyses of open games."""
        return [self[name] for name in ELECTION if name in self.fields]

    @property
    def weights(self) -> str:
        """Compare the typical VP of Expert and Classic missions in a sentence."""
        return weights_sentence(self.instance.missions)

    @property
    def election_has_errors(self) -> bool:
        return any(field.errors for field in self.election)

    @property
    def house_rules(self) -> list[forms.BoundField]:
        """Return the fields of the house rules. The page collapses them."""
        others = {"name", "language", "time_zone", "shares_results", "version", *ELECTION}
        return [field for field in self if field.name not in others]

    @property
    def house_rules_have_errors(self) -> bool:
        return any(field.errors for field in self.house_rules)


class SettingsForm(CampaignForm):
    """The `CampaignForm` of an existing campaign, with the `version` of the campaign to detect changes by others."""

    version = VersionField()

    class Meta(CampaignForm.Meta):
        fields = (*CampaignForm.Meta.fields, "language", "time_zone", "shares_results")
        labels = CampaignForm.Meta.labels | {"language": _("Language of the links")}
        help_texts = CampaignForm.Meta.help_texts | {
            "language": _("Guests see this language first. They can choose another at the end of every page."),
            "time_zone": _("It decides which day it is, and when a game was played. Left empty: each phone's own."),
        }
        field_classes = CampaignForm.Meta.field_classes | {"time_zone": ZoneField}
        widgets = CampaignForm.Meta.widgets | {"time_zone": forms.TextInput(attrs={"list": "zones"})}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["version"] = self.instance.version
        shares = _(
            "The pages of missions show the average VP of at least %(cities)s cities from different groups, without "
            "names. Unticked: your results leave the average within a day."
        )
        self.fields["shares_results"].help_text = shares % {"cities": FEWEST_CITIES}


class ProgrammeForm(forms.Form):
    """Send the campaign's version together with its new missions, to detect changes by others."""

    version = VersionField()


class PlayerForm(forms.Form):
    """A row of the roster: an active player, a former player, or an empty row for a new player."""

    player = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = NameField(label=_("Name"), required=False, max_length=30)
    colour = forms.ChoiceField(
        label=_("Color"),
        choices=Colour.choices,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": _("There are Architects in four colors: choose one of them.")},
    )
    playing = forms.BooleanField(label=_("Plays"), required=False)

    @property
    def is_free(self) -> bool:
        return not (self.cleaned_data.get("player") or self.cleaned_data.get("name") or "name" in self.errors)


class BaseRoster(forms.BaseFormSet[PlayerForm]):
    """The rows of the roster: regular players, former players, and empty rows for new players."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "missing_management_form": _("The player list was incomplete. Please send it again."),
        "too_many_forms": OUT_OF_DATE,
    }

    def __init__(
        self,
        *args: Any,
        campaign: Campaign | None = None,
        proposed: Iterable[Player] = (),
        people: Sequence[str] = (),
        fewest: int = FEWEST_PLAYERS,
        **kwargs: Any,
    ) -> None:
        self.people = people  # the names that the form suggests for players
        self.fewest = campaign.fewest_players if campaign else fewest
        self.people_so_far = len(campaign.players.all()) if campaign else 0
        everybody = campaign.players.all() if campaign else ()
        self.guests = [player for player in everybody if player.is_guest and player.is_active]
        # Active guest players are not on the roster, because they play for one evening only.
        self.players: dict[int, Player] = {
            player.pk: player
            for player in (campaign.players.all() if campaign else ())
            if not (player.is_guest and player.is_active)
        }
        rows = self._rows(self.players.values(), proposed)
        # Cut a forged number of rows before they cost anything. Meanwhile others may have changed who has a row.
        self.max_num = self.absolute_max = len(rows) + MOST_PLAYERS
        super().__init__(*args, **kwargs | {"prefix": "players", "initial": rows})

    def add_fields(self, form: PlayerForm, index: int | None) -> None:
        super().add_fields(form, index)
        if self.people:
            form.fields["name"].widget.attrs["list"] = "known-people"

    @staticmethod
    def _rows(players: Iterable[Player], proposed: Iterable[Player]) -> list[dict[str, Any]]:
        """List the campaign's players, then the proposed players, then empty rows in the free colours."""
        players = sorted(players, key=lambda player: not player.is_active)
        rows: list[dict[str, Any]] = [
            {"player": player.pk, "name": player.name, "colour": player.colour, "playing": player.is_active}
            for player in players
        ]
        rows += [{"name": player.name, "colour": player.colour, "playing": True} for player in proposed]
        active = [*(player for player in players if player.is_active), *proposed]
        taken = {player.colour for player in active}
        free = [colour for colour in Colour.values if colour not in taken]
        return rows + [{"colour": colour, "playing": True} for colour in free[: MOST_PLAYERS - len(active)]]

    def clean(self) -> None:
        rows = [form for form in self.forms if not form.is_free]
        for form in rows:
            known = self.players.get(form.cleaned_data.get("player") or 0)
            if form.cleaned_data.get("player") and known is None:
                form.add_error(None, _("This player is not in this campaign."))
            if not form.cleaned_data.get("name") and "name" not in form.errors:
                form.add_error("name", _("A player needs a name."))
            if known is None:
                form.cleaned_data["playing"] = True
            if not form.cleaned_data.get("colour") and "colour" not in form.errors:
                form.add_error("colour", _("A player needs a color."))
        playing = [form for form in rows if form.cleaned_data.get("playing")]
        self._refuse_repeated(playing, "name", _("Two players have this name: change one of them."))
        self._refuse_alike(playing)
        self._refuse_repeated(playing, "colour", _("Somebody else has this color."))
        added = sum(not form.cleaned_data.get("player") for form in rows)
        if added and self.people_so_far + added > MOST_EVER_PLAYED:
            raise ValidationError(no_more_people(), code="full")
        if len(playing) > MOST_PLAYERS:
            raise ValidationError(_("At most four can play: let somebody sit out first."), code="too_many")
        if len(playing) < self.fewest:
            raise ValidationError(too_few(self.fewest), code="too_few")

    def _refuse_repeated(self, rows: list[PlayerForm], field: str, message: Any) -> None:
        seen = set()
        for form in rows:
            value = folded(str(form.cleaned_data.get(field) or ""))
            if value and value in seen:
                form.add_error(field, message)
            seen.add(value)

    def _refuse_alike(self, rows: list[PlayerForm]) -> None:
        """Refuse a name that looks like another player's or a present guest's. `_refuse_repeated` knows only rows."""
        guests = {looks(guest.name): guest.name for guest in self.guests}
        seen = dict(guests)
        for form in rows:
            name = form.cleaned_data.get("name") or ""
            other = seen.setdefault(looks(name), name)
            is_other = looks(name) in guests or folded(other) != folded(name)
            if name and "name" not in form.errors and is_other:
                message = _("This name looks like “%(name)s”. Choose one that can be told apart.")
                form.add_error("name", message % {"name": isolated(other)})

    @property
    def warning(self) -> str:
        """Return a sentence if nearly as many people have played in the campaign as fit in, otherwise ""."""
        return warn_of_people(self.people_so_far)

    @property
    def is_full(self) -> bool:
        """Tell whether the roster has four active players."""
        return sum(player.is_active for player in self.players.values()) >= MOST_PLAYERS

    @property
    def entries(self) -> list[RosterEntry]:
        return [
            RosterEntry(
                self.players.get(form.cleaned_data["player"] or 0),
                form.cleaned_data["name"],
                form.cleaned_data["colour"],
                form.cleaned_data["playing"],
            )
            for form in self.forms
            if not form.is_free
        ]


if TYPE_CHECKING:
    Roster = BaseRoster
else:
    Roster = forms.formset_factory(PlayerForm, formset=BaseRoster, extra=0, validate_max=True)
