import secrets
from dataclasses import dataclass, fields, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models, transaction
from django.db.models import F, Q, Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from campaign.models.bounds import MOST_EVER_PLAYED, CampaignFullError, no_more_people
from campaign.models.history import signed_history
from campaign.models.player import Colour, Player
from campaign.scores.house_rules import TableRules
from campaign.scores.names import folded, number_names
from campaign.scores.programmes import MOST_MISSIONS, programme_of
from campaign.zones import LONGEST_ZONE, check_zone, find_zone
from scoring import CountBy, ElectionRule, HouseRules, Programme
from scoring.election import DEFAULT_BEST_OF
from scoring.house_rules import DEFAULT_TIEBREAK_MISSION
from scoring.tiles import FEWEST_PLAYERS, MOST_PLAYERS, SOLO

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from django.contrib.auth.models import AnonymousUser

    from campaign.models.game import Game
    from campaign.models.user import User

TIME_IN_BIN = timedelta(days=30)


def new_public_id() -> str:
    """Make an identifier for a campaign's address: 12 random characters (72 bits)."""
    return secrets.token_urlsafe(9)


class Election(models.TextChoices):
    """The election rules: each value of `scoring.CountBy`, with a label."""

    TOTAL = CountBy.TOTAL.value, _("All points added up")
    AVERAGE = CountBy.AVERAGE.value, _("Average of the missions played")
    SHARE = CountBy.SHARE.value, _("Share of each mission's best score")
    PAR = CountBy.PAR.value, _("Points above par, a mission played")
    BEST = CountBy.BEST.value, _("The best missions of each player")


class CampaignQuerySet(models.QuerySet["Campaign"]):
    def visible_to(self, user: "User | AnonymousUser") -> "CampaignQuerySet":
        """Return only the campaigns that a user owns or plays in; none for a visitor who is not signed in."""
        return self.seen_by(user) if user.is_authenticated else self.none()

    def seen_by(self, account: Any) -> "CampaignQuerySet":
        """Return the campaigns that an account owns, or in which it has an active player."""
        plays_in = Player.objects.active().filter(account=account).values("campaign")
        return self.filter(Q(owner=account) | Q(pk__in=plays_in))

    def in_bin_of(self, user: "User | AnonymousUser") -> "CampaignQuerySet":
        """Return the deleted campaigns that a user may still restore, latest first.

        Call this on `Campaign.everything`, because `Campaign.objects` leaves out the bin.
        """
        if not user.is_authenticated:
            return self.none()
        return self.filter(owner=user, deleted_at__gt=timezone.now() - TIME_IN_BIN).order_by("-deleted_at")

    def for_home(self, user: "User | AnonymousUser") -> "CampaignQuerySet":
        """Return a user's campaigns, latest played first."""
        return self.visible_to(user).latest_first()

    def latest_first(self) -> "CampaignQuerySet":
        """Sort by the latest game; campaigns without a game come last."""
        last_played = self.annotate(last_played=models.Max("games__created"))
        return last_played.order_by(F("last_played").desc(nulls_last=True), "-created")


_CampaignManager = models.Manager.from_queryset(CampaignQuerySet)


class CampaignManager(_CampaignManager["Campaign"]):
    """A manager that leaves out campaigns in the bin."""

    def get_queryset(self) -> CampaignQuerySet:
        return CampaignQuerySet(self.model, using=self._db).filter(deleted_at=None)


class Campaign(models.Model):
    """A group's campaign, or its single games. Deleting the row also deletes all data and histories of the campaign.

    The owner's delete button only calls `throw_away`, which moves the campaign to the bin.
    """

    class Form(models.TextChoices):
        TEN = "ten", _("The ten missions")
        OWN = "own", _("A programme of its own")
        GAMES = "games", _("Single games")  # single games have no order, no standings and no election

    public_id = models.CharField(max_length=12, unique=True, default=new_public_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="campaigns")
    name = models.CharField(_("name"), max_length=60)
    language = models.CharField(_("language"), max_length=8, choices=settings.LANGUAGES, default="en")
    created = models.DateTimeField(default=timezone.now, editable=False)
    # It decides which day it is at the table. "" for the time zone of each phone.
    time_zone = models.CharField(
        _("time zone"), max_length=LONGEST_ZONE, blank=True, default="", db_default="", validators=[check_zone]
    )

    # The number of changes to this row, the roster and the links. Each game has a version of its own.
    version = models.PositiveIntegerField(default=0, editable=False)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)  # when the campaign was moved to the bin

    # The house rules. Each column has the name of a field of scoring.HouseRules.
    manual_tower_points = models.BooleanField(_("Tower Block points of the campaign manual"), default=False)
    keep_discarded = models.BooleanField(_("Discarded buildings bring their resources"), default=False)
    harbor_workers = models.BooleanField(_("Harbor workers count in mission 9"), default=False)
    four_architects = models.BooleanField(_("Only Architects #1-#4 in mission 10"), default=False)
    monument_parks_only = models.BooleanField(
        _("Playgrounds beside a Monument bring nothing"), default=False, db_default=False
    )
    park_district_parks_only = models.BooleanField(
        _("“Park District” of the expansion counts only Parks"), default=False, db_default=False
    )
    tiebreak_mission = models.PositiveSmallIntegerField(_("tie-break mission"), default=DEFAULT_TIEBREAK_MISSION)

    # The election rule, which decides who becomes mayor: see scoring.ElectionRule.
    election_by = models.CharField(
        _("what decides the campaign"), max_length=7, choices=Election.choices, default=Election.TOTAL
    )
    best_of = models.PositiveSmallIntegerField(_("missions that count"), default=DEFAULT_BEST_OF)

    # True after the owner has answered whether to switch to the election rule `CountBy.SHARE`.
    asked_for_share = models.BooleanField(default=False, db_default=False, editable=False)

    # If True, visitors who enter points by a link may begin and finish games, as members always may.
    table_runs_games = models.BooleanField(_("everybody at the table begins and finishes games"), default=True)
    # If False, pages show analyses only after the game, because an analysis helps a player during the game.
    analyses_open_games = models.BooleanField(_("cities of open games can be analyzed"), default=False)

    # If True, finished games count in the averages of this site's players: see campaign/par/sums.py.
    shares_results = models.BooleanField(
        _("Our results count in this site's averages"), default=False, db_default=False
    )

    form = models.CharField(max_length=5, choices=Form.choices, default=Form.TEN, db_default=Form.TEN, editable=False)
    # The missions of a campaign that has its own programme: see campaign/scores/programmes.py.
    programme = models.JSONField(default=list, db_default=Value([], models.JSONField()), blank=True, editable=False)
    # The previous term: the campaign that the same group played before this one.
    before = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="terms_after", editable=False)

    # The number of missions whose votes are counted so far. None if the group is not counting the votes.
    votes_counted = models.PositiveSmallIntegerField(null=True, default=None, editable=False)
    # True from the end of the last mission until the group begins to count the votes, or skips the count.
    awaits_votes = models.BooleanField(default=False, db_default=False, editable=False)

    objects = CampaignManager()
    everything = CampaignQuerySet.as_manager()  # includes campaigns in the bin
    history = signed_history(
        excluded_fields=["version", "votes_counted", "awaits_votes"], no_db_index=["owner", "before"]
    )

    class Meta:
        verbose_name = _("campaign")
        verbose_name_plural = _("campaigns")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="campaign_has_a_name"),
            models.CheckConstraint(
                condition=Q(tiebreak_mission__range=(1, MOST_MISSIONS)),
                name="campaign_tiebreak_mission_exists",
            ),
            models.CheckConstraint(condition=Q(election_by__in=Election.values), name="campaign_election_exists"),
            models.CheckConstraint(condition=Q(best_of__range=(1, MOST_MISSIONS)), name="campaign_best_of_exists"),
            models.CheckConstraint(condition=Q(form__in=("ten", "own", "games")), name="campaign_form_exists"),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("campaign", args=[self.public_id])

    def get_programme_url(self) -> str:
        return reverse("programme", args=[self.public_id])

    @property
    def today(self) -> date:
        """Return the present day in the campaign's time zone; without one, in the time zone of the request."""
        return timezone.localdate(timezone=find_zone(self.time_zone))

    def use_time_zone(self) -> None:
        """Use the campaign's time zone, if it has one, until the end of the request."""
        if zone := find_zone(self.time_zone):
            timezone.activate(zone)

    @property
    def next_term(self) -> "Campaign | None":
        """Find the same group's next campaign; None if there is none, or if it is in the bin. Makes one query."""
        return self.terms_after.filter(deleted_at=None).order_by("-pk").first()

    @property
    def has_other_terms(self) -> bool:
        """Tell whether the owner also owns the group's previous or next campaign. Makes one query."""
        beside = Q(pk=self.before_id) | Q(before=self.pk)
        return Campaign.objects.filter(beside, owner=self.owner_id).exists()

    @property
    def missions(self) -> Programme:
        """Return the campaign's missions, in order."""
        return programme_of(self.programme)

    @property
    def is_single_games(self) -> bool:
        """Tell whether the campaign holds single games, which have no order and no election."""
        return self.form == self.Form.GAMES

    @property
    def fewest_players(self) -> int:
        """Return the lowest number of players: one for single games, two for a campaign that ends in an election."""
        return SOLO if self.is_single_games else FEWEST_PLAYERS

    @property
    def house_rules(self) -> HouseRules:
        return HouseRules(**{rule.name: getattr(self, rule.name) for rule in fields(HouseRules)})

    @property
    def election(self) -> ElectionRule:
        return ElectionRule(CountBy(self.election_by), self.best_of)

    @property
    def table_rules(self) -> TableRules:
        """Return house rules and election rule. For single games, leave out election rule and tie-break mission."""
        if self.is_single_games:
            return TableRules.of(replace(self.house_rules, tiebreak_mission=DEFAULT_TIEBREAK_MISSION))
        return TableRules.of(self.house_rules, self.election)

    @property
    def active_players(self) -> list["Player"]:
        """List the players who have not left, in the order of the roster."""
        return [player for player in self.players.all() if player.is_active]

    @property
    def open_games(self) -> list["Game"]:
        """List the unfinished games: first the begun games, latest first, then the planned games, earliest first."""
        games = sorted((game for game in self.games.all() if not game.is_finished), key=_begun)
        begun, planned = ([game for game in games if game.is_planned is ahead] for ahead in (False, True))
        return [*reversed(begun), *planned]

    @property
    def open_game(self) -> "Game | None":
        """Return the first of the open games; None if there is none."""
        return next(iter(self.open_games), None)

    @property
    def games_in_standings(self) -> dict[int, "Game"]:
        """Return the finished games that count, by mission, in the order of the missions."""
        games = [game for game in self.games.all() if game.is_finished and game.in_standings]
        return {game.mission: game for game in sorted(games, key=lambda game: game.mission)}

    @property
    def current_games(self) -> list["Game"]:
        """List `open_game`, if there is one, and the games that count in the standings."""
        counting = [] if self.is_single_games else list(self.games_in_standings.values())
        return [self.open_game, *counting] if self.open_game else counting

    @property
    def next_mission(self) -> int | None:
        """Return the number of the first mission without a finished game; None if all are finished."""
        finished = {game.mission for game in self.games.all() if game.is_finished}
        return next((position for position in self.missions.positions if position not in finished), None)

    def prefetch_games(self) -> "Campaign":
        """Fetch the players, and the games with their evaluations. Makes three queries."""
        self.fetch_entries([self])
        return self

    @staticmethod
    def fetch_entries(campaigns: "Sequence[Campaign]", *, of_all_games: bool = True) -> None:
        """Fetch the players, games and evaluations of several campaigns. Makes at most three queries.

        With `of_all_games=False`, fetch only the evaluations that standings and the open game need.
        """
        models.prefetch_related_objects(campaigns, "players", "games")
        wanted = {campaign: campaign.games.all() if of_all_games else campaign.current_games for campaign in campaigns}
        models.prefetch_related_objects([game for games in wanted.values() for game in games], "evaluations")
        for campaign, games in wanted.items():
            players = {player.pk: player for player in campaign.players.all()}
            for game in games:
                for evaluation in game.evaluations.all():
                    evaluation.player = players[evaluation.player_id]

    def touch(self, seen: int | None = None) -> bool:
        """Add 1 to the campaign's version and return True. If `seen` is another version, only return False.

        This locks the campaign's row until the transaction ends.
        """
        touched = Campaign.everything.filter(pk=self.pk)
        if seen is not None:
            touched = touched.filter(version=seen)
        if not touched.update(version=F("version") + 1):
            return False
        self.refresh_from_db(fields=["version"])
        return True

    @property
    def is_played(self) -> bool:
        """Tell whether every mission has a finished game that counts. This decides the election."""
        return not self.is_single_games and set(self.missions.positions) <= self.games_in_standings.keys()

    @property
    def counts_votes(self) -> bool:
        """Tell whether the group is counting the votes mission by mission."""
        return self.votes_counted is not None and self.is_played

    @property
    def hides_mayor(self) -> bool:
        """Tell whether pages hide the election's result until the group has counted the votes, or skipped the count."""
        return (self.awaits_votes or self.votes_counted is not None) and self.is_played

    def await_votes(self) -> None:
        """Hide the election's result until the group counts the votes. Call this when the last mission is finished."""
        Campaign.objects.filter(pk=self.pk).update(awaits_votes=True, version=F("version") + 1)
        self.refresh_from_db(fields=["version", "awaits_votes"])

    def count_votes(self, to: int | None, *, seen: int | None) -> None:
        """Show the votes of the first `to` missions, or all votes if `to` is None.

        `seen` is the number of missions whose votes the page showed. Do nothing if `seen` is outdated.
        """
        moved = Campaign.objects.filter(pk=self.pk, votes_counted=seen)
        if moved.update(votes_counted=to, awaits_votes=False, version=F("version") + 1):
            self.refresh_from_db(fields=["version", "votes_counted", "awaits_votes"])

    @property
    def leaves_bin_on(self) -> "datetime | None":
        """Return the time when the campaign will be deleted for good; None for a campaign that is not in the bin."""
        return self.deleted_at + TIME_IN_BIN if self.deleted_at else None

    def throw_away(self) -> None:
        """Move the campaign to the bin. Nobody can open the campaign any longer, but its owner can restore it."""
        with transaction.atomic():
            self.touch()
            self.deleted_at = timezone.now()
            self.save(update_fields=["deleted_at"])

    def restore(self) -> None:
        with transaction.atomic():
            self.touch()
            self.deleted_at = None
            self.save(update_fields=["deleted_at"])

    def hand_over(self, owner: "User") -> None:
        with transaction.atomic():
            self.touch()
            self.owner = owner
            self.save(update_fields=["owner"])

    def invite(self, name: str, *, in_standings: bool) -> Player:
        """Return the person with this name, who may have played here before. If there is none, add a guest.

        Somebody who has left comes back for the evening, as a guest. `in_standings` tells whether a new guest appears
        in the standings. `Game.seat` gives the guest a free colour later.
        Raises CampaignFullError if MOST_EVER_PLAYED people have played in the campaign.
        """
        with transaction.atomic():
            self.touch()  # lock the campaign, so that another request that invites the same guest has to wait
            named = [player for player in self.players.order_by("pk") if folded(player.name) == folded(name)]
            playing = set(self.players.active().exclude(account=None).values_list("account", flat=True))
            named = [player for player in named if player.is_active or player.account_id not in playing]
            if named:
                person = max(named, key=lambda player: (player.is_active, player.is_guest, player.pk))
                if not (person.is_active or person.is_guest):
                    person.is_guest = True
                    person.save(update_fields=["is_guest"])
                return person
            if self.players.count() >= MOST_EVER_PLAYED:
                raise CampaignFullError(no_more_people())
            guest = self.players.create(
                name=name, colour=Colour.BLUE, position=MOST_PLAYERS, is_guest=True, in_standings=in_standings
            )
            self.number_namesakes()
            return guest

    def number_namesakes(self) -> None:
        """Number the people of one name, in the order in which they joined. Call this after a change of names."""
        people = list(self.players.order_by("pk"))
        for player, number in zip(people, number_names(player.name for player in people), strict=True):
            if player.namesake != number:
                Player.objects.filter(pk=player.pk).update(namesake=number)

    def set_roster(self, roster: "Sequence[RosterEntry]") -> None:
        """Rename, recolour, retire and bring back players, and add new players. `roster` is in the new order.

        Raises IntegrityError if two active players have the same name or colour.
        """
        now = timezone.now()
        with transaction.atomic():
            self.touch()  # lock the campaign, so that another request that changes the roster has to wait
            changing = [entry.player.pk for entry in roster if entry.player]
            # Retire all these players first, so that two players can exchange their colours.
            self.players.filter(pk__in=changing, retired_at=None).update(retired_at=now)
            for position, entry in enumerate(roster):
                player = entry.player or Player(campaign=self, account=entry.account, head_start=entry.head_start)
                values = {
                    "name": entry.name,
                    "colour": entry.colour,
                    "position": position,
                    "retired_at": None if entry.playing else player.retired_at or now,
                    # A guest whom the owner puts on the roster stops being a guest.
                    "is_guest": player.is_guest and not entry.playing,
                    "in_standings": player.in_standings or entry.playing,
                }
                if player.pk and all(getattr(player, name) == value for name, value in values.items()):
                    # Nothing changes for this player, so undo the retirement above.
                    Player.objects.filter(pk=player.pk).update(retired_at=player.retired_at)
                    continue
                for name, value in values.items():
                    setattr(player, name, value)
                player.save()
            self.number_namesakes()


@dataclass(frozen=True, slots=True)
class RosterEntry:
    """A player's new name, colour and state in the roster. `player` is None for a new player."""

    player: "Player | None"
    name: str
    colour: str
    playing: bool = True
    account: "User | None" = None
    head_start: int = 0


def _begun(game: "Game") -> "tuple[date, int]":
    return (game.played_on, game.pk)
